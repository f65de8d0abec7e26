"""``lowest`` from masks when a hand may hold a card several times and only groups are played."""

from __future__ import annotations

from sim.engine.action import group_code, rank_of, size_of
from sim.engine.bits import popcount
from sim.engine.cards import BLACK_JOKER, JOKER, ORDINARY, copies, joker_count
from sim.engine.jit import apart, jit
from sim.engine.melds.groups import group_limit
from sim.engine.melds.rows import joker_word
from sim.engine.order import rank_value, reversed_order, stronger_cards
from sim.policies.picks.rows import must_list, write_pass


@apart
def pick(r, t):
    """Write the action that ``lowest`` plays into ``t.chosen``; False if it takes the list to tell."""
    if r.sequences == 1:
        return False
    hand = t.hands[t.seat]
    jokers = joker_count(hand)
    if t.field[0] == 0:
        return _lead(r, t, hand, jokers)
    return _answer(r, t, hand, jokers)


@jit
def held(hand, rank):
    """How many cards of a rank a hand of four words holds."""
    n = popcount((hand[0] >> (4 * rank)) & 15)
    for k in range(1, 4):
        n += popcount((hand[k] >> (4 * rank)) & 15)
    return n


@jit
def _answer(r, t, hand, jokers):
    field = t.field[0]
    size, field_rank = size_of(field), rank_of(field)
    if t.counts[t.seat] < size:
        write_pass(t)
        return True
    able = stronger_cards(r, t, hand[0] & ORDINARY, field_rank)
    alone = jokers >= size and field_rank != JOKER
    alone = alone and rank_value(r, t, JOKER) > rank_value(r, t, field_rank)
    if able == 0 and not alone:
        write_pass(t)
        return True
    if must_list(r, t, size) or (alone and rank_value(r, t, JOKER) < 24):
        return False
    rank = _weakest_with(t, hand, able, max(1, size - jokers))
    if rank >= 0:
        _write(t, hand, rank, size)
    elif alone:
        _write(t, hand, JOKER, size)
    else:
        write_pass(t)
    return True


@jit
def _weakest_with(t, hand, able, n):
    """The weakest rank with a card in ``able`` of which the hand holds at least n; -1 if none."""
    for i in range(13):
        rank = 12 - i if reversed_order(t) else i
        if (able >> (4 * rank)) & 15 and held(hand, rank) >= n:
            return rank
    return -1


@jit
def _lead(r, t, hand, jokers):
    if hand[0] & ORDINARY == 0:
        return False
    most = 0
    for rank in range(13):
        most = max(most, held(hand, rank))
    size = min(group_limit(r), most + jokers)
    if must_list(r, t, size) or jokers >= size:
        return False
    _write(t, hand, _weakest_with(t, hand, hand[0], size - jokers), size)
    return True


@jit
def _write(t, hand, rank, size):
    """The group of a rank with as few jokers as can be, of clubs as many as there are, and so on."""
    real = 0 if rank == JOKER else min(size, held(hand, rank))
    jokers = size - real
    black = min(copies(hand, BLACK_JOKER), jokers)
    t.chosen[0] = group_code(rank, size, jokers)
    for k in range(4):
        t.chosen[k + 1] = joker_word(black, jokers - black, k)
    for s in range(4):
        bit = 4 * rank + 3 - s
        if real > 0:
            n = min(real, copies(hand, bit))
            for k in range(n):
                t.chosen[k + 1] |= 1 << bit
            real -= n
