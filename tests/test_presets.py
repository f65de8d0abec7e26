"""Each preset is exactly what section 9 of the catalogue says, and says where it has it from."""

from __future__ import annotations

import pytest

from sim.rules import OPTIONS, Rules, RulesError, load_preset, preset_names, preset_sources
from sim.rules.presets import parse_preset, validate_preset

DAIHINMIN = {
    "hand_size": "11",
    "next_lead": "dealer_left",
    "joker_in_reversal": "below_ace",
    "revolution": "permanent",
    "illegal_finish": "joker two eight",
    "tribute": "1",
    "tribute_jokers": "off",
    "tribute_choice": "before",
}
OPTIONAL = {
    **DAIHINMIN,
    "sequences": "on",
    "suit_lock": "top",
    "eight_cut": "groups",
    "jack_back": "groups",
    "spade_three": "on",
    "geki_lock": "on",
    "rollover": "on",
    "hashigo": "streak",
    "tenraku": "demote",
}
KIRAKUKEN = {
    "next_lead": "daifugo",
    "sequences": "on",
    "sequence_jokers": "off",
    "suit_lock": "singles",
    "eight_cut": "any",
    "revolution": "game",
    "foul_finish": "joker two eight spade_three revolution",
}
CLASSIC = {
    "jokers": "1",
    "first_lead": "diamond_three",
    "sequences": "on",
    "group_max": "4",
    "suit_lock": "exact",
    "eight_cut": "groups",
    "revolution": "game",
    "sequence_revolution": "5",
    "spade_three": "on",
    "foul_finish": "joker two eight_cut spade_three_on_joker",
    "tenraku": "drop",
    "fallen_place": "last",
}
EXPECTED: dict[str, tuple[str | None, int, dict[str, str]]] = {
    "default": (None, 100, {}),
    "daihinmin": (None, 100, DAIHINMIN),
    "daihinmin-optional": ("daihinmin", 100, OPTIONAL),
    "daihinmin-house": (
        "daihinmin-optional",
        100,
        {
            **OPTIONAL,
            "sequence_answer": "longer",
            "sequence_climb": "on",
            "sequence_copies": "3",
            "stepped_sequences": "on",
            "multiple_sequences": "on",
            "prime_sequences": "on",
            "one_eyed_jack_back": "on",
            "six_nine": "suit",
            "suicide_king": "on",
            "joker_kidnap": "on",
            "hijack": "any",
            "parity_lock": "on",
            "prejudice": "red",
            "gambling": "points",
        },
    ),
    "wikipedia": (
        None,
        100,
        {
            "players": "5",
            "uneven": "poorest",
            "deuce_clears": "on",
            "seating": "by_title",
            "first_lead": "dealer_left",
            "next_lead": "dealer_left",
        },
    ),
    "league": (
        None,
        100,
        {
            "pass_lock": "on",
            "sequences": "on",
            "sequence_past_ends": "on",
            "suit_lock": "exact",
            "eight_cut": "groups",
            "revolution": "game",
            "spade_three": "on",
            "two_jokers_clear": "on",
            "top_sequence_clears": "on",
            "six_clears": "on",
            "foul_finish": "joker two eight_cut spade_three",
            "tenraku": "end",
        },
    ),
    "kirakuken": (None, 100, KIRAKUKEN),
    "kirakuken-full": (
        "kirakuken",
        100,
        {
            **KIRAKUKEN,
            "spade_three": "on",
            "five_skip": "any",
            "seven_pass": "any",
            "nine_reverse": "any",
            "jack_back": "any",
            "joker_breaks_lock": "on",
            "number_lock": "on",
            "illegal_finish": "joker group sequence",
            "sequence_revolution": "5",
            "tenraku": "drop",
        },
    ),
    "classic53": (None, 100, CLASSIC),
    "headtohead": (
        "classic53",
        1,
        {**CLASSIC, "players": "2", "hand_size": "13", "tribute": ""},
    ),
    "uec": (
        None,
        100,
        {
            "players": "5",
            "jokers": "1",
            "uneven": "daifugo",
            "joker_suit": "declared",
            "seating": "random",
            "first_lead": "diamond_three",
            "next_lead": "diamond_three",
            "pass_lock": "on",
            "own_answer": "on",
            "lead_pass": "on",
            "sequences": "on",
            "sequence_answer": "disjoint",
            "sequence_past_ends": "on",
            "eight_cut": "any",
            "revolution": "game",
            "sequence_revolution": "5",
            "suit_lock": "exact",
            "spade_three": "on",
            "scoring": "5 4 3 2 1",
        },
    ),
    "federation": (
        None,
        100,
        {
            "hand_size": "13",
            "jokers_dealt": "always",
            "pass_lock": "on",
            "sequences": "on",
            "suit_lock": "exact",
            "eight_cut": "groups",
            "revolution": "game",
            "spade_three": "on",
            "foul_finish": "joker two eight_cut spade_three",
            "tenraku": "drop",
            "tribute_choice": "before",
        },
    ),
}
"""Parent, games of a match, and the complete difference from the defaults."""


def test_there_are_these_presets_and_no_others() -> None:
    assert set(preset_names()) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_preset_differs_from_the_defaults_in_exactly_these_options(name: str) -> None:
    parent, games, values = EXPECTED[name]
    loaded = load_preset(name)
    assert (loaded.parent, loaded.games) == (parent, games)
    assert Rules.preset(name).differences() == values


@pytest.mark.parametrize("name", EXPECTED)
def test_a_preset_does_not_contradict_itself(name: str) -> None:
    assert validate_preset(name) == Rules.preset(name)


@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "default"])
def test_every_value_of_a_preset_names_its_source(name: str) -> None:
    loaded, sources = load_preset(name), preset_sources(name)
    assert loaded.title and loaded.values
    assert [key for key in loaded.values if not sources.get(key)] == []
    assert set(Rules.preset(name).differences()) <= set(sources)


def test_the_texts_values_are_the_defaults_own_where_a_preset_repeats_them() -> None:
    """A preset may write a default that its text states; it stays when the default changes."""
    defaults = {option.key: option.kind.text(option.default) for option in OPTIONS}
    league = load_preset("league")
    assert {str(league.values["players"]), defaults["players"]} == {"4"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title =", "preset mine: "),
        ("colour = 'red'", "preset mine: unknown entry 'colour'"),
    ],
)
def test_a_bad_preset_file_is_refused_with_its_name(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        parse_preset("mine", text)


def test_an_unknown_preset_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RulesError, match=r"unknown preset 'leage'; presets are default, classic53"):
        Rules.preset("leage")
