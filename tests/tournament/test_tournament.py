"""Tournaments: duplicate deals, equal play scores equal, ratings as by another program."""

from __future__ import annotations

import functools
import json
import math
import operator
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.tournament import ELO, Outcome, outcome, ratings
from sim import Rules
from sim.cli import main
from sim.counts import Counts
from sim.errors import InputError
from sim.rules import preset_names
from sim.task import Task, play
from sim.tournament import Played, Table, make_plan, play_tournament, ways
from sim.tournament.design import exchanged
from sim.tournament.play import score
from sim.watch import watch


def result(played: Played) -> Outcome:
    return outcome(played.names, played.points, played.hands, played.ahead)


@pytest.mark.parametrize(
    ("players", "number"), [(2, 1), (3, 3), (4, 3), (5, 10), (6, 10), (7, 35), (8, 35)]
)
def test_hands_are_shared_out_equally_in_all_ways(players: int, number: int) -> None:
    found = ways(players)
    both = {*found, *map(exchanged, found)}
    assert len(found) == number and len(both) == 2 * number
    assert all(abs(players - 2 * sum(hands)) <= 1 for hands in both)
    for k in range(players):
        assert sum(hands[k] for hands in both) == number


def test_every_block_is_played_from_either_side_by_all_pairs() -> None:
    plan = make_plan(3, 5, 100_000, None)
    for number in range(12):
        tables = list(plan.tables(number))
        assert len(tables) == 6
        assert {(t.first, t.second) for t in tables} == {(0, 1), (0, 2), (1, 2)}
        for one, other in zip(tables[::2], tables[1::2], strict=True):
            assert one.hands == exchanged(other.hands) == tables[0].hands
        again = list(plan.tables(number + 10))
        assert again == tables


@pytest.mark.parametrize("entrants", [2, 3, 7])
@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("games", [1, 1_000, 50_000, 3_000_000])
def test_a_plan_has_games_enough_and_no_way_more_often(
    entrants: int, players: int, games: int
) -> None:
    plan = make_plan(entrants, players, games, None)
    assert plan.games >= games and plan.blocks >= 2
    assert plan.blocks % len(ways(players)) == 0 or plan.blocks < len(ways(players))
    assert plan.blocks <= 60 * len(ways(players))
    assert 4 <= plan.match_games <= 20
    assert make_plan(entrants, players, games, 7).match_games == 7


@pytest.mark.parametrize("preset", ["uec", "headtohead", "kirakuken-full", "federation"])
@pytest.mark.parametrize("game", [0, 3])
def test_all_tables_play_the_same_deals(preset: str, game: int) -> None:
    """The k-th title's hand before the exchange, whoever holds the title and whoever plays it. Cards
    left over after dealing round go by seat, as the rules have it."""
    rules = Rules.preset(preset)
    names, players = ("lowest", "random"), int(rules.players)
    hands: list[list[Counter[str]]] = [[] for _ in range(players)]
    for sides in [*ways(players), *map(exchanged, ways(players))]:
        by_title = ",".join(names[side] for side in sides)
        found, _ = watch(Task(rules, (f"title:{by_title}",), 9, 20), game)
        for title, seat in enumerate(found.previous or range(players)):
            hands[title].append(Counter(found.dealt[seat].split()))
    fewest = min(hand.total() for title in hands for hand in title)
    for title in hands:
        same = functools.reduce(operator.and_, title)
        assert same.total() >= fewest


@pytest.mark.parametrize("preset", [*preset_names(), "daihinmin:sit_out=on", "league:players=7"])
def test_equal_policies_score_exactly_equal(preset: str) -> None:
    names = ["lowest", "lowest", "careless:0:lowest"]
    played = play_tournament(names, preset, 1, match_games=4, threads=1)
    found = result(played).standings
    assert list(found["place"]) == [1, 1, 1]
    assert len(set(found["points"])) == 1
    assert (played.ahead == played.ahead.swapaxes(1, 2)).all()
    assert (found["rating"].abs() < 1e-6).all()


def test_random_players_are_equal_too() -> None:
    found = result(play_tournament(["random", "random"], "uec", 2_000)).standings
    assert found["points"][0] == found["points"][1]
    assert found["points_low"][0] == found["points_low"][1]


