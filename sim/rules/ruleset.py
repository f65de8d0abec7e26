"""A rule set: a value for every option, checked, immutable, comparable and hashable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from sim.rules.options import BadValue, range_values
from sim.rules.table import BY_KEY, OPTIONS

NEVER_A_HOUSE_RULE = ("players", "sit_out", "rule_making", "house_rules")
"""Options that cannot change between two games of one match."""


class RulesError(ValueError):
    """A rule set that cannot be: the message names the option, the value and what is allowed."""


def _dtype() -> np.dtype[Any]:
    return np.dtype(
        [
            (o.key, np.int64) if o.kind.width == 1 else (o.key, np.int64, (o.kind.width,))
            for o in OPTIONS
        ]
    )


KERNEL_DTYPE = _dtype()
"""The record that the kernel reads: one int64 field an option, lists as sub-arrays."""


def parse_value(key: str, raw: Any) -> Any:
    """The checked value of option ``key``. Raises RulesError for an unknown key or a bad value."""
    if key not in BY_KEY:
        raise RulesError(f"unknown rule option {key!r}; 'daihinmin rules' lists them all")
    try:
        return BY_KEY[key].kind.parse(raw)
    except BadValue as error:
        shown = " ".join(map(str, raw)) if isinstance(raw, (list, tuple)) else raw
        raise RulesError(f"{key}={shown}: {key} takes {error}") from None


class Rules(Mapping[str, Any]):
    """A complete rule set; options are read as attributes or by key.

    ``Rules()`` holds the defaults, ``Rules(tenraku="drop")`` differs in one option. Values are
    given as in the catalogue (text, numbers, booleans for off/on, lists). Raises RulesError.
    """

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        given = {**(values or {}), **more}
        parsed = {key: parse_value(key, raw) for key, raw in given.items()}
        self._values = {o.key: parsed.get(o.key, o.default) for o in OPTIONS}
        self._hash: int | None = None
        _check_possible(self)

    @classmethod
    def preset(cls, name: str, /, **more: Any) -> Rules:
        """The preset ``name`` (a name of section 9, or ``default``) with some options changed."""
        from sim.rules.presets import preset_values

        return cls({**preset_values(name), **more})

    @classmethod
    def parse(cls, text: str) -> Rules:
        """``PRESET`` or ``PRESET:key=value,key=value``, as anywhere on the command line."""
        name, _, rest = text.partition(":")
        return cls.preset(name, **parse_assignments(rest.split(",") if rest else ()))

    def replace(self, **more: Any) -> Rules:
        """A rule set that differs in the options named."""
        return Rules({**self._values, **more})

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_") or key not in self._values:
            raise AttributeError(key)
        return self._values[key]

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._values == other._values

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._values.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (dict(self.differences()),)

    def __repr__(self) -> str:
        changed = ", ".join(f"{k}={v!r}" for k, v in self.differences().items())
        return f"Rules({changed})"

    def text(self, key: str) -> str:
        """The value of an option as a preset writes it."""
        return BY_KEY[key].kind.text(self._values[key])

    def differences(self, base: Rules | None = None) -> dict[str, str]:
        """The options that differ from ``base`` (the defaults), as text, in the table's order."""
        other = base._values if base is not None else {o.key: o.default for o in OPTIONS}
        return {k: self.text(k) for k, v in self._values.items() if v != other[k]}

    def fingerprint(self) -> str:
        """Sixteen hex digits that depend on every option's value and on nothing else."""
        canonical = json.dumps({k: self.text(k) for k in sorted(self._values)})
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def kernel(self) -> np.ndarray[Any, Any]:
        """The integers that the kernel reads: an array of shape (1,) of KERNEL_DTYPE."""
        record = np.zeros(1, KERNEL_DTYPE)
        for option in OPTIONS:
            numbers = option.kind.encode(self._values[option.key])
            record[option.key][0] = numbers if option.kind.width > 1 else numbers[0]
        record["scoring"][0, : int(self.players)] = self.points()
        return record

    def points(self) -> list[int]:
        """The points of each place: ``scoring``, or n-1 down to 0 where no list is given."""
        return list(self.scoring) or list(range(int(self.players) - 1, -1, -1))

    def house_rule_sets(self) -> list[Rules]:
        """For each entry of ``house_rules`` this rule set with that entry in force."""
        return [
            self.replace(**parse_assignments([entry]), house_rules="") for entry in self.house_rules
        ]


