"""``rollout``: plays what does best in games played out from here."""

from __future__ import annotations

from sim.engine.jit import jit
from sim.policies.rollouts.search import best_arm

DEFAULT_BUDGET = 32
"""Playouts a decision where the name gives none."""


@jit
def choose(r, t, budget, buffer, n, stream, memory):
    """The index of the action played."""
    return best_arm(r, t, memory, buffer, n, budget if budget > 0 else DEFAULT_BUDGET, stream)
