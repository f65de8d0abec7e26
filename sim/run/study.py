"""Studies: a question, and the cells (rule set, policies) whose counts answer it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.policies.registry import policies_for
from sim.rules import Rules, RulesError, contradictions, parse_assignments
from sim.run.plan import automatic_block
from sim.run.study_file import Grid, StudyFile, parse_study_file
from sim.task import Task

MOST_CELLS = 1_000_000
"""More cells than this need the caller's word that they are meant."""


@dataclass(frozen=True)
class StudyCell:
    """One cell: ``labels`` say where it stands in the study, ``task`` what is played.

    Labels are ``rules``, ``policy``, every option that some grid varies, and in a study with more
    than one grid ``grid`` (empty for the main one).
    """

    labels: dict[str, str]
    task: Task


@dataclass(frozen=True)
class Study:
    """A study ready to run: ``games`` are wanted of each cell, in matches of ``match_games``."""

    name: str
    title: str
    question: str
    notes: str
    games: int
    match_games: int
    block_matches: int
    """Matches a block; 0 leaves it to the number of games."""
    seed: int
    cells: tuple[StudyCell, ...]
    skipped: tuple[str, ...]
    """Combinations that cannot be played, in words, each with its reason."""
    changes: dict[str, Any]
    """What the caller changed: options of the rules, seed."""
    text: str

    @property
    def matches(self) -> int:
        """Whole matches wanted of each cell."""
        return math.ceil(self.games / self.match_games)

    def about(self) -> dict[str, Any]:
        """What is stored with the counts, as JSON-ready values."""
        keys = ("title", "question", "notes", "match_games", "seed", "changes", "text")
        return {key: getattr(self, key) for key in keys} | {"skipped": list(self.skipped)}


def study_names() -> list[str]:
    """The studies that come with the program, alphabetically."""
    folder = resources.files("sim") / "studies"
    return sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml"))


def load_study(
    name: str,
    *,
    games: int | None = None,
    seed: int | None = None,
    rules: Mapping[str, str] | None = None,
    many: bool = False,
) -> Study:
    """The study called ``name``, or in the file ``name``, with some things changed.

    ``rules`` sets options in every cell: one that the study varies is held at that value. Raises
    InputError naming file, line and what is allowed; also for more than a million cells, unless
    ``many``.
    """
    if name in study_names():
        source = f"{name}.toml"
        text = (resources.files("sim") / "studies" / source).read_text(encoding="utf-8")
    else:
        source = name
        text = _read(Path(name))
    file = parse_study_file(text, source)
    if games is not None:
        if games < file.head["games"]:  # the blocks that the file asks for may now be too few
            shorter = automatic_block(math.ceil(games / file.head["match_games"]))
            file.head["block_matches"] = min(file.head["block_matches"], shorter)
        file.head["games"] = games
    if seed is not None:
        file.head["seed"] = seed
    study = build_study(file, dict(rules or {}), many)
    if seed is not None:
        study.changes["seed"] = seed
    return study


def _read(path: Path) -> str:
    if not path.is_file():
        raise InputError(
            f"unknown study {str(path)!r}; studies are {', '.join(study_names())}, or give a study "
            "file's path"
        )
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as a study: {error}") from None


def build_study(file: StudyFile, rules: dict[str, str], many: bool = False) -> Study:
    """The study that a file describes, with ``rules`` set in every cell. Raises InputError."""
    grids = [_pinned(grid, rules) for grid in file.grids]
    total = sum(map(_size, grids))
    if total > MOST_CELLS and not many:
        raise InputError(
            f"{file.source}: {total:,} cells; more than {MOST_CELLS:,} are played only with --yes"
        )
    varied = {key for grid in grids if grid.kind != "switch" for key in grid.values}
    varied -= {"rules", "policy"}
    cells: list[StudyCell] = []
    skipped: list[str] = []
    seen: set[tuple[tuple[str, str], ...]] = set()
    for grid in grids:
        for labels, values in _combinations(file, grid):
            try:
                built, text = _rule_set(values, rules, varied)
                policies = policies_for(values["policy"], built)
            except (RulesError, InputError) as error:
                if not file.head["skip_impossible"]:
                    file.fail(*_culprit(grid, str(error)), str(error))
                skipped.append(f"{_words(labels)}: {error}")
                continue
            labels = {"rules": text, "policy": labels["policy"]} | _axes(labels, built, varied)
            if len(grids) > 1:
                labels["grid"] = grid.label
            key = tuple(labels.items())
            if key in seen:
                file.fail(
                    grid.place,
                    "",
                    f"the cell {_words(labels)} appears twice; give this grid a label of its own",
                )
            seen.add(key)
            task = Task(built, policies, file.head["seed"], file.head["match_games"])
            cells.append(StudyCell(labels, task))
    if not cells:
        raise InputError(f"{file.source}: no combination can be played; the first: {skipped[0]}")
    keys = ("name", "title", "question", "notes", "games", "match_games", "block_matches", "seed")
    head = {key: file.head[key] for key in keys}
    changes = {"rules": rules} if rules else {}
    return Study(
        **head, cells=tuple(cells), skipped=tuple(skipped), changes=changes, text=file.text
    )


