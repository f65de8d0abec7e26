"""Figures as people read them: shares in per cent, intervals, "not enough data" instead of NaN."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from analysis.estimate import ALL_EVENTS, NO_EVENTS, OK

MISSING = "not enough data"
MINUS = "−"
PERCENT = "\u00a0%"
"""With a space that no line is broken at."""


def number(value: float, digits: int = 2) -> str:
    """A number with a real minus sign and thousands marked; not enough data for NaN."""
    if not math.isfinite(value):
        return MISSING
    text = f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign, also when positive."""
    text = number(value, digits)
    nothing = text == MISSING or float(text.replace(",", "").replace(MINUS, "-")) == 0
    return text if nothing or text.startswith(MINUS) else f"+{text}"


def percent(value: float, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{number(100 * value, digits)}{PERCENT}" if math.isfinite(value) else MISSING


def points(value: float, digits: int = 1) -> str:
    """A difference of shares in percentage points, with its sign."""
    return f"{signed(100 * value, digits)} points" if math.isfinite(value) else MISSING


def plain(value: float, unit: str = "", digits: int | None = None) -> str:
    """A value in the manner of its unit: a share as per cent, the rest with fitting digits."""
    if unit == "share":
        return percent(value)
    return number(value, fitting(value) if digits is None else digits)


def fitting(value: float) -> int:
    """Digits after the point that show about three figures."""
    if not math.isfinite(value) or value == 0:
        return 2
    return int(min(4, max(0, 2 - math.floor(math.log10(abs(value))))))


def with_interval(row: Any, unit: str = "", level: str = "") -> str:
    """As in "46.2 % (45.1 to 47.3)" of anything with value, low, high and status."""
    if row.status in (NO_EVENTS, ALL_EVENTS):
        side = (
            f"below {plain(row.high, unit)}"
            if row.status == NO_EVENTS
            else (f"above {plain(row.low, unit)}")
        )
        return f"{plain(row.value, unit)} ({side})"
    if row.status != OK:
        return missing(row)
    digits = None if unit == "share" else fitting(max(abs(row.low), abs(row.high)))
    low, high = plain(row.low, unit, digits), plain(row.high, unit, digits)
    if unit == "share":
        low, high = low.removesuffix(PERCENT), high.removesuffix(PERCENT)
    return f"{plain(row.value, unit, digits)} ({level}{low} to {high})"


def difference(row: Any, unit: str = "share", level: str = "") -> str:
    """As in "−4.8 points (−6.0 to −3.6)" of a difference with value, low, high and status."""
    if row.status != OK:
        return missing(row)
    if unit == "share":
        low, high = signed(100 * row.low, 1), signed(100 * row.high, 1)
        return f"{points(row.value)} ({level}{low} to {high})"
    digits = fitting(max(abs(row.low), abs(row.high)))
    low, high = signed(row.low, digits), signed(row.high, digits)
    return f"{signed(row.value, digits)} ({level}{low} to {high})"


def missing(row: Any) -> str:
    """Why there is no interval; with the value where at least that is known."""
    if math.isfinite(row.value):
        return f"{number(row.value, fitting(row.value))} ({row.status})"
    return str(row.status)


def p_text(p: float) -> str:
    """A p-value: "p = 0.034", "p < 0.0001"."""
    if not math.isfinite(p):
        return MISSING
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}" if p < 0.01 else f"p = {p:.2f}"


def listed(items: Iterable[Any], last: str = "and") -> str:
    """As in "a, b and c"."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(n: int, thing: str, many: str = "") -> str:
    """As in "one card", "two cards", "25 cards", "no card"."""
    word = _SMALL[n] if 0 <= n < len(_SMALL) else f"{n:,}"
    return f"{word} {thing if n in (0, 1) else many or thing + 's'}"
