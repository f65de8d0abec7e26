"""What is still to be played: ranges of matches, cut into blocks and ordered."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from sim.errors import InputError
from sim.run.codec import Matrix
from sim.task import Task

Range = tuple[int, int]
"""First match and number of matches."""


@dataclass(frozen=True)
class Cell:
    """A task as a run sees it, with its id (costly to compute) and what to call it in messages."""

    number: int
    task: Task
    id: str
    name: str
    done: tuple[Range, ...] = ()
    """What is stored already."""


@dataclass(frozen=True)
class Job:
    """A block to be played."""

    cell: Cell
    first: int
    matches: int

    @property
    def games(self) -> int:
        """Games in the block."""
        return self.matches * self.cell.task.match_games


@dataclass(frozen=True)
class Part:
    """Of every ``of`` blocks, those with number ``index`` (from 0): the share of one machine."""

    index: int = 0
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Part:
        """``2/3`` is the second of three parts. Raises InputError."""
        left, _, right = text.partition("/")
        if left.isdecimal() and right.isdecimal() and 1 <= int(left) <= int(right):
            return cls(int(left) - 1, int(right))
        raise InputError(f"--part {text}: give the part and how many there are, as in 1/3")

    def __str__(self) -> str:
        return f"{self.index + 1}/{self.of}"


WHOLE = Part()


class Source(Protocol):
    """Hands out blocks and learns what became of them."""

    def next(self) -> Job | None:
        """A block to play now; None if there is none at the moment, or none any more."""

    def done(self, job: Job, counts: Matrix) -> None:
        """A block has been played."""

    def games(self) -> tuple[int, int]:
        """Games stored and games wanted, as far as is known now."""


def automatic_block(matches: int) -> int:
    """Matches a block for a cell of so many matches.

    Twenty-five blocks give an interval enough batches; more than ten thousand only take space, but
    no block is longer than ten thousand matches, so that little is lost when a run is killed.
    """
    if matches <= 25_000:
        return max(1, -(-matches // 25))
    return min(10_000, max(1_000, matches // 10_000))


def gaps(done: Iterable[Range], end: int) -> list[Range]:
    """The ranges of 0 .. ``end`` - 1 that ``done`` leaves out."""
    found, at = [], 0
    for first, matches in sorted(done):
        if min(first, end) > at:
            found.append((at, min(first, end) - at))
        at = max(at, first + matches)
    if end > at:
        found.append((at, end - at))
    return found


def cut(ranges: Iterable[Range], size: int) -> Iterator[Range]:
    """The ranges in blocks that end at multiples of ``size``.

    All cells so have the same blocks, whatever was interrupted, and can be compared pairwise.
    """
    for first, matches in ranges:
        end = first + matches
        while first < end:
            stop = min(end, (first // size + 1) * size)
            yield first, stop - first
            first = stop


class FixedSource:
    """So many matches of every cell, all cells growing together."""

    def __init__(
        self, cells: Sequence[Cell], matches: int, block: int, part: Part | None = None
    ) -> None:
        self.matches, self.block, self.part = matches, block, part or Part()
        self._played = sum(
            min(size, max(0, matches - first)) * cell.task.match_games
            for cell in cells
            for first, size in cell.done
        )
        self._wanted = self._played + sum(
            matches * cell.task.match_games for cell in cells for _, matches in self._pieces(cell)
        )
        self._jobs = heapq.merge(*map(self._missing, cells), key=lambda entry: entry[:2])

    def _pieces(self, cell: Cell) -> Iterator[Range]:
        for first, matches in cut(gaps(cell.done, self.matches), self.block):
            if first // self.block % self.part.of == self.part.index:
                yield first, matches

    def _missing(self, cell: Cell) -> Iterator[tuple[int, int, Job]]:
        return ((first, cell.number, Job(cell, first, n)) for first, n in self._pieces(cell))

    def next(self) -> Job | None:
        """The next block: the earliest matches first, cell by cell."""
        entry = next(self._jobs, None)
        return entry[2] if entry else None

    def done(self, job: Job, counts: Matrix) -> None:
        """A block has been played."""
        self._played += job.games

    def games(self) -> tuple[int, int]:
        """Games stored and games wanted."""
        return self._played, self._wanted
