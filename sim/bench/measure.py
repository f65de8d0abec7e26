"""Games and turns a second: the median of several runs, and their spread."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sim.bench.rows import Row
from sim.task import Task, play

MATCH_GAMES = 100
SECONDS = 0.4
RUNS = 5
LISTED_MATCHES = 2


@dataclass(frozen=True)
class Measure:
    """A measurement: medians, the spread (fastest run over slowest), and what was played.

    ``decks`` is as the rules say, ``peak_memory_mb`` of the whole process so far; the starts are
    seconds, where they were measured (``sim.bench.start``).
    """

    preset: str
    policy: str
    players: int
    hand_size: str
    decks: str
    threads: int
    games_per_second: float
    turns_per_second: float
    ns_per_turn: float
    turns_per_game: float
    legal_per_turn: float
    spread: float
    peak_memory_mb: float
    signature: str
    cold_start_s: float | None = None
    warm_start_s: float | None = None


def measure(row: Row, seconds: float = SECONDS, runs: int = RUNS) -> Measure:
    """Play ``runs`` times about ``seconds`` of whole matches; the median speed.

    The legal actions a turn are counted in a few matches played by list, apart from the timing.
    """
    from sim.engine import play_matches, signature
    from sim.policies.registry import policies_for

    task = Task(row.rules, policies_for(row.policy, row.rules), 1, MATCH_GAMES)
    listed = play_matches(task, 0, LISTED_MATCHES, by_list=True)
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
    return Measure(
        preset=row.preset,
        policy=row.policy,
        players=int(row.rules.players),
        hand_size=row.rules.text("hand_size"),
        decks=row.rules.text("decks"),
        threads=row.threads,
        games_per_second=round(speed),
        turns_per_second=round(speed * turns),
        ns_per_turn=round(1e9 * row.threads / (speed * turns), 1),
        turns_per_game=round(turns, 1),
        legal_per_turn=round(listed.legal / listed.turns, 2),
        spread=round(max(speeds) / min(speeds), 2),
        peak_memory_mb=peak_memory(),
        signature=signature(),
    )


def peak_memory() -> float:
    """The most memory that this process has held at once, in megabytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)
