"""Differences on the same deals, families of them, and what pairing gains."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from analysis.differences import (
    APART,
    PAIRED,
    align,
    compare,
    compare_two,
    contrast,
    difference,
    holm,
    pairing_summary,
    partner,
    slope_weights,
)
from analysis.estimate import NO_EVENTS_IN_EITHER, OK
from analysis.load import Cell, merged
from analysis.measures import CORE
from analysis.mobility import karma_gap
from analysis.synthetic import put, shuffled_cells, sticky
from sim.errors import InputError
from tests.analysis.helpers import empty_cell, grid, walked

LOOSE, FIRM = sticky(4, 0.1), sticky(4, 0.3)


def one(chances: np.ndarray, number: int, batches: int = 25, **labels: str) -> Cell:
    rng = np.random.default_rng(number)
    return shuffled_cells(chances, 4, rng, batches=batches, labels=labels)[0]


def test_a_paired_difference_is_that_of_its_batches() -> None:
    a, b = one(FIRM, 1), one(LOOSE, 2)
    found = difference(a, b, "daihinmin_repeat")
    # Every batch has as many games, so the rates' difference is the mean of the batches'.
    rates = [c["transition"][:, 3, 3] / c["transition"][:, 3].sum(axis=1) for c in (a, b)]
    theirs = stats.ttest_rel(*rates).confidence_interval()
    assert found.pairing == PAIRED and found.batches == 25
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    assert found.p == pytest.approx(stats.ttest_rel(*rates).pvalue)
    assert found.correlation == pytest.approx(np.corrcoef(*rates)[0, 1])


def test_other_seeds_and_other_matches_are_compared_as_independent() -> None:
    a, b = one(FIRM, 1, seed="1"), one(LOOSE, 2, seed="2")
    found = difference(a, b, "daihinmin_repeat")
    rates = [c["transition"][:, 3, 3] / c["transition"][:, 3].sum(axis=1) for c in (a, b)]
    theirs = stats.ttest_ind(*rates, equal_var=False).confidence_interval()
    assert found.pairing == APART
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    elsewhere = Cell("", {}, b.first + 1000, b.matches, b.counts)
    assert difference(one(FIRM, 1), elsewhere, "daihinmin_repeat").pairing == APART


def test_a_cell_differs_from_itself_by_nothing() -> None:
    a = walked(0.3, {})
    frame = compare_two(a, a)
    frame = frame[frame["status"] == "ok"]
    assert (frame["value"] == 0).all() and (frame["p"] == 1).all()
    assert {m.partition(":")[0] for m in frame["measure"]} == set(CORE)


def test_cells_of_other_blocks_are_aligned_where_their_matches_meet() -> None:
    fine = one(FIRM, 1, batches=24)
    coarse = merged(one(LOOSE, 2, batches=24), 12)
    left, right = align([fine, coarse])
    assert left.first.tolist() == right.first.tolist() == list(range(0, 96, 12))
    assert left.matches.tolist() == [12] * 8
    assert left.games == fine.games and right.games == coarse.games
    holes = fine.select(np.arange(24) != 4)
    left, right = align([holes, coarse])
    assert 12 not in left.first and left.batches == right.batches == 7
    assert align([fine, Cell("", {}, fine.first + 2, fine.matches, fine.counts)])[0].batches == 0


def test_common_games_narrow_the_interval() -> None:
    shared, a, b = one(FIRM, 1), one(LOOSE, 2), one(FIRM, 3)
    both = [Cell("", {}, c.first, c.matches, c.counts + 4 * shared.counts) for c in (a, b)]
    found = difference(*both, "daihinmin_repeat")
    assert found.correlation > 0.6 and found.shrink > 1.5
    assert found.shrink == pytest.approx(math.hypot(found.a.se, found.b.se) / found.se)
    frame = compare([both[0]], lambda _: both[1])
    assert f"factor of {found.shrink:.2f}" in pairing_summary(frame)


def test_holm_agrees_with_statsmodels_and_leaves_out_what_is_not_known() -> None:
    p = [0.01, 0.04, 0.03, 0.5, 0.04]
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    with_gap = holm([0.01, math.nan, 0.04])
    assert with_gap[0] == pytest.approx(0.02) and math.isnan(with_gap[1])
    assert holm([]) == []


def test_a_contrast_with_slope_weights_is_the_least_squares_slope() -> None:
    cells = [one(sticky(4, s), k) for k, s in enumerate((0.0, 0.1, 0.2, 0.3))]
    rates = [difference(c, cells[0], "daihinmin_repeat").a.value for c in cells]
    found, _ = contrast(cells, slope_weights([0, 1, 2, 3]), "daihinmin_repeat")
    assert found.value == pytest.approx(np.polyfit([0, 1, 2, 3], rates, 1)[0])
    assert found.low < found.value < found.high


def test_a_family_is_corrected_for_its_number() -> None:
    cells = [
        walked(0.1 * k, labels, seed=k)
        for k, labels in enumerate(grid(policy=["lowest", "keeper"], tribute=[0, 1, 2]))
    ]
    frame = compare(cells, partner(cells, tribute=0))
    assert len(frame) == 4 and frame["comparisons"].tolist() == [4] * 4
    assert (frame["p_holm"] >= frame["p"]).all()


def test_the_karma_gap_is_against_the_same_game_without_tribute() -> None:
    labels = grid(policy=["lowest", "keeper"], tribute=["0", "1"], tribute_jokers=["on", "off"])
    cells = [walked(0.1 if one["tribute"] == "1" else 0.0, one, seed=k)
             for k, one in enumerate(labels)]  # fmt: skip
    frame = karma_gap(cells)
    assert len(frame) == 4 and set(frame["tribute"]) == {"1"}
    assert set(frame["measure"]) == {"karma_gap"}
    assert karma_gap([walked(0.1, {"policy": "lowest"})]).empty


def test_missing_data_is_said_and_not_computed_with() -> None:
    a, b = one(FIRM, 1), empty_cell({}, 25)
    for found in (difference(a, b, "daihinmin_repeat"), difference(b, a, "rise_games")):
        assert found.status.startswith("not enough data")
        assert math.isnan(found.value) and math.isnan(found.p)
    nothing = empty_cell({})
    assert difference(nothing, nothing, "daihinmin_repeat").status.startswith("not enough")
    assert compare([a], lambda _: None).empty


def test_what_different_engines_played_is_not_compared() -> None:
    a, b = (replace(one(FIRM, 1), about={"engine": name}) for name in ("aaa", "bbb"))
    for compared in (
        lambda: difference(a, b, "daihinmin_repeat"),
        lambda: compare_two(a, b),
        lambda: compare([a], lambda _: b),
        lambda: contrast([a, b], [1, -1], "daihinmin_repeat"),
    ):
        with pytest.raises(InputError, match="different engines: aaa, bbb"):
            compared()
    assert difference(a, one(FIRM, 1), "daihinmin_repeat").value == 0, "one is not known"


def test_no_events_in_either_are_no_certain_difference_of_nothing() -> None:
    a, b = one(FIRM, 1), one(LOOSE, 2)
    assert a.total("falls") == a.total("fouls") == 0
    for measure in ("falls_per_game", "fouls_per_game"):
        for other in (b, Cell("", {}, b.first + 1000, b.matches, b.counts)):
            found = difference(a, other, measure)
            assert found.status == NO_EVENTS_IN_EITHER and math.isnan(found.value)
    some = Cell("", {}, b.first, b.matches, b.counts.copy())
    put(some.counts, "falls", np.arange(25))
    found = difference(some, a, "falls_per_game")
    assert found.status == OK and found.low < found.value < found.high
    assert difference(a, a, "daihinmin_repeat").value == 0


def test_unknown_measures_and_rows_are_refused_with_what_there_is() -> None:
    a = one(FIRM, 1)
    with pytest.raises(InputError, match="unknown measure 'karma'; measures are daihinmin_repeat"):
        difference(a, a, "karma")
    with pytest.raises(InputError, match="write rise:of, with one of Fugo, Hinmin, Daihinmin"):
        difference(a, a, "rise")
    with pytest.raises(InputError, match="exists only as a whole"):
        difference(a, a, "daihinmin_repeat:Hinmin")
