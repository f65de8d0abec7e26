"""The kernel's side of policies that users bring (``sim.own``): what they see, and calling them.

A function of a user's is compiled by itself and called through its address, so that the kernel stays
as it is in the cache. What it may know is copied into a VIEW; it never gets the table. Everything
about one such policy in one block lies in a record of OWN, and the kernel's number of the policy holds
that record's address.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.engine.action import GIVE, ROW
from sim.engine.bits import load
from sim.engine.cards import add_once, copies, remove_once
from sim.engine.jit import jit
from sim.engine.order import rank_value, reversed_order
from sim.engine.seats import clockwise
from sim.engine.state import SEATS
from sim.policies import lowest
from sim.policies.registry import OWN_SHIFT
from sim.rules.ruleset import KERNEL_DTYPE

EXCHANGE = 5
"""A phase that only a VIEW has: the richer player gives a card back."""
RANKS = 14
CARDS = 54
RAISED = -(1 << 62)
"""What the call returns where the user's function raised an exception."""

_I = np.int64

VIEW = np.dtype(
    [
        ("players", _I),
        ("seat", _I),  # who is asked
        ("phase", _I),  # what for: a meld, a kidnap, a gift, a discard, a card to give back
        ("hand", _I, (4,)),  # own cards: word k has those held more than k times
        ("counts", _I, (SEATS,)),  # cards in each hand
        ("played", _I, (4,)),  # cards that lie open
        ("known", _I, (SEATS, 4)),  # cards known to lie in another's hand, by exchange or gift
        ("decks", _I),
        ("title", _I, (SEATS,)),  # place of each seat in the last game, -1 in a first game
        ("playing", _I),  # seats still in, a bit each; so are passed and locked
        ("clean", _I, (SEATS,)),  # seats that went out, best first
        ("clean_count", _I),
        ("fallen", _I),  # the seat that fell by tenraku, -1
        ("field", _I, (5,)),  # the meld to beat, an action; code 0: empty, the seat leads
        ("owner", _I),  # whose meld it is
        ("passed", _I),  # may not answer before the field clears, or has passed
        ("locked", _I),  # may not play before the field clears
        ("revolution", _I),
        ("back", _I),
        ("reversed", _I),  # 3 is strongest: exactly one of revolution and back holds
        ("clockwise", _I),  # the turn goes to the next higher seat
        ("rank_strength", _I, (RANKS,)),  # of each rank in force: 0, 2 .. 24; a joker 26, or 1
        ("lock", _I),  # as in sim.engine.state, as the following
        ("lock_suits", _I),
        ("lock_open", _I),
        ("top", _I),
        ("geki", _I),
        ("geki_suits", _I),
        ("geki_open", _I),
        ("number", _I),
        ("parity", _I),
        ("gifts", _I),  # cards still to give or to discard
        ("discards", _I),
        ("tricks", _I),  # tricks and turns so far
        ("turns", _I),
        ("rules", KERNEL_DTYPE),  # the rules in force
        ("stream", _I, (1,)),  # for random numbers, see sim.own.draw
    ]
)
"""All that the player who is asked may know."""

OWN = np.dtype(
    [
        ("function", _I),  # address of int64(view, rows, n)
        ("rate", _I),  # of careless play, in 2**-32
        ("titles", _I),  # address of match.MATCH's titles and titled
        ("titled", _I),
        ("failed", _I),  # its answer was none of the legal actions: the block ends
        ("exchange", _I),  # the last question was about a card to give back
        ("n", _I),  # the last question: how many actions, the stream before, the answer
        ("start", _I),
        ("choice", _I),
        ("sight", VIEW),
        ("rows", _I, (CARDS, ROW)),  # the cards that can be given back, as gifts
    ]
)
"""One policy of a user's in one block."""


