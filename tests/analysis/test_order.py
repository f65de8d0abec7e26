"""The second-order test: right size where places tell all, power where they do not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analysis.load import Cell, cell_from_counts
from analysis.order import order_tests, second_order
from analysis.synthetic import counts_of_places, put, shuffles, sticky, walk
from sim.counts import WIDTH


def cell_of_triples(triples: np.ndarray) -> Cell:
    """A cell of triple counts, (batches, n, n, n), that knows its number of players."""
    batches, n = triples.shape[:2]
    counts = np.zeros((batches, WIDTH), np.int64)
    full = np.zeros((batches, 8, 8, 8), np.int64)
    full[:, :n, :n, :n] = triples
    put(counts, "triple", full)
    people = np.zeros((batches, 9, 8), np.int64)
    people[:, :n, :n] = 1
    put(counts, "person_place", people)
    ones = np.ones(batches, np.int64)
    return Cell("", {}, np.arange(batches), ones, counts)


def shuffled_triples(rng: np.random.Generator, batches: int, games: int, n: int) -> np.ndarray:
    """Triples of games in which every game is an independent shuffle of the one before."""
    moves, chances = shuffles(n), sticky(n, 0.3)
    drawn = rng.choice(len(moves), size=(batches, games, 2), p=chances)
    out = np.zeros((batches, n, n, n), np.int64)
    before = np.arange(n)
    middle = moves[drawn[..., 0]]
    after = np.take_along_axis(moves[drawn[..., 1]], middle, axis=2)
    b = np.arange(batches)[:, None, None]
    np.add.at(out, (b, np.broadcast_to(before, middle.shape), middle, after), 1)
    return out


def test_where_places_tell_all_the_test_errs_as_often_as_it_says() -> None:
    """The textbook test does not: the players of a game share its places."""
    rng = np.random.default_rng(11)
    found = [second_order(cell_of_triples(shuffled_triples(rng, 25, 100, 4))) for _ in range(600)]
    robust = np.mean([test.p < 0.05 for test in found])
    assert 0.025 <= robust <= 0.075
    # P-values are uniform all along, not only at one point.
    assert stats.kstest([test.p for test in found], "uniform").pvalue > 1e-3


def test_memory_of_a_game_more_is_found_and_measured() -> None:
    """Whoever was Daifugo twice running is Daifugo again more often."""
    rng = np.random.default_rng(3)
    moves = shuffles(3)
    loose, firm = sticky(3, 0.1), sticky(3, 0.8)
    blocks = []
    for block in range(25):
        places, before, now = [], -1, np.arange(3)
        for _ in range(200):
            holder = int(np.argmin(now))
            chances = firm if holder == before else loose
            before = holder
            now = moves[rng.choice(len(moves), p=chances)][now]
            places.append(now)
        blocks.append((block, 1, counts_of_places(np.array([places]))))
    found = second_order(cell_from_counts(blocks))
    assert found.p < 1e-4 and found.matters
    shift = found.shifts["Daifugo"]
    assert shift.low > 0 and shift.value > 0.2


def test_a_first_order_walk_is_not_suspected() -> None:
    rng = np.random.default_rng(4)
    places = walk(sticky(4, 0.3), 4, rng, 50, 60)
    cell = cell_from_counts((k, 2, counts_of_places(places[k : k + 2])) for k in range(0, 50, 2))
    found = second_order(cell)
    assert found.p > 0.01 and not found.matters
    frame = order_tests([cell, cell])
    assert frame["comparisons"].tolist() == [2, 2]
    assert frame["p_holm"].tolist() == pytest.approx([min(1, 2 * found.p)] * 2)


def test_too_little_is_said_to_be_too_little() -> None:
    nothing = cell_of_triples(np.zeros((3, 4, 4, 4), np.int64))
    assert second_order(nothing).status.startswith("not enough data")
    one = cell_of_triples(np.ones((1, 4, 4, 4), np.int64))
    assert second_order(one).status.startswith("not enough data")
    few = cell_of_triples(np.ones((3, 4, 4, 4), np.int64))
    assert second_order(few).status.startswith("not enough data")
    assert second_order(cell_from_counts([])).status.startswith("not enough data")
