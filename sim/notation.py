"""Cards, melds, actions and locks as text, both ways (the catalogue's section 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.engine import action
from sim.engine.action import (
    DISCARD,
    DOUBLE,
    GIVE,
    GROUP,
    KEEP,
    KIDNAP,
    MULTIPLE,
    PASS,
    PRIME,
    SEQUENCE,
    STEPPED,
    STEPPED_DOUBLE,
    STEPPED_TRIPLE,
    TRIPLE,
)
from sim.engine.cards import BLACK_JOKER as BLACK
from sim.engine.cards import RED_JOKER as RED
from sim.rules import Rules

SUITS = "SHDC"
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
PLAIN_JOKER = "JK"

SLASHES = {
    DOUBLE: "double",
    TRIPLE: "triple",
    STEPPED: "stepped",
    STEPPED_DOUBLE: "stepped-double",
    STEPPED_TRIPLE: "stepped-triple",
    MULTIPLE: "multiple",
    PRIME: "prime",
}


class NotationError(ValueError):
    """Text that is no card, meld or action."""


def card_index(text: str) -> int:
    """The card's number: 4 × rank + suit, 52 for ``JK`` and ``JB``, 53 for ``JR``."""
    word = text.strip().upper()
    if word in ("JK", "JB"):
        return BLACK
    if word == "JR":
        return RED
    if len(word) >= 2 and word[0] in SUITS and word[1:] in RANKS:
        return 4 * RANKS.index(word[1:]) + SUITS.index(word[0])
    raise NotationError(f"{text!r} is no card; cards are S3 H10 DA C2 and JK (JB, JR)")


