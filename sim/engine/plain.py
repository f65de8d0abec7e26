"""Plain play: the short way to play an action under the rules that most tables use.

Where no rule in force moves cards between players, kidnaps, skips or gives a meld several readings, a
meld does little: it may clear, turn the order, set an exact lock, and its player may go out.
``act_plain`` leaves the table exactly as ``game.act`` does (the tests compare them state by state),
without asking for the rules that are off. Whether a game is plain is asked once, as it is dealt.
"""

from __future__ import annotations

from sim.engine.action import GROUP, PASS, SEQUENCE, jokers_of, kind_of, rank_of, size_of, suit_of
from sim.engine.bits import lowest
from sim.engine.cards import EIGHT, JOKER, THREE, add_cards, remove_cards
from sim.engine.effects import (
    CLEARS,
    FOUL,
    deuce_clears,
    jack_turns_back,
    six_clears,
    top_sequence_clears,
    two_jokers_clear,
)
from sim.engine.finish import finish_members, makes_revolution
from sim.engine.follow import snipes
from sim.engine.game import conclude, pass_lead
from sim.engine.jit import apart, hot, jit
from sim.engine.locks import BY_EXACT
from sim.engine.masks import spread_suits
from sim.engine.melds.simple import simple_rules
from sim.engine.passing import go_on, look_at_field
from sim.engine.quiet import (
    cuts,
    is_quiet,
    is_quiet_group,
    owns_field,
    play_cut,
    play_group,
    play_single,
)
from sim.engine.state import EXACT, ONE_DECK, SEATS

_SPREAD = 0x01010101
_SINGLE, _KIND_AND_SIZE = GROUP | (1 << 4), (1 << 10) - 1


@jit
def plain_rules(r, decks):
    """Whether ``act_plain`` may stand for ``game.act`` under these rules and so many decks."""
    if not simple_rules(r) or r.equal_meld != 0 or _moves_cards(r) or _odd_sequences(r):
        return False
    if (r.geki_lock | r.number_lock | r.parity_lock | r.joker_breaks_lock) != 0:
        return False
    if r.suit_lock != 0 and (r.suit_lock != BY_EXACT or decks != 1):
        return False
    return r.joker_suit == 0 or (decks == 1 and r.jokers <= 1)


@jit
def _moves_cards(r):
    """Rules by which a meld does something to other players or their cards, or a turn goes wrong."""
    for person in range(9):
        if r.mistakes[person] != 0:
            return True
    return (
        r.joker_kidnap
        | r.seven_pass
        | r.ten_discard
        | r.five_skip
        | r.nine_reverse
        | r.one_eyed_jack_back
        | r.suicide_king
    ) != 0


@jit
def _odd_sequences(r):
    """Sequences of other kinds than the plain one."""
    return (
        r.stepped_sequences | r.multiple_sequences | r.prime_sequences | r.sequence_climb
    ) != 0 or r.sequence_copies != 1


@apart
def act_plain(r, t, action):
    """Play a legal action, five int64, for the seat to act, in a plain game."""
    if action[0] == PASS:
        pass_plain(r, t, t.seat)
    elif action[0] & _KIND_AND_SIZE == _SINGLE and is_quiet(t, t.seat, lowest(action[1])):
        play_single(r, t, t.seat, lowest(action[1]))
    elif action[0] & _KIND_AND_SIZE == _SINGLE and cuts(t, t.seat, lowest(action[1])):
        play_cut(r, t, t.seat, lowest(action[1]))
    elif is_quiet_group(t, t.seat, action[0], action[1]):
        play_group(r, t, t.seat, action[0], action[1])
    else:
        _meld(r, t, action)


@hot
def meld_chosen(r, t):
    """``act_plain`` of the meld in ``t.chosen``: an array handed over by value would cost more than
    it holds."""
    _meld(r, t, t.chosen)


@hot
def pass_plain(r, t, seat):
    """As ``game.act`` for a pass of the seat to act. Returns whose turn is next."""
    t.turns += 1
    if t.field[0] == 0:
        pass_lead(r, t, r.pass_lock == 1)
        return t.seat & (SEATS - 1)
    t.passes += 1
    t.passed |= 1 << seat
    if r.pass_lock == 1:
        t.locked |= 1 << seat
    return go_on(r, t, seat + 1)


