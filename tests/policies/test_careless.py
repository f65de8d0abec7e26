"""``careless:P:POLICY``: a policy that errs at a rate, wherever a policy is named."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from sim import Rules, simulate
from sim.cli import main
from sim.engine.jit import entry
from sim.errors import InputError
from sim.policies.kernel import attentive
from sim.policies.registry import RANDOM, encode, policies_for, policy_name, policy_number

RULES = Rules.preset("league")


@entry
def errors(policy, number, stream):
    """Of so many decisions those that are random."""
    found = 0
    for _ in range(number):
        if attentive(policy, stream) == RANDOM:
            found += 1
    return found


@pytest.mark.parametrize("rate", [0.001, 0.1, 0.5, 0.999, 1.0])
def test_a_careless_policy_errs_at_its_rate(rate: float) -> None:
    draws = 200_000
    found = errors(policy_number(f"careless:{rate}:keeper"), draws, np.array([7], np.int64))
    assert abs(found - draws * rate) <= 5 * (draws * rate * (1 - rate)) ** 0.5


def test_who_never_errs_plays_the_very_same_games() -> None:
    assert simulate(RULES, "careless:0:keeper", 500).counts == simulate(RULES, "keeper", 500).counts


def test_errors_cost_points_the_more_of_them_the_more() -> None:
    names = ["keeper", "careless:0.2:keeper", "careless:0.6:keeper", "random", "random"]
    points = simulate("uec", names, 20_000).counts.person_points
    assert points[0] > points[1] > points[2] > max(points[3], points[4])


def test_a_person_or_a_title_may_be_careless() -> None:
    by_title = simulate(RULES, "title:careless:0.9:keeper,keeper", 4_000).counts
    steady = simulate(RULES, "keeper", 4_000).counts
    assert by_title.transition[0, 0] < 0.9 * steady.transition[0, 0]


@pytest.mark.parametrize(
    "name", ["careless:0.1:keeper", "careless:0.25:lowest", "careless:1:rollout:20", "keeper"]
)
def test_numbers_and_names_are_one(name: str) -> None:
    assert policy_name(policy_number(name)) == name
    assert policies_for(name, RULES) == (name,) * int(RULES.players)


def test_the_same_rate_is_the_same_name() -> None:
    one, other = (
        policies_for("careless:0.10:keeper", RULES),
        policies_for("careless:.1:keeper", RULES),
    )
    assert one == other


def test_policies_without_a_rate_keep_their_numbers() -> None:
    assert encode(["random", "lowest", "keeper"])[:3] == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("careless:x:keeper", "'x' is no share from 0 to 1"),
        ("careless:1.5:keeper", "'1.5' is no share from 0 to 1"),
        ("careless:nan:keeper", "'nan' is no share from 0 to 1"),
        ("careless:0.1", "'' cannot be careless"),
        ("careless:0.1:careless:0.1:keeper", "'careless:0.1:keeper' cannot be careless"),
        ("careless:0.1:nobody", "unknown policy 'nobody'"),
    ],
)
def test_bad_names_are_told(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace(".", r"\.")):
        policies_for(name, RULES)


def test_the_commands_take_it() -> None:
    done = CliRunner().invoke(
        main, ["watch", "--rules", "league", "--policies", "careless:0.5:keeper", "--seed", "3"]
    )
    assert done.exit_code == 0 and "careless:0.5:keeper" in done.output
    done = CliRunner().invoke(main, ["watch", "--policies", "careless:2:keeper"])
    assert done.exit_code == 2 and "no share from 0 to 1" in done.output


def test_the_bench_tells_preset_and_policy_apart() -> None:
    from sim.bench import rows

    found = rows(["uec:careless:0.1:keeper", "daihinmin:hand_size=25,decks=2:lowest"], 1)
    assert [(row.preset, row.policy) for row in found] == [
        ("uec", "careless:0.1:keeper"),
        ("daihinmin:hand_size=25,decks=2", "lowest"),
    ]