def parse_assignments(items: Iterable[str]) -> dict[str, str]:
    """``key=value`` words as a dictionary of raw values. Raises RulesError."""
    pairs: dict[str, str] = {}
    for item in items:
        key, equals, raw = item.partition("=")
        if not equals:
            raise RulesError(f"{item!r} is not of the form key=value")
        key = key.strip()
        if key not in BY_KEY:
            raise RulesError(f"unknown rule option {key!r}; 'daihinmin rules' lists them all")
        pairs[key] = raw.strip()
    return pairs


def hand_sizes(rules: Rules) -> list[int]:
    """The hand sizes a game under these rules may have, rising; empty where all cards are dealt."""
    if rules.hand_size_choice != "fixed":
        return range_values(rules.hand_size_range)
    return [] if rules.hand_size == "all" else [int(rules.hand_size)]


def decks_needed(rules: Rules, size: int) -> int:
    """The decks that a deal of ``size`` cards each uses: ``decks``, or the fewest that suffice."""
    if rules.decks != "auto":
        return int(rules.decks)
    deck = 52 + int(rules.jokers)
    return max(1, -(-int(rules.players) * size // deck))


def _check_possible(rules: Rules) -> None:
    players, deck = int(rules.players), 52 + int(rules.jokers)
    for size in hand_sizes(rules):
        decks = decks_needed(rules, size)
        if decks > 4 or players * size > decks * deck:
            most = min(4, decks) * deck
            raise RulesError(
                f"hand_size={size}: {players} players × {size} cards are {players * size}, "
                f"more than the {most} of {min(4, decks)} decks with {rules.jokers} jokers each"
            )
        if rules.jokers_dealt == "always" and decks * int(rules.jokers) > players * size:
            raise RulesError(
                f"jokers_dealt=always: {players} hands of {size} cannot hold all jokers"
            )
    if not hand_sizes(rules):
        decks = 1 if rules.decks == "auto" else int(rules.decks)
        if -(-decks * deck // players) > 54:
            raise RulesError(
                f"hand_size=all: {decks * deck} cards for {players} players are more than 54 each"
            )
    if rules.scoring and len(rules.scoring) != players:
        raise RulesError(
            f"scoring={rules.text('scoring')}: {players} players need {players} numbers, or none"
        )
    seats = players + (rules.sit_out == "on")
    if len(rules.mistakes) not in (1, seats):
        raise RulesError(
            f"mistakes={rules.text('mistakes')}: give one chance, or {seats}, one for each seat"
        )
    for entry in rules.house_rules:
        key = next(iter(parse_assignments([entry])))
        if key in NEVER_A_HOUSE_RULE:
            raise RulesError(
                f"house_rules={entry}: {key} cannot change between two games of a match"
            )
        rules.replace(**parse_assignments([entry]), house_rules="")


def contradictions(rules: Rules) -> list[str]:
    """Options that ask for something that other options make impossible, one line each.

    Such rule sets can be played (the option does nothing), but nobody means them: presets, studies
    and the command line refuse them, scenarios of single positions do not.
    """
    any_sequence = "on" in (
        rules.sequences,
        rules.stepped_sequences,
        rules.multiple_sequences,
        rules.prime_sequences,
    )
    past_end = (rules.sequences, rules.sequence_jokers, rules.sequence_past_ends) == ("on",) * 3
    tests = (
        ("joker_breaks_lock", rules.suit_lock == "off", "needs suit_lock"),
        ("hashigo", int(rules.players) < 4, "needs players=4 or more"),
        ("sequence_climb", rules.sequences == "off", "needs sequences=on"),
        ("sequence_past_ends", rules.sequences == "off", "needs sequences=on"),
        ("sequence_revolution", not any_sequence, "needs a kind of sequence, such as sequences=on"),
        ("top_sequence_clears", not past_end, "needs sequences and sequence_past_ends=on"),
        ("spade_three", rules.jokers == 0, "needs jokers=1 or 2"),
        ("two_jokers_clear", rules.jokers == 0, "needs jokers=1 or 2"),
        ("joker_kidnap", rules.jokers == 0, "needs jokers=1 or 2"),
        ("fallen_place", rules.tenraku == "off", "needs tenraku"),
        ("rule_making", not rules.house_rules, "needs house_rules to choose from"),
        ("house_rules", rules.rule_making == "off", "needs rule_making=add or add_or_delete"),
    )
    return [
        f"{key}={rules.text(key)}: {why}"
        for key, broken, why in tests
        if broken and rules[key] != BY_KEY[key].default
    ]
