"""Cells: the counts of one task, batch by batch, with what tells them from other cells.

A batch (a block of whole matches) is the unit of replication of every interval in this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sim.counts import COUNTS_DTYPE, WIDTH
from sim.errors import InputError
from sim.run.batches import batch_starts, sums

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_BATCHES = 400
"""More batches than this make no interval better and only take memory."""


def _columns() -> dict[str, tuple[int, tuple[int, ...]]]:
    fields = cast(Mapping[str, Any], COUNTS_DTYPE.fields)
    return {name: (fields[name][1] // 8, fields[name][0].shape) for name in fields}


COLUMNS = _columns()
"""For each field of the counts its first column in the flat form, and its shape."""


@dataclass(frozen=True, eq=False, repr=False)
class Cell:
    """One task's counts in B batches of whole matches.

    ``first`` and ``matches`` (int64, shape (B,)) give each batch's range of matches, ``counts``
    (int64, shape (B, WIDTH)) its flat counts. ``labels`` are the study's, ``about`` is
    ``Task.describe()`` where known. Batches are sorted by first match. Raises InputError for
    shapes that do not fit, ranges that overlap, and negative numbers of games.
    """

    task_id: str
    labels: Mapping[str, Any]
    first: Ints
    matches: Ints
    counts: Ints
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first, matches, counts = (np.asarray(a) for a in (self.first, self.matches, self.counts))
        if counts.shape != (len(first), WIDTH) or first.shape != matches.shape:
            raise InputError(
                f"cell {self.name}: {len(first)} batches with counts of shape {counts.shape}; "
                f"each batch has {WIDTH} integers"
            )
        if len(first) and (counts.dtype.kind not in "iu" or matches.min() < 1):
            raise InputError(f"cell {self.name}: batches are whole matches, counts are integers")
        order: Any = slice(None)  # no copy of counts that are sorted already
        if (np.diff(first) < 0).any():
            order = np.argsort(first, kind="stable")
        for key, value in (("first", first), ("matches", matches), ("counts", counts)):
            object.__setattr__(self, key, value[order].astype(np.int64, copy=False))
        clash = np.flatnonzero(self.first[1:] < (self.first + self.matches)[:-1])
        if clash.size:
            raise InputError(
                f"cell {self.name}: match {int(self.first[clash[0] + 1])} is in two batches; "
                "nothing may be counted twice"
            )

    def __repr__(self) -> str:
        return f"Cell({self.name}: {self.games} games in {self.batches} batches)"

    @property
    def name(self) -> str:
        """The labels in words, for messages."""
        words = [f"{key}={value}" for key, value in self.labels.items() if value not in ("", None)]
        return ", ".join(words) or self.task_id

    def __getitem__(self, field_name: str) -> Ints:
        """A field of the counts by batch: int64 of shape (B, *shape of the field)."""
        start, shape = COLUMNS[field_name]
        size = int(np.prod(shape, dtype=int))
        part = self.counts[:, start : start + size]
        return part.reshape(len(self.first), *shape)

    def total(self, field_name: str) -> Ints:
        """A field of the counts over all batches."""
        return cast(Ints, self[field_name].sum(axis=0))

    @cached_property
    def players(self) -> int:
        """Players of a game: the places that were taken; of an unplayed cell what the rules say."""
        taken = np.flatnonzero(self.total("person_place").sum(axis=0))
        if taken.size:
            return int(taken[-1]) + 1
        return int(self.value("players") or 0)

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return len(self.first)

    @cached_property
    def games(self) -> int:
        """Games played in all batches."""
        return int(self.total("games"))

    def value(self, key: str) -> str:
        """A label, or the rule set's value of an option, as text; empty if unknown."""
        if key in self.labels:
            return str(self.labels[key])
        if key in self.about:
            return str(self.about[key])
        return str(self.about.get("rules", {}).get(key, ""))

    def select(self, rows: Any, labels: Mapping[str, Any] | None = None) -> Cell:
        """The same cell with some of its batches (an index or mask), perhaps with other labels."""
        return Cell(
            self.task_id,
            self.labels if labels is None else labels,
            self.first[rows],
            self.matches[rows],
            self.counts[rows],
            self.about,
        )


def cell_from_counts(
    blocks: Iterable[tuple[int, int, Any]],
    labels: Mapping[str, Any] | None = None,
    *,
    task_id: str = "",
    about: Mapping[str, Any] | None = None,
) -> Cell:
    """A cell of (first match, matches, Counts or flat vector) triples."""
    rows = list(blocks)
    vectors = [np.asarray(getattr(c, "vector", c), np.int64) for _, _, c in rows]
    return Cell(
        task_id,
        dict(labels or {}),
        np.array([first for first, _, _ in rows], np.int64),
        np.array([matches for _, matches, _ in rows], np.int64),
        np.array(vectors, np.int64).reshape(len(rows), WIDTH),
        dict(about or {}),
    )