def _pinned(grid: Grid, rules: Mapping[str, str]) -> Grid:
    """The grid with the options in ``rules`` no longer varied."""
    if grid.kind == "switch":
        values = {key: v for key, v in grid.values.items() if key not in rules}
    else:
        values = {key: [rules[key]] if key in rules else v for key, v in grid.values.items()}
    return replace(grid, values=values)


def _bases(grid: Grid) -> dict[str, list[Any]]:
    """The keys of a switch grid for whose every value the whole grid is played."""
    return {key: grid.values[key] for key in ("rules", "policy") if key in grid.values}


def _size(grid: Grid) -> int:
    if grid.kind != "switch":
        return math.prod(map(len, grid.values.values()))
    bases = _bases(grid)
    switched = sum(len(values) for key, values in grid.values.items() if key not in bases)
    return math.prod(map(len, bases.values())) * (1 + switched)


def _combinations(file: StudyFile, grid: Grid) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """The labels and the values of each cell of a grid, before the rules are checked."""
    axes = grid.values if grid.kind != "switch" else _bases(grid)
    for chosen in itertools.product(*axes.values()):
        values = {"rules": file.head["rules"], "policy": file.head["policy"]}
        values |= dict(zip(axes, chosen, strict=True))
        labels = {key: _word(value) for key, value in values.items()}
        if grid.kind != "switch":
            yield labels, values
            continue
        for switch in _switches(grid):
            words = ", ".join(f"{key}={_word(value)}" for key, value in switch.items())
            yield labels | {"switch": words}, values | switch


def _switches(grid: Grid) -> Iterator[dict[str, Any]]:
    """What each cell of a switch grid changes: nothing, then one thing (or one set) at a time."""
    yield {}
    for key, values in grid.values.items():
        for value in values:
            if key == "also":
                yield dict(parse_assignments(value.split(",")))
            elif key not in ("rules", "policy"):
                yield {key: value}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _rule_set(
    values: Mapping[str, Any], changes: Mapping[str, str], varied: set[str]
) -> tuple[Rules, str]:
    """The rule set of a cell, and what its label calls it. Raises RulesError."""
    text = str(values["rules"])
    extra = [f"{key}={value}" for key, value in changes.items() if key not in varied]
    if extra:
        text += ("," if ":" in text else ":") + ",".join(extra)
    name, _, assignments = text.partition(":")
    chosen = {key: value for key, value in values.items() if key not in ("rules", "policy")}
    given = parse_assignments(assignments.split(",") if assignments else ())
    rules = Rules.preset(name, **{**given, **chosen, **changes})
    wrong = contradictions(rules)
    if wrong:
        raise RulesError(wrong[0])
    return rules, text


def _axes(labels: Mapping[str, str], rules: Rules, varied: set[str]) -> dict[str, str]:
    axes = {key: rules.text(key) for key in rules if key in varied}
    return axes | {key: labels[key] for key in ("switch",) if key in labels}


def _words(labels: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in labels.items() if value)


def _culprit(grid: Grid, message: str) -> tuple[tuple[str, int], str]:
    """Table and key that a message is about, to find their line."""
    for key in grid.values:
        if message.startswith(key):
            return grid.place, key
    key = "policy" if "polic" in message else "rules" if "preset" in message else ""
    return grid.place if key in grid.values or not key else ("study", 0), key
