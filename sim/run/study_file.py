"""Study files: TOML that a person reads and copies, checked key by key with the line of each fault.

[study]            name, title, question; what all cells share
[vary]             a grid: every combination of the lists is a cell ([[vary]] for several grids)
[switch]           the base, and each value alone against it; ``also`` lists sets of changes
[[control]]        a further grid with a label of its own
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from sim.errors import InputError
from sim.rules import BY_KEY, RulesError, parse_assignments, parse_value

GRIDS = ("vary", "switch", "control")
NOT_RULES = ("rules", "policy", "also", "label")

_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w-]+)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
_FENCE = re.compile(r'"""|' + "'''")


@dataclass(frozen=True)
class Grid:
    """One table of a study file: ``kind`` of GRIDS, ``values`` by key, each a non-empty list."""

    kind: str
    label: str
    values: dict[str, list[Any]]
    place: tuple[str, int]
    """Table and its number among those of that name, by which ``StudyFile.fail`` finds the line."""


@dataclass(frozen=True)
class StudyFile:
    """A study as written: ``head`` holds the values of ``[study]``."""

    source: str
    text: str
    head: dict[str, Any]
    grids: list[Grid]
    lines: dict[tuple[str, int, str], int]

    def fail(self, place: tuple[str, int], key: str, message: str) -> NoReturn:
        """Raise InputError with the file and the line of a key (or of its table)."""
        line = self.lines.get((*place, key)) or self.lines.get((*place, "")) or 1
        raise InputError(f"{self.source}, line {line}: {message}")


@dataclass(frozen=True)
class _Entry:
    """A key of ``[study]``: what it takes in words, and the test of it."""

    allowed: str
    fits: Callable[[Any], bool]
    default: Any = None


