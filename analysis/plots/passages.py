"""Bars with intervals: expected games until something happens, and other amounts side by side."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pandas as pd

from analysis.plots.lines import empty
from analysis.plots.style import KINDS, legend_below, per_cent

HATCHES = ("", "///", "...", "xxx", "\\\\\\", "ooo")


def grouped_bars(
    ax: Any,
    frame: pd.DataFrame,
    *,
    label: str,
    by: str = "",
    xlabel: str,
    share: bool = False,
    title: str = "",
    wrap: int = 26,
    digits: int = 1,
) -> None:
    """Lying bars from zero, one a ``label``, side by side for each value of ``by``.

    ``frame`` has columns ``label``, ``value``, ``low``, ``high``. Each bar carries its figure; bars
    without an interval say so.
    """
    if frame.empty:
        empty(ax)
        return
    names = list(dict.fromkeys(frame[label]))
    groups = list(dict.fromkeys(frame[by])) if by else [""]
    thick = 0.8 / len(groups)
    top = float(np.nan_to_num(frame[["value", "high"]].to_numpy(float)).max(initial=0.0))
    for i, group in enumerate(groups):
        part = frame[frame[by] == group] if by else frame
        y = np.array([names.index(n) for n in part[label]]) + thick * (i - (len(groups) - 1) / 2)
        value = np.nan_to_num(part["value"].to_numpy(float))
        low = np.where(np.isfinite(part["low"]), value - part["low"], 0)
        high = np.where(np.isfinite(part["high"]), part["high"] - value, 0)
        ax.barh(
            y, value, thick * 0.9, color=KINDS[i % 8], alpha=0.75, edgecolor="white",
            hatch=HATCHES[i % 6], label=str(group) if by else None,
        )  # fmt: skip
        ax.errorbar(value, y, xerr=np.maximum([low, high], 0), linestyle="none", color="black",
                    elinewidth=1, capsize=2)  # fmt: skip
        for at, row in zip(y, part.itertuples(), strict=True):
            _figure(ax, at, row, share, top, digits)
    ax.set_yticks(range(len(names)), [textwrap.fill(str(n), wrap) for n in names])
    ax.set_ylim(len(names) - 0.45, -0.55)
    ax.set_xlim(0, top * 1.18 if top > 0 else 1)
    ax.grid(False, axis="y")
    ax.set_xlabel(xlabel)
    if share:
        per_cent(ax, "x")
    if title:
        ax.set_title(title)
    if by:
        legend_below(ax)


def _figure(ax: Any, y: float, row: Any, share: bool, top: float, digits: int) -> None:
    if not np.isfinite(row.value):
        ax.text(0.01 * top, y, "not enough data", va="center", fontsize=8)
        return
    end = row.high if np.isfinite(row.high) else row.value
    text = f"{100 * row.value:.{digits}f}" if share else f"{row.value:.{digits}f}"
    ax.text(end + 0.015 * top, y, text, va="center", fontsize=8)


def first_passage_bars(
    ax: Any, frame: pd.DataFrame, *, by: str = "", title: str = "", label: str = "title"
) -> None:
    """Expected games until Daifugo, by title: the frame of ``passage_by_title`` (perhaps several,
    told apart by the column ``by``)."""
    grouped_bars(ax, frame, label=label, by=by, xlabel="expected games until Daifugo", title=title)
