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
standard errors, 1,600 to 4,000 games each on deals that no setting was chosen on (seed 20261130):

====================  ============  ============  ============  ============
among                 planner       tuned         keeper        (an equal)
====================  ============  ============  ============  ============
uec                   3.56 (0.05)   3.30 (0.04)   3.82 (0.05)   3.00
league                1.63 (0.03)   1.63 (0.02)                 1.50
daihinmin-optional    1.58 (0.03)   1.59 (0.03)                 1.50
====================  ============  ============  ============  ============

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
