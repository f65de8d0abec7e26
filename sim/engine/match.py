"""Matches: games by the same people, places carried over, and what is counted of them.

``play_block`` is the loop that everything else exists for. It allocates nothing per game.
"""

from __future__ import annotations

import numpy as np

from sim.engine.cards import add_cards, remove_cards
from sim.engine.count import count_game, count_match_end, count_titles, count_tribute
from sim.engine.deal import deal, decks_for, hand_sizes, shuffle
from sim.engine.exchange import choose_from, due, pair_size, strongest
from sim.engine.game import clear, give_lead, learn_rules
from sim.engine.jit import entry, jit
from sim.engine.lead import leader
from sim.engine.plain import plain_rules
from sim.engine.quiet import cutting_cards, quiet_cards
from sim.engine.state import DECKS, NOT_PLAIN, ONE_DECK, SEQUENCE_ROWS
from sim.engine.streams import CHOICES, DEAL, EXCHANGE, LEAD, RULES, SEATS, below, key_of, root
from sim.engine.tricks import DONE, play_tricks, policy_at
from sim.policies.kernel import choose_back, choose_house_rule, choose_size
from sim.policies.rollouts.memory import MEMORY, begin_memory
from sim.policies.rollouts.notes import note_exchange

STAY, BY_TITLE, AT_RANDOM = 0, 1, 2

MATCH = np.dtype(
    [
        ("people", np.int64),  # one more than seats with sit_out
        ("place", np.int64, (9,)),  # by person: place in the last game, -1 none
        ("before", np.int64, (9,)),  # by person: place in the game before that
        ("earlier", np.int64, (9,)),  # and in the one before that
        ("seated", np.int64, (8,)),  # person by seat
        ("titles", np.int64, (8,)),  # seats by title
        ("sitter", np.int64),
        ("titled", np.int64),
        ("dealer", np.int64),
        ("streak", np.int64),  # games running that the Daifugo has been Daifugo
        ("daihinmin_streak", np.int64),
        ("last_daifugo", np.int64),
        ("last_daihinmin", np.int64),
        ("waiting", np.int64, (9,)),  # game since when a person waits to rise, -1
        ("pot", np.int64),
        ("revolution", np.int64),
        ("in_force", np.int64),  # house rules, a bit each
        ("size", np.int64),  # hand size of this game, 0 the whole deck
        ("largest", np.int64),  # cards of the largest hand dealt
    ]
)
"""What outlasts a game of a match."""


@entry
def begin_match(m, people):
    m.people = people
    for p in range(9):
        m.place[p] = -1
        m.before[p] = -1
        m.earlier[p] = -1
        m.waiting[p] = -1
    for seat in range(8):
        m.seated[seat] = seat
    m.sitter = -1
    m.titled = 0
    m.streak = 0
    m.daihinmin_streak = 0
    m.last_daifugo = -1
    m.last_daihinmin = -1
    m.pot = 0
    m.revolution = 0
    m.in_force = 0


@entry
def seat_people(r, m, stream):
    """Who sits where in the next game, who deals, and the seats by title."""
    n = r.players
    back = m.sitter
    if m.people > n:
        if m.sitter < 0:
            m.sitter = below(stream, m.people)
            for seat in range(n):
                m.seated[seat] = seat if seat < m.sitter else seat + 1
        else:
            m.sitter = m.last_daihinmin
            m.place[back] = n - 1
            for seat in range(n):
                if m.seated[seat] == m.sitter:
                    m.seated[seat] = back
    if m.titled and r.seating == BY_TITLE:
        for p in range(m.people):
            if p != m.sitter:
                m.seated[m.place[p]] = p
    elif r.seating == AT_RANDOM:
        for i in range(n - 1):
            j = i + below(stream, n - i)
            m.seated[i], m.seated[j] = m.seated[j], m.seated[i]
    if m.titled:
        for seat in range(n):
            m.titles[m.place[m.seated[seat]]] = seat
        m.dealer = m.titles[n - 1]
    else:
        m.dealer = below(stream, n)


