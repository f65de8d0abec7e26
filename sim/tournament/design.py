"""Who plays which hand at which table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Table:
    """Entrants ``first`` and ``second`` share a table: ``hands[k]``, 0 or 1, says whose title k is."""

    first: int
    second: int
    hands: tuple[int, ...]

    def entrant(self, title: int) -> int:
        """The entrant that plays a title's hand."""
        return self.second if self.hands[title] else self.first


def seatings(players: int) -> list[tuple[int, ...]]:
    """All ways to share the hands of a table between two, as equally as can be.

    With every way the list holds the one in which the two change places.
    """
    found = []
    for share in sorted({players // 2, (players + 1) // 2}):
        for mine in combinations(range(players), share):
            found.append(tuple(int(k in mine) for k in range(players)))
    return found


def pairs(entrants: int) -> list[tuple[int, int]]:
    """Every two of so many entrants."""
    return list(combinations(range(entrants), 2))


def tables(entrants: int, players: int) -> Iterator[Table]:
    """Every table of a tournament."""
    for first, second in pairs(entrants):
        for hands in seatings(players):
            yield Table(first, second, hands)
