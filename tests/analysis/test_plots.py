"""Charts: the same bytes each time, nothing left behind, and something to show for no data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
import pytest

from analysis import plots
from analysis.durations import streaks
from analysis.frames import growing, rates
from analysis.load import Cell
from analysis.mobility import passage_by_title, transition_matrix
from analysis.plots.style import figure, styled, svg_of
from tests.analysis.helpers import empty_cell, walked


def line_frame(cell: Cell) -> pd.DataFrame:
    frame = rates(cell, ["title_repeat"])
    return frame.assign(x=np.arange(len(frame), dtype=float), series="one")


def effect_frame(cell: Cell) -> pd.DataFrame:
    frame = rates(cell, ["title_repeat"])
    return frame.assign(p_holm=0.01, series="one")


COST = pd.DataFrame(
    {"hand_size": [11, 11, 25], "players": [4, 4, 4], "ns_per_turn": [50.0, 60.0, 90.0]}
)

CHARTS: dict[str, Callable[[Any, Cell], None]] = {
    "rate_lines": lambda ax, cell: plots.rate_lines(
        ax, line_frame(cell), x="x", by="series", xlabel="x", ylabel="y", legend="of", chance=0.25
    ),
    "convergence": lambda ax, cell: plots.convergence(ax, growing(cell), ylabel="stays"),
    "forest": lambda ax, cell: plots.forest(
        ax, effect_frame(cell), label="of", by="series", xlabel="x"
    ),
    "transition_heatmap": lambda ax, cell: plots.transition_heatmap(ax, transition_matrix(cell)),
    "rank_flow": lambda ax, cell: plots.rank_flow(ax, transition_matrix(cell)),
    "streak_survival": lambda ax, cell: plots.streak_survival(ax, streaks(cell), fewest=1),
    "first_passage_bars": lambda ax, cell: plots.first_passage_bars(ax, passage_by_title(cell)),
    "grouped_bars": lambda ax, cell: plots.grouped_bars(
        ax, effect_frame(cell), label="of", by="series", xlabel="x", share=True
    ),
    "cost": lambda ax, cell: plots.cost(ax, COST),
}


def drawn(name: str, cell: Cell) -> str:
    with styled():
        fig = figure()
        CHARTS[name](fig.subplots(), cell)
        return svg_of(fig)


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_the_same_bytes_each_time(name: str) -> None:
    cell = walked(0.2, {})
    first, second = drawn(name, cell), drawn(name, cell)
    assert first == second
    assert "<svg" in first and "dc:date" not in first


@pytest.mark.parametrize("name", CHARTS)
def test_no_data_and_little_data_draw_without_a_warning(name: str) -> None:
    for cell in (empty_cell({}), empty_cell({}, 3), walked(0.2, {}, batches=1),
                 walked(0.2, {}, batches=2, games=3)):  # fmt: skip
        assert "<svg" in drawn(name, cell)


def test_charts_are_saved_wide_and_for_a_phone_and_leave_no_setting_behind(tmp_path: Path) -> None:
    cell = walked(0.2, {})
    before = dict(matplotlib.rcParams)
    chart = plots.Chart(
        "flow",
        "A title that states the finding and is so long that it has to be broken into lines",
        "caption",
        lambda fig, narrow: plots.rank_flow(fig.subplots(), transition_matrix(cell)),
    )
    images = plots.save_chart(chart, tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {"flow.png", "flow.svg", "flow-phone.png"}
    assert images.wide != images.narrow
    pictures = [(tmp_path / name).read_bytes() for name in ("flow.png", "flow-phone.png")]
    plots.save_chart(chart, tmp_path)
    assert pictures == [(tmp_path / n).read_bytes() for n in ("flow.png", "flow-phone.png")]
    assert dict(matplotlib.rcParams) == before


def test_a_chart_fits_a_phone() -> None:
    """Nothing is drawn outside the narrow figure, long labels and titles included."""
    cell = walked(0.2, {})
    frame = effect_frame(cell).assign(of="a label of a rule set that is rather long, tribute 2 1")
    with styled():
        fig = figure(plots.style.NARROW, 4.0)
        plots.forest(fig.subplots(), frame, label="of", by="series", wrap=18,
                     xlabel="change of the chance to stay, percentage points")  # fmt: skip
        plots.style.break_labels(fig, True)
        plots.style.headline(fig, "A finding " * 12)
        svg_of(fig)
        box = fig.get_tightbbox()
    assert box.x0 >= 0 and box.x1 <= plots.style.NARROW


def test_pyplot_is_never_imported() -> None:
    code = "import sys, analysis.report, analysis.plots; print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
