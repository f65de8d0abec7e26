"""What the picks share: what the seat may answer with, and writing the action picked.

Words 1 to 3 of ``t.chosen`` stay 0 in a game of one deck.
"""

from __future__ import annotations

from sim.engine.action import PASS, SEQUENCE, group_code, rank_of, size_of
from sim.engine.bits import popcount
from sim.engine.cards import BLACK_BIT, JOKER, JOKERS, RED_BIT
from sim.engine.jit import hot, jit
from sim.engine.masks import highest_suit
from sim.engine.passing import locked_suits
from sim.engine.state import NO_LOCK

CHOSEN, LISTED, PASSES = -1, -2, -3
"""What a pick answers, unless it is the index of an ordinary card, to be played as a single: the action
is in ``t.chosen``, it takes the list to tell, a pass."""


@hot
def chosen_if(written):
    return CHOSEN if written else LISTED


@hot
def write_pass(t):
    t.chosen[0] = PASS
    t.chosen[1] = 0


@hot
def write_card(t, card):
    """The single ordinary card with this index."""
    t.chosen[0] = group_code(card >> 2, 1, 0)
    t.chosen[1] = 1 << card


@hot
def must_list(r, t, size):
    """Whether an answer or lead of this size needs the list: the last cards where a finish may be
    illegal, a lock with an open suit, a lock and a joker on the field."""
    if r.illegal_finish != 0 and size == t.counts[t.seat]:
        return True
    return t.lock_open != 0 or (rank_of(t.field[0]) == JOKER and t.lock != NO_LOCK)


@hot
def able_cards(t, hand):
    """The cards of the hand that beat the group on the field, as ``passing.cards_above`` names them."""
    return hand & t.above


@hot
def jokers_answer(t, jokers):
    """Whether jokers alone answer the group on the field."""
    return t.alone != 0 and jokers >= size_of(t.field[0])


@hot
def joker_bits(hand, n):
    """The n jokers that a meld of one deck is written with: the black one first."""
    if n == 1:
        return BLACK_BIT if hand & BLACK_BIT else RED_BIT
    return JOKERS if n == 2 else 0


@jit
def name_bits(r, t, suits, name):
    """joker_suit = declared: the bits that name one joker as a suit that ``suits`` lacks, the
    ``name``-th from the highest; of a locked group the locked suit that is missing."""
    if r.joker_suit == 0 or suits == 15:
        return 0
    free = 15 & ~suits
    if t.lock != NO_LOCK and t.field[0] != 0:
        free &= locked_suits(t)
    for _ in range(name):
        free &= ~(1 << highest_suit(free))
    return 1 << (32 + 4 * highest_suit(free))


@jit
def write_group(r, t, hand, rank, suits, jokers, name):
    """A group of one rank of one deck: real cards of ``suits``, jokers, the joker's name."""
    code = group_code(rank, popcount(suits) + jokers, jokers)
    if jokers and suits:
        code |= name_bits(r, t, suits, name)
    t.chosen[0] = code
    t.chosen[1] = (suits << (4 * rank) if suits else 0) | joker_bits(hand, jokers)


@jit
def write_sequence(t, hand, place, size, suit):
    """The plain sequence of the cards held in a window and jokers for those missing."""
    code = SEQUENCE | (size << 4) | (place << 10) | (suit << 18)
    cards, jokers = 0, 0
    for i in range(size):
        rank = place + i - 1
        bit = 1 << (4 * rank + suit) if rank >= 0 and rank < 13 else 0
        if hand & bit:
            cards |= bit
        else:
            jokers += 1
            code |= 1 << (32 + 2 * i)
    t.chosen[0] = code | (jokers << 28)
    t.chosen[1] = cards | joker_bits(hand, jokers)
