"""Titles and the ranking of a match: what a place is worth."""

from __future__ import annotations

from collections.abc import Sequence

from sim.rules import Rules


def titles(players: int) -> list[str]:
    """The titles by place: Fugo and Hinmin from four players on, Heimin between."""
    if players < 4:
        return ["Daifugo", *["Heimin"] * (players - 2), "Daihinmin"]
    return ["Daifugo", "Fugo", *["Heimin"] * (players - 4), "Hinmin", "Daihinmin"]


def ranking(rules: Rules, games: Sequence[Sequence[int]]) -> list[int]:
    """The players of a match, best first: by points, ties by the last game's place.

    ``games`` holds a list of players by place for each game, at least one.
    """
    worth = rules.points()
    total = {player: 0 for player in games[-1]}
    for places in games:
        for place, player in enumerate(places):
            total[player] += worth[place]
    return sorted(total, key=lambda player: (-total[player], list(games[-1]).index(player)))
