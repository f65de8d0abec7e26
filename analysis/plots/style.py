"""How charts look, and how they are written: the same bytes from the same figures.

Colours are Okabe and Ito's (2008) for kinds and a part of viridis for amounts: told apart by the
colour-blind. Series also differ in marker and line style, so that a grey print can be read.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

KINDS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#777777")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1)))
GREY = "#666666"
FAINT = "#dddddd"

WIDE, NARROW = 7.2, 3.7
"""Inches: a page or a screen, and a phone."""

RC: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "xtick.color": "#333333",
    "ytick.color": "#333333",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "svg.hashsalt": "daihinmin",
    "svg.fonttype": "path",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


@dataclass(frozen=True)
class Chart:
    """A chart of a report.

    ``draw(figure, narrow)`` fills a figure; ``narrow`` asks for the phone's layout. ``title``
    states the finding, ``caption`` what is shown. Heights are in inches.
    """

    name: str
    title: str
    caption: str
    draw: Callable[[Figure, bool], None]
    height: float = 4.0
    narrow_height: float = 4.4


@dataclass(frozen=True)
class Images:
    """A chart as SVG text, for a screen and for a phone."""

    chart: Chart
    wide: str
    narrow: str


def figure(width: float = WIDE, height: float = 4.0) -> Figure:
    """An empty figure that belongs to nobody else; draw inside ``styled()``."""
    made = Figure(figsize=(width, height), layout="constrained", dpi=100)
    FigureCanvasAgg(made)
    return made


@contextmanager
def styled() -> Iterator[None]:
    """The settings that all charts are drawn and written with, put back afterwards."""
    with matplotlib.rc_context(RC):
        yield


def ordered_colours(n: int) -> list[Any]:
    """n colours from light to dark, for amounts."""
    return [matplotlib.colormaps["viridis"](x) for x in np.linspace(0.88, 0.0, max(n, 1))]


def headline(fig: Figure, text: str) -> None:
    """The finding, above all panels, broken to the figure's width."""
    width = int(fig.get_figwidth() * 10.6)
    fig.suptitle(textwrap.fill(text, width), x=0.01, ha="left", fontsize=10.5, fontweight="bold")


def panels(
    fig: Figure,
    names: Sequence[str],
    draw: Callable[[Any, str], None],
    narrow: bool,
    columns: int = 3,
    share: bool = True,
) -> None:
    """One panel a name, side by side; below each other on a phone. ``draw(ax, name)``."""
    width = 1 if narrow else min(columns, len(names))
    rows = -(-len(names) // width)
    axes: Any = fig.subplots(rows, width, sharex=share, sharey=share, squeeze=False)
    for ax, name in zip(axes.flat, names, strict=False):
        draw(ax, name)
    for ax in list(axes.flat)[len(names) :]:
        ax.set_axis_off()
    if share:
        for row, column in np.ndindex(axes.shape):
            if row < rows - 1:
                axes[row, column].set_xlabel("")
            if column > 0:
                axes[row, column].set_ylabel("")


def with_interval(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of a frame whose ``low`` and ``high`` are known."""
    known: Any = np.isfinite(frame[["low", "high"]].astype(float)).all(axis=1)
    return frame.loc[known]


def per_cent(ax: Any, axis: str = "y") -> None:
    """Tick labels of shares as per cent."""
    getattr(ax, f"{axis}axis").set_major_formatter(FuncFormatter(lambda x, _: f"{100 * x:.4g} %"))


def break_labels(fig: Figure, narrow: bool) -> None:
    """Break axis labels that would run out of the figure."""
    for ax in fig.axes:
        place = ax.get_subplotspec()
        columns = place.get_gridspec().ncols if place else 1
        ax.set_xlabel(textwrap.fill(ax.get_xlabel(), 34 if narrow else 84 // columns))


def legend_below(ax: Any, title: str = "") -> None:
    """One legend for the whole figure, under its panels, of what one panel shows."""
    handles, labels = ax.get_legend_handles_labels()
    if not handles:
        return
    room = ax.figure.get_figwidth() * 12.5
    columns = max(1, min(len(labels), int(room / (max(map(len, labels)) + 6))))
    ax.figure.legend(
        handles, labels, title=title or None, loc="outside lower center", ncols=columns,
        title_fontsize=9, columnspacing=1.2, handlelength=2.2,
    )  # fmt: skip


def svg_of(fig: Figure) -> str:
    """A figure as SVG: no date, and identifiers that depend on the contents alone."""
    buffer = io.BytesIO()
    FigureCanvasSVG(fig).print_svg(buffer, metadata={"Date": None, "Creator": None})
    return buffer.getvalue().decode("utf-8")


def write_png(fig: Figure, path: Path, dpi: int = 130) -> None:
    """A figure as PNG, without anything that changes from run to run."""
    canvas = FigureCanvasAgg(fig)
    fig.set_dpi(dpi)
    canvas.print_png(str(path), metadata={"Software": None})


def save_chart(chart: Chart, folder: Path) -> Images:
    """Write NAME.svg, NAME.png and NAME-phone.png to ``folder``; returns both SVGs."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    with styled():
        for narrow in (False, True):
            width, height = (NARROW, chart.narrow_height) if narrow else (WIDE, chart.height)
            fig = figure(width, height)
            chart.draw(fig, narrow)
            break_labels(fig, narrow)
            headline(fig, chart.title)
            text = svg_of(fig)
            fig.set_layout_engine("none")  # the layout has been found; keep it
            found.append(text)
            if not narrow:
                (folder / f"{chart.name}.svg").write_text(text, encoding="utf-8")
            write_png(fig, folder / f"{chart.name}{'-phone' if narrow else ''}.png")
    return Images(chart, *found)
