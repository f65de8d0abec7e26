"""What is whole in a damaged ``counts.db``: read page by page, without trusting any tree or index.

The format is SQLite's (https://www.sqlite.org/fileformat.html, sections 1.5, 1.6 and 2). Rows are
told apart by their shape; one counts as whole if its checksum, or the hash that is its id, says so.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.run import schema
from sim.run.errors import StoreError
from sim.run.layout import layout, layout_number
from sim.run.rows import CellRow, checksum, describe_hash, study_id
from sim.run.store import Store

_LEAF = 0x0D
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


@dataclass
class Recovered:
    """Rows found in a damaged file, by kind."""

    layouts: dict[int, str] = field(default_factory=dict)
    rule_sets: dict[int, dict[str, str]] = field(default_factory=dict)
    tasks: dict[int, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    studies: dict[int, tuple[str, str, dict[str, Any]]] = field(default_factory=dict)
    cells: dict[int, dict[int, tuple[int, dict[str, str], int]]] = field(default_factory=dict)
    blocks: dict[tuple[int, int], tuple[int, int, bytes, int]] = field(default_factory=dict)
    """(task's number, first) -> (matches, layout's number, counts, checksum)."""


@dataclass(frozen=True)
class Repair:
    """What a repair did, in numbers; ``kept_as`` is where the damaged file is now."""

    blocks: int
    broken: int
    kept_as: Path

    def __str__(self) -> str:
        return (
            f"recovered {self.blocks:,} whole blocks, left out {self.broken:,} that are not; the "
            f"damaged file is kept as {self.kept_as.name}"
        )


def repair(path: Path, known: Mapping[str, dict[str, Any]] | None = None) -> Repair | None:
    """Put what is whole in the place of the damaged file ``path``; None if it is not damaged.

    ``known`` describes tasks of today's engine by id: their blocks are recovered even where the
    file has lost what it knew of them. Raises StoreError if nothing in the file is ours.
    """
    if _is_whole(path):
        return None
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(sqlite3.connect(path)) as db:
        db.execute(
            "SELECT count(*) FROM sqlite_master"
        ).fetchone()  # rolls back a killed transaction
    data = path.read_bytes()
    found = scan(data)
    _adopt(found, known or {})
    ours = data[68:72] == schema.APPLICATION.to_bytes(4, "big")
    if not (ours or found.tasks or found.studies):
        raise StoreError(f"{path}: nothing in it can be recovered; remove it to begin anew")
    fresh = path.with_name(path.name + ".new")
    for old in (fresh, fresh.with_name(fresh.name + "-journal")):
        old.unlink(missing_ok=True)
    with Store.create(fresh) as store, store.transaction():
        blocks, broken = _refill(store, found)
    kept = _free_name(path)
    os.replace(path, kept)
    journal = path.with_name(path.name + "-journal")
    if journal.exists():
        os.replace(journal, kept.with_name(kept.name + "-journal"))
    os.replace(fresh, path)
    return Repair(blocks, broken, kept)


def _is_whole(path: Path) -> bool:
    try:
        with Store.open(path) as store:
            for task in store.tasks():
                store.check(task)
            store.studies()
    except StoreError:
        return False
    return True


def _adopt(found: Recovered, known: Mapping[str, dict[str, Any]]) -> None:
    """Find out by their checksums which tasks the blocks without a known task belong to."""
    found.layouts[layout_number(layout())] = layout()
    orphans = {number: (first, block) for (number, first), block in found.blocks.items()}
    for number, (first, (matches, _, data, check)) in orphans.items():
        for task, description in known.items() if number not in found.tasks else ():
            if checksum(task, first, matches, data) == check:
                found.tasks[number] = (task, description)
                break


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return name


def _refill(store: Store, found: Recovered) -> tuple[int, int]:
    """Write all whole rows to a new store; returns numbers of whole and of broken blocks."""
    for _, (task, description) in sorted(found.tasks.items()):
        store.add_task(task, description)
    for fields in found.layouts.values():
        store.add_layout(fields)
    whole = broken = 0
    for (number, first), (matches, kind, data, check) in sorted(found.blocks.items()):
        task = found.tasks.get(number, ("", {}))[0]
        if task and kind in found.layouts and checksum(task, first, matches, data) == check:
            store.add_packed([(task, first, matches, kind, data)])
            whole += 1
        else:
            broken += 1
    for number, (key, name, about) in sorted(found.studies.items()):
        rows = sorted(found.cells.get(number, {}).items())
        if all(task in found.tasks for _, (task, _, _) in rows):
            cells = [
                CellRow(labels, found.tasks[t][0], matches) for _, (t, labels, matches) in rows
            ]
            if study_id(cells) == key:
                store.add_study(name, about, cells)
    return whole, broken


def scan(data: bytes) -> Recovered:
    """All rows of our tables in the bytes of a file, whole or not."""
    found = Recovered()
    rests: dict[int, tuple[str, int, dict[str, Any]]] = {}
    for rowid, row in _records(data):
        with suppress(ValueError, TypeError):
            _sort(rowid, row, found, rests)
    for number, (task, rule_set, rest) in rests.items():
        description = {"rules": found.rule_sets.get(rule_set), **rest}
        if describe_hash(description) == task:
            found.tasks[number] = (task, description)
    return found


def _sort(
    rowid: int, row: list[Any], found: Recovered, rests: dict[int, tuple[str, int, dict[str, Any]]]
) -> None:
    """File a row under the table whose shape it has. Raises ValueError for broken JSON."""
    match row:
        case [int(task), int(first), int(matches), int(kind), bytes(counts), int(check)]:
            found.blocks.setdefault((task, first), (matches, kind, counts, check))
        case [None, str(text)]:
            content = json.loads(text)
            if isinstance(content, dict):
                found.rule_sets[rowid] = content
            elif layout_number(text) == rowid:
                found.layouts[rowid] = text
        case [None, str(task), int(rule_set), str(rest)]:
            rests[rowid] = (task, rule_set, json.loads(rest))
        case [None, str(key), str(name), str(about)]:
            found.studies[rowid] = (key, name, json.loads(about))
        case [int(study), int(position), int(task), str(labels), int(matches)]:
            cells = found.cells.setdefault(study, {})
            cells[position] = (task, json.loads(labels), matches)


def _records(data: bytes) -> Iterator[tuple[int, list[Any]]]:
    """(row id, values) of every row on every leaf page of a table."""
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = schema.PAGE_SIZE
    for start in range(0, len(data), size):
        page = data[start : start + size]
        head = 100 if start == 0 else 0
        if page[head : head + 1] != bytes([_LEAF]):
            continue
        count = int.from_bytes(page[head + 3 : head + 5], "big")
        for k in range(min(count, size // 4)):
            at = head + 8 + 2 * k
            with suppress(IndexError, ValueError):
                yield _cell(data, page, int.from_bytes(page[at : at + 2], "big"), size)


def _cell(data: bytes, page: bytes, at: int, size: int) -> tuple[int, list[Any]]:
    length, at = _varint(page, at)
    rowid, at = _varint(page, at)
    local = length
    if length > size - 35:  # the rest of a long row is on pages of its own
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= size - 35 else least
    payload = page[at : at + local]
    follow = int.from_bytes(page[at + local : at + local + 4], "big") if local < length else 0
    while follow and len(payload) < length:
        rest = data[(follow - 1) * size : follow * size]
        if len(rest) < 4:
            break
        payload += rest[4:][: length - len(payload)]
        follow = int.from_bytes(rest[:4], "big")
    if len(payload) != length:
        raise ValueError("a row is cut off")
    return rowid, _values(payload)


def _values(payload: bytes) -> list[Any]:
    end, at = _varint(payload, 0)
    body = end
    values: list[Any] = []
    while at < end:
        kind, at = _varint(payload, at)
        if kind >= 12:
            length = (kind - 12) // 2
            raw = payload[body : body + length]
            values.append(raw.decode("utf-8") if kind % 2 else raw)
        elif kind in (0, 8, 9):
            length = 0
            values.append((None, 0, 1)[(0, 8, 9).index(kind)])
        elif kind in _INTEGER_BYTES:
            length = _INTEGER_BYTES[kind]
            values.append(int.from_bytes(payload[body : body + length], "big", signed=True))
        else:
            raise ValueError("a value of no kind that we store")
        body += length
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing begins. Raises IndexError."""
    number = 0
    for k in range(8):
        byte = data[at + k]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + k + 1
    return number << 8 | data[at + 8], at + 9
