"""The short way to list groups: one deck, and no rule in force that gives a group several readings.

It lists exactly what ``groups`` lists, in another order; the reference judges both. Most turns of the
common presets go this way: on a field it looks only at the ranks that can beat it, and a hand that
cannot answer at all costs a few instructions. Measured: ``daihinmin``, ``lowest``, 22,000 games a
second without it.
"""

from __future__ import annotations

from sim.engine.action import GROUP, group_code, kind_of, rank_of, size_of
from sim.engine.bits import lowest, popcount
from sim.engine.cards import BLACK_BIT, JOKER, JOKERS, ORDINARY, RED_BIT
from sim.engine.follow import ANSWER, LEAD, finish_allowed
from sim.engine.jit import hot, jit
from sim.engine.locks import any_lock, follows_locks
from sim.engine.melds.groups import group_limit, named_jokers, of_jokers
from sim.engine.melds.rows import row_of
from sim.engine.order import stronger_cards


@jit
def simple_rules(r):
    """Whether the rules give every group one reading and every answer the usual strength."""
    return (
        r.prejudice == 0
        and r.suit_lock != 4
        and r.one_eyed_jacks == 0
        and r.deuce_beats_all == 0
        and r.hijack == 0
        and r.rollover == 0
        and r.six_nine == 0
    )


@jit
def list_simple_groups(r, t, buffer, n):
    """Add every group that may be played now; the hand holds no card twice."""
    hand = t.hands[t.seat, 0]
    jokers = popcount(hand & JOKERS)
    field = t.field[0]
    if field == 0:
        return simple_leads(r, t, buffer, n, hand, jokers)
    if kind_of(field) != GROUP:
        return n
    size = size_of(field)
    if t.counts[t.seat] < size:
        return n
    able = stronger_cards(r, t, hand & ORDINARY, rank_of(field))
    need = max(1, size - jokers)
    while able:
        rank = lowest(able) >> 2
        nibble = (able >> (4 * rank)) & 15
        able &= ~(15 << (4 * rank))
        if popcount(nibble) >= need:
            n = simple_rank(r, t, buffer, n, rank, nibble, size, size, jokers, hand)
    if jokers >= size:
        n = of_jokers(r, t, t.hands[t.seat], buffer, n, size, size, ANSWER)
    return n


@jit
def simple_leads(r, t, buffer, n, hand, jokers):
    limit = group_limit(r)
    cards = hand & ORDINARY
    while cards:
        rank = lowest(cards) >> 2
        nibble = (cards >> (4 * rank)) & 15
        cards &= ~(15 << (4 * rank))
        n = simple_rank(r, t, buffer, n, rank, nibble, 1, limit, jokers, hand)
    if jokers:
        n = of_jokers(r, t, t.hands[t.seat], buffer, n, 1, limit, LEAD)
    return n


@jit
def simple_rank(r, t, buffer, n, rank, nibble, least, most, jokers, hand):
    """Groups of least..most cards of one rank out of the suits in ``nibble``, jokers helping."""
    part = nibble
    while part:
        real = popcount(part)
        for j in range(max(0, least - real), min(jokers, most - real) + 1):
            if j > 0 and r.joker_suit == 1:
                n = _named(r, t, buffer, n, rank, part, j, hand)
            else:
                n = _offer(r, t, buffer, n, rank, part, real, j, hand)
        part = (part - 1) & nibble
    return n


@hot
def _offer(r, t, buffer, n, rank, part, real, j, hand):
    i = row_of(buffer, n)
    word = part << (4 * rank)
    if j == 1:
        word |= BLACK_BIT if hand & BLACK_BIT else RED_BIT
    elif j == 2:
        word |= JOKERS
    buffer[i, 0] = group_code(rank, real + j, j)
    buffer[i, 1] = word
    buffer[i, 2] = 0
    buffer[i, 3] = 0
    buffer[i, 4] = 0
    if any_lock(t) and not _free_of_locks(r, t, buffer[i, 0], buffer[i, 1:]):
        return n
    if r.illegal_finish != 0 and not finish_allowed(r, t, buffer[i, 0], buffer[i, 1:]):
        return n
    return n + 1


@jit
def _free_of_locks(r, t, code, words):
    """Whether the locks let a stronger group pass; a S3 on a high joker is bound by none."""
    if rank_of(t.field[0]) == JOKER and rank_of(code) == 0 and r.spade_three == 1:
        if words[0] == 1:
            return True
    return follows_locks(r, t, code, words)


@jit
def _named(r, t, buffer, n, rank, part, j, hand):
    cards = (part & 1, (part >> 1) & 1, (part >> 2) & 1, (part >> 3) & 1)
    jb = 1 if hand & BLACK_BIT else 0
    way = LEAD if t.field[0] == 0 else ANSWER
    return named_jokers(r, t, buffer, n, rank, cards, (0, 0, 0, 0), jb, j - jb, way)
