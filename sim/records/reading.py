"""The contest's log format: games between ``/*`` and ``*/``, lists of five by player.

A card is a suit and a rank in small letters, ``d3``, ``ht``; ``jo`` is the joker. An action is
``p``, ``jk``, or suits and ranks with the joker's place in round brackets, ``ch-4(h)``,
``h-678(7)``; the time taken stands in square brackets and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.notation import BLACK, RANKS, SUITS

PLAYERS = 5
SUIT_LETTERS = "shdc"
RANK_LETTERS = "3456789tjqka2"
BELOW, ABOVE = "-", "+"
NO_SUIT = "x"

KEYS = ("game", "score", "class", "seat", "dealt", "changed", "original", "play", "result")
NEEDED = ("class", "seat", "dealt", "original", "play", "result")
_SUIT = f"[{SUIT_LETTERS}{NO_SUIT}]"
_RANK = rf"[{RANK_LETTERS}\{BELOW}\{ABOVE}]"
_HAND = re.compile(r"\{([^{}]*)\}")
_ACTION = re.compile(rf"(?P<suits>{_SUIT}+)-(?P<ranks>{_RANK}+)(?:\((?P<joker>{_SUIT}|{_RANK})\))?")
Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class RecordedGame:
    """A game as recorded; every list is by player, in the order of the file's ``player`` line."""

    line: int
    """The line of the file on which the game begins."""
    number: int
    """The recorded number, or how many games stand before this one."""
    players: tuple[str, ...]
    classes: tuple[int, ...]
    """Class before the game, 0 Daifugo … 4 Daihinmin."""
    seats: tuple[int, ...]
    dealt: Hands
    changed: Hands
    """What each handed over in the exchange; all empty where none took place."""
    original: Hands
    """The hands after the exchange."""
    actions: tuple[str, ...]
    """Every action in turn, in the catalogue's notation."""
    result: tuple[int, ...]
    """Place, 0 first."""


