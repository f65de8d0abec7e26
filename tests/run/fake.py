"""A stand-in for the engine: counts that depend on task and match alone, in no time.

It takes the place of ``sim.engine`` in a process of its own (see ``harness.py``) or of the function
that a run calls, never from the command line.
"""

from __future__ import annotations

import hashlib
import sys
import time
import types
from collections.abc import Callable

import numpy as np

from sim.counts import COUNTS_DTYPE, Counts
from sim.task import Task

SIGNATURE = "fake"


def install(signature: str = SIGNATURE, seconds: str = "0") -> None:
    """Put the stand-in where ``sim.task`` looks for the engine, without compiling anything.

    A block then takes ``seconds``.
    """
    module = types.ModuleType("sim.engine")
    module.signature = lambda: signature  # type: ignore[attr-defined]
    module.play_matches = slow_play(float(seconds))  # type: ignore[attr-defined]
    sys.modules["sim.engine"] = module


def seed_of(task: Task) -> int:
    """A number that depends on everything in a task."""
    text = repr((sorted(task.rules.differences().items()), task.policies, task.seed))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def play(task: Task, first: int, matches: int) -> Counts:
    """Counts that add: of each match some numbers drawn from (task, match)."""
    total = np.zeros(COUNTS_DTYPE.itemsize // 8, np.int64)
    base, players = seed_of(task), int(task.rules.players)
    for match in range(first, first + matches):
        rng = np.random.default_rng((base, match))
        record = np.zeros(1, COUNTS_DTYPE)
        record["matches"] = 1
        record["games"] = task.match_games
        record["turns"] = rng.integers(1_000, 100_000)
        record["passes"] = record["turns"] // 2
        record["transition"][0, :players, :players] = rng.integers(0, 30, (players, players))
        record["person_money"][0, :players] = rng.integers(-1_000, 1_000, players)
        total += record.view(np.int64)
    return Counts.from_vector(total)


def slow_play(seconds: float) -> Callable[[Task, int, int], Counts]:
    """The same, taking so long for a block."""

    def played(task: Task, first: int, matches: int) -> Counts:
        time.sleep(seconds)
        return play(task, first, matches)

    return played
