"""How far a run has come: bars on a terminal, now and then a line in a log, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import IO, Any, Protocol

from sim.run.plan import Cell, Job

CELL_BARS = 12
"""Studies of at most so many cells get a bar for each."""


class Progress(Protocol):
    """What a run reports to."""

    def start(self, cells: Sequence[Cell], played: int, wanted: int, each: int | None) -> None:
        """A run begins: games stored and wanted, and of each cell if that is known."""

    def played(self, job: Job) -> None:
        """A block has been played."""

    def tick(self, played: int, wanted: int) -> None:
        """Called a few times a second: games stored and wanted."""

    def note(self, text: str) -> None:
        """Something that a person should read."""

    def stop(self) -> None:
        """The run is over."""


class Silence:
    """Says nothing."""

    def start(self, cells: Sequence[Cell], played: int, wanted: int, each: int | None) -> None:
        """Nothing."""

    def played(self, job: Job) -> None:
        """Nothing."""

    def tick(self, played: int, wanted: int) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""

    def stop(self) -> None:
        """Nothing."""


class Speed:
    """Games a second of this run, by a clock that nobody can set back."""

    def __init__(self, played: int) -> None:
        self._start, self._before = time.monotonic(), played

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._start

    def rate(self, played: int) -> float:
        """Games a second since the run began."""
        return (played - self._before) / max(self.seconds, 1e-9)

    def words(self, played: int, wanted: int) -> str:
        """Rate and time left, in words."""
        rate = self.rate(played)
        if rate <= 0:
            return "no game yet"
        return f"{rate:,.0f} games/s, {duration((wanted - played) / rate)} left"


def duration(seconds: float) -> str:
    """Seconds as a person says them: ``45 s``, ``3 min 20 s``, ``5 h 10 min``."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Lines:
    """Plain lines for logs: one at first soon, then ever more rarely, up to one a minute."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stderr
        self._last = ""

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)

    def start(self, cells: Sequence[Cell], played: int, wanted: int, each: int | None) -> None:
        """Say what is to be done."""
        self._speed, self._next, self._gap = Speed(played), 5.0, 5.0
        self._print(f"{len(cells):,} cells, {played:,} of {wanted:,} games played already")

    def played(self, job: Job) -> None:
        """Remember which cell was played last."""
        self._last = job.cell.name

    def tick(self, played: int, wanted: int) -> None:
        """Print a line if it is time."""
        if self._speed.seconds >= self._next:
            self._gap = min(60.0, self._gap * 1.5)
            self._next = self._speed.seconds + self._gap
            share = 100 * played / max(wanted, 1)
            words = self._speed.words(played, wanted)
            self._print(f"{share:5.1f} %  {played:,} of {wanted:,} games, {words}; at {self._last}")

    def note(self, text: str) -> None:
        """Print it."""
        self._print(text)

    def stop(self) -> None:
        """Nothing is left to say."""


class Bars:
    """Bars on a terminal: all cells together, and each one where they are few.

    ``console`` is rich's, by default one on standard error.
    """

    def __init__(self, console: Any = None) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        self._console = console or Console(stderr=True)
        self._bars = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            TextColumn("{task.percentage:>5.1f} %"),
            TextColumn("{task.fields[words]}"),
            console=self._console,
        )
        self._cell = Text("", no_wrap=True, overflow="ellipsis")
        self._live = Live(
            Group(self._bars, self._cell),
            console=self._console,
            transient=True,
            refresh_per_second=5,
        )
        self._cells: dict[int, Any] = {}

    def start(self, cells: Sequence[Cell], played: int, wanted: int, each: int | None) -> None:
        """Show the bars."""
        self._speed = Speed(played)
        self._total = self._bars.add_task(f"{len(cells):,} cells", total=wanted, words="")
        for cell in cells if each is not None and len(cells) <= CELL_BARS else ():
            games = sum(matches for _, matches in cell.done) * cell.task.match_games
            self._cells[cell.number] = self._bars.add_task(
                cell.name, total=each, completed=min(games, each or 0), words=""
            )
        self._live.start()

    def played(self, job: Job) -> None:
        """Advance the cell's bar, or name the cell."""
        if self._cells:
            self._bars.advance(self._cells[job.cell.number], job.games)
        else:
            self._cell.plain = f"at {job.cell.name}"

    def tick(self, played: int, wanted: int) -> None:
        """Bring the total up to date."""
        words = f"{played:,} games, {self._speed.words(played, wanted)}"
        self._bars.update(self._total, completed=played, total=wanted, words=words)

    def note(self, text: str) -> None:
        """Print it above the bars."""
        self._console.print(text, highlight=False, markup=False)

    def stop(self) -> None:
        """Take the bars away."""
        self._live.stop()


def choose(quiet: bool) -> Progress:
    """Bars where a person watches, lines in a log, nothing if ``quiet``."""
    if quiet:
        return Silence()
    return Bars() if sys.stderr.isatty() else Lines()
