"""``explain_option``: every option in words, with its names in the texts and its examples."""

from __future__ import annotations

import pytest

from sim.rules import BY_KEY, OPTIONS, RulesError
from sim.rules.explain import explain_option
from sim.rules.explain_cases import examples_of

KEYS = [option.key for option in OPTIONS]


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("key", KEYS)
def test_an_option_is_explained_with_its_names_and_its_examples(key: str) -> None:
    text, option = explain_option(key), BY_KEY[key]
    line = in_one_line(text)
    assert line.startswith(f"{key} {option.doc}")
    for part in (option.japanese, option.source, option.names):
        assert in_one_line(part) in line
    shown = [example for example in examples_of(key) if not example.proof]
    assert shown and all(example.why in line for example in shown)
    for value in (value for example in shown for value in example.outcomes):
        assert (value or "empty") in line


def test_a_preset_that_sets_the_option_is_named() -> None:
    assert "groups in classic53, daihinmin-house" in explain_option("eight_cut")
    assert "all leave it at its default" in explain_option("mistakes")


def test_what_the_values_change_stands_side_by_side() -> None:
    lines = explain_option("pass_lock").splitlines()
    header = next(n for n, line in enumerate(lines) if "pass_lock=off" in line)
    assert "pass_lock=on" in lines[header]
    act = next(line for line in lines[header:] if line.strip().startswith("to act"))
    assert act.count("seat ") == 2


def test_an_unknown_option_is_not_explained() -> None:
    with pytest.raises(RulesError, match="unknown rule option 'kakumei'"):
        explain_option("kakumei")
