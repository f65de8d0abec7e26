"""The chart of ``daihinmin bench --grid``: what a turn costs against hand size, players and decks."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analysis.plots.style import DASHES, MARKERS, Chart, legend_below, ordered_colours, panels


def cost_panel(ax: Any, frame: pd.DataFrame) -> None:
    """Nanoseconds a turn by hand size, a line for each number of players; ``frame`` has the columns
    players, hand_size (a number) and ns_per_turn."""
    numbers = sorted(frame["players"].unique())
    colours = ordered_colours(len(numbers))
    for i, players in enumerate(numbers):
        rows = frame[frame["players"] == players].sort_values("hand_size")
        ax.plot(
            rows["hand_size"], rows["ns_per_turn"], color=colours[i], marker=MARKERS[i],
            linestyle=DASHES[i % len(DASHES)], label=f"{players} players",
        )  # fmt: skip
    ax.set_xlabel("cards in a hand")
    ax.set_ylabel("nanoseconds a turn")


def cost_chart(measured: pd.DataFrame) -> Chart:
    """One panel for each number of decks of a measured grid (the columns of ``sim.bench.Measure``)."""
    frame = measured.assign(hand_size=measured["hand_size"].astype(int))
    least, most = frame["ns_per_turn"].min(), frame["ns_per_turn"].max()
    names = [_name(decks) for decks in sorted(frame["decks"].unique(), key=int)]

    def draw(fig: Figure, narrow: bool) -> None:
        def panel(ax: Any, name: str) -> None:
            cost_panel(ax, frame[frame["decks"].map(_name) == name])
            ax.set_ylim(0, 1.08 * most)
            ax.set_title(name)

        panels(fig, names, panel, narrow)
        legend_below(fig.axes[-1])

    return Chart(
        "costs",
        f"A turn costs {least:.0f} to {most:.0f} ns, deal and exchange included",
        "Median of five runs of daihinmin with lowest players, one rule set a point.",
        draw,
        3.6,
        8.4,
    )


def _name(decks: str) -> str:
    return "one deck" if decks == "1" else f"{decks} decks"
