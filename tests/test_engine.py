"""The engine against arithmetic, and against itself: the same seed gives the same counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from sim.counts import Counts, add
from sim.engine import play_matches, signature
from sim.engine.deal import shuffle
from sim.engine.streams import DEAL, key
from sim.rules import Rules, preset_names
from sim.task import Task

PLAIN = {"jokers": 0, "players": 4}


@cache
def played(preset: str, policy: str, matches: int, **changes: object) -> Counts:
    rules = Rules.preset(preset, **changes)
    people = int(rules.players) + (rules.sit_out == "on")
    return play_matches(Task(rules, (policy,) * people, 5, 50), 0, matches)


def test_a_tribute_of_two_moves_the_twos_that_arithmetic_says() -> None:
    counts = played("default", "lowest", 400, **PLAIN)
    games = int(counts.titled[3])
    chances = [comb(4, k) * comb(48, 13 - k) / comb(52, 13) for k in range(5)]
    expected = sum(min(2, k) * chance for k, chance in enumerate(chances))
    assert expected == pytest.approx(0.95352, abs=1e-5)
    assert counts.dealt_twos[3] / games == pytest.approx(1, abs=4 * 0.85 / sqrt(games))
    assert counts.given_twos[3] / games == pytest.approx(expected, abs=4 * 0.75 / sqrt(games))
    assert counts.got_twos[0] == counts.given_twos[3]


def test_hands_of_thirteen_hold_four_of_a_kind_as_often_as_they_should() -> None:
    record = Rules(**PLAIN).kernel()[0]
    deck, stream = np.zeros(216, np.int16), np.zeros(1, np.int64)
    deals, found = 12_000, 0
    for game in range(deals):
        stream[0] = key(1, 0, game, DEAL)
        shuffle(record, 1, 52, False, deck, stream)
        found += int((np.bincount(deck[:13] // 4, minlength=13) == 4).any())
    chance = 0.03420
    assert found / deals == pytest.approx(chance, abs=4 * sqrt(chance / deals))


def test_without_exchange_and_with_leads_independent_of_titles_all_moves_are_equally_likely() -> (
    None
):
    counts = played(
        "default",
        "lowest",
        600,
        **PLAIN,
        tribute="",
        first_lead="diamond_three",
        next_lead="diamond_three",
    )
    table = counts.transition[:4, :4]
    expected = table.sum() / 16
    chi_square = float(((table - expected) ** 2 / expected).sum())
    assert chi_square < 37.7  # 99.9 % point for 15 degrees of freedom


@pytest.mark.parametrize("policy", ["random", "lowest", "keeper"])
def test_every_title_is_held_and_every_place_taken_equally_often(policy: str) -> None:
    counts = played("league", policy, 20)
    table = counts.transition[:4, :4]
    assert (table.sum(axis=0) == table.sum(axis=1)).all()
    assert (table.sum(axis=0) == counts.titled[0]).all()


@pytest.mark.parametrize("preset", preset_names())
def test_blocks_of_any_size_on_any_threads_add_up_to_the_same_counts(preset: str) -> None:
    rules = Rules.preset(preset)
    task = Task(rules, ("keeper",) * int(rules.players), 3, 8)
    whole = play_matches(task, 0, 6)
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda block: play_matches(task, *block), [(4, 2), (0, 1), (1, 3)])
    assert add(parts) == whole


def test_the_same_shuffle_is_dealt_whatever_the_jokers_and_the_hand_size() -> None:
    def ranked(rules: Rules, dealt: int) -> list[int]:
        deck, stream = np.zeros(216, np.int16), np.zeros(1, np.int64)
        stream[0] = key(9, 8, 7, DEAL)
        total = shuffle(rules.kernel()[0], 1, dealt, dealt < 40, deck, stream)
        return [int(card) for card in deck[: min(total, dealt)] if card < 52]

    full = ranked(Rules(jokers=0), 52)
    assert ranked(Rules(jokers=2), 54) == full
    assert ranked(Rules(jokers=1), 53) == full
    short = ranked(Rules(jokers=0, hand_size=9), 36)
    assert short == full[: len(short)]


def test_counts_of_streaks_and_games_agree() -> None:
    counts = played("daihinmin", "keeper", 40)
    lengths = np.arange(65)
    ended = (counts.daihinmin_streak + counts.daihinmin_streak_cut) * lengths
    assert int(ended.sum()) == counts.games
    assert int(counts.person_place[:, 0].sum()) == counts.games
    assert counts.matches == 40
    repeats = int(counts.transition[3, 3])
    streaks = int(counts.daihinmin_streak.sum() + counts.daihinmin_streak_cut.sum())
    assert repeats == counts.games - streaks


def test_games_with_a_revolution_are_counted_once_each() -> None:
    counts = played("daihinmin-optional", "lowest", 20)
    without, with_one = counts.revolution_games.tolist()
    assert without + with_one == counts.games
    assert 0 < with_one < counts.revolutions, "some games have several"
    assert played("default", "lowest", 4, **PLAIN).revolution_games.tolist() == [200, 0]


def test_a_person_sits_out_every_game_of_five() -> None:
    counts = played("daihinmin", "lowest", 10, sit_out="on")
    assert int(counts.sat_out.sum()) == counts.games
    assert int(counts.person_place[:5].sum()) == 4 * counts.games


def test_hand_sizes_chosen_by_chance_and_by_the_dealer() -> None:
    changes = {"hand_size_range": "11 15 odd", "decks": "auto"}
    chance = played("daihinmin", "lowest", 10, hand_size_choice="random", **changes)
    assert [size for size in range(55) if chance.size_games[size]] == [11, 13, 15]
    dealer = played("daihinmin", "lowest", 10, hand_size_choice="dealer", **changes)
    assert [size for size in range(55) if dealer.size_games[size]] == [15]


def test_house_rules_come_into_force_one_after_another() -> None:
    rules = "sequences=on revolution=game eight_cut=any"
    counts = played("default", "lowest", 4, rule_making="add", house_rules=rules)
    assert list(counts.house_games[:3]) == [4 * 49, 4 * 48, 4 * 47]


def test_the_pot_is_won_by_those_who_did_not_pay_it() -> None:
    counts = played("daihinmin", "lowest", 5, gambling="cards")
    in_the_pot = -int(counts.person_money.sum())
    assert 0 < in_the_pot <= 5 * 54


def test_the_signature_is_a_function_of_the_engine_alone() -> None:
    signature.cache_clear()
    first = signature()
    signature.cache_clear()
    assert signature() == first and len(first) == 12


def test_a_list_of_zeros_scores_nothing() -> None:
    counts = played("daihinmin", "lowest", 2, scoring="0 0 0 0")
    assert not counts.person_points.any()
