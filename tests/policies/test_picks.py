"""The short ways of plain games against the long ones: what is picked, and how it is played."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sim.engine import play_matches, signature
from sim.engine.game import act, list_actions
from sim.engine.state import NOT_PLAIN, TABLE
from sim.engine.step import act_short, choose_step, pick_step
from sim.rules import BY_KEY, OPTIONS, Rules
from sim.task import Task
from sim.watch.game import _Driver
from tests.day import seed_of_the_day
from tests.reference.random_rules import random_rules
from tests.values import telling_values

POLICIES = ("random", "lowest", "keeper")
RESOLVING = ("actor", "old", "flags", "skips", "gifts", "discards", "old_jokers_only")
SCRATCH = (*RESOLVING, "chosen", "above", "alone", "able", "ask_all")
"""Fields that say something only while a meld is resolved, or only the short ways."""

PLAIN = (
    "daihinmin",
    "wikipedia",
    "league",
    "classic53",
    "headtohead",
    "uec",
    "federation",
    "league:sequence_past_ends=off,jack_back=any,eight_cut=any",
    "league:illegal_finish=joker two eight group sequence,group_max=3",
    "uec:jokers=0,sequence_answer=higher,own_answer=off",
    "uec:joker_in_reversal=below_ace,revolution=permanent,group_max=4",
    "federation:tenraku=end,foul_finish=eight_cut group revolution,players=6,hand_size=all",
    "default:sequences=on,sequence_revolution=3,deuce_clears=on,jokers=2",
    "league:deuce_clears=on,revolution=permanent",  # reversed, a 3 clears as a 2 does
    "daihinmin:hand_size=25,decks=2",
    "daihinmin:hand_size=30,decks=3,foul_finish=two joker,illegal_finish=",
    "daihinmin:hand_size=20,decks=2,group_max=4,eight_cut=any,players=3",
)


def rules_of(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except ValueError as error:
        pytest.fail(f"{text}: {error}")


class _Compared(_Driver):
    """A match in which every decision is also made, and every action also played, the short way."""

    picked = listed = 0

    def position(self, n: int) -> str:
        """Where the two ways part: the hand, the field, the locks, the list."""
        t = self.table[0]
        fields = ("field", "lock", "lock_suits", "lock_open", "revolution", "back")
        seen = ", ".join(f"{name} {t[name]}" for name in fields)
        return f"hand {t['hands'][t['seat']]}, {seen}, listed {self.buffer[:n].tolist()}"

    def step(self) -> Any:
        r, t, m, work = self.now[0], self.table[0], self.match[0], self.work[0]
        assert t["plain"] != NOT_PLAIN, "these rules are not plain"
        before = work["stream"].copy()
        short = pick_step(r, t, m, self.policies, work)
        row, stream = t["chosen"].copy(), work["stream"].copy()
        work["stream"] = before
        n = int(list_actions(r, t, self.buffer))
        choice = choose_step(r, t, m, self.policies, work, self.buffer, n)
        action = self.buffer[choice].copy()
        if short:
            self.picked += 1
            if action[0] == 0:
                action[2:] = row[2:]
            assert row.tolist() == action.tolist(), self.position(n)
            assert stream[0] == work["stream"][0], self.position(n)
        else:
            self.listed += 1
        other = self.table.copy()
        act(r, t, action)
        act_short(r, other[0], action)
        for name in TABLE.names or ():
            if name not in SCRATCH:
                assert np.array_equal(t[name], other[0][name]), name
        return action


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("text", PLAIN)
def test_a_pick_is_the_choice_from_the_list_and_is_played_the_same(text: str, policy: str) -> None:
    rules = rules_of(text)
    task = Task(rules, (policy,) * int(rules.players), 11, 4)
    picked = listed = 0
    for number in range(5):
        driver = _Compared(task, number)
        for game in range(4):
            driver.begin(game)
            while not driver.over:
                driver.step()
            driver.end(game)
        picked, listed = picked + driver.picked, listed + driver.listed
    assert picked > 0 or policy != "lowest"


@pytest.mark.parametrize("text", PLAIN)
def test_blocks_count_the_same_by_list_and_by_the_short_ways(text: str) -> None:
    rules = rules_of(text)
    for policy in POLICIES:
        task = Task(rules, (policy,) * int(rules.players), 3, 20)
        long, short = play_matches(task, 0, 10, by_list=True), play_matches(task, 0, 10)
        assert long.legal > long.turns
        long.record["legal"] = short.record["legal"] = 0
        assert long == short


def test_the_signature_is_that_of_listed_games() -> None:
    assert signature() == signature(True)


def same_by_list(rules: Rules, policy: str, seed: int, games: int = 10) -> bool:
    """Whether a few matches count the same by list and by the short ways."""
    people = int(rules.players) + (rules.sit_out == "on")
    task = Task(rules, (policy,) * people, seed, games)
    long, short = play_matches(task, 0, 2, by_list=True), play_matches(task, 0, 2)
    long.record["legal"] = short.record["legal"] = 0
    return long == short


@pytest.mark.parametrize("base", ["league", "uec"])
@pytest.mark.parametrize("key", [option.key for option in OPTIONS])
def test_no_value_of_an_option_is_overlooked_by_the_short_ways(key: str, base: str) -> None:
    tried = 0
    for value in telling_values(BY_KEY[key].kind):
        try:
            rules = Rules.preset(base).replace(**{key: value})
        except ValueError:
            continue
        tried += 1
        for policy in POLICIES:
            assert same_by_list(rules, policy, 7), f"{key}={value}, {policy}"
    assert tried or (key, base) == ("players", "uec"), "no value fits"


def test_mixed_rules_of_the_day_count_the_same_by_list_and_by_the_short_ways() -> None:
    seed = seed_of_the_day()
    rng = random.Random(seed)
    for _ in range(150):
        rules = random_rules(rng)
        cards = int(rules.text("decks")) * (52 + int(rules.text("jokers")))
        rules = rules.replace(hand_size=min(12, cards // int(rules.players)))
        for policy in POLICIES:
            assert same_by_list(rules, policy, seed, 4), (policy, rules)
