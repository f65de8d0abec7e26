"""Passes that nobody decides: in a plain game a seat that holds no answer passes, whatever its policy.

More than half of all turns are such passes. What beats the field is worked out once a meld, as a mask;
a seat is then asked in a few instructions. Where the masks do not tell, the seat is left to be asked
in full. Measured on ``uec`` with ``lowest``: see the commit that brought it in.
"""

from __future__ import annotations

from sim.engine.action import GROUP, kind_of, rank_of, size_of
from sim.engine.bits import popcount
from sim.engine.cards import JOKER, JOKERS, ORDINARY
from sim.engine.game import clear, lead_after
from sim.engine.jit import hot, jit
from sim.engine.masks import ONES, PLACES, first_windows, in_ladder, ranks_with, widen
from sim.engine.order import rank_value, reversed_order, stronger_cards
from sim.engine.seats import next_in
from sim.engine.state import NO_LOCK, ONE_DECK


@hot
def locked_suits(t):
    """The suits of an exact lock, a bit each."""
    suits = t.lock_suits
    return (suits | (suits >> 7) | (suits >> 14) | (suits >> 21)) & 15


@hot
def cards_above(r, t):
    """The ordinary cards of ranks that beat the group on the field, in the locked suits where these
    alone decide (not with a suit left open, nor for a S3 on a joker)."""
    cards = stronger_cards(r, t, ORDINARY, rank_of(t.field[0]))
    if t.lock != NO_LOCK and t.lock_open == 0 and rank_of(t.field[0]) != JOKER:
        cards &= ONES * locked_suits(t)
    return cards


@hot
def jokers_beat(r, t):
    """Whether jokers alone, if they are enough, beat the group on the field."""
    rank = rank_of(t.field[0])
    return rank != JOKER and rank_value(r, t, JOKER) > rank_value(r, t, rank)


@jit
def answering_windows(r, t):
    """A mask of the windows that beat the plain sequence on the field and obey its lock.

    Only for sequence_answer = higher and disjoint, where an answer has the field's length.
    """
    field = t.field[0]
    place, size = rank_of(field) + 1, size_of(field)
    apart = size - 1 if r.sequence_answer == 2 else 0
    if reversed_order(t):
        last = place - apart
        mask = (1 << (4 * last)) - 1 if last > 0 else 0
    else:
        first = place + 1 + apart
        mask = -1 << (4 * first) if first < 15 else 0
    if t.lock != NO_LOCK:
        mask &= PLACES * locked_suits(t)
    return mask


@jit
def windows_of(r, hand, size):
    """The windows of ``size`` places with at most 0, 1 and 2 cards missing, jokers allowing."""
    ones = places_of_hand(r, hand)
    windows = ones
    for k in range(1, size):
        windows = widen(windows, ones, k)
    return windows


@hot
def run_jokers(r, hand):
    """How many jokers may stand in a sequence."""
    return popcount(hand & JOKERS) if r.sequence_jokers == 1 else 0


@hot
def places_of_hand(r, hand):
    """The windows of one place, from which those of more places grow."""
    return first_windows(in_ladder(hand), r.sequence_past_ends, run_jokers(r, hand))


@jit
def pass_the_unable(r, t):
    """From the seat to act on, seats that cannot answer the field pass, until one may or it clears."""
    size, group = size_of(t.field[0]), kind_of(t.field[0]) == GROUP
    above, alone = 0, False
    if group:
        above, alone = cards_above(r, t), jokers_beat(r, t)
    elif r.sequence_answer != 1 and t.plain == ONE_DECK:
        above = answering_windows(r, t)
    else:
        return
    seat, owner = t.seat, t.owner
    asked = t.playing & ~(t.passed | t.locked)
    if r.own_answer == 0:
        asked &= ~(1 << owner)
    passes, gone = 0, 0
    while not (
        _may_answer(t, seat, above, alone, size) if group else _may_run(r, t, seat, above, size)
    ):
        passes += 1
        gone |= 1 << seat
        asked &= ~(1 << seat)
        if asked == 0:
            break
        seat = next_in(t, seat, asked)
    if passes:
        _note_passes(r, t, passes, gone)
        t.seat = seat
        if asked == 0:
            clear(t)
            lead_after(t, owner)


@hot
def _note_passes(r, t, passes, gone):
    t.turns += passes
    t.passes += passes
    t.passed |= gone
    if r.pass_lock == 1:
        t.locked |= gone


@hot
def _may_answer(t, seat, above, alone, size):
    """Whether a seat may hold a group that beats the field."""
    hand = t.hands[seat, 0]
    cards, jokers = hand & above, popcount(hand & JOKERS)
    if t.plain != ONE_DECK:
        return (cards | jokers) != 0 and t.counts[seat] >= size
    if size == 1:
        return cards != 0 or (alone and jokers != 0)
    if alone and jokers >= size:
        return True
    return ranks_with(cards, max(1, size - jokers)) != 0


@jit
def _may_run(r, t, seat, above, size):
    """Whether a seat may hold a sequence that beats the field."""
    if t.counts[seat] < size:
        return False
    windows = windows_of(r, t.hands[seat, 0], size)
    return (windows[0] | windows[1] | windows[2]) & above != 0
