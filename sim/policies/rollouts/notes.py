"""Noting what is seen: which cards are known to lie where, and what choices were made.

A card is known to lie in a hand if it was seen to go there and has not been seen to leave: tribute and
what is given back, gifts, kidnapped jokers. All of it could be known to a person at that seat.
"""

from __future__ import annotations

from sim.engine.action import DISCARD, GIVE, KEEP, KIDNAP, PASS, card_of, kind_of, seat_of
from sim.engine.cards import BLACK_BIT, RED_BIT, WORDS, add_once, copies, remove_once
from sim.engine.jit import entry, jit
from sim.engine.order import rank_value
from sim.engine.state import PLAY
from sim.policies.rollouts.inference import note_choice


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
def note_action(r, t, memory, action):
    """What everybody learns from the action that the seat to act is about to play."""
    kind, seat = kind_of(action[0]), t.seat
    if t.phase == PLAY and memory.decks == 1:
        note_choice(r, t, memory, action)
    if kind == PASS or kind == KEEP:
        return
    if kind == GIVE:
        _note_gift(t, memory, card_of(action[0]), seat, seat_of(action[0]))
        return
    one_card = kind == KIDNAP or kind == DISCARD
    if one_card:
        memory.choices[seat] = 0
    for observer in range(t.players):
        if one_card:
            forget_card(memory.known[observer, seat], card_of(action[0]))
        else:
            forget(memory.known[observer, seat], action[1:])
    if kind == KIDNAP:
        _note_kidnap(t, memory, seat)


@jit
def _note_kidnap(t, memory, seat):
    """Everybody sees the joker go to the kidnapper; which one is not told where both lie there."""
    black, red = copies(t.field[1:], 52) > 0, copies(t.field[1:], 53) > 0
    for observer in range(t.players):
        memory.weaker[observer, seat] = 0
        if observer != seat and black != red:
            add_once(memory.known[observer, seat], BLACK_BIT if black else RED_BIT)


@jit
def forget_card(known, bit):
    """Take one copy of a card out of ``known`` if it is there."""
    remove_once(known, (1 << bit) & known[0])


@jit
def _note_gift(t, memory, bit, giver, taker):
    """Giver and taker know the card; to the others any card of the giver may have gone."""
    memory.choices[giver] = 0
    memory.choices[taker] = 0
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
