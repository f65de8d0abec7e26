"""The game: a position, its legal actions, and what each of them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sim.rules import Rules

from . import reading
from .cards import Card, Order, as_written, cards_text, parse_cards
from .finish import Finish
from .follow import Play, plays
from .locks import Locks
from .resolution import Resolution, decide, put_down
from .strength import Field

Hand = str | Iterable[str]


class Game:
    """One game under ``rules`` from given hands (cards as text, one hand a seat).

    ``stock`` is drawn from its first card on, ``lead`` is the seat that leads, ``previous`` the
    seats by the last game's place, best first, None in a first game. Raises ValueError for a text
    that is no card and for hands that do not fit ``players``.
    """

    def __init__(
        self,
        rules: Rules,
        hands: list[Hand],
        stock: Hand = (),
        lead: int = 0,
        revolution: bool = False,
        previous: list[int] | None = None,
    ) -> None:
        self.rules = rules
        self.coloured = rules.prejudice != "off"
        self.hands = [parse_cards(hand, self.coloured) for hand in hands]
        self.stock = parse_cards(stock, self.coloured)
        if len(hands) != rules.players or not all(self.hands):
            raise ValueError(f"players={rules.players} hands are needed, each with a card")
        self.laid: list[Card] = []
        """Cards put down and discarded."""
        self.unseen: list[Card] = []
        """The hand of a dropped player."""
        self.still_in = set(range(len(hands)))
        self.revolution = revolution
        self.nine_reversed = False
        self.finish = Finish(rules, previous)
        self.places: list[int] | None = None
        self.resolution: Resolution | None = None
        self.choices: dict[str, Any] | None = None
        """What the player to act may choose while a meld is resolved."""
        self._legal: dict[str, Any] | None = None
        self.seat: int | None = lead
        self._empty_field()

    @classmethod
    def from_scenario(cls, scenario: Mapping[str, Any]) -> Game:
        """The position of a scenario of section 10 after its ``actions``, if it has any."""
        options = {"players": len(scenario["hands"]), **scenario.get("set", {})}
        game = cls(
            Rules.preset(scenario.get("rules", "default"), **options),
            scenario["hands"],
            scenario.get("stock", ""),
            scenario.get("lead", 0),
            scenario.get("revolution", False),
            scenario.get("previous"),
        )
        for action in scenario.get("actions", []):
            game.play(action)
        return game

    # -- what everybody may ask

    @property
    def order(self) -> Order:
        return Order(self.revolution, self.back)

    @property
    def over(self) -> bool:
        return self.places is not None

    def legal(self) -> list[str]:
        """The legal actions, sorted, each once."""
        return sorted(self._options())

    def state(self) -> dict[str, Any]:
        """The state of section 10."""
        shown = {
            "seat": self.seat,
            "legal": self.legal(),
            "field": self.field.meld.text if self.field else "",
            "order": "reversed" if self.order.reversed else "normal",
            "revolution": self.revolution,
            "locks": self.locks.texts(),
            "hands": [cards_text(sorted(hand, key=as_written)) for hand in self.hands],
        }
        return shown if self.places is None else {**shown, "places": self.places}

    def cards(self) -> Counter[Card]:
        """All cards of the game, wherever they are."""
        return Counter([*self.stock, *self.laid, *self.unseen, *(c for h in self.hands for c in h)])

    def play(self, text: str) -> None:
        """Carry out an action. Raises ValueError, with the legal ones, if it is not legal."""
        if self.seat is None:
            raise ValueError(f"{text!r}: the game is over")
        options = self._options()
        if text.strip() == "mistake" and self.choices is None:
            chosen: Any = "mistake"
        else:
            chosen = options[reading.find(text, options, self.rules)]
        seat, self._legal = self.seat, None
        if self.choices is not None:
            assert self.resolution is not None
            self.choices = None
            decide(self, self.resolution, seat, chosen)
            self._resolve()
        elif isinstance(chosen, Play):
            self.resolution = put_down(self, seat, chosen)
            self._resolve()
        elif chosen == "mistake" and self.rules.mistake_penalty == "draw" and self.stock:
            self.hands[seat].append(self.stock.pop(0))
        else:
            self._lose_turn(seat, passed=chosen == "pass")

    def _options(self) -> dict[str, Any]:
        if self.over or self.seat is None:
            return {}
        if self.choices is not None:
            return self.choices
        if self._legal is None:
            hand = self.hands[self.seat]
            found: dict[str, Any] = dict(
                plays(hand, self.field, self.locks, self.rules, self.order)
            )
            if self.field or not found or self.rules.lead_pass == "on":
                found["pass"] = "pass"
            self._legal = found
        return self._legal

    # -- turns

    def from_next(self, seat: int) -> list[int]:
        """The other players still in, in turn order from the one after ``seat``."""
        step = -1 if self.nine_reversed != self.trick_reversed else 1
        players = len(self.hands)
        order = [(seat + step * n) % players for n in range(1, players)]
        return [other for other in order if other in self.still_in]

    def would_be_asked(self, seat: int) -> list[int]:
        """Who has not answered the field's meld yet, in turn order after ``seat``."""
        assert self.field is not None
        waiting = [s for s in self.from_next(seat) if s not in self.done | self.locked]
        return [s for s in waiting if s != self.field.owner]

    def ask_next(self, seat: int) -> None:
        """The turn goes to the next who would be asked, or the field clears."""
        assert self.field is not None
        owner = self.field.owner
        waiting = self.would_be_asked(seat)
        own = self.rules.own_answer == "on" and owner in self.still_in
        if not waiting and own and owner not in self.done | self.locked:
            waiting = [owner]
        if waiting:
            self.seat = waiting[0]
        else:
            self.clear_field()

    def ask(self, seat: int, choices: dict[str, Any]) -> None:
        """Put a decision to a player while a meld is resolved."""
        self.seat, self.choices = seat, choices

    def _resolve(self) -> None:
        """Go on with the steps of the resolution until one asks or the game ends."""
        resolution = self.resolution
        assert resolution is not None
        while resolution.steps and not self.over:
            if not resolution.steps[0](self, resolution):
                return
            resolution.steps.pop(0)
        self.resolution = None

    def _lose_turn(self, seat: int, passed: bool) -> None:
        """A pass, or a turn lost by a mistake, which does not lock."""
        if passed and self.rules.pass_lock == "on":
            self.locked.add(seat)
        if self.field:
            self.done.add(seat)
            self.ask_next(seat)
            return
        self.lead_passed.append(seat)
        if self.still_in <= set(self.lead_passed):
            self.end(self.finish.places(self.by_cards(self.lead_passed[0])))
        else:
            self.seat = self.from_next(seat)[0]

    def clear_field(self) -> None:
        """The trick ends; the player of the field's meld leads, or the next player still in."""
        assert self.field is not None
        owner = self.field.owner
        self._empty_field()
        self.seat = owner if owner in self.still_in else self.from_next(owner)[0]

    def _empty_field(self) -> None:
        self.field: Field | None = None
        self.locks = Locks()
        self.back = False
        self.trick_reversed = False
        self.locked: set[int] = set()
        """Those who passed under ``pass_lock``."""
        self.done: set[int] = set()
        """Those who have passed, been skipped or lost the turn since the last meld."""
        self.lead_passed: list[int] = []
        """Those who have passed the lead in a row."""

    # -- the cards and the end

    def exchange(self, seat: int, card: Card, joker: Card) -> None:
        """A kidnap: the card goes to the table, the joker to the hand."""
        self.hands[seat].remove(card)
        self.laid.append(card)
        self.laid.remove(joker)
        self.hands[seat].append(joker)

    def drop(self, seat: int | None) -> None:
        """The fallen Daifugo is out at once, cards unseen."""
        assert seat is not None
        self.still_in.remove(seat)
        self.unseen, self.hands[seat] = self.hands[seat], []

    def by_cards(self, seat: int) -> list[int]:
        """Those still in by fewest cards held, ties in turn order from ``seat``."""
        order = [seat] * (seat in self.still_in) + self.from_next(seat)
        return sorted(order, key=lambda other: len(self.hands[other]))

    def end(self, places: list[int]) -> None:
        """The game is over."""
        self.places = places
        self.seat = None
        self._empty_field()
