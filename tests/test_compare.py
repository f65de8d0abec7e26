"""The command compare: two rule sets, two policies, and two policies at one table."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from sim.cli import main


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["compare", *arguments, "--threads", "1"])
    assert result.exit_code == 0, result.output
    return result.stdout


def figures(line: str) -> list[float]:
    return [float(text) for text in re.findall(r"[+-]?\d+\.\d+", line)]


def test_two_policies_are_compared_for_many_measures_on_the_same_deals() -> None:
    text = said("uec", "--policies", "keeper", "--against", "random", "--games", "3000")
    assert text.startswith("uec, 3,000 games each, keeper less random, seed 1\n")
    row = next(line for line in text.splitlines() if line.startswith("daifugo_repeat"))
    a, b, value, low, high, _ = figures(row)
    assert value == pytest.approx(a - b, abs=2e-4) and 0 < low < value < high


def test_a_policy_less_itself_is_nothing_for_every_measure() -> None:
    text = said("uec", "--policies", "lowest", "--against", "lowest", "--games", "2000")
    rows = [figures(line) for line in text.splitlines()[4:]]
    assert len(rows) > 15 and all(row[2:5] == [0, 0, 0] for row in rows)


def test_all_measures_or_some_by_name_can_be_compared() -> None:
    sides = ("uec", "uec:tribute=1", "--policies", "lowest", "--games", "2000")
    every = said(*sides, "--measures", "all")
    assert all(f"\n{name}" in every for name in ("given_twos:", "revolution_games ", "points:"))
    some = said(*sides, "--measures", "revolution_games, points")
    names = [line.split()[0] for line in some.splitlines()[4:]]
    assert names[0] == "revolution_games" and names[1] == "points:Daifugo" and len(names) == 6


def test_two_rule_sets_may_have_two_policies() -> None:
    text = said("league", "league:tribute=1", "--policies", "lowest", "--against", "random",
                "--games", "1000")  # fmt: skip
    head = "league less league:tribute=1, 1,000 games each, lowest less random, seed 1"
    assert text.startswith(head)


def test_duplicate_deals_show_who_scores_more_at_one_table() -> None:
    text = said("uec", "--policies", "keeper", "--against", "random", "--games", "2000",
                "--duplicate")  # fmt: skip
    better, worse, apart = text.splitlines()[2:5]
    assert better.startswith("keeper ") and worse.startswith("random ")
    value, low, high = figures(apart)[:3]
    assert value == pytest.approx(figures(better)[0] - figures(worse)[0], abs=2e-4)
    assert 0 < low < value < high


@pytest.mark.parametrize("preset", ["uec", "league"])
def test_on_duplicate_deals_equal_play_scores_exactly_equal(preset: str) -> None:
    text = said(preset, "--policies", "lowest", "--against", "lowest", "--games", "500",
                "--duplicate")  # fmt: skip
    one, other, apart = text.splitlines()[2:5]
    assert figures(one) == figures(other)
    assert figures(apart)[:3] == [0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("uec",), "--against"),
        (("uec", "--duplicate"), "--against"),
        (("uec", "uec:tribute=1", "--duplicate", "--against", "lowest"), "one rule set"),
        (("uec", "--duplicate", "--against", "title:lowest,keeper"), "mixture by title"),
        (("uec", "--against", "clever"), "'clever'"),
        (("uec", "leage"), "leage"),
        (("uec", "uec", "--measures", "karma"), "unknown measure 'karma'"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: tuple[str, ...], named: str) -> None:
    result = CliRunner().invoke(main, ["compare", *arguments])
    assert result.exit_code == 2
    assert named in result.stderr
