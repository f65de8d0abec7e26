"""Kinds of rule options: how each is written, checked, and turned into integers for the kernel.

Every kind knows three forms of a value: the *text* of presets, scenarios and the command line, the
Python *value*, and the integers (``width`` of them) that the kernel reads. The three convert into
each other without loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class BadValue(ValueError):
    """A value that an option does not take; the message names what is allowed."""


def _words(raw: Any) -> list[str]:
    if isinstance(raw, str):
        return raw.split()
    if isinstance(raw, (list, tuple, set, frozenset)):
        return [str(word) for word in raw]
    return [str(raw)]


def _integer(word: Any, allowed: str) -> int:
    if isinstance(word, bool):
        raise BadValue(allowed)
    try:
        return int(str(word))
    except ValueError:
        raise BadValue(allowed) from None


class Kind:
    """What kind of value an option takes. ``width`` is the number of integers in the kernel."""

    width = 1

    def allowed(self) -> str:
        """The values taken, in words, for messages and documentation."""
        raise NotImplementedError

    def parse(self, raw: Any) -> Any:
        """The Python value of ``raw`` (text, number, bool or list); BadValue if it is none."""
        raise NotImplementedError

    def text(self, value: Any) -> str:
        """The value as it is written in a preset; ``parse(text(v)) == v``."""
        return str(value)

    def encode(self, value: Any) -> list[int]:
        """The integers that the kernel reads, ``width`` of them."""
        raise NotImplementedError


@dataclass(frozen=True)
class Choice(Kind):
    """One of some words; encoded as the word's index. ``off``/``on`` also takes booleans."""

    values: tuple[str, ...]

    def allowed(self) -> str:
        return "one of " + ", ".join(self.values)

    def parse(self, raw: Any) -> str:
        word = {True: "on", False: "off"}[raw] if isinstance(raw, bool) else str(raw).strip()
        if word not in self.values:
            raise BadValue(self.allowed())
        return word

    def encode(self, value: str) -> list[int]:
        return [self.values.index(value)]


@dataclass(frozen=True)
class Number(Kind):
    """A whole number from ``low`` to ``high``, or ``word``, which is encoded as 0."""

    low: int
    high: int
    word: str | None = None

    def allowed(self) -> str:
        span = f"a whole number from {self.low} to {self.high}"
        return f"{self.word}, or {span}" if self.word else span

    def parse(self, raw: Any) -> int | str:
        if self.word is not None and (raw is False if self.word == "off" else False):
            return self.word
        if isinstance(raw, str) and raw.strip() == self.word:
            return self.word
        number = _integer(raw, self.allowed())
        if not self.low <= number <= self.high:
            raise BadValue(self.allowed())
        return number

    def encode(self, value: int | str) -> list[int]:
        return [0 if value == self.word else int(value)]


@dataclass(frozen=True)
class Members(Kind):
    """A set of words, possibly empty; encoded as a bit mask, bit i for the i-th word."""

    values: tuple[str, ...]

    def allowed(self) -> str:
        return "empty, or any of " + ", ".join(self.values)

    def parse(self, raw: Any) -> tuple[str, ...]:
        words = _words(raw)
        if any(word not in self.values for word in words):
            raise BadValue(self.allowed())
        return tuple(word for word in self.values if word in words)

    def text(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def encode(self, value: tuple[str, ...]) -> list[int]:
        return [sum(1 << self.values.index(word) for word in value)]


@dataclass(frozen=True)
class Numbers(Kind):
    """A list of at most ``width`` whole numbers, padded with zeros in the kernel."""

    low: int
    high: int
    width: int = 8

    def allowed(self) -> str:
        return f"at most {self.width} whole numbers from {self.low} to {self.high}"

    def parse(self, raw: Any) -> tuple[int, ...]:
        numbers = tuple(_integer(word, self.allowed()) for word in _words(raw))
        if len(numbers) > self.width or any(not self.low <= n <= self.high for n in numbers):
            raise BadValue(self.allowed())
        return numbers

    def text(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value))

    def encode(self, value: tuple[int, ...]) -> list[int]:
        return [*value, *([0] * (self.width - len(value)))]


CHANCE_UNIT = 1 << 53
"""Chances reach the kernel as whole multiples of 2**-53, so that they compare with random bits."""


@dataclass(frozen=True)
class Chances(Kind):
    """A chance from 0 to 1 for every seat: one number for all, or a list by seat."""

    width: int = 9

    def allowed(self) -> str:
        return "a chance from 0 to 1, or a list with one for each seat"

    def parse(self, raw: Any) -> tuple[float, ...]:
        try:
            chances = tuple(float(word) for word in _words(raw))
        except ValueError:
            raise BadValue(self.allowed()) from None
        if not chances or len(chances) > self.width or any(not 0 <= c <= 1 for c in chances):
            raise BadValue(self.allowed())
        return (chances[0],) if len(set(chances)) == 1 else chances

    def text(self, value: tuple[float, ...]) -> str:
        return " ".join(f"{chance:g}" for chance in value)

    def encode(self, value: tuple[float, ...]) -> list[int]:
        seats = value * self.width if len(value) == 1 else value
        units = [round(chance * CHANCE_UNIT) for chance in seats]
        return [*units, *([0] * (self.width - len(units)))]


@dataclass(frozen=True)
class Range(Kind):
    """First, last, and which of them: ``11 25 odd``; the kernel reads first, last, parity."""

    low: int
    high: int
    width: int = 3
    parities: tuple[str, ...] = ("every", "odd", "even")

    def allowed(self) -> str:
        return (
            f"first and last from {self.low} to {self.high} and odd, even or every, as in 11 25 odd"
        )

    def parse(self, raw: Any) -> tuple[int, int, str]:
        words = _words(raw)
        if len(words) != 3 or words[2] not in self.parities:
            raise BadValue(self.allowed())
        first, last = (_integer(word, self.allowed()) for word in words[:2])
        if not self.low <= first <= last <= self.high:
            raise BadValue(self.allowed())
        if not range_values((first, last, words[2])):
            raise BadValue(self.allowed() + ", with at least one such number between them")
        return first, last, words[2]

    def text(self, value: tuple[int, int, str]) -> str:
        return " ".join(map(str, value))

    def encode(self, value: tuple[int, int, str]) -> list[int]:
        return [value[0], value[1], self.parities.index(value[2])]


def range_values(value: Sequence[Any]) -> list[int]:
    """The whole numbers that a range such as ``(11, 25, "odd")`` stands for, rising."""
    first, last, parity = value
    keep = {"every": (0, 1), "even": (0,), "odd": (1,)}[parity]
    return [n for n in range(first, last + 1) if n % 2 in keep]


@dataclass(frozen=True)
class Assignments(Kind):
    """A list of ``key=value`` words. The kernel gets each as a rule set of its own, not here."""

    most: int = 16
    width: int = 1

    def allowed(self) -> str:
        return f"empty, or at most {self.most} of key=value"

    def parse(self, raw: Any) -> tuple[str, ...]:
        words = tuple(_words(raw))
        if len(words) > self.most or any("=" not in word for word in words):
            raise BadValue(self.allowed())
        if len(set(words)) != len(words):
            raise BadValue(self.allowed() + ", each once")
        return words

    def text(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def encode(self, value: tuple[str, ...]) -> list[int]:
        return [len(value)]


@dataclass(frozen=True)
class Option:
    """One rule option: the one line from which everything else about it is derived."""

    key: str
    section: int
    kind: Kind
    default: Any
    doc: str
    japanese: str
    source: str
    names: str = ""
    """What the rule texts call it, with the text's number: ``Hachi Nagashi (000)``."""
