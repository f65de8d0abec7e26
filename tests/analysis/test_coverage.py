"""95 % intervals cover the truth in 93 to 97 % of repetitions, on chains with known answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from analysis import chain
from analysis.differences import difference
from analysis.durations import direct_rise, restricted_rise
from analysis.estimate import interval
from analysis.load import Cell, cell_from_counts
from analysis.measures import sample
from analysis.synthetic import (
    chain_of,
    counts_of_places,
    put,
    shuffled_cells,
    sticky,
    walk,
)

REPETITIONS = 1500
CHANCES = sticky(4, 0.25)
OTHER = sticky(4, 0.35)
TRUTH = chain_of(CHANCES, 4)

MEASURES: dict[str, Callable[[Any], Any]] = {
    "daihinmin_repeat": lambda p: p[-1, -1],
    "daifugo_repeat": lambda p: p[0, 0],
    "escape_games": chain.escape_games,
    "rise_games": chain.rise_games,
    "prais_shorrocks": chain.prais_shorrocks,
    "bartholomew": chain.bartholomew,
    "second_eigenvalue": chain.second_eigenvalue,
    "half_life": chain.half_life,
    "rank_correlation": chain.rank_correlation,
}


def drawn(seed: int, chances: Any = CHANCES, **more: Any) -> list[Cell]:
    rng = np.random.default_rng(seed)
    shape: dict[str, Any] = {"batches": 25, "matches": 4, "games": 100, "spread": 0.05, **more}
    return shuffled_cells(chances, 4, rng, cells=REPETITIONS, **shape)


@pytest.fixture(scope="module")
def cells() -> list[Cell]:
    """Cells whose matches differ from one another, as real ones may."""
    return drawn(1)


def covered(found: Any, truth: float) -> bool:
    return bool(found.low <= truth <= found.high)


@pytest.mark.parametrize("measure", MEASURES)
def test_intervals_of_measures_cover(cells: list[Cell], measure: str) -> None:
    truth = float(MEASURES[measure](TRUTH))
    share = np.mean([covered(interval(sample(cell, measure)), truth) for cell in cells])
    assert 0.93 <= share <= 0.97


def test_games_taken_for_independent_would_not_cover(cells: list[Cell]) -> None:
    """Why the match is the unit: the textbook interval of as many games is too narrow."""
    truth, hits = TRUTH[-1, -1], 0
    for cell in cells:
        found = sample(cell, "daihinmin_repeat")
        reach = 1.96 * np.sqrt(found.value * (1 - found.value) / found.trials)
        hits += abs(found.value - truth) <= reach
    assert hits / len(cells) < 0.925


@pytest.mark.parametrize("batches", [8, 60])
def test_few_and_many_batches_cover(batches: int) -> None:
    for measure in ("daihinmin_repeat", "rise_games"):
        truth = float(MEASURES[measure](TRUTH))
        found = [interval(sample(cell, measure)) for cell in drawn(2, batches=batches)]
        assert 0.93 <= np.mean([covered(one, truth) for one in found]) <= 0.97


@pytest.mark.parametrize("measure", ["daihinmin_repeat", "rise_games"])
def test_paired_differences_cover(measure: str) -> None:
    """Half of the games of both cells are the same ones: correlated, with a known difference."""
    shared, a, b = drawn(3), drawn(4), drawn(5, OTHER)
    truth = float(MEASURES[measure]((TRUTH + chain_of(OTHER, 4)) / 2)) - float(
        MEASURES[measure](TRUTH)
    )
    hits, correlation = 0, []
    for one, left, right in zip(shared, a, b, strict=True):
        cell_a, cell_b = (
            Cell("", {}, one.first, one.matches, one.counts + other.counts)
            for other in (left, right)
        )
        found = difference(cell_b, cell_a, measure)
        hits += covered(found, truth)
        correlation.append(found.correlation)
    assert 0.93 <= hits / REPETITIONS <= 0.97
    assert np.mean(correlation) > 0.3


def test_rare_events_are_covered_at_least_as_often_as_promised() -> None:
    """A chance of one in two hundred, about ten events a cell: Wilson with few events."""
    rng = np.random.default_rng(6)
    hits = 0
    for _ in range(REPETITIONS):
        cell = rare(rng, 0.005, batches=20, games=100)
        hits += covered(interval(sample(cell, "daihinmin_repeat")), 0.005)
    assert 0.94 <= hits / REPETITIONS <= 0.995


def rare(rng: np.random.Generator, chance: float, batches: int, games: int) -> Cell:
    cell = shuffled_cells(CHANCES, 4, rng, batches=batches, matches=1, games=games + 1)[0]
    counts = cell.counts.copy()
    moves = cell["transition"].copy()
    stayed = rng.binomial(games, chance, batches)
    moves[:, 3, :4] = 0
    moves[:, 3, 3], moves[:, 3, 0] = stayed, games - stayed
    put(counts, "transition", moves)
    return Cell("", {}, cell.first, cell.matches, counts)


def test_the_direct_estimate_of_the_way_up_covers_the_chains() -> None:
    """Kaplan-Meier's restricted mean of waits cut by the ends of matches."""
    rng = np.random.default_rng(7)
    horizon, hits, repetitions = 12, 0, 250
    pooled = []
    for _ in range(repetitions):
        cell = cell_from_counts(
            (k, 1, counts_of_places(walk(CHANCES, 4, rng, 1, 30))) for k in range(12)
        )
        pooled.append(cell.counts)
        found = interval(direct_rise(cell, horizon))
        hits += covered(found, _restricted())
    assert 0.91 <= hits / repetitions <= 0.985
    everything = cell_from_counts((k, 1, c.sum(axis=0)) for k, c in enumerate(pooled))
    assert restricted_rise(everything, horizon) == pytest.approx(_restricted(), rel=0.01)


def _restricted(horizon: int = 12) -> float:
    alive, mean = np.array([0.0, 0.0, 1.0]), 0.0
    for _ in range(horizon):
        mean += float(alive.sum())
        alive = alive @ TRUTH[1:, 1:]
    return mean
