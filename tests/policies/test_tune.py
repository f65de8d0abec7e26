"""``daihinmin tune`` is seeded, goes on where it stopped, and the adopted weights are a tuned state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sim.cli import main
from sim.policies import held
from sim.policies.plan.features import names, table_of, thumb
from sim.policies.plan.weights import WEIGHTS as LENGTH
from sim.policies.tuned import FOLDER, TUNED_FOR
from sim.rules import Rules
from sim.task import Task, play
from sim.tune import load

SMALL = ["--rules", "league", "--pairs", "3", "--games", "80", "--check", "0"]


def run(path: Path, *arguments: str) -> Any:
    return CliRunner().invoke(main, ["tune", *SMALL, "--out", str(path), *arguments])


def test_a_run_is_its_seed_whatever_the_threads_and_the_interruptions(tmp_path: Path) -> None:
    whole, halves, other = (tmp_path / f"{name}.json" for name in ("whole", "halves", "other"))
    assert run(whole, "--generations", "4", "--threads", "1").exit_code == 0
    assert run(halves, "--generations", "4", "--threads", "2").exit_code == 0
    assert load(whole) == load(halves)
    assert run(other, "--generations", "4", "--seed", "2").exit_code == 0
    assert load(other).values != load(whole).values


def test_more_generations_go_on_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    assert run(path, "--generations", "2").exit_code == 0
    before = load(path)
    assert before.generation == 2
    assert run(path, "--generations", "3").exit_code == 0
    assert load(path).generation == 3
    assert load(path).values != before.values


def test_other_settings_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    assert run(path, "--generations", "1").exit_code == 0
    refused = run(path, "--generations", "2", "--seed", "7")
    assert refused.exit_code == 2 and "seed" in refused.output
    path.write_text("{}")
    refused = run(path, "--generations", "2")
    assert refused.exit_code == 2 and "not a state" in refused.output


@pytest.mark.parametrize("name", TUNED_FOR)
def test_the_weights_in_use_say_how_they_were_found(name: str) -> None:
    path = FOLDER / f"{name}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    assert list(data["parameters"]) == names()
    assert data["record"]["rules"] == [name]
    assert {"seed", "command", "lead over planner"} <= set(data["record"])
    assert load(path).generation == data["record"]["generation"] > 0


def test_a_candidate_plays_by_the_table_it_is_given() -> None:
    """``planner``'s own weights play as ``planner`` does, others otherwise."""
    rules = Rules.preset("league")
    table = table_of(thumb())
    assert table.shape == (LENGTH,)
    same = held.hold("same", table)
    other = held.hold("other", np.zeros_like(table))

    def counts(policy: str) -> Any:
        return play(Task(rules, (policy,) * 4, 3, 10), 0, 2)

    assert counts(same) == counts("planner")
    assert counts(other) != counts("planner")
