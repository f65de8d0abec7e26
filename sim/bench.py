"""Measuring the engine: games and turns a second, by preset, policy, players, hand size, threads."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from sim.errors import InputError
from sim.rules import Rules
from sim.task import Task, play

MATCH_GAMES = 100
SECONDS = 0.4
RUNS = 5
LISTED = 20
"""Matches played by listing all legal actions, to say how many there are in a turn."""


@dataclass(frozen=True)
class Row:
    """What to measure: a rule set, a policy for everybody, how many threads."""

    preset: str
    policy: str
    rules: Rules
    threads: int = 1


@dataclass(frozen=True)
class Measure:
    """A measurement: the median of several runs, and their spread (slowest over fastest)."""

    preset: str
    policy: str
    players: int
    hand_size: str
    threads: int
    games_per_second: float
    turns_per_second: float
    ns_per_turn: float
    turns_per_game: float
    legal_per_turn: float
    spread: float
    signature: str


STANDARD = (
    ("uec", "random"),
    ("uec", "lowest"),
    ("daihinmin", "lowest"),
    ("daihinmin", "keeper"),
    ("league", "keeper"),
    ("federation", "keeper"),
    ("daihinmin:hand_size=25,decks=2", "lowest"),
    ("daihinmin-house", "lowest"),
)


def rows(only: Sequence[str], threads: int) -> list[Row]:
    """The rows to measure: the standard ones, or ``PRESET:POLICY`` as named in ``only``.

    Raises InputError (RulesError) for a preset or policy that does not exist.
    """
    from sim.policies.registry import policies_for

    chosen: Iterable[tuple[str, str]] = STANDARD
    if only:
        chosen = [_split(item) for item in only]
    out = []
    for preset, policy in chosen:
        rules = Rules.parse(preset)
        policies_for(policy, rules)
        out.append(Row(preset, policy, rules, threads))
    return out


def _split(item: str) -> tuple[str, str]:
    """Preset and policy of ``PRESET:POLICY``; both may hold colons. Raises InputError."""
    from sim.policies.registry import named

    at = [i for i, letter in enumerate(item) if letter == ":"]
    if not at or at[-1] == 0:
        raise InputError(f"--only {item}: give PRESET:POLICY, as in uec:lowest")
    colon = next((i for i in at if named(item[i + 1 :])), at[-1])
    return item[:colon], item[colon + 1 :]


def measure(row: Row, seconds: float = SECONDS, runs: int = RUNS) -> Measure:
    """Play ``runs`` times about ``seconds`` of whole matches; the median speed."""
    from sim.engine import play_matches, signature
    from sim.policies.registry import policies_for

    task = Task(row.rules, policies_for(row.policy, row.rules), 1, MATCH_GAMES)
    play(task, 0, 1)
    began = time.perf_counter()
    play(task, 0, 2)
    matches = max(2, int(2 * seconds / max(1e-6, time.perf_counter() - began)))
    speeds, counts = [], play(task, 0, matches)
    with ThreadPoolExecutor(row.threads) as pool:
        for _ in range(runs):
            began = time.perf_counter()
            list(pool.map(lambda i: play(task, i * matches, matches), range(row.threads)))
            elapsed = time.perf_counter() - began
            speeds.append(row.threads * matches * MATCH_GAMES / elapsed)
    speed, turns = statistics.median(speeds), counts.turns / counts.games
    # Otherwise hardly any are listed, and so counted.
    listed = play_matches(task, 0, min(matches, LISTED), by_list=True)
    return Measure(
        row.preset,
        row.policy,
        int(row.rules.players),
        row.rules.text("hand_size"),
        row.threads,
        round(speed),
        round(speed * turns),
        round(1e9 * row.threads / (speed * turns), 1),
        round(turns, 1),
        round(listed.legal / listed.turns, 2),
        round(max(speeds) / min(speeds), 2),
        signature(),
    )


def as_json(measures: Sequence[Measure]) -> str:
    """A list of objects, one a row."""
    return json.dumps([asdict(m) for m in measures], indent=1)


def machine() -> dict[str, Any]:
    """What the figures were measured on: processor kind and versions."""
    import numba
    import numpy

    return {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def read_earlier(path: str) -> dict[tuple[Any, ...], float]:
    """Games a second of an earlier ``--json``, by row. Raises InputError."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        return {
            (m["preset"], m["policy"], m["players"], m["hand_size"], m["threads"]): float(
                m["games_per_second"]
            )
            for m in data
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"--compare {path}: not the output of bench --json ({error})") from None
