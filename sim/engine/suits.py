"""The suits of a meld, as locks see them: a multiset of four counts, eight bits a suit."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    SEQUENCE,
    TOP_JOKER,
    jokers_of,
    kind_of,
    named,
    only_jokers,
    size_of,
    suit_of,
    top_of,
)
from sim.engine.bits import lowest, popcount
from sim.engine.cards import JOKERS, SUIT_BIT0
from sim.engine.jit import jit

FREE = 5
"""Top of a meld that is a joker without a named suit; also "none" is 0 and a suit is suit + 1."""


@jit
def count_suit(suits, suit):
    return (suits >> (8 * suit)) & 255


@jit
def one_suit(suit):
    return 1 << (8 * suit)


@jit
def total(suits):
    """How many cards a multiset of suits has."""
    return (suits & 255) + ((suits >> 8) & 255) + ((suits >> 16) & 255) + ((suits >> 24) & 255)


@jit
def union(a, b):
    """The larger count of every suit."""
    out = 0
    for suit in range(4):
        out |= max(count_suit(a, suit), count_suit(b, suit)) << (8 * suit)
    return out


@jit
def missing(a, b):
    """How many cards of ``a`` are not in ``b``."""
    n = 0
    for suit in range(4):
        n += max(0, count_suit(a, suit) - count_suit(b, suit))
    return n


@jit
def as_set(suits):
    """Each suit at most once."""
    out = 0
    for suit in range(4):
        if count_suit(suits, suit):
            out |= one_suit(suit)
    return out


@jit
def suits_of(code, words):
    """A meld's suits: real cards, and jokers named as a suit. A sequence has one suit, once."""
    if kind_of(code) != GROUP:
        return one_suit(suit_of(code))
    out = 0
    for suit in range(4):
        n = popcount(words[0] & ~JOKERS & (SUIT_BIT0 << suit)) + named(code, suit)
        if words[1] != 0:
            for k in range(1, 4):
                n += popcount(words[k] & ~JOKERS & (SUIT_BIT0 << suit))
        out |= n << (8 * suit)
    return out


@jit
def free_jokers(code):
    """How many jokers of a group take whatever suit is missing (of a sequence: none)."""
    if kind_of(code) != GROUP:
        return 0
    n = jokers_of(code)
    for suit in range(4):
        n -= named(code, suit)
    return n


@jit
def lock_size(code):
    """How many suits a lock on this meld has: a group's cards, one for a sequence."""
    return size_of(code) if kind_of(code) == GROUP else 1


@jit
def top_suit(code, words):
    """The suit of the top card + 1; FREE for a joker that may be any; 0 if nothing is on top."""
    kind = kind_of(code)
    if kind >= SEQUENCE:
        return suit_of(code) + 1
    if size_of(code) == 1:
        return FREE if only_jokers(words) else (lowest(words[0]) & 3) + 1
    top = top_of(code)
    if top == TOP_JOKER:
        joker_named = total_named(code) > 0 and (code >> 49) & 1
        return ((code >> 23) & 3) + 1 if joker_named else FREE
    return top


@jit
def total_named(code):
    """How many jokers of a group are named as a suit."""
    return named(code, 0) + named(code, 1) + named(code, 2) + named(code, 3)
