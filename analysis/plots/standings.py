"""The chart of a tournament: points with intervals, and who finishes ahead of whom."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from analysis.plots.style import FAINT, GREY, KINDS, Chart

BOTH_WAYS = LinearSegmentedColormap.from_list("orange-blue", ["#D55E00", "#ffffff", "#0072B2"])


def points_panel(ax: Any, standings: pd.DataFrame, mean: float) -> None:
    """Points a game with their intervals, the best on top; a line at the mean of the table."""
    y = np.arange(len(standings))
    ax.axvline(mean, color=GREY, linewidth=1)
    ax.hlines(y, standings["points_low"], standings["points_high"], color=KINDS[0], linewidth=1.8)
    for bound in ("points_low", "points_high"):
        ax.plot(standings[bound], y, "|", color=KINDS[0], markersize=11)
    ax.plot(standings["points"], y, "o", color=KINDS[0], markersize=3.5, zorder=3)
    ax.set_yticks(y, [_label(name, 24) for name in standings["policy"]])
    ax.set_ylim(len(standings) - 0.5, -0.5)
    ax.grid(axis="y", color=FAINT, linewidth=0.4)
    ax.set_xlabel("points a game, 95 % interval")


def _label(name: str, width: int) -> str:
    """A name broken where it would be too long, after a colon if there is one."""
    if len(name) <= width:
        return name
    return ":\n".join(name.split(":")) if ":" in name else textwrap.fill(name, width)


def cross_panel(ax: Any, cross: pd.DataFrame, names: list[str], rows: bool) -> None:
    """Share of meetings in which the row finishes ahead of the column, in per cent. Without ``rows``
    their names stand elsewhere."""
    table = cross.pivot(index="policy", columns="opponent", values="ahead")
    shares = table.reindex(index=names, columns=names).to_numpy(float)
    reach = max(0.02, float(np.nanmax(np.abs(shares - 0.5))))
    low, high = 0.5 - reach, 0.5 + reach
    ax.imshow(np.nan_to_num(shares, nan=0.5), cmap=BOTH_WAYS, vmin=low, vmax=high, aspect="auto")
    for i, j in np.ndindex(shares.shape):
        if i != j:
            dark = abs(shares[i, j] - 0.5) > 0.7 * reach
            ax.text(j, i, f"{100 * shares[i, j]:.1f}", ha="center", va="center", fontsize=8.5,
                    color="white" if dark else "black")  # fmt: skip
    ax.grid(False)
    ax.set_xticks(range(len(names)), [_label(n, 14) for n in names], rotation=30, ha="right")
    ax.set_yticks(range(len(names)), [_label(n, 24) if rows else "" for n in names])
    ax.set_xlabel("row ahead of column, %")
    for side in ax.spines.values():
        side.set_visible(False)


def standings_chart(
    standings: pd.DataFrame, cross: pd.DataFrame, title: str, caption: str, mean: float
) -> Chart:
    """Both panels; ``mean`` is what a player scores on average."""
    names = list(standings["policy"])

    def draw(fig: Figure, narrow: bool) -> None:
        axes: Any = fig.subplots(2, 1) if narrow else fig.subplots(1, 2, width_ratios=(1, 1.15))
        points_panel(axes[0], standings, mean)
        cross_panel(axes[1], cross, names, narrow)

    height = max(3.2, 1.9 + 0.42 * len(names))
    return Chart("tournament", title, caption, draw, height, 2 * height + 0.6)