@hot
def _meld(r, t, action):
    code, seat = action[0], t.seat
    size = size_of(code)
    answered, lasts = t.field[0] != 0, size == t.counts[seat]
    clears = _clears(r, t, code, action)
    foul = False
    if lasts and r.foul_finish != 0:
        foul = finish_members(r, t, code, action[1:]) & r.foul_finish != 0
    t.turns += 1
    t.melds += 1
    t.counts[seat] -= size
    if answered and r.suit_lock != 0 and not clears:
        _lock(t, code, action[1])
    _put_down(t, seat, action)
    owns_field(t, seat, answered)
    _turn_order(r, t, code, action)
    if clears or lasts:
        t.actor = seat
        t.skips = 0
        t.flags = (CLEARS if clears else 0) | (FOUL if foul else 0)
        conclude(r, t)
        if t.field[0] != 0:
            look_at_field(r, t)
            go_on(r, t, t.seat)
    else:
        look_at_field(r, t)
        go_on(r, t, seat + 1)


@hot
def _put_down(t, seat, action):
    """The cards leave the hand, lie open, and are the field. With one deck they are all in word 0."""
    if t.plain == ONE_DECK:
        cards = action[1]
        t.hands[seat, 0] &= ~cards
        t.played[0] |= cards
        t.field[0] = action[0]
        t.field[1] = cards
        return
    remove_cards(t.hands[seat], action[1:])
    add_cards(t.played, action[1:])
    for k in range(5):
        t.field[k] = action[k]


@hot
def _holds_rank(code, rank):
    """Whether a group or plain sequence has a card that stands for this rank."""
    if kind_of(code) == GROUP:
        return rank_of(code) == rank
    return rank_of(code) <= rank and rank < rank_of(code) + size_of(code)


@hot
def _in_scope(scope, code, rank):
    return scope != 0 and (scope != 1 or kind_of(code) == GROUP) and _holds_rank(code, rank)


@hot
def _clears(r, t, code, action):
    """As ``effects``: an 8, a S3 on a lone joker, two jokers, the top sequence, six, deuces."""
    if kind_of(code) == SEQUENCE:
        return _in_scope(r.eight_cut, code, EIGHT) or top_sequence_clears(r, t, code)
    rank = rank_of(code)
    if (rank == EIGHT and r.eight_cut != 0) or six_clears(r, code):
        return True
    if rank == THREE and snipes(r, t, code, action[1:]):
        return True
    return two_jokers_clear(r, code) or deuce_clears(r, t, code)


@hot
def _turn_order(r, t, code, action):
    """Revolution and back."""
    if size_of(code) >= 3 and makes_revolution(r, code):
        t.revolution ^= 1
        t.revolutions += 1
    if jack_turns_back(r, code, action[1:]):
        t.back = 1


@hot
def _suits(code, cards):
    """The suits of a meld of one deck, eight bits a suit; as ``suits.suits_of``."""
    if kind_of(code) == SEQUENCE:
        return 1 << (8 * suit_of(code))
    suits = (cards >> (4 * rank_of(code))) & 15
    return spread_suits(suits) | _named_suits(code)


@hot
def _named_suits(code):
    """The suits that jokers are named as; in a plain game at most one, of another suit."""
    names = code >> 32
    if jokers_of(code) == 0:
        return 0
    return (names & 1) | ((names & 16) << 4) | ((names & 256) << 8) | ((names & 4096) << 12)


@hot
def _spread_count(suits):
    """How many suits a set of them has, one bit a suit in eight."""
    return ((suits * _SPREAD) >> 24) & 15


@hot
def _lock(t, code, cards):
    """suit_lock = exact, one deck: as ``locks.set_suit_lock`` for a meld about to be put on t.field."""
    old = t.field[0]
    group = kind_of(code) == GROUP
    if group and (rank_of(code) == JOKER or rank_of(old) == JOKER):
        return
    size = size_of(code) if group else 1
    if t.lock == EXACT:
        if t.lock_open != 0:
            _settle(t, t.lock_suits | _suits(code, cards), size)
    elif group == (kind_of(old) == GROUP) and not (group and size_of(code) != size_of(old)):
        both = _suits(code, cards) | _suits(old, t.field[1])
        if _spread_count(both) <= size:
            t.lock = EXACT
            _settle(t, both, size)


@hot
def _settle(t, both, size):
    n = _spread_count(both)
    if n <= size:
        t.lock_suits = both
        t.lock_open = size - n
