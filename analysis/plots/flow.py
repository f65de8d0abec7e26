"""Where the players of a game stood in the game before: ribbons from place to place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from analysis.plots.lines import empty
from analysis.plots.matrix import square
from analysis.plots.style import GREY, ordered_colours

GAP = 0.03
WIDTH = 0.05


def rank_flow(ax: Any, frame: pd.DataFrame, *, title: str = "", fewest: float = 0.1) -> None:
    """Ribbons as wide as the share of a title's holders who take each next place.

    ``frame`` is that of ``transition_matrix``. Shares of at least ``fewest`` are written at their
    start; those of the first and last title with half their interval.
    """
    if frame.empty or not np.isfinite(frame["value"]).all():
        empty(ax)
        return
    frame = frame.assign(half=(frame["high"] - frame["low"]) / 2)
    table = square(frame, "value")
    half = square(frame, "half")
    names = list(dict.fromkeys(frame["title"]))
    n = len(names)
    colours = ordered_colours(n)
    size = (1 - GAP * (n - 1)) / n
    tops = [1 - i * (size + GAP) for i in range(n)]
    received = table.sum(axis=0)
    arrived = list(tops)
    for i in range(n):
        left = tops[i]
        for j in range(n):
            thick = table[i, j] * size
            thick_end = thick / received[j] if received[j] > 0 else 0.0
            _ribbon(ax, left, thick, arrived[j], thick_end, colours[i])
            if table[i, j] >= fewest:
                text = f"{100 * table[i, j]:.0f} %"
                if i == j and i in (0, n - 1) and np.isfinite(half[i, j]):
                    text = f"{100 * table[i, j]:.1f} ± {100 * half[i, j]:.1f} %"
                ax.text(WIDTH + 0.015, left - thick / 2, text, va="center", fontsize=7.5)
            left -= thick
            arrived[j] -= thick_end
        for x in (0.0, 1.0 - WIDTH):
            ax.add_patch(_bar(x, tops[i], size, colours[i] if x == 0 else GREY))
        ax.text(-0.015, tops[i] - size / 2, names[i], ha="right", va="center", fontsize=9)
        ax.text(1.015, tops[i] - size / 2, names[i], ha="left", va="center", fontsize=9)
    ax.set_xlim(-0.28, 1.28)
    ax.set_ylim(-0.02, 1.09)
    ax.text(0, 1.03, "this game", fontsize=9, color=GREY)
    ax.text(1, 1.03, "next game", fontsize=9, color=GREY, ha="right")
    ax.set_axis_off()
    if title:
        ax.set_title(title)


def _bar(x: float, top: float, size: float, colour: Any) -> PathPatch:
    corners = [(x, top), (x + WIDTH, top), (x + WIDTH, top - size), (x, top - size), (x, top)]
    return PathPatch(Path(corners), facecolor=colour, edgecolor="white", linewidth=0.5)


def _ribbon(
    ax: Any, left: float, thick: float, right: float, thick_end: float, colour: Any
) -> None:
    a, b, middle = WIDTH, 1 - WIDTH, 0.5
    points = [
        (a, left), (middle, left), (middle, right), (b, right),
        (b, right - thick_end), (middle, right - thick_end), (middle, left - thick),
        (a, left - thick), (a, left),
    ]  # fmt: skip
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
    ax.add_patch(
        PathPatch(Path(points, codes), facecolor=colour, alpha=0.55, edgecolor="white",
                  linewidth=0.6)
    )  # fmt: skip
