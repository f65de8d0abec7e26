"""Listing sequences of every kind. A kind is a ladder of ranks; a sequence is a stretch of it."""

from __future__ import annotations

import numpy as np

from sim.engine.action import (
    CLIMB_BIT,
    DOUBLE,
    GROUP,
    MULTIPLE,
    PRIME,
    SEQUENCE,
    STEPPED,
    TRIPLE,
    jokers_at,
    kind_of,
    places_of,
    rank_of,
    size_of,
    suit_of,
)
from sim.engine.cards import BLACK_JOKER, RED_JOKER, SUIT_BIT0, TWO, copies, joker_count
from sim.engine.follow import ANSWER, LEAD, allowed, deuce_on_any, finish_allowed
from sim.engine.jit import jit
from sim.engine.locks import follows_locks
from sim.engine.melds.rows import add_card, write
from sim.engine.order import reversed_order

NO = 99
"""Fills the table of ladders."""

LADDERS = np.array(
    [
        [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],  # plain, the ends for jokers only
        [0, 2, 4, 6, 8, 10, 12] + [NO] * 8,  # odd numbers
        [1, 3, 5, 7, 9, 11] + [NO] * 9,  # even numbers
        [0, 3, 6, 9, 12] + [NO] * 10,  # 3 6 9 Q 2
        [1, 5, 9] + [NO] * 12,  # 4 8 Q
        [2, 7, 12] + [NO] * 12,  # 5 10 2
        [0, 2, 4, 8, 10] + [NO] * 10,  # primes 3 5 7 J K
    ],
    dtype=np.int64,
)
LENGTHS = np.array([15, 7, 6, 5, 3, 3, 5], dtype=np.int64)
PLAIN, ODD, EVEN, THREES, FOURS, FIVES, PRIMES = 0, 1, 2, 3, 4, 5, 6


@jit
def list_sequences(r, t, buffer, n):
    """Add every sequence that may be played now to the list of n actions."""
    field = kind_of(t.field[0])
    if field == GROUP or (t.counts[t.seat] < 3 and field == 0):
        return n
    if r.sequences == 1:
        for extra in range(r.sequence_copies):
            if field == 0 or field == SEQUENCE + extra:
                n = on_ladder(r, t, buffer, n, SEQUENCE + extra, PLAIN, 0)
    if r.stepped_sequences == 1:
        for extra in range(r.sequence_copies):
            if field == 0 or field == STEPPED + extra:
                n = on_ladder(r, t, buffer, n, STEPPED + extra, ODD, 0)
                n = on_ladder(r, t, buffer, n, STEPPED + extra, EVEN, 0)
    if r.multiple_sequences == 1 and (field == 0 or field == MULTIPLE):
        n = on_ladder(r, t, buffer, n, MULTIPLE, THREES, 3)
        n = on_ladder(r, t, buffer, n, MULTIPLE, FOURS, 4)
        n = on_ladder(r, t, buffer, n, MULTIPLE, FIVES, 5)
    if r.prime_sequences == 1 and (field == 0 or field == PRIME):
        n = on_ladder(r, t, buffer, n, PRIME, PRIMES, 0)
    if r.sequence_climb == 1 and field == SEQUENCE:
        n = climbs(r, t, buffer, n)
    return n


@jit
def on_ladder(r, t, buffer, n, kind, ladder, step):
    """The sequences of a kind that lie on one ladder, in all four suits."""
    hand = t.hands[t.seat]
    jokers = joker_count(hand) if r.sequence_jokers == 1 else 0
    each = 1
    if kind == DOUBLE or kind == STEPPED + 1:
        each = 2
    elif kind == TRIPLE or kind == STEPPED + 2:
        each = 3
    if t.counts[t.seat] < 3 * each:
        return n
    first, last = 0, LENGTHS[ladder]
    if ladder == PLAIN and r.sequence_past_ends == 0:
        first, last = 1, 14
    for suit in range(4):
        if not may_run(hand[0] & (SUIT_BIT0 << suit), ladder, jokers):
            continue
        held = held_on_ladder(hand, ladder, suit, each)
        if held != 0:
            n = stretches(
                r, t, buffer, n, kind, ladder, step, suit, each, held, jokers, first, last
            )
    return n


@jit
def may_run(cards, ladder, jokers):
    """Whether the cards of a suit could make a plain sequence; other ladders are not judged."""
    if jokers >= 2 or ladder != PLAIN:
        return cards != 0
    if jokers == 1:
        return cards & ((cards >> 4) | (cards >> 8)) != 0
    return cards & (cards >> 4) & (cards >> 8) != 0


