"""The numbers of games really played; ``tests/analysis`` tries them on made-up ones."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import cell_from_result, compare_two, rates, transition_matrix
from analysis.differences import holm
from analysis.estimate import wilson
from analysis.synthetic import counts_of_places
from sim import Rules, simulate


def stay(frame: Any) -> Any:
    return frame[frame["measure"] == "daihinmin_repeat"].iloc[0]


def test_rates_of_a_simulation_are_its_counts_divided() -> None:
    result = simulate(Rules.preset("daihinmin"), "lowest", games=2000, match_games=50, seed=3)
    table = result.counts.transition[:4, :4]
    row = stay(rates(result))
    assert row["value"] == pytest.approx(table[3, 3] / table[3].sum())
    assert row["low"] < row["value"] < row["high"]
    matrix = transition_matrix(cell_from_result(result))
    assert len(matrix) == 16


def test_a_rule_set_compared_with_itself_differs_by_nothing() -> None:
    result = simulate(Rules.preset("league"), "lowest", games=1000, match_games=50, seed=3)
    frame = compare_two(result, result)
    assert (frame["value"].abs() < 1e-12).all()


def test_pairing_gains_most_where_the_rule_leaves_the_deal_and_most_play_alone() -> None:
    """The same deals correlate, the more so the less a rule changes; other hands do not."""

    def played(rules: str) -> Any:
        return simulate(rules, "keeper", games=20_000, match_games=20, seed=1, block_matches=10)

    def correlation(rules: str) -> Any:
        frame = compare_two(played("uec"), played(rules)).set_index("measure")
        return frame.loc["turns_per_game", "correlation"], frame.loc["turns_per_game", "shrink"]

    assert correlation("uec:scoring=1 0 0 0 0") == pytest.approx((1, math.inf))
    alike, shrunk = correlation("uec:spade_three=off")
    assert alike > 0.7 and shrunk > 1.8
    assert abs(correlation("uec:hand_size=8")[0]) < 0.4


def test_too_few_batches_are_said_to_be_so() -> None:
    result = simulate("daihinmin", "lowest", games=50, match_games=50, seed=3)
    assert stay(rates(result))["status"] != "ok"


def test_counts_of_places_count_as_the_kernel_does() -> None:
    places = np.array([[[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 0, 1]]])
    counts = counts_of_places(places)
    assert counts.games == 4
    assert int(counts.transition[0, 0]) == 2
    assert int(counts.daifugo_streak.sum() + counts.daifugo_streak_cut.sum()) == 2


def test_holm_and_wilson_against_worked_examples() -> None:
    assert list(holm([0.01, 0.04, 0.03])) == pytest.approx([0.03, 0.06, 0.06])
    low, high = wilson(0.0, 10, 1.959964)
    assert low == pytest.approx(0, abs=1e-12) and high == pytest.approx(0.27753, abs=1e-4)


def test_a_report_is_one_file_that_needs_no_network(tmp_path: Path) -> None:
    from analysis.report import build_report

    result = simulate("daihinmin", "lowest", games=1000, match_games=50, seed=3)
    labels = {"rules": "daihinmin", "policy": "lowest", "players": 4, "hand_size": 11}
    about = {"name": "mine", "title": "Mine", "question": "Does it stick?"}
    build_report(about, [cell_from_result(result, labels)], tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert ("Does it stick?" in page and "<svg" in page) or "data:image" in page
    assert 'src="http' not in page and 'href="http' not in page.replace('href="https://doi', "")
    assert (tmp_path / "report.md").exists() and (tmp_path / "rates.csv").exists()
