"""The pass that is all there is to choose, seen without the list: for every policy."""

from __future__ import annotations

from sim.engine.action import GROUP, kind_of, size_of
from sim.engine.jit import jit
from sim.engine.masks import jokers_held, ranks_with
from sim.policies.picks.rows import able_cards, jokers_answer, write_pass


@jit
def pick(r, t, row):
    """Write a pass into ``row`` where a hand of one deck surely cannot answer; else False."""
    field = t.field[0]
    if field == 0:
        return False
    size = size_of(field)
    if t.counts[t.seat] >= size:
        if kind_of(field) != GROUP:
            return False
        hand = t.hands[t.seat, 0]
        jokers = jokers_held(hand)
        if jokers_answer(r, t, jokers):
            return False
        cards = able_cards(r, t, hand)
        if cards != 0 and ranks_with(cards, max(1, size - jokers)) != 0:
            return False
    write_pass(row)
    return True
