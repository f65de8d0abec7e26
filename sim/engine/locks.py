"""Locks: may a meld be played under those in force, and which does it set."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    SEQUENCE,
    jokers_of,
    kind_of,
    only_jokers,
    rank_of,
    size_of,
)
from sim.engine.cards import JOKER
from sim.engine.jit import hot, jit
from sim.engine.order import next_rank
from sim.engine.state import EXACT, HOLD, NO_LOCK, PARTIAL
from sim.engine.suits import (
    FREE,
    as_set,
    count_suit,
    free_jokers,
    lock_size,
    missing,
    one_suit,
    suits_of,
    top_suit,
    total,
    union,
)

# suit_lock as encoded by the rule table.
SINGLES, BY_EXACT, BY_PARTIAL, BY_TOP = 1, 2, 3, 4


@hot
def any_lock(t):
    return (t.lock | t.top | t.geki | t.number | t.parity) != 0


@jit
def follows_locks(r, t, code, words):
    """Whether a meld obeys every lock in force."""
    return follows_rank_locks(t, code, words) and follows_suit_locks(r, t, code, words)


@jit
def follows_suit_locks(r, t, code, words):
    """Whether a meld obeys the suit lock and the top lock."""
    return suits_allowed(r, t, t.lock, code, words)


@jit
def holds_suit_locks(r, t, code, words):
    """As ``follows_suit_locks`` for a rollover under keep_locks: with a card more it holds them."""
    return suits_allowed(r, t, HOLD if t.lock != NO_LOCK else NO_LOCK, code, words)


@jit
def suits_allowed(r, t, lock, code, words):
    """Whether a meld obeys the top lock and the locked suits, bound in the way ``lock`` says."""
    if (t.lock | t.top) == 0:
        return True
    if kind_of(code) == GROUP and only_jokers(words):
        return True
    if r.joker_breaks_lock == 1 and puts_joker(code, words):
        return True
    top = top_suit(code, words) if t.top else 0
    if t.top and top != FREE and top != t.top:
        return False
    return _holds(t, lock, suits_of(code, words), free_jokers(code), lock_size(code), top)


@jit
def puts_joker(code, words):
    """Whether the cards put down hold a joker (of a climb only its card is put down)."""
    return words[0] >> 52 != 0


@jit
def _holds(t, lock, suits, jokers, size, top):
    """Whether suits satisfy the lock; a locked top card is set aside on both sides first."""
    wanted = t.lock_suits
    if t.top and lock != NO_LOCK:
        wanted -= min(count_suit(wanted, t.top - 1), 1) << (8 * (t.top - 1))
        size -= 1
        if top == FREE:
            jokers -= 1
        else:
            suits -= one_suit(t.top - 1)
    if lock == EXACT:
        return total(union(wanted, suits)) <= size
    if lock == PARTIAL or lock == HOLD:
        return missing(wanted, suits) <= jokers
    return True


@jit
def follows_rank_locks(t, code, words):
    """Whether a meld obeys the geki, the number and the parity lock."""
    if (t.geki | t.number | t.parity) == 0:
        return True
    if kind_of(code) != GROUP:
        return False
    if only_jokers(words):
        return True
    field_rank, rank = rank_of(t.field[0]), rank_of(code)
    if field_rank == JOKER:
        return False
    if (t.geki | t.number) and rank != next_rank(t, field_rank, 1):
        return False
    if t.geki:
        suits = suits_of(code, words)
        if total(union(t.geki_suits, suits)) > size_of(code):
            return False
    if t.parity:
        if rank != next_rank(t, field_rank, 2) or size_of(code) != 1:
            return False
        if suits_of(code, words) != one_suit(t.parity - 1):
            return False
    return True


@jit
def end_all_locks(t):
    """No lock is in force any more (``lock_frozen`` is the trick's, not a lock)."""
    end_suit_lock(t)
    t.top = 0
    end_rank_locks(t)


@jit
def end_suit_lock(t):
    """The locked suits are open again."""
    t.lock = NO_LOCK
    t.lock_suits = 0
    t.lock_open = 0


@jit
def end_rank_locks(t):
    """The geki, number and parity locks end."""
    t.geki = 0
    t.geki_suits = 0
    t.geki_open = 0
    t.number = 0
    t.parity = 0


@jit
def keep_over_rollover(t):
    """keep_locks: the locked suits are held from now on, open ones dropped, none added."""
    if t.lock != NO_LOCK:
        t.lock = HOLD
        t.lock_open = 0
    if (t.lock | t.top) != 0:
        t.lock_frozen = 1


@jit
def set_suit_lock(r, t, put_joker):
    """The suit lock after the meld now on the field was put on ``t.old``."""
    if r.joker_breaks_lock == 1 and put_joker:
        t.lock = NO_LOCK
        t.lock_suits = 0
        t.lock_open = 0
        t.top = 0
        return
    if r.suit_lock == 0 or t.lock_frozen:
        return
    code, words, old, old_words = t.field[0], t.field[1:], t.old[0], t.old[1:]
    if t.old_jokers_only or only_group_of_jokers(code, words):
        return
    if t.lock == EXACT and r.suit_lock != BY_TOP:
        _settle(t, suits_of(code, words), lock_size(code))
    elif r.suit_lock == SINGLES:
        if lock_size(code) == 1 and jokers_of(code) == 0 and jokers_of(old) == 0:
            _match_exactly(t, code, words, old, old_words)
    elif r.suit_lock == BY_EXACT:
        _match_exactly(t, code, words, old, old_words)
    elif r.suit_lock == BY_PARTIAL:
        _match_partly(t, code, words, old, old_words)
    else:
        _match_tops(t, code, words, old, old_words)


@jit
def only_group_of_jokers(code, words):
    return kind_of(code) == GROUP and rank_of(code) == JOKER


@jit
def _settle(t, suits, size):
    """Real cards settle open suits; a kidnapped joker's card may not fit, then nothing changes."""
    both = union(t.lock_suits, suits)
    if total(both) <= size:
        t.lock_suits = both
        t.lock_open = size - total(both)


@jit
def _comparable(code, old):
    """Whether two melds are both groups of one size, or both sequences."""
    if kind_of(code) == GROUP:
        return kind_of(old) == GROUP and size_of(code) == size_of(old)
    return kind_of(code) >= SEQUENCE and kind_of(old) >= SEQUENCE


@jit
def _match_exactly(t, code, words, old, old_words):
    if not _comparable(code, old):
        return
    both = union(suits_of(code, words), suits_of(old, old_words))
    if total(both) <= lock_size(code):
        t.lock = EXACT
        t.lock_suits = both
        t.lock_open = lock_size(code) - total(both)


@jit
def _match_partly(t, code, words, old, old_words):
    """Jokers take missing suits in the order S H D C, the answer's before the field's."""
    mine, theirs = as_set(suits_of(code, words)), as_set(suits_of(old, old_words))
    locked = t.lock_suits if t.lock == PARTIAL else 0
    my_jokers, their_jokers = free_jokers(code), free_jokers(old)
    for wanted in (locked, theirs):
        for suit in range(4):
            if my_jokers and count_suit(wanted, suit) and not count_suit(mine, suit):
                mine |= one_suit(suit)
                my_jokers -= 1
    for wanted in (locked, mine):
        for suit in range(4):
            if their_jokers and count_suit(wanted, suit) and not count_suit(theirs, suit):
                theirs |= one_suit(suit)
                their_jokers -= 1
    both = (mine & theirs) | locked
    if both:
        t.lock = PARTIAL
        t.lock_suits = both


@jit
def _tops_match(t, top, old_top):
    """Whether two top cards have one suit. Under a top lock jokers on top take the locked suit;
    otherwise two jokers on top of each other have none (FREE is greater than any suit)."""
    if t.top:
        return (top == t.top or top == FREE) and (old_top == t.top or old_top == FREE)
    return min(top, old_top) != FREE and (max(top, old_top) == FREE or top == old_top)


@jit
def _match_tops(t, code, words, old, old_words):
    """The tops lock if they have one suit; all suits do if the others match as well."""
    if not _comparable(code, old):
        return
    top, old_top = top_suit(code, words), top_suit(old, old_words)
    match = _tops_match(t, top, old_top)
    if match and not t.top:
        t.top = min(top, old_top)
    if not t.top or kind_of(code) != GROUP or size_of(code) == 1:
        return
    if t.lock == EXACT:
        others = t.lock_suits - one_suit(t.top - 1)
    elif match:
        others = _below_top(suits_of(old, old_words), old_top)
    else:
        return
    both = union(others, _below_top(suits_of(code, words), top))
    rest = size_of(code) - 1
    if total(both) <= rest:
        t.lock = EXACT
        t.lock_suits = both + one_suit(t.top - 1)
        t.lock_open = rest - total(both)


@jit
def _below_top(suits, top):
    """The suits without the top card's; a joker on top was not among them."""
    return suits if top == FREE else suits - one_suit(top - 1)


@jit
def set_rank_locks(r, t, one_up, two_up):
    """The geki, number and parity locks; ``one_up`` and ``two_up`` were judged as it was put down."""
    code, words, old, old_words = t.field[0], t.field[1:], t.old[0], t.old[1:]
    if kind_of(code) != GROUP or kind_of(old) != GROUP or only_group_of_jokers(code, words):
        return
    if one_up and r.number_lock == 1:
        t.number = 1
    if r.geki_lock == 1:
        _set_geki(r, t, code, words, old, old_words, one_up)
    if two_up and r.parity_lock == 1 and size_of(code) == 1:
        suits = suits_of(code, words)
        if suits == suits_of(old, old_words):
            for suit in range(4):
                if suits == one_suit(suit):
                    t.parity = suit + 1


@jit
def _set_geki(r, t, code, words, old, old_words, one_up):
    size = size_of(code)
    mine = suits_of(code, words)
    if t.geki:
        both = union(t.geki_suits, mine)
        if total(both) <= size:
            t.geki_suits = both
            t.geki_open = size - total(both)
        return
    if not one_up or size != size_of(old):
        return
    if r.suit_lock == BY_TOP:
        if not _tops_match(t, top_suit(code, words), top_suit(old, old_words)):
            return
    both = union(mine, suits_of(old, old_words))
    if total(both) <= size:
        t.geki = 1
        t.geki_suits = both
        t.geki_open = size - total(both)
