"""The answers of the studies: one module each, ``answer(cells) -> Answer``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from analysis.answer import Answer
from analysis.load import Cell

MODULES = {
    "long-hands": "long_hands",
    "tribute": "tribute",
    "hashigo": "hashigo",
    "tenraku": "tenraku",
    "rules-one-by-one": "rules_one_by_one",
    "presets": "presets",
    "lead": "lead",
    "players": "players",
    "baseline": "baseline",
    "skill": "skill",
}


def answer_for(name: str, cells: Sequence[Cell]) -> Answer:
    """The answer of the study called ``name`` to what was played of it.

    Studies of your own, and those whose cells have other labels than their module needs, get the
    answer that fits every study. ``name-anything`` is answered as ``name`` is, so that a study may
    be copied and changed.
    """
    from analysis.studies import generic

    for known in sorted(MODULES, key=len, reverse=True):
        if name == known or name.startswith(known + "-"):
            module = import_module(f"analysis.studies.{MODULES[known]}")
            if all(key in cell.labels for cell in cells for key in module.LABELS):
                found: Answer = module.answer(list(cells))
                return found
    return generic.answer(list(cells))
