"""Melds: what they are, how they are written, and every one that a hand can put down."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sim.rules import Rules

from .cards import JOKER, SUITS, Card, as_written, cards_text, selections


@dataclass(frozen=True)
class Meld:
    """Cards put down at once, in the order in which they are written.

    ``kind`` is group, sequence, stepped, multiple or prime. A group has a ``rank`` (JOKER for
    jokers alone); ``names`` are the suits its jokers are declared as, joker by joker, empty if they
    are free. In a sequence ``numbers`` holds the number of each card's place.
    """

    kind: str
    cards: tuple[Card, ...]
    rank: int = 0
    six_nine: bool = False
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    copies: int = 1

    @property
    def is_group(self) -> bool:
        return self.kind == "group"

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def jokers(self) -> list[Card]:
        return [card for card in self.cards if card.is_joker]

    @property
    def reals(self) -> list[Card]:
        return [card for card in self.cards if not card.is_joker]

    @property
    def jokers_alone(self) -> bool:
        return not self.reals

    @property
    def suit(self) -> str:
        """The one suit of a sequence."""
        return self.reals[0].suit

    @property
    def places(self) -> list[int]:
        """The numbers of a sequence's places, each once, in rising order."""
        return sorted(set(self.numbers))

    def is_single(self, *texts: str) -> bool:
        """Is this one card, written as one of ``texts``?"""
        return self.is_group and self.size == 1 and str(self.cards[0]) in texts

    @property
    def reading(self) -> str:
        """What follows the slash; empty where the meld is written without one."""
        if self.is_group:
            rank = [str(self.rank)] if self.six_nine else []
            return " ".join([*rank, *self.names])
        words = [] if self.kind == "sequence" else [self.kind]
        if self.copies > 1:
            words.append({2: "double", 3: "triple"}[self.copies])
        if not words and len(self.reals) == 1:
            words.append("sequence")
        return "-".join(words)

    @property
    def text(self) -> str:
        """The meld as the catalogue writes it."""
        reading = self.reading
        return cards_text(self.cards) + (f" /{reading}" if reading else "")


def groups(hand: list[Card], rules: Rules, sizes: Collection[int] | None = None) -> Iterator[Meld]:
    """Every group that the hand can put down, of one of ``sizes`` if they are given."""
    real_parts = list(_real_parts(hand, rules))
    real_parts.append(((), JOKER, False))
    for added in selections(card for card in hand if card.is_joker):
        for reals, rank, six_nine in real_parts:
            size = len(reals) + len(added)
            if size == 0 or (rules.group_max != "off" and size > rules.group_max):
                continue
            if sizes is None or size in sizes:
                yield from _arrangements(reals, added, rank, six_nine, rules)


def _real_parts(hand: list[Card], rules: Rules) -> Iterator[tuple[tuple[Card, ...], int, bool]]:
    """The real cards that a group may consist of: the cards, its rank, is it a six-nine."""
    for rank in sorted({card.rank for card in hand if not card.is_joker}):
        for reals in selections(card for card in hand if card.rank == rank):
            if reals:
                yield reals, rank, False
    together = {"off": [], "suit": list(SUITS), "colour": ["SC", "HD"], "any": [SUITS]}
    for suits in together[rules.six_nine]:
        for reals in selections(c for c in hand if c.rank in (6, 9) and c.suit in suits):
            if {card.rank for card in reals} == {6, 9}:
                yield reals, 6, True
                yield reals, 9, True


def _arrangements(
    reals: tuple[Card, ...], jokers: tuple[Card, ...], rank: int, six_nine: bool, rules: Rules
) -> Iterator[Meld]:
    """The cards with each card on top that may be (under ``top``) and each naming of the jokers."""
    cards = sorted(reals + jokers, key=as_written)
    orders = [tuple(cards)]
    if rules.suit_lock == "top":
        orders = [with_top(cards, top) for top in sorted(set(cards), key=as_written)]
    for order in orders:
        for names in _namings(order, rules):
            yield Meld("group", order, rank, six_nine, names)


def with_top(cards: Collection[Card], top: Card) -> tuple[Card, ...]:
    """The cards of a group as written when ``top`` lies on top."""
    rest = list(cards)
    rest.remove(top)
    return (*sorted(rest, key=as_written), top)


def _namings(cards: tuple[Card, ...], rules: Rules) -> list[tuple[str, ...]]:
    """The ways to name the suits of a group's jokers; one empty way where none is named."""
    reals = {card.suit for card in cards if not card.is_joker}
    jokers = sum(card.is_joker for card in cards)
    allowed = [suit for suit in SUITS if suit not in reals]
    if rules.joker_suit == "free" or not reals or not jokers or not allowed:
        return [()]
    if rules.suit_lock == "top" and cards[-1].is_joker:
        below = itertools.combinations_with_replacement(allowed, jokers - 1)
        return [(*names, top) for names in below for top in allowed]
    return list(itertools.combinations_with_replacement(allowed, jokers))


def suits_of(meld: Meld) -> tuple[Counter[str], int]:
    """The suits that a meld holds, real and named, and its jokers that may still take any suit.

    A sequence has one suit, and its jokers take no other.
    """
    if not meld.is_group:
        return Counter([meld.suit]), 0
    held = Counter(card.suit for card in meld.reals)
    held.update(meld.names)
    return held, len(meld.jokers) - len(meld.names)


def top_suit(meld: Meld) -> str | None:
    """The suit of the top card; None for a joker that may take any suit."""
    if not meld.is_group:
        return meld.suit
    if not meld.cards[-1].is_joker:
        return meld.cards[-1].suit
    return meld.names[-1] if meld.names else None


def suits_below_top(meld: Meld) -> tuple[Counter[str], int]:
    """As suits_of, without the top card; nothing for a sequence, which is its own top."""
    if not meld.is_group:
        return Counter(), 0
    held, free = suits_of(meld)
    top = top_suit(meld)
    if top is None:
        return held, free - 1
    return held - Counter([top]), free
