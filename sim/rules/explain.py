"""``daihinmin rules explain``: an option in words, and positions that show what it changes.

The positions are replayed by the engine under each value shown and laid side by side; a row is
printed where the values differ.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from sim.rules.explain_cases import Example, examples_of, play
from sim.rules.presets import preset_names
from sim.rules.ruleset import Rules, RulesError
from sim.rules.table import BY_KEY, SECTIONS

WIDTH = 100
MOST_ACTIONS_SHOWN = 14
LABEL = 12
ALWAYS = ("seat", "field")
ROWS = {
    "seat": "to act",
    "field": "field",
    "order": "order",
    "revolution": "revolution",
    "locks": "locks",
    "legal": "may play",
    "hands": "hands",
    "places": "places",
}
"""The parts of a state, and what they are called in print."""


def explain_option(key: str) -> str:
    """Everything about an option as text. Raises RulesError for an unknown key."""
    if key not in BY_KEY:
        raise RulesError(f"unknown rule option {key!r}; 'daihinmin rules' lists them all")
    examples = [example for example in examples_of(key) if not example.proof]
    parts = [_head(key)]
    for number, example in enumerate(examples, 1):
        title = "Example" if len(examples) == 1 else f"Example {number}"
        why = textwrap.fill(f"{title}: {example.why}.", WIDTH)
        parts.append(f"{why}\n\n{_setting(example)}\n\n{_table(example)}")
    return "\n\n".join(parts)


def _head(key: str) -> str:
    option = BY_KEY[key]
    default = option.kind.text(option.default) or "empty"
    rows = {
        "values": option.kind.allowed(),
        "default": default,
        "section": f"{option.section}, {SECTIONS[option.section].lower()}",
        "source": option.source,
        "Japanese": option.japanese,
        "in the texts": option.names or "no name of its own",
        "presets": _presets(key),
    }
    lines = [key, *textwrap.wrap(option.doc, WIDTH), ""]
    for name, text in rows.items():
        lines += _labelled(name, text)
    return "\n".join(lines)


def _presets(key: str) -> str:
    """Which presets set the option to what, the defaults left out."""
    by_value: dict[str, list[str]] = {}
    for name in preset_names():
        rules = Rules.preset(name)
        if key in rules.differences():
            by_value.setdefault(rules.text(key) or "empty", []).append(name)
    shown = [f"{value} in {', '.join(names)}" for value, names in by_value.items()]
    return "; ".join(shown) or "all leave it at its default"


def _labelled(label: str, text: str) -> list[str]:
    """``label  text`` with the text's later lines under its first."""
    lines = textwrap.wrap(text, WIDTH - LABEL - 4, break_on_hyphens=False) or ["–"]
    return [
        f"  {label if number == 0 else '':<{LABEL}}  {line}" for number, line in enumerate(lines)
    ]


def _setting(example: Example) -> str:
    """The position, question or match, and the other options that it needs."""
    shown = {**example.settings}
    if example.position is not None:
        lines = _position_lines(example.position)
        shown.pop("players", None)
    elif example.question is not None:
        form, *rest = example.question.items()
        lines = _labelled("asked", str(form[1]).replace("_", " "))
        for name, value in rest:
            lines += _labelled(name.replace("_", " "), _plain(value))
    else:
        match = example.match or {}
        lines = _labelled(
            "played",
            f"a match of {match['games']} games by {match['policy']}, seed {match['seed']}",
        )
    if shown:
        lines += _labelled("with", ", ".join(f"{key}={value}" for key, value in shown.items()))
    return "\n".join(lines)


def _position_lines(position: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    leader = position.get("lead", 0)
    for seat, hand in enumerate(position["hands"]):
        lines += _labelled(f"seat {seat}" + (" leads" if seat == leader else ""), hand)
    if position.get("stock"):
        lines += _labelled("stock", position["stock"])
    if position.get("revolution"):
        lines += _labelled("before", "a revolution")
    if position.get("previous"):
        lines += _labelled("last game", _plain(position["previous"]) + " (seats, best first)")
    if position.get("actions"):
        lines += _labelled("played", ", ".join(position["actions"]))
    return lines


def _plain(value: Any) -> str:
    """A value of a state or an answer as a person writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_plain(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(part, (list, tuple, Mapping)) for part in value)
        nested = nested or any(" " in str(part) for part in value)
        return (" | " if nested else " ").join(_plain(part) for part in value) or "–"
    return "–" if value in (None, "") else str(value)


def _table(example: Example) -> str:
    """One column for each value shown; values with the same outcome share one."""
    columns: dict[str, dict[str, str]] = {}
    for value, outcome in example.outcomes.items():
        last = play(example, value)[-1]
        columns[value or "empty"] = _cells(example, last, outcome)
    merged: list[tuple[str, dict[str, str]]] = []
    for value, cells in columns.items():
        for number, (names, known) in enumerate(merged):
            if known == cells:
                merged[number] = (f"{names}, {value}", known)
                break
        else:
            merged.append((value, cells))
    return "\n".join(_layout(example.key, merged))


def _cells(example: Example, last: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
    """The rows of one column: label to text."""
    if "refused" in last:
        return {"refused": str(last["refused"])}
    if example.position is not None:
        return {ROWS[name]: _cell(name, last[name]) for name in ROWS if name in last}
    names = list(last)
    if example.match is not None:
        names = list(dict.fromkeys(name for shown in example.outcomes.values() for name in shown))
    rows = {name.removeprefix("total_").replace("_", " "): _plain(last[name]) for name in names}
    return rows if outcome else {**rows, "by": "chance"}


def _cell(name: str, value: Any) -> str:
    if name == "seat":
        return "nobody: the game is over" if value is None else f"seat {value}"
    if name == "hands":
        return " | ".join(hand or "–" for hand in value)
    if name in ("legal", "locks"):
        texts = list(value)
        more = len(texts) - MOST_ACTIONS_SHOWN
        shown = ", ".join(texts[:MOST_ACTIONS_SHOWN]) or "–"
        return f"{shown} and {more} more" if more > 0 else shown
    return _plain(value)


def _layout(key: str, columns: Sequence[tuple[str, Mapping[str, str]]]) -> list[str]:
    """The columns beside each other, rows that say the same everywhere left out."""
    width = max(16, (WIDTH - LABEL - 4) // len(columns) - 2)
    labels = list(dict.fromkeys(label for _, cells in columns for label in cells))
    always = {ROWS[name] for name in ALWAYS}
    rows = [("", [f"{key}={names}" for names, _ in columns])]
    always |= {label for label in labels if len(columns) == 1}
    for label in labels:
        texts = [cells.get(label, "") for _, cells in columns]
        if len(set(texts)) > 1 or label in always:
            rows.append((label, texts))
    lines: list[str] = []
    for label, texts in rows:
        cells = [textwrap.wrap(text, width, break_on_hyphens=False) or [""] for text in texts]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            body = "  ".join(f"{part:<{width}}" for part in parts)
            lines.append(f"  {label if number == 0 else '':<{LABEL}}  {body}".rstrip())
        if not label:
            lines.append(f"  {'':<{LABEL}}  " + "  ".join("-" * width for _ in columns))
    return lines
