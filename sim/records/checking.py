"""Replaying a recorded game: its deal, exchange, melds and places against the catalogue's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sim.notation import BLACK, NotationError, card_index, card_text
from sim.position import Position
from sim.questions import answer
from sim.records.reading import PLAYERS, RecordedGame
from sim.scenario import start

RULES = "uec"


@dataclass(frozen=True)
class Result:
    """What the replay of a game found: how much agreed, and each disagreement in a sentence."""

    game: RecordedGame
    actions: int
    """Actions replayed, each of them in the legal list."""
    tributes: int
    """Hand-overs of the exchange that are the catalogue's."""
    reasons: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return not self.reasons


def check(game: RecordedGame) -> Result:
    """Replay a game under the preset ``uec``: deal, exchange, every action, the final order."""
    reasons = [*_deal(game)]
    exchange = [*_exchange(game)]
    actions = 0
    if not reasons:
        actions, played = _play(game)
        exchange += played
    tributes = sum(bool(cards) for cards in game.changed) if not exchange else 0
    return Result(game, actions, tributes, tuple(reasons + exchange))


def by_seat(game: RecordedGame) -> list[int]:
    """The players in turn order, from the lowest seat number."""
    return sorted(range(PLAYERS), key=lambda player: game.seats[player])


def scenario_of(game: RecordedGame) -> dict[str, Any]:
    """The game as a scenario of the catalogue. Raises ValueError if nobody holds D3."""
    order = by_seat(game)
    hands = [game.original[player] for player in order]
    scenario: dict[str, Any] = {
        "rules": RULES,
        "hands": [_text(hand) for hand in hands],
        "lead": next(seat for seat, hand in enumerate(hands) if card_index("D3") in hand),
    }
    if any(game.changed):
        scenario["previous"] = _previous(game)
    scenario["actions"] = list(game.actions)
    return scenario


def _previous(game: RecordedGame) -> list[int]:
    """The seats by class, Daifugo first."""
    order = by_seat(game)
    return [order.index(game.classes.index(place)) for place in range(PLAYERS)]


def _text(cards: tuple[int, ...]) -> str:
    return " ".join(card_text(card) for card in cards)


def _deal(game: RecordedGame) -> Iterator[str]:
    """The pack, and who got a card more."""
    pack = Counter(range(BLACK + 1))
    for name, hands in (("dealt", game.dealt), ("original", game.original)):
        seen = Counter(card for hand in hands for card in hand)
        for card in sorted((seen - pack) + (pack - seen)):
            yield f"{name}: {card_text(card)} stands there {seen[card]} times, in the pack once"
    if any(game.changed):
        previous, order = _previous(game), by_seat(game)
        question = {"ask": "deal", "rules": RULES, "dealer": previous[-1], "previous": previous}
        sizes = [len(game.dealt[player]) for player in order]
        wanted = answer(question)["sizes"]
        if sizes != wanted:
            yield f"dealt: hands of {sizes} by seat, the catalogue deals {wanted}"


def _exchange(game: RecordedGame) -> Iterator[str]:
    """Each tribute must be the poorer's strongest, each return come from the richer's hand."""
    if not any(game.changed):
        for player in range(PLAYERS):
            if Counter(game.dealt[player]) != Counter(game.original[player]):
                yield f"exchange: player {player}'s hand changed though nobody handed a card over"
        return
    sizes = answer({"ask": "tribute_sizes", "rules": RULES})["sizes"]
    after = [Counter(hand) for hand in game.dealt]
    for pair in range(PLAYERS // 2):
        rich, poor = game.classes.index(pair), game.classes.index(PLAYERS - 1 - pair)
        question = {
            "ask": "tribute",
            "rules": RULES,
            "hand": _text(game.dealt[poor]),
            "count": sizes[pair],
        }
        due = Counter(card_index(word) for word in answer(question)["cards"].split())
        gave, back = Counter(game.changed[poor]), Counter(game.changed[rich])
        if gave != due:
            yield (
                f"exchange: player {poor} gave {_text(tuple(gave.elements())) or 'nothing'}, "
                f"the tribute is {_text(tuple(due.elements()))}"
            )
        after[poor] = after[poor] - gave + back
        after[rich] = after[rich] + gave
        if back.total() != gave.total() or back - after[rich]:
            cards = _text(tuple(back.elements())) or "nothing"
            yield f"exchange: player {rich} cannot give {cards}"
        after[rich] -= back
    for player in range(PLAYERS):
        if after[player] != Counter(game.original[player]):
            yield f"exchange: player {player}'s hand is not the dealt one with the cards exchanged"


def _play(game: RecordedGame) -> tuple[int, list[str]]:
    """How many actions could be replayed, and what stopped the replay or came out otherwise."""
    scenario = scenario_of(game)
    position = start({**scenario, "actions": []})
    order = by_seat(game)
    for number, text in enumerate(game.actions):
        if position.over:
            left = len(game.actions) - number
            return number, [f"action {number + 1}: the game is over, {left} actions are left"]
        player = order[int(position.table["seat"])]
        try:
            position.play(text)
        except NotationError as error:
            on = position.field() or "an empty field"
            return number, [f"action {number + 1}, player {player} on {on}: {error}"]
    return len(game.actions), _ending(game, position)


def _ending(game: RecordedGame, position: Position) -> list[str]:
    if not position.over:
        return ["the record ends before the game does"]
    order = by_seat(game)
    places = [order[seat] for seat in position.places()]
    wanted = [game.result.index(place) for place in range(PLAYERS)]
    return [] if places == wanted else [f"result: players {wanted} by place, replayed {places}"]
