"""Which integer of a block is which field: counts of one version read by another."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from sim.counts import COUNTS_DTYPE, WIDTH
from sim.run.codec import CodecError, Matrix, unpack


@cache
def layout() -> str:
    """The fields of today's counts, as JSON, in the order in which blocks hold them."""
    fields = [(name, list(COUNTS_DTYPE[name].shape)) for name in COUNTS_DTYPE.names or ()]
    return json.dumps(fields)


def layout_number(fields: str) -> int:
    """The number under which every file knows a layout: a hash, so that damage shows."""
    return zlib.crc32(fields.encode()) >> 1


def decode(numbers: Sequence[int], blobs: Sequence[bytes], known: Mapping[int, str]) -> Matrix:
    """Counts as today's fields: int64, of shape (len(blobs), WIDTH).

    ``numbers`` names each blob's layout, ``known`` gives the fields of each. Fields that today's
    counts no longer have are left out; fields that are new since stay zero, which every measure
    reads as "no events". Raises CodecError or ValueError for what cannot be read.
    """
    if not set(numbers) <= set(known):
        raise ValueError("a block's layout is not known")
    if {known[number] for number in numbers} <= {layout()}:
        return unpack(blobs, WIDTH)
    counts = np.zeros((len(blobs), WIDTH), np.int64)
    for number in set(numbers):
        rows = [row for row, other in enumerate(numbers) if other == number]
        there, here, width = _columns(known[number])
        part = unpack([blobs[row] for row in rows], width)
        counts[np.ix_(rows, here)] = part[:, there]
    return counts


def _columns(fields: str) -> tuple[list[int], list[int], int]:
    """Which columns of a layout are which of today's, and how many it has."""
    there: list[int] = []
    here: list[int] = []
    at = 0
    for name, shape in json.loads(fields):
        size = int(np.prod(shape, dtype=int))
        if name in (COUNTS_DTYPE.names or ()):
            if list(COUNTS_DTYPE[name].shape) != shape:
                raise ValueError(f"{name} was counted in another shape by another version")
            start = (COUNTS_DTYPE.fields or {})[name][1] // 8
            there.extend(range(at, at + size))
            here.extend(range(start, start + size))
        at += size
    return there, here, at


__all__ = ["CodecError", "decode", "layout", "layout_number"]
