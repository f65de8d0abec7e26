"""Turn order: who comes next, who is still to be asked."""

from __future__ import annotations

from sim.engine.bits import leading_zeros, lowest
from sim.engine.jit import hot


@hot
def around(seat, n):
    """A number below 2n as one of n seats: a division would take longer than all else here."""
    return seat - n if seat >= n else seat


@hot
def clockwise(t):
    """Whether the turn order is clockwise: not reversed, or reversed by both rules at once."""
    return t.trick_turn == t.game_turn


@hot
def next_in(t, seat, seats):
    """The next seat after ``seat`` in turn order among a non-empty set of seats."""
    if t.trick_turn == t.game_turn:
        after = seats & (-2 << seat)
        return lowest(after if after else seats)
    before = seats & ((1 << seat) - 1)
    return 63 - leading_zeros(before if before else seats)


@hot
def still_to_ask(r, t):
    """Seats that must answer or pass before the field clears, its owner only under own_answer."""
    seats = t.playing & ~(t.passed | t.locked)
    if r.own_answer == 0:
        seats &= ~(1 << t.owner)
    return seats
