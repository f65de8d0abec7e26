"""Daihinmin: a Monte Carlo laboratory for the card game and its house rules."""

from typing import Any

from sim.rules import Rules, RulesError

__version__ = "0.1.0"
__all__ = ["Rules", "RulesError", "simulate"]


def __getattr__(name: str) -> Any:
    if name == "simulate":
        from sim.simulate import simulate

        return simulate
    raise AttributeError(name)
