"""Counts on disk: one SQLite file ``counts.db`` a directory, one row a block.

No rate is stored. Blocks of a task add; ranges of matches that overlap are refused by the database
itself. Every block carries a checksum over its task, its range and its bytes, so that a flipped bit
is found and named when counts are read.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np

from sim.counts import WIDTH
from sim.run import schema
from sim.run.batches import batch_starts, pieces, sums
from sim.run.codec import Matrix, pack
from sim.run.errors import DamagedError, StoreError
from sim.run.layout import decode, layout, layout_number
from sim.run.rows import (
    Block,
    Blocks,
    CellRow,
    StudyRow,
    checksum,
    checksums,
    describe_hash,
    study_id,
)

FILE_NAME = "counts.db"
STUDY_NAME = "study.toml"
"""Beside the counts: the study as it was written, for people; nothing reads it."""
WAIT_SECONDS = 20.0
"""How long a reader and the writer wait for each other's transaction."""


class Store:
    """The counts of a directory, made by ``Store.open`` or ``Store.create``; to be closed."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self.db = db
        self._numbers: dict[str, int] = {}

    @classmethod
    def create(cls, path: Path) -> Store:
        """A new, empty store at ``path``, which must not exist. Raises StoreError."""
        try:
            with faults(path):
                db = sqlite3.connect(path, isolation_level=None, timeout=WAIT_SECONDS)
                schema.create(db)
        except StoreError:
            path.unlink(missing_ok=True)
            raise
        return cls(path, db)

    @classmethod
    def open(cls, path: Path, write: bool = False) -> Store:
        """The store at ``path``, checked. Raises StoreError, DamagedError if it is not whole."""
        if not path.is_file():
            raise StoreError(f"{path.parent} holds no results: there is no {path.name} in it")
        mode = "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
        address = f"{path.absolute().as_uri()}?mode={mode}"
        with faults(path):
            db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=WAIT_SECONDS)
            if not write:
                db.execute("PRAGMA query_only = 1")
                # Blocks of a task lie scattered, in the order in which they were played.
                db.execute(f"PRAGMA mmap_size = {1 << 40}")
            application, version = schema.versions(db)
            if application != schema.APPLICATION:
                raise StoreError(f"{path} is not a file of counts, or its head is damaged")
            if version != schema.VERSION:
                raise StoreError(
                    f"{path} has schema {version}; this version of the program reads and writes "
                    f"schema {schema.VERSION}: use the version that wrote it, or another directory"
                )
            # Not the quick check, which does not see that an index has lost a row.
            (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            raise _damaged(path, answer.splitlines()[-1])
        return cls(path, db)

    def close(self) -> None:
        """Close the file; the store cannot be used any more."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written, or nothing. Raises StoreError if it cannot be."""
        with faults(self.path):
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    # -- writing (inside a transaction)

    def add_task(self, task: str, description: dict[str, Any]) -> None:
        """Make a task known; one that is known already stays as it is."""
        if describe_hash(description) != task:
            raise StoreError(f"task {task}: its id does not belong to its description")
        rest = {key: value for key, value in description.items() if key != "rules"}
        rules = json.dumps(description["rules"])
        self.db.execute("INSERT OR IGNORE INTO rule_sets (rules) VALUES (?)", (rules,))
        self.db.execute(
            "INSERT OR IGNORE INTO tasks (id, rule_set, rest) "
            "SELECT ?, number, ? FROM rule_sets WHERE rules = ?",
            (task, json.dumps(rest), rules),
        )

    def add_blocks(self, blocks: Iterable[Block]) -> None:
        """Add counts of known tasks. Raises StoreError for a range that overlaps a stored one."""
        number = self.add_layout(layout())
        self.add_packed((b.task, b.first, b.matches, number, pack(b.counts)) for b in blocks)

    def add_packed(self, rows: Iterable[tuple[str, int, int, int, bytes]]) -> None:
        """As ``add_blocks``, for (task, first, matches, layout's number, packed counts)."""
        for task, first, matches, kind, data in rows:
            check = checksum(task, first, matches, data)
            try:
                self.db.execute(
                    "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)",
                    (self._number(task), first, matches, kind, data, check),
                )
            except sqlite3.IntegrityError:
                raise StoreError(
                    f"{self.path}: matches {first} to {first + matches - 1} of task {task} overlap "
                    "matches that are stored already; nothing is counted twice"
                ) from None

    def add_study(self, name: str, about: dict[str, Any], cells: list[CellRow]) -> int:
        """Make a study known, or bring its wanted matches up to date; returns its number."""
        key = study_id(cells)
        self.db.execute(
            "INSERT INTO studies (id, name, about) VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, about = excluded.about",
            (key, name, json.dumps(about)),
        )
        (number,) = self.db.execute("SELECT number FROM studies WHERE id = ?", (key,)).fetchone()
        self.db.executemany(
            "INSERT INTO cells VALUES (?, ?, ?, ?, ?) ON CONFLICT (study, position) DO UPDATE "
            "SET matches = max(matches, excluded.matches)",
            [
                (number, position, self._number(c.task), json.dumps(c.labels), c.matches)
                for position, c in enumerate(cells)
            ],
        )
        return int(number)

    def begin_run(self, study: int, started: str, about: dict[str, Any]) -> int:
        """Note that a run of a study begins; returns the run's number."""
        cursor = self.db.execute(
            "INSERT INTO runs (study, started, about) VALUES (?, ?, ?)",
            (study, started, json.dumps(about)),
        )
        return int(cursor.lastrowid or 0)

    def end_run(self, run: int, ended: str) -> None:
        """Note that a run has ended."""
        self.db.execute("UPDATE runs SET ended = ? WHERE number = ?", (ended, run))

    # -- reading

    def tasks(self) -> list[str]:
        """The ids of all tasks, in the order in which they were made known."""
        with faults(self.path):
            return [row[0] for row in self.db.execute("SELECT id FROM tasks ORDER BY number")]

    def description(self, task: str) -> dict[str, Any]:
        """``Task.describe()`` of a task. Raises DamagedError if it does not fit the task's id."""
        with faults(self.path):
            row = self.db.execute(
                "SELECT rules, rest FROM tasks JOIN rule_sets ON rule_set = rule_sets.number "
                "WHERE id = ?",
                (task,),
            ).fetchone()
        try:
            described: dict[str, Any] = {"rules": json.loads(row[0]), **json.loads(row[1])}
        except (TypeError, ValueError):
            described = {}
        if describe_hash(described) != task:
            raise _damaged(self.path, f"the description of task {task} is not what was written")
        return described

    def ranges(self, task: str) -> list[tuple[int, int]]:
        """(first, matches) of each block of a task, by rising first match."""
        with faults(self.path):
            return list(
                self.db.execute(
                    "SELECT first, matches FROM blocks JOIN tasks ON task = number "
                    "WHERE id = ? ORDER BY first",
                    (task,),
                )
            )

    def packed(self, task: str) -> Iterator[tuple[int, int, int, bytes]]:
        """(first, matches, layout's number, packed counts) of a task's blocks, by rising first.

        Raises DamagedError naming the first block that is not what was written.
        """
        with faults(self.path):
            for row in self._rows(task):
                self._verify(task, [row])
                yield row[:4]

    def _rows(self, task: str) -> sqlite3.Cursor:
        return self.db.execute(
            "SELECT first, matches, layout, counts, checksum FROM blocks "
            "WHERE task = (SELECT number FROM tasks WHERE id = ?) ORDER BY first",
            (task,),
        )

    def _verify(self, task: str, rows: Iterable[tuple[int, int, int, bytes, int]]) -> None:
        check = checksums(task)
        for first, matches, _, data, written in rows:
            try:
                whole = check(first, matches, data) == written
            except TypeError:  # damage can turn a number or bytes into something else
                whole = False
            if not whole:
                raise _damaged(
                    self.path,
                    f"the {matches} matches from {first} of task {task} are not what was written",
                )

    def check(self, task: str) -> None:
        """Raise DamagedError if the description or a block of a task is not whole."""
        self.description(task)
        known = self.layouts()
        for first, _, number, _ in self.packed(task):
            if number not in known:
                raise _damaged(self.path, f"match {first} of task {task} has lost its layout")

    def load(self, task: str, batch: int = 0) -> Blocks:
        """All blocks of a task, by rising first match; with ``batch`` added up to batches of so many
        matches (``sim.run.batches``). Raises DamagedError."""
        with faults(self.path):
            rows = self._rows(task).fetchall()
        self._verify(task, rows)
        firsts, sizes, layouts, blobs, _ = zip(*rows, strict=True) if rows else ((),) * 5
        first, matches = np.array(firsts, np.int64), np.array(sizes, np.int64)
        if not batch or not rows:
            return Blocks(first, matches, self._decode(task, layouts, blobs))
        starts = batch_starts(first, batch)
        counts = np.empty((len(starts), WIDTH), np.int64)
        for batches, part in pieces(starts, len(first)):
            decoded = self._decode(task, layouts[part], blobs[part])
            counts[batches] = sums(decoded, starts[batches] - part.start)
        return Blocks(first[starts], np.add.reduceat(matches, starts), counts)

    def studies(self) -> list[StudyRow]:
        """The studies of this file in the order of their last runs. Raises DamagedError."""
        with faults(self.path):
            rows = self.db.execute(
                "SELECT s.number, id, name, s.about FROM studies AS s LEFT JOIN runs AS r "
                "ON r.study = s.number GROUP BY s.number ORDER BY max(r.number), s.number"
            ).fetchall()
            cells = {number: self._cells(number) for number, *_ in rows}
            runs = {
                number: self.db.execute(
                    "SELECT started, ended, about FROM runs WHERE study = ? ORDER BY number",
                    (number,),
                ).fetchall()
                for number, *_ in rows
            }
        found = []
        for number, key, name, about in rows:
            try:
                parsed = [CellRow(json.loads(labels), *rest) for labels, *rest in cells[number]]
                told = [{"started": a, "ended": b, **json.loads(c)} for a, b, c in runs[number]]
                study = StudyRow(name, json.loads(about), parsed, told)
            except ValueError:
                parsed = []
            if study_id(parsed) != key:
                raise _damaged(self.path, f"the study {name} is not what was written")
            found.append(study)
        return found

    def _cells(self, study: int) -> list[Any]:
        return self.db.execute(
            "SELECT labels, id, matches FROM cells JOIN tasks ON task = number "
            "WHERE study = ? ORDER BY position",
            (study,),
        ).fetchall()

    def load_blocks(self, tasks: Iterable[str] | None = None) -> Iterator[tuple[str, Blocks]]:
        """(task, its blocks) for each of ``tasks`` (all), one at a time to keep memory small."""
        for task in self.tasks() if tasks is None else tasks:
            yield task, self.load(task)

    def layouts(self) -> dict[int, str]:
        """The layouts that blocks of this file have, by number. Raises DamagedError."""
        with faults(self.path):
            found = dict(self.db.execute("SELECT number, fields FROM layouts"))
        if any(layout_number(fields) != number for number, fields in found.items()):
            raise _damaged(self.path, "the names of the counts are not what was written")
        return found

    def _decode(self, task: str, numbers: Sequence[int], blobs: Sequence[bytes]) -> Matrix:
        try:
            return decode(numbers, blobs, self.layouts())
        except ValueError as error:
            raise _damaged(self.path, f"task {task}: {error}") from None

    def _number(self, task: str) -> int:
        if task not in self._numbers:
            row = self.db.execute("SELECT number FROM tasks WHERE id = ?", (task,)).fetchone()
            if row is None:
                raise StoreError(f"{self.path}: unknown task {task}")
            self._numbers[task] = row[0]
        return self._numbers[task]

    def add_layout(self, fields: str) -> int:
        """Make a layout known; returns its number."""
        number = layout_number(fields)
        self.db.execute("INSERT OR IGNORE INTO layouts VALUES (?, ?)", (number, fields))
        return number


def _damaged(path: Path, what: str) -> DamagedError:
    return DamagedError(
        f"{path} is damaged: {what}; run the study again with --repair, which keeps every block "
        "that is whole and plays the others again"
    )


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turn what SQLite reports about ``path`` into a StoreError that a person understands."""
    try:
        yield
    except UnicodeDecodeError as error:  # of a text, or of SQLite's words about damage
        raise _damaged(path, str(error)) from None
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorname", "")
        if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise _damaged(path, str(error)) from None
        if code.startswith("SQLITE_BUSY"):
            raise StoreError(f"{path} is in use by another process; try again later") from None
        raise StoreError(
            f"{path} cannot be used: {error}; blocks that were finished before are kept, and the "
            "same command goes on from there"
        ) from None
