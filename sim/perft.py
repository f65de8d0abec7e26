"""Perft: the number of decision paths of a given length, and of complete games by finishing order.

Actions are told apart by their text, so that identical cards of several decks count once.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sim.position import Position
from sim.scenario import start


def position_after(scenario: Mapping[str, Any]) -> Position:
    """The position after a scenario's actions. Raises InputError."""
    position = start(scenario)
    for text in scenario.get("actions", ()):
        position.play(str(text))
    return position


def _next(position: Position) -> Iterator[tuple[str, Position]]:
    seen = set()
    rows = position.rows()
    for row in rows:
        text = position.notation.action(row, position.reversed_order).text
        if text not in seen:
            seen.add(text)
            child = fork(position)
            child.act(row)
            yield text, child


def fork(position: Position) -> Position:
    """A copy that can be played on without changing the original."""
    child = copy.copy(position)
    child._table = position._table.copy()
    child._buffer = position._buffer.copy()
    return child


def count_paths(position: Position, depth: int) -> int:
    """The paths of ``depth`` actions; games that end earlier count none."""
    if position.over:
        return 0
    if depth == 1:
        return len(position.legal())
    return sum(count_paths(child, depth - 1) for _, child in _next(position))


def split(position: Position, depth: int) -> dict[str, int]:
    """``count_paths`` by first action."""
    if depth == 1:
        return dict.fromkeys(position.legal(), 1)
    return {text: count_paths(child, depth - 1) for text, child in _next(position)}


def count_games(position: Position) -> Counter[tuple[int, ...]]:
    """All complete games from here, by places. For a few cards only: it plays every one of them."""
    if position.over:
        return Counter([tuple(position.places())])
    total: Counter[tuple[int, ...]] = Counter()
    for _, child in _next(position):
        total += count_games(child)
    return total
