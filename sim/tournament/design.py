"""Who plays which hand at which table, and how many matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

Hands = tuple[int, ...]
"""For each title (in a match's first game each seat) whose hand it is: 0 or 1, of two entrants."""

SHORT, LONG = 4, 20
"""Games of a match where none are asked for: as many as leave each pair MATCHES matches."""
MATCHES = 50
FEWEST = 2
"""One block of matches gives no interval."""
ROUNDS = 25
"""Blocks of every way to share the hands, where there are matches enough; more only take time."""


@dataclass(frozen=True)
class Table:
    """Entrants ``first`` and ``second`` share a table."""

    first: int
    second: int
    hands: Hands

    def entrant(self, title: int) -> int:
        """The entrant that plays a title's hand."""
        return self.second if self.hands[title] else self.first


@dataclass(frozen=True)
class Plan:
    """What is played: by each pair ``blocks`` blocks of ``block`` matches of ``match_games`` games,
    each at two tables."""

    entrants: int
    players: int
    match_games: int
    block: int
    blocks: int

    @property
    def matches(self) -> int:
        """Matches of each pair at each of the two tables."""
        return self.block * self.blocks

    @property
    def games(self) -> int:
        """All games, those included that open a match and are not scored."""
        return len(pairs(self.entrants)) * 2 * self.matches * self.match_games

    def tables(self, number: int) -> Iterator[Table]:
        """The tables of a block: each pair, and each pair exchanged."""
        found = ways(self.players)
        hands = found[number % len(found)]
        for first, second in pairs(self.entrants):
            yield Table(first, second, hands)
            yield Table(first, second, exchanged(hands))


def exchanged(hands: Hands) -> Hands:
    """The same table with the two entrants' hands exchanged."""
    return tuple(1 - side for side in hands)


def ways(players: int) -> list[Hands]:
    """All ways to share the hands of a table between two as equally as can be, of each and its
    exchange one."""
    found = []
    for mine in combinations(range(players), players // 2):
        hands = tuple(int(k in mine) for k in range(players))
        if players % 2 or hands < exchanged(hands):
            found.append(hands)
    return found


def pairs(entrants: int) -> list[tuple[int, int]]:
    """Every two of so many entrants."""
    return list(combinations(range(entrants), 2))


def make_plan(entrants: int, players: int, games: int, match_games: int | None) -> Plan:
    """The plan for at least ``games`` games, with all ways to share the hands played equally often if
    there are matches enough for that."""
    tables = 2 * len(pairs(entrants))
    length = match_games or min(LONG, max(SHORT, games // (tables * MATCHES)))
    matches = max(FEWEST, -(-games // (tables * length)))
    all_ways = len(ways(players))
    block = max(1, matches // (ROUNDS * all_ways))
    blocks = -(-matches // block)
    if blocks > all_ways:
        blocks = -(-blocks // all_ways) * all_ways
    return Plan(entrants, players, length, block, blocks)
