"""Counts as bytes: small enough to commit, and read back by the thousand at numpy's speed.

A row of counts is cut into *limbs* of 16 bits (two's complement, so that lost money is no special
case), and each limb's row into words of four columns. The bytes hold

    how many limbs are needed (1 byte)
    for each limb from the lowest a bitmap of the words that are not zero (ceil(words / 8) bytes)
    limb by limb these words (8 bytes each, little endian)

Nearly all counts of a block fit one or two limbs and most columns are zero, so that a block takes
about a kilobyte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Matrix = np.ndarray[Any, np.dtype[np.int64]]

_LIMBS = 4
_COLUMNS = 4


class CodecError(ValueError):
    """Bytes that are not counts of the width expected."""

    def __init__(self, width: int) -> None:
        super().__init__(f"the bytes of a block are not counts of {width} integers")


def pack(vector: Matrix) -> bytes:
    """The bytes of a row of counts: ``vector`` is int64, of shape (width,)."""
    words = -(-len(vector) // _COLUMNS)
    padded = np.zeros(words * _COLUMNS, "<i8")
    padded[: len(vector)] = vector
    limbs = np.ascontiguousarray(padded.view("<u2").reshape(-1, _LIMBS).T).view("<u8")
    used = limbs != 0
    needed = int(np.flatnonzero(used.any(axis=1))[-1]) + 1 if used.any() else 0
    maps = np.packbits(used[:needed], axis=1, bitorder="little")
    words_used: bytes = limbs[:needed][used[:needed]].tobytes()
    return bytes([needed]) + maps.tobytes() + words_used


def unpack(blobs: Sequence[bytes], width: int) -> Matrix:
    """The rows of counts that ``pack`` turned into ``blobs``: int64, of shape (len(blobs), width).

    Raises CodecError for bytes of another width.
    """
    words = -(-width // _COLUMNS)
    low = np.zeros((len(blobs), words), "<u8")
    heads = [blob[:1] for blob in blobs]
    high = []
    for head in set(heads):
        rows = [row for row, other in enumerate(heads) if other == head]
        every = len(rows) == len(blobs)
        group = blobs if every else [blobs[row] for row in rows]
        used, values = _words(group, head[0] if head else _LIMBS + 1, width)
        numbers = np.count_nonzero(used, axis=2)  # words of each blob and limb
        of_low = np.repeat(np.arange(numbers.size) % max(1, numbers.shape[1]) == 0, numbers.ravel())
        part = low if every else np.zeros((len(rows), words), "<u8")
        part.reshape(-1)[np.flatnonzero(used[:, 0])] = values[of_low]
        if not every:
            low[rows] = part
        high.append((np.array(rows), used[:, 1:], values[~of_low]))
    result = low.view("<u2")[:, :width].astype("<i8")
    for where, used, values in high:
        if len(values):
            row, cell = np.divmod(np.flatnonzero(used), used[0].size)
            limb, word = np.divmod(cell, words)
            for k in range(_LIMBS - 1):
                _add_limb(result, k + 1, where[row[limb == k]], word[limb == k], values[limb == k])
    return result


def _words(blobs: Sequence[bytes], needed: int, width: int) -> tuple[Any, Any]:
    """Of blobs of ``needed`` limbs each: which words they hold, and these words in that order.

    The first is boolean, of shape (blobs, needed (at least one), words).
    """
    words = -(-width // _COLUMNS)
    end = 1 + needed * -(-words // 8)
    maps = b"".join([blob[1:end] for blob in blobs])
    values = b"".join([blob[end:] for blob in blobs])
    if needed > _LIMBS or len(maps) != (end - 1) * len(blobs):
        raise CodecError(width)
    if not needed:
        return np.zeros((len(blobs), 1, words), np.bool_), np.zeros(0, "<u8")
    bits = np.frombuffer(maps, np.uint8).reshape(len(blobs), needed, -(-words // 8))
    used = np.unpackbits(bits, axis=2, count=words, bitorder="little").view(np.bool_)
    if 8 * np.count_nonzero(used) != len(values):
        raise CodecError(width)
    return used, np.frombuffer(values, "<u8")


def _add_limb(result: Matrix, limb: int, row: Any, word: Any, values: Any) -> None:
    """Add the few words of a higher limb to the columns that they belong to."""
    columns = word[:, None] * _COLUMNS + np.arange(_COLUMNS)
    parts = values.view("<u2").reshape(-1, _COLUMNS)
    at = np.nonzero((parts != 0) & (columns < result.shape[1]))
    result[row[at[0]], columns[at]] |= parts[at].astype("<i8") << (16 * limb)
