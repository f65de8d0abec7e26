"""Study files: every fault is named with its line, and the shipped studies say what they should."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.errors import InputError
from sim.rules import OPTIONS
from sim.run.study import build_study, load_study, study_names
from sim.run.study_file import parse_study_file

HEAD = """\
[study]
name = "s"
title = "S"
question = "S?"
rules = "daihinmin"
"""


def study(text: str, **options: object) -> object:
    return build_study(parse_study_file(HEAD + text, "s.toml"), {}, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("colour = 1\n[vary]\nplayers = 4", 6, ["unknown key 'colour'", "match_games"]),
        ("games = 0\n[vary]\nplayers = 4", 6, ["games = 0", "at least 1"]),
        ("games = 1.5\n[vary]\nplayers = 4", 6, ["games = 1.5", "whole number"]),
        ("games = true\n[vary]\nplayers = 4", 6, ["games = true", "whole number"]),
        ("seed = -1\n[vary]\nplayers = 4", 6, ["seed = -1", "at least 0"]),
        ('skip_impossible = "yes"\n[vary]\nplayers = 4', 6, ["true or false"]),
        ("[vary]\nhand_sise = [11, 13]", 7, ["unknown key 'hand_sise'", "daihinmin rules"]),
        ("[vary]\n# a comment\nhand_size = [11, 99]", 8, ["hand_size=99", "from 1 to 54"]),
        ("[vary]\nhand_size = []", 7, ["empty"]),
        ("[vary]", 6, ["[vary] is empty"]),
        ("[vary]\nhand_size = [11, 11]", 7, ["11 twice"]),
        ("[vary]\nplayers = 4.0", 7, ["players = 4.0", "from 2 to 8"]),
        ("[vary]\nhand_size = {a = 1}", 7, ["hand_size", "54"]),
        ("[vary]\nrules = 3", 7, ["rules = 3", "league"]),
        ("[vary]\nrules = ['nonsense']", 7, ["unknown preset 'nonsense'", "federation"]),
        ("[vary]\npolicy = ['cheat']", 7, ["unknown policy 'cheat'", "lowest"]),
        ("[vary]\npolicy = [['lowest', 'random']]", 7, ["2 names for 4 people"]),
        ("[vary]\nalso = ['players=3']", 7, ["[switch]"]),
        ("[switch]\nalso = ['playerz=3']", 7, ["playerz"]),
        ("[vary]\nplayers = 4\n[extra]\na = 1", 8, ["unknown table or key 'extra'", "[vary]"]),
        ("[vary]\nplayers = [4]\n[[control]]\nplayers = 4\nlabel = 3", 10, ["label = 3"]),
        ("[[vary]]\nplayers = 4\n[[vary]]\nhand_size = [5]\nplayers = 9", 10, ["players=9"]),
        ("[vary]\ndecks = [1]\nhand_size = [20]", 8, ["hand_size=20", "more than the 54"]),
        ("[vary]\nsequence_climb = 'on'", 7, ["needs sequences"]),
        ("[[vary]]\nplayers = 4\n[[vary]]\nplayers = 4", 8, ["appears twice"]),
    ],
)
def test_a_fault_is_named_with_its_line_and_what_is_allowed(
    text: str, line: int, words: list[str]
) -> None:
    with pytest.raises(InputError) as told:
        study(text)
    message = str(told.value)
    assert message.startswith(f"s.toml, line {line}: "), message
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[study", "not valid TOML"),
        ("players = 4", "unknown table or key 'players'"),
        ("[vary]\nplayers = 4", "begins with the table"),
        ('[study]\nname = "a b"\ntitle = "T"\nquestion = "Q"', "letters, digits"),
        ('[study]\nname = "a"\ntitle = "T"', "needs question"),
        ('[study]\nname = "a"\ntitle = "T"\nquestion = "Q"', "no cells"),
        ('[study]\nname = "a"\ntitle = ""\nquestion = "Q"\n[vary]\nplayers = 4', "title"),
    ],
)
def test_a_file_that_is_no_study_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"s\.toml") as told:
        parse_study_file(text, "s.toml")
    assert words in str(told.value)


def test_more_than_a_million_cells_want_a_yes() -> None:
    sizes = f"[vary]\nhand_size = {list(range(1, 26))}\nhashigo_cap = {list(range(2, 11))}\n"
    more = "rules = 'default'\nplayers = [2, 3, 4, 5, 6, 7, 8]\ndecks = [1, 2, 3, 4]\n"
    flags = f"tribute = {list(range(10))}\npass_lock = ['on', 'off']\nlead_pass = ['on', 'off']\n"
    even = "own_answer = ['on', 'off']\nequal_meld = ['on', 'off', 'skip']"
    with pytest.raises(InputError, match=r"[\d,]{7,} cells; .*--yes"):
        study(sizes + more + flags + even)


def test_impossible_combinations_are_skipped_only_where_the_study_says_so() -> None:
    grid = "[vary]\ndecks = [1, 2]\nhand_size = [11, 20]\n"
    with pytest.raises(InputError, match="hand_size=20"):
        study(grid)
    built = study("skip_impossible = true\n" + grid)
    assert len(built.cells) == 3
    assert len(built.skipped) == 1 and "decks=1" in built.skipped[0]
    with pytest.raises(InputError, match="no combination can be played"):
        study("skip_impossible = true\n[vary]\ndecks = 1\nhand_size = [20, 21]\n")


def test_cells_carry_their_labels_and_their_tasks() -> None:
    built = study(
        "seed = 9\nmatch_games = 7\n[vary]\nrules = ['daihinmin', 'league:tenraku=off']\n"
        "policy = ['lowest', ['keeper', 'random', 'random', 'random'], 'title:keeper,lowest']\n"
        "tribute = ['2 1', [1], 0]\n[[control]]\nlabel = 'two'\ndecks = 2\nhand_size = 11"
    )
    assert len(built.cells) == 19
    assert built.cells[3].labels == {
        "rules": "daihinmin",
        "policy": "keeper random random random",
        "decks": "auto",
        "hand_size": "11",
        "tribute": "2 1",
        "grid": "",
    }
    assert built.cells[3].task.policies == ("keeper", "random", "random", "random")
    assert built.cells[6].task.policies == ("title:keeper,lowest",)
    assert built.cells[-1].labels["grid"] == "two"
    assert built.cells[-1].task.rules.decks == 2
    task = built.cells[9].task
    assert (task.seed, task.match_games, task.rules.tenraku) == (9, 7, "off")
    assert len({cell.task for cell in built.cells}) == 19


def test_a_switch_grid_changes_one_thing_at_a_time() -> None:
    built = study(
        "[switch]\npolicy = ['lowest', 'keeper']\nsequences = 'on'\nplayers = [3, 5]\n"
        "also = ['sequences=on,sequence_revolution=5']"
    )
    assert [cell.labels["switch"] for cell in built.cells[:5]] == [
        "",
        "sequences=on",
        "players=3",
        "players=5",
        "sequences=on, sequence_revolution=5",
    ]
    assert [cell.labels["policy"] for cell in built.cells] == ["lowest"] * 5 + ["keeper"] * 5
    assert built.cells[2].task.policies == ("lowest",) * 3


def test_a_rule_from_the_command_line_holds_in_every_cell() -> None:
    file = parse_study_file(HEAD + "[vary]\nplayers = [3, 4]\ntribute = [0, 1]", "s.toml")
    built = build_study(file, {"players": "5", "eight_cut": "any"})
    assert [cell.labels for cell in built.cells] == [
        {"rules": "daihinmin:eight_cut=any", "policy": "lowest", "players": "5", "tribute": t}
        for t in "01"
    ]
    assert all(cell.task.rules.eight_cut == "any" for cell in built.cells)
    assert built.changes == {"rules": {"players": "5", "eight_cut": "any"}}


def test_an_unknown_study_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(InputError, match=r"unknown study 'karma'.*long-hands.*tribute"):
        load_study("karma")


def test_a_study_can_be_a_file_anywhere(small: Path) -> None:
    assert len(load_study(str(small), games=10, seed=5).cells) == 4
    assert load_study(str(small), seed=5).cells[0].task.seed == 5
    small.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="cannot be read"):
        load_study(str(small))


@pytest.mark.parametrize("name", study_names())
def test_every_shipped_study_can_be_played(name: str) -> None:
    built = load_study(name)
    assert built.name == name and built.question.endswith("?")
    # Two grids may ask for the same task, which is played once; one grid has no use for that.
    played = {(cell.task, cell.labels.get("grid")) for cell in built.cells}
    assert len(played) == len(built.cells)


def test_long_hands_asks_what_it_should() -> None:
    built = load_study("long-hands")
    main = [cell.task.rules for cell in built.cells if not cell.labels["grid"]]
    assert {int(r.hand_size) for r in main} == set(range(11, 26, 2))
    assert {r.players for r in main} == {3, 4, 5}
    assert {r.text("tribute") for r in main} == set("012345")
    assert {cell.labels["policy"] for cell in built.cells} == {"random", "lowest", "keeper"}
    assert len(main) == 3 * 8 * 3 * 6 * 3
    control = [c.task.rules for c in built.cells if c.labels["grid"] == "two decks"]
    assert {(r.hand_size, r.decks) for r in control} == {(11, 2), (13, 2)}
    assert not built.skipped


def test_rules_one_by_one_switches_every_option() -> None:
    text = load_study("rules-one-by-one").text
    missing = [option.key for option in OPTIONS if option.key not in text]
    assert not missing