@intrinsic  # type: ignore[untyped-decorator]
def own_at(typingctx: Any, address: Any) -> Any:
    """The record of OWN at an address."""
    record = numba.from_dtype(OWN)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(record))

    return record(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def call(typingctx: Any, address: Any, view: Any, rows: Any, n: Any) -> Any:
    """Call the function at an address, int64(view, rows, n), both as pointers."""
    rows_type = rows

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(64)
        made = ir.FunctionType(word, [byte, byte, word])
        function = builder.inttoptr(args[0], made.as_pointer())
        data = context.make_array(rows_type)(context, builder, args[2]).data
        pointers = [builder.bitcast(args[1], byte), builder.bitcast(data, byte)]
        return builder.call(function, [*pointers, args[3]])

    return types.int64(types.int64, view, rows, types.int64), codegen


@jit
def choose(policy, r, t, buffer, n, stream, memory):
    """The index of the action played; -1 if the function has no answer that is legal."""
    own = own_at(policy >> OWN_SHIFT)
    if own.failed:
        return -1
    look(r, t, own.sight)
    own.sight.phase = t.phase
    own.exchange = 0
    for k in range(4):
        own.sight.hand[k] = t.hands[t.seat, k]
    _titles(own)
    _known(own.sight, memory)
    return _ask(own, buffer, n, stream)


@jit
def _ask(own, rows, n, stream):
    own.n = n
    own.start = stream[0]
    own.sight.stream[0] = stream[0]
    choice = call(own.function, own.sight, rows, n)
    stream[0] = own.sight.stream[0]
    own.choice = choice
    if choice < 0 or choice >= n:
        own.failed = 1
        return -1
    return choice


@jit
def look(r, t, view):
    """What everybody sees, and whose eyes these are."""
    view.rules = r
    view.players = t.players
    view.seat = t.seat
    for seat in range(SEATS):
        view.counts[seat] = t.counts[seat] if seat < t.players else 0
        view.clean[seat] = t.clean[seat] if seat < t.clean_count else -1
    for k in range(4):
        view.played[k] = t.played[k]
    for k in range(5):
        view.field[k] = t.field[k]
    for rank in range(RANKS):
        view.rank_strength[rank] = rank_value(r, t, rank)
    view.playing, view.passed, view.locked = t.playing, t.passed, t.locked
    view.clean_count, view.fallen, view.owner = t.clean_count, t.fallen, t.owner
    view.revolution, view.back, view.reversed = t.revolution, t.back, reversed_order(t)
    view.clockwise = 1 if clockwise(t) else 0
    view.lock, view.lock_suits, view.lock_open, view.top = t.lock, t.lock_suits, t.lock_open, t.top
    view.geki, view.geki_suits, view.geki_open = t.geki, t.geki_suits, t.geki_open
    view.number, view.parity = t.number, t.parity
    view.gifts, view.discards = t.gifts, t.discards
    view.tricks, view.turns = t.tricks, t.turns


@jit
def _titles(own):
    view = own.sight
    titled = load(own.titled, 0)
    for seat in range(SEATS):
        view.title[seat] = -1
    if titled:
        for place in range(view.players):
            view.title[load(own.titles, place)] = place


@jit
def _known(view, memory):
    view.decks = memory.decks
    for seat in range(SEATS):
        for k in range(4):
            view.known[seat, k] = memory.known[view.seat, seat, k]


@jit
def give_back(policy, r, t, hand, count, stream, out):
    """Ask for one card of ``hand`` after another, as for gifts to the poorer player; where there is
    no legal answer the weakest cards go, and the block ends at the policy's next decision."""
    own = own_at(policy >> OWN_SHIFT)
    view, rows = own.sight, own.rows
    look(r, t, view)
    view.phase = EXCHANGE
    own.exchange = 1
    _titles(own)
    for seat in range(SEATS):
        for k in range(4):
            view.known[seat, k] = 0
    poor = load(own.titles, view.players - 1 - view.title[view.seat])
    for given in range(count):
        n = 0
        for bit in range(CARDS):
            if copies(hand, bit):
                rows[n, 0] = GIVE | (bit << 4) | (poor << 10)
                rows[n, 1] = 1 << bit
                n += 1
        for k in range(4):
            view.hand[k] = hand[k]
        view.counts[view.seat] = _cards(hand)
        view.gifts = count - given
        choice = -1 if own.failed else _ask(own, rows, n, stream)
        if choice < 0:
            lowest.give_back(r, t, hand, count - given, out)
            return
        remove_once(hand, rows[choice, 1])
        add_once(out, rows[choice, 1])


@jit
def _cards(words):
    n = 0
    for bit in range(CARDS):
        n += copies(words, bit)
    return n
