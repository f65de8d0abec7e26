"""How long it lasts: streaks of a title and waits for one, some cut short by the end of a match."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.chain import probabilities
from analysis.estimate import Sample, interval, ratio, smooth
from analysis.load import Cell
from analysis.measures import sample, transitions


@dataclass(frozen=True)
class Lengths:
    """Durations by batch: ``ended[b, t]`` ended after t games, ``at_risk[b, t]`` could have.

    Both have shape (B, T + 1); entry 0 is unused. Durations beyond T are at risk up to T.
    """

    ended: Any
    at_risk: Any


def _tail(counts: Any) -> Any:
    """For each t the sum over all entries from t on."""
    return np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]


def streak_lengths(cell: Cell, who: str = "daihinmin") -> Lengths:
    """How long ``daihinmin`` or ``daifugo`` stay, as durations.

    A streak cut after t games by the match's end was never seen to end after t, so it was at risk
    only up to t - 1. The last entry of the counts, "that long or longer", never ends here.
    """
    ended, cut = cell[f"{who}_streak"], cell[f"{who}_streak_cut"]
    at_risk = _tail(ended) + _tail(cut) - cut
    return Lengths(ended[:, :-1], at_risk[:, :-1])


def rise_lengths(cell: Cell) -> Lengths:
    """Games from last place until Daifugo; one cut after t games was at risk up to t."""
    ended, cut = cell["rise"], cell["rise_cut"]
    return Lengths(ended[:, :-1], (_tail(ended) + _tail(cut))[:, :-1])


def _survival(lengths: Any) -> Any:
    """Kaplan–Meier's Π (1 - ended / at risk), cumulative; ``lengths``: (..., 2, T + 1) sums."""
    ended, at_risk = lengths[..., 0, :], lengths[..., 1, :]
    hazard = np.divide(ended, at_risk, out=np.zeros_like(ended), where=at_risk > 0)
    return np.cumprod(1.0 - hazard, axis=-1)


def _alive(lengths: Any, length: int) -> Any:
    return _survival(lengths[..., : length + 1])[..., length]


def survival(lengths: Lengths, matches: int = 0, level: float = 0.95) -> pd.DataFrame:
    """The Kaplan–Meier estimate (1958) with the hazard at each length, both with intervals.

    Columns: ``length`` (games), ``at_risk``, ``ended``, ``hazard`` (with ``_low``, ``_high``,
    ``_status``), ``survival`` (share longer than that), ``low``, ``high``, ``status``. Stops where
    nothing is at risk any more. Intervals: Wilson with the batches' effective number of trials.
    """
    parts = np.stack([lengths.ended, lengths.at_risk], axis=1).astype(np.float64)
    total = parts.sum(axis=0)
    last = int(np.max(np.flatnonzero(total[1] > 0), initial=0))
    weight = (
        lengths.at_risk[:, 1].astype(np.float64) if parts.shape[2] > 1 else np.zeros(len(parts))
    )
    rows = []
    for t in range(1, last + 1):
        hazard = interval(
            ratio(lengths.ended[:, t], lengths.at_risk[:, t], "share", matches), level
        )
        alive = smooth(partial(_alive, length=t), parts, weight, "share")
        longer = round(alive.value * alive.trials) if math.isfinite(alive.value) else 0
        share = interval(
            Sample(alive.value, alive.influence, alive.share, "share", alive.trials,
                   longer, matches, alive.status),
            level,
        )  # fmt: skip
        rows.append(
            {
                "length": t,
                "at_risk": int(total[1, t]),
                "ended": int(total[0, t]),
                "hazard": hazard.value,
                "hazard_low": hazard.low,
                "hazard_high": hazard.high,
                "hazard_status": hazard.status,
                "survival": share.value,
                "low": share.low,
                "high": share.high,
                "status": share.status,
            }
        )
    return pd.DataFrame(rows, columns=SURVIVAL_COLUMNS)


SURVIVAL_COLUMNS = [
    "length", "at_risk", "ended", "hazard", "hazard_low", "hazard_high", "hazard_status",
    "survival", "low", "high", "status",
]  # fmt: skip


def streaks(cell: Cell, who: str = "daihinmin", level: float = 0.95) -> pd.DataFrame:
    """Streaks as Daihinmin or Daifugo beside the geometric law: ``survival`` and ``geometric``.

    If only the last place counted, a streak would go on with the same chance p whatever its length:
    P(longer than t) = p^t. A hazard that falls with length says that whoever has stayed long stays
    longer still.
    """
    frame = survival(streak_lengths(cell, who), int(cell.matches.sum()), level)
    p = sample(cell, f"{who}_repeat").value
    frame["geometric"] = p ** frame["length"].to_numpy(float)
    return frame


def rises(cell: Cell, level: float = 0.95) -> pd.DataFrame:
    """How long it takes from last place until Daifugo, as it happened (not by the chain)."""
    return survival(rise_lengths(cell), int(cell.matches.sum()), level)


def _restricted_mean(parts: Any) -> Any:
    """Mean duration up to the horizon: Σ over t of P(longer than t), t from 0."""
    alive = _survival(parts)
    return alive[..., :-1].sum(axis=-1)


def direct_rise(cell: Cell, horizon: int | None = None) -> Sample:
    """Mean games from last place until Daifugo, at most ``horizon``, from the games themselves.

    Kaplan–Meier's restricted mean; the horizon is by default the longest wait with ten waits still
    at risk. Compare it with the chain's ``restricted_rise`` at the same horizon: they agree if
    places alone decide what comes next.
    """
    lengths = rise_lengths(cell)
    limit = horizon if horizon is not None else rise_horizon(cell)
    parts = np.stack([lengths.ended, lengths.at_risk], axis=1)[..., : limit + 1]
    weight = lengths.at_risk[:, min(1, lengths.at_risk.shape[1] - 1)]
    return smooth(_restricted_mean, parts, weight, "positive", int(cell.matches.sum()))


def rise_horizon(cell: Cell) -> int:
    """The longest wait to become Daifugo that at least ten players were still in."""
    at_risk = rise_lengths(cell).at_risk.sum(axis=0)
    return int(np.max(np.flatnonzero(at_risk >= 10), initial=1))


def restricted_rise(cell: Cell, horizon: int) -> float:
    """Mean games from last place until Daifugo, at most ``horizon``, by the chain of places."""
    p = probabilities(transitions(cell).sum(axis=0))
    inside = p[1:, 1:]
    alive = np.zeros(len(inside))
    alive[-1] = 1.0
    mean = 0.0
    for _ in range(horizon):
        mean += float(alive.sum())
        alive = alive @ inside
    return mean
