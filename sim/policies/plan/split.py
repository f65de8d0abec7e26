"""Splitting a hand into melds at the least cost: the groups of a rank whole, and plain sequences.

Without sequences the split is the ranks held and costs a loop over them. Sequences are tried in all
combinations, in the order of their first cards, so that every set of them is met once: exact for
hands of up to 14 cards. Larger hands try at most two, without jokers. Jokers fill sequences; a joker
left over is played alone if that is worth it, or goes with some other meld.
"""

from __future__ import annotations

from sim.engine.bits import load as weight
from sim.engine.bits import lowest, popcount
from sim.engine.cards import EIGHT, ORDINARY
from sim.engine.finish import F_GROUP, F_JOKER, F_REVOLUTION, F_SEQUENCE, F_SPADE_THREE
from sim.engine.jit import hot, jit
from sim.policies.plan.view import (
    APART,
    BANNED,
    MOST,
    NOT_LAST,
    ONES,
    REVERSED,
    RUN_EIGHTS,
    RUN_JOKERS,
    RUNS,
    RUNS_OF_FIVE,
    RUNS_OF_FOUR,
    RUNS_OF_THREE,
    SNIPED,
    beaten_by,
    ranks_of,
)
from sim.policies.plan.weights import (
    CARDS,
    EIGHT_CUTS,
    HOLD_GROUP,
    HOLD_JOKER,
    HOLD_RUN,
    HOLD_SINGLE,
    LAST,
    RANKS,
    RUN_BEATERS,
    SIZES,
    STUCK,
)

EXACT = 14
"""The largest hand that is split exactly."""
MOST_RUNS = 4
"""Fourteen cards hold no more sequences of three."""

# What ``split`` returns, in one integer: the cost, and below it three numbers of melds.
COST = 24
BEATABLE = 16  # from this bit on: those that may be beaten
BEATABLE_LAST = 8  # those that may be beaten and may come last
ANY_LAST = 0  # those that may come last
COUNT = 255

HIGHEST = ORDINARY & (-1 << 40)
"""Where no card stands above a sequence of three."""
NO_MELD = -(1 << 30)
"""Cheaper than any meld: nothing may come last yet."""


@hot
def may_run(info, cards, jokers):
    """Whether a hand may hold a sequence, given its ordinary cards and jokers."""
    if info[RUNS] == 0:
        return False
    if jokers > 0 and info[RUN_JOKERS] != 0:
        return jokers > 1 or cards & ((cards >> 4) | (cards >> 8)) != 0
    return cards & (cards >> 4) & (cards >> 8) != 0


@jit
def split(info, view, w, counts, cards, jokers, held, kept):
    """The cheapest split of a hand: ``counts`` by rank, ``cards`` as a mask, ``held`` in all; ``kept``
    is 1 for who leads on, else 0.

    Returns what it costs, packed, and its sequences: ten bits each, place and size.
    """
    if not may_run(info, cards, jokers):
        return only_groups(info, view, w, counts, cards, jokers, (0, NO_MELD, 0), kept), 0
    exact = held <= EXACT
    wild = jokers if exact and info[RUN_JOKERS] != 0 else 0
    runs = MOST_RUNS if exact else 2
    start = (0, NO_MELD, 0)
    return with_runs(info, view, w, counts, cards, jokers, wild, runs, 0, start, 0, kept)


