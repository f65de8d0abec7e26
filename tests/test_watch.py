"""Watching: the game told is the game counted, and its scenario ends the same."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from sim.cli import main
from sim.rules import Rules, preset_names
from sim.scenario import replay, start
from sim.task import Task, play
from sim.watch import Paint, Watched, lines, watch
from tests.playthroughs import SEEDS, game_of, path_of, playthrough, task_of

COUNTED = (
    "games", "turns", "passes", "tricks", "melds", "revolutions", "revolution_games", "fouls",
    "falls", "transition", "points", "money", "given_strength", "got_strength", "person_place",
    "person_points", "person_money", "sat_out",
)  # fmt: skip


def final_places(scenario: dict[str, object]) -> list[int]:
    position = start(scenario)
    for text in scenario["actions"]:  # type: ignore[attr-defined]
        assert not position.over
        position.play(text)
    assert position.over
    return position.places()


def assert_counted(task: Task, game: int) -> Watched:
    """The watched game's places by scenario and the match's counts are the engine's."""
    watched, counts = watch(task, game)
    played = play(Task(task.rules, task.policies, task.seed, game + 1), 0, 1)
    for key in COUNTED:
        assert (getattr(counts, key) == getattr(played, key)) is True or (
            getattr(counts, key) == getattr(played, key)
        ).all(), key
    assert final_places(watched.scenario()) == list(watched.places)
    return watched


@pytest.mark.parametrize("name", preset_names())
def test_a_watched_game_is_the_counted_one_and_its_scenario_ends_the_same(name: str) -> None:
    task, game = task_of(name, 1)
    watched = assert_counted(task, game)
    assert final_places(watched.scenario(name)) == list(watched.places)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3, "sit_out": "on", "seating": "random"},
        {"players": 8, "hand_size": 20, "seating": "by_title"},
        {"hand_size_choice": "random", "ten_discard": "per_card", "seven_pass": "per_card"},
        {"mistakes": 0.2, "hand_size": 9},
        {"mistakes": 0.2, "mistake_penalty": "skip", "pass_lock": "on"},
        {
            "rule_making": "add_or_delete",
            "house_rules": "eight_cut=groups revolution=permanent five_skip=any",
        },
    ],
    ids=lambda changes: next(iter(changes)),
)
@pytest.mark.parametrize("policy", ["random", "lowest"])
def test_rules_between_games_are_watched_as_they_are_counted(
    changes: dict[str, object], policy: str
) -> None:
    rules = Rules.preset("kirakuken", **changes)
    people = int(rules.players) + (rules.sit_out == "on")
    assert_counted(Task(rules, (policy,) * people, 5, 9), 4)


def test_policies_by_title_are_told_and_followed() -> None:
    rules = Rules.preset("league")
    watched = assert_counted(Task(rules, ("title:keeper,random,random,lowest",), 3, 5), 3)
    assert watched.previous is not None
    by_title = [watched.policies[seat] for seat in watched.previous]
    assert by_title == ["keeper", "random", "random", "lowest"]


def test_every_preset_has_a_playthrough() -> None:
    assert sorted(SEEDS) == sorted(preset_names())


@pytest.mark.parametrize("name", SEEDS)
def test_the_playthrough_is_current(name: str) -> None:
    """After a change that is meant: ``python -m tests.playthroughs``, and read the diff."""
    assert playthrough(name) == path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("daihinmin", "COUNTER-REVOLUTION"),
        ("wikipedia", "DEUCE"),
        ("league", "DOWNFALL of seat"),
        ("league", "SNIPER"),
        ("kirakuken", "OUT with a FOUL"),
        ("kirakuken-full", "SKIP"),
        ("kirakuken-full", "GIFT"),
        ("kirakuken-full", "REVERSE"),
        ("kirakuken-full", "BACK"),
        ("kirakuken-full", "LOCK number"),
        ("daihinmin-house", "KIDNAP"),
        ("daihinmin-house", "HIJACK"),
        ("daihinmin-house", "ROLLOVER"),
        ("daihinmin-house", "LOCK parity"),
        ("uec", "8-CUT"),
    ],
)
def test_the_playthroughs_show_their_rules_at_work(name: str, event: str) -> None:
    assert event in path_of(name).read_text(encoding="utf-8")


def story(scenario: dict[str, object]) -> list[str]:
    """The events of a game that is played from a scenario, as the watcher would name them."""
    from sim.watch.events import events_of

    position, told = start(scenario), []
    for text in scenario["actions"]:  # type: ignore[attr-defined]
        before = position._table.copy()[0]
        row = None
        if text != "mistake":
            readings = position.readings()
            row = position.rows()[position.notation.find(text, readings)]
        position.play(text)
        told.append(
            ", ".join(events_of(position.rules, position.notation, row, before, position.table))
        )
    return told


