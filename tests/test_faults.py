"""Faults that other programs of this game have had, each as a test under its own name."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules import Rules
from sim.scenario import replay
from sim.task import Task, play
from sim.watch import watch


def after(rules: dict[str, Any], hands: list[str], *actions: str, **more: Any) -> dict[str, Any]:
    """The state after the actions; ``rules`` change the defaults, seat 0 leads."""
    scenario = {"set": rules, "hands": hands, "actions": list(actions), **more}
    return replay(scenario)[-1]


def test_a_lock_is_set_by_comparing_a_meld_with_the_field_not_with_itself() -> None:
    hands = ["S5 H9", "H6 H3", "S7 D8"]
    other = after({"suit_lock": "exact"}, hands, "S5", "H6")
    assert other["locks"] == []
    assert other["legal"] == ["D8", "S7", "pass"]
    hands[1] = "S6 H3"
    same = after({"suit_lock": "exact"}, hands, "S5", "S6")
    assert same["locks"] == ["suit S"]
    assert same["legal"] == ["S7", "pass"]


def test_a_led_meld_sets_no_lock() -> None:
    assert after({"suit_lock": "exact"}, ["S5 S9", "S6", "S7"], "S5")["locks"] == []


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_winner_of_a_trick_leads(winner: int) -> None:
    hands = ["S4 S9", "S5 S10", "S6 SJ"]
    actions = [*["S4", "S5", "S6"][: winner + 1], "pass", "pass"]
    state = after({}, hands, *actions)
    assert (state["seat"], state["field"]) == (winner, "")
    assert "pass" not in state["legal"]


@pytest.mark.parametrize("length", range(5, 14))
def test_sequences_with_jokers_of_any_length_are_generated(length: int) -> None:
    ranks = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"][:length]
    cards = [f"H{rank}" for rank in ranks]
    for gap in range(length):
        held = cards[:gap] + cards[gap + 1 :] + ["JK"]
        meld = " ".join([*cards[:gap], "JK", *cards[gap + 1 :]])
        legal = after({"players": 2, "sequences": "on"}, [" ".join([*held, "S3"]), "S4"])["legal"]
        assert meld in legal


def test_a_sequence_of_six_with_two_jokers_is_generated() -> None:
    rules = {"players": 2, "sequences": "on", "jokers": 2}
    legal = after(rules, ["D4 D6 D7 D9 JK JK S3", "S4"])["legal"]
    assert "D4 JK D6 D7 JK D9" in legal


def test_an_eight_is_no_foul_as_eight_cut_while_eight_cut_is_off() -> None:
    rules = {"foul_finish": "eight_cut"}
    hands = ["S8", "S9 S3", "S10 S4"]
    off = after(rules, hands, "S8", "S9", "S10", "pass", "S4")
    assert off["places"][0] == 0
    on = after({**rules, "eight_cut": "groups"}, hands, "S8", "S3", "S4", "S9")
    assert on["places"] == [1, 2, 0]


def test_an_eight_may_be_the_last_card_as_no_cut_while_eight_cut_is_off() -> None:
    rules = {"illegal_finish": "eight_cut"}
    hands = ["S8", "S9 S3", "S4"]
    assert after(rules, hands)["legal"] == ["S8"]
    assert after({**rules, "eight_cut": "groups"}, hands)["legal"] == ["pass"]


def test_after_a_foul_exactly_one_player_is_daifugo() -> None:
    rules = {"foul_finish": "two"}
    hands = ["S2", "S3 S9", "S4 S10", "S5 SJ"]
    actions = ["S2", "pass", "pass", "pass", "S3", "S4", "S5", "S9", "S10"]
    state = after(rules, hands, *actions)
    assert sorted(state["places"]) == [0, 1, 2, 3]
    assert state["places"] == [1, 2, 3, 0]


def test_places_are_a_permutation_in_games_with_many_fouls() -> None:
    """In counts: nobody shares a title, each place is taken once a game."""
    rules = Rules.preset("league")
    counts = play(Task(rules, ("random",) * 4, 7, 50), 0, 4)
    assert counts.fouls > 0
    assert (counts.person_place.sum(axis=0)[:4] == counts.games).all()


@pytest.mark.parametrize("next_in_is_out", [False, True])
def test_an_eight_as_last_card_gives_the_lead_to_a_player_who_is_in(next_in_is_out: bool) -> None:
    rules = {"eight_cut": "groups"}
    hands = ["S8 S3", "S4 S9", "S5 S10", "S6 SJ"]
    if not next_in_is_out:
        state = after(rules, ["S8", *hands[1:]], "S8")
        assert (state["seat"], state["field"]) == (1, "")
        return
    hands[1] = "S4"
    state = after(rules, hands, "S3", "S4", "pass", "pass", "S8")
    assert (state["seat"], state["field"]) == (2, "")


@pytest.mark.parametrize("lock", ["exact", "partial", "top", "singles"])
def test_a_spade_three_is_not_refused_under_a_lock(lock: str) -> None:
    rules = {"spade_three": "on", "suit_lock": lock, "number_lock": "on"}
    hands = ["H5 H9", "H6 C4", "JK C5", "S3 D3 D9"]
    state = after(rules, hands, "H5", "H6", "JK")
    assert any("suit H" in lock or "top H" in lock for lock in state["locks"])
    assert state["legal"] == ["S3", "pass"]
    taken = after(rules, hands, "H5", "H6", "JK", "S3")
    assert (taken["seat"], taken["field"], taken["locks"]) == (3, "", [])


def test_a_pass_does_not_trigger_the_revolution_again() -> None:
    rules = {"revolution": "game"}
    hands = ["S5 H5 D5 C5 S9 H9", "S4 S6", "S7 H8"]
    for passes in range(3):
        state = after(rules, hands, "S5 H5 D5 C5", *["pass"] * passes)
        assert (state["revolution"], state["order"]) == (True, "reversed")


def test_a_pass_does_not_turn_back_or_the_turn_order_again() -> None:
    rules = {"jack_back": "groups", "nine_reverse": "groups"}
    hands = ["SJ S9 H4", "S10 H5", "H10 H6", "D10 D6"]
    assert after(rules, hands, "SJ", "pass")["order"] == "reversed"
    assert after(rules, hands, "S9")["seat"] == 3
    assert after(rules, hands, "S9", "pass")["seat"] == 2


def test_going_out_by_a_seven_pass_is_noticed() -> None:
    rules = {"seven_pass": "any"}
    state = after(rules, ["S7 S4", "S9 S3", "S10 S5"], "S7", "give S4 2")
    assert (state["seat"], state["hands"][0]) == (1, "")
    state = after(rules, ["S7 S4", "S9", "S10 S5"], "S7", "give S4 2", "S9")
    assert state["places"] == [0, 1, 2]


def test_a_seven_pass_that_ends_the_game_is_noticed() -> None:
    assert after({"players": 2, "seven_pass": "any"}, ["S7 S4", "S9"], "S7", "give S4 1")[
        "places"
    ] == [0, 1]


def test_a_foul_finisher_does_not_trigger_tenraku() -> None:
    rules = {"tenraku": "drop", "foul_finish": "two"}
    hands = ["S2", "S3 S9", "S4 S10", "S5 SJ"]
    state = after(rules, hands, "S2", previous=[3, 0, 1, 2])
    assert state["hands"][3] == "S5 SJ"
    clean = after({**rules, "foul_finish": ""}, hands, "S2", previous=[3, 0, 1, 2])
    assert clean["hands"][3] == ""


def test_after_a_foul_the_first_clean_finisher_triggers_tenraku() -> None:
    rules = {"tenraku": "drop", "foul_finish": "two"}
    hands = ["S2", "S9", "S4 S10", "S5 SJ"]
    actions = ["S2", "pass", "pass", "pass", "S9"]
    assert after(rules, hands, *actions, previous=[3, 0, 1, 2])["places"] == [1, 2, 3, 0]


@pytest.mark.parametrize("tenraku", ["demote", "drop", "end"])
def test_a_daifugo_who_already_has_a_place_does_not_fall(tenraku: str) -> None:
    rules = {"tenraku": tenraku}
    hands = ["S2", "S9", "S4 S10", "S5 SJ"]
    actions = ["S2", "pass", "pass", "pass", "S9", "S10", "SJ", "pass", "S5"]
    state = after(rules, hands, *actions, previous=[0, 1, 2, 3])
    assert state["places"] == [0, 1, 3, 2]


@pytest.mark.parametrize("tenraku", ["demote", "drop", "end"])
def test_a_daifugo_who_is_out_by_a_foul_does_not_fall_as_well(tenraku: str) -> None:
    rules = {"tenraku": tenraku, "foul_finish": "two"}
    hands = ["S2", "S9", "S4 S10", "S5 SJ"]
    actions = ["S2", "pass", "pass", "pass", "S9"]
    state = after(rules, hands, *actions, previous=[0, 1, 2, 3])
    assert (state["seat"], "places" in state) == (2, False)
    assert state["hands"][2:] == ["S4 S10", "S5 SJ"]


def test_a_spade_three_led_answers_no_joker_of_the_last_trick() -> None:
    rules = {"spade_three": "on", "foul_finish": "spade_three_on_joker"}
    hands = ["JK S3", "S5 S9", "S6 S10"]
    led = after(rules, hands, "JK", "pass", "pass", "S3")
    assert (led["field"], led["seat"]) == ("S3", 1)
    assert led["legal"] == ["S5", "S9", "pass"]
    done = after(rules, hands, "JK", "pass", "pass", "S3", "S5", "S6", "S9")
    assert done["places"] == [0, 1, 2]


def test_a_skip_is_counted_after_going_out() -> None:
    """The five is its player's last card: the skip is of the next player still in."""
    rules = {"five_skip": "any"}
    hands = ["S5", "S6 S3", "S7 S4", "S8 H4"]
    state = after(rules, hands, "S5")
    assert (state["seat"], state["field"]) == (2, "S5")


