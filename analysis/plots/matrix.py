"""The transition matrix as a heat map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import LinearSegmentedColormap

from analysis.plots.lines import empty

BLUES = LinearSegmentedColormap.from_list("paper-blue", ["#ffffff", "#9ecae1", "#08306b"])


def square(frame: pd.DataFrame, column: str) -> Any:
    """A column of ``transition_matrix`` as an array (from, to)."""
    return frame.pivot(index="from", columns="to", values=column).to_numpy(float)


def transition_heatmap(
    ax: Any, frame: pd.DataFrame, *, title: str = "", intervals: bool = True
) -> None:
    """P(next place | title), a row a title; each field says its share and half its interval.

    ``frame`` is that of ``transition_matrix``: ``from``, ``to``, ``title``, ``next_title``,
    ``value``, ``low``, ``high``.
    """
    if frame.empty:
        empty(ax)
        return
    half_width = (frame["high"] - frame["low"]) / 2
    frame = frame.assign(half=half_width.where(frame["status"] == "ok"))
    table = square(frame, "value")
    half = square(frame, "half")
    names = list(dict.fromkeys(frame["title"]))
    top = max(0.6, float(np.nan_to_num(table).max(initial=0.0)))
    ax.imshow(np.nan_to_num(table), cmap=BLUES, vmin=0, vmax=top)
    for i, j in np.ndindex(table.shape):
        text = f"{100 * table[i, j]:.1f}" if np.isfinite(table[i, j]) else "–"
        if intervals and np.isfinite(half[i, j]):
            text += f"\n±{100 * half[i, j]:.1f}"
        dark = np.isfinite(table[i, j]) and table[i, j] > 0.62 * top
        ax.text(j, i, text, ha="center", va="center", fontsize=8.5,
                color="white" if dark else "black")  # fmt: skip
    ax.grid(False)
    ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    ax.set_yticks(range(len(names)), names)
    ax.set_xlabel("next place (% of holders, ± half the 95 % interval)")
    ax.set_ylabel("title")
    for side in ax.spines.values():
        side.set_visible(False)
    if title:
        ax.set_title(title)
