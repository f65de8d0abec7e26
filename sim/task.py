"""A task: what is played, apart from how much of it. A block: some whole matches of a task."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from sim.counts import Counts
from sim.rules import Rules


@dataclass(frozen=True)
class Task:
    """One rule set, one policy for each person, a seed, and the games of a match.

    ``policies`` holds one name for each person (``players``, one more with ``sit_out``). Match m of
    a task is always the same match, whoever plays it and in whatever order.
    """

    rules: Rules
    policies: tuple[str, ...]
    seed: int = 0
    match_games: int = 100

    def describe(self) -> dict[str, Any]:
        """Everything that the counts of this task depend on, as JSON-ready values."""
        from sim.engine import signature

        return {
            "rules": {key: self.rules.text(key) for key in self.rules},
            "policies": list(self.policies),
            "seed": self.seed,
            "match_games": self.match_games,
            "engine": signature(),
        }

    @property
    def id(self) -> str:
        """Sixteen hex digits: the hash of ``describe()``."""
        text = json.dumps(self.describe(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def play(task: Task, first: int, matches: int) -> Counts:
    """The counts of matches ``first`` .. ``first + matches - 1``. Releases the GIL."""
    from sim.engine import play_matches

    return play_matches(task, first, matches)
