"""Adding a game to the counts (``sim.counts`` says what each field holds)."""

from __future__ import annotations

from sim.counts import RISE_CAP, SIZES, STREAK_CAP
from sim.engine.cards import joker_count
from sim.engine.jit import entry, jit
from sim.engine.strength import hand_strength, strongest_cards


@jit
def count_titles(counts, t, m):
    """The hands as dealt, by title."""
    for title in range(t.players):
        seat = m.titles[title]
        hand = t.hands[seat]
        strength = hand_strength(hand, t.revolution)
        counts.titled[title] += 1
        counts.dealt_cards[title] += t.counts[seat]
        counts.dealt_twos[title] += strongest_cards(hand, t.revolution)
        counts.dealt_jokers[title] += joker_count(hand)
        counts.dealt_strength[title] += strength
        counts.dealt_strength_squared[title] += strength * strength


@jit
def count_tribute(counts, rich, poor, tribute, back, n, reversed_order):
    """One exchange of n cards between two titles."""
    _count_handed(counts, poor, rich, tribute, n, reversed_order)
    _count_handed(counts, rich, poor, back, n, reversed_order)


@jit
def _count_handed(counts, giver, taker, cards, n, reversed_order):
    twos, jokers = strongest_cards(cards, reversed_order), joker_count(cards)
    strength = hand_strength(cards, reversed_order)
    counts.given_cards[giver] += n
    counts.given_twos[giver] += twos
    counts.given_jokers[giver] += jokers
    counts.given_strength[giver] += strength
    counts.got_cards[taker] += n
    counts.got_twos[taker] += twos
    counts.got_jokers[taker] += jokers
    counts.got_strength[taker] += strength


@jit
def count_game(r, t, m, counts, game):
    """A finished game; ``m.place`` holds its places, ``m.before`` those of the game before."""
    counts.games += 1
    counts.turns += t.turns
    counts.passes += t.passes
    counts.tricks += t.tricks
    counts.melds += t.melds
    counts.revolutions += t.revolutions
    counts.revolution_games[min(t.revolutions, 1)] += 1
    counts.fouls += t.fouls
    counts.falls += t.falls
    for p in range(m.people):
        place, title = m.place[p], m.before[p]
        if place < 0:
            counts.sat_out[p] += 1
            continue
        points = r.scoring[place]
        counts.person_place[p, place] += 1
        counts.person_points[p] += points
        if title >= 0:
            counts.transition[title, place] += 1
            counts.points[title] += points
    _count_triples(m, counts, game)
    if r.gambling != 0:
        _count_money(r, t, m, counts)
    _count_streaks(t, m, counts, game)


@jit
def _count_triples(m, counts, game):
    for p in range(m.people):
        if game >= 2 and m.earlier[p] >= 0 and m.before[p] >= 0 and m.place[p] >= 0:
            counts.triple[m.earlier[p], m.before[p], m.place[p]] += 1


@jit
def stake(r, t, seat):
    """gambling: what the Daihinmin pays for the cards held, a dropped player's included."""
    total = 0
    for k in range(4):
        cards = t.hands[seat, k]
        if seat == t.fallen:
            cards |= t.dropped[k]
        for bit in range(54):
            if (cards >> bit) & 1:
                total += card_price(r, bit)
    return total


@entry
def card_price(r, bit):
    """A unit, or the card's number (3 to 15, a joker 20)."""
    if r.gambling == 1:
        return 1
    return 20 if bit >= 52 else (bit >> 2) + 3


@jit
def _count_money(r, t, m, counts):
    n = r.players
    first, last = t.places[0], t.places[n - 1]
    if m.titled:
        _pay(m, counts, m.seated[first], m.pot)
        m.pot = 0
    due = stake(r, t, last)
    _pay(m, counts, m.seated[last], -due)
    m.pot += due


@jit
def _pay(m, counts, person, amount):
    counts.person_money[person] += amount
    if m.before[person] >= 0:
        counts.money[m.before[person]] += amount


@jit
def _count_streaks(t, m, counts, game):
    daifugo, daihinmin = m.seated[t.places[0]], m.seated[t.places[t.players - 1]]
    if m.titled:
        size = min(m.size if m.size else m.largest, SIZES - 1)
        counts.size_games[size] += 1
        counts.size_stayed[size] += 1 if m.before[daihinmin] == t.players - 1 else 0
    if daifugo == m.last_daifugo:
        m.streak += 1
    else:
        if m.last_daifugo >= 0:
            counts.daifugo_streak[min(m.streak, STREAK_CAP)] += 1
        m.last_daifugo = daifugo
        m.streak = 1
    if daihinmin == m.last_daihinmin:
        m.daihinmin_streak += 1
    else:
        if m.last_daihinmin >= 0:
            counts.daihinmin_streak[min(m.daihinmin_streak, STREAK_CAP)] += 1
        m.last_daihinmin = daihinmin
        m.daihinmin_streak = 1
    if m.waiting[daihinmin] < 0:
        m.waiting[daihinmin] = game
    if m.waiting[daifugo] >= 0:
        counts.rise[min(game - m.waiting[daifugo], RISE_CAP)] += 1
        m.waiting[daifugo] = -1


@jit
def count_match_end(m, counts, games):
    """What the end of a match cuts short."""
    if games == 0:
        return
    counts.daifugo_streak_cut[min(m.streak, STREAK_CAP)] += 1
    counts.daihinmin_streak_cut[min(m.daihinmin_streak, STREAK_CAP)] += 1
    for p in range(m.people):
        if m.waiting[p] >= 0:
            counts.rise_cut[min(games - 1 - m.waiting[p], RISE_CAP)] += 1
