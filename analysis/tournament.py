"""The outcome of a tournament: points, ratings and who finishes ahead of whom, with intervals.

Blocks of matches are the unit of replication; all pairs of policies play the same matches, and what
they have in common stays in the intervals. Ratings are Bradley and Terry's (1952) on the odds of
finishing ahead, fitted by maximum likelihood over all pairs of seats of different policies, on the
scale on which 400 points are odds of ten to one (Elo), zero on average; their intervals leave out
one block after another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.estimate import Interval, Sample, combine, interval, ratio, smooth
from analysis.load import Floats, Ints

ELO = 400 / math.log(10)
STEPS = 60
PRECISION = 1e-10


@dataclass(frozen=True, eq=False)
class Outcome:
    """``standings``: one row an entrant, the best first; ``cross``: one row an ordered pair.

    ``standings`` has ``place``, ``policy``, ``points``, ``rating`` and ``ahead``, each but the first
    two with ``_low`` and ``_high``; ``cross`` has ``policy``, ``opponent``, ``ahead``, ``points``
    (in games against this opponent) with bounds. ``status`` says where there is no interval.
    """

    standings: pd.DataFrame
    cross: pd.DataFrame


def outcome(names: Sequence[str], points: Ints, hands: Ints, ahead: Ints) -> Outcome:
    """Standings and cross table from the sums of ``sim.tournament.Played``, arrays (B, K, K)."""
    met = ahead + ahead.swapaxes(1, 2)
    rows = []
    for i, name in enumerate(names):
        scored = ratio(points[:, i].sum(1), hands[:, i].sum(1))
        won = ratio(ahead[:, i].sum(1), met[:, i].sum(1))
        rated = rating(ahead, i)
        rows.append(
            {"policy": name, **_bounds("points", scored), **_bounds("rating", rated),
             **_bounds("ahead", won), "status": scored.status}
        )  # fmt: skip
    standings = pd.DataFrame(rows).sort_values("points", ascending=False, kind="stable")
    standings.insert(0, "place", _places(standings["points"].to_numpy(float)))
    order = [list(names).index(name) for name in standings["policy"]]
    cross = [
        {"policy": names[i], "opponent": names[j],
         **_bounds("ahead", ratio(ahead[:, i, j], met[:, i, j])),
         **_bounds("points", ratio(points[:, i, j], hands[:, i, j]))}
        for i in order for j in order if i != j
    ]  # fmt: skip
    return Outcome(standings.reset_index(drop=True), pd.DataFrame(cross))


def points_apart(points: Ints, hands: Ints, one: int = 0, other: int = 1) -> Sample:
    """Points a game of one entrant less another's where they met, within blocks of the same deals."""
    sides = ((one, other), (other, one))
    return combine([ratio(points[:, i, j], hands[:, i, j]) for i, j in sides], [1.0, -1.0])


def _bounds(name: str, sample: Sample) -> dict[str, Any]:
    found: Interval = interval(sample)
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def _places(values: Floats) -> list[int]:
    """Places of values that fall: who has as much shares the place."""
    return [1 + int((values > value).sum()) for value in values]


def rating(ahead: Ints, entrant: int) -> Sample:
    """One entrant's rating; ``ahead`` has shape (B, K, K), all blocks with as many matches."""
    return smooth(lambda won: ratings(won)[..., entrant], ahead, np.ones(len(ahead)))


def ratings(won: Floats) -> Floats:
    """Bradley–Terry ratings from (..., K, K) counts of i ahead of j; NaN where there are none.

    Newton's method; the Hessian is that of a graph, and its null space (all ratings moved alike) is
    filled so that the mean stays zero.
    """
    won = np.asarray(won, np.float64)
    met, k = won + won.swapaxes(-1, -2), won.shape[-1]
    theta = np.zeros(won.shape[:-1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(theta[..., None, :] - theta[..., :, None]))
        slope = (won - met * chance).sum(-1)
        weight = met * chance * (1 - chance)
        scale = np.maximum(weight.sum((-1, -2)), 1e-300)[..., None, None] / k
        curve = np.eye(k) * weight.sum(-1)[..., None] - weight + scale / k
        try:
            step = np.linalg.solve(curve, slope[..., None])[..., 0]
        except np.linalg.LinAlgError:
            return np.full(theta.shape, np.nan)
        theta = theta + np.clip(step, -2, 2)
        if np.abs(step).max() < PRECISION:
            return ELO * theta
    return np.full(theta.shape, np.nan)
