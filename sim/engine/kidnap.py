"""joker_kidnap: others may put the card that a joker stands for in its place and take the joker."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    KEEP,
    KIDNAP,
    TOP_JOKER,
    TOP_NAMED_BIT,
    TOP_NINE_BIT,
    TOP_RED_BIT,
    is_six_nine,
    jokers_at,
    kind_of,
    named,
    places_of,
    rank_at,
    rank_of,
    suit_of,
    top_of,
)
from sim.engine.cards import (
    BLACK_BIT,
    BLACK_JOKER,
    NINE,
    RED_BIT,
    RED_JOKER,
    add_once,
    copies,
    remove_once,
)
from sim.engine.effects import combination_jokers
from sim.engine.jit import jit
from sim.engine.melds.rows import add_card, write
from sim.engine.seats import next_in


@jit
def list_kidnaps(t, buffer):
    """The decisions of a player who may kidnap: keep, or one for each card that fits."""
    write(buffer, 0, KEEP, 0, 0)
    n = 1
    wanted = cards_stood_for(t) & t.hands[t.seat, 0]
    for bit in range(52):
        if (wanted >> bit) & 1:
            row = write(buffer, n, KIDNAP | (bit << 4), 0, 0)
            add_card(buffer, row, bit, 1)
            n += 1
    return n


@jit
def cards_stood_for(t):
    """The cards that may take a joker's place on the field, as a mask."""
    code = t.field[0]
    if combination_jokers(code) == 0:
        return 0
    if kind_of(code) == GROUP:
        return 15 << (4 * rank_of(code))
    cards = 0
    for i in range(places_of(code)):
        rank = rank_at(code, i)
        if jokers_at(code, i) and rank >= 0 and rank < 13:
            cards |= 1 << (4 * rank + suit_of(code))
    return cards


@jit
def ask_next(t, after):
    """Make the next player after ``after`` who can kidnap the seat to act; False if there is none."""
    wanted = cards_stood_for(t)
    if wanted == 0:
        return False
    seat = after
    for _ in range(t.players):
        seat = next_in(t, seat, (1 << t.players) - 1)
        if seat == t.actor:
            return False
        if (t.playing >> seat) & 1 and t.hands[seat, 0] & wanted:
            t.seat = seat
            return True
    return False


@jit
def can_kidnap(t, seat):
    return cards_stood_for(t) & t.hands[seat, 0] != 0


@jit
def take_joker(t, bit):
    """The seat to act puts a card in a joker's place and takes the joker."""
    if kind_of(t.field[0]) == GROUP:
        red = _take_from_group(t, bit)
    else:
        red = _take_from_sequence(t, bit)
    joker = RED_BIT if red else BLACK_BIT
    remove_once(t.field[1:], joker)
    add_once(t.field[1:], 1 << bit)
    remove_once(t.played, joker)
    add_once(t.played, 1 << bit)
    remove_once(t.hands[t.seat], 1 << bit)
    add_once(t.hands[t.seat], joker)


@jit
def _take_from_group(t, bit):
    """The first joker as written goes: black before red, the top card last. Returns 1 if red."""
    code = t.field[0]
    black, red = copies(t.field[1:], BLACK_JOKER), copies(t.field[1:], RED_JOKER)
    on_top = top_of(code) == TOP_JOKER
    if on_top:
        if code & TOP_RED_BIT:
            red -= 1
        else:
            black -= 1
    code -= 1 << 28
    top_name = (code >> 23) & 3 if code & TOP_NAMED_BIT else -1
    if black + red == 0:
        taken = 1 if code & TOP_RED_BIT else 0
        if top_name >= 0:
            code -= 1 << (32 + 4 * top_name)
        code &= ~((7 << 20) | (3 << 23) | TOP_NINE_BIT | TOP_RED_BIT | TOP_NAMED_BIT)
        code |= ((bit & 3) + 1) << 20
        if is_six_nine(code) and bit >> 2 == NINE:
            code |= TOP_NINE_BIT
    else:
        taken = 0 if black else 1
        for suit in range(4):
            if named(code, suit) > (1 if suit == top_name else 0):
                code -= 1 << (32 + 4 * suit)
                break
    if not on_top and black + red == 0:
        code &= ~(7 << 20)
    t.field[0] = code
    return taken


@jit
def _take_from_sequence(t, bit):
    """The first joker as written at that card's place goes. Returns 1 if it is the red one."""
    code = t.field[0]
    places = places_of(code)
    before, place = 0, 0
    for k in range(places):
        place = places - 1 - k if t.field_reversed else k
        if rank_at(code, place) == bit >> 2:
            break
        before += jokers_at(code, place)
    black = copies(t.field[1:], BLACK_JOKER)
    t.field[0] = code - (1 << (32 + 2 * place)) - (1 << 28)
    return 0 if before < black else 1
