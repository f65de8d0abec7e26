"""``lowest``: the weakest legal meld; on lead the longest sequence, else the largest group, weakest
first. With a 7 it gives its weakest card to whoever holds most cards, with a 10 it discards the
weakest; it kidnaps every joker it can and gives back its weakest cards.
"""

from __future__ import annotations

from sim.engine.action import (
    DISCARD,
    GIVE,
    GROUP,
    KEEP,
    KIDNAP,
    PASS,
    card_of,
    is_climb,
    is_sequence,
    jokers_of,
    kind_of,
    rank_of,
    seat_of,
    size_of,
)
from sim.engine.bits import leading_zeros, lowest
from sim.engine.cards import JOKER, JOKERS, ORDINARY, add_once, copies
from sim.engine.jit import hot, jit
from sim.engine.order import first_value, rank_value


@jit
def choose(r, t, buffer, n):
    """The index of the action played; of equally weak melds the first in the list."""
    best, best_cost = 0, 1 << 60
    for i in range(n):
        cost = action_cost(r, t, buffer[i])
        if cost < best_cost:
            best, best_cost = i, cost
    return best


@jit
def action_cost(r, t, action):
    """What the policy would rather not play costs more."""
    code = action[0]
    kind = kind_of(code)
    if kind == PASS or kind == KEEP:
        return 1 << 50
    if kind == KIDNAP:
        return card_cost(r, t, card_of(code))
    if kind == GIVE:
        return 64 * card_cost(r, t, card_of(code)) - t.counts[seat_of(code)]
    if kind == DISCARD:
        return card_cost(r, t, card_of(code))
    cost = 16 * strength(r, t, code) + jokers_of(code)
    if t.field[0] == 0:
        size = size_of(code)
        return cost - (size << 20) - ((1 << 30) if is_sequence(kind) else 0)
    return cost + size_of(code) if not is_climb(code) else cost


@jit
def strength(r, t, code):
    """How strong a meld is in the order in force: 0 weakest .. 26."""
    if kind_of(code) == GROUP:
        return rank_value(r, t, rank_of(code))
    return 2 * first_value(t, code) + (24 if t.revolution ^ t.back else 0)


@jit
def card_cost(r, t, bit):
    """Strength of a card, jokers strongest."""
    return rank_value(r, t, JOKER) if bit >= 52 else rank_value(r, t, bit >> 2)


@hot
def _weakest_of_mask(hand, count, reversed_order):
    """The weakest cards of a hand that holds no card twice, in the order of ``give_back``."""
    taken, left = 0, hand & ORDINARY
    while count > 0 and left != 0:
        rank = (63 - leading_zeros(left)) >> 2 if reversed_order else lowest(left) >> 2
        card = 1 << (63 - leading_zeros(left & (15 << (4 * rank))))
        taken |= card
        left &= ~card
        count -= 1
    left = hand & JOKERS
    while count > 0 and left != 0:
        card = 1 << (63 - leading_zeros(left))
        taken |= card
        left &= ~card
        count -= 1
    return taken


@jit
def give_back(r, t, hand, count, out):
    """The weakest cards: by rank in the order in force, then C D H S; jokers last."""
    if hand[1] == 0:
        out[0] = _weakest_of_mask(hand[0], count, t.revolution)
        return
    left = count
    for i in range(13):
        rank = 12 - i if t.revolution else i
        for s in range(4):
            bit = 4 * rank + 3 - s
            for _ in range(copies(hand, bit)):
                if left == 0:
                    return
                add_once(out, 1 << bit)
                left -= 1
    for bit in range(53, 51, -1):
        for _ in range(copies(hand, bit)):
            if left == 0:
                return
            add_once(out, 1 << bit)
            left -= 1
