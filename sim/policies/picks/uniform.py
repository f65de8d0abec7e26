"""``random`` from masks: the legal actions are counted, one is drawn, and only that one is written.

The order in which they are counted is that of the list, so that the same draw means the same action.
"""

from __future__ import annotations

from sim.engine.action import GROUP, group_code, kind_of, size_of
from sim.engine.bits import lowest, popcount
from sim.engine.cards import JOKER, JOKERS, ORDINARY
from sim.engine.jit import apart, hot, jit
from sim.engine.masks import (
    choose_count,
    in_ladder,
    jokers_held,
    may_hold_run,
    nibble_of,
    nth_card,
    nth_of_sizes,
    nth_set,
    nth_set_of_size,
    set_counts,
    set_counts_of_size,
    sum_of_nibbles,
    widen,
)
from sim.engine.melds.sequences import list_sequences
from sim.engine.passing import places_of_hand, run_jokers, windows_of
from sim.engine.state import NO_LOCK, SEQUENCE_ROWS
from sim.engine.streams import below_ahead
from sim.policies.picks.rows import (
    CHOSEN,
    LISTED,
    PASSES,
    able_cards,
    jokers_answer,
    must_list,
    write_group,
)


@hot
def pick(r, t, seat, work):
    """A random legal action of ``seat``, as ``rows`` says."""
    field = t.field[0]
    if field == 0:
        if r.group_max != 0 or r.illegal_finish != 0:
            return LISTED
        return _lead(r, t, seat, work)
    if kind_of(field) != GROUP:
        return _answer_sequence(r, t, work)
    if size_of(field) != 1:
        return _answer_group(r, t, work)
    return _answer_single(r, t, seat, work)


@hot
def _answer_single(r, t, seat, work):
    """One of the cards that beat the field, a joker alone or a pass."""
    hand = t.hands[seat, 0]
    cards = able_cards(t, hand)
    alone = jokers_answer(t, jokers_held(hand))
    n = popcount(cards)
    if n == 0 and not alone:
        return PASSES
    if must_list(r, t, 1):
        return LISTED
    drawn = below_ahead(work, n + (2 if alone else 1))
    if drawn < n:
        return nth_card(cards, drawn)
    if alone and drawn == n:
        write_group(r, t, hand, JOKER, 0, 1, 0)
        return CHOSEN
    return PASSES


@apart
def _answer_group(r, t, work):
    hand, size = t.hands[t.seat, 0], size_of(t.field[0])
    jokers = jokers_held(hand)
    cards = able_cards(t, hand)
    alone = jokers_answer(t, jokers)
    if cards == 0 and not alone:
        return PASSES
    if must_list(r, t, size):
        return LISTED
    if jokers == 0:
        return _answer_real(t, work, cards, size)
    groups = _count_answers(r, t, cards, size, jokers)
    total = groups + (1 if alone else 0) + 1
    drawn = below_ahead(work, total) if total > 1 else 0
    if drawn == total - 1:
        return PASSES
    if drawn < groups:
        _write_answer(r, t, hand, cards, size, jokers, drawn)
    else:
        write_group(r, t, hand, JOKER, 0, size, 0)
    return CHOSEN


@hot
def _answer_real(t, work, cards, size):
    """As ``_answer_group`` of a hand without jokers."""
    sets = set_counts_of_size(cards, size) if size <= 4 else 0
    groups = sum_of_nibbles(sets)
    drawn = below_ahead(work, groups + 1) if groups != 0 else 0
    if drawn == groups:
        return PASSES
    rank, drawn = nth_of_sizes(sets, drawn)
    t.chosen[0] = group_code(rank, size, 0)
    t.chosen[1] = nth_set_of_size(cards, rank, size, drawn)
    return CHOSEN


@hot
def _names(r, t, suits, jokers):
    """In how many ways the jokers beside ``suits`` real cards can be named."""
    if r.joker_suit == 0 or jokers == 0 or suits == 4:
        return 1
    return 1 if t.lock != NO_LOCK and t.field[0] != 0 else 4 - suits


@jit
def _count_answers(r, t, cards, size, jokers):
    """How many groups of ``size`` the ranks of ``cards`` make, jokers helping."""
    n = 0
    while cards:
        rank = lowest(cards) >> 2
        held = popcount(nibble_of(cards, rank))
        cards &= ~(15 << (4 * rank))
        for j in range(min(jokers, size - 1) + 1):
            n += choose_count(held, size - j) * _names(r, t, size - j, j)
    return n


@jit
def _write_answer(r, t, hand, cards, size, jokers, drawn):
    """The ``drawn``-th of the groups counted: by rank, suits from the highest set, names."""
    while True:
        rank = lowest(cards) >> 2
        suits = nibble_of(cards, rank)
        cards &= ~(15 << (4 * rank))
        part = suits
        while part:
            real = popcount(part)
            if real <= size and size - real <= jokers:
                ways = _names(r, t, real, size - real)
                if drawn < ways:
                    write_group(r, t, hand, rank, part, size - real, drawn)
                    return
                drawn -= ways
            part = (part - 1) & suits


