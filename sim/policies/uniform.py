"""``random``: uniform over the legal actions, over the cards to give back, over everything."""

from __future__ import annotations

from sim.engine.bits import nth_bit, popcount
from sim.engine.cards import add_once, card_count, copies, remove_once
from sim.engine.jit import jit
from sim.engine.streams import below


@jit
def choose(n, stream):
    """A number from 0 to n-1."""
    return below(stream, n)


@jit
def pick_bit(mask, stream):
    """The index of a random bit of ``mask``; -1 if it has none."""
    n = popcount(mask)
    if n == 0:
        return -1
    skip = below(stream, n)
    for i in range(64):
        if (mask >> i) & 1:
            if skip == 0:
                return i
            skip -= 1
    return -1


@jit
def give_back(hand, count, stream, out):
    """Random cards of the hand, each copy as likely as any other. Takes them out of ``hand``."""
    for _ in range(count):
        if hand[1] == 0:
            card = 1 << nth_bit(hand[0], below(stream, popcount(hand[0])))
            hand[0] &= ~card
            out[0] |= card
            continue
        skip = below(stream, card_count(hand))
        for bit in range(54):
            n = copies(hand, bit)
            if skip < n:
                remove_once(hand, 1 << bit)
                add_once(out, 1 << bit)
                break
            skip -= n
