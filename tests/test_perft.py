"""Path counts that the reference computed once, and what must hold in every game."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from sim.perft import count_games, count_paths, position_after, split
from sim.scenario import start
from tests.day import seed_of_the_day
from tests.perft_reference import read
from tests.reference.random_rules import random_deal, random_rules

PATHS = {entry["name"]: entry for entry in read("paths.jsonl")}
GAMES = {entry["name"]: entry for entry in read("games.jsonl")}
MOST_ACTIONS = 600
NAME_SUITS = (
    "spade_three",
    "one_eyed_jacks",
    "one_eyed_jack_back",
    "suicide_king",
    "prejudice",
    "six_nine",
    "joker_suit",
    "illegal_finish",
    "foul_finish",
)
"""Options that can name a suit or a colour; ``suit_lock = partial`` also has an order of suits."""


@pytest.mark.parametrize("name", PATHS)
def test_the_engine_counts_the_references_paths(name: str) -> None:
    position, expected = start(PATHS[name]["scenario"]), PATHS[name]["paths"]
    assert [count_paths(position, depth + 1) for depth in range(len(expected))] == expected


@pytest.mark.parametrize("name", PATHS)
def test_the_paths_by_first_action_add_up(name: str) -> None:
    position = start(PATHS[name]["scenario"])
    parts = split(position, 3)
    assert sorted(parts) == position.legal()
    assert sum(parts.values()) == PATHS[name]["paths"][2]


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_counts_the_references_complete_games(name: str) -> None:
    found = count_games(position_after(GAMES[name]["scenario"]))
    assert {" ".join(map(str, places)): n for places, n in found.items()} == GAMES[name]["games"]


def random_scenario(number: int, **changes: Any) -> tuple[dict[str, Any], random.Random]:
    """A random deal of the day, under a random mix of rules with some of them set."""
    rng = random.Random(f"perft/{seed_of_the_day()}/{number}")
    return random_deal(rng, random_rules(rng).replace(**changes)), rng


def held(state: dict[str, Any]) -> Counter[str]:
    return Counter(card for hand in state["hands"] for card in hand.split())


@pytest.mark.parametrize("number", range(24))
def test_a_random_game_keeps_its_cards_and_ends_with_a_place_for_every_seat(number: int) -> None:
    """No action makes a card: hands only shrink, but for kidnapped jokers and penalty cards."""
    scenario, rng = random_scenario(number)
    position = start(scenario)
    everything = held(position.state()) + Counter(scenario["stock"].split())
    for _ in range(MOST_ACTIONS):
        if position.over:
            break
        state = position.state()
        assert state["legal"] == sorted(set(state["legal"])) != []
        assert held(state) <= everything
        melds = [action for action in state["legal"] if action != "pass"]
        position.play(rng.choice(melds if melds and rng.random() < 0.8 else state["legal"]))
    state = position.state()
    assert sorted(state["places"]) == list(range(len(scenario["hands"])))
    assert (state["seat"], state["field"], state["legal"], state["locks"]) == (None, "", [], [])


@pytest.mark.parametrize("number", range(16))
def test_each_meld_takes_exactly_its_cards_from_the_hand(number: int) -> None:
    off = dict.fromkeys(("seven_pass", "joker_kidnap", "ten_discard", "tenraku"), "off")
    scenario, rng = random_scenario(number, **off)
    position = start(scenario)
    for _ in range(MOST_ACTIONS):
        if position.over:
            break
        before = position.state()
        seat, action = before["seat"], rng.choice(before["legal"])
        position.play(action)
        put = Counter([] if action == "pass" else action.split(" /")[0].split())
        hands = [Counter(hand.split()) for hand in before["hands"]]
        assert put <= hands[seat]
        hands[seat] -= put
        assert [Counter(hand.split()) for hand in position.state()["hands"]] == hands


@pytest.mark.parametrize("cards", ["4", "9", "K"])
def test_two_revolutions_are_none(cards: str) -> None:
    four, tens = f"S{cards} H{cards} D{cards} C{cards}", "S10 H10 D10 C10"
    scenario = {
        "set": {"players": 2, "revolution": "game"},
        "hands": [f"{four} S5 D6 D7", f"{tens} H5 C6 C7"],
    }
    position = position_after({**scenario, "actions": [four, "pass", "D7"]})
    assert position.state()["order"] == "reversed"
    assert "H5" in position.legal() and "S10" not in position.legal()
    for action in ("H5", "pass", tens):
        position.play(action)
    state = position.state()
    assert (state["order"], state["revolution"]) == ("normal", False)


def relabelled(cards: str, suits: dict[int, int]) -> str:
    """The same cards with other suits; jokers have none."""
    words = cards.split()
    return " ".join(w if w == "JK" else w[0].translate(suits) + w[1:] for w in words)


@pytest.mark.parametrize("number", range(12))
def test_relabelling_the_suits_changes_nothing_where_no_rule_names_one(number: int) -> None:
    neutral = {"illegal_finish": "", "foul_finish": "", "joker_suit": "free"}
    changes = {key: neutral.get(key, "off") for key in NAME_SUITS}
    scenario, rng = random_scenario(number, **changes)
    if scenario["set"].get("suit_lock") == "partial":
        scenario["set"]["suit_lock"] = "exact"
    suits = str.maketrans("SHDC", "".join(rng.sample("SHDC", 4)))
    changed = {
        "hands": [relabelled(hand, suits) for hand in scenario["hands"]],
        "stock": relabelled(scenario["stock"], suits),
    }
    mine, other = start(scenario), start({**scenario, **changed})
    assert [count_paths(mine, d) for d in (1, 2)] == [count_paths(other, d) for d in (1, 2)]
