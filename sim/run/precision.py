"""Precision instead of games: every cell is played until one measure is known well enough.

A cell grows in stages. After each stage, never in between, the measure and its interval are
computed from all its blocks; if the half-width is not small enough the next stage is as long as
the interval says that it must be, but at most doubles the cell and at least adds a tenth. Looking
only a few times, and never before thirty blocks, keeps the interval's coverage close to what it
promises although the data decide when to stop (Glynn and Whitt, "The asymptotic validity of
sequential stopping rules", 1992; the tests measure it). The stages depend on the counts alone, so
the same games are played whatever the number of threads and however often a run was interrupted.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from sim.counts import COUNTS_DTYPE
from sim.errors import InputError
from sim.run.codec import Matrix
from sim.run.plan import Cell, Job, cut, gaps
from sim.run.rows import Blocks

FLOOR_BLOCKS = 30
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Measure:
    """A ratio of sums: ``parts`` takes the records of blocks and the number of players.

    It returns numerator and denominator of each block. A ``share`` counts events of a number of
    trials, so that even without an event there is an idea of its uncertainty.
    """

    doc: str
    share: bool
    parts: Callable[[Any, int], tuple[Any, Any]]


def _step(start: int, end: int) -> Callable[[Any, int], tuple[Any, Any]]:
    """From one place to another in the next game; -1 is the last place."""

    def parts(records: Any, players: int) -> tuple[Any, Any]:
        row = records["transition"][:, start % players]
        return row[:, end % players], row.sum(axis=1)

    return parts


def _per(numerator: str, denominator: str) -> Callable[[Any, int], tuple[Any, Any]]:
    return lambda records, players: (records[numerator], records[denominator])


def _revolution_games(records: Any, players: int) -> tuple[Any, Any]:
    games = records["revolution_games"]
    return games[:, 1], games.sum(axis=1)


# Named as in ``analysis.measures``, which has the full catalogue and the finer intervals.
MEASURES: dict[str, Measure] = {
    "daihinmin_repeat": Measure("Daihinmin again, of games as Daihinmin", True, _step(-1, -1)),
    "daifugo_repeat": Measure("Daifugo again, of games as Daifugo", True, _step(0, 0)),
    "daihinmin_to_daifugo": Measure("Daifugo next, of games as Daihinmin", True, _step(-1, 0)),
    "turns_per_game": Measure("turns in a game", False, _per("turns", "games")),
    "passes_per_turn": Measure("passes, of turns", True, _per("passes", "turns")),
    "tricks_per_game": Measure("tricks in a game", False, _per("tricks", "games")),
    "revolutions_per_game": Measure("revolutions in a game", False, _per("revolutions", "games")),
    "revolution_games": Measure("games with a revolution, of games", True, _revolution_games),
    "fouls_per_game": Measure("forbidden finishes in a game", False, _per("fouls", "games")),
    "falls_per_game": Measure("fallen Daifugo, of games", True, _per("falls", "games")),
}


def measure_named(name: str) -> Measure:
    """The measure called ``name``. Raises InputError."""
    if name not in MEASURES:
        raise InputError(f"--measure {name}: unknown; measures are {', '.join(MEASURES)}")
    return MEASURES[name]


def parts_of(measure: Measure, counts: Matrix, players: int) -> tuple[Floats, Floats]:
    """Numerator and denominator of each block: ``counts`` has shape (blocks, WIDTH)."""
    records = np.ascontiguousarray(counts).view(COUNTS_DTYPE)[:, 0]
    above, below = measure.parts(records, players)
    return np.asarray(above, float), np.asarray(below, float)


def half_width(above: Floats, below: Floats, share: bool = False) -> tuple[float, float]:
    """A ratio of sums over blocks and the half-width of its 95 % interval.

    The standard error is the ratio estimator's, sqrt(n / (n - 1) Σ (yᵢ - r xᵢ)²) / Σ xᵢ over n
    blocks (Cochran, "Sampling Techniques", section 2.11), with Student's t on n - 1 degrees; of a
    share it is at least that of independent trials with two events and two failures added (Agresti
    and Coull 1998). Infinite, and the ratio not a number, as long as nothing can be said.
    """
    n, total = len(above), float(below.sum())
    if total <= 0:
        return math.nan, math.inf
    ratio = float(above.sum()) / total
    if n < 2:
        return ratio, math.inf
    spread = float(((above - ratio * below) ** 2).sum())
    error = math.sqrt(spread * n / (n - 1)) / total
    if share:
        p = (float(above.sum()) + 2) / (total + 4)
        error = max(error, math.sqrt(max(0.0, p * (1 - p)) / (total + 4)))
    return ratio, _student(n - 1) * error


@cache
def _student(degrees: int) -> float:
    from scipy.special import stdtrit  # type: ignore[import-untyped, unused-ignore]

    return float(stdtrit(degrees, 0.975))


@dataclass(frozen=True)
class Goal:
    """What is to be known how well: ``width`` is absolute; floor and ceiling in games a cell."""

    measure: str = "daihinmin_repeat"
    width: float = 0.01
    floor: int = 2_000
    ceiling: int = 10_000_000

    def __post_init__(self) -> None:
        measure_named(self.measure)
        if not (math.isfinite(self.width) and self.width > 0):
            raise InputError(f"--precision {self.width}: give a half-width above 0, such as 0.002")
        if self.floor < 1 or self.ceiling < self.floor:
            raise InputError(
                f"--min-games {self.floor}, --max-games {self.ceiling}: at least 1 game, and no "
                "fewer at most than at least"
            )


def stages(goal: Goal, match_games: int, block: int) -> Generator[int, float, None]:
    """Matches to have at the end of each stage; ``send`` it the half-width reached.

    Ends when the half-width is small enough or the ceiling has been reached.
    """
    ceiling = math.ceil(goal.ceiling / match_games)
    wanted = min(ceiling, max(FLOOR_BLOCKS * block, math.ceil(goal.floor / match_games)))
    while True:
        reached = yield wanted
        if reached <= goal.width or wanted >= ceiling:
            return
        factor = min(2.0, max(1.1, 1.05 * (reached / goal.width) ** 2))
        wanted = min(ceiling, math.ceil(wanted * factor / block) * block)


@dataclass
class _State:
    """A cell on its way: its blocks so far as (first, matches) -> (numerator, denominator)."""

    cell: Cell
    stages: Any
    blocks: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)
    have: int = 0
    target: int = 0
    open: int = 0
    width: float = math.inf
    finished: bool = False


class PrecisionSource:
    """Blocks for the cells whose measure is not known well enough yet."""

    def __init__(
        self, cells: Sequence[Cell], stored: Callable[[str], Blocks], goal: Goal, block: int
    ) -> None:
        self.goal, self.block = goal, block
        self._measure = measure_named(goal.measure)
        self._ready: deque[Job] = deque()
        self._states = {}
        for cell in cells:
            state = _State(cell, stages(goal, cell.task.match_games, block))
            self._states[cell.number] = state
            if cell.done:
                blocks = stored(cell.id)
                above, below = self._parts(cell, blocks.counts)
                ranges = zip(blocks.first.tolist(), blocks.matches.tolist(), strict=True)
                state.blocks = dict(zip(ranges, zip(above, below, strict=True), strict=True))
                state.have = int(blocks.matches.sum())
            self._extend(state, next(state.stages))

    def _parts(self, cell: Cell, counts: Matrix) -> tuple[list[float], list[float]]:
        above, below = parts_of(self._measure, counts, int(cell.task.rules.players))
        return above.tolist(), below.tolist()

    def _extend(self, state: _State, target: int) -> None:
        """Line up what a stage lacks; where it lacks nothing, go on to the next one."""
        while True:
            state.target = target
            pieces = list(cut(gaps(state.blocks, target), self.block))
            if pieces:
                state.open = len(pieces)
                self._ready.extend(Job(state.cell, first, n) for first, n in pieces)
                return
            state.width = self._half_width(state)
            try:
                target = state.stages.send(state.width)
            except StopIteration:
                state.finished = True
                return

    def _half_width(self, state: _State) -> float:
        inside = sorted(
            (key, parts) for key, parts in state.blocks.items() if sum(key) <= state.target
        )
        values = np.array([parts for _, parts in inside], float).reshape(-1, 2)
        return half_width(values[:, 0], values[:, 1], self._measure.share)[1]

    def next(self) -> Job | None:
        """The next block of a cell that needs it; None while all lined up is being played."""
        return self._ready.popleft() if self._ready else None

    def done(self, job: Job, counts: Matrix) -> None:
        """A block has been played; after the last of a stage decide how to go on."""
        state = self._states[job.cell.number]
        above, below = self._parts(job.cell, counts.reshape(1, -1))
        state.blocks[job.first, job.matches] = above[0], below[0]
        state.have += job.matches
        state.open -= 1
        if not state.open:
            self._extend(state, state.target)

    def games(self) -> tuple[int, int]:
        """Games stored, and the games that the cells will need by what is known now."""
        played = wanted = 0
        for state in self._states.values():
            games = state.cell.task.match_games
            have = state.have
            played += have * games
            need = state.target
            if not state.finished and math.isfinite(state.width):
                need = max(need, int(have * min(4.0, (state.width / self.goal.width) ** 2)))
            wanted += max(have, min(need, -(-self.goal.ceiling // games))) * games
        return played, wanted

    def finished(self) -> tuple[int, int]:
        """Cells whose measure is known well enough (or that reached the ceiling), and all cells."""
        return sum(state.finished for state in self._states.values()), len(self._states)