def test_a_policy_of_ones_own_that_plays_as_another_scores_as_it(tmp_path: Path) -> None:
    from tests.policies.test_own import LOWEST

    (tmp_path / "mine.py").write_text(LOWEST, encoding="utf-8")
    names = [f"{tmp_path}/mine.py:copied", "lowest", "keeper"]
    played = play_tournament(names, "league", 2_000)
    found = result(played).standings.set_index("policy")
    assert found["points"][names[0]] == found["points"]["lowest"]
    assert "@" in played.policies[0] and "@" not in played.names[0]


def test_points_and_meetings_add_up() -> None:
    rules = Rules.preset("uec")
    played = play_tournament(["keeper", "lowest", "random"], rules, 3_000, match_games=10)
    scored = played.plan.games * 9 // 10
    assert played.hands.sum() == 5 * scored
    assert played.points.sum() == sum(rules.points()) * scored
    assert played.ahead.sum() == 2 * 3 * scored
    assert len({block.sum() for block in played.hands}) == 1
    assert (np.diagonal(played.points, axis1=1, axis2=2) == 0).all()
    assert played.plan.matches * 6 * 10 == played.plan.games >= 3_000


def test_who_is_ahead_follows_from_the_places() -> None:
    """Against counting every pair of seats in games of a match that was watched."""
    rules = Rules.preset("uec")
    hands = (0, 1, 1, 0, 1)
    task = Task(rules, ("title:" + ",".join(("lowest", "random")[side] for side in hands),), 3, 6)
    wanted = np.zeros((2, 2), np.int64)
    for game in range(1, 6):
        found, _ = watch(task, game)
        assert found.previous is not None
        place = {found.previous.index(seat): at for at, seat in enumerate(found.places)}
        for one in range(5):
            for other in range(5):
                if hands[one] != hands[other] and place[one] < place[other]:
                    wanted[hands[one], hands[other]] += 1
    points, seats, ahead = (np.zeros((2, 2), np.int64) for _ in range(3))
    score(Table(0, 1, hands), play(task, 0, 1), points, seats, ahead)
    assert ahead.tolist() == wanted.tolist()
    assert seats.tolist() == [[0, 10], [15, 0]]


def test_threads_change_nothing_and_seeds_do() -> None:
    def played(threads: int, seed: int) -> list[Any]:
        found = play_tournament(["keeper", "lowest"], "league", 1_500, seed, threads=threads)
        return [found.points.tolist(), found.ahead.tolist()]

    assert played(1, 1) == played(2, 1) != played(1, 2)


def test_the_order_of_the_names_changes_no_figure() -> None:
    one = result(play_tournament(["keeper", "lowest", "random"], "league", 2_000)).standings
    other = result(play_tournament(["random", "keeper", "lowest"], "league", 2_000)).standings
    figures = one.select_dtypes("number")
    assert list(one["policy"]) == list(other["policy"]) == ["keeper", "lowest", "random"]
    assert np.allclose(figures, other.select_dtypes("number"), atol=1e-6)


@pytest.mark.parametrize("preset", ["uec", "league"])
def test_skill_is_found_in_few_games(preset: str) -> None:
    found = result(
        play_tournament(["random", "careless:0.3:keeper", "keeper"], preset, 15_000)
    ).standings
    assert list(found["policy"]) == ["keeper", "careless:0.3:keeper", "random"]
    for name in ("points", "rating", "ahead"):
        assert (found[f"{name}_low"][:2].to_numpy() > found[f"{name}_high"][1:].to_numpy()).all()


def test_duplicate_deals_make_intervals_narrow() -> None:
    """Against as many games in which luck of the deal does not cancel: places by chance alone."""
    found = result(play_tournament(["keeper", "lowest"], "uec", 20_000)).standings
    half = float(found["points_high"][0] - found["points_low"][0]) / 2
    places = np.arange(5)
    hands = 20_000 * 0.95 * 2.5
    alone = 1.96 * math.sqrt(places.var() * 2.5 / 4 / hands)
    assert half < 0.85 * alone


def test_ratings_are_those_of_a_logistic_regression() -> None:
    statsmodels = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(4)
    won = rng.integers(20, 400, (5, 5)).astype(float)
    np.fill_diagonal(won, 0)
    rows, outcomes = [], []
    for i in range(5):
        for j in range(i + 1, 5):
            row = np.zeros(5)
            row[i], row[j] = 1, -1
            rows.append(row)
            outcomes.append([won[i, j], won[j, i]])
    model = statsmodels.GLM(
        np.array(outcomes), np.array(rows)[:, 1:], family=statsmodels.families.Binomial()
    )
    theta = np.append(0, model.fit().params)
    assert np.allclose(ratings(won), ELO * (theta - theta.mean()), atol=1e-4)


