"""``lowest`` from masks: the weakest rank or window that answers, the clubs first, jokers last."""

from __future__ import annotations

from sim.engine.action import GROUP, group_code, kind_of, size_of
from sim.engine.bits import lowest, popcount
from sim.engine.cards import JOKER, JOKERS, ORDINARY
from sim.engine.jit import apart, hot, jit
from sim.engine.masks import (
    first_card,
    highest_bits,
    in_ladder,
    jokers_held,
    largest_ranks,
    last_card,
    may_hold_run,
    nibble_of,
    ranks_with,
    weakest_rank,
    widen,
)
from sim.engine.melds.groups import group_limit
from sim.engine.order import rank_value, reversed_order
from sim.engine.passing import places_of_hand, run_jokers, windows_of
from sim.policies.picks.rows import (
    CHOSEN,
    LISTED,
    able_cards,
    chosen_if,
    jokers_answer,
    must_list,
    write_group,
    write_pass,
    write_sequence,
)


@hot
def pick(r, t, seat):
    """The action of ``seat`` that ``lowest`` plays, as ``rows`` says."""
    field = t.field[0]
    if field == 0:
        return _lead(r, t, seat)
    if kind_of(field) != GROUP:
        return chosen_if(_answer_sequence(r, t))
    if size_of(field) == 1:
        hand = t.hands[seat, 0]
        cards = able_cards(t, hand)
        low_joker = hand & JOKERS != 0 and t.revolution != 0
        if cards != 0 and not low_joker and not must_list(r, t, 1):
            return last_card(cards) if reversed_order(t) else first_card(cards)
    return chosen_if(_answer_group(r, t))


@apart
def _answer_group(r, t):
    if t.counts[t.seat] < size_of(t.field[0]):
        write_pass(t)
        return True
    hand, size = t.hands[t.seat, 0], size_of(t.field[0])
    jokers = jokers_held(hand)
    cards = able_cards(t, hand)
    ranks = ranks_with(cards, max(1, size - jokers))
    alone = jokers_answer(t, jokers)
    if ranks == 0 and not alone:
        write_pass(t)
        return True
    if must_list(r, t, size):
        return False
    rank = JOKER
    if ranks != 0:
        rank = weakest_rank(ranks, reversed_order(t))
        if alone and rank_value(r, t, JOKER) < rank_value(r, t, rank):
            rank = JOKER
    if rank == JOKER:
        write_group(r, t, hand, JOKER, 0, size, 0)
    else:
        _write_lowest(r, t, hand, rank, nibble_of(cards, rank), size)
    return True


@hot
def _write_lowest(r, t, hand, rank, suits, size):
    """The group of a rank with as few jokers as can be, clubs first."""
    real = min(size, popcount(suits))
    write_group(r, t, hand, rank, highest_bits(suits, real), size - real, 0)


@apart
def _answer_sequence(r, t):
    size = size_of(t.field[0])
    if t.counts[t.seat] < size:
        write_pass(t)
        return True
    if r.sequence_answer == 1 or must_list(r, t, size):
        return False
    hand = t.hands[t.seat, 0]
    mask = t.above
    w0, w1, w2 = windows_of(r, hand, size)
    if (w0 | w1 | w2) & mask == 0:
        write_pass(t)
    else:
        _write_window(t, hand, size, w0 & mask, w1 & mask, w2 & mask)
    return True


@jit
def _write_window(t, hand, size, w0, w1, w2):
    """Of the windows the weakest, of these one with fewest jokers, the first suit of these."""
    place = weakest_rank(w0 | w1 | w2, reversed_order(t))
    suits = nibble_of(w0, place)
    if suits == 0:
        suits = nibble_of(w1, place)
    if suits == 0:
        suits = nibble_of(w2, place)
    write_sequence(t, hand, place, size, popcount((suits & -suits) - 1))


@hot
def _lead(r, t, seat):
    hand = t.hands[seat, 0]
    if r.sequences == 1 and may_hold_run(in_ladder(hand), run_jokers(r, hand)):
        return chosen_if(_lead_run(r, t, hand))
    if hand & JOKERS == 0 and group_limit(r) >= 4:
        return _lead_real(r, t, hand)
    return chosen_if(_lead_group(r, t, hand))


@apart
def _lead_run(r, t, hand):
    size, windows = _longest_windows(r, hand)
    if size < 3:
        return _lead_group(r, t, hand)
    if must_list(r, t, size):
        return False
    _write_window(t, hand, size, windows[0], windows[1], windows[2])
    return True


@hot
def _lead_real(r, t, hand):
    """As ``_lead_group`` of a hand without jokers, without a branch on the cards."""
    ranks, size = largest_ranks(hand)
    if must_list(r, t, size):
        return LISTED
    rank = weakest_rank(ranks, reversed_order(t))
    group = hand & (15 << (4 * rank))
    if size == 1:
        return lowest(group)
    t.chosen[0] = group_code(rank, size, 0)
    t.chosen[1] = group
    return CHOSEN


@jit
def _longest_windows(r, hand):
    """The size of the longest plain sequence held, and its windows."""
    ones = places_of_hand(r, hand)
    size, windows = 1, ones
    while True:
        wider = widen(windows, ones, size)
        if wider[0] | wider[1] | wider[2] == 0:
            return size, windows
        size, windows = size + 1, wider


@apart
def _lead_group(r, t, hand):
    cards, jokers, limit = hand & ORDINARY, jokers_held(hand), group_limit(r)
    if cards == 0:
        if limit <= jokers:
            return False
        size = jokers
    else:
        most = 1
        while ranks_with(cards, most + 1):
            most += 1
        size = min(limit, most + jokers)
    if must_list(r, t, size):
        return False
    if cards == 0:
        write_group(r, t, hand, JOKER, 0, size, 0)
        return True
    if jokers >= size:
        return False
    rank = weakest_rank(ranks_with(cards, size - jokers), reversed_order(t))
    _write_lowest(r, t, hand, rank, nibble_of(cards, rank), size)
    return True
