"""Strength of whole hands by popcounts, for counting what the tribute moves."""

from __future__ import annotations

from sim.engine.bits import popcount
from sim.engine.cards import ORDINARY, joker_count
from sim.engine.jit import hot, jit

# Cards whose rank has bit 0, 1, 2, 3 set.
_RANK_BITS = tuple(sum(15 << (4 * rank) for rank in range(13) if rank >> b & 1) for b in range(4))
_B0, _B1, _B2, _B3 = _RANK_BITS


@hot
def _sum_of_ranks(word):
    """The sum over the ordinary cards of a word of 0 (a 3) to 12 (a 2)."""
    low = popcount(word & _B0) + 2 * popcount(word & _B1)
    return low + 4 * popcount(word & _B2) + 8 * popcount(word & _B3)


@jit
def hand_strength(words, reversed_order):
    """The sum over cards of 0 (weakest rank) to 12, jokers 13."""
    total, cards = _sum_of_ranks(words[0]), popcount(words[0] & ORDINARY)
    if words[1] != 0:
        for k in range(1, 4):
            total += _sum_of_ranks(words[k])
            cards += popcount(words[k] & ORDINARY)
    if reversed_order:
        total = 12 * cards - total
    return total + 13 * joker_count(words)


@jit
def strongest_cards(words, reversed_order):
    """How many cards of the strongest ordinary rank: 2s, or 3s in reversed order."""
    mask = 15 if reversed_order else 15 << 48
    n = popcount(words[0] & mask)
    if words[1] != 0:
        n += popcount(words[1] & mask) + popcount(words[2] & mask) + popcount(words[3] & mask)
    return n
