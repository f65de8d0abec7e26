"""``keeper``: as lowest, but keeps jokers, 2s and 8s for the moment they win a trick or the game,
does not break sequences and sets without need, and never walks into a forbidden finish.

It passes rather than pay too much while nobody is about to go out. With a 7 it gives its most useless
card to whoever holds fewest cards; gifts and tributes break no set where it can be helped.
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
    put_down,
    rank_of,
    seat_of,
    size_of,
)
from sim.engine.bits import lowest, popcount
from sim.engine.cards import EIGHT, ORDINARY, add_once, copies, remove_once
from sim.engine.finish import cuts_by_eight, finish_members
from sim.engine.jit import jit
from sim.engine.order import strongest_rank
from sim.policies.lowest import card_cost, strength

FORBIDDEN = 1 << 40
CALM, ALARMED = 26, 60


@jit
def choose(r, t, buffer, n):
    """The index of the action played."""
    if t.phase != 0:
        return _choose_other(r, t, buffer, n)
    held = t.counts[t.seat]
    best, best_cost, pass_at = -1, 1 << 60, -1
    for i in range(n):
        code = buffer[i, 0]
        if kind_of(code) == PASS:
            pass_at = i
            continue
        cost = meld_cost(r, t, code, buffer[i, 1:], held)
        if cost < best_cost:
            best, best_cost = i, cost
    if pass_at >= 0 and (best < 0 or (t.field[0] != 0 and best_cost > patience(t))):
        return pass_at
    if pass_at >= 0 and best_cost >= FORBIDDEN:
        return pass_at
    return best


@jit
def patience(t):
    """The most that an answer may cost: more when somebody is about to go out."""
    least, others = 99, t.playing & ~(1 << t.seat)
    while others:
        least = min(least, t.counts[lowest(others)])
        others &= others - 1
    mine = t.counts[t.seat]
    if least <= 2 or mine <= 3:
        return ALARMED
    return CALM + (8 if least <= 4 or mine <= 5 else 0)


@jit
def meld_cost(r, t, code, words, held):
    """Strength spent, plus what is broken or wasted; a finish is the best of all, if allowed."""
    size = put_down(words)
    if size == held:
        if finish_members(r, t, code, words) & r.foul_finish:
            return FORBIDDEN
        return -(1 << 40)
    cost = strength(r, t, code) + 18 * jokers_of(code)
    if kind_of(code) == GROUP and rank_of(code) == strongest_rank(t):
        cost += 6
    if r.eight_cut and cuts_by_eight(r, code, words) and t.field[0] == 0:
        cost += 14
    cost += breaks(r, t, code, words)
    if t.field[0] == 0:
        cost -= 5 * size + (8 if is_sequence(kind_of(code)) else 0)
    if bad_rest(r, t, words, held - size):
        cost += FORBIDDEN >> 1
    return cost


@jit
def breaks(r, t, code, words):
    """What the meld breaks up: cards left of its rank, or a run of its suit."""
    if is_sequence(kind_of(code)) or is_climb(code):
        return 0
    hand = t.hands[t.seat]
    rank = rank_of(code)
    if rank > 12:
        return 0
    n = 0
    for k in range(4):
        n += popcount((hand[k] >> (4 * rank)) & 15)
    left = n - (size_of(code) - jokers_of(code))
    cost = 5 * left if left > 0 else 0
    if r.sequences == 1 and words[0] & ORDINARY & runs(hand[0]):
        cost += 6
    return cost


@jit
def runs(mask):
    """The cards of a mask that lie in a run of three or more of one suit."""
    mask &= ORDINARY
    starts = mask & (mask >> 4) & (mask >> 8)
    return starts | (starts << 4) | (starts << 8)


@jit
def bad_rest(r, t, words, left):
    """Whether the cards that would be left are one meld that may not, or should not, come last."""
    banned = r.foul_finish | r.illegal_finish
    if banned == 0 or left > 4:
        return False
    hand, gone = t.hands[t.seat], words
    first = -1
    eights = jokers = twos = 0
    for bit in range(54):
        n = copies(hand, bit) - copies(gone, bit)
        if n <= 0:
            continue
        if bit >= 52:
            jokers += n
            continue
        if first >= 0 and first != bit >> 2:
            return False
        first = bit >> 2
        if first == EIGHT:
            eights += n
        if first == strongest_rank(t):
            twos += n
    return (
        (jokers > 0 and banned & 1 != 0)
        or (twos > 0 and banned & 2 != 0)
        or (eights > 0 and banned & 12 != 0)
    )


@jit
def _choose_other(r, t, buffer, n):
    """Gifts, discards and kidnaps: the most useless card; a joker is always worth taking."""
    best, best_cost = 0, 1 << 60
    for i in range(n):
        code = buffer[i, 0]
        kind = kind_of(code)
        if kind == KEEP:
            continue
        cost = 16 * useless(r, t, t.hands[t.seat], card_of(code))
        if kind == GIVE:
            cost += t.counts[seat_of(code)]
        elif kind == KIDNAP:
            cost = card_cost(r, t, card_of(code))
        elif kind == DISCARD and cost > 16 * 20 and t.counts[t.seat] > 1:
            continue
        if cost < best_cost:
            best, best_cost = i, cost
    return best


@jit
def useless(r, t, hand, bit):
    """How much a card is worth keeping: its strength, its set, its run."""
    cost = card_cost(r, t, bit)
    if bit >= 52:
        return cost + 20
    n = popcount((hand[0] >> (bit & ~3)) & 15)
    if hand[1] != 0:
        for k in range(1, 4):
            n += popcount((hand[k] >> (bit & ~3)) & 15)
    cost += 5 * (n - 1)
    if r.sequences == 1 and (runs(hand[0]) >> bit) & 1:
        cost += 8
    if bit >> 2 == EIGHT and r.eight_cut:
        cost += 12
    return cost


@jit
def give_back(r, t, hand, count, out):
    """The most useless cards one after another. Takes them out of ``hand``."""
    for _ in range(count):
        best, best_cost, left = -1, 1 << 60, hand[0]
        while left:
            bit = lowest(left)
            left &= left - 1
            cost = useless(r, t, hand, bit)
            if cost < best_cost:
                best, best_cost = bit, cost
        remove_once(hand, 1 << best)
        add_once(out, 1 << best)
