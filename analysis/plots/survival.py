"""How long a title is kept, on a log scale, beside the geometric law."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator, NullFormatter

from analysis.plots.lines import empty
from analysis.plots.style import DASHES, KINDS, MARKERS, legend_below, per_cent, with_interval


def streak_survival(
    ax: Any,
    frame: pd.DataFrame,
    *,
    by: str = "",
    xlabel: str = "games in a row",
    ylabel: str = "share of streaks longer than that",
    title: str = "",
    fewest: int = 20,
    legend: bool = True,
) -> None:
    """Share of streaks longer than each length, with intervals, and what the geometric law says.

    ``frame`` is that of ``streaks`` (perhaps several, told apart by the column ``by``): ``length``,
    ``survival``, ``low``, ``high``, ``geometric``, ``at_risk``. Lengths that fewer than ``fewest``
    streaks reached are left out.
    """
    frame = frame[(frame["at_risk"] >= fewest) & (frame["survival"] > 0)]
    frame = with_interval(frame)
    frame = frame[frame["low"] > 0]
    if frame.empty:
        empty(ax)
        return
    groups = list(dict.fromkeys(frame[by])) if by else [""]
    for i, group in enumerate(groups):
        part = frame[frame[by] == group] if by else frame
        _curve(ax, part, i, str(group) if by else "")
    if by:
        ax.plot([], [], color="black", linewidth=1, label="geometric law")
    ax.set_yscale("log")
    per_cent(ax)
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    if title:
        ax.set_title(title)
    if legend and by:
        legend_below(ax)
    elif legend:
        ax.legend(loc="best")


def _curve(ax: Any, part: pd.DataFrame, number: int, name: str) -> None:
    length, value = part["length"].to_numpy(float), part["survival"].to_numpy(float)
    reach = [value - part["low"].to_numpy(float), part["high"].to_numpy(float) - value]
    colour = KINDS[number % 8]
    ax.errorbar(
        length, value, np.maximum(reach, 0), linestyle="none", marker=MARKERS[number % 8],
        color=colour, capsize=2, label=name or "observed",
    )  # fmt: skip
    ax.plot(
        length, part["geometric"], color=colour, linestyle=DASHES[number % 5], linewidth=1,
        label=None if name else "geometric law",
    )  # fmt: skip
