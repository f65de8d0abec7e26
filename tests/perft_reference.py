"""Perft over the reference, and the data files of ``tests/perft`` that hold its numbers.

A line of a data file is a JSON object: a scenario without actions, ``paths`` with the number of
decision paths of 1, 2, … actions, and ``games``, for deals small enough to play out in every way,
with the number of complete games by places. ``python -m tests.perft_reference`` computes them anew
with the reference alone and writes the files.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.reference import Game

FOLDER = Path(__file__).resolve().parent / "perft"


def after(game: Game, action: str) -> Game:
    """The game after one more action; the one given is left as it was."""
    child = copy.deepcopy(game)
    child.play(action)
    return child


def count_paths(game: Game, depth: int) -> int:
    """The paths of ``depth`` actions; games that end earlier count none."""
    if game.over:
        return 0
    legal = game.legal()
    if depth == 1:
        return len(legal)
    return sum(count_paths(after(game, action), depth - 1) for action in legal)


def count_games(game: Game) -> Counter[str]:
    """All complete games by places, as text."""
    if game.places is not None:
        return Counter([" ".join(map(str, game.places))])
    total: Counter[str] = Counter()
    for action in game.legal():
        total += count_games(after(game, action))
    return total


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a data file."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def main() -> None:
    """Compute all numbers again and write them."""
    for path in sorted(FOLDER.glob("*.jsonl")):
        lines = []
        for entry in read(path.name):
            game = Game.from_scenario(entry["scenario"])
            if "paths" in entry:
                depths = range(1, len(entry["paths"]) + 1)
                entry["paths"] = [count_paths(game, depth) for depth in depths]
            if "games" in entry:
                entry["games"] = dict(sorted(count_games(game).items()))
            lines.append(json.dumps(entry))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
