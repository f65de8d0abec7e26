"""Daihinmin: a Monte Carlo laboratory for the card game and its house rules."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.rules import Rules, RulesError
    from sim.simulation import simulate

__version__ = "0.1.0"
__all__ = ["Rules", "RulesError", "simulate"]

_HOMES = {"Rules": "sim.rules", "RulesError": "sim.rules", "simulate": "sim.simulation"}
"""Where the exports live. They are imported when first used, so that the command line starts fast;
none has the name of its module, or importing the module would hide it."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sim' has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found
