"""Games to read: one game of a match, played as the engine plays it, told action by action."""

from __future__ import annotations

from sim.watch.game import Gift, Step, Watched, watch
from sim.watch.text import Paint, lines

__all__ = ["Gift", "Paint", "Step", "Watched", "lines", "watch"]
