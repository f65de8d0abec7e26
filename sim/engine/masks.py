"""Questions about a whole hand answered by a few shifts: ranks with enough cards, runs of a suit.

A hand of one deck is a mask of 54 bits (``sim.engine.cards``), one nibble a rank. A *window* is a
place for a plain sequence of k cards, named by its first card in a mask that is shifted by a nibble:
nibble p stands for rank p - 1, so that 0 and 14 are the places past the ends.
"""

from __future__ import annotations

import numpy as np

from sim.engine.bits import deposit, leading_zeros, lowest, nth_bit, popcount
from sim.engine.cards import JOKERS, ORDINARY
from sim.engine.jit import hot

ONES = 0x1111111111111
"""A one in the nibble of every rank."""
PLACES = 0x111111111111111
"""A one in the nibble of every place of the ladder."""
_PAIRS, _NIBBLES, _HIGH = 0x5555555555555, 0x3333333333333, 0x8888888888888
_INSIDE = ((1 << 52) - 1) << 4
_WITH_ENDS = (1 << 60) - 1
_BYTES, _LOW_NIBBLES, _TOPS = 0x0101010101010101, 0x0F0F0F0F0F0F0F0F, -0x7F7F7F7F7F7F7F80

_COMBINATIONS = np.array(
    [
        sum(
            part << (4 * i)
            for i, part in enumerate(
                p for p in range((1 << held) - 1, 0, -1) if p.bit_count() == size
            )
        )
        for held in range(5)
        for size in range(5)
    ],
    np.int64,
)
"""For so many cards of a rank (row of five) and a size: the sets of that size, a nibble each, the
highest first."""


@hot
def nth_set(cards, rank, n):
    """The n-th of the sets of cards of a rank held, from the highest: a set of suits is a number."""
    held = cards & (15 << (4 * rank))
    return deposit((1 << popcount(held)) - 1 - n, held)


@hot
def nth_set_of_size(cards, rank, size, n):
    """The n-th of the sets of ``size`` cards of a rank held, from the highest."""
    held = cards & (15 << (4 * rank))
    return deposit((_COMBINATIONS[5 * popcount(held) + size] >> (4 * n)) & 15, held)


@hot
def nth_of_sizes(sizes, n):
    """Where the n-th of things falls that the nibbles of ``sizes`` count, at most 255 in all: the
    nibble, and which of its things."""
    even = sizes & _LOW_NIBBLES
    sums = (even + ((sizes >> 4) & _LOW_NIBBLES)) * _BYTES
    at = 8 * popcount(_not_above(sums, n * _BYTES))
    n -= ((sums << 8) >> at) & 255
    low = (even >> at) & 15
    return (at >> 2) + (1 if n >= low else 0), n - (low if n >= low else 0)


@hot
def _not_above(x, y):
    """The highest bit of each byte of x that is at most that of y, bytes from 0 to 255."""
    return ((((y | _TOPS) - (x & ~_TOPS)) | (x ^ y)) ^ (x & ~y)) & _TOPS


@hot
def _mirrored(cards):
    """The cards with S and C, and H and D exchanged."""
    cards = ((cards & _PAIRS) << 1) | ((cards >> 1) & _PAIRS)
    return ((cards & _NIBBLES) << 2) | ((cards >> 2) & _NIBBLES)


@hot
def nth_card(cards, n):
    """The n-th of some ordinary cards: by rank, suits from the highest."""
    return nth_bit(_mirrored(cards), n) ^ 3


@hot
def first_card(cards):
    """The first of some ordinary cards: of the lowest rank, the highest suit."""
    return lowest(_mirrored(cards)) ^ 3


@hot
def last_card(cards):
    """The card of the highest rank and, in it, of the highest suit."""
    return 63 - leading_zeros(cards)


@hot
def largest_ranks(cards):
    """The ranks of which an ordinary mask holds most cards, as ``ranks_with``, and how many that is."""
    counts = rank_counts(cards)
    ranks, size = (counts + 7 * ONES) & _HIGH, 1
    for n in range(2, 5):
        more = (counts + (8 - n) * ONES) & _HIGH
        ranks, size = more if more != 0 else ranks, size + (1 if more != 0 else 0)
    return ranks, size