@jit
def held_on_ladder(hand, ladder, suit, each):
    """How many copies of each card of a ladder are held, at most ``each``; two bits a place."""
    held = 0
    for i in range(LENGTHS[ladder]):
        rank = LADDERS[ladder, i]
        if rank >= 0 and rank < 13:
            held |= min(each, copies(hand, 4 * rank + suit)) << (2 * i)
    return held


@jit
def stretches(r, t, buffer, n, kind, ladder, step, suit, each, held, jokers, first, last):
    """Every stretch of three places or more that the cards and jokers held can fill."""
    field = t.field[0]
    exact = field != 0 and r.sequence_answer != 1
    for a in range(first, last - 2):
        if kind == MULTIPLE and a != 0:
            break
        need = 0
        for b in range(a, last):
            need += each - ((held >> (2 * b)) & 3)
            if need > jokers:
                break
            places = b - a + 1
            if places < 3 or (exact and places * each != size_of(field)):
                continue
            code = kind | ((places * each) << 4) | ((LADDERS[ladder, a] + 1) << 10)
            code |= (step << 15) | (suit << 18)
            part = (held >> (2 * a)) & ((1 << (2 * places)) - 1)
            n = placements(r, t, buffer, n, code, ladder, a, places, each, part, jokers - need)
    return n


@jit
def placements(r, t, buffer, n, code, ladder, a, places, each, held, spare):
    """Every placement of jokers: they fill what is missing, spare ones may replace cards held."""
    replaced, used = 0, 0
    while True:
        n = offer(r, t, buffer, n, code, ladder, a, places, each, held - replaced)
        i = 0
        while i < places:
            here = (replaced >> (2 * i)) & 3
            if used < spare and here < (held >> (2 * i)) & 3:
                replaced += 1 << (2 * i)
                used += 1
                break
            replaced -= here << (2 * i)
            used -= here
            i += 1
        if i == places:
            return n


@jit
def offer(r, t, buffer, n, code, ladder, a, places, each, real):
    """Write a sequence with ``real`` cards at its places, in all colours of jokers that matter."""
    if real == 0:
        return n
    hand = t.hands[t.seat]
    jokers, where = 0, 0
    for i in range(places):
        here = each - ((real >> (2 * i)) & 3)
        jokers += here
        where |= here << (32 + 2 * i)
    full = code | where | (jokers << 28)
    black, red = copies(hand, BLACK_JOKER), copies(hand, RED_JOKER)
    least = max(0, jokers - red) if r.prejudice != 0 else min(black, jokers)
    way = LEAD if t.field[0] == 0 else ANSWER
    for jb in range(least, min(black, jokers) + 1):
        row = write(buffer, n, full, jb, jokers - jb)
        for i in range(places):
            rank = LADDERS[ladder, a + i]
            if rank >= 0 and rank < 13:
                add_card(buffer, row, 4 * rank + suit_of(code), (real >> (2 * i)) & 3)
        if allowed(r, t, way, buffer[row, 0], buffer[row, 1:]):
            n += 1
    return n


@jit
def climb_rank(t):
    """The rank that climbs the plain sequence on the field (may lie outside 0..12)."""
    code = t.field[0]
    return rank_of(code) - 1 if reversed_order(t) else rank_of(code) + places_of(code)


@jit
def climb_code(t):
    """The code of the field after a climb: one place on, the jokers staying where they lie."""
    code = t.field[0]
    size = places_of(code)
    where, jokers = 0, 0
    for i in range(size):
        source = i - 1 if reversed_order(t) else i + 1
        if source >= 0 and source < size:
            here = jokers_at(code, source)
            where |= here << (32 + 2 * i)
            jokers += here
    low = rank_of(code) + (-1 if reversed_order(t) else 1)
    out = SEQUENCE | (size << 4) | ((low + 1) << 10) | (suit_of(code) << 18)
    return out | where | (jokers << 28) | CLIMB_BIT


@jit
def climbs(r, t, buffer, n):
    """sequence_climb: the next card of the field's suit, unless it acts as a deuce on its own."""
    rank, suit = climb_rank(t), suit_of(t.field[0])
    if rank < 0 or rank > 12 or (t.hands[t.seat, 0] >> (4 * rank + suit)) & 1 == 0:
        return n
    if rank == TWO and r.deuce_beats_all == 1:
        row = write(buffer, n, GROUP | (1 << 4) | ((TWO + 1) << 10), 0, 0)
        add_card(buffer, row, 4 * rank + suit, 1)
        if deuce_on_any(r, t, buffer[row, 0], buffer[row, 1:]):
            return n
    row = write(buffer, n, climb_code(t), 0, 0)
    add_card(buffer, row, 4 * rank + suit, 1)
    code, words = buffer[row, 0], buffer[row, 1:]
    if follows_locks(r, t, code, words) and finish_allowed(r, t, code, words):
        n += 1
    return n
