"""One playout: an action on a deal of the hidden hands, played on to the end by a fast policy."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.engine.cards import WORDS
from sim.engine.game import act, list_actions
from sim.engine.jit import jit
from sim.engine.state import OVER
from sim.policies import keeper, lowest


@intrinsic  # type: ignore[untyped-decorator]
def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a record's bytes into another record of the same type."""
    if target != source or not isinstance(target, types.Record):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(ir.IntType(64), target.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@jit
def play_out(r, t, memory, me, action):
    """The points that ``me`` gets after ``action`` if the others hold ``memory.hands``."""
    table, rows = memory.table, memory.rows[:]
    copy_record(table, t)
    for seat in range(t.players):
        if seat != me:
            for k in range(WORDS):
                table.hands[seat, k] = memory.hands[seat, k]
    act(r, table, action)
    finish(r, table, rows, me)
    return r.scoring[place_of(table, me)]


@jit
def finish(r, table, rows, me):
    """Play on until the game is over or ``me`` has gone out in a known place."""
    while table.phase != OVER and (table.playing >> me) & 1:
        n = min(list_actions(r, table, rows), rows.shape[0] - 1)
        choice = 0
        if n > 1:
            choice = keeper.choose(r, table, rows, n)
        act(r, table, rows[choice])
    if place_of(table, me) >= 0:
        return
    while table.phase != OVER:
        n = min(list_actions(r, table, rows), rows.shape[0] - 1)
        choice = lowest.choose(r, table, rows, n) if n > 1 else 0
        act(r, table, rows[choice])


@jit
def place_of(table, me):
    """The place of a seat that is out clean, or of any seat once the game is over; else -1.

    A place taken clean is kept but under ``suicide_king``, where two players pass it by: ignored here.
    """
    if table.phase == OVER:
        for place in range(table.players):
            if table.places[place] == me:
                return place
    for place in range(table.clean_count):
        if table.clean[place] == me:
            return place
    return -1
