"""What the seats know of each other in a game, and the scratch that rollouts play on.

One record a block, inside ``match.WORK``. ``notes`` keeps it, only in matches where somebody asks for
it (``active``); everybody else's games pay one test a turn.
"""

from __future__ import annotations

import numpy as np

from sim.engine.action import ROW
from sim.engine.cards import WORDS
from sim.engine.deal import decks_for
from sim.engine.jit import entry
from sim.engine.state import SEATS, STOCK, TABLE
from sim.policies.registry import KIND_MASK, OWN, ROLLOUT

ROWS = 1024
"""Legal actions that a playout looks at; of longer lists the rest is left out."""
ARMS = 64
"""Actions that are compared by playouts at most."""
EVENTS = 64
"""Choices of a seat that are remembered at most."""

_I, _F = np.int64, np.float64

MEMORY = np.dtype(
    [
        ("active", _I),  # somebody in this match plays by rollouts
        ("decks", _I),  # decks of this game
        ("known", _I, (SEATS, SEATS, WORDS)),  # [observer, holder]: cards known to be there
        ("weaker", _I, (SEATS, SEATS)),  # [observer, holder]: cards the holder cannot hold unknown
        ("choices", _I, (SEATS,)),  # how many choices of a seat are remembered
        ("told", _I, (SEATS, EVENTS, 4)),  # of each what it told: see inference
        # Scratch of one decision.
        ("table", TABLE),  # the table that playouts are played on
        ("rows", _I, (ROWS, ROW)),  # its legal actions
        ("pool", np.int16, (STOCK,)),  # cards that the seat to act does not see
        ("owner", np.int8, (STOCK,)),  # who holds the pool's cards in a deal, -1 nobody
        ("words", _I, (WORDS,)),
        ("hands", _I, (SEATS, WORDS)),  # one deal of the hidden hands
        ("score", _I, (SEATS,)),  # how surprising each hand of the deal is
        ("ruled_out", _I, (SEATS,)),  # cards that a hand of the deal may not hold
        ("arms", _I, (ARMS,)),  # rows of the actions compared, the likeliest first
        ("cost", _I, (ARMS,)),
        ("total", _F, (ARMS,)),  # rewards so far
    ]
)


@entry
def begin_memory(r, memory, policies, size):
    """A new game of ``size`` cards a hand: nothing is known but the number of decks."""
    memory.active = 0
    for i in range(policies.shape[0]):
        if policies[i] & KIND_MASK == ROLLOUT or policies[i] & KIND_MASK == OWN:
            memory.active = 1
    if memory.active == 0:
        return
    memory.decks = decks_for(r, size)
    for seat in range(SEATS):
        memory.choices[seat] = 0
        for other in range(SEATS):
            memory.weaker[seat, other] = 0
            for k in range(WORDS):
                memory.known[seat, other, k] = 0
