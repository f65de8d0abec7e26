"""Every scripted policy plays whole matches under every preset and odd mixes without an illegal choice.

``play`` raises for a choice outside the legal list, and a match that never ended would hang.
"""

from __future__ import annotations

import pytest

from sim.rules import Rules, preset_names
from sim.task import Task, play

POLICIES = ("uec-standard", "planner", "tuned")
MIXES = (
    "daihinmin-house:hand_size=25,decks=2",
    "kirakuken-full:decks=4,hand_size=40",
    "federation:jokers=0",
    "league:sequences=off,players=2",
    "league:players=8",
    "classic53:sequence_copies=3,stepped_sequences=on,multiple_sequences=on,prime_sequences=on",
    "daihinmin:joker_kidnap=on,seven_pass=per_card,ten_discard=per_card,mistakes=0.05",
)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_preset_is_played_to_the_end(policy: str) -> None:
    for name in preset_names():
        _plays(Rules.preset(name), policy)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("policy", POLICIES)
def test_odd_mixes_are_played_to_the_end(policy: str, mix: str) -> None:
    _plays(Rules.parse(mix), policy)


def _plays(rules: Rules, policy: str) -> None:
    people = int(rules.players) + (rules.sit_out == "on")
    counts = play(Task(rules, (policy,) * people, 5, 10), 0, 3)
    assert counts.games == 30
    assert counts.melds > 30 * people
