"""Tribute: who gives how many cards, which the poorer must give, and the hands afterwards."""

from __future__ import annotations

from sim.engine.bits import leading_zeros, lowest
from sim.engine.cards import (
    JOKER,
    JOKERS,
    ORDINARY,
    add_cards,
    add_once,
    card_count,
    copies,
    joker_count,
)
from sim.engine.jit import entry, hot
from sim.engine.order import rank_value

FIXED, LADDER, STREAK = 0, 1, 2


@entry
def pair_size(r, pair, streak):
    """The cards due between a pair of titles, counted from the outermost; ``streak``: the games
    running that the last game's Daifugo has been Daifugo."""
    n = r.players
    if pair >= n // 2:
        return 0
    if r.hashigo == LADDER:
        if n < 4:
            return 1
        return max(0, 2 - pair)
    if r.hashigo == STREAK and n >= 4 and streak >= 2:
        return max(0, min(streak, r.hashigo_cap) - pair)
    return r.tribute[pair] if pair < 4 else 0


@entry
def due(r, count, rich, poor):
    """How many of ``count`` cards two hands (four words each) can really exchange."""
    real = card_count(poor)
    if r.tribute_jokers == 0:
        real -= joker_count(poor)
    return min(count, min(card_count(rich), real))


@entry
def strongest(r, t, hand, count, out):
    """Put the ``count`` strongest cards of a hand into ``out``: the order in force, ties S H D C,
    black joker before red."""
    for k in range(4):
        out[k] = 0
    taken = 0
    low_joker = rank_value(r, t, JOKER) < 20
    if hand[1] == 0 and not (low_joker and r.tribute_jokers == 1):
        out[0] = strongest_of_mask(hand[0], count, r.tribute_jokers == 1, t.revolution)
        return
    if r.tribute_jokers == 1 and not low_joker:
        taken = _take_jokers(hand, count, out)
    for i in range(13):
        rank = i if t.revolution else 12 - i
        if low_joker and i == 12 and r.tribute_jokers == 1:
            taken += _take_jokers(hand, count - taken, out)
        for suit in range(4):
            for _ in range(copies(hand, 4 * rank + suit)):
                if taken < count:
                    add_once(out, 1 << (4 * rank + suit))
                    taken += 1
        if taken == count:
            return


@hot
def strongest_of_mask(hand, count, jokers, reversed_order):
    """``strongest`` of a hand that holds no card twice; jokers, where they are given, come first."""
    taken = 0
    left = hand & JOKERS if jokers else 0
    while count > 0 and left != 0:
        taken |= left & -left
        left &= left - 1
        count -= 1
    left = hand & ORDINARY
    while count > 0 and left != 0:
        rank = lowest(left) >> 2 if reversed_order else (63 - leading_zeros(left)) >> 2
        suits = left & (15 << (4 * rank))
        taken |= suits & -suits
        left &= ~(suits & -suits)
        count -= 1
    return taken


@entry
def _take_jokers(hand, count, out):
    taken = 0
    for bit in range(52, 54):
        for _ in range(copies(hand, bit)):
            if taken < count:
                add_once(out, 1 << bit)
                taken += 1
    return taken


@entry
def choose_from(r, hand, tribute, out):
    """The cards from which the richer chooses: the own hand, ``after`` with the tribute."""
    for k in range(4):
        out[k] = hand[k]
    if r.tribute_choice == 0:
        add_cards(out, tribute)