@jit
def new_game(r, t, m):
    """Clear the table for the next game, keeping only what carries over."""
    learn_rules(r, t)
    t.players = r.players
    t.playing = (1 << r.players) - 1
    for k in range(4):
        t.played[k] = 0
        t.dropped[k] = 0
    t.plain = NOT_PLAIN  # until it is known; what a plain game leaves alone is cleared too
    clear(t)
    for k in range(5):
        t.chosen[k] = 0
    t.revolution = m.revolution
    t.game_turn = 0
    t.gifts = 0
    t.discards = 0
    t.clean_count = 0
    t.offender_count = 0
    t.daifugo = m.titles[0] if m.titled else -1
    t.fallen = -1
    t.fallen_offends = 0
    t.tricks = 0
    t.revolutions = 0
    t.fouls = 0
    t.falls = 0
    t.melds = 0
    t.passes = 0
    t.turns = 0


@jit
def deal_game(r, t, m, policies, work, keep_stock):
    """Seats, hand size, deal."""
    stream = work.stream
    stream[0] = key_of(work.root, SEATS)
    seat_people(r, m, stream)
    size = r.hand_size
    if r.hand_size_choice != 0:
        stream[0] = key_of(work.root, CHOICES)
        size = choose_size(r, policy_at(m, policies, m.dealer), stream)
    m.size = size
    new_game(r, t, m)
    decks = decks_for(r, size)
    cards = decks * (52 + r.jokers)
    if work.by_list == 0 and plain_rules(r, decks):
        t.plain = ONE_DECK if decks == 1 else DECKS
        t.quiet = quiet_cards(r) if decks == 1 else 0
        t.cuts = cutting_cards(r) if decks == 1 else 0
    hand_sizes(r, size, cards, m.dealer, m.titles, m.titled, work.sizes)
    m.largest = 0
    for seat in range(r.players):
        m.largest = max(m.largest, work.sizes[seat])
    dealt = cards if size == 0 else size * r.players
    stream[0] = key_of(work.root, DEAL)
    total = shuffle(r, decks, dealt, keep_stock, work.deck, stream)
    deal(r, t, decks, work.deck, total, work.sizes, m.titles, m.titled, keep_stock)


