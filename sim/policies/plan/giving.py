"""What to give back in the exchange: the cards without which the rest of the hand costs least."""

from __future__ import annotations

from sim.engine.bits import lowest
from sim.engine.cards import ORDINARY, add_once, card_count, copies, joker_count, remove_once
from sim.engine.jit import jit
from sim.policies.plan.split import COST, closed, less_group, split, totals_of, without_runs
from sim.policies.plan.view import beaters, count_words, known_before


@jit
def give_back(r, t, hand, count, out, w):
    """Put the ``count`` cards given back into ``out``, one after another; takes them out of ``hand``.

    Of cards that cost alike the weakest go; jokers only if there is nothing else.
    """
    info = known_before(r, t, hand, 0)
    view = beaters(r, info, t.revolution)
    for _ in range(count):
        given = dearest_to_keep(t, hand, info, view, w)
        remove_once(hand, 1 << given)
        add_once(out, 1 << given)


@jit
def dearest_to_keep(t, hand, info, view, w):
    """The card, an index, without which the rest of a hand costs least."""
    mine = (count_words(hand), hand[0] & ORDINARY, joker_count(hand), card_count(hand))
    path = split(info, view, w, mine[0], mine[1], mine[2], mine[3], 0)[1]
    groups = without_runs(mine, path)
    melds = totals_of(info, view, w, mine, groups, path)
    found, least = lowest(hand[0]), 1 << 60
    cards, last_rank = mine[1], -1
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        rank, apart = bit >> 2, (groups[1] >> bit) & 1 != 0
        if apart and rank == last_rank:
            continue  # another suit of the same group
        if apart:
            last_rank = rank
            rest = less_group(
                info, view, w, melds, groups[0], groups[1], 4 * rank, 1, 1 << bit
            )  # fmt: skip
            cost = closed(info, w, groups[2], rest, 0) >> COST
        else:
            kept = mine[1] if copies(hand, bit) > 1 else mine[1] & ~(1 << bit)
            counts = mine[0] - (1 << (4 * rank))
            cost = split(info, view, w, counts, kept, mine[2], mine[3] - 1, 0)[0] >> COST
        cost = 16 * cost + (12 - rank if t.revolution else rank)
        if cost < least:
            found, least = bit, cost
    return found
