"""``daihinmin scenario`` and ``daihinmin perft``: files, standard input, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sim.cli import main

PAIRS: dict[str, Any] = {
    "rules": "default",
    "set": {"players": 2},
    "hands": ["S5 H5 D9", "C6 D6 S8"],
    "lead": 0,
    "actions": ["S5 H5", "C6 D6", "pass"],
}
QUESTION = {"ask": "titles", "rules": "default", "set": {"players": 4}}


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_a_file_is_replayed_a_state_a_line(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(PAIRS, indent=1), encoding="utf-8")
    shown = run("scenario", str(path))
    states = [json.loads(line) for line in shown.output.splitlines()]
    assert shown.exit_code == 0 and len(states) == 4
    assert states[1]["legal"] == ["D6 C6", "pass"] and states[1]["field"] == "S5 H5"
    assert (states[3]["seat"], states[3]["legal"], states[3]["field"]) == (1, ["S8"], "")


def test_standard_input_may_hold_several_scenarios_and_questions_as_json_lines() -> None:
    text = "\n".join([json.dumps({**PAIRS, "actions": []}), "", json.dumps(QUESTION)])
    first, second = run("scenario", "-", text=text).output.splitlines()
    assert json.loads(first)["seat"] == 0
    titles = ["Daifugo", "Fugo", "Hinmin", "Daihinmin"]
    assert json.loads(second) == {"titles": titles}


def test_the_end_of_a_game_has_places_and_nobody_to_act() -> None:
    text = json.dumps({**PAIRS, "actions": ["S5 H5", "pass", "D9"]})
    last = json.loads(run("scenario", "-", text=text).output.splitlines()[-1])
    assert (last["places"], last["seat"], last["legal"]) == ([0, 1], None, [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": ["S5 H5", "S8"]}, "scenario: action 2: 'S8' is not legal"),
        ({"actions": ["S5 H5", "pass", "D9", "S8"]}, "action 4 'S8': the game is over"),
        ({"hands": "S5"}, "scenario: hands must be a list"),
        ({"hands": ["S5", ""]}, "seat 1 holds no card"),
        ({"hands": ["S5", "S55"]}, "'S55'"),
        ({"hands": ["S5", "S6", "S7"]}, "scenario: 3 hands, but players=2"),
        ({"lead": 2}, "scenario: lead=2; a seat from 0 to 1"),
        ({"previous": [0, 0]}, "scenario: previous=[0, 0]; every seat from 0 to 1 once"),
        ({"rules": "leage"}, "unknown preset 'leage'"),
        ({"set": {"tenraku": "far"}}, "tenraku=far: tenraku takes one of"),
        ({"colour": 1}, "scenario: unknown key 'colour'"),
    ],
)
def test_a_bad_scenario_is_one_line_and_exit_code_2(change: dict[str, Any], message: str) -> None:
    shown = run("scenario", "-", text=json.dumps({**PAIRS, **change}))
    error = shown.output.splitlines()[-1]
    assert shown.exit_code == 2
    assert error.startswith("Error: ") and message in error


def test_an_illegal_action_lists_the_legal_ones() -> None:
    shown = run("scenario", "-", text=json.dumps({**PAIRS, "actions": ["S5 H5", "S8"]}))
    assert "D6 C6" in shown.output.splitlines()[-1]
    assert "pass" in shown.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "-: holds no scenario"),
        ("[1]", "-: a scenario is a JSON object"),
        ('{"hands": ', "-, line 1: "),
        (json.dumps({"ask": "weather"}), "question: ask='weather'; forms are titles"),
    ],
)
def test_what_is_no_scenario_is_refused(text: str, message: str) -> None:
    shown = run("scenario", "-", text=text)
    assert shown.exit_code == 2 and message in shown.output


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    shown = run("scenario", str(tmp_path / "none.json"))
    assert shown.exit_code == 2 and "none.json" in shown.output


def test_perft_counts_paths_of_a_depth() -> None:
    text = json.dumps({**PAIRS, "actions": []})
    assert run("perft", "-", "--depth", "1", text=text).output == "4\n"
    divided = run("perft", "-", "--depth", "2", "--divide", text=text).output.splitlines()
    counts = dict(line.split(": ") for line in divided[:-1])
    assert set(counts) == {"D9", "H5", "S5", "S5 H5"}
    assert counts["S5 H5"] == "2" and counts["D9"] == "1"
    assert sum(map(int, counts.values())) == int(divided[-1])


def test_perft_counts_games_by_finishing_order() -> None:
    text = json.dumps({"set": {"players": 2}, "hands": ["S5", "S6"], "lead": 0})
    assert run("perft", "-", "--games", text=text).output == "0 1: 1\n"


@pytest.mark.parametrize("depth", ["0", "21", "deep"])
def test_perft_refuses_a_depth_it_cannot_count(depth: str) -> None:
    assert run("perft", "-", "--depth", depth, text=json.dumps(PAIRS)).exit_code == 2