def _whole(low: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= low


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


_TEXT = "a text in quotes"
HEAD: dict[str, _Entry] = {
    "name": _Entry("letters, digits and hyphens", lambda v: bool(_is_text(v) and _slug(v))),
    "title": _Entry(_TEXT, _is_text),
    "question": _Entry(_TEXT, _is_text),
    "notes": _Entry(_TEXT, _is_text, ""),
    "rules": _Entry('a rule set such as "league" or "league:tenraku=off"', _is_text, "daihinmin"),
    "policy": _Entry(
        "a policy's name, or a list with one for each seat", lambda v: _policy(v), "lowest"
    ),
    "games": _Entry("a whole number of at least 1", _whole(1), 10_000),
    "match_games": _Entry("a whole number of at least 1", _whole(1), 100),
    "block_matches": _Entry("a whole number of at least 1", _whole(1), 0),
    "seed": _Entry("a whole number of at least 0", _whole(0), 1),
    "skip_impossible": _Entry("true or false", lambda v: isinstance(v, bool), False),
}
REQUIRED = ("name", "title", "question")


def _slug(value: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", value) is not None


def _policy(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(_is_text(word) for word in value)
    return _is_text(value)


def parse_study_file(text: str, source: str) -> StudyFile:
    """The study in ``text``; ``source`` names the file in messages. Raises InputError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: not valid TOML: {error}") from None
    file = StudyFile(source, text, {}, [], _find_lines(text))
    for table in data:
        if table not in ("study", *GRIDS):
            where = (table, 0) if (table, 0, "") in file.lines else ("", 0)
            allowed = "[study], [vary], [switch] and [[control]]"
            file.fail(where, table, f"unknown table or key {table!r}; a study has {allowed}")
    if not isinstance(data.get("study"), dict):
        raise InputError(f"{source}: a study begins with the table [study]")
    _read_head(file, data["study"])
    for kind in GRIDS:
        _read_grids(file, kind, data.get(kind, []))
    if not file.grids:
        raise InputError(f"{source}: no cells: give a table [vary] or [switch]")
    return file


def _read_head(file: StudyFile, table: Mapping[str, Any]) -> None:
    place = ("study", 0)
    for key, value in table.items():
        if key not in HEAD:
            file.fail(place, key, f"unknown key {key!r}; [study] takes {', '.join(HEAD)}")
        if not HEAD[key].fits(value):
            file.fail(place, key, f"{key} = {_show(value)}: {key} takes {HEAD[key].allowed}")
    for key in REQUIRED:
        if key not in table:
            file.fail(place, key, f"[study] needs {key} = {HEAD[key].allowed}")
    file.head.update({key: table.get(key, entry.default) for key, entry in HEAD.items()})


def _read_grids(file: StudyFile, kind: str, found: Any) -> None:
    tables = found if isinstance(found, list) else [found]
    for number, table in enumerate(tables):
        place = (kind, number)
        if not isinstance(table, dict):
            file.fail(("", 0), kind, f"{kind} is a table: write [{kind}] on a line of its own")
        label = table.get("label", "" if kind == "vary" else kind)
        if not isinstance(label, str):
            file.fail(place, "label", f"label = {_show(label)}: label takes {_TEXT}")
        values = {
            key: _read_axis(file, place, key, value)
            for key, value in table.items()
            if key != "label"
        }
        if not values:
            file.fail(place, "", f"the grid [{kind}] is empty: give it at least one key to vary")
        file.grids.append(Grid(kind, label, values, place))


def _read_axis(file: StudyFile, place: tuple[str, int], key: str, value: Any) -> list[Any]:
    """The checked values of one key of a grid; a single value is a list of one."""
    if key not in BY_KEY and key not in NOT_RULES:
        file.fail(
            place,
            key,
            f"unknown key {key!r}; a grid takes rules, policy, label and the rule options that "
            "'daihinmin rules' lists",
        )
    if key == "also" and place[0] != "switch":
        file.fail(place, key, f"also belongs into [switch], not into [{place[0]}]")
    values = value if isinstance(value, list) else [value]
    if not values:
        file.fail(place, key, f"{key} = []: the list is empty; give it at least one value")
    if key == "rules" and not all(map(_is_text, values)):
        file.fail(place, key, f"rules = {_show(value)}: rules takes {HEAD['rules'].allowed}")
    if key == "also":
        _check_also(file, place, values)
    if key == "policy" and not all(map(_policy, values)):
        file.fail(
            place,
            key,
            f"policy = {_show(value)}: a list of names, or of lists with one for each seat",
        )
    if key in BY_KEY:
        for one in values:
            if isinstance(one, (dict, float)) and key != "mistakes":
                file.fail(place, key, f"{key} = {_show(one)}: {BY_KEY[key].kind.allowed()}")
            try:
                parse_value(key, one)
            except RulesError as error:
                file.fail(place, key, str(error))
    seen: list[Any] = []
    for one in values:
        if one in seen:
            file.fail(place, key, f"{key} has the value {_show(one)} twice")
        seen.append(one)
    return values


def _check_also(file: StudyFile, place: tuple[str, int], values: list[Any]) -> None:
    for one in values:
        try:
            pairs = parse_assignments(str(one).split(","))
            for option, raw in pairs.items():
                parse_value(option, raw)
        except RulesError as error:
            file.fail(place, "also", f"also: {error}")


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _find_lines(text: str) -> dict[tuple[str, int, str], int]:
    """The line of each (table, its number among its name's, key); key "" is the header itself."""
    lines: dict[tuple[str, int, str], int] = {}
    seen: dict[str, int] = {}
    place = ("", 0)
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if not fenced:
            header, key = _HEADER.match(line), _KEY.match(line)
            if header:
                name = header[2]
                seen[name] = seen.get(name, -1) + 1
                place = (name, seen[name])
                lines[(*place, "")] = number
            elif key:
                lines.setdefault((*place, key[1]), number)
        fenced ^= len(_FENCE.findall(line)) % 2 == 1
    return lines