@pytest.mark.parametrize(
    ("rules", "hands", "actions", "told"),
    [
        ({"sequences": "on", "sequence_climb": "on"}, ["S4 S5 S6 S9", "S7 H3", "H9"],
         ["S4 S5 S6", "S7"], ["", "CLIMB"]),
        ({"suicide_king": "on"}, ["HQ S3", "HK S4", "S5 S6"], ["HQ", "HK"], ["", "SUICIDE KING"]),
        ({"two_jokers_clear": "on"}, ["JK JK S3", "S4", "S5"], ["JK JK"], ["TWO JOKERS"]),
        ({"sequences": "on", "sequence_past_ends": "on", "top_sequence_clears": "on"},
         ["SA S2 JK S3", "S4", "S5"], ["SA S2 JK"], ["TOP SEQUENCE"]),
        ({"six_clears": "on", "decks": 2}, ["S3 S3 H3 H3 D3 D3 C4", "S4", "S5"],
         ["S3 S3 H3 H3 D3 D3"], ["SIX OF A KIND"]),
        ({"ten_discard": "any"}, ["S10 S3 S4", "S5", "S6"], ["S10", "discard S3"],
         ["", "DISCARD"]),
        ({"five_skip": "any"}, ["S5 S3", "S6"], ["S5"], ["SKIP all"]),
        ({"five_skip": "any"}, ["S5 S3", "S6", "S7"], ["S5"], ["SKIP 1"]),
        ({"suit_lock": "exact", "joker_breaks_lock": "on"}, ["S5 S3", "S6 H4", "JK S8"],
         ["S5", "S6", "JK"], ["", "LOCK suit S", "LOCK suit ENDS"]),
        ({"tenraku": "end"}, ["S9", "S3 S4", "S5 S6"], ["S9"],
         ["OUT as number 1, DOWNFALL of seat 2"]),
        ({"mistake_penalty": "skip"}, ["S9 S8", "S3"], ["mistake"], ["LOSES THE TURN"]),
        ({}, ["S9 S8", "S3"], ["mistake"], ["DRAWS A CARD"]),
    ],
    ids=lambda value: next(iter(value), "") if isinstance(value, dict) else "",
)  # fmt: skip
def test_events_have_their_names(
    rules: dict[str, object], hands: list[str], actions: list[str], told: list[str]
) -> None:
    scenario = {"set": {"players": len(hands), **rules}, "hands": hands, "actions": actions}
    scenario |= {"stock": "D9", "previous": [len(hands) - 1, *range(len(hands) - 1)]}
    assert story(scenario) == told


def test_colour_only_paints() -> None:
    import click

    game = game_of("kirakuken-full")
    plain, painted = (list(lines(game, "x", Paint(on))) for on in (False, True))
    assert "\x1b[" in "".join(painted) and "\x1b[" not in "".join(plain)
    assert [click.unstyle(line) for line in painted] == plain


def test_a_pipe_gets_plain_text() -> None:
    done = CliRunner().invoke(main, ["watch", "--rules", "uec", "--seed", str(SEEDS["uec"])])
    assert (done.exit_code, "\x1b[" in done.output) == (0, False)
    golden = path_of("uec").read_text(encoding="utf-8").splitlines()
    assert done.output.splitlines()[1:] == golden[1:]
    assert done.output.startswith("uec, seed 33, match 0, game 2\n")


def test_the_scenario_option_prints_what_the_scenario_command_replays() -> None:
    run = CliRunner().invoke
    asked = ["watch", "--rules", "league", "-r", "players=5", "--seed", "4", "--game", "3"]
    told = run(main, asked)
    printed = run(main, [*asked, "--scenario"]).output
    states = run(main, ["scenario", "-"], input=printed).output.splitlines()
    last = json.loads(states[-1])
    assert last == replay(json.loads(printed))[-1]
    table = told.output[told.output.index("\nPlaces") :].splitlines()[2:]
    assert [int(line.split()[2]) for line in table] == last["places"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "headtohead", "--game", "2"], "--game 2: a match has 1 games (--match-games)"),
        (["--rules", "nothing"], "unknown preset 'nothing'"),
        (["--policies", "nobody"], "unknown policy 'nobody'"),
        (["-r", "tenraku=x"], "tenraku=x: tenraku takes one of off, demote, drop, end"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["watch", *arguments])
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert message in done.output
