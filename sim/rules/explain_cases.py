"""Examples of what each option changes: positions and questions, with their outcomes by value.

The examples are data, one file of ``sim/rules/examples`` for each section of the catalogue. An entry
is one of three things, told apart by what it holds:

* a position: ``hands`` with ``lead``, ``stock``, ``revolution``, ``previous`` and ``actions`` as in a
  scenario;
* a ``question`` about what happens between games, in the forms of ``sim.questions``;
* a ``match``: ``games``, ``seed`` and one ``policy`` for everybody.

``set`` holds the other options that the example needs (the rest are the defaults), ``outcome.VALUE``
what holds under each value shown: of the state after the last action (``legal`` is the whole list,
``has`` and ``no`` are parts of it, ``seat = "none"`` is the end of the game), of the answer, or of
the counts of the match (``total_NAME`` for the sum of an array). ``refused`` is a part of the message
that refuses the rule set. An outcome that chance decides names nothing that chance can change. An
example with ``proof = true`` tells values apart for the tests and is too long to be printed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from sim.rules.options import Members, Number
from sim.rules.ruleset import Rules, RulesError
from sim.rules.table import BY_KEY

POSITION_KEYS = ("hands", "stock", "lead", "revolution", "previous", "actions")
ENTRY_KEYS = {"key", "why", "set", "outcome", "proof", "question", "match", *POSITION_KEYS}


@dataclass(frozen=True)
class Example:
    """One entry of the data files. ``outcomes``: value as text to what holds under it."""

    key: str
    why: str
    settings: Mapping[str, Any] = field(hash=False)
    outcomes: Mapping[str, Mapping[str, Any]] = field(hash=False)
    position: Mapping[str, Any] | None = field(default=None, hash=False)
    question: Mapping[str, Any] | None = field(default=None, hash=False)
    match: Mapping[str, Any] | None = field(default=None, hash=False)
    proof: bool = False

    def changes(self, value: str) -> dict[str, Any]:
        """The options that differ from the defaults when the option has ``value``."""
        return {**self.settings, self.key: value}

    def scenario(self, value: str) -> dict[str, Any]:
        """The position as a scenario, or the question, under ``value``."""
        known = self.question if self.question is not None else self.position
        if known is None:
            raise ValueError(f"the example of {self.key} is a match, not a scenario")
        return {"rules": "default", "set": self.changes(value), **known}


def parse_entry(entry: Mapping[str, Any]) -> Example:
    """One ``[[example]]`` table. Raises ValueError naming what is wrong with it."""
    key = entry.get("key")
    unknown = set(entry) - ENTRY_KEYS
    if key not in BY_KEY or unknown:
        raise ValueError(f"example of {key!r}: unknown key {sorted(unknown) or key!r}")
    kinds = [kind for kind in ("hands", "question", "match") if kind in entry]
    if len(kinds) != 1 or not entry.get("why") or len(entry.get("outcome", {})) < 2:
        raise ValueError(f"example of {key}: hands, question or match; why; two outcomes or more")
    settings = dict(entry.get("set", {}))
    position = {k: entry[k] for k in POSITION_KEYS if k in entry} if "hands" in entry else None
    if position is not None:
        settings.setdefault("players", len(position["hands"]))
    parse = BY_KEY[key].kind
    outcomes = {parse.text(parse.parse(v)): shown for v, shown in entry["outcome"].items()}
    return Example(
        key,
        entry["why"],
        settings,
        outcomes,
        position,
        entry.get("question"),
        entry.get("match"),
        bool(entry.get("proof", False)),
    )


@cache
def all_examples() -> tuple[Example, ...]:
    """Every example of every file, in the files' order."""
    folder = resources.files("sim.rules") / "examples"
    found: list[Example] = []
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            found += [parse_entry(entry) for entry in data["example"]]
    return tuple(found)


def examples_of(key: str) -> list[Example]:
    """The examples of an option."""
    return [example for example in all_examples() if example.key == key]


def values_to_show(key: str) -> list[str]:
    """The values that must each be told apart by an example, as text.

    All of them; for a set the empty one and each member alone; for lists, ranges and chances those
    that the examples name.
    """
    kind = BY_KEY[key].kind
    if isinstance(kind, Number):
        words = [kind.word] if kind.word else []
        return words + [str(n) for n in range(kind.low, kind.high + 1)]
    if isinstance(kind, Members):
        return ["", *kind.values]
    values = getattr(kind, "values", None)
    if values is not None:
        return list(values)
    named = {value for example in examples_of(key) for value in example.outcomes}
    return sorted(named)


def play(example: Example, value: str) -> list[dict[str, Any]]:
    """What happens under ``value``: the states of the position, the answer, or the counts.

    A rule set that is refused gives ``{"refused": message}``, an action that is not legal ends the
    list with ``{"illegal": number}``, counted from 1.
    """
    try:
        rules = Rules(example.changes(value))
    except RulesError as error:
        return [{"refused": str(error)}]
    if example.match is not None:
        return [_counts(example.match, rules)]
    if example.question is not None:
        from sim.questions import answer

        return [answer(example.scenario(value))]
    return _states(example.scenario(value))


def _states(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    from sim.errors import InputError
    from sim.scenario import states

    seen: list[dict[str, Any]] = []
    try:
        for state in states(scenario):
            seen.append(state)
    except InputError:
        if not seen:
            raise
        seen.append({"illegal": len(seen)})
    return seen


def _counts(match: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from sim.counts import COUNTS_DTYPE
    from sim.task import Task
    from sim.task import play as play_matches

    people = int(rules.players) + (rules.sit_out == "on")
    task = Task(rules, (match["policy"],) * people, match["seed"], match["games"])
    counts = play_matches(task, 0, 1)
    shown: dict[str, Any] = {}
    for name in COUNTS_DTYPE.names or ():
        value = getattr(counts, name)
        shown[name] = value if isinstance(value, int) else _shortened(value.tolist())
        if not isinstance(value, int):
            shown[f"total_{name}"] = int(value.sum())
    return shown


def _shortened(numbers: list[Any]) -> list[Any]:
    """Without the zeros, or the rows of zeros, at the end."""
    rows = [_shortened(row) if isinstance(row, list) else row for row in numbers]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def failures(expected: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    """What an outcome says and the last state, answer or counts do not bear out."""
    wrong = []
    for name, wanted in expected.items():
        got = seen.get("legal" if name in ("has", "no") else name)
        if name == "refused":
            holds = got is not None and wanted in got
        elif name == "has":
            holds = got is not None and set(wanted) <= set(got)
        elif name == "no":
            holds = got is not None and not set(wanted) & set(got)
        else:
            holds = _comparable(name, got) == _comparable(name, wanted)
        if not holds:
            wrong.append(f"{name}: wanted {wanted}, got {got}")
    return wrong


def _comparable(name: str, value: Any) -> Any:
    """The value in a form that does not know the order of lists that have none."""
    if name == "seat" and value == "none":
        return None
    if name in ("legal", "locks") and value is not None:
        return sorted(value)
    if name == "hands" and value is not None:
        return [sorted(hand.split()) for hand in value]
    if name == "cards" and isinstance(value, str):
        return sorted(value.split())
    if name == "choices" and value is not None:
        return {seat: sorted(cards.split()) for seat, cards in value.items()}
    return value