def read(path: str | Path) -> list[RecordedGame]:
    """The games of a file. Raises InputError naming the file, the line and what is wrong."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is no text in UTF-8"
        raise InputError(f"{path}: {reason}") from None
    return parse(text, str(path))


def parse(text: str, name: str = "record") -> list[RecordedGame]:
    """The games in a text; ``name`` stands in messages. Raises InputError."""
    games: list[RecordedGame] = []
    players: tuple[str, ...] = ()
    block: dict[str, tuple[int, str]] | None = None
    began = 0
    for number, line in enumerate(text.splitlines(), 1):
        key, _, rest = line.strip().partition(" ")
        try:
            if not key:
                continue
            if key == "/*":
                if block is not None:
                    raise ValueError(f"a game begins inside the game of line {began}")
                block, began = {}, number
            elif key == "*/":
                if block is None:
                    raise ValueError("a game ends that has not begun")
                games.append(_game(block, began, len(games), players))
                block = None
            elif block is None:
                if key != "player":
                    raise ValueError(f"{key!r} outside a game; expected 'player' or '/*'")
                players = tuple(rest.split())
            else:
                if key not in KEYS or key in block:
                    what = "twice" if key in block else f"unknown; keys are {', '.join(KEYS)}"
                    raise ValueError(f"key {key!r} {what}")
                block[key] = (number, rest.strip())
        except _AtLine as error:
            raise InputError(f"{name}, line {error.line}: {error}") from None
        except ValueError as error:
            raise InputError(f"{name}, line {number}: {error}") from None
    if block is not None:
        raise InputError(f"{name}, line {began}: the game has no end ('*/')")
    if not games:
        raise InputError(f"{name}: holds no game (a game stands between '/*' and '*/')")
    return games


class _AtLine(ValueError):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def _game(
    block: dict[str, tuple[int, str]], line: int, before: int, players: tuple[str, ...]
) -> RecordedGame:
    for key in NEEDED:
        if key not in block:
            raise _AtLine(line, f"the game has no line {key!r}")
    for key, (number, text) in block.items():
        if key in NEEDED and not text:
            raise _AtLine(number, f"{key} is empty")
    values: dict[str, Any] = {}
    for key, reader in _READERS.items():
        number, text = block.get(key, (line, ""))
        try:
            values[key] = reader(text)
        except ValueError as error:
            raise _AtLine(number, f"{key}: {error}") from None
    return RecordedGame(
        line=line,
        number=before if values["game"] is None else values["game"],
        players=players,
        classes=values["class"],
        seats=values["seat"],
        dealt=values["dealt"],
        changed=values["changed"],
        original=values["original"],
        actions=values["play"],
        result=values["result"],
    )


def _number(text: str) -> int | None:
    return int(text) if text else None


def _permutation(text: str) -> tuple[int, ...]:
    numbers = tuple(int(word) for word in text.split())
    if sorted(numbers) != list(range(PLAYERS)):
        raise ValueError(f"{text!r}; expected every number from 0 to {PLAYERS - 1} once")
    return numbers


def _hands(text: str) -> Hands:
    found = _HAND.findall(text)
    if len(found) != PLAYERS or _HAND.sub("", text).strip():
        raise ValueError(f"expected {PLAYERS} lists of cards in braces")
    return tuple(tuple(_card(word) for word in hand.split()) for hand in found)


def _changed(text: str) -> Hands:
    return _hands(text) if text else ((),) * PLAYERS


def _card(word: str) -> int:
    if word == "jo":
        return BLACK
    if len(word) == 2 and word[0] in SUIT_LETTERS and word[1] in RANK_LETTERS:
        return 4 * RANK_LETTERS.index(word[1]) + SUIT_LETTERS.index(word[0])
    raise ValueError(f"{word!r} is no card; cards are d3 ht c2 and jo")


def _actions(text: str) -> tuple[str, ...]:
    return tuple(action_text(word) for word in text.split())


def action_text(word: str) -> str:
    """An action of a record in the catalogue's notation. Raises ValueError."""
    body = word.partition("[")[0]
    if body == "p":
        return "pass"
    if body == "jk":
        return "JK"
    match = _ACTION.fullmatch(body)
    if match is None:
        raise ValueError(f"{word!r} is no action; actions are p, jk, ch-4, ch-4(h), s-678(7)")
    suits, ranks, joker = match["suits"], match["ranks"], match["joker"]
    if len(ranks) == 1:
        return _group_text(word, suits, ranks, joker)
    if len(suits) == 1:
        return _sequence_text(word, suits, ranks, joker)
    raise ValueError(f"{word!r}: several suits and several ranks make no meld")


def _group_text(word: str, suits: str, rank: str, joker: str | None) -> str:
    """Cards of one rank; the joker's suit follows the slash, unless it has none (five cards)."""
    real = [suit for suit in suits if suit not in (joker, NO_SUIT)]
    jokers = len(suits) - len(real)
    named_joker = joker is not None or NO_SUIT in suits
    if not real or jokers != named_joker or rank in (BELOW, ABOVE):
        raise ValueError(f"{word!r}: one joker at most, in a place that the meld has")
    cards = [_name(suit, rank) for suit in real] + ["JK"] * jokers
    named = f" /{joker.upper()}" if joker not in (None, NO_SUIT) else ""
    return " ".join(cards) + named


def _sequence_text(word: str, suit: str, ranks: str, joker: str | None) -> str:
    """Cards of one suit, from 3 to 2 as recorded; past the ends only the joker can stand."""
    if suit == NO_SUIT:
        raise ValueError(f"{word!r} is no action: a sequence has a suit")
    cards = [
        "JK" if rank == joker or rank in (BELOW, ABOVE) else _name(suit, rank) for rank in ranks
    ]
    if cards.count("JK") != (joker is not None):
        raise ValueError(f"{word!r}: one joker at most, in a place that the meld has")
    return " ".join(cards)


def _name(suit: str, rank: str) -> str:
    return SUITS[SUIT_LETTERS.index(suit)] + RANKS[RANK_LETTERS.index(rank)]


_READERS: dict[str, Callable[[str], Any]] = {
    "game": _number,
    "class": _permutation,
    "seat": _permutation,
    "dealt": _hands,
    "changed": _changed,
    "original": _hands,
    "play": _actions,
    "result": _permutation,
}
