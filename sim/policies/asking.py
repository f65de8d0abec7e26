"""Asking a policy for one decision, from Python: what it would do, with nothing played."""

from __future__ import annotations

from sim.engine.jit import entry
from sim.policies.kernel import choose_action, choose_back


@entry
def ask_action(r, t, policy, buffer, n, stream, memory):
    """The index of the action that a policy chooses among the n legal ones in ``buffer``;
    ``memory`` (MEMORY) holds what seats know of each other."""
    return choose_action(r, t, policy, buffer, n, stream, memory)


@entry
def ask_back(r, t, policy, hand, count, stream, out):
    """Put into ``out`` (four words) the cards that a policy gives back of ``hand``, which it may take
    apart."""
    choose_back(r, t, policy, hand, count, stream, out)
