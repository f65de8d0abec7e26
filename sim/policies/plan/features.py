"""The parameters that are tuned, by name, and the table of weights that they span.

Where a weight depends on how many cards or ranks may beat a meld, the parameters are its values at
a few numbers (``CARDS``, ``KNOTS``) and the table holds what lies on straight lines between them: the
evaluation stays linear in the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.policies.plan import weights as at

CARDS = (0, 1, 2, 4, 8, 16, 32)
"""Of a single: the cards that beat it. Beyond the last the weight stays."""
KNOTS = (0, 1, 2, 4, 8)
"""Of a group: the ranks that beat it."""
GROUPS = ("pair", "triple")
RUNS = ("held", "few", "many")
HASTE = ("1", "2", "3-4", "5+")
LEFT = ("0", "1", "2", "3", "4+")
OTHERS = ("1", "2", "3+")
LEADS = ("single", "pair", "triple", "four", "sequence")


def names() -> list[str]:
    """The names of the parameters, in a fixed order."""
    out = []
    for where in ("hold", "play"):
        out += [f"{where} single {cards}" for cards in CARDS]
        out += [f"{where} {group} {knot}" for group in GROUPS for knot in KNOTS]
        out += [f"{where} sequence {run}" for run in RUNS] + [f"{where} sequence longer"]
    out += ["hold four", "hold eight", "hold eights", "hold joker", "hold joker sniped"]
    for where, values in _ROWS.items():
        out += [f"{where} {value}" for value in values[1]]
    return [*out, "pass, open", "last, lead lost", "last, lead kept", "stuck"]


_ROWS: dict[str, tuple[int, tuple[str, ...]]] = {
    "play, least": (at.PLAY_HASTE, HASTE),
    "play, steep": (at.PLAY_STEEP, HASTE),
    "play, others": (at.PLAY_OTHERS, OTHERS),
    "play, left": (at.PLAY_LEFT, LEFT),
    "pass, least": (at.PASS_HASTE, HASTE),
    "pass, left": (at.PASS_LEFT, LEFT),
    "lead": (at.LEAD, LEADS),
    "left": (at.MANY, LEFT),
}
"""Rows of the table whose entries are parameters themselves."""


def table_of(parameters: Mapping[str, float]) -> np.ndarray[Any, Any]:
    """The table of weights: int64, shape (WEIGHTS,), thousandths of a trick."""
    table = np.zeros(at.WEIGHTS, np.float64)
    rows = (("hold", at.HOLD_SINGLE, at.HOLD_GROUP), ("play", at.PLAY_SINGLE, at.PLAY_GROUP))
    for where, singles, groups in rows:
        values = [parameters[f"{where} single {cards}"] for cards in CARDS]
        table[singles : singles + at.CARDS] = np.interp(np.arange(at.CARDS), CARDS, values)
        for size in range(at.SIZES):
            group = GROUPS[min(size, len(GROUPS) - 1)]
            values = [parameters[f"{where} {group} {knot}"] for knot in KNOTS]
            row = groups + at.RANKS * size
            table[row : row + at.RANKS] = np.interp(np.arange(at.RANKS), KNOTS, values)
    for where, first in (("hold", at.HOLD_RUN), ("play", at.PLAY_RUN)):
        for size in range(at.RUN_SIZES):
            longer = size * parameters[f"{where} sequence longer"]
            for i, run in enumerate(RUNS):
                table[first + at.RUN_BEATERS * size + i] = (
                    parameters[f"{where} sequence {run}"] + longer
                )
    for size in range(at.SIZES):
        row = at.HOLD_GROUP + at.RANKS * size
        table[row + at.RANKS - 1] = parameters["hold eights"]
    table[row : row + at.RANKS] += parameters["hold four"]
    table[at.HOLD_SINGLE + at.CARDS - 1] = parameters["hold eight"]
    table[at.HOLD_JOKER] = parameters["hold joker"]
    table[at.HOLD_JOKER + 1] = parameters["hold joker sniped"]
    for where, (first, entries) in _ROWS.items():
        for i, value in enumerate(entries):
            table[first + i] = parameters[f"{where} {value}"]
    table[at.PASS_OPEN] = parameters["pass, open"]
    table[at.LAST] = parameters["last, lead lost"]
    table[at.LAST + 1] = parameters["last, lead kept"]
    table[at.STUCK] = parameters["stuck"]
    return np.rint(1000 * table).astype(np.int64)


def thumb() -> dict[str, float]:
    """Rules of thumb, in tricks: what ``planner`` plays by and where tuning starts.

    A meld in the hand costs a trick and a bit, less what its chance of winning one is worth; the chance
    falls with the ranks that may beat it. Playing something that holds the table costs least, but is
    not free, so that the strong cards are kept; passing costs a trick, more when somebody is about to
    go out.
    """
    out: dict[str, float] = dict.fromkeys(names(), 0.0)
    for cards in CARDS:
        out[f"hold single {cards}"] = round(1.3 - 1.6 / (1 + 0.25 * cards), 2)
        out[f"play single {cards}"] = round(0.6 - 0.3 / (1 + cards), 2)
    for size, group in enumerate(GROUPS, 2):
        for knot in KNOTS:
            out[f"hold {group} {knot}"] = round(1.3 - 1.6 / (1 + 0.5 * knot / size), 2)
            out[f"play {group} {knot}"] = round(0.6 - (0.3 + 0.1 * size) / (1 + knot), 2)
    out |= {"hold sequence held": -0.1, "hold sequence few": 0.3, "hold sequence many": 0.6}
    out |= {"play sequence held": 0.1, "play sequence few": 0.2, "play sequence many": 0.4}
    out |= {"hold eight": -0.2, "hold eights": -0.2, "hold joker": -0.7, "hold joker sniped": -0.6}
    out |= {"last, lead lost": 0.7, "last, lead kept": 1.0, "stuck": 3.0, "hold four": -0.2}
    out |= {"play, steep 1": 0.4, "play, steep 2": 0.2}
    for n, play, passing in zip(HASTE, (0.3, 0.2, 0.1, 0), (1.3, 1.2, 1, 0.9), strict=True):
        out[f"play, least {n}"], out[f"pass, least {n}"] = play, passing
    return out
