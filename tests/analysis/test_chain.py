"""Measures of chains against giddy, quantecon and answers by hand."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from analysis import chain
from analysis.synthetic import chain_of, sticky

THREE = np.array([[5.0, 3, 2], [2, 5, 3], [3, 2, 5]])


def random_chains() -> list[Any]:
    rng = np.random.default_rng(5)
    loose = [rng.uniform(0.5, 9, (n, n)) for n in (2, 3, 4, 5, 8)]
    return [*loose, *(chain_of(sticky(n, 0.3), n) for n in (3, 4, 5))]


@pytest.fixture(scope="module")
def mobility() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("giddy.mobility")


@pytest.fixture(scope="module")
def quantecon() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("quantecon")


@pytest.mark.parametrize("counts", random_chains(), ids=lambda c: f"{len(c)} places")
def test_mobility_agrees_with_giddy(mobility: Any, counts: Any) -> None:
    p = chain.probabilities(counts)
    n = len(p)
    theirs = float(mobility.markov_mobility(p, measure="P"))
    assert float(chain.prais_shorrocks(counts)) == pytest.approx(theirs)
    second = mobility.markov_mobility(p, measure="L2")
    assert float(chain.second_eigenvalue(counts)) == pytest.approx(1 - float(second))
    start = chain.stationary(counts)
    moved = mobility.markov_mobility(p, measure="B2", ini=start)
    assert float(chain.bartholomew(counts)) == pytest.approx(float(moved) * (n - 1))


@pytest.mark.parametrize("counts", random_chains(), ids=lambda c: f"{len(c)} places")
def test_stationary_shares_agree_with_quantecon(quantecon: Any, counts: Any) -> None:
    p = chain.probabilities(counts)
    theirs = quantecon.MarkovChain(p).stationary_distributions[0]
    assert chain.stationary(counts) == pytest.approx(theirs)


def test_first_passage_agrees_with_games_played_by_quantecon(quantecon: Any) -> None:
    p = chain_of(sticky(4, 0.3), 4)
    paths = quantecon.MarkovChain(p).simulate(400, init=3, num_reps=20_000, random_state=3)
    arrived = (paths == 0).argmax(axis=1)
    assert (arrived > 0).all()
    error = arrived.std() / np.sqrt(len(arrived))
    assert float(chain.rise_games(p)) == pytest.approx(arrived.mean(), abs=4 * error)


def test_two_places_by_hand() -> None:
    p = np.array([[0.8, 0.2], [0.3, 0.7]])
    assert chain.stationary(p) == pytest.approx([0.6, 0.4])
    assert float(chain.prais_shorrocks(p)) == pytest.approx(0.5)
    assert float(chain.bartholomew(p)) == pytest.approx(0.6 * 0.2 + 0.4 * 0.3)
    assert float(chain.second_eigenvalue(p)) == pytest.approx(0.5)
    assert float(chain.half_life(p)) == pytest.approx(1.0)
    assert float(chain.escape_games(p)) == pytest.approx(1 / 0.3)
    assert float(chain.rise_games(p)) == pytest.approx(1 / 0.3)
    assert float(chain.fall_games(p)) == pytest.approx(1 / 0.2)


def test_three_places_by_hand() -> None:
    """From last place m2 = 1 + .2 m1 + .5 m2 and m1 = 1 + .5 m1 + .3 m2."""
    games = chain.first_passage(THREE, 0)
    assert games[0] == 0
    assert games[1] == pytest.approx(1 + 0.5 * games[1] + 0.3 * games[2])
    assert games[2] == pytest.approx(1 + 0.2 * games[1] + 0.5 * games[2])


def test_rank_correlation_is_the_correlation_of_places() -> None:
    pairs = [(i, j) for i in range(3) for j in range(3) for _ in range(int(THREE[i, j]))]
    theirs = np.corrcoef(np.array(pairs).T)[0, 1]
    assert float(chain.rank_correlation(THREE)) == pytest.approx(theirs)


def test_places_drawn_by_lot_are_as_mobile_as_can_be() -> None:
    lot = np.ones((4, 4))
    assert float(chain.prais_shorrocks(lot)) == pytest.approx(1)
    assert float(chain.second_eigenvalue(lot)) == pytest.approx(0, abs=1e-9)
    assert float(chain.rank_correlation(lot)) == pytest.approx(0)
    assert float(chain.rise_games(lot)) == pytest.approx(4)


def test_whole_stacks_give_what_single_chains_give() -> None:
    stack = np.stack([chain_of(sticky(4, s), 4) for s in (0.1, 0.2, 0.6)])
    for measure in (chain.prais_shorrocks, chain.bartholomew, chain.half_life, chain.rise_games,
                    chain.rank_correlation, chain.escape_games):  # fmt: skip
        assert measure(stack) == pytest.approx([float(measure(one)) for one in stack])


def test_what_never_happened_is_not_finite_and_warns_of_nothing() -> None:
    unseen = np.array([[2.0, 1, 0], [1, 2, 0], [0, 0, 0]])
    stuck = np.array([[2.0, 1, 0], [1, 2, 0], [0, 0, 3]])
    for measure in (chain.prais_shorrocks, chain.bartholomew, chain.second_eigenvalue,
                    chain.half_life, chain.rise_games):  # fmt: skip
        assert not np.isfinite(measure(unseen))
    assert not np.isfinite(chain.rise_games(stuck))
    assert not np.isfinite(chain.escape_games(stuck))
