"""The shortest way of all: a meld that does nothing but lie there, in a plain game of one deck.

Most melds are such: one to three cards of a rank, no 8 that clears, no joker, not the player's last.
Which ranks do nothing is asked once a game; then nothing is asked of the rules but the suit lock. A
single 8 that only clears is nearly as short. What this gains is in ``results/bench``.
"""

from __future__ import annotations

from sim.engine.action import GROUP, group_code, rank_of, size_of
from sim.engine.bits import lowest
from sim.engine.cards import EIGHT, JACK, JOKER, JOKERS, ORDINARY, THREE, TWO
from sim.engine.finish import NEVER
from sim.engine.game import clear
from sim.engine.jit import hot, jit
from sim.engine.masks import spread_suits
from sim.engine.order import reversed_order
from sim.engine.passing import EVERYBODY, go_on, holders_of_card, holders_of_group, note_stronger
from sim.engine.state import EXACT, NO_LOCK

_KIND, _ANY_JOKERS = 15, 15 << 28


@jit
def quiet_cards(r):
    """The ordinary cards that do nothing, up to three of a rank, unless on a joker or as a player's
    last."""
    cards = ORDINARY
    if r.eight_cut != NEVER:
        cards &= ~(15 << (4 * EIGHT))
    if r.jack_back != NEVER:
        cards &= ~(15 << (4 * JACK))
    if r.deuce_clears != 0:
        cards &= ~((15 << (4 * TWO)) | (15 << (4 * THREE)))
    return cards


@jit
def cutting_cards(r):
    """The ordinary cards that as a single clear the field whenever they are played."""
    return 15 << (4 * EIGHT) if r.eight_cut != NEVER else 0


@hot
def cuts(t, seat, card):
    """Whether the single card with this index clears the field and ``seat`` then leads."""
    return (t.cuts >> card) & 1 != 0 and t.counts[seat] > 1


@hot
def _from_hand(t, seat, cards, size):
    """A turn in which so many cards of one deck leave a hand and lie open."""
    t.turns += 1
    t.melds += 1
    t.counts[seat] -= size
    t.hands[seat, 0] &= ~cards
    t.played[0] |= cards


@hot
def owns_field(t, seat, answered):
    """What is noted of every meld that is put on the field or ``answered`` one."""
    t.field_reversed = reversed_order(t)
    t.field_lead = 0 if answered else 1
    t.owner = seat
    t.passed = 0
    t.lead_passed = 0


@hot
def _lock(t, suits):
    t.lock = EXACT
    t.lock_suits = spread_suits(suits)


@hot
def play_cut(r, t, seat, card):
    """As ``plain``'s way to play a meld, for a single that clears and is not the last card."""
    _from_hand(t, seat, 1 << card, 1)
    owns_field(t, seat, t.field[0] != 0)
    clear(t)


@hot
def is_quiet(t, seat, card):
    """Whether the single card with this index is one here, played by ``seat``."""
    return (t.quiet >> card) & 1 != 0 and t.counts[seat] > 1 and rank_of(t.field[0]) != JOKER


@hot
def play_single(r, t, seat, card):
    """As ``plain``'s way to play a meld, for a quiet single. Returns whose turn is next."""
    bit, old = 1 << card, t.field[1]
    _from_hand(t, seat, bit, 1)
    if old != 0 and r.suit_lock != 0 and t.lock == NO_LOCK and (card - lowest(old)) & 3 == 0:
        _lock(t, 1 << (card & 3))
    t.field[0] = group_code(card >> 2, 1, 0)
    t.field[1] = bit
    owns_field(t, seat, old != 0)
    note_stronger(r, t, card >> 2, 1 << (card & 3))
    if t.ask_all:
        t.able = EVERYBODY
    else:
        t.able = holders_of_card(t, t.above | (JOKERS if t.alone else 0))
    return go_on(r, t, seat + 1)


@hot
def is_quiet_group(t, seat, code, cards):
    """Whether a meld is two or three cards of a rank that does nothing, and no joker in play."""
    return (
        (code | t.field[0]) & _ANY_JOKERS == 0
        and code & _KIND == GROUP
        and size_of(code) <= 3
        and cards & t.quiet != 0
        and t.counts[seat] > size_of(code)
        and t.lock_open == 0
    )


@hot
def play_group(r, t, seat, code, cards):
    """As ``plain``'s way to play a meld, for a quiet group of two or three. Returns whose turn is
    next."""
    old = t.field[1]
    first = lowest(cards) & ~3
    suits, size = cards >> first, size_of(code)
    _from_hand(t, seat, cards, size)
    same = old != 0 and old >> (lowest(old) & ~3) == suits
    if same and r.suit_lock != 0 and t.lock == NO_LOCK:
        _lock(t, suits)
    t.field[0] = code
    t.field[1] = cards
    owns_field(t, seat, old != 0)
    note_stronger(r, t, first >> 2, suits)
    t.able = EVERYBODY if t.ask_all else holders_of_group(t, size)
    return go_on(r, t, seat + 1)