@jit
def with_runs(info, view, w, counts, cards, jokers, wild, runs, first, taken, path, kept):
    """The cheapest split with up to ``runs`` more sequences, none of which starts below ``first``.

    ``wild``: jokers that may still fill sequences. ``taken``: cost, dearest meld and tally of the
    sequences of ``path``.
    """
    best, best_path = only_groups(info, view, w, counts, cards, jokers, taken, kept), path
    if runs == 0:
        return best, best_path
    starts = ORDINARY & (-1 << first)
    w0, w1, w2 = cards & starts, starts if wild > 0 else 0, starts if wild > 1 else 0
    size = 1
    while w0 | w1 | w2:
        held, there = cards >> (4 * size), ORDINARY >> (4 * size)
        one = (w1 & held) | (w0 & there) if wild > 0 else 0
        w2 = (w2 & held) | (w1 & there) if wild > 1 else 0
        w0, w1 = w0 & held, one
        size += 1
        left = worth_trying(cards, w0, w1, w2, size) if size >= 3 else 0
        while left:
            at = lowest(left)
            left &= left - 1
            used = cards & span(at, size)
            missing = size - popcount(used)
            found, found_path = with_runs(
                info, view, w, counts - (used >> (at & 3)), cards & ~used, jokers - missing,
                wild - missing, runs - 1, at + 1,
                with_run(info, view, w, taken, at, size, missing), (path << 10) | (at << 4) | size,
                kept,
            )  # fmt: skip
            if found < best:
                best, best_path = found, found_path
    return best, best_path


@hot
def with_run(info, view, w, taken, at, size, missing):
    """``taken`` and one more sequence, with so many jokers in it."""
    price, beaten = run_cost(info, view, w, at, size)
    if info[BANNED] & F_SEQUENCE or (missing and info[BANNED] & F_JOKER):
        return taken[0] + price, taken[1], taken[2] + meld_tally(beaten, False)
    return taken[0] + price, max(taken[1], price), taken[2] + meld_tally(beaten, True)


@hot
def meld_tally(beaten, may_be_last):
    """One meld, counted below the cost."""
    tally = (1 << BEATABLE) if beaten > 0 else 0
    if may_be_last:
        tally += (1 << ANY_LAST) + ((1 << BEATABLE_LAST) if beaten > 0 else 0)
    return tally


@jit
def span(at, size):
    """The cards of a sequence of ``size`` places whose lowest card is bit ``at``."""
    return (ONES & ((1 << (4 * size)) - 1)) << at


@hot
def worth_trying(cards, w0, w1, w2, size):
    """Where sequences of a size are to be tried, of those with 0, 1, 2 cards missing.

    Left out are those with jokers that do no more than another: with one card only, with a joker at
    an end of more than three, with one below two cards that could as well stand above them.
    """
    if size == 3:
        return w0 | (w1 & (cards | HIGHEST))
    return (w0 | w1 | w2) & cards & (cards >> (4 * (size - 1)))


@hot
def run_beaters(info, view, at, size):
    """How many sequences of its length, as far as seen, may beat one: 0, 1 (a few) or 2 (more)."""
    if info[MOST] < size:
        return 0
    rank = at >> 2
    if info[RUN_EIGHTS] and rank <= EIGHT and rank + size > EIGHT:
        return 0
    windows = info[RUNS_OF_THREE] if size == 3 else info[RUNS_OF_FOUR]
    if size > 4:
        windows = info[RUNS_OF_FIVE]
    apart = size if info[APART] else 1
    if view[REVERSED]:
        windows &= (1 << (4 * max(0, rank - apart + 1))) - 1
    else:
        windows &= -1 << (4 * (rank + apart))
    found = popcount(windows)
    return 0 if found == 0 else (1 if found <= 2 else 2)


@hot
def run_cost(info, view, w, at, size):
    """What holding a sequence costs, and whether it may be beaten."""
    beaten = run_beaters(info, view, at, size)
    return weight(w, HOLD_RUN + RUN_BEATERS * (min(size, 5) - 3) + beaten), beaten


@hot
def only_groups(info, view, w, counts, cards, jokers, taken, kept):
    """The cost of what is held, packed, if all but the sequences ``taken`` is played as groups."""
    return closed(info, w, jokers, totals(info, view, w, counts, cards, taken), kept)


@hot
def totals(info, view, w, counts, cards, taken):
    """All melds but jokers: (cost, the dearest that may come last, tally, the place of the dearest
    group's rank or -1, the second dearest)."""
    cost, dearest, tally = taken
    where, second = -1, NO_MELD
    ranks = ranks_of(counts)
    while ranks:
        at = lowest(ranks)
        ranks &= ranks - 1
        price, counted = group_price(info, view, w, (counts >> at) & 15, at, cards)
        cost += price
        tally += counted
        if (counted >> ANY_LAST) & COUNT:
            if price > dearest:
                dearest, where, second = price, at, dearest
            elif price > second:
                second = price
    return cost, dearest, tally, where, second


