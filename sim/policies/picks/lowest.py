"""``lowest`` from masks: the weakest rank or window that answers, the clubs first, jokers last."""

from __future__ import annotations

from sim.engine.action import GROUP, group_code, kind_of, size_of
from sim.engine.bits import popcount
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
    able_cards,
    jokers_answer,
    must_list,
    write_card,
    write_group,
    write_pass,
    write_sequence,
)


@hot
def pick(r, t):
    """Write the action that ``lowest`` plays into ``t.chosen``; False if it takes the list to tell."""
    field = t.field[0]
    if field == 0:
        return _lead(r, t)
    if kind_of(field) == GROUP:
        if size_of(field) == 1 and _answer_single(r, t):
            return True
        return _answer_group(r, t)
    return _answer_sequence(r, t)


@hot
def _answer_single(r, t):
    """As ``_answer_group`` for most singles, without a branch on the cards; False for the others."""
    hand = t.hands[t.seat, 0]
    cards = able_cards(t, hand)
    if cards == 0 or must_list(r, t, 1) or (hand & JOKERS != 0 and t.revolution != 0):
        return False
    write_card(t, last_card(cards) if reversed_order(t) else first_card(cards))
    return True


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
def _lead(r, t):
    hand = t.hands[t.seat, 0]
    if r.sequences == 1 and may_hold_run(in_ladder(hand), run_jokers(r, hand)):
        return _lead_run(r, t, hand)
    if hand & JOKERS == 0 and group_limit(r) >= 4:
        return _lead_real(r, t, hand)
    return _lead_group(r, t, hand)


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
        return False
    rank = weakest_rank(ranks, reversed_order(t))
    t.chosen[0] = group_code(rank, size, 0)
    t.chosen[1] = hand & (15 << (4 * rank))
    return True


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
