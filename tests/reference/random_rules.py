"""Random mixes of rules and random deals, for comparing two players of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from sim.rules import OPTIONS, Rules
from sim.rules.options import Choice, Kind, Members, Number

from .between import deck
from .cards import Card, as_written, cards_text

ELSEWHERE = ("mistake_penalty",)
"""Options outside sections 3 to 7 that matter within a game, apart from the deck's."""

OFTEN = ("sequences", "suit_lock")
"""Options on which many others depend."""

FINISH_MEMBERS = 2
"""At most so many forbidden or foul finishes, else nobody ever goes out cleanly."""


def random_rules(rng: random.Random) -> Rules:
    """A mix of all options that matter within one game, from few changed ones to half of them."""
    density = rng.choice((0.08, 0.2, 0.35, 0.5))
    values: dict[str, Any] = {
        "players": rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 8)),
        "decks": rng.choice((1, 1, 1, 2, 2, 3)),
        "jokers": rng.choice((0, 1, 2, 2)),
        "hand_size": 1,  # a scenario deals as it likes; 1 is possible with any players and decks
    }
    for option in OPTIONS:
        within_game = 3 <= option.section <= 7 or option.key in ELSEWHERE
        if within_game and rng.random() < (0.5 if option.key in OFTEN else density):
            values[option.key] = random_value(option.kind, rng)
    return Rules(values)


def random_value(kind: Kind, rng: random.Random) -> Any:
    """One of the values that an option takes, the default among them."""
    if isinstance(kind, Choice):
        return rng.choice(kind.values)
    if isinstance(kind, Number):
        numbers = [n for n in (1, 2, 3, 4, 5, 6, 8, 13) if kind.low <= n <= kind.high]
        return rng.choice([*numbers, kind.word or kind.high])
    assert isinstance(kind, Members), f"no random value for {kind}"
    return rng.sample(kind.values, rng.randint(0, FINISH_MEMBERS))


def random_deal(rng: random.Random, rules: Rules) -> dict[str, Any]:
    """A scenario without actions: small hands, cards of few ranks or few suits as well as of all,
    some of the rest as stock, and a first game, a later one or one in a revolution."""
    players = rules.players
    cards = _pool(rng, rules)
    most = min(16 if players == 2 and rng.random() < 0.3 else 12, len(cards) // players)
    sizes = [rng.randint(1, most) for _ in range(players)]
    if rng.random() < 0.6:  # mostly hands of like size, or the smallest ends the game early
        sizes = [max(1, most - rng.randint(0, 2)) for _ in range(players)]
    hands = []
    for size in sizes:
        hands.append(cards_text(sorted(cards[:size], key=as_written)))
        cards = cards[size:]
    scenario = {
        "rules": "default",
        "set": scenario_set(rules),
        "hands": hands,
        "stock": cards_text(cards[: rng.choice((0, 0, 1, 3, 8))]),
        "lead": rng.randrange(players),
        "revolution": rng.random() < 0.25,
    }
    if rng.random() < 0.6:
        scenario["previous"] = rng.sample(range(players), players)
    return scenario


def _pool(rng: random.Random, rules: Rules) -> list[Card]:
    """Shuffled cards to deal from; often so few ranks or suits that much can be played."""
    cards = deck(rules)
    chance = rng.random()
    if chance < 0.3:
        first, width = rng.randint(3, 15), rng.randint(4, 7)  # past the 2 it goes on with the 3
        chosen = [c for c in cards if c.is_joker or (c.rank - first) % 13 < width]
    elif chance < 0.5:
        suits = rng.sample("SHDC", 2)
        chosen = [c for c in cards if c.is_joker or c.suit in suits]
    else:
        chosen = list(cards)
    if len(chosen) < 2 * rules.players:
        chosen = list(cards)
    rng.shuffle(chosen)
    if chance > 0.8:  # jokers first, so that they are dealt
        chosen.sort(key=lambda card: not card.is_joker)
        dealt = chosen[: len(chosen) // 2]
        rng.shuffle(dealt)
        chosen[: len(dealt)] = dealt
    return chosen


def scenario_set(rules: Rules) -> Mapping[str, Any]:
    """The ``set`` of a scenario for these rules over ``default``: numbers as numbers."""
    changed: dict[str, Any] = {"players": rules.players, **rules.differences()}
    return {key: int(text) if str(text).isdigit() else text for key, text in changed.items()}
