"""``uec-standard`` decides as the contest's recorded client, and ``replay --agreement`` says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sim.cli import main
from sim.records import read
from sim.records.agreement import agreement

LOGS = Path(__file__).resolve().parents[3] / "shared" / "logs"
CLIENT = LOGS / "uec-standard-250.dat"
CHAMPION = LOGS / "champion-50.dat"

needs_logs = pytest.mark.skipif(not CLIENT.exists(), reason="the recorded games are not here")


@needs_logs
def test_every_recorded_decision_of_the_client_is_made_alike() -> None:
    found = agreement("uec-standard", read(CLIENT)[:60])
    assert found.choices > 2000
    assert found.alike == found.choices, found.differences
    assert found.returns_alike == found.returns == 118


@needs_logs
def test_agreement_tells_policies_apart() -> None:
    games = read(CLIENT)[:20]
    assert agreement("lowest", games).alike < agreement("uec-standard", games).alike


@needs_logs
def test_the_command_prints_the_agreement(tmp_path: Path) -> None:
    text = CHAMPION.read_text().split("*/")[0] + "*/\n"
    path = tmp_path / "one.dat"
    path.write_text(text)
    arguments = ["replay", str(path), "--agreement", "uec-standard"]
    printed = CliRunner().invoke(main, arguments)
    assert printed.exit_code == 0
    assert "uec-standard: " in printed.output and "choices alike" in printed.output
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)["agreement"]
    assert found["choices"] - found["alike"] == len(found["differences"])


def test_an_unknown_policy_is_named() -> None:
    run = CliRunner().invoke(main, ["replay", "nowhere.dat", "--agreement", "clever"])
    assert run.exit_code == 2
    assert "clever" in run.output
