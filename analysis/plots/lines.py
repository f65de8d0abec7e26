"""Charts of a value against an amount: rates by hand size, convergence, cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.plots.style import (
    DASHES,
    GREY,
    KINDS,
    MARKERS,
    legend_below,
    ordered_colours,
    per_cent,
    with_interval,
)


def rate_lines(
    ax: Any,
    frame: pd.DataFrame,
    *,
    x: str,
    by: str,
    xlabel: str,
    ylabel: str,
    legend: str = "",
    ordered: bool = True,
    title: str = "",
    share: bool = True,
    chance: float | None = None,
) -> None:
    """Values with intervals against ``x`` (a numeric column), one line for each value of ``by``.

    ``frame`` has columns ``x``, ``by``, ``value``, ``low``, ``high``. ``ordered``: ``by`` is an
    amount (light to dark). ``chance``: a level to compare with, drawn dashed. Rows without an
    interval are left out.
    """
    frame = with_interval(frame)
    if frame.empty:
        empty(ax)
        return
    groups = list(dict.fromkeys(frame[by]))
    colours = (
        ordered_colours(len(groups)) if ordered else [KINDS[i % 8] for i in range(len(groups))]
    )
    places = sorted(frame[x].unique())
    step = min(np.diff(places), default=1.0) * 0.6
    for i, group in enumerate(groups):
        # Side by side, so that intervals at the same x can be told apart.
        shift = step * (i - (len(groups) - 1) / 2) / max(len(groups), 1)
        _line(ax, frame[frame[by] == group].sort_values(x), x, shift, str(group), i, colours[i])
    if chance is not None:
        ax.axhline(chance, color=GREY, linewidth=1.2, linestyle=":", label="by chance")
    ax.set_xticks(places)
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    if share:
        per_cent(ax)
    if title:
        ax.set_title(title)
    if legend:
        legend_below(ax, legend)


def _line(
    ax: Any, part: pd.DataFrame, x: str, shift: float, label: str, number: int, colour: Any
) -> None:
    value = part["value"].to_numpy(float)
    low, high = part["low"].to_numpy(float), part["high"].to_numpy(float)
    # A mere bound ("no events") is no interval around the estimate: the marker stands alone.
    sure = part["status"].eq("ok").to_numpy() if "status" in part else True
    reach = np.maximum(np.where(sure, [value - low, high - value], 0), 0)
    ax.errorbar(
        part[x].to_numpy(float) + shift, value, reach, label=label, color=colour,
        marker=MARKERS[number % 8], linestyle=DASHES[number % 5], elinewidth=1.1, capsize=1.5,
    )  # fmt: skip


def convergence(
    ax: Any, frame: pd.DataFrame, *, ylabel: str, share: bool = True, title: str = ""
) -> None:
    """An estimate and its interval as more games are counted: ``games``, ``value``, ``low``,
    ``high``; the last estimate as a line to compare with."""
    frame = with_interval(frame)
    if frame.empty:
        empty(ax)
        return
    games = frame["games"].to_numpy(float)
    ax.fill_between(games, frame["low"], frame["high"], color=KINDS[4], alpha=0.45, linewidth=0,
                    label="95 % interval")  # fmt: skip
    ax.plot(games, frame["value"], color=KINDS[0], marker="o", label="estimate")
    ax.axhline(float(frame["value"].iloc[-1]), color=GREY, linewidth=1, linestyle=":")
    ax.set_xscale("log")
    ax.set_xlabel("games counted")
    ax.set_ylabel(ylabel)
    if share:
        per_cent(ax)
    if title:
        ax.set_title(title)
    ax.legend(loc="best")


def cost(
    ax: Any,
    frame: pd.DataFrame,
    *,
    x: str = "hand_size",
    by: str = "players",
    y: str = "ns_per_turn",
    xlabel: str = "cards in each hand",
    ylabel: str = "nanoseconds a turn",
    title: str = "",
) -> None:
    """What a turn costs: medians of measurements, with lowest and highest as bars.

    ``frame`` has columns ``x``, ``by`` and ``y``, several rows for repeated measurements.
    """
    groups = list(dict.fromkeys(frame[by]))
    colours = ordered_colours(len(groups))
    for i, group in enumerate(groups):
        found = frame[frame[by] == group].groupby(x)[y]
        middle = found.median()
        reach = np.maximum([middle - found.min(), found.max() - middle], 0)
        ax.errorbar(
            middle.index.to_numpy(float), middle.to_numpy(float), reach, label=f"{group} {by}",
            color=colours[i], marker=MARKERS[i % 8], linestyle=DASHES[i % 5], capsize=1.5,
        )  # fmt: skip
    ax.set_ylim(bottom=0)
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    if title:
        ax.set_title(title)
    if groups:
        ax.legend(loc="best")


def empty(ax: Any, text: str = "not enough data") -> None:
    """A panel that says that there is nothing to draw."""
    ax.text(0.5, 0.5, text, ha="center", va="center", transform=ax.transAxes, color=GREY)
    ax.set_xticks([])
    ax.set_yticks([])
