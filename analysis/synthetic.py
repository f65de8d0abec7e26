"""Cells with known answers: what the intervals of this package are tried on.

Two makers. ``shuffled_cells`` draws transition counts of a game in which every game's places are a
random shuffle of the places before: its chain of places is known exactly, the players of a game
depend on each other as real ones do, and matches may differ from one another. ``counts_of_places``
counts any given sequence of places exactly as the kernel would.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.load import COLUMNS, Cell
from sim.counts import RISE_CAP, STREAK_CAP, WIDTH, Counts

Floats = NDArray[np.float64]


def shuffles(n: int) -> NDArray[np.int64]:
    """All ways in which places can follow places: int64 of shape (n!, n), next place by place."""
    return np.array(list(itertools.permutations(range(n))), np.int64)


def sticky(n: int, strength: float) -> Floats:
    """Chances of the shuffles of n places, the likelier the nearer everybody stays, shape (n!,)."""
    moved = np.abs(shuffles(n) - np.arange(n)).sum(axis=1)
    weight = np.exp(-strength * moved)
    return np.asarray(weight / weight.sum())


def chain_of(chances: Floats, n: int) -> Floats:
    """The exact transition probabilities of places under shuffles with those chances, (n, n)."""
    p = np.zeros((n, n))
    for chance, shuffle in zip(chances, shuffles(n), strict=True):
        p[np.arange(n), shuffle] += chance
    return p


def shuffled_cells(
    chances: Floats,
    players: int,
    rng: np.random.Generator,
    *,
    cells: int = 1,
    batches: int = 25,
    matches: int = 4,
    games: int = 100,
    spread: float = 0.0,
    labels: Mapping[str, Any] | None = None,
) -> list[Cell]:
    """Cells of ``batches`` blocks of ``matches`` matches of ``games`` games.

    With ``spread`` above 0 each match has chances of its own, Dirichlet around ``chances`` (their
    standard deviation grows with ``spread``), so that games of a match are alike and the games'
    number overstates what is known; the mean chances stay ``chances``.
    """
    n = players
    shape = (cells, batches, matches)
    own = np.broadcast_to(chances, (*shape, len(chances)))
    if spread > 0:
        own = rng.dirichlet(chances / spread**2, size=shape)
    drawn = rng.multinomial(games - 1, own).sum(axis=2)
    moves = np.zeros((len(chances), n, n), np.int64)
    for index, shuffle in enumerate(shuffles(n)):
        moves[index, np.arange(n), shuffle] = 1
    transition = np.einsum("cbs,sij->cbij", drawn, moves)
    return [_cell(transition[c], players, matches, games, dict(labels or {})) for c in range(cells)]


def _cell(transition: Any, players: int, matches: int, games: int, labels: Any) -> Cell:
    batches = len(transition)
    counts = np.zeros((batches, WIDTH), np.int64)
    full = np.zeros((batches, 8, 8), np.int64)
    full[:, :players, :players] = transition
    put(counts, "transition", full)
    put(counts, "matches", np.full(batches, matches))
    put(counts, "games", np.full(batches, matches * games))
    person = np.zeros((batches, 9, 8), np.int64)
    person[:, :players, :players] = matches * games // players
    put(counts, "person_place", person)
    first = np.arange(batches, dtype=np.int64) * matches
    return Cell("", labels, first, np.full(batches, matches, np.int64), counts)


def put(counts: Any, field: str, value: Any) -> None:
    """Write a field, (B, *shape), into flat counts of shape (B, WIDTH)."""
    start, shape = COLUMNS[field]
    size = int(np.prod(shape, dtype=int))
    counts[:, start : start + size] = np.asarray(value).reshape(len(counts), size)


def walk(
    chances: Floats, players: int, rng: np.random.Generator, matches: int, games: int
) -> NDArray[np.int64]:
    """Places by shuffles: int64 of shape (matches, games, players), place of each person."""
    moves = shuffles(players)
    drawn = rng.choice(len(moves), size=(matches, games), p=chances)
    places = np.empty((matches, games, players), np.int64)
    now = np.tile(np.arange(players), (matches, 1))
    for game in range(games):
        now = np.take_along_axis(moves[drawn[:, game]], now, axis=1)
        places[:, game] = now
    return places


def counts_of_places(places: NDArray[np.int64]) -> Counts:
    """The counts of matches given as places (matches, games, persons): everything that follows from
    places alone, by the definitions of ``sim.counts`` and in the plainest way."""
    counts = Counts()
    record = counts.record[0]
    for match in places:
        record["matches"] += 1
        record["games"] += len(match)
        for person in range(match.shape[1]):
            _count_person(record, match[:, person], person)
        for name, place in (("daifugo", 0), ("daihinmin", match.shape[1] - 1)):
            _count_streaks(record, name, np.argmax(match == place, axis=1))
        _count_rises(record, match)
    return counts


def _count_person(record: Any, line: Any, person: int) -> None:
    for place in line:
        record["person_place"][person, place] += 1
    for before, after in itertools.pairwise(line):
        record["transition"][before, after] += 1
        record["titled"][before] += 1
    for i, j, k in zip(line, line[1:], line[2:], strict=False):
        record["triple"][i, j, k] += 1


def _count_streaks(record: Any, name: str, holder: Any) -> None:
    runs = [len(list(group)) for _, group in itertools.groupby(holder)]
    for length in runs[:-1]:
        record[f"{name}_streak"][min(length, STREAK_CAP)] += 1
    record[f"{name}_streak_cut"][min(runs[-1], STREAK_CAP)] += 1


def _count_rises(record: Any, match: NDArray[np.int64]) -> None:
    """Waits from a first last place to being Daifugo, of one match (games, persons)."""
    for line in match.T:
        since = -1
        for game, place in enumerate(line):
            if place == match.shape[1] - 1 and since < 0:
                since = game
            if place == 0 and since >= 0:
                record["rise"][min(game - since, RISE_CAP)] += 1
                since = -1
        if since >= 0:
            record["rise_cut"][min(len(line) - 1 - since, RISE_CAP)] += 1