@hot
def group_price(info, view, w, held, at, cards):
    """What all cards of a rank cost in the hand, and the meld counted."""
    beaten = beaten_by(info, view, min(held, SIZES + 1), at)
    price = weight(w, group_row(HOLD_SINGLE, HOLD_GROUP, min(held, SIZES + 1), beaten))
    banned = info[BANNED]
    last = banned == 0 or group_may_be_last(banned, view, held, at, cards)
    return price, meld_tally(beaten, last)


@hot
def less_group(info, view, w, whole, counts, cards, at, gone, gone_cards):
    """``totals`` after so many cards of a rank have gone from a hand whose totals are ``whole``."""
    held = (counts >> at) & 15
    price, counted = group_price(info, view, w, held, at, cards)
    cost, tally = whole[0] - price, whole[2] - counted
    dearest = whole[4] if whole[3] == at else whole[1]
    if held > gone:
        price, counted = group_price(info, view, w, held - gone, at, cards & ~gone_cards)
        cost += price
        tally += counted
        if (counted >> ANY_LAST) & COUNT:
            dearest = max(dearest, price)
    return cost, dearest, tally, -1, NO_MELD


@hot
def closed(info, w, jokers, melds, kept):
    """The cost, packed, of melds (``totals``) and jokers, the last meld at a discount."""
    cost, dearest, tally = melds[0], melds[1], melds[2]
    if jokers:
        price = weight(w, HOLD_JOKER + info[SNIPED])
        if cost == 0 and tally == 0:
            cost = price
            if info[BANNED] & F_JOKER == 0:
                tally = meld_tally(0, True)
                dearest = price
        elif price < 0:
            cost += jokers * price
    if (tally >> ANY_LAST) & COUNT:
        cost -= dearest * weight(w, LAST + kept) // 1000
    else:
        cost += weight(w, STUCK)
    return (cost << COST) | tally


@hot
def group_row(singles, groups, size, beaten):
    """The place in the table of a group beaten by so many (``beaten_by``), given those of its rows."""
    if size == 1:
        return singles + (CARDS - 1 if beaten == EIGHT_CUTS else beaten)
    return groups + RANKS * (size - 2) + (RANKS - 1 if beaten == EIGHT_CUTS else beaten)


@hot
def group_may_be_last(banned, view, held, at, cards):
    """Whether a group of the hand is neither a forbidden nor a foul finish."""
    if (view[NOT_LAST] >> at) & 1:
        return False
    if held > 1 and banned & F_GROUP:
        return False
    if held >= 4 and banned & F_REVOLUTION:
        return False
    return not (held == 1 and at == 0 and banned & F_SPADE_THREE and cards & 1)


@hot
def totals_of(info, view, w, mine, groups, path):
    """``totals`` of a split, given the cards in no sequence."""
    taken = taken_runs(info, view, w, mine[1], path, 0)
    return totals(info, view, w, groups[0], groups[1], taken)


@hot
def without_runs(mine, path):
    """The cards by rank, the cards and the jokers that are in none of the sequences of a split."""
    counts, cards, jokers = mine[0], mine[1], mine[2]
    while path:
        at, size = (path >> 4) & 63, path & 15
        path >>= 10
        used = cards & span(at, size)
        counts -= used >> (at & 3)
        cards &= ~used
        jokers -= size - popcount(used)
    return counts, cards, jokers


@hot
def taken_runs(info, plan, w, cards, path, but):
    """The sequences of a split, as ``with_run`` counts them, without the one written as ``but``."""
    taken = (0, NO_MELD, 0)
    while path:
        at, size = (path >> 4) & 63, path & 15
        used = cards & span(at, size)
        cards &= ~used
        if path & 1023 != but:
            taken = with_run(info, plan, w, taken, at, size, size - popcount(used))
        path >>= 10
    return taken
