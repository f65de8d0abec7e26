"""Charts: one function each, taking an ``ax`` and a tidy frame. No pyplot, no global state."""

from analysis.plots.flow import rank_flow
from analysis.plots.forest import forest
from analysis.plots.lines import convergence, cost, rate_lines
from analysis.plots.matrix import transition_heatmap
from analysis.plots.passages import first_passage_bars, grouped_bars
from analysis.plots.standings import standings_chart
from analysis.plots.style import Chart, Images, figure, panels, save_chart
from analysis.plots.survival import streak_survival

__all__ = [
    "Chart",
    "Images",
    "convergence",
    "cost",
    "figure",
    "first_passage_bars",
    "forest",
    "grouped_bars",
    "panels",
    "rank_flow",
    "rate_lines",
    "save_chart",
    "standings_chart",
    "streak_survival",
    "transition_heatmap",
]
