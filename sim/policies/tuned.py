"""``tuned``: ``planner``'s eyes with weights that the project found itself (``daihinmin tune``).

Its evaluation is linear in what ``sim.policies.plan.features`` names: groups and sequences in the hand
and on the table by size and by what may beat them, jokers, melds left that may be beaten, passing and
playing by how close somebody is to going out. The weights lie in ``weights/tuned.json``, with the rules
that they were tuned for and the settings and generations that made them.
"""

from __future__ import annotations

import json
from pathlib import Path

from sim.engine.jit import jit
from sim.engine.state import PLAY
from sim.policies import keeper
from sim.policies.plan import giving
from sim.policies.plan.features import table_of
from sim.policies.plan.weights import address_of
from sim.policies.plan.worth import best

WEIGHTS = Path(__file__).parent / "weights" / "tuned.json"
TABLE = table_of(json.loads(WEIGHTS.read_text(encoding="utf-8"))["parameters"])


@jit
def choose(r, t, buffer, n):
    """The index of the action played."""
    return choose_by(r, t, address_of(TABLE), buffer, n)


@jit
def choose_by(r, t, address, buffer, n):
    """The index of the action played by the table of weights at ``address``."""
    if t.phase != PLAY:
        return keeper.choose(r, t, buffer, n)
    return best(r, t, buffer, n, address)


@jit
def give_back(r, t, hand, count, out):
    """The cards without which the rest costs least. Takes them out of ``hand``."""
    giving.give_back(r, t, hand, count, out, address_of(TABLE))