def test_a_skip_passes_over_a_player_who_is_out() -> None:
    rules = {"five_skip": "any"}
    hands = ["S3 S5 H3", "S4", "S7 H4", "S8 D4"]
    state = after(rules, hands, "S3", "S4", "pass", "pass", "S5")
    assert state["seat"] == 3


def test_a_skip_after_going_out_with_one_other_left_to_ask_clears_the_field() -> None:
    rules = {"five_skip": "any", "pass_lock": "on"}
    hands = ["S3 S5", "S4 S9", "H3 S10"]
    state = after(rules, hands, "S3", "S4", "pass", "S5")
    assert (state["seat"], state["field"]) == (1, "")


def test_back_reverses_both_sides_of_the_comparison() -> None:
    rules = {"jack_back": "groups"}
    hands = ["HJ S3", "S10 SQ D8", "S9 S2 D3"]
    state = after(rules, hands, "HJ")
    assert state["legal"] == ["D8", "S10", "pass"]
    state = after(rules, hands, "HJ", "S10")
    assert state["legal"] == ["D3", "S9", "pass"]


def test_back_reverses_both_sides_of_a_comparison_of_sequences() -> None:
    rules = {"players": 2, "jack_back": "any", "sequences": "on"}
    hands = ["H10 HJ HQ S3", "S7 S8 S9 SQ SK SA"]
    assert after(rules, hands, "H10 HJ HQ")["legal"] == ["S9 S8 S7", "pass"]


