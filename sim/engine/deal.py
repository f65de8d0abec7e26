"""Dealing: the deck, the shuffle, who gets how many cards.

The shuffle depends on (seed, match, game) and on the number of decks alone: the ranked cards are
shuffled first and the jokers put at random places among them, so that rule sets with other jokers,
hand sizes or players deal from the same shuffled deck. The k-th hand goes to the k-th title (in a
first game to seat k): two rule sets whose titles have drifted apart still give the same hand to the
same title, which is what makes comparisons on common deals sharp.
"""

from __future__ import annotations

from sim.engine.cards import BLACK_JOKER, RED_JOKER, add_once
from sim.engine.jit import entry, hot, jit
from sim.engine.seats import around
from sim.engine.streams import below

FIRST, POOREST, RICHEST, DAIFUGO = 0, 1, 2, 3


@entry
def decks_for(r, size):
    """The decks of a deal of ``size`` cards each (0: the whole deck)."""
    if r.decks != 0:
        return r.decks
    if size == 0:
        return 1
    deck = 52 + r.jokers
    return max(1, (r.players * size + deck - 1) // deck)


@entry
def hand_sizes(r, size, cards, dealer, titles, titled, sizes):
    """Fill ``sizes`` by seat; ``titles`` holds seats by title, Daifugo first, where ``titled``."""
    n = r.players
    each = size if size != 0 else cards // n
    for seat in range(n):
        sizes[seat] = each
    if size != 0:
        return
    for i in range(cards - n * each):
        sizes[extra_seat(r, i, dealer, titles, titled)] += 1


@jit
def extra_seat(r, i, dealer, titles, titled):
    """The seat that gets the i-th card too many (``uneven``)."""
    n = r.players
    if not titled or r.uneven == FIRST:
        return around(dealer + 1 + i, n)
    if r.uneven == POOREST:
        return titles[n - 1 - i]
    if r.uneven == RICHEST:
        return titles[i]
    return around(titles[0] + i, n)


@entry
def shuffle(r, decks, dealt, whole, deck, stream):
    """Put a shuffled deck into ``deck`` (int16, at least decks × 54); its length.

    Only the first ``dealt`` places are sure to be shuffled, unless ``whole``.
    """
    ranked, jokers = 52 * decks, r.jokers * decks
    total = ranked + jokers
    for k in range(decks):
        for card in range(52):
            deck[52 * k + card] = card
    for i in range(ranked if whole else min(dealt, ranked - 1)):
        j = i + below(stream, ranked - i)
        deck[i], deck[j] = deck[j], deck[i]
    _put_jokers(r, decks, deck, total, dealt, total if whole else dealt, stream)
    return total


@jit
def _put_jokers(r, decks, deck, total, dealt, limit, stream):
    """Put the jokers at random places of the deck (jokers_dealt: of what is dealt), black and red
    in turn; the ranked cards make room. Only the first ``limit`` places are written."""
    room = dealt if r.jokers_dealt == 1 else total
    places, red, below_limit = 0, 0, 0  # places rising, eight bits each; which of them are red
    jokers = r.jokers * decks
    for k in range(jokers):
        place, i = below(stream, room - k), 0
        while i < k and (places >> (8 * i)) & 255 <= place:
            place += 1
            i += 1
        low = (1 << (8 * i)) - 1
        places = (places & low) | (place << (8 * i)) | ((places & ~low) << 8)
        low = (1 << i) - 1
        red = (red & low) | ((red & ~low) << 1)
        if r.jokers == 2 and k & 1:
            red |= 1 << i
        below_limit += 1 if place < limit else 0
    k = below_limit
    for at in range(limit - 1, -1, -1):
        if k == 0:
            return
        if (places >> (8 * (k - 1))) & 255 == at:
            k -= 1
            deck[at] = RED_JOKER if (red >> k) & 1 else BLACK_JOKER
        else:
            deck[at] = deck[at - k]


@hot
def _every_nth(deck, first, n, count):
    """Of one deck: the cards at places first, first + n, … as a mask."""
    cards = 0
    for i in range(count):
        cards |= 1 << deck[first + i * n]
    return cards


@jit
def deal(r, t, decks, deck, total, sizes, titles, titled, keep_stock):
    """Give the cards of a shuffled deck to the seats: the k-th hand to the k-th title."""
    n = t.players
    least = sizes[0]
    for seat in range(n):
        least = min(least, sizes[seat])
    used = n * least
    for k in range(n):
        seat = titles[k] if titled else k
        for w in range(4):
            t.hands[seat, w] = 0
        if decks == 1:
            t.hands[seat, 0] = _every_nth(deck, k, n, least)
        else:
            for i in range(least):
                add_once(t.hands[seat], 1 << deck[i * n + k])
        t.counts[seat] = sizes[seat]
        for _ in range(sizes[seat] - least):
            add_once(t.hands[seat], 1 << deck[used])
            used += 1
    t.stock_next = 0
    t.stock_size = 0
    if keep_stock:
        t.stock_size = total - used
        for i in range(total - used):
            t.stock[i] = deck[used + i]
