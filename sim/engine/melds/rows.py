"""Writing candidate melds into the list of legal actions."""

from __future__ import annotations

from sim.engine.cards import BLACK_BIT, RED_BIT
from sim.engine.jit import jit


@jit
def row_of(buffer, n):
    """The row for the n-th action; the last row is scratch for lists longer than the buffer."""
    last = buffer.shape[0] - 1
    return n if n < last else last


@jit
def write(buffer, n, code, jb, jr):
    """Begin the n-th action: its code and its jokers, no other cards yet. Returns the row."""
    i = row_of(buffer, n)
    buffer[i, 0] = code
    for k in range(4):
        word = 0
        if jb > k:
            word |= BLACK_BIT
        if jr > k:
            word |= RED_BIT
        buffer[i, k + 1] = word
    return i


@jit
def add_card(buffer, i, bit, n):
    """Add n copies of a card to the action in row i, which holds none of it yet."""
    for k in range(n):
        buffer[i, k + 1] |= 1 << bit
