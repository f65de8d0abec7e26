"""Frames of rates: every measure of the catalogue, by hand where it can be, and never a silent NaN."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from analysis import words
from analysis.estimate import Interval
from analysis.frames import core_rates, growing, rates
from analysis.load import Cell, cell_from_counts
from analysis.measures import MEASURES, catalogue, sample
from analysis.mobility import transition_matrix, tribute_movement
from analysis.synthetic import counts_of_places, put
from sim.counts import WIDTH
from tests.analysis.helpers import empty_cell, walked


def hand_made() -> Cell:
    """Two matches of three players, written out: places by game and person."""
    matches = np.array(
        [
            [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0]],
            [[2, 1, 0], [2, 0, 1], [1, 0, 2], [0, 1, 2]],
        ]
    )
    return cell_from_counts((k, 1, counts_of_places(m[None])) for k, m in enumerate(matches))


def test_rates_of_eight_games_written_out() -> None:
    frame = rates(hand_made()).set_index(["measure", "of"])["value"]
    # From last place the six next places are 2, 1, 3 in the first match and 3, 2, 3 in the second.
    assert frame["daihinmin_repeat", ""] == pytest.approx(3 / 6)
    assert frame["daifugo_repeat", ""] == pytest.approx(2 / 6)
    assert frame["next_place", "Daihinmin"] == pytest.approx((2 + 1 + 3 + 3 + 2 + 3) / 6)
    assert frame["rise", "Daihinmin"] == pytest.approx(3 / 6)
    assert frame["daihinmin_streak_mean", ""] == pytest.approx(6 / 3)
    assert frame["person_first", "1"] == pytest.approx(3 / 8)
    assert ("rise", "Daifugo") not in frame and ("sink", "Daihinmin") not in frame


def test_what_the_exchange_moves_adds_up() -> None:
    counts = np.zeros((3, WIDTH), np.int64)
    titled = np.zeros((3, 8), np.int64)
    titled[:, :4] = 10
    people = np.zeros((3, 9, 8), np.int64)
    people[:, :4, :4] = 1
    for field, value in (("titled", titled), ("dealt_twos", titled), ("person_place", people)):
        put(counts, field, value)
    given, got = np.zeros((3, 8), np.int64), np.zeros((3, 8), np.int64)
    given[:, 3], got[:, 0] = 9, 9
    put(counts, "given_twos", given)
    put(counts, "got_twos", got)
    cell = Cell("", {}, np.arange(3), np.ones(3, np.int64), counts)
    held = tribute_movement(cell).query("measure == 'held_twos'").set_index("of")["value"]
    assert held["Daifugo"] == pytest.approx(1.9) and held["Daihinmin"] == pytest.approx(0.1)
    assert held["Fugo"] == held["Hinmin"] == 1


def test_every_number_has_a_status_and_only_those_without_are_missing() -> None:
    for cell in (walked(0.2, {}), empty_cell({}, 3), empty_cell({}), walked(0.2, {}, batches=1),
                 walked(0.2, {}, players=2), walked(0.2, {}, games=1)):  # fmt: skip
        frame = rates(cell)
        sure = frame["status"] == "ok"
        assert frame.loc[sure, ["value", "se", "low", "high", "df"]].notna().all(axis=None)
        assert frame.loc[~sure, "status"].str.match("not enough data|no events|nothing but").all()
        assert (frame.loc[sure, "low"] <= frame.loc[sure, "high"]).all()


def test_rows_of_the_transition_matrix_sum_to_one() -> None:
    frame = transition_matrix(walked(0.2, {}))
    assert frame.groupby("from")["value"].sum().to_numpy() == pytest.approx(np.ones(4))
    assert frame.groupby("to")["value"].sum().to_numpy() == pytest.approx(np.ones(4), abs=0.05)


def test_titles_are_told_apart_at_any_table() -> None:
    for players in range(2, 6):
        frame = rates(walked(0.2, {}, players=players, games=20), ["title_repeat"])
        assert len(frame) == players == frame["of"].nunique()


def test_an_estimate_grows_surer_with_games() -> None:
    frame = growing(walked(0.2, {}, batches=30))
    assert frame["games"].is_monotonic_increasing and frame["games"].iloc[-1] == 1200
    width = frame["high"] - frame["low"]
    assert width.iloc[-1] < width.iloc[0]
    assert frame["value"].iloc[-1] == pytest.approx(
        sample(walked(0.2, {}, batches=30), "daihinmin_repeat").value
    )
    assert growing(empty_cell({})).empty


def test_the_catalogue_says_what_each_measure_is() -> None:
    names = [entry["measure"] for entry in catalogue()]
    assert len(names) == len(set(names)) == len(MEASURES)
    assert all(entry["doc"] and entry["label"] and entry["unit"] for entry in catalogue())
    assert set(core_rates(walked(0.2, {}))["measure"]) <= set(names)


def test_figures_are_written_for_people() -> None:
    row = Interval(0.423, 0.01, 0.399, 0.447, 24, "Wilson", "ok")
    assert words.with_interval(row, "share") == "42.3\u00a0% (39.9 to 44.7)"
    assert words.difference(Interval(-0.048, 0, -0.06, -0.036, 9, "t", "ok")) == (
        "−4.8 points (−6.0 to −3.6)"
    )
    bound = Interval(0.0, math.nan, 0.0, 0.03, 9, "Wilson", "no events: only a bound")
    assert words.with_interval(bound, "share") == "0.0\u00a0% (below 3.0\u00a0%)"
    nothing = Interval(math.nan, math.nan, math.nan, math.nan, 9, "none", "not enough data: x")
    assert words.with_interval(nothing) == words.difference(nothing) == "not enough data: x"
    assert words.signed(-0.0001, 1) == words.signed(0.0001, 1) == "0.0"
    assert words.number(math.nan) == words.percent(math.inf) == "not enough data"
    assert words.p_text(1e-9) == "p < 0.0001" and words.p_text(0.5) == "p = 0.50"
    assert words.listed("abc") == "a, b and c" and words.listed(["a"]) == "a"
    assert [words.counted(n, "card") for n in (0, 1, 2, 25)] == [
        "no card", "one card", "two cards", "25 cards",
    ]  # fmt: skip


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, analysis, analysis.load, analysis.estimate; "
        "print([m for m in ('matplotlib', 'pandas', 'numba', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