@hot
def set_counts(cards):
    """How many sets of cards each rank of an ordinary mask makes: 0, 1, 3, 7 or 15, a nibble each."""
    counts = rank_counts(cards)
    ones, twos = (counts + 7 * ONES) & _HIGH, (counts + 6 * ONES) & _HIGH
    threes, fours = (counts + 5 * ONES) & _HIGH, (counts + 4 * ONES) & _HIGH
    return (ones >> 3) | (twos >> 2) | (threes >> 1) | fours


@hot
def set_counts_of_size(cards, size):
    """How many sets of 2, 3 or 4 cards each rank of an ordinary mask makes, a nibble each."""
    counts = rank_counts(cards)
    threes, fours = ((counts + 5 * ONES) & _HIGH) >> 3, ((counts + 4 * ONES) & _HIGH) >> 3
    if size == 2:
        return (((counts + 6 * ONES) & _HIGH) >> 3) + 2 * threes + 3 * fours
    return threes + 3 * fours if size == 3 else fours


@hot
def sum_of_nibbles(sizes):
    """The sum of all nibbles, at most 255."""
    return (((sizes & _LOW_NIBBLES) + ((sizes >> 4) & _LOW_NIBBLES)) * _BYTES >> 56) & 255


@hot
def rank_counts(cards):
    """How many cards of each rank an ordinary mask holds, a nibble a rank."""
    pairs = cards - ((cards >> 1) & _PAIRS)
    return (pairs & _NIBBLES) + ((pairs >> 2) & _NIBBLES)


@hot
def ranks_with(cards, n):
    """The ranks of which an ordinary mask holds at least n cards (1 to 8): bit 3 of their nibbles."""
    return (rank_counts(cards) + (8 - n) * ONES) & _HIGH


@hot
def weakest_rank(ranks, reversed_order):
    """The weakest rank with a bit in a non-empty mask, in the order in force."""
    if reversed_order:
        return (63 - leading_zeros(ranks)) >> 2
    return lowest(ranks) >> 2


@hot
def nibble_of(cards, rank):
    """The suits held of a rank, as four bits."""
    return (cards >> (4 * rank)) & 15


@hot
def highest_bits(bits, n):
    """The n highest bits of a mask that has at least n."""
    for _ in range(popcount(bits) - n):
        bits &= bits - 1
    return bits


@hot
def highest_suit(suits):
    """The highest suit in a non-empty set of four bits."""
    return 63 - leading_zeros(suits)


@hot
def choose_count(n, k):
    """n over k for 0 <= n <= 4, any k."""
    if k < 0 or k > n:
        return 0
    if k == 0 or k == n:
        return 1
    return 6 if n == 4 and k == 2 else n


@hot
def spread_suits(suits):
    """Four bits, one a suit, as the locks count them: eight bits a suit."""
    return (suits | (suits << 7) | (suits << 14) | (suits << 21)) & 0x01010101


@hot
def jokers_held(hand):
    return popcount(hand & JOKERS)


@hot
def in_ladder(cards):
    """The ordinary cards of a mask, shifted so that nibble p stands for rank p - 1."""
    return (cards & ORDINARY) << 4


@hot
def first_windows(cards, past_ends, jokers):
    """The windows of one place with at most 0, 1 and 2 cards missing, given the jokers held."""
    allowed = _WITH_ENDS if past_ends else _INSIDE
    return cards, allowed if jokers >= 1 else 0, allowed if jokers >= 2 else 0


@hot
def widen(windows, ones, k):
    """From the windows of k places with at most 0, 1 and 2 cards missing to those of k + 1; ``ones``
    are those of one place."""
    w0, w1, w2 = windows
    held, one, two = ones[0] >> (4 * k), ones[1] >> (4 * k), ones[2] >> (4 * k)
    return w0 & held, (w1 & held) | (w0 & one), (w2 & held) | (w1 & two)


@hot
def may_hold_run(cards, jokers):
    """Whether a plain sequence of three is possible; ``cards`` as ``in_ladder`` gives them."""
    if jokers == 0:
        return cards & (cards >> 4) & (cards >> 8) != 0
    return jokers > 1 or cards & ((cards >> 4) | (cards >> 8)) != 0
