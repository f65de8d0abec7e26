"""``uec-standard``: the contest's published standard client, in its own words.

On lead the longest sequence, else the largest group, else a single, the weakest first (after a
revolution weakest means what was strongest). The joker serves wherever it makes a meld longer,
but it never stands on the highest place of a sequence. It follows

* a single with the weakest card that belongs to no group and to no sequence of the hand, and if none
  beats with the lone joker;
* a group with the weakest rank of which the hand holds exactly as many cards, and if none beats with
  one card fewer and the joker, named as the first suit missing; under a lock only cards of the locked
  suits count, so that a lock breaks groups up;
* a sequence with the weakest that ends where its run ends, else with the joker in it.

It passes otherwise, knows no forbidden finish and no opponent, and gives back its weakest cards
(suits S H D C). Phases that the contest does not have (gifts, discards, kidnaps) are ``lowest``'s.

The rules above were read off 247 recorded games by five copies of the client and reproduce all 19,766
decisions of them, 9,153 of which had a choice, and all 494 hand-overs (``daihinmin replay
--agreement uec-standard FILE`` counts them anew). What is a guess for want of records:

* Three passes over a legal answer look like the server's refusal of an illegal one: the client seems
  to let the joker stand for the highest rank of the sequence to beat. They are played as passes
  (``overreaches``), in the normal order alone, where they are recorded.
* Sequences of equal strength put the joker lowest, then go by suit, S first: three cases recorded.
* With a second joker or deck, and under locks that the contest lacks, the same words are applied.

So no difference remains on these records. They are also what the rules were read off: on other games
of the client the agreement is not known.
"""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    PASS,
    SEQUENCE,
    is_climb,
    is_sequence,
    jokers_at,
    jokers_of,
    kind_of,
    places_of,
    rank_at,
    rank_of,
    size_of,
    suit_of,
)
from sim.engine.bits import popcount
from sim.engine.cards import JOKER, JOKERS, ORDINARY, SUIT_BIT0, add_once, copies
from sim.engine.jit import jit
from sim.engine.order import first_value, rank_value, reversed_order
from sim.engine.state import PLAY
from sim.engine.suits import count_suit
from sim.policies import lowest

NEVER = 1 << 60
LATE = 1 << 56


@jit
def choose(r, t, buffer, n):
    """The index of the action played."""
    if t.phase != PLAY:
        return lowest.choose(r, t, buffer, n)
    field = t.field[0]
    suits = locked_suits(t)
    single = kind_of(field) == GROUP and size_of(field) == 1
    free = lone_cards(r, t) & suits if single else 0
    best, best_cost, pass_at = -1, NEVER, 0
    for i in range(n):
        code, words = buffer[i, 0], buffer[i, 1:]
        if kind_of(code) == PASS:
            pass_at = i
            continue
        if field == 0:
            cost = lead_cost(r, t, code)
        elif single:
            cost = single_cost(r, t, code, words, free)
        elif kind_of(field) == GROUP:
            cost = group_cost(r, t, code, suits)
        else:
            cost = sequence_cost(t, code)
        if cost < best_cost:
            best, best_cost = i, cost
    if best < 0:
        return pass_at
    if is_sequence(kind_of(field)) and jokers_of(buffer[best, 0]) and overreaches(r, t, suits):
        return pass_at
    return best


@jit
def lead_cost(r, t, code):
    """Sequences before groups before singles, the longest first, then the weakest."""
    size = size_of(code)
    if is_sequence(kind_of(code)):
        if joker_on_top(code):
            return LATE
        return weakest_sequence(t, code) - (size << 44) - (1 << 52)
    if rank_of(code) == JOKER:
        return LATE + 1
    return weakest_group(r, t, code) - (size << 44)


@jit
def weakest_group(r, t, code):
    """Groups by rank, then by jokers, then by the suits that the jokers are named as."""
    names = (code >> 32) & 0xFFFF
    return (rank_value(r, t, rank_of(code)) << 24) + (jokers_of(code) << 20) + names


