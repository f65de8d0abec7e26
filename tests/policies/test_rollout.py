"""``rollout``: legal under all rules, deals that agree with what was seen, and playouts that pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from sim.counts import add
from sim.engine import play_matches
from sim.engine.jit import entry
from sim.engine.match import WORK
from sim.errors import InputError
from sim.notation import cards_of
from sim.policies import rollout
from sim.policies.registry import policies_for, policy_name, policy_number
from sim.policies.rollouts.hidden import deal_hidden, fill_pool
from sim.policies.rollouts.inference import next_deal
from sim.policies.rollouts.memory import begin_memory
from sim.rules import Rules, preset_names
from sim.scenario import start
from sim.task import Task
from sim.watch.game import _Driver
from tests.day import seed_of_the_day

ODD = (
    "daihinmin-house:seven_pass=per_card,ten_discard=per_card,joker_kidnap=on",
    "daihinmin:sit_out=on,mistakes=0.2,hand_size=9,mistake_penalty=draw",
    "uec:decks=2,hand_size=13,jokers_dealt=always",
    "league:tenraku=drop,revolution=permanent",
    "federation:hand_size=8,jokers_dealt=always,tribute=3",
    "classic53:hand_size_choice=random,hand_size_range=7 9 every,joker_kidnap=on,jokers=2",
)
ALL = (*preset_names(), *ODD)


@entry
def choose(r, t, budget, buffer, n, stream, memory):  # type: ignore[no-untyped-def]
    return rollout.choose(r, t, budget, buffer, n, stream, memory)


def task_of(text: str, policy: str, games: int, seed: int = 7) -> Task:
    rules = Rules.parse(text)
    return Task(rules, policies_for(policy, rules), seed, games)


@pytest.mark.parametrize("text", ALL)
def test_whole_matches_are_played_under_every_preset(text: str) -> None:
    counts = play_matches(task_of(text, "rollout:6", 3), 0, 1)
    assert counts.games == 3
    assert (counts.person_place.sum(axis=0) <= 3).all()
    assert int(counts.person_place.sum()) == 3 * int(Rules.parse(text).players)


@pytest.mark.parametrize("text", ["uec", "league", "daihinmin"])
def test_playouts_by_the_list_end_as_those_by_the_short_way(text: str) -> None:
    task = task_of(text, "rollout:20", 4)
    by_list = play_matches(task, 0, 1, by_list=True)
    by_list.record["legal"] = 0
    assert play_matches(task, 0, 1) == by_list


def test_the_same_seed_gives_the_same_games_on_any_threads() -> None:
    task = task_of("uec", "rollout:10", 4)
    whole = play_matches(task, 0, 4)
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda match: play_matches(task, match, 1), [3, 1, 0, 2]))
    assert add(parts) == whole
    assert play_matches(task_of("uec", "rollout:10", 4, seed=8), 0, 4) != whole


def test_the_playouts_a_decision_are_part_of_the_name() -> None:
    assert policy_name(policy_number("rollout:200")) == "rollout:200"
    assert policy_name(policy_number("rollout")) == "rollout"
    default = f"rollout:{rollout.DEFAULT_BUDGET}"
    same = [play_matches(task_of("uec", name, 2), 0, 1) for name in ("rollout", default)]
    assert same[0] == same[1]


@pytest.mark.parametrize("name", ["rollout:", "rollout:0", "rollout:x", "rollout:70000"])
def test_a_bad_number_of_playouts_is_named(name: str) -> None:
    with pytest.raises(InputError, match=name):
        policy_number(name)


def decisions(text: str, games: int) -> Iterator[tuple[_Driver, dict[tuple[int, int], Any]]]:
    """A driver before each decision, and what is known for sure: by who knows and who holds."""
    driver = _Driver(task_of(text, "rollout:2", games, seed_of_the_day()), 0)
    for game in range(games):
        dealt = [Counter(cards_of(hand)) for hand in driver.dealt(game)]
        driver.begin(game)
        sure: dict[tuple[int, int], Counter[int]] = {}
        if driver.match[0]["titled"]:
            n = len(dealt)
            titles = [int(seat) for seat in driver.match[0]["titles"][:n]]
            for pair in range(n // 2):
                for giver, taker in (
                    (titles[pair], titles[n - 1 - pair]),
                    (
                        titles[n - 1 - pair],
                        titles[pair],
                    ),
                ):
                    hand = Counter(cards_of(driver.table[0]["hands"][taker]))
                    sure[giver, taker] = hand - dealt[taker]
        while not driver.over:
            yield driver, sure
            seat = int(driver.table[0]["seat"])
            row = driver.step()
            for (_, holder), cards in sure.items():
                if row is not None and holder == seat:
                    cards.subtract(Counter(cards_of(row[1:])) & cards)
        driver.end(game)


def in_play(driver: _Driver) -> Counter[int]:
    """Every card of the decks of this game."""
    r = driver.now[0]
    decks = int(driver.work[0]["memory"]["decks"])
    return Counter({bit: decks for bit in range(52 + int(r["jokers"]))})


@pytest.mark.parametrize("text", ALL)
def test_hidden_hands_agree_with_what_was_seen(text: str) -> None:
    stream, deals = np.array([seed_of_the_day()], np.int64), 0
    moves_cards = any(
        Rules.parse(text)[key] != "off" for key in ("seven_pass", "joker_kidnap", "ten_discard")
    )
    for driver, sure in decisions(text, 4):
        r, t, memory = driver.now[0], driver.table[0], driver.work[0]["memory"]
        me, players = int(t["seat"]), int(t["players"])
        size = fill_pool(r, t, memory, me)
        for fresh in (True, False):
            next_deal(r, t, memory, me, size, fresh, stream)
            deals += 1
            seen = Counter(cards_of(t["hands"][me])) + Counter(cards_of(t["played"]))
            for seat in set(range(players)) - {me}:
                hand = Counter(cards_of(memory["hands"][seat]))
                assert hand.total() == int(t["counts"][seat])
                seen += hand
                if (me, seat) in sure and not moves_cards and t["counts"][seat]:
                    assert sure[me, seat] <= hand
            assert seen <= in_play(driver)
    assert deals > 100


@pytest.mark.parametrize("text", ALL)
def test_what_is_taken_for_known_is_true(text: str) -> None:
    """Known cards lie where they are thought to, and nobody holds what is ruled out."""
    known_cards = 0
    for driver, _ in decisions(text, 4):
        t, memory = driver.table[0], driver.work[0]["memory"]
        for seat in range(int(t["players"])):
            hand = Counter(cards_of(t["hands"][seat]))
            for observer in set(range(int(t["players"]))) - {seat}:
                known = Counter(cards_of(memory["known"][observer, seat]))
                if t["counts"][seat] == 0:
                    continue
                assert known <= hand
                known_cards += known.total()
                weaker = int(memory["weaker"][observer, seat])
                if weaker and t["stock_next"] == 0:
                    assert not any(weaker >> card & 1 for card in hand - known)
    assert known_cards > 0 or Rules.parse(text).tribute == ()


def test_with_all_jokers_dealt_none_is_left_over() -> None:
    stream = np.array([5], np.int64)
    for driver, _ in decisions("federation:hand_size=8,jokers_dealt=always,tenraku=off", 3):
        r, t, memory = driver.now[0], driver.table[0], driver.work[0]["memory"]
        me = int(t["seat"])
        size = fill_pool(r, t, memory, me)
        deal_hidden(r, t, memory, me, size, stream)
        hands = [memory["hands"][s] for s in range(int(t["players"])) if s != me]
        seen = [t["hands"][me], t["played"], *hands]
        assert sum(card >= 52 for words in seen for card in cards_of(words)) == int(r["jokers"])


LAST_STAND = {
    "rules": "default",
    "set": {"players": 3, "jokers": 0},
    "hands": ["S3 H2 D4 C4", "SK", "HK"],
    "lead": 0,
}
"""Whoever leads anything but the pair or the 2 lets a player with one card go out first."""


def share_right(budget: int, tries: int = 200) -> float:
    """How often the seat to act finds a lead that no single card answers."""
    position = start(LAST_STAND)
    work = np.zeros(1, WORK)
    memory = work[0]["memory"]
    begin_memory(position._record[0], memory, np.array([policy_number("rollout")]), 4)
    memory["decks"] = 1
    rows = position.rows()
    texts = [reading.text for reading in position.readings()]
    buffer = np.zeros((256, 5), np.int64)
    buffer[: len(rows)] = rows
    stream, right = np.array([3], np.int64), 0
    for _ in range(tries):
        args = (buffer, len(rows), stream, memory)
        choice = choose(position._record[0], position.table, budget, *args)
        right += texts[choice] in ("D4 C4", "C4 D4", "H2")
    return right / tries


def test_more_playouts_find_the_only_good_lead() -> None:
    shares = [share_right(budget) for budget in (2, 8, 64)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_who_plays_games_out_beats_the_player_it_plays_them_with() -> None:
    rules = Rules.parse("uec")
    points = games = 0
    for person in range(5):
        lineup = ["keeper"] * 5
        lineup[person] = "rollout:24"
        counts = play_matches(Task(rules, tuple(lineup), 11, 10), 0, 6)
        points += int(counts.person_points[person])
        games += counts.games
    assert points / games > 3.3  # equal players get 3; the standard error is 0.08
