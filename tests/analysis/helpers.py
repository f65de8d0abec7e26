"""Cells of studies that were never played: every label that the studies have, counts that are known."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.load import Cell
from analysis.synthetic import counts_of_places, put, sticky, walk
from sim.counts import WIDTH

SIZES = ("11", "17", "25")


def walked(
    strength: float,
    labels: Mapping[str, Any],
    *,
    players: int = 4,
    batches: int = 6,
    games: int = 40,
    seed: int = 1,
) -> Cell:
    """A cell of walks by sticky shuffles: places, streaks, waits and hands all consistent."""
    rng = np.random.default_rng(seed)
    chances = sticky(players, strength)
    counts = np.stack(
        [counts_of_places(walk(chances, players, rng, 1, games)).vector for _ in range(batches)]
    )
    _add_hands(counts, players, games, str(labels.get("hand_size", "11")), rng)
    first = np.arange(batches, dtype=np.int64)
    about = {
        "rules": {"players": str(players)},
        "policies": [str(labels.get("policy", "lowest"))] * players,
        "seed": 1,
        "match_games": games,
        "engine": "synthetic",
    }
    return Cell("0" * 16, dict(labels), first, np.ones(batches, np.int64), counts, about)


def _add_hands(counts: Any, players: int, games: int, size: str, rng: Any) -> None:
    """Turns, hands and an exchange that look like those of a game."""
    batches, cards = len(counts), int(size)
    titled = np.zeros((batches, 8), np.int64)
    titled[:, :players] = games - 1
    put(counts, "turns", np.full(batches, 60 * games))
    put(counts, "passes", np.full(batches, 30 * games))
    put(counts, "revolution_games", np.tile([games - games // 8, games // 8], (batches, 1)))
    put(counts, "dealt_cards", titled * cards)
    put(counts, "dealt_twos", rng.binomial(titled * cards, 1 / 13))
    put(counts, "dealt_jokers", rng.binomial(titled * cards, 1 / 27))
    put(counts, "dealt_strength", titled * cards * 6)
    put(counts, "dealt_strength_squared", titled * cards * (36 * cards + 14))
    given = np.zeros((batches, 8), np.int64)
    given[:, 0] = given[:, players - 1] = games - 1
    put(counts, "given_cards", given)
    put(counts, "got_cards", given)
    put(counts, "given_strength", given * 3)
    sizes = np.zeros((batches, 55), np.int64)
    for option in SIZES:
        sizes[:, int(option)] = (games - 1) // len(SIZES)
    put(counts, "size_games", sizes)
    put(counts, "size_stayed", rng.binomial(sizes, 0.4))


def grid(**axes: Any) -> list[dict[str, str]]:
    """All combinations of values of labels."""
    return [
        dict(zip(axes, map(str, chosen), strict=True))
        for chosen in itertools.product(*axes.values())
    ]


POLICIES = ("random", "keeper")


def study_cells(name: str) -> list[Cell]:
    """Cells with the labels of a study that comes with the program, a part of its grid."""
    labels = [one for part in STUDIES[name] for one in part]
    cells = []
    for number, one in enumerate(labels):
        players = int(one.get("players", 5 if "uec" in one["rules"] else 4))
        taxed = 0.0 if one.get("tribute", "1").startswith("0") else 0.15
        skilled = 0.2 if one["policy"] == "keeper" else 0.05
        cells.append(walked(taxed + skilled, one, players=players, seed=number))
    return cells


def empty_cell(labels: Mapping[str, Any], batches: int = 0) -> Cell:
    """A cell in which nothing has been counted."""
    first = np.arange(batches, dtype=np.int64)
    counts = np.zeros((batches, WIDTH), np.int64)
    return Cell("0" * 16, dict(labels), first, np.ones(batches, np.int64), counts)


STUDIES: dict[str, list[list[dict[str, str]]]] = {
    "long-hands": [
        grid(rules=["daihinmin", "federation"], policy=POLICIES, players=[3, 4], decks=["auto"],
             hand_size=SIZES, hand_size_choice=["fixed"], tribute=[0, 1, 4, 5], grid=[""]),
        grid(rules=["daihinmin", "federation"], policy=POLICIES, players=[3, 4], decks=[2],
             hand_size=["11"], hand_size_choice=["fixed"], tribute=[0, 1, 4, 5],
             grid=["two decks"]),
        grid(rules=["daihinmin", "federation"], policy=POLICIES, players=[3, 4], decks=["auto"],
             hand_size=["11"], hand_size_choice=["random"], tribute=[0, 1, 4, 5],
             grid=["one game"]),
    ],
    "tribute": [grid(rules=["daihinmin"], policy=POLICIES, tribute=["0", "1", "2", "2 1"],
                     tribute_jokers=["on", "off"], tribute_choice=["after", "before"])],
    "hashigo": [
        grid(rules=["daihinmin"], policy=POLICIES, hashigo=["off", "on"], hashigo_cap=[3],
             grid=[""]),
        grid(rules=["daihinmin"], policy=POLICIES, hashigo=["streak"], hashigo_cap=[3, 4],
             grid=["streak"]),
    ],
    "tenraku": [grid(rules=["daihinmin", "league:tenraku=off"], policy=POLICIES,
                     tenraku=["off", "drop", "end"])],
    "rules-one-by-one": [grid(rules=["league"], policy=POLICIES,
                              switch=["", "tenraku=off", "players=3", "six_clears=off"])],
    "presets": [grid(rules=["daihinmin", "uec", "league"], policy=POLICIES)],
    "lead": [grid(rules=["daihinmin"], policy=POLICIES, seating=["fixed", "random"],
                  next_lead=["daihinmin", "daifugo"])],
    "players": [grid(rules=["daihinmin"], policy=POLICIES, players=[3, 4, 5], decks=[1, 2],
                     grid=[""])],
    "baseline": [grid(rules=["uec"], policy=POLICIES)],
    "skill": [
        grid(rules=["uec", "daihinmin"], policy=[*POLICIES, "careless:0.2:keeper"], hand_size=["11"],
             tribute=["1"], tenraku=["off"], grid=[""]),
        grid(rules=["uec"], policy=["title:keeper,random"], hand_size=["11"], tribute=["1"],
             tenraku=["off"], grid=["worth"]),
        grid(rules=["daihinmin"], policy=POLICIES, hand_size=["11"], tribute=["0", "1", "2"],
             tenraku=["off"], grid=["tribute"]),
        grid(rules=["daihinmin"], policy=POLICIES, hand_size=["11", "25"], tribute=["0", "2"],
             tenraku=["off"], grid=["long hands"]),
        grid(rules=["daihinmin", "league:tenraku=off"], policy=POLICIES, hand_size=["11"],
             tribute=["1"], tenraku=["off", "demote"], grid=["tenraku"]),
    ],
    "my-own": [grid(rules=["daihinmin"], policy=POLICIES, tribute=[0, 1], spade_three=["on", "off"])],
}  # fmt: skip
