"""The forest plot: differences with intervals, one line each."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pandas as pd

from analysis.plots.lines import empty
from analysis.plots.style import FAINT, GREY, KINDS, MARKERS, legend_below, with_interval

PHONE = 5.0
"""Inches: narrower figures are made for a phone."""


def forest(
    ax: Any,
    frame: pd.DataFrame,
    *,
    label: str,
    by: str = "",
    xlabel: str,
    share: bool = True,
    title: str = "",
    wrap: int = 36,
    legend: bool = True,
) -> None:
    """Differences from zero, the first row on top.

    ``frame`` has columns ``label``, ``value``, ``low``, ``high``, perhaps ``p_holm``. ``by``: a
    column whose values share a line, told apart by marker and colour. Filled markers: not zero
    after correction; hollow: zero is possible. ``share``: shown in percentage points.
    """
    frame = with_interval(frame)
    if frame.empty:
        empty(ax)
        return
    scale = 100.0 if share else 1.0
    names = list(dict.fromkeys(frame[label]))
    groups = list(dict.fromkeys(frame[by])) if by else [""]
    for i, group in enumerate(groups):
        part = frame[frame[by] == group] if by else frame
        shift = 0.62 * (i - (len(groups) - 1) / 2) / max(len(groups), 1)
        y = np.array([names.index(name) for name in part[label]]) + shift
        colour, marker = KINDS[i % 8], MARKERS[i % 8]
        ax.hlines(y, scale * part["low"], scale * part["high"], color=colour, linewidth=1.5)
        sure = part["p_holm"] < 0.05 if "p_holm" in part else pd.Series(True, part.index)
        for mask, face in ((sure, colour), (~sure, "white")):
            ax.plot(
                scale * part["value"][mask], y[mask.to_numpy()], marker, color=colour,
                markerfacecolor=face, markeredgewidth=1.2, linestyle="none", zorder=3,
            )  # fmt: skip
        if by:
            ax.plot([], [], marker, color=colour, label=str(group))
    ax.axvline(0, color=GREY, linewidth=1)
    ax.set_yticks(range(len(names)), [textwrap.fill(str(n), wrap) for n in names])
    if ax.figure.get_figwidth() < PHONE:
        ax.tick_params(axis="y", labelsize=8)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.grid(axis="y", color=FAINT, linewidth=0.4)
    ax.set_xlabel(xlabel)
    if title:
        ax.set_title(title)
    if by and legend:
        _legend(ax, len(groups))


def _legend(ax: Any, groups: int) -> None:
    """Above the panel, where the eye begins; below on a phone, which has no width for it."""
    if ax.figure.get_figwidth() < PHONE:
        legend_below(ax)
    else:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(groups, 5),
                  columnspacing=1.0, handletextpad=0.2)  # fmt: skip
