"""Every option, and every value of it, has a position or a question whose outcome it alone changes."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from sim.rules import BY_KEY, OPTIONS
from sim.rules.explain import WIDTH, explain_option
from sim.rules.explain_cases import (
    Example,
    all_examples,
    examples_of,
    failures,
    parse_entry,
    play,
    values_to_show,
)
from sim.rules.options import Number
from sim.rules.ruleset import Rules, contradictions
from tests.reference import Game

KEYS = [option.key for option in OPTIONS]
SHOWN = [(example, value) for example in all_examples() for value in example.outcomes]
MOST_CARDS_FOR_THE_REFERENCE = 15


def name_of(case: object) -> str:
    return f"{case.key}-{case.why[:30]}" if isinstance(case, Example) else f"{case or 'empty'}"


@pytest.mark.parametrize("key", KEYS)
def test_every_option_has_an_example_with_its_default_in_it(key: str) -> None:
    default = BY_KEY[key].kind.text(BY_KEY[key].default)
    assert examples_of(key), f"{key} has no example in sim/rules/examples"
    assert any(default in example.outcomes for example in examples_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_choice_and_both_bounds_of_a_number_are_named(key: str) -> None:
    kind = BY_KEY[key].kind
    wanted = values_to_show(key)
    if isinstance(kind, Number):
        wanted = [*([kind.word] if kind.word else []), str(kind.low), str(kind.high)]
    named = {value for example in examples_of(key) for value in example.outcomes}
    assert [value for value in wanted if value not in named] == []


@pytest.mark.parametrize(("example", "value"), SHOWN, ids=name_of)
def test_the_outcome_is_what_the_engine_plays(example: Example, value: str) -> None:
    seen = play(example, value)
    assert "illegal" not in seen[-1], f"{example.key}={value}: {example.why}: {seen[-1]}"
    assert failures(example.outcomes[value], seen[-1]) == [], example.why


@pytest.mark.parametrize("key", KEYS)
def test_any_two_values_are_told_apart_by_what_they_alone_change(key: str) -> None:
    examples = examples_of(key)
    seen = {v: json.dumps([play(e, v) for e in examples]) for v in values_to_show(key)}
    same = [(a, b) for a, b in combinations(seen, 2) if seen[a] == seen[b]]
    assert len(seen) > 1 and same == []


@pytest.mark.parametrize(
    ("example", "value"), [case for case in SHOWN if case[0].position is not None], ids=name_of
)
def test_the_reference_agrees_state_by_state(example: Example, value: str) -> None:
    scenario = example.scenario(value)
    if max(len(hand.split()) for hand in scenario["hands"]) > MOST_CARDS_FOR_THE_REFERENCE:
        pytest.skip("hands too long for a reference that tries every subset of them")
    actions = scenario.get("actions", [])
    for number, state in enumerate(play(example, value)):
        judged = Game.from_scenario({**scenario, "actions": actions[:number]}).state()
        for seen in (state, judged):
            seen["locks"] = sorted(seen["locks"])
        assert state == judged


@pytest.mark.parametrize(("example", "value"), SHOWN, ids=name_of)
def test_an_example_needs_no_rules_that_contradict_each_other(example: Example, value: str) -> None:
    if "refused" in example.outcomes[value]:
        pytest.skip("the refusal is what is shown")
    wrong = [
        line
        for line in contradictions(Rules(example.changes(value)))
        if not line.startswith(("house_rules", "rule_making", "fallen_place"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"key": "kakumei"}, "example of 'kakumei': unknown key 'kakumei'"),
        ({"key": "tenraku", "hand": []}, r"example of 'tenraku': unknown key \['hand'\]"),
        ({"key": "tenraku", "why": "x", "outcome": {"off": {}, "end": {}}}, "hands, question"),
        ({"key": "tenraku", "why": "x", "hands": [], "outcome": {"off": {}}}, "two outcomes"),
    ],
)
def test_a_bad_entry_is_refused(entry: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_entry(entry)


def test_a_wrong_outcome_is_noticed() -> None:
    state = {"seat": 1, "legal": ["S4", "pass"], "hands": ["S4 H5", ""], "locks": []}
    right = {
        "seat": 1,
        "legal": ["pass", "S4"],
        "hands": ["H5 S4", ""],
        "has": ["S4"],
        "no": ["S5"],
    }
    assert failures(right, state) == []
    wrong = {"seat": 2, "legal": ["S4"], "hands": ["S4", ""], "has": ["S5"], "no": ["pass"]}
    assert len(failures(wrong, state)) == len(wrong)
    assert failures({"places": [0, 1]}, state) == ["places: wanted [0, 1], got None"]


def test_an_explanation_lays_the_values_side_by_side() -> None:
    text = explain_option("jack_back")
    for part in (
        "Jack Back (000), Eleven back (003)",
        "groups in daihinmin-house, daihinmin-optional; any in kirakuken-full",
        "Example 1: after a jack the lower card is the stronger",
        "  seat 0 leads  DJ H6\n",
        "jack_back=off                             jack_back=groups, any\n",
        "order         normal                                    reversed\n",
    ):
        assert part in text


@pytest.mark.parametrize("key", KEYS)
def test_an_explanation_fits_a_wide_terminal(key: str) -> None:
    for line in explain_option(key).splitlines():
        assert len(line) <= WIDTH + 4
