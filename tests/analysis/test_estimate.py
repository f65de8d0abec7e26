"""Standard errors and intervals against formulas written out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from analysis.estimate import (
    ALL_EVENTS,
    NO_EVENTS,
    NO_TRIALS,
    OK,
    ONE_BATCH,
    TOO_FEW,
    combine,
    interval,
    p_value,
    ratio,
    smooth,
    wilson,
)


def test_a_ratio_has_cochrans_standard_error_and_students_quantile() -> None:
    above, below = np.array([3.0, 5, 4, 8, 5]), np.array([10.0, 10, 10, 10, 10])
    found = interval(ratio(above, below))
    value = above.sum() / below.sum()
    spread = ((above - value * below) ** 2).sum() * 5 / 4
    se = math.sqrt(spread) / below.sum()
    assert found.value == pytest.approx(value)
    assert found.se == pytest.approx(se)
    assert found.df == pytest.approx(4)
    assert found.high - found.value == pytest.approx(stats.t.ppf(0.975, 4) * se)


def test_unequal_batches_weigh_by_their_size_and_lose_degrees_of_freedom() -> None:
    found = interval(ratio([30.0, 50, 2], [100.0, 100, 4]))
    assert found.value == pytest.approx(82 / 204)
    # Two large batches and a small one tell little more than two.
    assert 1 < found.df < 1.1


def test_the_jackknife_of_a_ratio_is_its_linearisation() -> None:
    rng = np.random.default_rng(1)
    below = rng.integers(5, 30, 12).astype(float)
    above = rng.binomial(below.astype(int), 0.4).astype(float)
    plain = ratio(above, below)
    found = smooth(lambda p: p[..., 0] / p[..., 1], np.stack([above, below], 1), below)
    assert found.value == pytest.approx(plain.value)
    assert found.influence == pytest.approx(plain.influence)
    assert found.se == pytest.approx(plain.se)


def test_wilson_is_that_of_independent_trials_where_trials_are_independent() -> None:
    low, high = wilson(0.2, 50, 1.959964)
    theirs = stats.binomtest(10, 50).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((theirs.low, theirs.high))


def test_a_share_without_events_has_only_a_bound_from_its_matches() -> None:
    found = interval(ratio(np.zeros(10), np.full(10, 500), "share", matches=40))
    assert found.status == NO_EVENTS and found.value == 0 and found.low == 0
    assert found.high == pytest.approx(float(wilson(0.0, 40, stats.t.ppf(0.975, 9))[1]))
    full = interval(ratio(np.full(10, 500), np.full(10, 500), "share", matches=40))
    assert full.status == ALL_EVENTS and full.high == 1


def test_few_events_never_look_surer_than_independent_trials() -> None:
    """Batches with the same count by accident show no variance at all."""
    found = interval(ratio(np.ones(10), np.full(10, 100), "share"))
    low, high = wilson(0.01, 1000, stats.t.ppf(0.975, 9))
    assert (found.low, found.high) == pytest.approx((float(low), float(high)))


@pytest.mark.parametrize(
    ("above", "below", "status"),
    [([0, 0], [0, 0], NO_TRIALS), ([3], [10], ONE_BATCH), ([3, 0], [10, 0], ONE_BATCH)],
)
def test_what_cannot_be_known_says_why(above: list[int], below: list[int], status: str) -> None:
    found = interval(ratio(above, below, "share"))
    assert found.status == status
    assert math.isnan(found.low) and math.isnan(found.se)


def test_a_function_that_has_no_value_without_some_batch_is_not_enough_data() -> None:
    parts = np.array([[4.0, 0.0], [5.0, 3.0]])
    assert smooth(lambda p: p[..., 0] / p[..., 1], parts, [5.0, 5.0]).status == TOO_FEW
    assert smooth(lambda p: p[..., 0], parts[:1], [5.0]).status == ONE_BATCH
    assert smooth(lambda p: p[..., 0], parts, [0.0, 0.0]).status == NO_TRIALS


def test_combining_with_what_is_not_known_is_not_known() -> None:
    good, bad = ratio([1.0, 2.0], [4.0, 4.0]), ratio([0.0, 0.0], [0.0, 0.0])
    assert combine([good, bad], [1, -1]).status == NO_TRIALS
    assert math.isnan(p_value(combine([good, bad], [1, -1])))
    same = combine([good, good], [1, -1])
    assert same.status == OK and same.value == 0 and p_value(same) == 1


def test_a_count_without_events_has_a_bound_and_otherwise_an_interval_of_its_own() -> None:
    none = interval(ratio(np.zeros(20), np.full(20, 50), "count", matches=20))
    assert (none.value, none.low, none.status) == (0, 0, NO_EVENTS) and 0 < none.high < 0.2
    many = np.arange(20.0) * 10
    found = interval(ratio(many, np.full(20, 50), "count", matches=20))
    assert found == interval(ratio(many, np.full(20, 50), "real", matches=20))
    assert found.value > 1
