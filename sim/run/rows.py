"""What a store holds, as values, and the hashes and checksums that tell whether it is whole."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sim.run.codec import Matrix


@dataclass(frozen=True)
class Block:
    """A range of whole matches of a task and its counts, an int64 array of shape (WIDTH,)."""

    task: str
    first: int
    matches: int
    counts: Matrix


@dataclass(frozen=True)
class Blocks:
    """All blocks of a task by rising first match: ``first``, ``matches`` of shape (blocks,),
    ``counts`` of shape (blocks, WIDTH), int64 all."""

    first: Matrix
    matches: Matrix
    counts: Matrix


@dataclass(frozen=True)
class CellRow:
    """A cell of a study as stored: its labels, its task, the matches wanted of it."""

    labels: dict[str, str]
    task: str
    matches: int


@dataclass(frozen=True)
class StudyRow:
    """A study as stored, with its runs, oldest first (``started``, ``ended``, command ...)."""

    name: str
    about: dict[str, Any]
    cells: list[CellRow]
    runs: list[dict[str, Any]]


def checksum(task: str, first: int, matches: int, counts: bytes) -> int:
    """CRC-32 over everything that a block is."""
    return checksums(task)(first, matches, counts)


def checksums(task: str) -> Callable[[int, int, bytes], int]:
    """The same for many blocks of one task."""
    base, crc32 = int(task, 16), zlib.crc32

    def check(first: int, matches: int, counts: bytes) -> int:
        # Odd factors: no single bit of the range can change without changing the start.
        start = base + 0x9E37_79B1 * first + 0x85EB_CA77 * matches
        return crc32(counts, (start ^ start >> 32) & 0xFFFF_FFFF)

    return check


def describe_hash(description: dict[str, Any]) -> str:
    """What ``Task.id`` is for a task of that description."""
    text = json.dumps(description, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def study_id(cells: Iterable[CellRow]) -> str:
    """Sixteen hex digits that depend on the labels and tasks of a study's cells, in their order."""
    text = json.dumps([[cell.labels, cell.task] for cell in cells], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
