"""The numbers: counts in, rates with intervals, comparisons, charts and the report out.

Everything is re-exported lazily, so that importing this package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "Cell": "load",
    "as_cells": "load",
    "cell_from_counts": "load",
    "cell_from_result": "load",
    "load_cells": "load",
    "rates": "frames",
    "core_rates": "frames",
    "growing": "frames",
    "MEASURES": "measures",
    "catalogue": "measures",
    "sample": "measures",
    "transition_matrix": "mobility",
    "streaks": "durations",
    "rises": "durations",
    "first_passages": "mobility",
    "passage_by_title": "mobility",
    "karma_gap": "mobility",
    "tribute_movement": "mobility",
    "second_order": "order",
    "order_tests": "order",
    "compare": "differences",
    "compare_two": "differences",
    "contrast": "differences",
    "difference": "differences",
    "partner": "differences",
    "outcome": "tournament",
    "build_report": "report",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'analysis' has no attribute {name!r}")
    return getattr(import_module(f"analysis.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
