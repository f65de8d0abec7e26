"""Going out: forbidden and foul finishes, the fall of the Daifugo, the places at the end."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    count_rank,
    is_climb,
    is_sequence,
    kind_of,
    rank_of,
    real_of_rank,
    size_of,
)
from sim.engine.bits import lowest, popcount
from sim.engine.cards import EIGHT, JOKER, SPADE, THREE
from sim.engine.jit import jit
from sim.engine.order import strongest_rank
from sim.engine.seats import next_in
from sim.engine.state import OVER

# Members of illegal_finish and foul_finish, as the rule table encodes them.
F_JOKER, F_TWO, F_EIGHT, F_EIGHT_CUT = 1, 2, 4, 8
F_SPADE_THREE, F_SPADE_THREE_ON_JOKER, F_REVOLUTION, F_GROUP, F_SEQUENCE = 16, 32, 64, 128, 256

NEVER, GROUPS, ANY, PER_CARD = 0, 1, 2, 3


@jit
def in_scope(scope, code, words, rank):
    """How many cards of ``rank`` an effect of this scope sees in a meld, jokers' places included."""
    if scope == NEVER or (scope == GROUPS and kind_of(code) != GROUP):
        return 0
    return count_rank(code, words, rank)


@jit
def cuts_by_eight(r, code, words):
    return in_scope(r.eight_cut, code, words, EIGHT) > 0


@jit
def makes_revolution(r, code):
    """A group of four or more, or a long enough sequence; a climb never does."""
    if kind_of(code) == GROUP:
        return r.revolution != 0 and size_of(code) >= 4
    if r.sequence_revolution == 0 or is_climb(code):
        return False
    return size_of(code) >= r.sequence_revolution


@jit
def is_single_spade_three(code, words):
    """The S3 played alone, as a single or as a climb."""
    if kind_of(code) == GROUP and size_of(code) != 1:
        return False
    if is_sequence(kind_of(code)) and not is_climb(code):
        return False
    return words[0] == 1 << (4 * THREE + SPADE)


@jit
def lone_joker_on_field(t):
    code = t.field[0]
    return kind_of(code) == GROUP and size_of(code) == 1 and rank_of(code) == JOKER


@jit
def finish_members(r, t, code, words):
    """Which members of the two finish sets a meld is, judged as it is about to be put down."""
    out = 0
    if words[0] >> 52 != 0:
        out |= F_JOKER
    if real_of_rank(words, strongest_rank(t)):
        out |= F_TWO
    if real_of_rank(words, EIGHT):
        out |= F_EIGHT
    if cuts_by_eight(r, code, words):
        out |= F_EIGHT_CUT
    if is_single_spade_three(code, words):
        out |= F_SPADE_THREE
        if lone_joker_on_field(t):
            out |= F_SPADE_THREE_ON_JOKER
    if makes_revolution(r, code):
        out |= F_REVOLUTION
    if kind_of(code) == GROUP:
        if size_of(code) > 1:
            out |= F_GROUP
    elif not is_climb(code):
        out |= F_SEQUENCE
    return out


@jit
def go_out(t, seat, foul):
    """A seat's hand is empty: out, clean or as an offender (a fallen Daifugo is neither new)."""
    t.playing &= ~(1 << seat)
    if foul:
        t.fouls += 1
        if seat == t.fallen and t.fallen_offends:
            return
        t.offenders[t.offender_count] = seat
        t.offender_count += 1
        if seat == t.fallen:
            t.fallen_offends = 1
    elif seat != t.fallen:
        t.clean[t.clean_count] = seat
        t.clean_count += 1


@jit
def downfall(r, t, seat):
    """tenraku: the previous Daifugo falls when ``seat`` is the first to go out without a foul.

    Returns True if the game ends by it.
    """
    if r.tenraku == 0 or t.clean_count != 1 or t.clean[0] != seat:
        return False
    fallen = t.daifugo
    if fallen < 0 or fallen == seat or not (t.playing >> fallen) & 1:
        return False
    t.fallen = fallen
    t.falls += 1
    if r.fallen_place == 1:
        t.offenders[t.offender_count] = fallen
        t.offender_count += 1
        t.fallen_offends = 1
    if r.tenraku == 2:
        t.playing &= ~(1 << fallen)
        for k in range(4):
            t.dropped[k] = t.hands[fallen, k]
            t.hands[fallen, k] = 0
        t.counts[fallen] = 0
    return r.tenraku == 3


@jit
def end_game(r, t, first):
    """The game is over. Seats without a place follow by fewest cards, ties in turn from ``first``."""
    n = 0
    for i in range(t.clean_count):
        t.places[n] = t.clean[i]
        n += 1
    n = _by_fewest_cards(t, n, first)
    _bottom(r, t, n)
    _stop(t)


@jit
def end_by_suicide(r, t, king, queen):
    """suicide_king: the HK's player is first, the HQ's last, the others between as usual."""
    t.playing &= ~((1 << king) | (1 << queen))
    n = 0
    for i in range(t.clean_count):
        t.places[n] = t.clean[i]
        n += 1
    n = _bottom(r, t, _by_fewest_cards(t, n, king))
    between, kept = 0, 0  # seats in their order, four bits each
    for i in range(n):
        if t.places[i] != king and t.places[i] != queen:
            between |= t.places[i] << (4 * kept)
            kept += 1
    t.places[0] = king
    for i in range(kept):
        t.places[i + 1] = (between >> (4 * i)) & 15
    t.places[kept + 1] = queen
    _stop(t)


@jit
def _by_fewest_cards(t, n, first):
    left = t.playing
    if t.fallen >= 0:
        left &= ~(1 << t.fallen)
    while left:
        if left & (left - 1) == 0:
            t.places[n] = lowest(left)
            return n + 1
        best = -1
        seat = first
        for _ in range(t.players):
            if (left >> seat) & 1 and (best < 0 or t.counts[seat] < t.counts[best]):
                best = seat
            seat = next_in(t, seat, (1 << t.players) - 1)
        t.places[n] = best
        n += 1
        left &= ~(1 << best)
    return n


@jit
def _bottom(r, t, n):
    """The fallen and the offenders, the first offender last; ``fallen_place`` moves the fallen."""
    fallen_last = t.fallen >= 0 and r.fallen_place == 2
    if t.fallen >= 0 and not t.fallen_offends and not fallen_last:
        t.places[n] = t.fallen
        n += 1
    for i in range(t.offender_count - 1, -1, -1):
        if not (fallen_last and t.offenders[i] == t.fallen):
            t.places[n] = t.offenders[i]
            n += 1
    if fallen_last:
        t.places[n] = t.fallen
        n += 1
    return n


@jit
def _stop(t):
    t.phase = OVER
    t.playing = 0
    t.field[0] = 0
    t.back = 0
    t.trick_turn = 0


@jit
def still_in(t):
    """How many players are still in."""
    return popcount(t.playing)
