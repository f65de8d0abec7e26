"""What may beat a meld on the table in the trick that is being played."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    SEQUENCE,
    is_climb,
    jokers_of,
    kind_of,
    rank_of,
    size_of,
    suit_of,
)
from sim.engine.bits import popcount
from sim.engine.cards import JOKER
from sim.engine.effects import deuce_clears, six_clears, top_sequence_clears, two_jokers_clear
from sim.engine.finish import cuts_by_eight
from sim.engine.follow import snipes
from sim.engine.jit import hot, jit
from sim.engine.locks import BY_EXACT, BY_PARTIAL
from sim.engine.state import EXACT
from sim.policies.plan.split import run_beaters
from sim.policies.plan.view import (
    ABLE,
    JOKERS_BEAT,
    ONES,
    REVERSED,
    SNIPED,
    UNSEEN,
    beaten_by,
)
from sim.policies.plan.weights import RANKS


@hot
def holds(r, t, info, trick, code, words):
    """0 if nobody can beat a meld on the table, as far as seen; else by how many ranks it may be
    beaten, or for a sequence as ``run_beaters`` says."""
    size = size_of(code)
    if info[ABLE] < size or clears(r, t, code, words):
        return 0
    if kind_of(code) != GROUP:
        if kind_of(code) != SEQUENCE or is_climb(code):
            return 1
        return run_beaters(info, trick, 4 * max(0, rank_of(code)) + suit_of(code), size)
    rank = rank_of(code)
    if rank == JOKER:
        if r.joker_in_reversal == 1 and t.revolution and not t.back:
            return RANKS - 2
        return info[SNIPED] if size == 1 else 0
    suits = locked_after(r, t, code, words)
    if suits:
        return under_lock(info, trick, rank, suits)
    return max(0, beaten_by(info, trick, size, 4 * rank))


@jit
def clears(r, t, code, words):
    """Whether the field clears by this meld."""
    return (
        cuts_by_eight(r, code, words)
        or snipes(r, t, code, words)
        or two_jokers_clear(r, code)
        or top_sequence_clears(r, t, code)
        or six_clears(r, code)
        or deuce_clears(r, t, code)
    )


@hot
def locked_after(r, t, code, words):
    """The suits, four bits, that an answer to this group must have; 0 without a lock."""
    field = t.field[0]
    if field == 0 or r.suit_lock == 0 or jokers_of(code) or t.hands[t.seat, 1]:
        return 0
    suits = (words[0] >> (4 * rank_of(code))) & 15
    if t.lock == EXACT or (t.top and size_of(code) == 1):
        return suits
    if size_of(code) > 1 and r.suit_lock != BY_EXACT and r.suit_lock != BY_PARTIAL:
        return 0
    if kind_of(field) != GROUP or rank_of(field) == JOKER or jokers_of(field):
        return 0
    return suits if (t.field[1] >> (4 * rank_of(field))) & 15 == suits else 0


@hot
def under_lock(info, trick, rank, suits):
    """How many ranks, or cards, may beat a group that binds answers to its suits."""
    cards = ONES
    for suit in range(4):
        if (suits >> suit) & 1:
            cards &= info[UNSEEN] >> suit
    cards &= ONES
    if trick[REVERSED]:
        cards &= (1 << (4 * rank)) - 1
    else:
        cards &= -1 << (4 * (rank + 1))
    return min(RANKS - 2, popcount(cards) + (1 if trick[JOKERS_BEAT] else 0))
