"""Every sequence that a hand can put down."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from sim.rules import Rules

from .cards import HIGHEST, LOWEST, SUITS, Card, Order, as_written, selections
from .melds import Meld

PRIMES = (3, 5, 7, 11, 13)


def sequences(hand: list[Card], rules: Rules, order: Order) -> Iterator[Meld]:
    """Every sequence of every kind in play, each placement of jokers apart."""
    counts = Counter(hand)
    jokers = sorted((card for card in hand if card.is_joker), key=as_written)
    if rules.sequence_jokers == "off":
        jokers = []
    for kind, numbers in number_lines(rules):
        copies_allowed = rules.sequence_copies if kind in ("sequence", "stepped") else 1
        for copies in range(1, copies_allowed + 1):
            for suit in SUITS:
                held = [min(copies, counts[Card(number, suit)]) for number in numbers]
                if not any(held) or copies * len(numbers) - sum(held) > len(jokers):
                    continue
                yield from _placements(kind, numbers, suit, held, copies, jokers, order)


def number_lines(rules: Rules) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The kinds of sequence in play with the numbers that one may consist of, rising."""
    if rules.sequences == "on":
        beyond = 1 if rules.sequence_past_ends == "on" and rules.sequence_jokers == "on" else 0
        yield from _runs("sequence", range(LOWEST - beyond, HIGHEST + beyond + 1))
    if rules.stepped_sequences == "on":
        yield from _runs("stepped", range(LOWEST, HIGHEST + 1, 2))
        yield from _runs("stepped", range(LOWEST + 1, HIGHEST + 1, 2))
    if rules.multiple_sequences == "on":
        for k in range(3, HIGHEST + 1):
            multiples = range(k, HIGHEST + 1, k)
            for length in range(3, len(multiples) + 1):
                yield "multiple", tuple(multiples[:length])
    if rules.prime_sequences == "on":
        yield from _runs("prime", PRIMES)


def _runs(kind: str, numbers: range | tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Three or more of ``numbers`` in a row."""
    for first in range(len(numbers)):
        for end in range(first + 3, len(numbers) + 1):
            yield kind, tuple(numbers[first:end])


def _placements(
    kind: str,
    numbers: tuple[int, ...],
    suit: str,
    held: list[int],
    copies: int,
    jokers: list[Card],
    order: Order,
) -> Iterator[Meld]:
    """The sequence with real cards or jokers in each place, and jokers of each colour."""
    for reals in itertools.product(*(range(n + 1) for n in held)):
        needed = copies * len(numbers) - sum(reals)
        if not any(reals) or needed > len(jokers):
            continue
        for chosen in selections(jokers):
            if len(chosen) == needed:
                yield _sequence(kind, numbers, suit, reals, copies, chosen, order)


def _sequence(
    kind: str,
    numbers: tuple[int, ...],
    suit: str,
    reals: tuple[int, ...],
    copies: int,
    jokers: tuple[Card, ...],
    order: Order,
) -> Meld:
    """The sequence written from weak to strong, in a place real cards first, black jokers first."""
    places = sorted(zip(numbers, reals, strict=True), key=lambda place: order.position(place[0]))
    next_joker = iter(jokers)
    cards: list[Card] = []
    for number, real in places:
        cards += [Card(number, suit)] * real
        cards += [next(next_joker) for _ in range(copies - real)]
    standing = tuple(number for number, _ in places for _ in range(copies))
    return Meld(kind, tuple(cards), numbers=standing, copies=copies)


def climbed(field: Meld, card: Card, order: Order) -> Meld | None:
    """The sequence that the field becomes when ``card`` climbs on it; None if it does not."""
    if field.kind != "sequence" or field.copies != 1 or card.is_joker or card.suit != field.suit:
        return None
    places = sorted(
        zip(field.numbers, field.cards, strict=True), key=lambda place: order.position(place[0])
    )
    if card.rank != order.up(places[-1][0]):
        return None
    kept = [*places[1:], (card.rank, card)]
    return Meld("sequence", tuple(c for _, c in kept), numbers=tuple(n for n, _ in kept))
