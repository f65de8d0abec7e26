"""``daihinmin rules``: the list, a preset, an explanation; and what ``--help`` does not import."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner, Result

from sim.cli import COMMANDS, Lazy, main
from sim.rules import OPTIONS, preset_names
from sim.rules.document import markdown


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_the_list_holds_every_option_and_preset() -> None:
    shown = run("rules")
    assert shown.exit_code == 0
    for option in OPTIONS:
        assert f"  {option.key} = " in shown.output
        assert option.doc in shown.output
    assert ", ".join(preset_names()) in shown.output


def test_the_list_as_markdown() -> None:
    assert run("rules", "--markdown").output == markdown()


def test_a_preset_is_shown_as_it_differs_with_its_sources() -> None:
    lines = run("rules", "show", "league").output.splitlines()
    assert "  tenraku = end   # 002, Knock-Down" in lines
    assert not [line for line in lines if line.startswith("  players")]


def test_a_preset_with_a_parent_names_it() -> None:
    assert "a child of daihinmin\n" in run("rules", "show", "daihinmin-optional").output


def test_a_change_is_shown_as_one() -> None:
    shown = run("rules", "show", "league:six_clears=off", "-r", "tenraku=drop").output
    assert "  tenraku = drop   # changed here" in shown
    assert "six_clears" not in shown


def test_all_options_of_a_preset() -> None:
    shown = run("rules", "show", "default", "--all").output
    assert len([line for line in shown.splitlines() if " = " in line]) == len(OPTIONS)


@pytest.mark.parametrize("key", [option.key for option in OPTIONS])
def test_an_option_is_explained_with_a_position(key: str) -> None:
    shown = run("rules", "explain", key)
    assert shown.exit_code == 0, shown.output
    assert shown.output.startswith(f"{key}\n") and "Example" in shown.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rules", "show", "leage"), "Error: unknown preset 'leage'; presets are "),
        (("rules", "show", "league", "-r", "tenraku=x"), "Error: tenraku=x: tenraku takes one of"),
        (("rules", "show", "league", "-r", "tenraku"), "Error: 'tenraku' is not of the form"),
        (("rules", "show", "league", "-r", "ten=on"), "Error: unknown rule option 'ten'"),
        (("rules", "show", "default:fallen_place=last"), "Error: fallen_place=last: needs tenraku"),
        (("rules", "explain", "kakumei"), "Error: unknown rule option 'kakumei'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: tuple[str, ...], message: str) -> None:
    shown = run(*words)
    assert shown.exit_code == 2
    assert shown.output.startswith(message) and shown.output.count("\n") == 1


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom sim.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numba', 'numpy', 'pandas', 'matplotlib', 'scipy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for name in Lazy().list_commands(click.Context(main)):
        assert f"  {name} " in done.stdout


def test_a_command_whose_module_is_missing_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "dream", ("sim.cli.dream:dream", "Not written yet."))
    assert "dream" not in run("--help").output
    shown = run("dream")
    assert shown.exit_code == 2 and "No such command 'dream'" in shown.output


def test_all_commands_of_the_table_load() -> None:
    group = Lazy()
    for name in group.list_commands(click.Context(main)):
        command = group.get_command(click.Context(main), name)
        assert command is not None and command.help, name


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("Eleven back", "it is jack_back here"),
        ("Sniper Assassin", "it is spade_three here"),
        ("革命", "it is revolution here"),
        ("suit_lok", "it is suit_lock here"),
        ("bridge", "'daihinmin rules' lists them all"),
    ],
)
def test_an_option_is_found_by_the_name_that_a_text_has_for_it(word: str, hint: str) -> None:
    assert run("rules", "explain", word).output.endswith(f"; {hint}\n")


def test_a_terminal_gets_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.cli import rules as module

    monkeypatch.setenv("COLUMNS", "140")
    shown = CliRunner()
    with shown.isolation() as streams:
        module._print_tables()
        text = streams[0].getvalue().decode()
    for option in OPTIONS:
        assert option.key in text
