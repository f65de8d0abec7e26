"""What a results directory holds, in figures and in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.run.precision import half_width, measure_named, parts_of
from sim.run.store import FILE_NAME, Store


@dataclass(frozen=True)
class CellStatus:
    """A cell's games stored and wanted, and a measure with its half-width (NaN, inf: unknown)."""

    labels: dict[str, str]
    games: int
    wanted: int
    value: float
    half_width: float


@dataclass(frozen=True)
class Status:
    """The latest study of a directory; ``others`` names older ones in the same file."""

    name: str
    title: str
    engine: str
    measure: str
    goal: float | None
    """The half-width that the last run played for, if it did."""
    last_run: dict[str, Any]
    cells: list[CellStatus]
    others: list[str]


def status(folder: Path, measure: str | None = None) -> Status:
    """Read the status of ``folder``. Raises InputError where no study is, StoreError for damage."""
    if not (folder / FILE_NAME).is_file():
        raise InputError(f"{folder} holds no results: there is no {FILE_NAME} in it")
    with Store.open(folder / FILE_NAME) as store:
        studies = store.studies()
        if not studies:
            raise InputError(f"{folder}: no study has been run here")
        study = studies[-1]
        run = study.runs[-1] if study.runs else {}
        precision = run.get("precision") or {}
        name = measure or precision.get("measure") or "daihinmin_repeat"
        chosen = measure_named(name)
        cells, engine = [], ""
        for cell in study.cells:
            description = store.description(cell.task)
            engine = description["engine"]
            counts = store.load(cell.task).counts
            parts = parts_of(chosen, counts, int(description["rules"]["players"]))
            value, width = half_width(*parts, chosen.share)
            games = sum(n for _, n in store.ranges(cell.task)) * description["match_games"]
            wanted = cell.matches * description["match_games"]
            cells.append(CellStatus(cell.labels, games, wanted, value, width))
    return Status(
        study.name,
        study.about.get("title", ""),
        engine,
        name,
        precision.get("width") if name == precision.get("measure") else None,
        run,
        cells,
        [other.name for other in studies[:-1]],
    )


def lines(found: Status, most: int) -> list[str]:
    """The status as lines of text, with at most ``most`` cells: those known least well."""
    games, wanted = sum(c.games for c in found.cells), sum(c.wanted for c in found.cells)
    full = sum(cell.games >= cell.wanted for cell in found.cells)
    text = [f"{found.name}: {found.title}"]
    text.append(
        f"{len(found.cells):,} cells, {full:,} of them complete; {games:,} games played of "
        f"{wanted:,} wanted"
    )
    if found.goal:
        good = sum(cell.half_width <= found.goal for cell in found.cells)
        text.append(f"{good:,} cells have {found.measure} to ± {found.goal:g}, as asked for")
    ended = found.last_run.get("ended") or "not yet (running, or cut off)"
    text.append(
        f"engine {found.engine}; last run began {found.last_run.get('started', '?')}, ended {ended}"
    )
    if found.others:
        text.append(f"also here, from other versions: {', '.join(found.others)}")
    shown = sorted(found.cells, key=lambda c: -c.half_width)[:most]
    if len(shown) == len(found.cells):
        shown = found.cells
    else:
        text.append(f"the {most} cells known least well (--all shows every cell):")
    text.append("")
    text.extend(_table(shown, found.measure))
    return text


def _table(cells: list[CellStatus], measure: str) -> list[str]:
    rows = [("games", "wanted", measure, "±", "cell")]
    for cell in cells:
        value = "-" if math.isnan(cell.value) else f"{cell.value:.4f}"
        width = "-" if math.isinf(cell.half_width) else f"{cell.half_width:.4f}"
        name = ", ".join(f"{key}={value}" for key, value in cell.labels.items() if value)
        rows.append((f"{cell.games:,}", f"{cell.wanted:,}", value, width, name))
    sizes = [max(len(row[k]) for row in rows) for k in range(4)]
    return ["  ".join([*(row[k].rjust(sizes[k]) for k in range(4)), row[4]]) for row in rows]
