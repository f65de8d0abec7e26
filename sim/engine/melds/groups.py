"""Listing groups: n cards of one rank, with jokers, readings and tops."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    SIX_NINE_BIT,
    TOP_JOKER,
    TOP_NAMED_BIT,
    TOP_NINE_BIT,
    TOP_RED_BIT,
    group_code,
    kind_of,
    named,
    rank_of,
    size_of,
)
from sim.engine.cards import (
    BLACK_JOKER,
    JOKER,
    NINE,
    ORDINARY,
    RANKS,
    RED_JOKER,
    SIX,
    THREE,
    TWO,
    copies,
)
from sim.engine.follow import (
    ANSWER,
    HIJACK,
    LEAD,
    ROLLOVER,
    allowed,
    deuce_on_any,
    finish_allowed,
)
from sim.engine.jit import jit
from sim.engine.locks import BY_TOP
from sim.engine.melds.rows import add_card, write
from sim.engine.order import next_rank, reversed_order, stronger_cards

MOST = 63
EITHER = -1


@jit
def group_limit(r):
    return r.group_max if r.group_max != 0 else MOST


@jit
def list_groups(r, t, buffer, n):
    """Add every group that may be played now to the list of n actions."""
    hand = t.hands[t.seat]
    field = t.field[0]
    if field == 0:
        for rank in range(RANKS):
            n = of_rank(r, t, hand, buffer, n, rank, 1, group_limit(r), LEAD)
        n = of_jokers(r, t, hand, buffer, n, 1, group_limit(r), LEAD)
        return six_nines(r, t, hand, buffer, n, EITHER, 2, group_limit(r), LEAD)
    if kind_of(field) != GROUP:
        return lone_deuces(r, t, hand, buffer, n)
    size = size_of(field)
    if t.counts[t.seat] < size and r.deuce_beats_all == 0:
        return n
    # Where no rule bends strength only the ranks above the field need a look.
    able = stronger_cards(r, t, hand[0] & ORDINARY, rank_of(field)) if t.simple else ORDINARY
    for rank in range(RANKS):
        if (able >> (4 * rank)) & 15:
            n = of_rank(r, t, hand, buffer, n, rank, size, size, ANSWER)
    n = of_jokers(r, t, hand, buffer, n, size, size, ANSWER)
    n = six_nines(r, t, hand, buffer, n, EITHER, size, size, ANSWER)
    if size > 1:
        n = lone_deuces(r, t, hand, buffer, n)
    return larger_groups(r, t, hand, buffer, n)


@jit
def larger_groups(r, t, hand, buffer, n):
    """hijack and rollover: a group of one card more."""
    field = t.field[0]
    size, rank = size_of(field) + 1, rank_of(field)
    if rank == JOKER or size > group_limit(r):
        return n
    if r.hijack == 2 or (r.hijack == 1 and t.field_lead):
        above = next_rank(t, rank, 1)
        if above >= 0 and above < RANKS:
            n = of_rank(r, t, hand, buffer, n, above, size, size, HIJACK)
            n = six_nines(r, t, hand, buffer, n, above, size, size, HIJACK)
    if r.rollover != 0 and rank == TWO and not reversed_order(t):
        n = of_rank(r, t, hand, buffer, n, THREE, size, size, ROLLOVER)
    return n


@jit
def lone_deuces(r, t, hand, buffer, n):
    """deuce_beats_all on a field that a single does not answer by itself."""
    if r.deuce_beats_all == 0:
        return n
    for suit in range(4):
        bit = 4 * TWO + suit
        if (hand[0] >> bit) & 1:
            i = write(buffer, n, group_code(TWO, 1, 0), 0, 0)
            add_card(buffer, i, bit, 1)
            code, words = buffer[i, 0], buffer[i, 1:]
            if deuce_on_any(r, t, code, words) and finish_allowed(r, t, code, words):
                n += 1
    return n


@jit
def of_rank(r, t, hand, buffer, n, rank, least, most, way):
    """Groups of least..most cards of one rank, jokers helping, at least one real card."""
    nibble = (hand[0] >> (4 * rank)) & 15
    if nibble == 0:
        return n
    black, red = copies(hand, BLACK_JOKER), copies(hand, RED_JOKER)
    bit = 4 * rank
    h0, h1 = copies(hand, bit), copies(hand, bit + 1)
    h2, h3 = copies(hand, bit + 2), copies(hand, bit + 3)
    if h0 + h1 + h2 + h3 + black + red < least:
        return n
    for x0 in range(h0 + 1):
        for x1 in range(h1 + 1):
            for x2 in range(h2 + 1):
                for x3 in range(h3 + 1):
                    real = x0 + x1 + x2 + x3
                    if real == 0 or real > most:
                        continue
                    lo, hi = max(0, least - real), min(black + red, most - real)
                    for jokers in range(lo, hi + 1):
                        n = coloured(
                            r, t, buffer, n, rank, (x0, x1, x2, x3), (0, 0, 0, 0),
                            jokers, black, red, way,
                        )  # fmt: skip
    return n


@jit
def six_nines(r, t, hand, buffer, n, only, least, most, way):
    """Groups of sixes and nines together, declared as either (``only``: as this rank, or EITHER)."""
    if r.six_nine == 0 or (hand[0] >> (4 * SIX)) & 15 == 0 or (hand[0] >> (4 * NINE)) & 15 == 0:
        return n
    if only != EITHER and only != SIX and only != NINE:
        return n
    black, red = copies(hand, BLACK_JOKER), copies(hand, RED_JOKER)
    bounds = 0
    for k in range(8):
        rank = SIX if k < 4 else NINE
        bounds |= copies(hand, 4 * rank + (k & 3)) << (3 * k)
    state = 0
    while True:
        state, carry = _count_up(state, bounds)
        if carry:
            return n
        sixes = _four(state, 0)
        nines = _four(state, 12)
        real = sum4(sixes) + sum4(nines)
        if sum4(sixes) == 0 or sum4(nines) == 0 or real > most or not _one_colour(r, state):
            continue
        lo, hi = max(0, least - real), min(black + red, most - real)
        for jokers in range(lo, hi + 1):
            if only != NINE:
                n = coloured(r, t, buffer, n, SIX, sixes, nines, jokers, black, red, way)
            if only != SIX:
                n = coloured(r, t, buffer, n, NINE, sixes, nines, jokers, black, red, way)


@jit
def _count_up(state, bounds):
    """The next vector of eight counts, three bits each, every one at most its bound."""
    for k in range(8):
        if (state >> (3 * k)) & 7 < (bounds >> (3 * k)) & 7:
            return state + (1 << (3 * k)), False
        state &= ~(7 << (3 * k))
    return state, True


@jit
def _four(state, shift):
    s = state >> shift
    return s & 7, (s >> 3) & 7, (s >> 6) & 7, (s >> 9) & 7


@jit
def sum4(x):
    return x[0] + x[1] + x[2] + x[3]


@jit
def _one_colour(r, state):
    """six_nine: whether the cards are of one suit (1), of one colour (2), or any (3)."""
    used = 0
    for k in range(8):
        if (state >> (3 * k)) & 7:
            used |= 1 << (k & 3)
    if r.six_nine == 1:
        return used & (used - 1) == 0
    return r.six_nine == 3 or used & 0b0110 == 0 or used & 0b1001 == 0


@jit
def of_jokers(r, t, hand, buffer, n, least, most, way):
    """Groups of jokers alone."""
    black, red = copies(hand, BLACK_JOKER), copies(hand, RED_JOKER)
    for jokers in range(least, min(most, black + red) + 1):
        n = coloured(
            r, t, buffer, n, JOKER, (0, 0, 0, 0), (0, 0, 0, 0), jokers, black, red, way
        )  # fmt: skip
    return n


@jit
def coloured(r, t, buffer, n, rank, cards, nines, jokers, black, red, way):
    """A group with every choice of black and red jokers, where their colour matters."""
    least = max(0, jokers - red) if r.prejudice != 0 else min(black, jokers)
    for jb in range(least, min(black, jokers) + 1):
        n = named_jokers(r, t, buffer, n, rank, cards, nines, jb, jokers - jb, way)
    return n


@jit
def named_jokers(r, t, buffer, n, rank, cards, nines, jb, jr, way):
    """A group with every naming of its jokers (joker_suit = declared)."""
    jokers = jb + jr
    code = group_code(rank, jokers + sum4(cards) + sum4(nines), jokers)
    if sum4(nines) != 0:
        code |= SIX_NINE_BIT
    free0, free1 = cards[0] + nines[0] == 0, cards[1] + nines[1] == 0
    free2, free3 = cards[2] + nines[2] == 0, cards[3] + nines[3] == 0
    if r.joker_suit == 0 or jokers == 0 or rank == JOKER or not (free0 or free1 or free2 or free3):
        return with_tops(r, t, buffer, n, code, cards, nines, jb, jr, way)
    for a in range((jokers if free0 else 0) + 1):
        for b in range((jokers - a if free1 else 0) + 1):
            for c in range((jokers - a - b if free2 else 0) + 1):
                d = jokers - a - b - c
                if d == 0 or free3:
                    names = (a << 32) | (b << 36) | (c << 40) | (d << 44)
                    n = with_tops(r, t, buffer, n, code | names, cards, nines, jb, jr, way)
    return n


@jit
def with_tops(r, t, buffer, n, code, cards, nines, jb, jr, way):
    """A group with every choice of its top card (suit_lock = top)."""
    if r.suit_lock != BY_TOP or size_of(code) == 1:
        return offer(r, t, buffer, n, code, cards, nines, jb, jr, way)
    for suit in range(4):
        if cards[suit]:
            top = code | ((suit + 1) << 20)
            n = offer(r, t, buffer, n, top, cards, nines, jb, jr, way)
        if nines[suit]:
            top = code | ((suit + 1) << 20) | TOP_NINE_BIT
            n = offer(r, t, buffer, n, top, cards, nines, jb, jr, way)
    if jb:
        n = _joker_tops(r, t, buffer, n, code | (TOP_JOKER << 20), cards, nines, jb, jr, way)
    if jr and (r.prejudice != 0 or jb == 0):
        red = code | (TOP_JOKER << 20) | TOP_RED_BIT
        n = _joker_tops(r, t, buffer, n, red, cards, nines, jb, jr, way)
    return n


@jit
def _joker_tops(r, t, buffer, n, code, cards, nines, jb, jr, way):
    """A joker on top: once, or once for every suit that it may be named as."""
    if named(code, 0) + named(code, 1) + named(code, 2) + named(code, 3) == 0:
        return offer(r, t, buffer, n, code, cards, nines, jb, jr, way)
    for suit in range(4):
        if named(code, suit):
            top = code | TOP_NAMED_BIT | (suit << 23)
            n = offer(r, t, buffer, n, top, cards, nines, jb, jr, way)
    return n


@jit
def offer(r, t, buffer, n, code, cards, nines, jb, jr, way):
    """Write a group; it stays in the list if it may be played."""
    i = write(buffer, n, code, jb, jr)
    rank = rank_of(code)
    if rank != JOKER:
        six_nine = code & SIX_NINE_BIT != 0
        for suit in range(4):
            bit = 4 * (SIX if six_nine else rank) + suit
            add_card(buffer, i, bit, cards[suit])
            if six_nine:
                add_card(buffer, i, 4 * NINE + suit, nines[suit])
    if allowed(r, t, way, buffer[i, 0], buffer[i, 1:]):
        n += 1
    return n