def test_ratings_of_two_are_the_odds() -> None:
    found = ratings(np.array([[0.0, 100.0], [10.0, 0.0]]))
    assert found[0] - found[1] == pytest.approx(400)
    assert found.sum() == pytest.approx(0)


def test_without_a_defeat_there_is_no_rating() -> None:
    assert np.isnan(ratings(np.array([[0.0, 100.0], [0.0, 0.0]]))).all()


def test_intervals_of_ratings_cover() -> None:
    """Simulated tournaments of known strength: about 95 of 100 intervals hold the true rating."""
    rng = np.random.default_rng(8)
    theta = np.array([60.0, 10.0, -70.0])
    chance = 1 / (1 + np.exp((theta[None] - theta[:, None]) / ELO))
    held = 0
    for _ in range(100):
        ahead = np.zeros((25, 3, 3), np.int64)
        for i in range(3):
            for j in range(i):
                ahead[:, i, j] = rng.binomial(200, chance[i, j], 25)
                ahead[:, j, i] = 200 - ahead[:, i, j]
        found = outcome("abc", ahead, ahead + ahead.swapaxes(1, 2), ahead)
        row = found.standings.set_index("policy").loc["a"]
        held += row["rating_low"] <= theta[0] <= row["rating_high"]
    assert held >= 88


def test_intervals_of_points_cover() -> None:
    """Two players at random, who draw differently: the truth is the mean, and is mostly held."""
    rules, held = Rules.preset("league"), 0
    mean = sum(rules.points()) / 4
    for seed in range(60):
        played = play_tournament(["random", "careless:1:keeper"], rules, 600, seed, threads=1)
        row = result(played).standings.iloc[0]
        held += row["points_low"] <= mean <= row["points_high"]
    assert held >= 52


def call(*words: str) -> Any:
    return CliRunner().invoke(main, ["tournament", *words])


def test_the_command_prints_the_best_first(tmp_path: Path) -> None:
    done = call("random", "keeper", "--rules", "league", "--games", "600", "-o", str(tmp_path))
    assert done.exit_code == 0, done.output
    text = done.output
    assert text.index("1 keeper") < text.index("2 random") < text.index("ahead of the column")
    for name in (
        "tournament.png",
        "tournament.svg",
        "tournament-phone.png",
        "standings.csv",
        "cross.csv",
    ):
        assert (tmp_path / name).stat().st_size > 0
    kept = json.loads((tmp_path / "tournament.json").read_text(encoding="utf-8"))
    done = call("random", "keeper", "--rules", "league", "--games", "600", "--json", "--quiet")
    assert json.loads(done.output) == kept
    assert kept["standings"][0]["policy"] == "keeper" and len(kept["cross"]) == 2


def test_rules_can_be_changed() -> None:
    done = call(
        "random",
        "lowest",
        "--rules",
        "daihinmin",
        "-r",
        "players=3",
        "--games",
        "100",
        "--json",
        "--quiet",
    )
    assert json.loads(done.output)["players"] == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lowest"], "takes two policies or more"),
        ([], "takes two policies or more"),
        (["lowest", "nobody"], "unknown policy 'nobody'"),
        (["lowest", "title:lowest,random"], "a mixture by title plays for a whole table"),
        (["lowest", "nowhere.py:me"], "nowhere.py cannot be read"),
        (["lowest", "random", "--rules", "nothing"], "nothing"),
        (["lowest", "random", "--games", "0"], "0 is not in the range"),
        (["lowest", "random", "--match-games", "1"], "1 is not in the range"),
        (["lowest", "random", "-o", __file__], "this is a file"),
    ],
)
def test_bad_input_is_told(words: list[str], message: str) -> None:
    done = call(*words)
    assert done.exit_code == 2
    assert message in done.output


def test_numbers_from_python_are_checked() -> None:
    with pytest.raises(InputError, match="match_games=1"):
        play_tournament(["lowest", "random"], "uec", match_games=1)
    with pytest.raises(InputError, match="games=0"):
        play_tournament(["lowest", "random"], "uec", games=0)


def test_a_block_that_is_empty_scores_nothing() -> None:
    sums = [np.zeros((2, 2), np.int64) for _ in range(3)]
    score(Table(0, 1, (0, 1)), Counts(), *sums)
    assert not any(part.any() for part in sums)
