"""The study skill: the order of policies, and which answers are said to hold at every level."""

from __future__ import annotations

import itertools

import pandas as pd
import pytest

from analysis.studies import common, skill, skill_holds
from analysis.studies.skill_holds import HOLDS, PARTLY, TURNS, verdict
from tests.analysis.helpers import grid, walked

LEVELS = ("random", "lowest", "keeper")


def test_careless_policies_stand_where_a_tournament_puts_them() -> None:
    order = [
        "random", "careless:0.5:keeper", "lowest", "uec-standard", "careless:0.05:keeper", "keeper",
        "planner", "rollout:16", "title:keeper,lowest",
    ]  # fmt: skip
    for shuffled in itertools.islice(itertools.permutations(order), 0, None, 5000):
        assert sorted(shuffled, key=common.skill) == order


@pytest.mark.parametrize(
    ("values", "p", "wanted"),
    [
        ([0.1, 0.2, 0.3], [0.001, 0.001, 0.001], HOLDS),
        ([-0.1, -0.2, -0.3], [0.001, 0.001, 0.001], HOLDS),
        ([-0.1, 0.2, 0.3], [0.001, 0.001, 0.001], TURNS),
        ([-0.1, 0.2, 0.3], [0.001, 0.5, 0.001], TURNS),
        ([0.1, 0.2, 0.3], [0.3, 0.001, 0.001], PARTLY),
        ([0.1, 0.2, 0.3], [0.3, 0.3, 0.3], PARTLY),
    ],
)
def test_an_answer_holds_if_it_is_shown_with_one_sign_everywhere(
    values: list[float], p: list[float], wanted: str
) -> None:
    frame = pd.DataFrame({"policy": LEVELS, "value": values, "p_holm": p, "status": "ok"})
    assert verdict(frame) == wanted


def test_the_sentence_says_by_how_much_the_answer_changes() -> None:
    cells = [
        walked(
            {"off": 0.1, "demote": 0.1 + 0.2 * LEVELS.index(one["policy"])}[one["tenraku"]],
            one, batches=20, games=400,
        )
        for one in grid(rules=["league:tenraku=off"], policy=LEVELS, tenraku=["off", "demote"],
                        grid=["tenraku"])
    ]  # fmt: skip
    said = skill_holds.sentences(common.with_names(cells))
    assert len(said) == 1
    assert "raised at every level but not shown with random" in said[0]
    assert "with random and" in said[0] and "(a change of +" in said[0]


def test_what_a_policy_is_worth_to_one_title() -> None:
    equal = [walked(0.2, one) for one in grid(rules=["daihinmin"], policy=LEVELS)]
    mixed = walked(0.2, {"rules": "daihinmin", "policy": "title:lowest,lowest,lowest,keeper"})
    even = walked(0.2, {"rules": "daihinmin", "policy": "title:lowest,lowest,keeper,keeper"})
    assert "the Daihinmin with keeper among lowest scores" in skill._worth(mixed, equal)
    assert skill._worth(even, equal) == ""
    assert skill._worth(mixed, equal[2:]) == ""
