"""Karma in the terms of social mobility: frames of transitions, streaks, passages and their tests.

Single numbers (Prais–Shorrocks, eigenvalue, expected passages ...) are measures of the catalogue in
``analysis.measures``; here is what needs more than one number, or more than one cell.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.chain import first_passage
from analysis.differences import Difference, difference, rows_of, with_holm
from analysis.durations import direct_rise, restricted_rise, rise_horizon
from analysis.estimate import interval, ratio, smooth
from analysis.frames import label_keys, rates
from analysis.load import Cell, as_cells
from analysis.measures import title_names, transitions


def transition_matrix(cell: Cell, level: float = 0.95) -> pd.DataFrame:
    """P(next place | title) with intervals: ``from``, ``to`` (places from 1), ``title``,
    ``next_title``, ``value``, ``se``, ``low``, ``high``, ``trials``, ``events``, ``status``."""
    names = title_names(cell.players)
    moves = transitions(cell)
    matches = int(cell.matches.sum())
    rows = []
    for i, title in enumerate(names):
        below = moves[:, i].sum(axis=1)
        for j, goal in enumerate(names):
            found = ratio(moves[:, i, j], below, "share", matches)
            shown = interval(found, level)
            rows.append(
                {
                    "from": i + 1,
                    "to": j + 1,
                    "title": title,
                    "next_title": goal,
                    "value": shown.value,
                    "se": shown.se,
                    "low": shown.low,
                    "high": shown.high,
                    "trials": found.trials,
                    "events": found.events,
                    "status": shown.status,
                }
            )
    return pd.DataFrame(rows)


PASSAGES = ("escape_games", "rise_games", "fall_games")


def first_passages(given: Any, level: float = 0.95) -> pd.DataFrame:
    """Expected games to escape last place, to rise from it to Daifugo, and to fall, by the chain;
    beside them ``direct`` and ``chain_to_horizon``: both up to ``horizon`` games, for the rise."""
    rows = []
    for cell in as_cells(given):
        frame = rates(cell, PASSAGES, level)
        frame["horizon"] = 0
        horizon = rise_horizon(cell)
        found = interval(direct_rise(cell, horizon), level)
        rise = frame["measure"] == "rise_games"
        frame["direct"] = np.where(rise, found.value, np.nan)
        frame["direct_low"] = np.where(rise, found.low, np.nan)
        frame["direct_high"] = np.where(rise, found.high, np.nan)
        frame["chain_to_horizon"] = np.where(
            rise, restricted_rise(cell, horizon) if cell.players > 1 else math.nan, np.nan
        )
        frame.loc[rise, "horizon"] = horizon
        rows.append(frame)
    return pd.concat(rows, ignore_index=True) if rows else pd.DataFrame()


def passage_by_title(cell: Cell, level: float = 0.95) -> pd.DataFrame:
    """Expected games until Daifugo from every title but the first, by the chain with intervals."""
    moves = transitions(cell)
    weight = moves.sum(axis=(1, 2))
    rows = []
    for place, title in enumerate(title_names(cell.players)):
        if place > 0:
            games = smooth(partial(_until_daifugo, place=place), moves, weight, "positive")
            rows.append({"title": title, "place": place + 1, **asdict(interval(games, level))})
    return pd.DataFrame(rows)


def _until_daifugo(counts: Any, place: int) -> Any:
    return first_passage(counts, 0)[..., place]


# -- what needs a partner


def no_tribute(cell: Cell) -> bool:
    """Whether nothing is exchanged between games."""
    tribute = cell.value("tribute").replace(",", " ").split()
    return all(word == "0" for word in tribute) and cell.value("hashigo") in ("", "off")


def without_tribute(cells: Sequence[Cell], ignore: Sequence[str] = ()) -> Any:
    """For ``differences.compare``: the cell with the same labels but no tribute.

    ``ignore``: labels that follow from the tribute.
    """
    left_out = {"tribute", *_TRIBUTE_ONLY, *ignore}
    keys = [key for key in label_keys(cells) if key not in left_out]
    table: dict[tuple[str, ...], Cell] = {}
    for cell in cells:
        if "tribute" in cell.labels and no_tribute(cell):
            table.setdefault(tuple(str(cell.labels.get(k, "")) for k in keys), cell)
    return lambda cell: table.get(tuple(str(cell.labels.get(k, "")) for k in keys))


_TRIBUTE_ONLY = ("tribute_jokers", "tribute_choice", "hashigo", "hashigo_cap")
"""Options that mean nothing where there is no tribute, so that a partner may differ in them."""


def karma_gap(given: Any, level: float = 0.95, ignore: Sequence[str] = ()) -> pd.DataFrame:
    """The repeat rate of the Daihinmin less that of the same game without tribute, same deals.

    A row for each cell with a tribute and a partner without one, which may differ in the labels of
    ``ignore``; no rows where there are no partners.
    """
    cells = as_cells(given)
    base = without_tribute(cells, ignore)
    rows = []
    for cell in cells:
        other = base(cell)
        if other is not None and not no_tribute(cell):
            found: Difference = difference(cell, other, "daihinmin_repeat", level)
            rows.append({**rows_of(found, dict(cell.labels)), "measure": "karma_gap"})
    return with_holm(pd.DataFrame(rows))


TRIBUTE_MEASURES = (
    "dealt_twos", "given_twos", "got_twos", "held_twos", "dealt_jokers", "given_jokers",
    "got_jokers", "held_jokers", "dealt_strength", "given_strength", "got_strength",
    "held_strength", "given_cards", "given_cards_share", "given_twos_share",
    "given_strength_per_card",
)  # fmt: skip


def tribute_movement(given: Any, level: float = 0.95) -> pd.DataFrame:
    """What the exchange moves, by title: 2s, jokers and strength dealt, given, got and then held,
    as means of a game with titles. Columns as those of ``rates``."""
    return rates(given, TRIBUTE_MEASURES, level)
