"""``keeper`` from masks: its cost of every group and window, without writing them down.

Costs and ties are those of ``sim.policies.keeper``: of equal costs the first of the list wins.
"""

from __future__ import annotations

from sim.engine.action import GROUP, kind_of, size_of
from sim.engine.bits import lowest, popcount
from sim.engine.cards import EIGHT, JOKER, JOKERS, ORDINARY
from sim.engine.jit import apart, hot, jit
from sim.engine.masks import (
    PLACES,
    highest_bits,
    in_ladder,
    jokers_held,
    may_hold_run,
    nibble_of,
    ranks_with,
    widen,
)
from sim.engine.melds.groups import group_limit
from sim.engine.order import rank_value, reversed_order, strongest_rank
from sim.engine.passing import places_of_hand, run_jokers, windows_of
from sim.policies.keeper import FORBIDDEN, patience, runs
from sim.policies.picks.rows import (
    CHOSEN,
    LISTED,
    PASSES,
    able_cards,
    joker_bits,
    jokers_answer,
    must_list,
    write_group,
    write_sequence,
)

NONE = 1 << 60


@apart
def pick(r, t):
    """The action that ``keeper`` plays, as ``rows`` says."""
    field = t.field[0]
    held = t.counts[t.seat]
    if field == 0:
        return _lead(r, t, held)
    size = size_of(field)
    if held < size:
        return PASSES
    hand = t.hands[t.seat, 0]
    if kind_of(field) != GROUP:
        return _answer_sequence(r, t, hand, size, held)
    jokers = jokers_held(hand)
    cards = able_cards(t, hand)
    alone = jokers_answer(t, jokers)
    if not alone and (cards == 0 or ranks_with(cards, max(1, size - jokers)) == 0):
        return PASSES
    if must_list(r, t, size) or held == size:
        return LISTED
    best, cost = _best_group(r, t, hand, cards, size, size, jokers, held)
    if alone:
        cost_alone = group_cost(r, t, hand, JOKER, 0, size)
        if cost_alone < cost:
            best, cost = _packed(JOKER, 0, size), cost_alone
    if cost >= FORBIDDEN or cost > patience(t):
        return PASSES
    return _play(r, t, hand, best)


@hot
def _packed(rank, suits, jokers):
    return (rank << 8) | (suits << 4) | jokers


@jit
def _play(r, t, hand, packed):
    rank, suits, jokers = packed >> 8, (packed >> 4) & 15, packed & 15
    if jokers == 0 and suits & (suits - 1) == 0:
        return 4 * rank + lowest(suits)
    write_group(r, t, hand, rank, suits, jokers, 0)
    return CHOSEN


@jit
def _best_group(r, t, hand, cards, least, most, jokers, held):
    """The cheapest group of least..most cards with a real one among ``cards``, and its cost."""
    best, best_cost, in_runs = 0, NONE, runs(hand) if r.sequences == 1 else 0
    # What a group costs less than its rank's strength: 5 a card on lead.
    less = 5 * (4 + jokers) if t.field[0] == 0 else 0
    while cards:
        rank = lowest(cards) >> 2
        if best_cost <= 2 * rank - less and reversed_order(t) == 0:
            break
        suits = nibble_of(cards, rank)
        cards &= ~(15 << (4 * rank))
        if held - min(most, popcount(suits) + jokers) > 4:
            part = _calm_part(in_runs, rank, suits, most)
            j = max(0, least - popcount(part))
            cost = spent(r, t, hand, in_runs, rank, part, j) if j <= jokers else NONE
            if cost < best_cost:
                best, best_cost = _packed(rank, part, j), cost
        else:
            found, cost = _best_of_rank(r, t, hand, rank, suits, least, most, jokers)
            if cost < best_cost:
                best, best_cost = found, cost
    return best, best_cost


@hot
def _calm_part(in_runs, rank, suits, most):
    """The real cards of a rank's cheapest group while more than four cards stay in the hand.

    Then what is left costs nothing: a joker more only costs, and so does a card less (10, against 6
    for breaking a run). Of as many cards the first in the list that break no run.
    """
    real = min(popcount(suits), most)
    free = suits & ~(in_runs >> (4 * rank))
    return highest_bits(free if popcount(free) >= real else suits, real)


@jit
def _best_of_rank(r, t, hand, rank, suits, least, most, jokers):
    """The cheapest group of a rank, every one tried."""
    best, best_cost, part = 0, NONE, suits
    while part:
        real = popcount(part)
        for j in range(max(0, least - real), min(jokers, most - real) + 1):
            cost = group_cost(r, t, hand, rank, part, j)
            if cost < best_cost:
                best, best_cost = _packed(rank, part, j), cost
        part = (part - 1) & suits
    return best, best_cost


@hot
def group_cost(r, t, hand, rank, suits, jokers):
    """``keeper.meld_cost`` of a group that leaves cards in the hand."""
    played = joker_bits(hand, jokers) | (suits << (4 * rank) if suits else 0)
    in_runs = runs(hand) if r.sequences == 1 else 0
    cost = spent(r, t, hand, in_runs, rank, suits, jokers)
    return cost + (FORBIDDEN >> 1) if bad_rest(r, t, hand & ~played) else cost


