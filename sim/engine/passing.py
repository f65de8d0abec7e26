"""Passes that nobody decides: in a plain game a seat that holds no answer passes, whatever its policy.

More than half of all turns are such passes. What beats the field is worked out once a meld, as a mask,
and with it the set of the seats that may answer; all that pass in a row then pass at once. Where the
masks do not tell, the seat is left to be asked in full.
"""

from __future__ import annotations

from sim.engine.action import GROUP, kind_of, rank_of, size_of
from sim.engine.bits import lowest, popcount
from sim.engine.cards import JOKER, JOKERS, ORDINARY
from sim.engine.game import clear, lead_after
from sim.engine.jit import hot, jit
from sim.engine.masks import ONES, PLACES, first_windows, in_ladder, ranks_with, widen
from sim.engine.order import rank_value, reversed_order, stronger_cards
from sim.engine.seats import still_to_ask
from sim.engine.state import NO_LOCK, ONE_DECK, SEATS

EVERYBODY = (1 << SEATS) - 1


@hot
def locked_suits(t):
    """The suits of an exact lock, a bit each."""
    suits = t.lock_suits
    return (suits | (suits >> 7) | (suits >> 14) | (suits >> 21)) & 15


@hot
def note_stronger(r, t, rank, suits):
    """Note of the group of an ordinary rank on the field what beats it: the cards, in ``suits`` where a
    lock leaves only these, and whether jokers alone do."""
    first = 4 * rank
    cards = (1 << first) - 1 if reversed_order(t) else ORDINARY & (-16 << first)
    if t.lock != NO_LOCK and t.lock_open == 0:
        cards &= ONES * suits
    t.above = cards
    strong = r.joker_in_reversal == 0 or rank_value(r, t, JOKER) > rank_value(r, t, rank)
    t.alone = 1 if strong else 0


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
def look_at_field(r, t):
    """Note what beats the group or plain sequence on the field, and which seats may hold it."""
    t.able = EVERYBODY
    size = size_of(t.field[0])
    if kind_of(t.field[0]) == GROUP:
        if rank_of(t.field[0]) == JOKER:
            t.above, t.alone = stronger_cards(r, t, ORDINARY, JOKER), 0
        else:
            note_stronger(r, t, rank_of(t.field[0]), locked_suits(t))
        if t.ask_all == 0:
            t.able = _able_of_group(t, size)
    elif r.sequence_answer != 1 and t.plain == ONE_DECK:
        t.above = answering_windows(r, t)
        if t.ask_all == 0:
            t.able = _holders_of_run(r, t, size)


@hot
def _able_of_group(t, size):
    if t.plain != ONE_DECK:
        return _able_with_decks(t, size)
    if size == 1:
        return holders_of_card(t, t.above | (JOKERS if t.alone else 0))
    return holders_of_group(t, size)


@hot
def go_on(r, t, first):
    """The turn of the first seat from ``first`` on who may answer, clockwise as always in a plain game;
    all before pass. If there is nobody the field clears. Returns whose turn it is."""
    asked = still_to_ask(r, t)
    able = t.able & asked
    if able == 0:
        owner = t.owner
        _all_pass(r, t, asked)
        clear(t)
        lead_after(t, owner)
        return t.seat & (SEATS - 1)
    after = -1 << first
    ahead = lowest(_twice(able) & after)
    gone = _twice(asked) & after & ((1 << ahead) - 1)
    _all_pass(r, t, (gone | (gone >> SEATS)) & EVERYBODY)
    t.seat = ahead & (SEATS - 1)
    return ahead & (SEATS - 1)


@hot
def _twice(seats):
    """Once around the table and once again, so that turn order is a row of bits."""
    return seats | (seats << SEATS)


@hot
def _all_pass(r, t, seats):
    passes = popcount(seats)
    t.turns += passes
    t.passes += passes
    t.passed |= seats
    if r.pass_lock == 1:
        t.locked |= seats


@hot
def holders_of_card(t, cards):
    """The seats that hold one of these cards of one deck. As below without a branch a seat: which hands
    hold an answer cannot be foreseen."""
    seats = _hold_card(t, cards, 0, 4)
    if t.players > 4:
        seats |= _hold_card(t, cards, 4, 6)
    if t.players > 6:
        seats |= _hold_card(t, cards, 6, 8)
    return seats


@hot
def _hold_card(t, cards, first, last):
    seats = 0
    for seat in range(first, last):
        seats |= (1 << seat) if t.hands[seat, 0] & cards != 0 else 0
    return seats


@hot
def holders_of_group(t, size):
    """The seats that hold a group of two or more cards of one deck that beats the field."""
    seats = _hold_group(t, size, 0, 4)
    if t.players > 4:
        seats |= _hold_group(t, size, 4, 6)
    if t.players > 6:
        seats |= _hold_group(t, size, 6, 8)
    return seats


@hot
def _hold_group(t, size, first, last):
    seats = 0
    for seat in range(first, last):
        hand = t.hands[seat, 0]
        jokers = popcount(hand & JOKERS)
        enough = 1 if jokers >= size else 0
        ranks = ranks_with(hand & t.above, size - jokers + enough)
        seats |= ((1 if ranks != 0 else 0) | (enough & t.alone)) << seat
    return seats


@jit
def _able_with_decks(t, size):
    """The seats that may hold such a group of several decks."""
    seats = 0
    for seat in range(t.players):
        cards = t.hands[seat, 0] & (t.above | JOKERS)
        seats |= (1 << seat) if cards != 0 and t.counts[seat] >= size else 0
    return seats


@jit
def _holders_of_run(r, t, size):
    """The seats that may hold a plain sequence of this size that beats the field."""
    seats = 0
    for seat in range(t.players):
        seats |= (1 << seat) if _may_run(r, t, seat, size) else 0
    return seats


@jit
def _may_run(r, t, seat, size):
    """Whether a seat may hold a sequence that beats the field."""
    if t.counts[seat] < size:
        return False
    windows = windows_of(r, t.hands[seat, 0], size)
    return (windows[0] | windows[1] | windows[2]) & t.above != 0
