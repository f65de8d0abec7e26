"""Rates of cells as a tidy frame: one row for each cell, measure and title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analysis.estimate import interval
from analysis.load import Cell, as_cells
from analysis.measures import CORE, MEASURES, measure_named, sample

COLUMNS = (
    "measure", "of", "value", "se", "low", "high", "df", "trials", "events", "batches", "matches",
    "games", "unit", "method", "status",
)  # fmt: skip
"""The columns of ``rates`` after the labels."""


def rates(given: Any, measures: Iterable[str] | None = None, level: float = 0.95) -> pd.DataFrame:
    """Every measure of every cell with its interval.

    ``given``: cells, what ``simulate()`` returns, or a sequence of these. ``measures``: names of
    the catalogue (default: all that exist in a cell). Columns: the cells' labels, ``measure``,
    ``of`` (title, hand size or person), ``value``, ``se``, ``low``, ``high`` (bounds of the
    interval at ``level``), ``df``, ``trials``, ``events``, ``batches``, ``matches``,
    ``games``, ``unit``, ``method`` (of the interval), ``status`` (``ok``, or in words why something
    is missing; only then are numbers NaN). Raises InputError for an unknown measure.
    """
    chosen = [measure_named(name) for name in measures] if measures is not None else MEASURES
    rows = []
    for cell in as_cells(given):
        fixed = {"batches": cell.batches, "matches": int(cell.matches.sum()), "games": cell.games}
        for measure in chosen:
            for of, estimate in measure.samples(cell):
                found = interval(estimate, level)
                rows.append(
                    {
                        **cell.labels,
                        "measure": measure.name,
                        "of": of,
                        "value": found.value,
                        "se": found.se,
                        "low": found.low,
                        "high": found.high,
                        "df": found.df,
                        "trials": estimate.trials,
                        "events": estimate.events,
                        **fixed,
                        "unit": measure.unit,
                        "method": found.method,
                        "status": found.status,
                    }
                )
    if rows:
        return pd.DataFrame(rows)
    return pd.DataFrame(columns=[*label_keys(as_cells(given)), *COLUMNS])


def core_rates(given: Any, more: Sequence[str] = (), level: float = 0.95) -> pd.DataFrame:
    """The measures that every report's CSV holds, and ``more``."""
    return rates(given, dict.fromkeys((*CORE, *more)), level)


def growing(
    cell: Cell, spec: str = "daihinmin_repeat", steps: int = 12, level: float = 0.95
) -> pd.DataFrame:
    """An estimate as its batches are counted one after another: ``games``, ``value``, ``low``,
    ``high``, ``status`` after about ``steps`` numbers of batches, evenly apart on a log scale."""
    ends = np.unique(np.geomspace(2, max(cell.batches, 2), steps).round().astype(int))
    rows = []
    for end in ends[ends <= cell.batches]:
        part = cell.select(slice(0, int(end)))
        found = interval(sample(part, spec), level)
        rows.append(
            {
                "games": part.games,
                "value": found.value,
                "low": found.low,
                "high": found.high,
                "status": found.status,
            }
        )
    return pd.DataFrame(rows, columns=["games", "value", "low", "high", "status"])


def label_keys(cells: Sequence[Cell]) -> list[str]:
    """All labels of some cells, in order of appearance."""
    return list(dict.fromkeys(key for cell in cells for key in cell.labels))