@apart
def _answer_sequence(r, t, work):
    size = size_of(t.field[0])
    if t.counts[t.seat] < size:
        return PASSES
    if r.sequence_answer == 1 or must_list(r, t, size):
        return LISTED
    hand = t.hands[t.seat, 0]
    w0, w1, w2 = windows_of(r, hand, size)
    n = _placements(w0 & t.above, w1 & t.above, w2 & t.above, size, run_jokers(r, hand))
    if n == 0:
        return PASSES
    if n >= SEQUENCE_ROWS:
        return LISTED
    drawn = below_ahead(work, n + 1)
    return _take_sequence(r, t, work, drawn) if drawn < n else PASSES


@hot
def _placements(w0, w1, w2, size, jokers):
    """How many plain sequences the windows of a size make: spare jokers may replace cards held."""
    none, one, two = popcount(w0), popcount(w1 & ~w0), popcount(w2 & ~w1)
    if jokers == 0:
        return none
    if jokers == 1:
        return none * (1 + size) + one
    return none * (1 + size + size * (size - 1) // 2) + one * size + two


@apart
def _take_sequence(r, t, work, drawn):
    """Choose the ``drawn``-th sequence of the list."""
    list_sequences(r, t, work.rows, 0)
    for k in range(5):
        t.chosen[k] = work.rows[drawn, k]
    return CHOSEN


@hot
def _lead(r, t, seat, work):
    hand = t.hands[seat, 0]
    if hand & JOKERS != 0:
        return _lead_with_jokers(r, t, work, hand)
    sets = set_counts(hand)
    groups = sum_of_nibbles(sets)
    runs = _count_runs(r, hand) if r.sequences == 1 else 0
    if runs >= SEQUENCE_ROWS:
        return LISTED
    total = groups + runs + (1 if r.lead_pass == 1 else 0)
    drawn = below_ahead(work, total) if total > 1 else 0
    if drawn >= groups:
        return _take_sequence(r, t, work, drawn - groups) if drawn < groups + runs else PASSES
    rank, drawn = nth_of_sizes(sets, drawn)
    group = nth_set(hand, rank, drawn)
    if group & (group - 1) == 0:
        return lowest(group)
    t.chosen[0] = group_code(rank, popcount(group), 0)
    t.chosen[1] = group
    return CHOSEN


@apart
def _lead_with_jokers(r, t, work, hand):
    jokers = jokers_held(hand)
    groups = _count_leads(r, hand & ORDINARY, jokers)
    runs = _count_runs(r, hand) if r.sequences == 1 else 0
    if runs >= SEQUENCE_ROWS:
        return LISTED
    total = groups + jokers + runs + (1 if r.lead_pass == 1 else 0)
    drawn = below_ahead(work, total) if total > 1 else 0
    if drawn < groups:
        _write_lead(r, t, hand, jokers, drawn)
    elif drawn < groups + jokers:
        write_group(r, t, hand, JOKER, 0, drawn - groups + 1, 0)
    elif drawn < groups + jokers + runs:
        return _take_sequence(r, t, work, drawn - groups - jokers)
    else:
        return PASSES
    return CHOSEN


@hot
def _leads_of_rank(r, held, jokers):
    """How many groups a rank of ``held`` cards can lead, jokers helping."""
    sets = (1 << held) - 1
    if jokers == 0:
        return sets
    if r.joker_suit == 0:
        return sets * (1 + jokers)
    # Every set alone, and with one joker named as each suit that it lacks: held sets of one card
    # lack three, and so on; the set of all four has its joker unnamed.
    named = 4 * sets - held * (1 << (held - 1)) + (1 if held == 4 else 0)
    return sets + named


@jit
def _count_leads(r, cards, jokers):
    n = 0
    while cards:
        rank = lowest(cards) >> 2
        n += _leads_of_rank(r, popcount(nibble_of(cards, rank)), jokers)
        cards &= ~(15 << (4 * rank))
    return n


@jit
def _write_lead(r, t, hand, jokers, drawn):
    """The ``drawn``-th group to lead: by rank, suits from the highest set, jokers, names."""
    cards = hand & ORDINARY
    while True:
        rank = lowest(cards) >> 2
        suits = nibble_of(cards, rank)
        cards &= ~(15 << (4 * rank))
        n = _leads_of_rank(r, popcount(suits), jokers)
        if drawn >= n:
            drawn -= n
            continue
        part = suits
        while part:
            real = popcount(part)
            for j in range(jokers + 1):
                ways = _names(r, t, real, j)
                if drawn < ways:
                    write_group(r, t, hand, rank, part, j, drawn)
                    return
                drawn -= ways
            part = (part - 1) & suits


@hot
def _count_runs(r, hand):
    """How many plain sequences a hand can lead."""
    if may_hold_run(in_ladder(hand), run_jokers(r, hand)) and popcount(hand) >= 3:
        return _count_long_runs(r, hand)
    return 0


@jit
def _count_long_runs(r, hand):
    jokers = run_jokers(r, hand)
    ones = places_of_hand(r, hand)
    n, size, windows = 0, 1, ones
    while True:
        windows = widen(windows, ones, size)
        size += 1
        if windows[0] | windows[1] | windows[2] == 0:
            return n
        if size >= 3:
            n += _placements(windows[0], windows[1], windows[2], size, jokers)
