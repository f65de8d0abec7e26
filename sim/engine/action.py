"""Actions as five int64: a code and four words of cards.

The words hold the cards that leave the hand. The code packs the kind and the declared reading:

| bits | melds | gift, discard, kidnap |
|---|---|---|
| 0-3 | kind | kind |
| 4-9 | size of the meld (of the field it makes, for a climb) | card index |
| 10-14 | rank + 1: a group's rank (joker 14), a sequence's lowest place (0: below 3) | seat given to |
| 15-17 | k of a multiple sequence | |
| 18-19 | suit of a sequence | |
| 20-22 | top card of a group: 0 not named, suit + 1, 5 a joker | |
| 23-24 | suit that a joker on top is named as | |
| 25 | the top card of a six-nine group is a nine | |
| 26 | six-nine group | |
| 27 | climb | |
| 28-31 | jokers in the meld | |
| 32-61 | sequence: jokers at each place, two bits each, from the lowest | |
| 32-47 | group: how many jokers are named as each suit, four bits each | |
| 48 | group: the joker on top is the red one | |
| 49 | group: the joker on top is named as a suit | |
"""

from __future__ import annotations

from sim.engine.bits import lowest, popcount
from sim.engine.cards import JOKERS
from sim.engine.jit import jit

PASS = 0
GROUP = 1
SEQUENCE = 2
DOUBLE = 3
TRIPLE = 4
STEPPED = 5
STEPPED_DOUBLE = 6
STEPPED_TRIPLE = 7
MULTIPLE = 8
PRIME = 9
GIVE = 10
DISCARD = 11
KIDNAP = 12
KEEP = 13

ROW = 5
"""Integers of an action."""

TOP_JOKER = 5
CLIMB_BIT = 1 << 27
SIX_NINE_BIT = 1 << 26
TOP_NINE_BIT = 1 << 25
TOP_RED_BIT = 1 << 48
TOP_NAMED_BIT = 1 << 49


@jit
def kind_of(code):
    return code & 15


@jit
def size_of(code):
    return (code >> 4) & 63


@jit
def rank_of(code):
    """A group's rank (joker 13); a sequence's lowest place (-1: below 3)."""
    return ((code >> 10) & 31) - 1


@jit
def step_of(code):
    return (code >> 15) & 7


@jit
def suit_of(code):
    return (code >> 18) & 3


@jit
def top_of(code):
    return (code >> 20) & 7


@jit
def jokers_of(code):
    return (code >> 28) & 15


@jit
def is_climb(code):
    return (code >> 27) & 1


@jit
def is_six_nine(code):
    return (code >> 26) & 1


@jit
def is_sequence(kind):
    return kind >= SEQUENCE and kind <= PRIME


@jit
def card_of(code):
    """The card index of a gift, a discard or a kidnap."""
    return (code >> 4) & 63


@jit
def seat_of(code):
    """The seat that a gift goes to."""
    return (code >> 10) & 31


@jit
def jokers_at(code, place):
    """How many jokers stand at a place of a sequence, places counted from the lowest."""
    return (code >> (32 + 2 * place)) & 3


@jit
def named(code, suit):
    """How many jokers of a group are named as a suit."""
    return (code >> (32 + 4 * suit)) & 15


@jit
def group_code(rank, size, jokers):
    return GROUP | (size << 4) | ((rank + 1) << 10) | (jokers << 28)


@jit
def copies_of_kind(kind):
    """How often each card of a sequence of this kind is there."""
    if kind == DOUBLE or kind == STEPPED_DOUBLE:
        return 2
    if kind == TRIPLE or kind == STEPPED_TRIPLE:
        return 3
    return 1


@jit
def place_rank(kind, low, step, i):
    """The rank at place i of a sequence, counted from its lowest place."""
    if kind <= TRIPLE:
        return low + i
    if kind <= STEPPED_TRIPLE:
        return low + 2 * i
    if kind == MULTIPLE:
        return step * (i + 1) - 3
    rank = low
    for _ in range(i):
        rank += 2 if rank < 4 or rank == 8 else 4
    return rank


@jit
def places_of(code):
    """How many places a sequence has."""
    return size_of(code) // copies_of_kind(kind_of(code))


@jit
def rank_at(code, i):
    """The rank at place i of the sequence that a code describes."""
    return place_rank(kind_of(code), rank_of(code), step_of(code), i)


@jit
def count_rank(code, words, rank):
    """How many cards of a meld stand for ``rank``, jokers included (a climb: its card alone)."""
    kind = kind_of(code)
    if kind == GROUP:
        return size_of(code) if rank_of(code) == rank else 0
    if is_climb(code):
        return 1 if lowest(words[0]) >> 2 == rank else 0
    for i in range(places_of(code)):
        if rank_at(code, i) == rank:
            return copies_of_kind(kind)
    return 0


@jit
def real_of_rank(words, rank):
    """Whether four words hold a real card of a rank."""
    return (words[0] >> (4 * rank)) & 15 != 0


@jit
def put_down(words):
    """How many cards an action's words hold."""
    n = popcount(words[0])
    if words[1] != 0:
        n += popcount(words[1]) + popcount(words[2]) + popcount(words[3])
    return n


@jit
def only_jokers(words):
    return words[0] & ~JOKERS == 0
