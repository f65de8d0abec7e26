"""Streaks and waits: the kernel's counts, censoring, and the law that lengths follow."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analysis.chain import rise_games
from analysis.durations import (
    direct_rise,
    restricted_rise,
    rise_horizon,
    rise_lengths,
    rises,
    streak_lengths,
    streaks,
)
from analysis.estimate import interval
from analysis.load import Cell, cell_from_counts
from analysis.mobility import first_passages, passage_by_title
from analysis.synthetic import chain_of, counts_of_places, sticky, walk

P = sticky(4, 0.3)


def walked(matches: int, games: int, batches: int, seed: int = 2) -> Cell:
    rng = np.random.default_rng(seed)
    each = matches // batches
    return cell_from_counts(
        (k * each, each, counts_of_places(walk(P, 4, rng, each, games))) for k in range(batches)
    )


def test_streaks_of_a_match_written_out() -> None:
    last = [2, 2, 2, 0, 0, 1, 2, 2]  # who is Daihinmin; the last streak is cut
    places = np.array([[[int(p == who) * 2 + int(p == (who + 1) % 3) for p in range(3)]
                        for who in last]])  # fmt: skip
    cell = cell_from_counts([(0, 1, counts_of_places(places))])
    lengths = streak_lengths(cell)
    # Lengths 3, 2, 1 ended; the cut one of 2 was at risk of ending after its first game alone.
    assert lengths.ended[0, 1:5].tolist() == [1, 1, 1, 0]
    assert lengths.at_risk[0, 1:5].tolist() == [4, 2, 1, 0]


def test_waits_of_a_match_written_out() -> None:
    """Person 0 is last in games 0 and 1, Daifugo in game 3: a wait of 3 from the first last."""
    line = np.array([[2, 2, 1, 0, 1], [0, 1, 2, 2, 0], [1, 0, 0, 1, 2]])
    cell = cell_from_counts([(0, 1, counts_of_places(line.T[None]))])
    lengths = rise_lengths(cell)
    # Person 1: last in game 2, Daifugo in game 4, a wait of 2. Person 2: last in game 4, cut at 0.
    assert lengths.ended[0, 1:5].tolist() == [0, 1, 1, 0]
    assert lengths.at_risk[0, 1:5].tolist() == [2, 2, 1, 0]


def test_kaplan_meier_without_cuts_is_the_share_that_lasts_longer() -> None:
    cell = walked(40, 60, 10)
    frame = streaks(cell)
    lengths = Counter[int]()
    for length, count in enumerate(cell.total("daihinmin_streak").tolist()):
        lengths[length] += count
    assert cell.total("daihinmin_streak_cut").any(), "matches end in the middle of streaks"
    # The estimate lies between counting cut streaks as ended and as lasting for ever.
    ended = sum(lengths.values())
    cut = int(cell.total("daihinmin_streak_cut").sum())
    longer = sum(count for length, count in lengths.items() if length > 1)
    first = frame.iloc[0]
    assert longer / (ended + cut) <= first["survival"] <= (longer + cut) / (ended + cut)


def test_streaks_of_a_chain_of_places_follow_the_geometric_law() -> None:
    frame = streaks(walked(300, 60, 30))
    frame = frame[frame["at_risk"] >= 100]
    stay = chain_of(P, 4)[-1, -1]
    assert len(frame) >= 4
    for row in frame.itertuples():
        assert row.geometric == pytest.approx(stay**row.length, rel=0.2)
        # About three standard errors around the truth, at each length.
        reach = 1.5 * (row.high - row.low)
        assert abs(row.survival - stay**row.length) < reach
        assert row.hazard_low - 0.05 < 1 - stay < row.hazard_high + 0.05


def test_waits_to_rise_agree_with_the_chain() -> None:
    cell = walked(300, 60, 30)
    truth = float(rise_games(chain_of(P, 4)))
    horizon = rise_horizon(cell)
    direct = interval(direct_rise(cell, horizon))
    by_chain = restricted_rise(cell, horizon)
    assert direct.low - 0.2 < by_chain < direct.high + 0.2
    # Nearly everybody rises within a match, so the horizon takes little away.
    assert by_chain == pytest.approx(truth, rel=0.05)
    row = first_passages(cell).query("measure == 'rise_games'").iloc[0]
    assert row["direct"] == pytest.approx(direct.value)
    frame = rises(cell)
    assert (frame["survival"].diff().dropna() <= 1e-12).all()


def test_a_horizon_shortens_the_mean() -> None:
    cell = walked(100, 60, 10)
    means = [restricted_rise(cell, horizon) for horizon in (1, 3, 10, 200)]
    assert means == sorted(means) and means[0] == pytest.approx(1.0)
    assert interval(direct_rise(cell, 1)).value == pytest.approx(1.0)


def test_passages_by_title_shorten_towards_the_top() -> None:
    frame = passage_by_title(walked(300, 60, 30))
    assert frame["title"].tolist() == ["Fugo", "Hinmin", "Daihinmin"]
    assert frame["value"].is_monotonic_increasing
    assert (frame["low"] < frame["value"]).all() and (frame["status"] == "ok").all()


def test_cells_without_games_say_so_without_a_warning() -> None:
    none = cell_from_counts([])
    assert streaks(none).empty and rises(none).empty
    assert first_passages(none)["status"].str.startswith("not enough data").all()
    assert passage_by_title(none).empty
