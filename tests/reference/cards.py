"""Cards as text and back, and the order in which ranks are strong."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

SUITS = "SHDC"
JOKER = 20
LABELS = {n: str(n) for n in range(3, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A", 15: "2"}
RANKS = {label: number for number, label in LABELS.items()}
LOWEST, HIGHEST = 3, 15


class Card(NamedTuple):
    """A card: ``rank`` is its number (3 to 15) or JOKER; a joker's suit is its colour K, B or R."""

    rank: int
    suit: str

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER

    @property
    def red(self) -> bool:
        return self.suit in "HD"

    def __str__(self) -> str:
        return "J" + self.suit if self.is_joker else self.suit + LABELS[self.rank]


def parse_card(text: str, coloured: bool) -> Card:
    """The card written ``text``; jokers have a colour only if ``coloured``. Raises ValueError."""
    if text in ("JK", "JB", "JR"):
        colour = ("R" if text == "JR" else "B") if coloured else "K"
        return Card(JOKER, colour)
    if len(text) < 2 or text[0] not in SUITS or text[1:] not in RANKS:
        raise ValueError(f"{text!r} is not a card")
    return Card(RANKS[text[1:]], text[0])


def parse_cards(text: str | Iterable[str], coloured: bool) -> list[Card]:
    """Cards from text, or from a list of texts. Raises ValueError."""
    words = text.split() if isinstance(text, str) else text
    return [parse_card(word, coloured) for word in words]


def as_written(card: Card) -> tuple[int, int]:
    """The sort key of cards in a hand or a group: rank, then S H D C, jokers last, black first."""
    return card.rank, "KBR".index(card.suit) if card.is_joker else SUITS.index(card.suit)


def cards_text(cards: Iterable[Card]) -> str:
    """The cards in the order given, joined by spaces."""
    return " ".join(str(card) for card in cards)


def selections(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every different choice among ``cards``, the empty one too; each sorted as written."""
    counts = Counter(cards)
    kinds = sorted(counts, key=as_written)
    for taken in itertools.product(*(range(counts[card] + 1) for card in kinds)):
        yield tuple(card for card, n in zip(kinds, taken, strict=True) for _ in range(n))


class Order(NamedTuple):
    """The order in force: reversed when exactly one of revolution and back holds."""

    revolution: bool
    back: bool

    @property
    def reversed(self) -> bool:
        return self.revolution != self.back

    @property
    def revolution_reverses(self) -> bool:
        """Is the order reversed, and by a revolution rather than by back alone?"""
        return self.revolution and not self.back

    @property
    def strongest(self) -> int:
        return LOWEST if self.reversed else HIGHEST

    def position(self, number: int) -> float:
        """Where a number stands, the stronger the greater."""
        return -number if self.reversed else number

    def up(self, number: int, steps: int = 1) -> int:
        """The number so many steps stronger; it may lie beyond the ends."""
        return number - steps if self.reversed else number + steps
