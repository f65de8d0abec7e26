"""A game in progress, driven from Python: legal actions as text, one action at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.engine.action import ROW
from sim.engine.game import act, give_lead, learn_rules, list_actions, mistake
from sim.engine.state import OVER, PLAY, new_table
from sim.notation import Notation, NotationError, Reading, cards_text, words_of
from sim.rules import Rules


class Position:
    """A table that plays by ``rules``. Hands and stock are lists of card numbers.

    ``previous`` lists the seats by last game's place, best first; None in a first game.
    Raises ValueError for hands that no game has.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[int]],
        *,
        stock: Sequence[int] = (),
        lead: int = 0,
        revolution: bool = False,
        previous: Sequence[int] | None = None,
    ) -> None:
        self.rules = rules
        self.notation = Notation(rules)
        self._record = rules.kernel()
        self._table = new_table()
        self._buffer = np.zeros((1024, ROW), np.int64)
        table = self._table[0]
        for seat, hand in enumerate(hands):
            if not hand:
                raise ValueError(f"seat {seat} holds no card; every hand holds at least one")
            table["hands"][seat] = words_of(hand)
            table["counts"][seat] = len(hand)
        table["players"] = len(hands)
        table["playing"] = (1 << len(hands)) - 1
        table["stock"][: len(stock)] = stock
        table["stock_size"] = len(stock)
        table["revolution"] = int(revolution)
        table["daifugo"] = previous[0] if previous else -1
        table["fallen"] = -1
        learn_rules(self._record[0], table)
        give_lead(table, lead)

    @property
    def table(self) -> Any:
        """The record of ``sim.engine.state.TABLE``."""
        return self._table[0]

    @property
    def over(self) -> bool:
        return int(self.table["phase"]) == OVER

    @property
    def reversed_order(self) -> bool:
        return bool(self.table["revolution"] ^ self.table["back"])

    def rows(self) -> np.ndarray[Any, Any]:
        """The legal actions, an int64 array of shape (n, 5)."""
        n = int(list_actions(self._record[0], self.table, self._buffer))
        while n >= len(self._buffer):
            self._buffer = np.zeros((2 * n, ROW), np.int64)
            n = int(list_actions(self._record[0], self.table, self._buffer))
        return self._buffer[:n].copy()

    def readings(self) -> list[Reading]:
        """The legal actions taken apart, in the order of ``rows``."""
        return [self.notation.action(row, self.reversed_order) for row in self.rows()]

    def legal(self) -> list[str]:
        """The legal actions as text, each once, sorted."""
        return sorted({reading.text for reading in self.readings()})

    def play(self, text: str) -> None:
        """Play the action that ``text`` means. Raises NotationError, naming the legal ones."""
        if text.strip() == "mistake":
            if int(self.table["phase"]) != PLAY:
                raise NotationError("'mistake' is not legal here; a turn of play is needed")
            mistake(self._record[0], self.table)
            return
        rows = self.rows()
        readings = [self.notation.action(row, self.reversed_order) for row in rows]
        self.act(rows[self.notation.find(" ".join(text.split()), readings)])

    def act(self, row: np.ndarray[Any, Any]) -> None:
        """Play a legal action given as five integers."""
        act(self._record[0], self.table, row)

    def places(self) -> list[int]:
        """Seats, best first, once the game is over."""
        return [int(s) for s in self.table["places"][: int(self.table["players"])]]

    def field(self) -> str:
        """The meld to beat as text; empty if there is none."""
        row = self.table["field"]
        if int(row[0]) == 0:
            return ""
        return self.notation.action(row, bool(self.table["field_reversed"])).text

    def state(self) -> dict[str, Any]:
        """The state of the catalogue's section 10, ready for JSON."""
        table = self.table
        hands = table["hands"][: int(table["players"])]
        state: dict[str, Any] = {
            "seat": None if self.over else int(table["seat"]),
            "legal": self.legal(),
            "field": self.field(),
            "order": "reversed" if self.reversed_order else "normal",
            "revolution": bool(table["revolution"]),
            "locks": [] if self.over else self.notation.locks(table),
            "hands": [cards_text(hand, self.notation.coloured) for hand in hands],
        }
        if self.over:
            state["places"] = self.places()
        return state
