"""Differences between cells that were played on the same deals.

The same seed gives every rule set the same deals, match by match (as far as their decks allow), so
differences are taken within batches of the same matches: what the deals do to both cancels
(common random numbers; Law and Kelton, *Simulation Modeling and Analysis*, 11.2).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from analysis.estimate import (
    OK,
    Interval,
    Sample,
    combine,
    interval,
    nothing_seen,
    p_value,
    t_quantile,
)
from analysis.frames import label_keys
from analysis.load import Cell, as_cells, check_one_engine
from analysis.measures import BY_NAME, CORE, measure_named, sample

PAIRED = "same deals"
APART = "independent"


@dataclass(frozen=True)
class Difference:
    """A measure in ``a`` less the same measure in ``b``.

    ``pairing``: whether the difference was taken on the same deals. ``correlation``: of the two
    estimates, batch by batch; ``shrink``: the interval's width without pairing divided by its width
    with (both NaN if not paired).
    """

    measure: str
    a: Interval
    b: Interval
    value: float
    se: float
    low: float
    high: float
    p: float
    df: float
    pairing: str
    correlation: float
    shrink: float
    batches: int
    status: str


def align(cells: Sequence[Cell]) -> list[Cell]:
    """The cells with exactly the matches that all of them have, in the same batches.

    Blocks are added up where one cell's are longer. Cells without common matches come back empty.
    """
    if not cells:
        return []
    first = cells[0]
    if all(
        np.array_equal(c.first, first.first) and np.array_equal(c.matches, first.matches)
        for c in cells
    ):
        return list(cells)
    starts = _common([c.first for c in cells])
    ends = _common([c.first + c.matches for c in cells])
    pieces = _pieces(starts, ends, cells)
    return [_regroup(cell, pieces) for cell in cells]


def _common(values: list[Any]) -> Any:
    found = values[0]
    for other in values[1:]:
        found = np.intersect1d(found, other)
    return found


def _pieces(starts: Any, ends: Any, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """Ranges from a common start to the next common end that every cell has without a gap."""
    pieces = []
    at = -1
    for start in starts.tolist():
        position = int(np.searchsorted(ends, start + 1))
        if start < at or position == len(ends):
            continue
        end = int(ends[position])
        if all(_covers(cell, start, end) for cell in cells):
            pieces.append((start, end))
            at = end
    return pieces


def _covers(cell: Cell, start: int, end: int) -> bool:
    inside = (cell.first >= start) & (cell.first < end)
    return int(cell.matches[inside].sum()) == end - start


def _regroup(cell: Cell, pieces: list[tuple[int, int]]) -> Cell:
    if not pieces:
        return cell.select(slice(0, 0))
    begin = np.searchsorted(cell.first, [start for start, _ in pieces])
    stop = np.searchsorted(cell.first, [end for _, end in pieces])
    counts = np.stack([cell.counts[i:j].sum(axis=0) for i, j in zip(begin, stop, strict=True)])
    matches = np.array([end - start for start, end in pieces], np.int64)
    return Cell(cell.task_id, cell.labels, cell.first[begin], matches, counts, cell.about)


def same_deals(a: Cell, b: Cell) -> bool:
    """Whether two cells can be paired: same seed and length of a match, as far as is known."""
    return all(a.value(key) == b.value(key) for key in ("seed", "match_games"))


def difference(a: Cell, b: Cell, measure: str, level: float = 0.95) -> Difference:
    """``measure`` (or ``measure:of``) in ``a`` less in ``b``, on the same deals where possible.

    Cells with at least two common batches and the same seed are compared within these; others as
    independent samples. Where either lacks data, ``status`` says so and the numbers are NaN. Raises
    InputError for cells that different engines have played.
    """
    check_one_engine([a, b])
    if same_deals(a, b):
        left, right = align([a, b])
        if left.batches >= 2:
            return _paired(left, right, measure, level)
    return _apart(sample(a, measure), sample(b, measure), measure, level)


def _paired(a: Cell, b: Cell, measure: str, level: float) -> Difference:
    x, y = sample(a, measure), sample(b, measure)
    total = combine([x, y], [1.0, -1.0])
    if unseen := nothing_seen([x, y]):
        total = replace(total, value=math.nan, status=unseen)
    found = interval(total, level)
    correlation = shrink = math.nan
    if total.status == OK:
        alone = math.hypot(x.se, y.se)
        if x.se > 0 and y.se > 0:
            correlation = (x.se**2 + y.se**2 - total.se**2) / (2 * x.se * y.se)
            correlation = min(1.0, max(-1.0, correlation))
        shrink = alone / total.se if total.se > 0 else math.inf if alone > 0 else math.nan
    return Difference(
        measure, interval(x, level), interval(y, level), found.value, found.se, found.low,
        found.high, p_value(total), found.df, PAIRED, correlation, shrink, a.batches, found.status,
    )  # fmt: skip


def _apart(x: Sample, y: Sample, measure: str, level: float) -> Difference:
    """Welch's interval for two independent samples."""
    nan = math.nan
    batches = len(x.influence) + len(y.influence)
    left, right = interval(x, level), interval(y, level)
    bad = next((s.status for s in (x, y) if s.status != OK), nothing_seen([x, y]) or OK)
    if bad != OK:
        return Difference(
            measure, left, right, nan, nan, nan, nan, nan, nan, APART, nan, nan, batches, bad
        )
    joint = Sample(
        x.value - y.value,
        np.concatenate([x.influence, -y.influence]),
        np.concatenate([x.share, y.share]),
    )
    vx, vy = x.se**2, y.se**2
    se = math.sqrt(vx + vy)
    df = (vx + vy) ** 2 / (vx**2 / x.df + vy**2 / y.df) if se > 0 else x.df + y.df
    reach = float(t_quantile(level, df)) * se
    value = joint.value
    p = float(2 * special.stdtr(df, -abs(value) / se)) if se > 0 else float(value == 0)
    return Difference(
        measure, left, right, value, se, value - reach, value + reach, p, df, APART, nan, nan,
        batches, OK,
    )  # fmt: skip


