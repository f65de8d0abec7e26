"""Questions about a whole hand answered by a few shifts: ranks with enough cards, runs of a suit.

A hand of one deck is a mask of 54 bits (``sim.engine.cards``), one nibble a rank. A *window* is a
place for a plain sequence of k cards, named by its first card in a mask that is shifted by a nibble:
nibble p stands for rank p - 1, so that 0 and 14 are the places past the ends.
"""

from __future__ import annotations

from sim.engine.bits import leading_zeros, lowest, popcount
from sim.engine.cards import JOKERS, ORDINARY
from sim.engine.jit import hot

ONES = 0x1111111111111
"""A one in the nibble of every rank."""
PLACES = 0x111111111111111
"""A one in the nibble of every place of the ladder."""
_PAIRS, _NIBBLES, _HIGH = 0x5555555555555, 0x3333333333333, 0x8888888888888
_INSIDE = ((1 << 52) - 1) << 4
_WITH_ENDS = (1 << 60) - 1


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
