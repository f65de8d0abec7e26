"""Deals of the hands that a seat does not see, at random among those it cannot rule out.

Cards that lie open, the own hand and cards known to be somewhere are set; the rest of the decks is
shuffled over the other hands, a dropped hand and what was never dealt. Everybody gets as many cards as
they hold. Who had to give their strongest cards as tribute holds none stronger, as the taker knows.
"""

from __future__ import annotations

from sim.engine.cards import WORDS, add_cards, add_once, card_count, copies
from sim.engine.jit import entry, jit
from sim.engine.streams import below

TRIES = 64


@entry
def fill_pool(r, t, memory, me):
    """Write the cards whose place ``me`` does not know into ``memory.pool``; their number."""
    words = memory.words
    for k in range(WORDS):
        words[k] = t.hands[me, k]
    add_cards(words, t.played)
    for holder in range(t.players):
        if holder != me:
            add_cards(words, memory.known[me, holder])
    size = 0
    for bit in range(52 + r.jokers):
        for _ in range(memory.decks - copies(words, bit)):
            memory.pool[size] = bit
            size += 1
    return size


@entry
def deal_hidden(r, t, memory, me, size, stream):
    """Write a random deal of the other seats' hands into ``memory.hands``; ``size``: of the pool."""
    first = _constrained(t, memory, me)
    used = 0
    if first >= 0:
        used = _draw(
            memory, size, 0, unknown(t, memory, me, first), memory.weaker[me, first], stream
        )
    free = used
    for seat in range(t.players):
        if seat != me and seat != first:
            used = _draw(memory, size, used, unknown(t, memory, me, seat), 0, stream)
    dropped = 0
    if t.fallen >= 0 and t.fallen != me:
        dropped = max(0, card_count(t.dropped) - card_count(memory.known[me, t.fallen]))
        used = _draw(memory, size, used, dropped, 0, stream)
    if r.jokers_dealt == 1:
        _keep_jokers(memory, size, free, used, stream)
    for i in range(size):
        memory.owner[i] = -1
    at = 0
    if first >= 0:
        at = _hand(t, memory, me, first, at)
    for seat in range(t.players):
        if seat != me and seat != first:
            at = _hand(t, memory, me, seat, at)


@jit
def _constrained(t, memory, me):
    """The seat that may not hold every card of the pool, -1 if there is none.

    A card drawn from the stock may be any, so nothing is ruled out once somebody has drawn.
    """
    for seat in range(t.players):
        if memory.weaker[me, seat] != 0 and t.counts[seat] > 0 and t.stock_next == 0:
            return seat
    return -1


@jit
def unknown(t, memory, me, seat):
    """How many cards of another seat's hand ``me`` does not know."""
    if t.counts[seat] == 0:
        return 0
    return max(0, t.counts[seat] - card_count(memory.known[me, seat]))


@jit
def _draw(memory, size, used, count, ruled_out, stream):
    """Move ``count`` random cards of the pool to places ``used`` on; the first place after them."""
    pool = memory.pool
    for i in range(used, min(size, used + count)):
        j = i + below(stream, size - i)
        if (ruled_out >> pool[j]) & 1:
            j = _allowed(pool, i, size, ruled_out, stream)
        pool[i], pool[j] = pool[j], pool[i]
    return min(size, used + count)


@jit
def _allowed(pool, first, size, ruled_out, stream):
    """The place of a random card that is not ruled out; there is one."""
    n = 0
    for j in range(first, size):
        n += 1 - ((ruled_out >> pool[j]) & 1)
    skip = below(stream, n) if n > 0 else 0
    for j in range(first, size):
        if (ruled_out >> pool[j]) & 1 == 0:
            if skip == 0:
                return j
            skip -= 1
    return first


@jit
def _keep_jokers(memory, size, free, used, stream):
    """jokers_dealt: every joker was dealt to somebody, so none is left over."""
    pool = memory.pool
    for i in range(used, size):
        if pool[i] >= 52 and used > free:
            j = free + below(stream, used - free)
            for _ in range(used - free):
                if pool[j] < 52:
                    break
                j = free if j + 1 == used else j + 1
            pool[i], pool[j] = pool[j], pool[i]


@jit
def _hand(t, memory, me, seat, at):
    """Put together a seat's hand of what is known and its cards of the pool from ``at`` on."""
    hand = memory.hands[seat]
    for k in range(WORDS):
        hand[k] = 0
    if t.counts[seat] == 0:
        return at
    add_cards(hand, memory.known[me, seat])
    count = unknown(t, memory, me, seat)
    for i in range(at, at + count):
        add_once(hand, 1 << memory.pool[i])
        memory.owner[i] = seat
    return at + count