@hot
def spent(r, t, hand, in_runs, rank, suits, jokers):
    """``keeper.meld_cost`` of a group but for what it leaves; ``in_runs``: the hand's cards in runs."""
    real = popcount(suits)
    size = real + jokers
    cost = rank_value(r, t, rank) + 18 * jokers
    if rank == strongest_rank(t):
        cost += 6
    lead = t.field[0] == 0
    if lead:
        cost -= 5 * size
        if rank == EIGHT and r.eight_cut != 0:
            cost += 14
    if rank != JOKER:
        cost += 5 * (popcount(nibble_of(hand, rank)) - real)
        if suits & (in_runs >> (4 * rank)):
            cost += 6
    return cost


@hot
def bad_rest(r, t, rest):
    """``keeper.bad_rest`` of what would be left in a hand of one deck."""
    banned = r.foul_finish | r.illegal_finish
    if banned == 0 or popcount(rest) > 4:
        return False
    cards = rest & ORDINARY
    if cards == 0:
        return rest != 0 and banned & 1 != 0
    rank = lowest(cards) >> 2
    if cards >> (4 * rank) > 15:
        return False
    return (
        (rest & JOKERS != 0 and banned & 1 != 0)
        or (rank == strongest_rank(t) and banned & 2 != 0)
        or (rank == EIGHT and banned & 12 != 0)
    )


@jit
def _lead(r, t, held):
    hand = t.hands[t.seat, 0]
    jokers, limit = jokers_held(hand), group_limit(r)
    cards = hand & ORDINARY
    if _is_one_group(cards):
        return LISTED  # a finish is judged from the list
    best, cost = _best_group(r, t, hand, cards, 1, limit, jokers, held)
    for j in range(1, min(limit, jokers) + 1):
        cost_alone = group_cost(r, t, hand, JOKER, 0, j)
        if cost_alone < cost:
            best, cost = _packed(JOKER, 0, j), cost_alone
    if r.sequences == 1 and may_hold_run(in_ladder(hand), run_jokers(r, hand)):
        run, run_cost = _best_run(r, t, hand, held)
        if run < 0:
            return LISTED
        if run_cost < cost:
            return _play_run(t, hand, run)
    return _play(r, t, hand, best)


@hot
def _is_one_group(cards):
    """Whether the ordinary cards held are of one rank at most."""
    return cards == 0 or cards >> (4 * (lowest(cards) >> 2)) <= 15


@jit
def _best_run(r, t, hand, held):
    """The cheapest plain sequence to lead, suit, place and size packed, and its cost.

    Of equal costs the first of the list: by suit, place, size. -1 where the list must tell.
    """
    ones = places_of_hand(r, hand)
    best, best_cost, size, windows = NONE, NONE, 1, ones
    while True:
        windows = widen(windows, ones, size)
        size += 1
        if windows[0] | windows[1] | windows[2] == 0:
            return best, best_cost
        if size < 3:
            continue
        found, cost = _best_window(r, t, hand, held, size, windows, r.eight_cut >= 2)
        if found < 0:
            return found, cost
        cost -= 5 * size + 8
        if cost < best_cost or (cost == best_cost and found < best):
            best, best_cost = found, cost


@jit
def _best_window(r, t, hand, held, size, windows, eights):
    """The cheapest of some windows of a size, as a sequence on a field; an 8 costs 14 if ``eights``.

    -1 where the list must tell: for the last cards, and where it matters for what is left whether a
    spare joker stands for a card held.
    """
    banned, jokers = r.foul_finish | r.illegal_finish, run_jokers(r, hand)
    if held == size or (held - size <= 4 and banned != 0 and jokers != jokers_held(hand)):
        return -1, NONE
    w0, w1 = windows[0], windows[1]
    left = w0 | w1 | windows[2]
    best, best_cost = NONE, NONE
    while left:
        at = lowest(left)
        left &= left - 1
        missing = 0 if (w0 >> at) & 1 else (1 if (w1 >> at) & 1 else 2)
        cost = _run_cost(r, t, at >> 2, size, missing, eights)
        if held - size <= 4 and banned != 0:
            if missing != jokers:
                return -1, NONE
            if bad_rest(r, t, hand & ~(_window_cards(at, size) | joker_bits(hand, missing))):
                cost += FORBIDDEN >> 1
        packed = ((at & 3) << 8) | ((at >> 2) << 4) | size
        if cost < best_cost or (cost == best_cost and packed < best):
            best, best_cost = packed, cost
    return best, best_cost


@hot
def _window_cards(at, size):
    """The ordinary cards that a window stands for."""
    return (((PLACES & ((1 << (4 * size)) - 1)) << at) >> 4) & ORDINARY


@hot
def _run_cost(r, t, place, size, jokers, eights):
    """``keeper.meld_cost`` of a sequence on a field, what is left apart."""
    low = place - 1
    first = -(low + size - 1) if reversed_order(t) else low
    cost = 2 * first + (24 if reversed_order(t) else 0) + 18 * jokers
    if eights and low <= EIGHT and low + size > EIGHT:
        cost += 14
    return cost


@jit
def _answer_sequence(r, t, hand, size, held):
    """The cheapest sequence that beats the one on the field, or a pass."""
    if r.sequence_answer == 1 or must_list(r, t, size):
        return LISTED
    mask, windows = t.above, windows_of(r, hand, size)
    windows = (windows[0] & mask, windows[1] & mask, windows[2] & mask)
    if windows[0] | windows[1] | windows[2] == 0:
        return PASSES
    found, cost = _best_window(r, t, hand, held, size, windows, False)
    if found < 0:
        return LISTED
    return PASSES if cost > patience(t) else _play_run(t, hand, found)


@jit
def _play_run(t, hand, packed):
    write_sequence(t, hand, (packed >> 4) & 15, packed & 15, packed >> 8)
    return CHOSEN
