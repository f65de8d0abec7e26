"""The rule table: every option converts without loss and refuses what it does not take."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from sim.rules import (
    BY_KEY,
    KERNEL_DTYPE,
    OPTIONS,
    SECTIONS,
    BadValue,
    Rules,
    RulesError,
    contradictions,
    decks_needed,
    hand_sizes,
    parse_assignments,
    range_values,
)
from sim.rules.document import markdown
from sim.rules.options import (
    CHANCE_UNIT,
    Assignments,
    Chances,
    Choice,
    Kind,
    Members,
    Number,
    Numbers,
    Range,
)
from tests.values import telling_values

KEYS = [option.key for option in OPTIONS]
BAD: dict[type[Kind], tuple[str, ...]] = {
    Choice: ("maybe", "", "ON"),
    Number: ("-1", "99", "many", "2.5"),
    Members: ("joker queen", "spades"),
    Numbers: ("1 x", "1001 0 0 0", "-1001", "1 1 1 1 1 1 1 1 1"),
    Chances: ("1.5", "-0.1", "often", "", "0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1"),
    Range: ("11 25", "25 11 odd", "11 25 prime", "0 25 odd", "12 12 odd", "1 55 every"),
    Assignments: ("tenraku", "tenraku=drop tenraku=drop"),
}


def test_keys_are_unique_and_every_option_is_documented() -> None:
    assert len(BY_KEY) == len(OPTIONS)
    for option in OPTIONS:
        assert option.section in SECTIONS
        assert option.doc.endswith(".") and option.japanese and option.source


@pytest.mark.parametrize("key", KEYS)
def test_the_default_is_a_value_of_the_option(key: str) -> None:
    option = BY_KEY[key]
    assert option.kind.parse(option.kind.text(option.default)) == option.default


@pytest.mark.parametrize("key", KEYS)
def test_text_and_value_convert_into_each_other(key: str) -> None:
    kind = BY_KEY[key].kind
    for text in telling_values(kind):
        assert kind.text(kind.parse(text)) == text
        assert kind.parse(kind.parse(text)) == kind.parse(text)


@pytest.mark.parametrize("key", KEYS)
def test_different_values_reach_the_kernel_as_different_integers(key: str) -> None:
    kind = BY_KEY[key].kind
    codes = [tuple(kind.encode(kind.parse(text))) for text in telling_values(kind)]
    assert len(set(codes)) == len(codes)
    assert {len(code) for code in codes} == {kind.width}


@pytest.mark.parametrize("key", KEYS)
def test_a_bad_value_is_refused_with_key_value_and_what_is_allowed(key: str) -> None:
    kind = BY_KEY[key].kind
    for text in BAD[type(kind)]:
        with pytest.raises(BadValue):
            kind.parse(text)
        with pytest.raises(RulesError) as caught:
            Rules({key: text})
        assert str(caught.value).startswith(f"{key}={text}: {key} takes {kind.allowed()}")


@pytest.mark.parametrize("bad", [True, 3.5, None])
def test_a_number_is_not_a_boolean_nor_a_fraction(bad: object) -> None:
    with pytest.raises(RulesError, match="players takes a whole number from 2 to 8"):
        Rules(players=bad)


def test_off_and_on_may_be_booleans_as_toml_has_them() -> None:
    assert Rules(pass_lock=True).pass_lock == "on"
    assert Rules(pass_lock=False, group_max=False) == Rules()


@pytest.mark.parametrize("call", [Rules, Rules().replace])
def test_an_unknown_key_is_refused(call: object) -> None:
    with pytest.raises(RulesError, match="unknown rule option 'tenrak'"):
        call(tenrak="drop")  # type: ignore[operator]


def test_rules_are_a_mapping_that_cannot_be_changed() -> None:
    rules = Rules(tenraku="drop")
    assert len(rules) == len(OPTIONS) and list(rules) == KEYS
    assert rules["tenraku"] == rules.tenraku == "drop"
    with pytest.raises(AttributeError):
        rules.tenraku = "off"
    with pytest.raises(AttributeError):
        _ = rules.unknown


def test_rule_sets_compare_hash_pickle_and_show_by_their_values() -> None:
    rules = Rules.preset("league", tenraku="off")
    assert rules == Rules.parse("league:tenraku=off") != Rules.preset("league")
    assert hash(rules) == hash(Rules.parse("league:tenraku=off"))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules(rules.differences()) == rules
    assert repr(Rules(players=3)) == "Rules(players='3')"


def test_differences_are_against_the_defaults_or_another_rule_set() -> None:
    assert Rules(players=5).differences() == {"players": "5"}
    assert Rules(players=5).differences(Rules(players=6)) == {"players": "5"}
    assert Rules(players=5).differences(Rules(players=5)) == {}


def test_the_fingerprint_depends_on_every_option_and_on_nothing_else() -> None:
    seen = {Rules().fingerprint()}
    for option in OPTIONS:
        value = {"players": "5", "hand_size": "7", "scoring": "4 3 2 1"}.get(option.key)
        value = value or {"house_rules": "tenraku=end", "mistakes": "0.5"}.get(option.key)
        values = [v for v in telling_values(option.kind) if option.kind.parse(v) != option.default]
        base = Rules(hand_size=7) if option.key in ("decks", "jokers_dealt") else Rules()
        seen.add(base.fingerprint())
        seen.add(base.replace(**{option.key: value or values[-1]}).fingerprint())
    assert len(seen) == 1 + len(OPTIONS)  # hand_size=7 is both a base and a change
    assert Rules.parse("default").fingerprint() == Rules().fingerprint()
    assert all(len(code) == 16 and int(code, 16) >= 0 for code in seen)


def test_the_kernel_record_has_one_field_an_option() -> None:
    assert KERNEL_DTYPE.names == tuple(KEYS)
    record = Rules(players=3, suit_lock="exact", tribute="2 1", hand_size_range="5 9 even").kernel()
    assert record.shape == (1,) and record.dtype == KERNEL_DTYPE
    assert int(record["players"][0]) == 3
    assert int(record["suit_lock"][0]) == 2
    assert record["tribute"][0].tolist() == [2, 1, 0, 0]
    assert record["hand_size_range"][0].tolist() == [5, 9, 2]


def test_a_chance_of_one_is_certain_in_the_kernel() -> None:
    record = Rules(mistakes=1).kernel()
    assert np.all(record["mistakes"][0] == CHANCE_UNIT)
    by_seat = Rules(mistakes="0 0.5 1 0").kernel()["mistakes"][0].tolist()
    assert by_seat[:4] == [0, CHANCE_UNIT // 2, CHANCE_UNIT, 0]


def test_a_set_is_a_bit_mask_and_its_order_does_not_matter() -> None:
    one, other = Rules(foul_finish="two joker"), Rules(foul_finish="joker two")
    assert one == other and one.text("foul_finish") == "joker two"
    assert int(one.kernel()["foul_finish"][0]) == 3


def test_ranges_hold_the_numbers_they_name() -> None:
    assert range_values((11, 25, "odd")) == [11, 13, 15, 17, 19, 21, 23, 25]
    assert range_values((10, 13, "even")) == [10, 12]
    assert range_values((3, 5, "every")) == [3, 4, 5]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ("decks=1 hand_size=14", "hand_size=14: 4 players × 14 cards are 56, more than the 54"),
        ("players=8 hand_size=28", "hand_size=28: 8 players × 28 cards are 224, more than the 216"),
        ("decks=4 players=3", "hand_size=all: 216 cards for 3 players are more than 54 each"),
        ("hand_size_choice=random decks=1", "hand_size=15: 4 players × 15"),
        ("hand_size=1 players=2 decks=2 jokers_dealt=always", "jokers_dealt=always: 2 hands of 1"),
        ("scoring=3,1,0", "scoring=3 1 0: 4 players need 4 numbers, or none"),
        ("mistakes=0.1,0", "mistakes=0.1 0: give one chance, or 4, one for each seat"),
        ("house_rules=players=5", "house_rules=players=5: players cannot change between"),
        ("house_rules=tenraku=far", "tenraku=far: tenraku takes one of off, demote"),
    ],
)
def test_an_impossible_deal_is_refused(changes: str, message: str) -> None:
    values = {k: v.replace(",", " ") for k, v in parse_assignments(changes.split()).items()}
    with pytest.raises(RulesError) as caught:
        Rules(values)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"joker_breaks_lock": "on"}, "joker_breaks_lock=on: needs suit_lock"),
        ({"hashigo": "streak", "players": 3}, "hashigo=streak: needs players=4 or more"),
        ({"sequence_climb": "on"}, "sequence_climb=on: needs sequences=on"),
        ({"sequence_past_ends": "on"}, "sequence_past_ends=on: needs sequences=on"),
        ({"sequence_revolution": 5}, "sequence_revolution=5: needs a kind of sequence"),
        ({"top_sequence_clears": "on", "sequences": "on"}, "top_sequence_clears=on: needs"),
        ({"spade_three": "on", "jokers": 0}, "spade_three=on: needs jokers"),
        ({"two_jokers_clear": "on", "jokers": 0}, "two_jokers_clear=on: needs jokers"),
        ({"joker_kidnap": "on", "jokers": 0}, "joker_kidnap=on: needs jokers"),
        ({"fallen_place": "last"}, "fallen_place=last: needs tenraku"),
        ({"rule_making": "add"}, "rule_making=add: needs house_rules"),
        ({"house_rules": "tenraku=end"}, "house_rules=tenraku=end: needs rule_making"),
    ],
)
def test_a_contradiction_is_named(changes: dict[str, object], message: str) -> None:
    assert [line for line in contradictions(Rules(changes)) if line.startswith(message)]


def test_what_goes_together_is_no_contradiction() -> None:
    assert contradictions(Rules()) == []
    assert contradictions(Rules(stepped_sequences="on", sequence_revolution=4)) == []


def test_decks_are_the_fewest_that_suffice() -> None:
    assert [decks_needed(Rules(hand_size=n), n) for n in (13, 14, 27, 28)] == [1, 2, 2, 3]
    assert decks_needed(Rules(hand_size=11, decks=3), 11) == 3
    assert hand_sizes(Rules()) == [] and hand_sizes(Rules(hand_size=9)) == [9]


def test_each_house_rule_is_a_rule_set_of_its_own() -> None:
    rules = Rules(rule_making="add", house_rules="tenraku=end spade_three=on")
    one, other = rules.house_rule_sets()
    assert (one.tenraku, other.spade_three) == ("end", "on")
    assert one.house_rules == other.house_rules == ()


def test_a_rule_set_survives_as_json_text() -> None:
    rules = Rules.preset("daihinmin-house")
    text = json.dumps({key: rules.text(key) for key in rules})
    assert Rules(json.loads(text)) == rules


def test_the_list_of_rules_is_current() -> None:
    from importlib import resources

    written = (resources.files("sim") / "rules" / "RULES.md").read_text(encoding="utf-8")
    assert written == markdown(), "run: daihinmin rules --markdown > sim/rules/RULES.md"
    for name in ("Kakumei", "Shibari", "Eleven back", "Knock-Down", "Fall from grace"):
        assert name in written
