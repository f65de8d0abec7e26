"""What a seat knows of the others' hands, and the scratch that rollouts play on.

One record a block, inside ``match.WORK``. It is kept only in matches where somebody plays ``rollout``
(``active``); everybody else's games pay one test a turn for it.

A card is known to lie in a hand if it was seen to go there and has not been seen to leave: tribute and
what is given back, gifts, kidnapped jokers. All of it could be known to a person at that seat.
"""

from __future__ import annotations

import numpy as np

from sim.engine.action import (
    DISCARD,
    GIVE,
    KEEP,
    KIDNAP,
    PASS,
    ROW,
    card_of,
    kind_of,
    seat_of,
)
from sim.engine.cards import BLACK_BIT, RED_BIT, WORDS, add_once, copies, remove_once
from sim.engine.deal import decks_for
from sim.engine.jit import entry, jit
from sim.engine.order import rank_value
from sim.engine.state import SEATS, STOCK, TABLE
from sim.policies.registry import KIND_MASK, OWN, ROLLOUT

ROWS = 1024
"""Legal actions that a playout looks at; of longer lists the rest is left out."""
ARMS = 64
"""Actions that are compared by playouts at most."""

_I, _F = np.int64, np.float64

MEMORY = np.dtype(
    [
        ("active", _I),  # somebody in this match plays by rollouts
        ("decks", _I),  # decks of this game
        ("known", _I, (SEATS, SEATS, WORDS)),  # [observer, holder]: cards known to be there
        ("weaker", _I, (SEATS, SEATS)),  # [observer, holder]: cards the holder cannot hold unknown
        # Scratch of one decision.
        ("table", TABLE),  # the table that playouts are played on
        ("rows", _I, (ROWS, ROW)),  # its legal actions
        ("pool", np.int16, (STOCK,)),  # cards that the seat to act does not see
        ("words", _I, (WORDS,)),
        ("hands", _I, (SEATS, WORDS)),  # one deal of the hidden hands
        ("arms", _I, (ARMS,)),  # rows of the actions compared, the likeliest first
        ("cost", _I, (ARMS,)),
        ("total", _F, (ARMS,)),  # rewards so far
    ]
)


@entry
def begin_memory(r, memory, policies, size):
    """A new game of ``size`` cards a hand: nothing is known but the number of decks."""
    memory.active = 0
    for i in range(policies.shape[0]):
        if policies[i] & KIND_MASK == ROLLOUT or policies[i] & KIND_MASK == OWN:
            memory.active = 1
    if memory.active == 0:
        return
    memory.decks = decks_for(r, size)
    for seat in range(SEATS):
        for other in range(SEATS):
            memory.weaker[seat, other] = 0
            for k in range(WORDS):
                memory.known[seat, other, k] = 0


@jit
def forget(known, words):
    """Take out of ``known`` as many copies of the cards of ``words`` as it holds."""
    for k in range(WORDS):
        if words[k] == 0:
            break
        remove_once(known, words[k] & known[0])


@jit
def _learn(known, words):
    for k in range(WORDS):
        if words[k] == 0:
            break
        add_once(known, words[k])


@entry
def note_exchange(r, t, memory, rich, poor, tribute, back):
    """Both sides of an exchange know what they gave and got; the richer also that the poorer kept
    nothing stronger than the tribute."""
    _learn(memory.known[poor, rich], tribute)
    forget(memory.known[poor, rich], back)
    _learn(memory.known[rich, poor], back)
    memory.weaker[rich, poor] = stronger_than_tribute(r, t, tribute)


@jit
def stronger_than_tribute(r, t, tribute):
    """The cards, in a mask, that must have been given before the weakest card of a tribute.

    Ranks only: of the weakest card's own rank any card may have been kept. Jokers, whose place in
    the order of giving depends on the rules, only if a weaker card was given although they must be.
    """
    least = 99
    for bit in range(54):
        if copies(tribute, bit):
            least = min(least, tribute_value(r, t, bit))
    mask = 0
    for bit in range(54):
        if bit >= 52 and r.tribute_jokers == 0:
            continue
        if tribute_value(r, t, bit) > least:
            mask |= 1 << bit
    return mask


@jit
def tribute_value(r, t, bit):
    """The strength by which tributes are chosen (``exchange.strongest``)."""
    if bit >= 52:
        return rank_value(r, t, 13)
    return 2 * (12 - (bit >> 2)) if t.revolution else 2 * (bit >> 2)


@entry
def note_action(t, memory, action):
    """What everybody learns from the action that the seat to act is about to play."""
    kind = kind_of(action[0])
    if kind == PASS or kind == KEEP:
        return
    seat = t.seat
    if kind == GIVE:
        _note_gift(t, memory, card_of(action[0]), seat, seat_of(action[0]))
        return
    for observer in range(t.players):
        known = memory.known[observer, seat]
        if kind == KIDNAP or kind == DISCARD:
            forget_card(known, card_of(action[0]))
            continue
        forget(known, action[1:])
    if kind == KIDNAP:
        joker = BLACK_BIT if copies(t.field[1:], 52) else RED_BIT
        both = copies(t.field[1:], 52) > 0 and copies(t.field[1:], 53) > 0
        for observer in range(t.players):
            memory.weaker[observer, seat] = 0
            if observer != seat and not both:
                add_once(memory.known[observer, seat], joker)


@jit
def forget_card(known, bit):
    """Take one copy of a card out of ``known`` if it is there."""
    remove_once(known, (1 << bit) & known[0])


@jit
def _note_gift(t, memory, bit, giver, taker):
    """Giver and taker know the card; to the others any card of the giver may have gone."""
    for observer in range(t.players):
        known = memory.known[observer, giver]
        if observer == taker:
            forget_card(known, bit)
        elif observer != giver:
            memory.weaker[observer, giver] = 0
            for k in range(WORDS):
                known[k] = 0
        if observer != giver:
            memory.weaker[observer, taker] = 0
    add_once(memory.known[giver, taker], 1 << bit)
