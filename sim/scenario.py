"""Scenarios: JSON objects from which anyone can rebuild a position and replay what was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.errors import InputError
from sim.notation import NotationError, parse_cards, spread_jokers
from sim.position import Position
from sim.rules import Rules

KEYS = ("rules", "set", "hands", "stock", "lead", "revolution", "previous", "actions")


def rules_of(scenario: Mapping[str, Any]) -> Rules:
    """The rule set of a scenario or a question. Raises RulesError."""
    values = dict(scenario.get("set", {}))
    if "hands" in scenario and isinstance(scenario["hands"], list):
        values.setdefault("players", len(scenario["hands"]))
    return Rules.preset(scenario.get("rules", "default"), **values)


def start(scenario: Mapping[str, Any]) -> Position:
    """The position before any action. Raises InputError (or RulesError) naming what is wrong."""
    for key in scenario:
        if key not in KEYS:
            raise InputError(f"scenario: unknown key {key!r}; keys are {', '.join(KEYS)}")
    if not isinstance(scenario.get("hands"), list):
        raise InputError("scenario: hands must be a list of hands, each a text of cards")
    rules = rules_of(scenario)
    players = len(scenario["hands"])
    if players != rules.players:
        raise InputError(f"scenario: {players} hands, but players={rules.players}")
    lead = scenario.get("lead", 0)
    if not isinstance(lead, int) or not 0 <= lead < players:
        raise InputError(f"scenario: lead={lead!r}; a seat from 0 to {players - 1}")
    previous = scenario.get("previous")
    if previous is not None and sorted(previous) != list(range(players)):
        raise InputError(
            f"scenario: previous={previous!r}; every seat from 0 to {players - 1} once"
        )
    coloured = rules.prejudice != "off"
    try:
        hands = [spread_jokers(parse_cards(hand), coloured) for hand in scenario["hands"]]
        stock = spread_jokers(parse_cards(scenario.get("stock", "")), coloured)
        return Position(
            rules,
            hands,
            stock=stock,
            lead=lead,
            revolution=bool(scenario.get("revolution", False)),
            previous=previous,
        )
    except ValueError as error:
        raise InputError(f"scenario: {error}") from None


def states(scenario: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The state before any action and after each. Raises InputError at an illegal action."""
    position = start(scenario)
    yield position.state()
    for number, text in enumerate(scenario.get("actions", ()), 1):
        if position.over:
            raise InputError(f"scenario: action {number} {text!r}: the game is over")
        try:
            position.play(str(text))
        except NotationError as error:
            raise InputError(f"scenario: action {number}: {error}") from None
        yield position.state()


def replay(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All states of a scenario: before any action and after each."""
    return list(states(scenario))
