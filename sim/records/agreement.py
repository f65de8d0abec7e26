"""How often a policy decides as recorded players did: every choice of a record, asked of the policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.engine.action import ROW
from sim.engine.match import MATCH
from sim.lineup import Lineup
from sim.notation import card_text, cards_of, words_of
from sim.policies.rollouts.memory import MEMORY
from sim.records.checking import scenario_of
from sim.records.reading import PLAYERS, RecordedGame
from sim.scenario import start


@dataclass
class Agreement:
    """Recorded decisions and hand-overs of the richer, and how many a policy makes alike."""

    policy: str
    decisions: int = 0
    """Actions recorded, forced ones included."""
    choices: int = 0
    """Decisions with more than one legal action."""
    alike: int = 0
    """Of the choices, those that the policy makes alike."""
    returns: int = 0
    """Hand-overs of the richer players in the exchange."""
    returns_alike: int = 0
    differences: list[str] = field(default_factory=list)
    """Each difference in a line."""


def agreement(policy: str, games: Iterable[RecordedGame]) -> Agreement:
    """Ask ``policy`` for every decision of the games and count the agreement.

    A decision is alike if the action is the recorded one to the card and to the joker's reading.
    Raises InputError for an unknown policy, or one of a user's own with a fault, and NotationError for
    games that are not legal.
    """
    found = Agreement(policy)
    match = np.zeros(1, MATCH)
    lineup = Lineup([policy], match)
    for game in games:
        match["titled"] = int(any(game.changed))
        for seat, title in enumerate(game.classes):
            match["titles"][0, title] = seat
        _actions(found, lineup, game)
        _returns(found, lineup, game)
    return found


def _actions(found: Agreement, lineup: Lineup, game: RecordedGame) -> None:
    from sim.policies.asking import ask_action

    position = start({**scenario_of(game), "actions": []})
    rules = position.rules.kernel()[0]
    stream, memory = np.zeros(1, np.int64), np.zeros(1, MEMORY)[0]
    memory["decks"], number = 1, lineup.policies[0]
    for at, text in enumerate(game.actions, 1):
        rows = position.rows()
        readings = [position.notation.action(row, position.reversed_order) for row in rows]
        recorded = position.notation.find(" ".join(text.split()), readings)
        found.decisions += 1
        if len(rows) > 1:
            found.choices += 1
            buffer = np.zeros((len(rows) + 1, ROW), np.int64)
            buffer[:-1] = rows
            chosen = int(
                ask_action(rules, position.table, number, buffer, len(rows), stream, memory)
            )
            lineup.check(buffer)
            if readings[chosen].text == readings[recorded].text:
                found.alike += 1
            else:
                found.differences.append(
                    f"game {game.number}, action {at}: {_hand(position.table)} on "
                    f"{position.field() or 'an empty field'}: recorded {readings[recorded].text}, "
                    f"{found.policy} {readings[chosen].text}"
                )
        position.act(rows[recorded])


def _hand(table: Any) -> str:
    return " ".join(card_text(card) for card in cards_of(table["hands"][int(table["seat"])]))


def _returns(found: Agreement, lineup: Lineup, game: RecordedGame) -> None:
    """The exchange: what the richer player of each pair gives back."""
    from sim.policies.asking import ask_back

    for rich, hand, back in _exchanges(game):
        position = start({**scenario_of(game), "actions": []})
        out, stream = np.zeros(4, np.int64), np.zeros(1, np.int64)
        words, number = np.array(words_of(hand), np.int64), lineup.policies[0]
        position.table["seat"] = rich
        ask_back(position.rules.kernel()[0], position.table, number, words, len(back), stream, out)
        lineup.check(words)
        found.returns += 1
        chosen = sorted(cards_of(out))
        if chosen == sorted(back):
            found.returns_alike += 1
        else:
            found.differences.append(
                f"game {game.number}, exchange: player {rich} gave back "
                f"{' '.join(map(card_text, sorted(back)))}, {found.policy} "
                f"{' '.join(map(card_text, chosen))}"
            )


def _exchanges(game: RecordedGame) -> Iterator[tuple[int, list[int], tuple[int, ...]]]:
    """The richer player, the hand chosen from (tribute included), and what was given back."""
    if not any(game.changed):
        return
    for pair in range(PLAYERS // 2):
        rich, poor = game.classes.index(pair), game.classes.index(PLAYERS - 1 - pair)
        yield rich, [*game.dealt[rich], *game.changed[poor]], game.changed[rich]
