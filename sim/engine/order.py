"""Strength: the order in force, what beats what, and ties."""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    STEPPED,
    STEPPED_TRIPLE,
    is_sequence,
    jokers_of,
    kind_of,
    only_jokers,
    places_of,
    rank_at,
    rank_of,
    size_of,
    suit_of,
)
from sim.engine.bits import popcount
from sim.engine.cards import (
    HEART,
    JACK,
    JOKER,
    JOKERS,
    KING,
    RED_BIT,
    SPADE,
    SUIT_BIT0,
)
from sim.engine.jit import hot, jit

LOW_JOKER = 1
HIGH_JACK = 25
HIGH_JOKER = 26

# How an answer compares with the field.
WEAKER, LESSER, EQUAL, STRONGER = 0, 1, 2, 3


@hot
def reversed_order(t):
    """1 if 3 is the strongest rank, 0 if 2 is: exactly one of revolution and back holds."""
    return t.revolution ^ t.back


@hot
def rank_value(r, t, rank):
    """Strength of a rank in the order in force: 0, 2, … 24, a joker 26, or 1 just below the ace."""
    if rank == JOKER:
        if r.joker_in_reversal == 1 and t.revolution == 1 and t.back == 0:
            return LOW_JOKER
        return HIGH_JOKER
    return 2 * (12 - rank) if reversed_order(t) else 2 * rank


@jit
def one_eyed(code, words):
    """Whether an action is a single HJ or SJ."""
    return (
        kind_of(code) == GROUP
        and size_of(code) == 1
        and words[0] & (((1 << SPADE) | (1 << HEART)) << (4 * JACK)) != 0
    )


@jit
def single_card(code, words, rank, suit):
    """Whether an action is the single card of this rank and suit."""
    return kind_of(code) == GROUP and size_of(code) == 1 and words[0] == 1 << (4 * rank + suit)


@jit
def group_value(r, t, code, words):
    """Strength of a group in the order in force."""
    if r.one_eyed_jacks == 1 and one_eyed(code, words):
        return HIGH_JACK
    return rank_value(r, t, rank_of(code))


@jit
def first_value(t, code):
    """Strength of a sequence's first (weakest) card in the order in force; grows with strength."""
    if reversed_order(t):
        return -rank_at(code, places_of(code) - 1)
    return rank_of(code)


@jit
def last_value(t, code):
    """Strength of a sequence's last (strongest) card in the order in force."""
    if reversed_order(t):
        return -rank_of(code)
    return rank_at(code, places_of(code) - 1)


@jit
def weight_key(r, code, words):
    """Prejudice weights of a meld's cards, sorted from the highest, as one comparable number."""
    if kind_of(code) == GROUP and size_of(code) == 1 and only_jokers(words):
        red = words[0] & RED_BIT != 0
        return 1 if red != (r.prejudice == 2) else 0
    if is_sequence(kind_of(code)):
        suits = size_of(code) - jokers_of(code)
        return _weigh(r, suit_of(code), suits) + jokers_of(code)
    key = jokers_of(code)
    for suit in range(4):
        n = 0
        for k in range(4):
            n += popcount(words[k] & ~JOKERS & (SUIT_BIT0 << suit))
        key += _weigh(r, suit, n)
    return key


@jit
def _weigh(r, suit, n):
    """n cards of a suit: counted in the byte of their weight."""
    if r.prejudice == 3:
        return n << (8 * (3 - suit))
    red = suit == 1 or suit == 2
    return n << 8 if red == (r.prejudice == 1) else n


@jit
def by_weight(r, code, words, field_code, field_words):
    """Of two melds of equal strength: STRONGER, EQUAL or LESSER."""
    if r.prejudice == 0:
        return EQUAL
    mine, theirs = weight_key(r, code, words), weight_key(r, field_code, field_words)
    if mine == theirs:
        return EQUAL
    return STRONGER if mine > theirs else LESSER


@jit
def compare(r, t, code, words):
    """How a meld of the field's kind compares with the field (not its locks)."""
    field_code, field_words = t.field[0], t.field[1:]
    kind = kind_of(code)
    if kind != kind_of(field_code):
        return WEAKER
    if kind == GROUP:
        return _compare_groups(r, t, code, words, field_code, field_words)
    if kind >= STEPPED and kind <= STEPPED_TRIPLE and (rank_of(code) ^ rank_of(field_code)) & 1:
        return WEAKER  # odd answers odd, even answers even
    mine, theirs = first_value(t, code), first_value(t, field_code)
    if r.sequence_answer == 1:
        mine, theirs = last_value(t, code), last_value(t, field_code)
    elif size_of(code) != size_of(field_code):
        return WEAKER
    elif r.sequence_answer == 2 and mine > theirs and mine <= last_value(t, field_code):
        return WEAKER
    if mine == theirs:
        return by_weight(r, code, words, field_code, field_words)
    return STRONGER if mine > theirs else WEAKER


@jit
def _compare_groups(r, t, code, words, field_code, field_words):
    if size_of(code) != size_of(field_code):
        return WEAKER
    if r.one_eyed_jacks == 1 and single_card(code, words, KING, HEART):
        if one_eyed(field_code, field_words):
            return STRONGER
    mine = group_value(r, t, code, words)
    theirs = HIGH_JACK if t.field_high else group_value(r, t, field_code, field_words)
    if mine == theirs:
        return by_weight(r, code, words, field_code, field_words)
    return STRONGER if mine > theirs else WEAKER


@hot
def strongest_rank(t):
    """The strongest ordinary rank in the order in force."""
    return 0 if reversed_order(t) else 12


@jit
def next_rank(t, rank, steps):
    """The rank so many steps stronger in the order in force (may lie outside 0..12)."""
    return rank - steps if reversed_order(t) else rank + steps


@hot
def stronger_cards(r, t, cards, field_rank):
    """The cards whose rank beats the field's (with equal_meld also equals it), and a sniping S3."""
    value = rank_value(r, t, field_rank)
    if value == HIGH_JOKER:
        snipes = r.spade_three == 1 and size_of(t.field[0]) == 1
        return cards & 1 if snipes else 0
    if field_rank == JOKER:
        return cards & ((1 << 48) - 1)
    if reversed_order(t):
        last = field_rank if r.equal_meld == 0 else field_rank + 1
        return cards & ((1 << (4 * last)) - 1)
    first = field_rank + 1 if r.equal_meld == 0 else field_rank
    return cards & (-1 << (4 * first))
