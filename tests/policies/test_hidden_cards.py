"""No policy sees hidden cards: dealt anew behind its back, they change no choice of its.

One person plays the policy, the others play at random, so that it is asked in positions of all kinds.
At each of its decisions all that it cannot see – the other hands, the stock, what a fallen Daifugo
dropped, the cards that were not dealt – is shuffled and dealt again, and it is asked once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.engine.deal import decks_for
from sim.engine.game import list_actions
from sim.engine.jit import entry
from sim.engine.state import NOT_PLAIN
from sim.engine.step import choose_step, pick_step
from sim.notation import cards_of, words_of
from sim.policies.kernel import choose_back
from sim.policies.registry import POLICIES, policies_for
from sim.rules import Rules
from sim.task import Task
from sim.watch.game import _Driver
from tests.day import seed_of_the_day

PRESETS = ("uec", "federation", "kirakuken-full", "daihinmin-house", "daihinmin:hand_size=25")
OWN = """
from sim.own import draw, policy, strength, unseen

@policy
def curious(view, actions):
    told = view.counts[1] + unseen(view, 12) + view.known[2, 0] % 7 + strength(view, actions[1])
    return (told + draw(view, 5)) % len(actions)
"""

Choose = Callable[[Any, Any, Any, int], Any]
"""The choice at a table, given driver, table, actions and their number."""


def names() -> list[str]:
    """Every policy of the registry; those that play games out do so a little."""
    short = {"rollout": "rollout:8"}
    return [short.get(policy.name, policy.name) for policy in POLICIES]


def full_deck(rules: Any, decks: int) -> Counter[int]:
    jokers = int(rules["jokers"])
    deck = {card: decks for card in range(52)}
    if jokers == 1:
        deck[52] = decks
    elif jokers == 2:
        deck[52] = deck[53] = decks
    return Counter(deck)


def dealt_anew(driver: _Driver, rng: np.random.Generator) -> Any:
    """A copy of the table with everything dealt again that the seat to act does not see."""
    table, seat = driver.table.copy(), int(driver.table[0]["seat"])
    t = table[0]
    decks = int(decks_for(driver.now[0], driver.match[0]["size"]))
    unseen = full_deck(driver.now[0], decks)
    unseen.subtract(cards_of(t["hands"][seat]))
    unseen.subtract(cards_of(t["played"]))
    assert min(unseen.values()) >= 0
    pool = list(rng.permutation(sorted(unseen.elements())))
    for other in range(int(t["players"])):
        if other != seat:
            n = len(cards_of(t["hands"][other]))
            t["hands"][other] = words_of([int(pool.pop()) for _ in range(n)])
    t["dropped"] = words_of([int(pool.pop()) for _ in cards_of(t["dropped"])])
    for at in range(int(t["stock_next"]), int(t["stock_size"])):
        t["stock"][at] = pool.pop()
    return table


def kernel_choice(driver: _Driver, table: Any, buffer: Any, n: int) -> int:
    work = driver.work.copy()
    return int(
        choose_step(
            driver.now[0], table[0], driver.match[0], driver.policies, work[0], buffer, n
        )
    )  # fmt: skip


def decisions(policy: str, rules: Rules, games: int, seed: int, choose: Choose) -> tuple[int, int]:
    """How many choices were asked for, and how many of them hidden cards changed."""
    people = int(rules.players) + (rules.sit_out == "on")
    lineup = policies_for([policy, *["random"] * (people - 1)], rules)
    driver, rng = _Driver(Task(rules, lineup, seed, games), 0), np.random.default_rng(seed)
    asked = changed = 0
    other = np.zeros_like(driver.buffer)
    for game in range(games):
        driver.begin(game)
        while not driver.over:
            t = driver.table[0]
            if driver.match[0]["seated"][int(t["seat"])] == 0:
                anew = dealt_anew(driver, rng)
                n = int(list_actions(driver.now[0], t, driver.buffer))
                m = int(list_actions(driver.now[0], anew[0], other))
                assert m == n and np.array_equal(other[:n], driver.buffer[:n])
                if n > 1:
                    asked += 1
                    before = choose(driver, driver.table.copy(), driver.buffer, n)
                    changed += before != choose(driver, anew, other, n)
            driver.step()
        driver.end(game)
    return asked, changed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("policy", [*names(), "careless:0.3:keeper"])
def test_hidden_cards_change_no_choice(policy: str, preset: str) -> None:
    asked, changed = decisions(policy, Rules.parse(preset), 3, seed_of_the_day(), kernel_choice)
    assert asked > 10
    assert changed == 0


@pytest.mark.parametrize("preset", ["uec", "daihinmin", "daihinmin:hand_size=25", "classic53"])
@pytest.mark.parametrize("policy", names())
def test_hidden_cards_change_no_choice_without_a_list(policy: str, preset: str) -> None:
    """In plain games most policies choose without listing what is legal (``sim.policies.picks``)."""

    def pick(driver: _Driver, table: Any, buffer: Any, n: int) -> tuple[Any, ...]:
        if table[0]["plain"] == NOT_PLAIN:
            return ()
        work = driver.work.copy()
        picked = pick_step(
            driver.now[0], table[0], driver.match[0], driver.policies, work[0]
        )  # fmt: skip
        chosen = table[0]["chosen"].tolist() if picked else []
        return (bool(picked), chosen, int(work[0]["stream"][0]))

    asked, changed = decisions(policy, Rules.parse(preset), 3, seed_of_the_day(), pick)
    assert asked > 10
    assert changed == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_policy_of_ones_own_sees_no_more(preset: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    policy = f"{tmp_path}/mine.py:curious"
    asked, changed = decisions(policy, Rules.parse(preset), 3, seed_of_the_day(), kernel_choice)
    assert asked > 10
    assert changed == 0


def test_one_that_looks_is_found_out() -> None:
    def cheat(driver: _Driver, table: Any, buffer: Any, n: int) -> int:
        t = table[0]
        return int(t["hands"][(int(t["seat"]) + 1) % int(t["players"])][0]) % n

    asked, changed = decisions("lowest", Rules.preset("uec"), 3, 1, cheat)
    assert changed > asked // 4


@entry
def back(r, t, policy, hand, count, stream, out):
    """What is given back, into ``out``."""
    choose_back(r, t, policy, hand, count, stream, out)


@pytest.mark.parametrize("policy", [*names(), "careless:0.3:keeper"])
def test_hidden_cards_change_nothing_that_is_given_back(policy: str) -> None:
    rules = Rules.preset("uec")
    lineup = policies_for(policy, rules)
    driver, rng = _Driver(Task(rules, lineup, 5, 8), 0), np.random.default_rng(5)
    for game in range(8):
        driver.begin(game)
        driver.table[0]["seat"] = driver.match[0]["titles"][0]
        given = []
        for table in (driver.table.copy(), dealt_anew(driver, rng), dealt_anew(driver, rng)):
            hand, out = (
                driver.table[0]["hands"][int(table[0]["seat"])].copy(),
                np.zeros(4, np.int64),
            )
            stream = np.array([game], np.int64)
            back(driver.now[0], table[0], driver.policies[0], hand, 2, stream, out)
            given.append(out.tolist())
        assert given[0] == given[1] == given[2]
        assert sum(map(len, map(cards_of, given[:1]))) == 2
        driver.begin(game)
        while not driver.over:
            driver.step()
        driver.end(game)