def test_back_within_a_revolution_is_the_normal_order() -> None:
    state = after({"jack_back": "groups"}, ["HJ S3", "S10 SQ", "S9 S2"], "HJ", revolution=True)
    assert (state["order"], state["legal"]) == ("normal", ["SQ", "pass"])


def test_transitions_are_counted_by_player_not_by_slot() -> None:
    """Seats are drawn anew every game, so that a seat's next occupant is somebody else."""
    rules = Rules.preset("uec")
    assert rules.seating == "random"
    task = Task(rules, ("lowest",) * 5, 11, 12)
    by_person, by_seat = [[[0] * 5 for _ in range(5)] for _ in range(2)]
    last_person: dict[int, int] = {}
    last_seat: dict[int, int] = {}
    for number in range(12):
        game, counts = watch(task, number)
        person = {game.people[seat]: place for place, seat in enumerate(game.places)}
        seats = {seat: place for place, seat in enumerate(game.places)}
        for who, place in last_person.items():
            by_person[place][person[who]] += 1
        for seat, place in last_seat.items():
            by_seat[place][seats[seat]] += 1
        last_person, last_seat = person, seats
    assert counts.transition[:5, :5].tolist() == by_person
    assert by_person != by_seat


def test_the_holder_of_the_diamond_three_is_looked_up_after_the_exchange() -> None:
    rules = Rules.preset("uec")
    moved = 0
    for seed in range(30):
        game, _ = watch(Task(rules, ("lowest",) * 5, seed, 3), 1)
        after_it = next(seat for seat in range(5) if "D3" in game.hands[seat].split())
        before_it = next(seat for seat in range(5) if "D3" in game.dealt[seat].split())
        moved += after_it != before_it
        assert game.lead == after_it
    assert moved > 0


JOKER_PAIR = {"spade_three": "on", "jokers": 2}


def test_a_pair_of_jokers_is_beaten_by_no_single_joker_and_no_spade_three() -> None:
    hands = ["JK JK H4", "JK H5 S9", "S3 H6 JK"]
    rules = {**JOKER_PAIR, "decks": 2}
    assert after(rules, hands, "JK JK")["legal"] == ["pass"]
    assert after(rules, hands, "JK JK", "pass")["legal"] == ["pass"]


def test_a_pair_with_a_joker_is_not_beaten_by_a_spade_three() -> None:
    hands = ["D9 JK H4", "JK S3 S8", "S10 H10"]
    assert after(JOKER_PAIR, hands, "D9 JK")["legal"] == ["pass"]
    assert after(JOKER_PAIR, hands, "D9 JK", "pass")["legal"] == ["S10 H10", "pass"]
