"""Strength: which of two melds of one kind and size is the stronger."""

from __future__ import annotations

from typing import NamedTuple

from sim.rules import Rules

from .cards import JOKER, Card, Order
from .melds import Meld

ABOVE_ALL_RANKS = 50.0
JOKER_ON_TOP = 100.0


class Field(NamedTuple):
    """The meld to beat: who played it, whether it led the trick, and, under ``one_eyed_jacks``,
    whether it is a king of hearts that ranks like the jack it was put on."""

    meld: Meld
    owner: int
    is_lead: bool
    king_on_jack: bool = False


def one_eyed(meld: Meld, rules: Rules) -> bool:
    """Is this a single that ``one_eyed_jacks`` puts above every single up to 2?"""
    return bool(rules.one_eyed_jacks == "high" and meld.is_single("HJ", "SJ"))


def king_beats(field: Field, meld: Meld, rules: Rules) -> bool:
    """Is this a single king of hearts on a one-eyed jack?"""
    return one_eyed(field.meld, rules) and meld.is_single("HK")


def group_strength(meld: Meld, rules: Rules, order: Order) -> float:
    """The strength of a group as it is put down."""
    if one_eyed(meld, rules):
        return ABOVE_ALL_RANKS
    if meld.rank != JOKER:
        return order.position(meld.rank)
    if rules.joker_in_reversal == "below_ace" and order.revolution_reverses:
        return (order.position(15) + order.position(14)) / 2
    return JOKER_ON_TOP


def field_strength(field: Field, rules: Rules, order: Order) -> float:
    """The strength of the group on the field."""
    return ABOVE_ALL_RANKS if field.king_on_jack else group_strength(field.meld, rules, order)


def compare(field: Field, meld: Meld, rules: Rules, order: Order) -> str:
    """``stronger``, ``equal`` or ``weaker``: how ``meld``, of the field's kind, compares with it.

    Whether the sizes allow an answer at all is not looked at here.
    """
    if king_beats(field, meld, rules):
        return "stronger"
    if meld.is_group:
        ours = group_strength(meld, rules, order)
        theirs = field_strength(field, rules, order)
    else:
        mine = [order.position(number) for number in meld.numbers]
        other = [order.position(number) for number in field.meld.numbers]
        if rules.sequence_answer == "longer":
            ours, theirs = max(mine), max(other)
        elif rules.sequence_answer == "disjoint" and min(mine) != min(other):
            ours, theirs = min(mine), max(other)
            if ours == theirs:
                return "weaker"  # equal are only those whose first cards are
        else:
            ours, theirs = min(mine), min(other)
    if ours != theirs:
        return "stronger" if ours > theirs else "weaker"
    if rules.prejudice == "off":
        return "equal"
    our_weights, their_weights = weights(meld, rules), weights(field.meld, rules)
    if our_weights != their_weights:
        return "stronger" if our_weights > their_weights else "weaker"
    return "equal"


def weights(meld: Meld, rules: Rules) -> list[int]:
    """What ``prejudice`` gives each card, from the highest; lists of them compare as melds do."""
    return sorted((_weight(card, meld.size, rules) for card in meld.cards), reverse=True)


def _weight(card: Card, size: int, rules: Rules) -> int:
    if card.is_joker:
        return 0 if size > 1 else int((card.suit == "R") != (rules.prejudice == "black"))
    if rules.prejudice == "suits":
        return {"S": 3, "H": 2, "D": 1, "C": 0}[card.suit]
    return int(card.red == (rules.prejudice == "red"))
