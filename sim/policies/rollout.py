"""``rollout``: plays what does best when the games that may follow are played out.

At each decision with a choice – melds and passes, gifts, discards, kidnaps – it deals the hands it
cannot see at random, again and again, plays out each likely action on every deal with ``tuned`` in all
seats, and plays the action that brought the most points by place. ``rollout:N`` uses about N playouts a
decision, fewer where the answer is plain.

- ``rollouts.notes``: what the seat has seen; deals agree with it (``rollouts.hidden``).
- ``rollouts.inference``: deals are moved towards hands under which the others' choices make sense.
- ``rollouts.playout``: one playout, until the own place is known.
- ``rollouts.search``: which actions are compared, and on how many deals.

Points a game of one ``rollout`` (32 playouts) among equals of another policy, seats taken in turn, with
standard errors; an equal player would get 3, 1.5, 1.5 (2,000 to 5,000 games each):

====================  ============  ============  ============
among                 planner       tuned         keeper
====================  ============  ============  ============
uec                   3.52 (0.03)   3.32 (0.03)   3.97 (0.04)
league                1.66 (0.02)   1.63 (0.02)   2.12 (0.03)
daihinmin-optional    1.57 (0.02)   1.58 (0.03)   2.01 (0.04)
====================  ============  ============  ============

What it gives back in the exchange it chooses as ``tuned`` does.
Mistakes (``mistakes``) are not played out; titles of the next game are worth nothing to it.
"""

from __future__ import annotations

from sim.engine.jit import jit
from sim.policies.rollouts.search import best_arm

DEFAULT_BUDGET = 32
"""Playouts a decision where the name gives none."""


@jit
def choose(r, t, budget, buffer, n, stream, memory):
    """The index of the action played."""
    return best_arm(r, t, memory, buffer, n, budget if budget > 0 else DEFAULT_BUDGET, stream)