@jit
def exchange_cards(r, t, m, policies, work, counts):
    """The exchange between titles; tributes are taken from the hands as dealt, all at once."""
    n = r.players
    stream = work.stream
    stream[0] = key_of(work.root, EXCHANGE)
    for pair in range(n // 2):
        rich, poor = m.titles[pair], m.titles[n - 1 - pair]
        count = due(r, pair_size(r, pair, m.streak), t.hands[rich], t.hands[poor])
        if count == 0:
            continue
        strongest(r, t, t.hands[poor], count, work.tribute)
        choose_from(r, t.hands[rich], work.tribute, work.choice)
        t.seat = rich  # whose decision it is
        policy = policy_at(m, policies, rich)
        choose_back(r, t, policy, work.choice, count, stream, work.back)
        count_tribute(counts, pair, n - 1 - pair, work.tribute, work.back, count, t.revolution)
        swap(t, rich, poor, work.tribute, work.back)
        if work.memory.active:
            note_exchange(r, t, work.memory, rich, poor, work.tribute, work.back)


@jit
def swap(t, rich, poor, tribute, back):
    """Tribute from the poorer to the richer hand, and what the richer gives back."""
    if t.plain == ONE_DECK:
        t.hands[poor, 0] = (t.hands[poor, 0] & ~tribute[0]) | back[0]
        t.hands[rich, 0] = (t.hands[rich, 0] | tribute[0]) & ~back[0]
        return
    remove_cards(t.hands[poor], tribute)
    add_cards(t.hands[rich], tribute)
    remove_cards(t.hands[rich], back)
    add_cards(t.hands[poor], back)


@entry
def carried_revolution(r, revolution):
    """Whether a revolution that was on at the end of a game is on in the next."""
    return revolution if r.revolution == 2 else 0


@jit
def after_game(r, t, m, counts, game):
    """Places and titles by person, points and pot, and what carries over into the next game."""
    n = r.players
    for p in range(m.people):
        m.earlier[p] = m.before[p]
        m.before[p] = m.place[p]
        m.place[p] = -1
    for i in range(n):
        m.place[m.seated[t.places[i]]] = i
    count_game(r, t, m, counts, game)
    m.titled = 1
    m.revolution = carried_revolution(r, t.revolution)


@jit
def make_rule(r, m, house, policies, stream):
    """rule_making: the Daifugo's policy puts one house rule in force, or takes one out."""
    policy = policies[m.last_daifugo]
    picked = choose_house_rule(r, policy, m.in_force, house.removable, house.count, stream)
    if picked >= 0:
        m.in_force ^= 1 << picked


@jit
def apply_house_rules(in_force, base, values, masks, rules_now):
    """The rules in force: the base with the entries of ``house_rules`` laid over, in their order."""
    for i in range(base.shape[0]):
        rules_now[i] = base[i]
    for h in range(values.shape[0]):
        if (in_force >> h) & 1:
            for i in range(base.shape[0]):
                if masks[h, i]:
                    rules_now[i] = values[h, i]


@entry
def start_game(r, t, m, policies, work, counts, seed, match, game, keep_stock):
    """Everything before the first lead: seats, deal, exchange, who leads."""
    work.root = root(seed, match, game)
    deal_game(r, t, m, policies, work, keep_stock)
    begin_memory(r, work.memory, policies, m.size)
    if m.titled:
        count_titles(counts, t, m)
        exchange_cards(r, t, m, policies, work, counts)
    work.stream[0] = key_of(work.root, LEAD)
    give_lead(t, leader(r, t, m.dealer, m.titles, m.titled, work.stream))


@entry
def end_game_of_match(r, t, m, policies, work, house, counts, game):
    """Everything after the last place is known."""
    after_game(r, t, m, counts, game)
    if r.rule_making != 0:
        for h in range(house.count):
            if (m.in_force >> h) & 1:
                counts.house_games[h] += 1
        work.stream[0] = key_of(work.root, RULES)
        make_rule(r, m, house, policies, work.stream)


@entry
def play_block(
    r, rules_now, base, house_values, house_masks, house,
    t, m, policies, work, buffer, counts, seed, first, matches, games,
):  # fmt: skip
    """Play ``matches`` matches of ``games`` games from match ``first`` on, adding to ``counts``.

    ``r`` and ``rules_now`` are the same memory, as a record and as a flat array: house rules change
    it between games. Returns DONE, or why the block had to stop.
    """
    keep_stock = False
    for p in range(9):
        keep_stock = keep_stock or r.mistakes[p] != 0
    for match in range(first, first + matches):
        begin_match(m, r.players + r.sit_out)
        for game in range(games):
            if house.count:
                apply_house_rules(m.in_force, base, house_values, house_masks, rules_now)
            start_game(r, t, m, policies, work, counts, seed, match, game, keep_stock)
            outcome = play_tricks(r, t, m, policies, work, buffer, counts)
            if outcome != DONE:
                return outcome
            end_game_of_match(r, t, m, policies, work, house, counts, game)
        count_match_end(m, counts, games)
        counts.matches += 1
    return DONE


WORK = np.dtype(
    [
        ("by_list", np.int64),  # 1: no short ways, and legal actions are counted
        ("root", np.int64),  # of this game's streams
        ("stream", np.int64, (1,)),
        ("word", np.int64),  # the next of ``stream``, see ``streams.draw_ahead``
        ("slips", np.int64, (1,)),
        ("policies", np.int64, (8,)),  # by seat, in this game
        ("sizes", np.int64, (8,)),
        ("rows", np.int64, (SEQUENCE_ROWS, 5)),  # sequences, where one of them is drawn
        ("deck", np.int16, (216,)),
        ("tribute", np.int64, (4,)),
        ("back", np.int64, (4,)),
        ("choice", np.int64, (4,)),
        ("memory", MEMORY),
    ]
)
"""Scratch of a block, and what players who play by rollouts know."""

HOUSE = np.dtype([("count", np.int64), ("removable", np.int64)])
"""How many house rules there are, and which may be taken out, a bit each."""
