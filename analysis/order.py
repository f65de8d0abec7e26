"""Does the place of the last game tell all, or does the game before it matter too?

A test of first against second order, made robust against two things that the textbook test
(Anderson and Goodman, Ann. Math. Stat. 28, 1957) forbids and this game has: the players of a game
share its places, and the games of a match depend on each other. The usual statistic keeps its form;
its distribution is taken from how it varies over batches, in the manner of Rao and Scott (Ann.
Stat. 12, 1984) with Satterthwaite's degrees of freedom and an F reference, because the variance is
itself estimated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from analysis.differences import with_holm
from analysis.estimate import NO_TRIALS, OK, ONE_BATCH, TOO_FEW, Interval, combine, interval, ratio
from analysis.load import Cell, as_cells

EXPECTED = 5.0
"""Cells of the table with a smaller expected count are left out."""


@dataclass(frozen=True)
class OrderTest:
    """``lr`` and ``chi2`` with ``df``: the textbook statistics, ``p_textbook`` of the first.

    ``p`` is the one to use: robust over batches, of ``f`` with ``df_robust`` degrees of freedom.
    ``shifts``: for Daihinmin and Daifugo the chance of keeping the title after having held it twice
    running, less that after having held it once, with its interval.
    """

    lr: float
    chi2: float
    df: int
    p_textbook: float
    f: float
    df_robust: float
    p: float
    shifts: dict[str, Interval]
    status: str

    @property
    def matters(self) -> bool:
        """Whether a chain of places alone would mislead: significant, and more than a point."""
        size = max((abs(s.value) for s in self.shifts.values() if s.status == OK), default=0.0)
        return self.status == OK and self.p < 0.05 and size > 0.01


def second_order(cell: Cell, level: float = 0.95) -> OrderTest:
    """Test whether P(next | place, place before) depends on the place before."""
    n = cell.players
    triple = cell["triple"][:, :n, :n, :n].astype(np.float64)
    total = triple.sum(axis=0)
    matches = int(cell.matches.sum())
    shifts = {
        name: _shift(triple, place, matches, level)
        for name, place in (("Daihinmin", n - 1), ("Daifugo", 0))
        if n
    }
    nan = math.nan
    batches = int(np.count_nonzero(triple.sum(axis=(1, 2, 3))))
    if batches < 2:
        status = NO_TRIALS if batches == 0 else ONE_BATCH
        return OrderTest(nan, nan, 0, nan, nan, nan, nan, shifts, status)
    expected = _expected(total)
    used = expected >= EXPECTED
    lr, chi2, df = _textbook(total, expected, used)
    f, nu, p = _robust(triple, total, expected, used)
    status = OK if math.isfinite(p) else TOO_FEW
    textbook = float(special.chdtrc(df, lr)) if df > 0 else nan
    return OrderTest(lr, chi2, df, textbook, f, nu, p, shifts, status)


def _shift(triple: Any, place: int, matches: int, level: float) -> Interval:
    twice = triple[:, place, place]
    once = triple[:, :, place].sum(axis=1) - twice
    a = ratio(twice[:, place], twice.sum(axis=1), "share", matches)
    b = ratio(once[:, place], once.sum(axis=1), "share", matches)
    return interval(combine([a, b], [1.0, -1.0]), level)


def _expected(total: Any) -> Any:
    """Counts of (before, place, next) if next depends on place alone."""
    pair, follow = total.sum(axis=2), total.sum(axis=0)
    middle = total.sum(axis=(0, 2))
    above = pair[:, :, None] * follow[None, :, :]
    return np.divide(above, middle[None, :, None], out=np.zeros_like(total),
                     where=middle[None, :, None] > 0)  # fmt: skip


def _textbook(total: Any, expected: Any, used: Any) -> tuple[float, float, int]:
    """Likelihood ratio, Pearson's statistic and degrees of freedom for independent players."""
    seen = used & (total > 0)
    lr = 2.0 * float((total[seen] * np.log(total[seen] / expected[seen])).sum())
    chi2 = float(((total - expected)[used] ** 2 / expected[used]).sum())
    df = 0
    for place in range(total.shape[1]):
        rows = int(used[:, place].any(axis=1).sum())
        columns = int(used[:, place].any(axis=0).sum())
        df += max(0, rows - 1) * max(0, columns - 1)
    return lr, chi2, df


def _robust(triple: Any, total: Any, expected: Any, used: Any) -> tuple[float, float, float]:
    """F, its degrees of freedom and p from how Pearson's residuals vary over batches."""
    u = _residuals(triple, total, expected)[:, used] / np.sqrt(expected[used])
    batches = len(u)
    statistic = float((u.sum(axis=0) ** 2).sum())
    centred = u - u.mean(axis=0)
    products = centred @ centred.T
    own = np.diag(products)
    trace = float(own.sum()) * batches / (batches - 1)
    if trace <= 0:
        return math.nan, math.nan, math.nan
    # The trace of the squared covariance from different batches only: their own squares would
    # count noise as correlation. Centring takes 1 / B of each product; its mean is put back.
    apart = products - np.diag(own)
    shift = own.sum() / (batches * (batches - 1))
    off = apart + shift * (1 - np.eye(batches))
    square = float((off**2).sum()) * batches / (batches - 1)
    nu = trace**2 / square if square > 0 else float(u.shape[1])
    nu = min(max(nu, 1.0), float(u.shape[1]))
    f = statistic / trace
    return f, nu, float(special.fdtrc(nu, nu * (batches - 1), f))


def _residuals(triple: Any, total: Any, expected: Any) -> Any:
    """Each batch's part in observed less expected, linearised; shape of ``triple``."""
    pair, follow, middle = total.sum(axis=2), total.sum(axis=0), total.sum(axis=(0, 2))
    safe = np.where(middle > 0, middle, 1.0)[None, None, :, None]
    pair_b, follow_b = triple.sum(axis=3), triple.sum(axis=1)
    middle_b = triple.sum(axis=(1, 3))
    moved = (
        pair_b[:, :, :, None] * follow[None, None] + pair[None, :, :, None] * follow_b[:, None]
    ) / safe
    return triple - moved + expected[None] * middle_b[:, None, :, None] / safe


def order_tests(given: Any, level: float = 0.95) -> pd.DataFrame:
    """``second_order`` of every cell as a family.

    Columns: the labels, ``lr``, ``df``, ``p_textbook``, ``p`` (robust), ``p_holm``, ``comparisons``,
    ``daihinmin_shift``, ``daifugo_shift``, each with ``_low`` and ``_high``; ``shift`` (the larger
    of the two), ``shift_of`` (whose), ``matters``, ``status``.
    """
    rows = []
    for cell in as_cells(given):
        found = second_order(cell, level)
        row: dict[str, Any] = {
            **cell.labels,
            "lr": found.lr,
            "df": found.df,
            "p_textbook": found.p_textbook,
            "p": found.p,
        }
        for name, shift in found.shifts.items():
            row[f"{name.lower()}_shift"] = shift.value
            row[f"{name.lower()}_shift_low"] = shift.low
            row[f"{name.lower()}_shift_high"] = shift.high
        known = {name: s.value for name, s in found.shifts.items() if s.status == OK}
        row["shift_of"] = max(known, key=lambda name: abs(known[name]), default="")
        row["shift"] = known.get(row["shift_of"], math.nan)
        row["matters"] = found.matters
        row["status"] = found.status
        rows.append(row)
    return with_holm(pd.DataFrame(rows))