def card_text(index: int, coloured: bool = False) -> str:
    """The card with this number; jokers as ``JB`` and ``JR`` where colours matter."""
    if index >= BLACK:
        return ("JB" if index == BLACK else "JR") if coloured else PLAIN_JOKER
    return SUITS[index % 4] + RANKS[index // 4]


def parse_cards(text: str) -> list[int]:
    """Card numbers of cards joined by spaces."""
    return [card_index(word) for word in text.split()]


def words_of(cards: Sequence[int]) -> list[int]:
    """The four masks of a multiset of cards: word k holds those of more than k copies.

    Raises NotationError for more than four copies of a card.
    """
    words = [0, 0, 0, 0]
    for card, n in Counter(cards).items():
        if n > 4:
            raise NotationError(f"{card_text(card)}: {n} copies, at most 4 decks are played")
        for k in range(n):
            words[k] |= 1 << card
    return words


def spread_jokers(cards: Sequence[int], coloured: bool) -> list[int]:
    """Plain jokers of a scenario turned black and red in turn where their colour does not matter."""
    if coloured:
        return list(cards)
    out, seen = [], 0
    for card in cards:
        if card >= BLACK:
            out.append(BLACK + seen % 2)
            seen += 1
        else:
            out.append(card)
    return out


def cards_of(words: Sequence[int] | np.ndarray[Any, Any]) -> list[int]:
    """The cards of four masks, by rank, then S H D C, jokers last; copies side by side."""
    return [c for c in range(54) for word in words if int(word) >> c & 1]


def cards_text(words: Sequence[int] | np.ndarray[Any, Any], coloured: bool = False) -> str:
    """The cards of four masks as text."""
    return " ".join(card_text(c, coloured) for c in cards_of(words))


@dataclass(frozen=True)
class Reading:
    """An action taken apart for comparison: tokens as written and what stands behind the slash."""

    text: str
    kind: int
    tokens: tuple[str, ...]
    slash: str | None
    copies: int
    ordered: bool
    """Whether only the written direction will do (a sequence with fewer than two real ranks)."""


class Notation:
    """The notation under some rules: colours of jokers, tops and named suits depend on them."""

    def __init__(self, rules: Rules) -> None:
        self.coloured = rules.prejudice != "off"
        self.tops = rules.suit_lock == "top"

    def card(self, index: int) -> str:
        return card_text(index, self.coloured)

    def action(self, row: Sequence[int], reversed_order: bool) -> Reading:
        """The text of an action (five integers) in the order in force."""
        code = int(row[0])
        kind = code & 15
        if kind == PASS:
            return self._plain("pass", kind)
        if kind == KEEP:
            return self._plain("keep", kind)
        if kind >= GIVE:
            card = self.card(code >> 4 & 63)
            verb = {GIVE: "give", DISCARD: "discard", KIDNAP: "kidnap"}[kind]
            return self._plain(f"{verb} {card}" + (f" {code >> 10 & 31}" * (kind == GIVE)), kind)
        if kind == GROUP:
            return self._group(code, row[1:])
        if code >> 27 & 1:
            return self._plain(self.card(cards_of(row[1:])[0]), kind)
        return self._sequence(code, row[1:], reversed_order)

    @staticmethod
    def _plain(text: str, kind: int) -> Reading:
        return Reading(text, kind, tuple(text.split()), None, 1, False)

    def _group(self, code: int, words: Sequence[int]) -> Reading:
        cards = cards_of(words)
        top = code >> 20 & 7
        if top:
            if top == 5:
                card = RED if code >> 48 & 1 or BLACK not in cards else BLACK
            else:
                rank = 6 if code >> 25 & 1 else min(c // 4 for c in cards)
                card = 4 * rank + top - 1
            cards.remove(card)
            cards.append(card)
        slash = []
        if code >> 26 & 1:
            slash.append({3: "6", 6: "9"}[(code >> 10 & 31) - 1])
        names = [SUITS[s] for s in range(4) for _ in range(code >> (32 + 4 * s) & 15)]
        if code >> 49 & 1:
            last = SUITS[code >> 23 & 3]
            names.remove(last)
            names.append(last)
        slash += names
        return self._reading(
            GROUP, [self.card(c) for c in cards], " ".join(slash) or None, 1, False
        )

    def _sequence(self, code: int, words: Sequence[int], reversed_order: bool) -> Reading:
        kind = code & 15
        copies = {DOUBLE: 2, STEPPED_DOUBLE: 2, TRIPLE: 3, STEPPED_TRIPLE: 3}.get(kind, 1)
        places = range((code >> 4 & 63) // copies)
        jokers = [c for c in cards_of(words) if c >= BLACK]
        tokens, ranks = [], set()
        for place in reversed(places) if reversed_order else places:
            wild = code >> (32 + 2 * place) & 3
            rank = place_rank(code, place)
            card = self.card(4 * rank + (code >> 18 & 3)) if 0 <= rank <= 12 else ""
            tokens += [card] * (copies - wild)
            if wild < copies:
                ranks.add(rank)
            tokens += [self.card(jokers.pop(0)) for _ in range(wild)]
        slash = SLASHES.get(kind)
        if slash is None and (code >> 4 & 63) - (code >> 28 & 15) == 1:
            slash = "sequence"
        return self._reading(kind, tokens, slash, copies, len(ranks) < 2)

    @staticmethod
    def _reading(
        kind: int, tokens: list[str], slash: str | None, copies: int, ordered: bool
    ) -> Reading:
        text = " ".join(tokens) + (f" /{slash}" if slash else "")
        return Reading(text, kind, tuple(tokens), slash, copies, ordered)

    def find(self, text: str, readings: Sequence[Reading]) -> int:
        """The index of the legal action that ``text`` means. Raises NotationError if none or several."""
        for i, reading in enumerate(readings):
            if reading.text == text:
                return i
        body, _, slash = text.partition("/")
        tokens = self._canonical(body.split())
        slash = " ".join(slash.upper().split())
        fits = [i for i, r in enumerate(readings) if self._same_cards(tokens, r)]
        if slash:
            fits = [i for i in fits if (readings[i].slash or "").upper() == slash]
        elif any(readings[i].slash is None for i in fits):
            fits = [i for i in fits if readings[i].slash is None]
        if len({readings[i].text for i in fits}) != 1:
            legal = ", ".join(sorted({r.text for r in readings}))
            what = "may be read in several ways" if fits else "is not legal here"
            raise NotationError(f"{text!r} {what}; legal: {legal}")
        return fits[0]

    def _canonical(self, words: Sequence[str]) -> tuple[str, ...]:
        out = []
        for word in words:
            try:
                out.append(self.card(card_index(word)))
            except NotationError:
                out.append(word.lower())
        return tuple(out)

    def _same_cards(self, tokens: tuple[str, ...], reading: Reading) -> bool:
        if Counter(tokens) != Counter(reading.tokens):
            return False
        if reading.kind == GROUP:
            return not self.tops or tokens[-1] == reading.tokens[-1]
        if not SEQUENCE <= reading.kind <= PRIME:
            return tokens == reading.tokens
        wanted = _by_place(reading.tokens, reading.copies)
        given = _by_place(tokens, reading.copies)
        return given == wanted or (not reading.ordered and given[::-1] == wanted)

    def locks(self, table: Any) -> list[str]:
        """The locks in force, as texts, of a table record."""
        out = []
        if int(table["lock"]):
            out.append("suit " + _suits(int(table["lock_suits"]), int(table["lock_open"])))
        if int(table["top"]):
            out.append("top " + SUITS[int(table["top"]) - 1])
        if int(table["geki"]):
            out.append("geki " + _suits(int(table["geki_suits"]), int(table["geki_open"])))
        if int(table["number"]):
            out.append("number")
        if int(table["parity"]):
            out.append("parity " + SUITS[int(table["parity"]) - 1])
        return out


def place_rank(code: int, place: int) -> int:
    """The rank at a place of a sequence, counted from its lowest (-1: below 3, 13: above 2)."""
    compiled: Any = action.place_rank
    return int(compiled.py_func(code & 15, (code >> 10 & 31) - 1, code >> 15 & 7, place))


def _by_place(tokens: Sequence[str], copies: int) -> list[Counter[str]]:
    plain = [PLAIN_JOKER if t in ("JB", "JR") else t for t in tokens]
    return [Counter(plain[i : i + copies]) for i in range(0, len(plain), copies)]


def _suits(counts: int, still_open: int) -> str:
    letters = [SUITS[s] for s in range(4) for _ in range(counts >> (8 * s) & 255)]
    return " ".join(letters + ["*"] * still_open)
