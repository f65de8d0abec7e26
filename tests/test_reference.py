"""Self-checks of the reference: whole games under random mixes of rules, and its own notation."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sim.rules import OPTIONS, Rules
from tests.reference import Game
from tests.reference.cards import RANKS, SUITS
from tests.reference.random_rules import random_deal, random_rules

GAMES = 150
MOST_ACTIONS = 3000


def random_game(seed: int) -> tuple[Game, random.Random]:
    """A game before its first action, and the stream to play it with."""
    rng = random.Random(seed)
    return Game.from_scenario(random_deal(rng, random_rules(rng))), rng


def random_action(game: Game, rng: random.Random) -> str:
    """Mostly a meld or a decision, sometimes a pass, rarely a mistake."""
    if game.choices is None and rng.random() < 0.02:
        return "mistake"
    legal = game.legal()
    melds = [action for action in legal if action != "pass"]
    return rng.choice(melds if melds and rng.random() < 0.7 else legal)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game_conserves_cards_and_ends_with_a_place_for_every_seat(seed: int) -> None:
    game, rng = random_game(seed)
    cards = game.cards()
    for _ in range(MOST_ACTIONS):
        if game.over:
            break
        legal = game.legal()
        assert legal == sorted(set(legal)) and legal
        assert game.seat in game.still_in
        game.play(random_action(game, rng))
        assert game.cards() == cards
    state = game.state()
    assert sorted(state["places"]) == list(range(len(state["hands"])))
    assert (state["seat"], state["field"], state["legal"], state["locks"]) == (None, "", [], [])


def test_random_rules_reach_every_option_of_the_game() -> None:
    seen: dict[str, set[str]] = {
        option.key: set() for option in OPTIONS if 3 <= option.section <= 7
    }
    for seed in range(600):
        rules = random_rules(random.Random(seed))
        for key, values in seen.items():
            values.add(rules.text(key))
    assert not [key for key, values in seen.items() if len(values) < 2]


def test_a_scenario_replays_to_the_same_state() -> None:
    rng = random.Random(4)
    scenario = random_deal(rng, random_rules(rng))
    game, actions = Game.from_scenario(scenario), []
    while not game.over:
        actions.append(random_action(game, rng))
        game.play(actions[-1])
    assert Game.from_scenario({**scenario, "actions": actions}).state() == game.state()


@pytest.mark.parametrize("seed", range(20))
def test_the_same_cards_in_another_order_are_the_same_meld(seed: int) -> None:
    game, _ = random_game(seed)
    for action in game.legal():
        words, slash, reading = action.partition(" /")
        cards = words.split()
        kind = game._options()[action]
        if action == "pass":
            continue
        top = [cards.pop()] if kind.meld.is_group and game.rules.suit_lock == "top" else []
        if not kind.meld.is_group and len({card.rank for card in kind.meld.reals}) < 2:
            continue
        fresh, _ = random_game(seed)
        seat = fresh.seat
        assert seat is not None
        fresh.play(" ".join([*reversed(cards), *top]) + slash + reading)
        game_again, _ = random_game(seed)
        game_again.play(action)
        assert fresh.state() == game_again.state()


def test_an_illegal_action_names_the_legal_ones() -> None:
    game = Game(Rules(players=2), ["S5 S6", "C7"])
    with pytest.raises(ValueError, match=r"'S9' is not legal; legal: S5, S6"):
        game.play("S9")


def test_a_hand_of_25_cards_from_two_decks_is_listed_whole() -> None:
    deal = random.Random(1)
    deck = [suit + rank for suit in SUITS for rank in RANKS]
    cards = [*deck, "JK", "JK"] * 2
    deal.shuffle(cards)
    rules = Rules(players=2, decks=2, hand_size=25, sequences="on", six_nine="any")
    game = Game(rules, [cards[:25], cards[25:50]])
    singles = {text for text in game.legal() if " " not in text}
    assert singles == set(cards[:25])
    assert all(not Counter(text.split(" /")[0].split()) - Counter(cards) for text in game.legal())


def test_a_kidnap_that_brings_another_suit_leaves_the_lock_as_it_was() -> None:
    rules = Rules(players=4, suit_lock="exact", joker_kidnap="on")
    game = Game(rules, ["H7 D7 S3", "H8 D8 S4", "HK JK S5", "CK C4"])
    for action in ("H7 D7", "H8 D8", "HK JK", "kidnap CK"):
        game.play(action)
    assert game.state()["field"] == "HK CK"
    assert game.state()["locks"] == ["suit H D"]


def test_tops_that_a_kidnap_makes_unlike_set_no_lock_of_all_suits() -> None:
    rules = Rules(players=3, suit_lock="top", joker_kidnap="on")
    game = Game(rules, ["S9 H9 S3", "D10 H10 CJ", "DJ JK S5"])
    for action in ("S9 H9", "D10 H10", "DJ JK", "kidnap CJ"):
        game.play(action)
    assert game.state()["field"] == "DJ CJ"
    assert game.state()["locks"] == ["top H"]


def test_a_rollover_that_keeps_no_lock_leaves_later_ones_free_to_be_set() -> None:
    rules = Rules(players=2, suit_lock="exact", rollover="keep_locks")
    game = Game(rules, ["S2 S4 H4 D9", "S3 H3 C9"])
    for action in ("S2", "S3 H3", "S4 H4"):
        game.play(action)
    assert game.state()["locks"] == ["suit S H"]
