"""Jokah Ratchi: which jokers of a meld can be taken, and the meld after one has been."""

from __future__ import annotations

from dataclasses import replace

from sim.rules import Rules

from .cards import JOKER, LABELS, Card, as_written
from .melds import Meld


def takers(meld: Meld, hand: list[Card]) -> dict[Card, int]:
    """The cards of ``hand`` that can take a joker of ``meld``, with the index of that joker.

    Of several jokers that stand for one card the first as written is taken; a joker past the end
    of a sequence stands for no card, nor do jokers alone.
    """
    found: dict[Card, int] = {}
    if meld.is_group and meld.rank == JOKER:
        return found
    for index, joker in enumerate(meld.cards):
        if not joker.is_joker:
            continue
        for card in hand:
            if stands_for(meld, index, card):
                found.setdefault(card, index)
    return found


def stands_for(meld: Meld, index: int, card: Card) -> bool:
    """May the joker at ``index`` stand for ``card``?"""
    if meld.is_group:
        return card.rank == meld.rank
    number = meld.numbers[index]
    return number in LABELS and card == Card(number, meld.suit)


def after_kidnap(meld: Meld, index: int, card: Card, rules: Rules) -> Meld:
    """The meld with ``card`` in the joker's place."""
    cards = list(meld.cards)
    cards[index] = card
    if not meld.is_group:
        return replace(meld, cards=tuple(cards))
    names = list(meld.names)
    if names:
        del names[sum(c.is_joker for c in meld.cards[:index])]
    top = [cards.pop()] if rules.suit_lock == "top" else []
    return replace(meld, cards=(*sorted(cards, key=as_written), *top), names=tuple(names))
