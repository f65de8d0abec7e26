"""What a study's module hands to the report: sentences, charts, tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis import words

if TYPE_CHECKING:
    from analysis.plots.style import Chart


@dataclass(frozen=True)
class Figure:
    """A field of a table: what is shown, and the number that sorting goes by."""

    text: str
    sort: float = math.nan

    def __str__(self) -> str:
        return self.text


Field = Figure | str | int


@dataclass(frozen=True)
class Table:
    """A table of a report: column heads, rows of fields, and a note in a sentence."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Field]]
    note: str = ""


@dataclass
class Answer:
    """The answer of a study. ``sentences[0]`` is the answer in one sentence.

    ``comparisons``: how many differences were tested as families. ``pairing``: by how much common
    deals narrowed them, in a sentence. ``limits``: what the answer does not say. ``measures``: what
    ``rates.csv`` holds beside the core.
    """

    sentences: list[str]
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    comparisons: int = 0
    pairing: str = ""
    limits: list[str] = field(default_factory=list)
    measures: tuple[str, ...] = ()


def rate_figure(row: Any, unit: str) -> Figure:
    """A value with its interval as a field."""
    return Figure(words.with_interval(row, unit), float(row.value))


def difference_figure(row: Any, unit: str = "share") -> Figure:
    """A difference with its interval as a field."""
    return Figure(words.difference(row, unit), float(row.value))


def p_figure(p: float) -> Figure:
    """A p-value as a field."""
    return Figure(words.p_text(p).removeprefix("p = ").removeprefix("p "), p)


def label_figure(value: Any) -> Figure:
    """A label as a field that sorts as a number where it is one."""
    text = str(value)
    try:
        return Figure(text, float(text))
    except ValueError:
        return Figure(text or "–")


def frame_table(
    title: str,
    frame: pd.DataFrame,
    columns: dict[str, str | tuple[str, Callable[[Any], Field]]],
    note: str = "",
) -> Table:
    """A table from a frame: for each column of the frame its head, or head and a function of a row.

    Without a function the column is shown as a label.
    """
    heads = [c if isinstance(c, str) else c[0] for c in columns.values()]
    rows: list[list[Field]] = []
    for row in frame.itertuples(index=False):
        made: list[Field] = []
        for key, how in columns.items():
            made.append(label_figure(getattr(row, key)) if isinstance(how, str) else how[1](row))
        rows.append(made)
    return Table(title, heads, rows, note)


def difference_table(
    title: str, frame: pd.DataFrame, labels: dict[str, str], note: str = "", unit: str = "share"
) -> Table:
    """A family of differences: labels, both values, the difference, corrected p, how paired."""
    number = int(frame["comparisons"].iloc[0]) if len(frame) else 0
    text = f"p-values are corrected for {number} comparisons (Holm). " if number > 1 else ""
    columns: dict[str, Any] = dict(labels)
    columns["b"] = ("before", lambda r: Figure(words.plain(r.b, unit), r.b))
    columns["a"] = ("after", lambda r: Figure(words.plain(r.a, unit), r.a))
    columns["value"] = ("difference (95 % interval)", lambda r: difference_figure(r, unit))
    columns["p_holm"] = ("p", lambda r: p_figure(r.p_holm))
    columns["shrink"] = (
        "narrower by pairing",
        lambda r: Figure(f"× {r.shrink:.2f}" if math.isfinite(r.shrink) else "–", r.shrink),
    )
    return frame_table(title, frame, columns, (text + note).strip())


def rate_table(
    title: str,
    cells: Sequence[Any],
    labels: dict[str, str],
    measures: Iterable[str],
    note: str = "",
) -> Table:
    """A row a cell: labels, then each measure (or ``measure:of``) with its interval."""
    from analysis.estimate import interval
    from analysis.measures import measure_named, sample

    specs = list(measures)
    heads = list(labels.values())
    for spec in specs:
        name, _, of = spec.partition(":")
        heads.append(measure_named(name).label + (f" ({of})" if of else ""))
    rows: list[list[Field]] = []
    for cell in cells:
        row: list[Field] = [label_figure(cell.value(key)) for key in labels]
        for spec in specs:
            unit = measure_named(spec.partition(":")[0]).unit
            row.append(rate_figure(interval(sample(cell, spec)), unit))
        rows.append(row)
    return Table(title, heads, rows, note)
