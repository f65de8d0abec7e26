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
    heads = [blob[:1] for blob in blobs]
    if len(set(heads)) == 1:
        return _unpack_alike(blobs, width)
    result = np.zeros((len(blobs), width), "<i8")
    for head in set(heads):
        rows = [row for row, other in enumerate(heads) if other == head]
        result[rows] = _unpack_alike([blobs[row] for row in rows], width)
    return result


def _unpack_alike(blobs: Sequence[bytes], width: int) -> Matrix:
    """As ``unpack``, for blobs that need equally many limbs."""
    needed = blobs[0][0] if blobs[0] else _LIMBS + 1
    words = -(-width // _COLUMNS)
    end = 1 + needed * -(-words // 8)
    maps = b"".join([blob[1:end] for blob in blobs])
    values = b"".join([blob[end:] for blob in blobs])
    if needed > _LIMBS or len(maps) != (end - 1) * len(blobs) or len(values) % 8:
        raise CodecError(width)
    if not needed:
        return np.zeros((len(blobs), width), "<i8")
    bits = np.frombuffer(maps, np.uint8).reshape(len(blobs) * needed, -1)
    used = np.unpackbits(bits, axis=1, count=words, bitorder="little")
    cells = np.flatnonzero(used.view(np.bool_))  # three times as fast as of bytes
    if 8 * len(cells) != len(values):
        raise CodecError(width)
    limbs = np.zeros(len(blobs) * needed * words, "<u8")
    limbs[cells] = np.frombuffer(values, "<u8")
    planes = limbs.view("<u2").reshape(len(blobs), needed, -1)[:, :, :width]
    result = planes[:, 0].astype("<i8")
    for k in range(1, needed):
        result |= planes[:, k].astype("<i8") << (16 * k)
    return result
