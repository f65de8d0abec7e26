"""May this meld be played now? The one predicate; it reads state, and of the rules only how
strength, ties and locks are judged."""

from __future__ import annotations

from sim.engine.action import GROUP, kind_of, put_down, rank_of, size_of
from sim.engine.cards import JOKER, SPADE, THREE, TWO
from sim.engine.finish import finish_members, lone_joker_on_field
from sim.engine.jit import jit
from sim.engine.locks import follows_locks, holds_suit_locks
from sim.engine.order import EQUAL, STRONGER, compare, single_card

# Ways in which a meld may be played.
LEAD, ANSWER, HIJACK, ROLLOVER = 0, 1, 2, 3


@jit
def field_empty(t):
    return t.field[0] == 0


@jit
def finish_allowed(r, t, code, words):
    """Whether the meld leaves cards in the hand, or may be the last one."""
    if r.illegal_finish == 0 or put_down(words) != t.counts[t.seat]:
        return True
    return finish_members(r, t, code, words) & r.illegal_finish == 0


@jit
def snipes(r, t, code, words):
    """spade_three: the single S3 on a lone joker."""
    return r.spade_three == 1 and single_card(code, words, THREE, SPADE) and lone_joker_on_field(t)


@jit
def field_holds(t, rank):
    """Whether a card of the field stands for ``rank``, or (rank joker) is one."""
    code = t.field[0]
    if rank == JOKER:
        return (code >> 28) & 15 != 0
    from_field = kind_of(code) == GROUP and rank_of(code) == rank
    return from_field or (t.field[1] >> (4 * rank)) & 15 != 0


@jit
def deuce_on_any(r, t, code, words):
    """deuce_beats_all: a single 2 on a meld without 2 and joker, if the locks allow it."""
    if r.deuce_beats_all == 0 or kind_of(code) != GROUP or size_of(code) != 1:
        return False
    if rank_of(code) != TWO or field_empty(t):
        return False
    if field_holds(t, TWO) or field_holds(t, JOKER):
        return False
    return follows_locks(r, t, code, words)


@jit
def answers(r, t, code, words):
    """Whether a meld of the field's kind beats the field, or equals it where that is enough."""
    how = compare(r, t, code, words)
    if how == STRONGER or (how == EQUAL and r.equal_meld != 0):
        return follows_locks(r, t, code, words)
    return False


@jit
def allowed(r, t, way, code, words):
    """Whether the seat to act may play a meld in this way."""
    if not finish_allowed(r, t, code, words):
        return False
    if way == LEAD or way == HIJACK:
        return True
    if way == ROLLOVER:
        return r.rollover != 2 or holds_suit_locks(r, t, code, words)
    if answers(r, t, code, words):
        return True
    if size_of(code) != 1:
        return False
    return snipes(r, t, code, words) or deuce_on_any(r, t, code, words)
