"""Writing candidate melds into the list of legal actions."""

from __future__ import annotations

from sim.engine.cards import BLACK_BIT, RED_BIT
from sim.engine.jit import hot, jit


@hot
def row_of(buffer, n):
    """The row for the n-th action; the last row is scratch for lists longer than the buffer."""
    last = buffer.shape[0] - 1
    return n if n < last else last


@hot
def joker_word(jb, jr, k):
    """The jokers of word k of a meld with so many black and red ones."""
    return (BLACK_BIT if jb > k else 0) | (RED_BIT if jr > k else 0)


@jit
def write(buffer, n, code, jb, jr):
    """Begin the n-th action: its code and its jokers, no other cards yet. Returns the row."""
    i = row_of(buffer, n)
    buffer[i, 0] = code
    for k in range(4):
        buffer[i, k + 1] = joker_word(jb, jr, k)
    return i


@jit
def add_card(buffer, i, bit, n):
    """Add n copies of a card to the action in row i, which holds none of it yet."""
    for k in range(n):
        buffer[i, k + 1] |= 1 << bit
