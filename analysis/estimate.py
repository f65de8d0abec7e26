"""The one way from batches to an interval, used by every measure.

An estimate comes with its *influences*: for each batch the part of the estimate's error that the
batch is answerable for, so that error ~ sum of influences. Differences, contrasts and correlations
of measures are then differences, contrasts and correlations of influences.

Sources: ratio estimator by linearised residuals, Cochran, *Sampling Techniques* (1977), 6.3;
jackknife over groups of unequal size, Busing, Meijer and van der Leeden (1999); the factor
1 / (1 - share), Bell and McCaffrey (2002), which for equal batches is the familiar B / (B - 1);
Wilson (1927) with an effective sample size, Korn and Graubard (1998).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import special

from analysis.load import Floats

OK = "ok"
NO_TRIALS = "not enough data: the case never arose"
ONE_BATCH = "not enough data: one batch gives no interval"
TOO_FEW = "not enough data: too few events for an interval"
NO_EVENTS = "no events: only a bound"
ALL_EVENTS = "nothing but events: only a bound"
NO_EVENTS_IN_EITHER = "not enough data: no events in either"
ALL_EVENTS_IN_BOTH = "not enough data: nothing but events in both"

FEW_EVENTS = 30
"""Below this many events (or non-events) batches tell too little to trust a small variance."""


@dataclass(frozen=True)
class Sample:
    """An estimate with its influences.

    ``influence`` and ``share`` have shape (B,): what each batch adds to the error, and its share of
    the data. ``kind`` says what the value can be, which decides the interval: ``share`` (0..1,
    Wilson), ``positive`` (symmetric on the log scale), ``real`` (symmetric), ``count`` (of events a
    trial: as ``real``, but with a bound where there were none).
    """

    value: float
    influence: Floats
    share: Floats
    kind: str = "real"
    trials: int = 0
    events: int = 0
    matches: int = 0
    status: str = OK

    @property
    def se(self) -> float:
        """The standard error; NaN where there is none."""
        return float(standard_error(self.influence, self.share)) if self.status == OK else math.nan

    @property
    def df(self) -> float:
        """Degrees of freedom of the standard error."""
        return float(degrees(self.share))


@dataclass(frozen=True)
class Interval:
    """An estimate for people: value, standard error, bounds, and how they came about.

    Where ``status`` is not ``ok`` some of the numbers are NaN, and ``status`` says why.
    """

    value: float
    se: float
    low: float
    high: float
    df: float
    method: str
    status: str

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def standard_error(influence: Floats, share: Floats) -> Any:
    """Standard error from influences and shares, both (..., B); B of at least 2."""
    centred = influence - influence.mean(axis=-1, keepdims=True)
    # A batch that holds everything leaves nothing to compare it with.
    room = np.maximum(1.0 - share, 1e-12)
    return np.sqrt((centred**2 / room).sum(axis=-1))


def degrees(share: Floats) -> Any:
    """Degrees of freedom: the effective number of batches less one (B - 1 if all are equal)."""
    squares = (share**2).sum(axis=-1)
    return np.maximum(1.0 / np.maximum(squares, 1e-300) - 1.0, 1e-9)


def t_quantile(level: float, df: Any) -> Any:
    """Two-sided Student t quantile, for example 1.96 for 0.95 and many degrees of freedom."""
    return special.stdtrit(df, 0.5 + level / 2)


def ratio(
    numerator: Any, denominator: Any, kind: str = "real", matches: int = 0, events: Any = None
) -> Sample:
    """The ratio of two sums over batches, arrays of shape (B,).

    ``events`` (shape (B,)) counts what happened where that is not the numerator.
    """
    a, b = np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    total = float(b.sum())
    happened = int(np.sum(a if events is None else events))
    if total <= 0:
        return Sample(math.nan, a * 0, a * 0, kind, 0, happened, matches, NO_TRIALS)
    value = float(a.sum()) / total
    share = b / total
    full = Sample(value, (a - value * b) / total, share, kind, int(total), happened, matches)
    return replace(full, status=ONE_BATCH) if np.count_nonzero(b) < 2 else full


def smooth(
    function: Callable[[Floats], Floats],
    parts: Any,
    share: Any,
    kind: str = "real",
    matches: int = 0,
) -> Sample:
    """A smooth function of sums over batches, by leaving one batch out at a time.

    ``parts`` has shape (B, ...), ``function`` maps (..., *rest) arrays of sums to (...,) values;
    ``share`` has shape (B,). What is not finite, with or without some batch, is not enough data.
    """
    parts = np.asarray(parts, np.float64)
    weight = np.asarray(share, np.float64)
    trials = int(weight.sum())
    if trials <= 0:
        return Sample(math.nan, weight * 0, weight * 0, kind, 0, 0, matches, NO_TRIALS)
    weight = weight / weight.sum()
    total = parts.sum(axis=0)
    with np.errstate(all="ignore"):
        value = float(np.asarray(function(total[None]))[0])
        if np.count_nonzero(weight) < 2:
            status = ONE_BATCH if math.isfinite(value) else TOO_FEW
            return Sample(value, weight * 0, weight, kind, trials, 0, matches, status)
        without = np.asarray(function(total - parts), np.float64)
    influence = (1.0 - weight) * (value - without)
    if not (math.isfinite(value) and np.isfinite(influence).all()):
        return Sample(math.nan, weight * 0, weight, kind, trials, 0, matches, TOO_FEW)
    return Sample(value, influence, weight, kind, trials, 0, matches)


def combine(samples: list[Sample], weights: list[float]) -> Sample:
    """The weighted sum of samples of the same batches, with what they have in common."""
    bad = next((s.status for s in samples if s.status != OK), OK)
    if bad != OK:
        empty = np.zeros(len(samples[0].influence))
        return Sample(math.nan, empty, empty, status=bad)
    value = sum(w * s.value for w, s in zip(weights, samples, strict=True))
    influence = np.sum([w * s.influence for w, s in zip(weights, samples, strict=True)], axis=0)
    share = np.mean([s.share for s in samples], axis=0)
    return Sample(
        float(value),
        influence,
        share,
        trials=sum(s.trials for s in samples),
        matches=sum(s.matches for s in samples),
    )


def interval(sample: Sample, level: float = 0.95) -> Interval:
    """The confidence interval of a sample."""
    if sample.status != OK:
        nan = math.nan
        return Interval(sample.value, nan, nan, nan, nan, "none", sample.status)
    se, df = sample.se, sample.df
    t = float(t_quantile(level, df))
    if sample.kind == "share" or (sample.kind == "count" and sample.events == 0):
        return _share_interval(sample, se, df, t)
    if sample.kind == "positive":
        if sample.value <= 0:
            return Interval(sample.value, se, math.nan, math.nan, df, "none", TOO_FEW)
        factor = math.exp(min(t * se / sample.value, 700.0))
        low, high = sample.value / factor, sample.value * factor
        return Interval(sample.value, se, low, high, df, "log t", OK)
    return Interval(sample.value, se, sample.value - t * se, sample.value + t * se, df, "t", OK)


def _share_interval(sample: Sample, se: float, df: float, t: float) -> Interval:
    """Wilson's interval with the number of independent trials that the batches show."""
    p, events = sample.value, min(sample.events, sample.trials - sample.events)
    if p <= 0 or p >= 1:
        # No variance to be seen: each match counts as a single trial, whatever its games share.
        trials = float(max(1, min(sample.trials, sample.matches or sample.trials)))
        low, high = wilson(p, trials, t)
        if p <= 0:
            return Interval(p, math.nan, 0.0, float(high), df, "Wilson", NO_EVENTS)
        return Interval(p, math.nan, float(low), 1.0, df, "Wilson", ALL_EVENTS)
    trials = p * (1 - p) / se**2 if se > 0 else float(sample.trials)
    if events < FEW_EVENTS:
        trials = min(trials, float(sample.trials))
    low, high = wilson(p, trials, t)
    return Interval(p, se, float(low), float(high), df, "Wilson", OK)


def nothing_seen(samples: list[Sample]) -> str:
    """Why samples of events that are all without events, or all without anything else, tell of no
    difference: equal to the last digit, but only because nothing was seen. Empty otherwise."""
    if any(s.status != OK or s.kind not in ("share", "count") for s in samples):
        return ""
    if all(s.events == 0 for s in samples):
        return NO_EVENTS_IN_EITHER
    if all(s.kind == "share" and s.events == s.trials for s in samples):
        return ALL_EVENTS_IN_BOTH
    return ""


def wilson(p: Any, trials: Any, z: Any) -> tuple[Any, Any]:
    """Wilson's score interval for a share ``p`` of ``trials`` (not necessarily whole)."""
    squared = z * z / trials
    centre = (p + squared / 2) / (1 + squared)
    reach = z * np.sqrt(p * (1 - p) / trials + squared / (4 * trials)) / (1 + squared)
    return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)


def p_value(sample: Sample) -> float:
    """Two-sided p-value of "the true value is zero"; NaN without a standard error."""
    if sample.status != OK:
        return math.nan
    if sample.se == 0:
        return 1.0 if sample.value == 0 else 0.0
    return float(2 * special.stdtr(sample.df, -abs(sample.value) / sample.se))
