"""What a meld does: judged as it is put down, done in the catalogue's order of resolution.

``judge`` calls one function a rule and notes their answers as flags; ``resolve`` carries them out.
"""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    SEQUENCE,
    jokers_of,
    kind_of,
    put_down,
    rank_of,
    size_of,
)
from sim.engine.cards import FIVE, HEART, JACK, JOKER, KING, NINE, QUEEN, SEVEN, TEN, THREE, TWO
from sim.engine.finish import (
    PER_CARD,
    cuts_by_eight,
    finish_members,
    in_scope,
    makes_revolution,
)
from sim.engine.follow import deuce_on_any, field_empty, snipes
from sim.engine.jit import jit
from sim.engine.locks import (
    end_all_locks,
    end_rank_locks,
    keep_over_rollover,
    puts_joker,
    set_rank_locks,
    set_suit_lock,
)
from sim.engine.order import (
    EQUAL,
    compare,
    next_rank,
    one_eyed,
    reversed_order,
    single_card,
    strongest_rank,
)

CLEARS = 1
FOUL = 2
ONE_UP = 4
TWO_UP = 8
IS_HIJACK = 16
IS_ROLLOVER = 32
PUT_JOKER = 64
REVOLVES = 128
TURNS_BACK = 256
TURNS_TRICK = 512
TURNS_GAME = 1024
SUICIDE = 2048
ANSWERED = 4096


@jit
def judge(r, t, code, words):
    """The flags of a meld that the seat to act is about to put down."""
    flags = _clears(r, t, code, words) | _turns(r, code, words)
    if puts_joker(code, words):
        flags |= PUT_JOKER
    if makes_revolution(r, code):
        flags |= REVOLVES
    if r.foul_finish != 0 and put_down(words) == t.counts[t.seat]:
        if finish_members(r, t, code, words) & r.foul_finish:
            flags |= FOUL
    if not field_empty(t):
        flags |= ANSWERED | _relation(r, t, code, words)
    return flags


@jit
def _clears(r, t, code, words):
    """CLEARS if the field is about to clear, by any rule."""
    if (
        cuts_by_eight(r, code, words)
        or snipes(r, t, code, words)
        or two_jokers_clear(r, code)
        or top_sequence_clears(r, t, code)
        or six_clears(r, code)
        or deuce_clears(r, t, code)
        or deuce_on_any(r, t, code, words)
    ):
        return CLEARS
    return 0


@jit
def two_jokers_clear(r, code):
    return r.two_jokers_clear == 1 and rank_of(code) == JOKER and size_of(code) >= 2


@jit
def top_sequence_clears(r, t, code):
    """A 2 joker, or reversed 4 3 joker: of the plain sequences of three the one past the end."""
    if r.top_sequence_clears == 0 or kind_of(code) != SEQUENCE or size_of(code) != 3:
        return False
    return rank_of(code) == (-1 if reversed_order(t) else TWO - 1)


@jit
def six_clears(r, code):
    return r.six_clears == 1 and kind_of(code) == GROUP and size_of(code) >= 6


@jit
def deuce_clears(r, t, code):
    return r.deuce_clears == 1 and kind_of(code) == GROUP and rank_of(code) == strongest_rank(t)


@jit
def jack_turns_back(r, code, words):
    return in_scope(r.jack_back, code, words, JACK) > 0


@jit
def _turns(r, code, words):
    """Back and turn order: jack_back, one_eyed_jack_back, nine_reverse."""
    flags = TURNS_BACK if jack_turns_back(r, code, words) else 0
    if r.one_eyed_jack_back == 1 and one_eyed(code, words):
        flags |= TURNS_BACK | TURNS_TRICK
    if in_scope(r.nine_reverse, code, words, NINE):
        flags |= TURNS_GAME
    return flags


@jit
def _relation(r, t, code, words):
    """How an answer relates to the field: one or two ranks up, hijack, rollover, suicide."""
    flags = 0
    field = t.field[0]
    if kind_of(code) != GROUP or kind_of(field) != GROUP:
        return flags
    rank, field_rank = rank_of(code), rank_of(field)
    ordinary = rank != JOKER and field_rank != JOKER
    if ordinary and rank == next_rank(t, field_rank, 1):
        flags |= ONE_UP
    if ordinary and rank == next_rank(t, field_rank, 2):
        flags |= TWO_UP
    if size_of(code) == size_of(field) + 1:
        rolls = field_rank == TWO and rank == THREE and not reversed_order(t)
        flags |= IS_ROLLOVER if rolls else IS_HIJACK
    if suicide_king(r, t, code, words):
        flags |= SUICIDE
    return flags


@jit
def suicide_king(r, t, code, words):
    """The HK on another player's HQ (reversed: the HQ on the HK)."""
    if r.suicide_king == 0 or t.owner == t.seat:
        return False
    king, queen = KING, QUEEN
    if reversed_order(t):
        king, queen = QUEEN, KING
    return single_card(code, words, king, HEART) and single_card(
        t.field[0], t.field[1:], queen, HEART
    )


@jit
def owed(r, t, code, words, flags):
    """Skips, gifts and discards that the meld owes: five_skip, equal_meld, seven_pass, ten_discard."""
    t.skips = _times(r.five_skip, code, words, FIVE)
    if r.equal_meld == 2 and flags & ANSWERED and compare(r, t, code, words) == EQUAL:
        t.skips += 1
    t.gifts = _times(r.seven_pass, code, words, SEVEN)
    t.discards = _times(r.ten_discard, code, words, TEN)


@jit
def _times(scope, code, words, rank):
    n = in_scope(scope, code, words, rank)
    return n if scope == PER_CARD else min(n, 1)


@jit
def resolve(r, t):
    """Steps 3 to 5: revolution, back and turn order, locks."""
    flags = t.flags
    if flags & REVOLVES:
        t.revolution ^= 1
        t.revolutions += 1
    if flags & TURNS_BACK:
        t.back = 1
    if flags & TURNS_TRICK:
        t.trick_turn = 1
    if flags & TURNS_GAME:
        t.game_turn ^= 1
    if flags & ANSWERED and not flags & CLEARS:
        _change_locks(r, t, flags)


@jit
def _change_locks(r, t, flags):
    put_joker = flags & PUT_JOKER != 0
    if flags & IS_HIJACK:
        end_all_locks(t)
    elif flags & IS_ROLLOVER:
        end_rank_locks(t)
        if r.rollover == 2 and not (put_joker and r.joker_breaks_lock == 1):
            keep_over_rollover(t)
        else:
            end_all_locks(t)
    else:
        set_suit_lock(r, t, put_joker)
        set_rank_locks(r, t, flags & ONE_UP != 0, flags & TWO_UP != 0)


@jit
def combination_jokers(code):
    """Jokers of a group or sequence with real cards: those that stand for another card."""
    if kind_of(code) == GROUP and (rank_of(code) == JOKER or size_of(code) == 1):
        return 0
    return jokers_of(code)