def cell_from_result(result: Any, labels: Mapping[str, Any] | None = None) -> Cell:
    """A cell of what ``simulate`` returns; by default labelled with rules and policy."""
    task = result.task
    about = {
        "rules": {key: task.rules.text(key) for key in task.rules},
        "policies": list(task.policies),
        "seed": task.seed,
        "match_games": task.match_games,
    }
    if labels is None:
        rules = task.rules.differences()
        names = task.policies if len(set(task.policies)) > 1 else task.policies[:1]
        labels = {
            "rules": "default" + "".join(f" {key}={value}" for key, value in rules.items()),
            "policy": " ".join(names),
        }
    return cell_from_counts(result.blocks, labels, about=about)


def as_cells(given: Any) -> list[Cell]:
    """Cells of whatever has counts: a cell, what ``simulate`` returns, or a sequence of these."""
    if isinstance(given, Cell):
        return [given]
    if hasattr(given, "blocks") and hasattr(given, "task"):
        return [cell_from_result(given)]
    if isinstance(given, (str, bytes, Path)) or not isinstance(given, Iterable):
        raise InputError(
            f"{type(given).__name__} {given!r:.40}: give cells, or what simulate() returns"
        )
    return [cell for item in given for cell in as_cells(item)]


def check_one_engine(cells: Sequence[Cell]) -> str:
    """The engine's signature that all cells share (empty if unknown). Raises InputError."""
    engines = sorted({str(c.about["engine"]) for c in cells if "engine" in c.about})
    if len(engines) > 1:
        raise InputError(
            f"counts of different engines: {', '.join(engines)}; figures that stand side by side "
            "come from one engine, so play the older ones again"
        )
    return engines[0] if engines else ""


def merged(cell: Cell, size: int) -> Cell:
    """The cell with blocks added up to batches of ``size`` matches (a block is never split).

    A block belongs to the batch that its first match falls into, so cells that have the same
    blocks get the same batches.
    """
    if cell.batches == 0:
        return cell
    starts = batch_starts(cell.first, size)
    counts = sums(cell.counts, starts)
    matches = np.add.reduceat(cell.matches, starts)
    return Cell(cell.task_id, cell.labels, cell.first[starts], matches, counts, cell.about)


def load_cells(
    directory: str | Path, study: str = "", most: int = MOST_BATCHES
) -> tuple[dict[str, Any], list[Cell]]:
    """A study of a results directory: what is known of it, and its cells in the study's order.

    ``directory`` holds ``counts.db``; without the name of a ``study`` the one run last is taken.
    What is known: ``name``, ``title``, ``question``, ``notes`` ... and ``runs``, oldest first.
    Where a cell has more than ``most`` blocks they are added up to fewer batches, of the same size
    in every cell. Raises StoreError for a directory without results and for damaged files, InputError
    for a study that was not run there and for cells of different engines.
    """
    from sim.run.store import FILE_NAME, Store

    with Store.open(Path(directory) / FILE_NAME) as store:
        found = [row for row in store.studies() if study in ("", row.name)]
        if not found:
            wanted = f"study {study!r}" if study else "a study"
            raise InputError(f"{store.path}: {wanted} has not been run here")
        row = found[-1]
        tasks = {cell.task for cell in row.cells}
        size = _batch_size([np.array(store.ranges(task), np.int64) for task in tasks], most)
        parts = {}
        for task in tasks:
            blocks = store.load(task, size)
            parts[task] = Cell(
                task, {}, blocks.first, blocks.matches, blocks.counts, store.description(task)
            )
    cells = [replace(parts[cell.task], labels=cell.labels) for cell in row.cells]
    check_one_engine([cell for cell in cells if cell.batches])
    return {**row.about, "name": row.name, "runs": row.runs}, cells


def _batch_size(ranges: Sequence[Ints], most: int) -> int:
    """Matches a batch so that no cell has more than ``most``: a multiple of the longest block.

    0 where blocks are few enough as they are.
    """
    if max(map(len, ranges), default=0) <= most:
        return 0
    every = np.concatenate([r for r in ranges if len(r)])
    block, span = int(every[:, 1].max()), int(every.sum(axis=1).max())
    return block * -(-span // (block * most))