def contrast(
    cells: Sequence[Cell], weights: Sequence[float], measure: str, level: float = 0.95
) -> tuple[Interval, Sample]:
    """Σ weight × measure over cells on the same deals, with its interval.

    A slope, an interaction or a mean of several cells. Cells that share fewer than two batches give
    the status of a sample without data. Raises InputError for cells of different engines.
    """
    check_one_engine(cells)
    aligned = align(cells)
    total = combine([sample(cell, measure) for cell in aligned], list(weights))
    return interval(total, level), total


def slope_weights(x: Sequence[float]) -> list[float]:
    """Weights whose contrast is the least-squares slope against ``x``."""
    centred = np.asarray(x, float) - np.mean(x)
    return [float(w) for w in centred / (centred**2).sum()]


def holm(p: Sequence[float]) -> list[float]:
    """P-values adjusted for their number: Holm (1979). NaN stays NaN and is not counted."""
    values = np.asarray(p, float)
    known = np.flatnonzero(np.isfinite(values))
    order = known[np.argsort(values[known], kind="stable")]
    out = np.full(len(values), np.nan)
    steps = values[order] * np.arange(len(order), 0, -1)
    out[order] = np.minimum(1.0, np.maximum.accumulate(steps)) if len(order) else steps
    return [float(v) for v in out]


def with_holm(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame of differences with ``p_holm`` and ``comparisons``, the number corrected for."""
    frame = frame.copy()
    frame["p_holm"] = holm(frame["p"].tolist()) if len(frame) else []
    frame["comparisons"] = int(np.isfinite(frame["p"]).sum()) if len(frame) else 0
    return frame


def rows_of(found: Difference, labels: dict[str, Any]) -> dict[str, Any]:
    """A difference as a row of a tidy frame."""
    name = found.measure.partition(":")[0]
    return {
        **labels,
        "measure": found.measure,
        "a": found.a.value,
        "b": found.b.value,
        "value": found.value,
        "se": found.se,
        "low": found.low,
        "high": found.high,
        "p": found.p,
        "pairing": found.pairing,
        "correlation": found.correlation,
        "shrink": found.shrink,
        "batches": found.batches,
        "unit": BY_NAME[name].unit,
        "status": found.status,
    }


def compare(
    given: Any,
    base: Callable[[Cell], Cell | None],
    measures: Iterable[str] = ("daihinmin_repeat",),
    level: float = 0.95,
) -> pd.DataFrame:
    """Each cell less its base, for each measure, as one family corrected by Holm.

    ``base`` names the cell to compare with; cells for which it gives None or the cell itself are
    left out. Columns: the labels, ``measure``, ``a`` (the cell's value), ``b`` (its base's),
    ``value``, ``se``, ``low``, ``high``, ``p``, ``pairing``, ``correlation``, ``shrink``,
    ``batches``, ``unit``, ``status``, ``p_holm``, ``comparisons``.
    """
    rows = []
    for cell in as_cells(given):
        other = base(cell)
        if other is None or other is cell:
            continue
        for measure in measures:
            rows.append(rows_of(difference(cell, other, measure, level), dict(cell.labels)))
    return with_holm(pd.DataFrame(rows))


def compare_two(
    a: Any, b: Any, measures: Iterable[str] = CORE, level: float = 0.95
) -> pd.DataFrame:
    """Two rule sets, every measure at once: ``a`` less ``b``, a row for each measure and title."""
    left, right = as_cells(a)[0], as_cells(b)[0]
    rows = []
    for name in measures:
        measure = measure_named(name)
        shared = {of for of, _ in measure.samples(right)}
        for of, _ in measure.samples(left):
            if of in shared:
                spec = f"{name}:{of}" if of else name
                rows.append(rows_of(difference(left, right, spec, level), {}))
    return with_holm(pd.DataFrame(rows))


def partner(cells: Sequence[Cell], **change: Any) -> Callable[[Cell], Cell | None]:
    """For ``compare``: the cell that differs from a given one only in the labels named."""
    keys = label_keys(cells)

    def key(labels: Any) -> tuple[str, ...]:
        return tuple(str(labels.get(k, "")) for k in keys)

    table = {key(cell.labels): cell for cell in cells}
    return lambda cell: table.get(key({**cell.labels, **change}))


def pairing_summary(frame: pd.DataFrame) -> str:
    """By how much pairing shrank the intervals of some differences, in a sentence."""
    paired = frame[(frame["pairing"] == PAIRED) & (frame["status"] == OK)]
    paired = paired[np.isfinite(paired["shrink"]) & np.isfinite(paired["correlation"])]
    if paired.empty:
        return "No two cells were played on the same deals."
    shrink, correlation = paired["shrink"], paired["correlation"]
    return (
        f"Playing the same deals made the intervals of {len(paired):,} differences narrower by a "
        f"factor of {shrink.median():.2f} (median; at most {shrink.max():.1f}). The batches of the "
        f"two cells correlate by {correlation.median():.2f} (median; at most "
        f"{correlation.max():.2f}): the less a rule changes the deals and what is done with them, "
        "the more."
    )
