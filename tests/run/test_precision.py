"""The sequential rule keeps its promise, plays no more than it must, and the same games always."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import fake
import numpy as np
import pytest
from helpers import totals

from sim.counts import COUNTS_DTYPE
from sim.errors import InputError
from sim.run.precision import MEASURES, Goal, half_width, parts_of, stages
from sim.run.runner import Order, run_study
from sim.run.store import Store
from sim.run.study import load_study

ORDER = Order(threads=2, play=fake.play)
STAY, BECOME = 0.45, 0.2
MATCH_GAMES, BLOCK = 25, 2


def pool_of_matches(rng: np.random.Generator, matches: int) -> np.ndarray:
    """Games as Daihinmin followed by such a game, and by any, of one player in each match.

    A chain of two states whose repeat rate is STAY: shape (matches, 2).
    """
    below = rng.random(matches) < BECOME / (1 - STAY + BECOME)
    counts = np.zeros((matches, 2))
    for _ in range(MATCH_GAMES - 1):
        after = rng.random(matches) < np.where(below, STAY, BECOME)
        counts[:, 0] += below & after
        counts[:, 1] += below
        below = after
    return counts


@pytest.mark.parametrize("width", [0.08, 0.05, 0.03])
def test_intervals_of_the_sequential_rule_cover_what_they_should(width: float) -> None:
    rng = np.random.default_rng(7)
    matches = pool_of_matches(rng, 400_000)
    goal = Goal(width=width, floor=1, ceiling=10**9)
    covered, widths, repetitions = 0, [], 2_000
    for _ in range(repetitions):
        rule = stages(goal, MATCH_GAMES, BLOCK)
        blocks = np.zeros((0, 2))
        wanted = next(rule)
        while True:
            more = wanted // BLOCK - len(blocks)
            drawn = matches[rng.integers(0, len(matches), (more, BLOCK))].sum(axis=1)
            blocks = np.concatenate([blocks, drawn])
            ratio, reached = half_width(blocks[:, 0], blocks[:, 1], share=True)
            try:
                wanted = rule.send(reached)
            except StopIteration:
                break
        assert reached <= width
        covered += abs(ratio - STAY) <= reached
        widths.append(reached)
    assert 0.93 <= covered / repetitions <= 0.97, covered / repetitions
    if width < 0.08:
        assert np.mean(widths) > 0.85 * width, "far more than needed was played"


def test_half_widths_are_the_ratio_estimators() -> None:
    above, below = np.array([3.0, 5.0, 4.0, 9.0]), np.array([10.0, 12.0, 9.0, 20.0])
    ratio, width = half_width(above, below)
    assert ratio == pytest.approx(21 / 51)
    leave_out = [(21 - a) / (51 - b) for a, b in zip(above, below, strict=True)]
    jackknife = np.sqrt(3 / 4 * np.sum((np.array(leave_out) - np.mean(leave_out)) ** 2))
    assert width / 3.182 == pytest.approx(jackknife, rel=0.1)
    assert half_width(above[:1], below[:1])[1] == np.inf
    assert half_width(np.zeros(9), np.zeros(9))[1] == np.inf
    assert half_width(np.zeros(50), np.full(50, 20.0), share=True)[1] > 0.001


def test_every_measure_reads_what_it_says() -> None:
    records = np.zeros(2, COUNTS_DTYPE)
    records["transition"][:, 3, 3], records["transition"][:, 3, 0] = 2, 3
    records["transition"][:, 0, 0], records["transition"][:, 0, 1] = 4, 1
    records["games"], records["turns"], records["passes"] = 10, 50, 20
    records["revolution_games"] = [7, 3]
    counts = records.view(np.int64).reshape(2, -1)
    values = {}
    for name, measure in MEASURES.items():
        above, below = parts_of(measure, counts, 4)
        assert above.shape == below.shape == (2,)
        values[name] = above.sum() / below.sum()
    assert values["daihinmin_repeat"] == 0.4
    assert values["daihinmin_to_daifugo"] == 0.6
    assert values["daifugo_repeat"] == 0.8
    assert values["turns_per_game"] == 5
    assert values["passes_per_turn"] == 0.4
    assert values["revolution_games"] == 0.3


@pytest.fixture
def wide(small: Path) -> Path:
    small.write_text(small.read_text().replace("games = 600", "games = 30"))
    return small


def test_the_same_games_are_played_whatever_the_threads(wide: Path, tmp_path: Path) -> None:
    study = load_study(str(wide))
    goal = Goal(width=0.008, floor=100)
    for threads in (1, 3):
        out = tmp_path / str(threads)
        run_study(study, out, replace(ORDER, threads=threads, goal=goal))
    assert totals(tmp_path / "1") == totals(tmp_path / "3")
    played = [row[0] for row in totals(tmp_path / "1").values()]
    assert min(played) >= 150
    assert len(set(played)) > 1, "cells stop when they are known well enough, each for itself"


def test_an_interrupted_run_ends_where_the_undisturbed_one_does(wide: Path, tmp_path: Path) -> None:
    study = load_study(str(wide))
    coarse, fine = Goal(width=0.012, floor=100), Goal(width=0.008, floor=100)
    whole, bits = tmp_path / "whole", tmp_path / "bits"
    run_study(study, whole, replace(ORDER, goal=fine))
    run_study(study, bits, replace(ORDER, goal=coarse))
    run_study(study, bits, replace(ORDER, goal=fine))
    assert totals(whole) == totals(bits)
    assert run_study(study, whole, replace(ORDER, goal=fine)).games == 0
    with Store.open(whole / "counts.db") as store:
        for task, blocks in store.load_blocks():
            parts = parts_of(MEASURES["daihinmin_repeat"], blocks.counts, 4)
            assert half_width(*parts, share=True)[1] <= 0.008, task


def test_floor_and_ceiling_hold(wide: Path, tmp_path: Path) -> None:
    study = load_study(str(wide))
    run_study(study, tmp_path / "a", replace(ORDER, goal=Goal(width=0.9, floor=3000)))
    assert {row[0] for row in totals(tmp_path / "a").values()} == {300}
    run_study(study, tmp_path / "b", replace(ORDER, goal=Goal(width=1e-9, ceiling=4000)))
    assert {row[0] for row in totals(tmp_path / "b").values()} == {400}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"width": 0.0}, "--precision 0.0"),
        ({"width": -1.0}, "--precision"),
        ({"width": float("nan")}, "--precision"),
        ({"measure": "luck"}, "luck: unknown; measures are daihinmin_repeat"),
        ({"floor": 0}, "--min-games 0"),
        ({"floor": 10, "ceiling": 9}, "--max-games 9"),
    ],
)
def test_goals_that_make_no_sense_are_refused(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Goal(**wrong)  # type: ignore[arg-type]