@jit
def weakest_sequence(t, code):
    """Sequences by strength, then with the joker as low as it may stand, then by suit."""
    jokers, places = 0, places_of(code)
    for i in range(places):
        jokers = (jokers << 2) | jokers_at(code, i)
    return ((first_value(t, code) + 16) << 36) - (jokers << 2) + suit_of(code)


@jit
def joker_on_top(code):
    return jokers_at(code, places_of(code) - 1) > 0


@jit
def single_cost(r, t, code, words, free):
    """A single on a single: of the free cards the weakest, else the joker."""
    if kind_of(code) != GROUP or size_of(code) != 1:
        return NEVER
    if rank_of(code) == JOKER:
        return LATE
    return rank_value(r, t, rank_of(code)) if words[0] & free else NEVER


@jit
def group_cost(r, t, code, suits):
    """A group on a group: of a rank of which it leaves no card behind, the joker only if it must."""
    if kind_of(code) != GROUP or rank_of(code) == JOKER or size_of(code) != size_of(t.field[0]):
        return NEVER
    hand, held = t.hands[t.seat], 0
    for k in range(4):
        held += popcount((hand[k] & suits) >> (4 * rank_of(code)) & 15)
    if held != size_of(code) - jokers_of(code):
        return NEVER
    return weakest_group(r, t, code) + (jokers_of(code) << 40)


@jit
def sequence_cost(t, code):
    """A sequence on a sequence: the top end of a run, the joker only if it must."""
    if kind_of(code) == GROUP or is_climb(code) or joker_on_top(code):
        return NEVER
    above = rank_at(code, places_of(code))
    if jokers_of(code) == 0 and kind_of(code) == SEQUENCE and above < 13:
        if copies(t.hands[t.seat], 4 * above + suit_of(code)):
            return NEVER
    return weakest_sequence(t, code) + (jokers_of(code) << 44)


@jit
def overreaches(r, t, suits):
    """Whether a joker at the top rank of the sequence to beat would seem to make the weakest answer."""
    code = t.field[0]
    if r.sequence_answer != 2 or kind_of(code) != SEQUENCE or reversed_order(t):
        return False
    top, size = rank_of(code) + size_of(code) - 1, size_of(code)
    if top + size - 1 > 12:
        return False
    cards = t.hands[t.seat, 0] & suits
    run = cards
    for i in range(1, size - 1):
        run &= cards >> (4 * i)
    return run & (15 << (4 * (top + 1))) != 0


@jit
def locked_suits(t):
    """The cards whose suits the locks in force allow, jokers included."""
    if t.top:
        return JOKERS | (SUIT_BIT0 << (t.top - 1))
    if t.lock == 0:
        return JOKERS | ORDINARY
    cards = JOKERS
    for suit in range(4):
        if count_suit(t.lock_suits, suit):
            cards |= SUIT_BIT0 << suit
    return cards


@jit
def lone_cards(r, t):
    """The cards of the hand that are in no group and in no sequence of three."""
    hand = t.hands[t.seat]
    cards = hand[0] & ORDINARY
    out = 0
    for rank in range(13):
        nibble = cards & (15 << (4 * rank))
        if nibble & (nibble - 1) == 0 and nibble & hand[1] == 0:
            out |= nibble
    if r.sequences == 1:
        starts = cards & (cards >> 4) & (cards >> 8)
        out &= ~(starts | (starts << 4) | (starts << 8))
    return out


@jit
def give_back(t, hand, count, out):
    """The weakest cards: by rank in the order in force, then S H D C; jokers last."""
    left = count
    for i in range(13):
        rank = 12 - i if t.revolution else i
        for suit in range(4):
            bit = 4 * rank + suit
            for _ in range(copies(hand, bit)):
                if left == 0:
                    return
                add_once(out, 1 << bit)
                left -= 1
    for bit in range(52, 54):
        for _ in range(copies(hand, bit)):
            if left == 0:
                return
            add_once(out, 1 << bit)
            left -= 1
