"""``tuned``: ``planner``'s eyes with weights that the project found itself (``daihinmin tune``).

Its evaluation is linear in what ``sim.policies.plan.features`` names: groups and sequences in the hand
and on the table by size and by what may beat them, jokers, melds left that may be beaten, passing and
playing by how close somebody is to going out.

The folder ``weights`` holds a file for each rule set that weights were tuned for, with the command,
seed and generations that found them and what they were worth. Other rules are played by the weights
of those most like them (``most_like``).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from sim.engine.jit import jit
from sim.engine.state import PLAY
from sim.policies import keeper
from sim.policies.plan import giving
from sim.policies.plan.features import table_of
from sim.policies.plan.weights import WEIGHTS, address_of
from sim.policies.plan.worth import best

FOLDER = Path(__file__).parent / "weights"
TUNED_FOR = ("uec", "league", "daihinmin-optional")
MANY_PLAYERS, PASS_LOCK, NO_PASS_LOCK = 0, 1, 2
"""Their places in TABLES, by what tells their rules apart."""


def _tables() -> np.ndarray:
    """The tables of weights of TUNED_FOR, one after another: int64, shape (3 × WEIGHTS,)."""
    texts = ((FOLDER / f"{name}.json").read_text(encoding="utf-8") for name in TUNED_FOR)
    return np.concatenate([table_of(json.loads(text)["parameters"]) for text in texts])


TABLES = _tables()


@jit
def most_like(r):
    """The address of the weights tuned for the rules most like these.

    What passing is worth depends most on whether who passed may come back in the same trick, and
    then on how many others there are.
    """
    if r.pass_lock == 0:
        place = NO_PASS_LOCK
    else:
        place = MANY_PLAYERS if r.players > 4 else PASS_LOCK
    return address_of(TABLES) + 8 * WEIGHTS * place


@jit
def choose(r, t, buffer, n):
    """The index of the action played."""
    return choose_by(r, t, most_like(r), buffer, n)


@jit
def choose_by(r, t, address, buffer, n):
    """The index of the action played by the table of weights at ``address``."""
    if t.phase != PLAY:
        return keeper.choose(r, t, buffer, n)
    return best(r, t, buffer, n, address)


@jit
def give_back(r, t, hand, count, out):
    """The cards without which the rest costs least. Takes them out of ``hand``."""
    giving.give_back(r, t, hand, count, out, most_like(r))
