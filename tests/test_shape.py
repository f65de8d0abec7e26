"""The shape of the program: where each option is read, and that nothing grows out of hand.

``python -m tests.test_shape`` prints the place where each option is read.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.rules import BY_KEY, OPTIONS

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 50

RECORDS = ("r", "rules", "record", "self")
"""Names that hold a rule set: the kernel's record is ``r`` everywhere."""

SIMPLE = "the short way to list groups steps aside where a rule gives them several readings"
SEVERAL = {
    "suit_lock": "locks are set in one place; tops are chosen when melds are listed; the geki lock "
    "depends on them; " + SIMPLE,
    "joker_breaks_lock": "such a meld may ignore a lock, ends it, and leaves none to keep",
    "foul_finish": "judged once; the policy keeper avoids it",
    "illegal_finish": "checked once, by the short way to list groups only if there is any; the policy "
    "keeper avoids it",
    "fallen_place": "lowest_free counts at the fall, last when the places are given",
    "revolution": "makes one in a game; whether it carries over is asked between games",
    "eight_cut": "cuts in one place; the policy keeper counts on it",
}
"""Options of sections 5 to 7 that more than one function reads, and why."""


GATES = {"plain_rules", "_moves_cards", "_odd_sequences", "quiet_cards", "cutting_cards"}
"""Functions that only ask whether options are off, so that the short ways may be taken."""


def python_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def option_read(node: ast.AST) -> str | None:
    """The option that an expression such as ``r.tenraku`` or ``record["tenraku"]`` reads."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id in RECORDS and node.attr in BY_KEY else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return key if node.value.id in RECORDS and key in BY_KEY else None
    return None


def readers(*folders: str) -> dict[str, set[str]]:
    """For each option the functions that read it, as ``file:function``."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in python_files(*folders):
        for function in functions(path):
            for node in ast.walk(function):
                key = option_read(node)
                if key is not None and function.name not in GATES:
                    found[key].add(f"{path.relative_to(ROOT)}:{function.name}")
    return found


PLAYING = readers("sim/engine", "sim/policies")
ANYWHERE = readers("sim")


@pytest.mark.parametrize("key", [option.key for option in OPTIONS])
def test_every_option_is_read_somewhere(key: str) -> None:
    assert ANYWHERE[key]


@pytest.mark.parametrize("key", [o.key for o in OPTIONS if 5 <= o.section <= 7])
def test_an_option_of_locks_effects_and_going_out_is_read_in_one_function(key: str) -> None:
    places = PLAYING[key]
    if key in SEVERAL:
        assert len(places) > 1, f"{key} is read in one place now: take it off the list"
        return
    assert len(places) == 1, f"{key} is read in {sorted(places)}"


def test_the_exceptions_are_options() -> None:
    assert set(SEVERAL) <= set(BY_KEY)


@pytest.mark.parametrize(
    "path", list(python_files("sim", "analysis")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_file_can_be_held_in_mind_and_its_functions_too(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_A_FILE
    for function in functions(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= MOST_LINES_OF_A_FUNCTION, f"{function.name}: {lines} lines"


if __name__ == "__main__":
    for option in OPTIONS:
        print(option.key)
        for place in sorted(PLAYING[option.key]):
            print("   ", place)
