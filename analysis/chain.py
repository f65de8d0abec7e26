"""Measures of a Markov chain of places, as functions of transition counts.

Every function takes counts (or probabilities) of shape (..., n, n), from a row's place to a
column's place, and returns an array of shape (...). Where a place never occurred, or a target
cannot be reached, the value is NaN or infinite and the caller says "not enough data".
"""

from __future__ import annotations

from typing import Any

import numpy as np


def probabilities(counts: Any) -> Any:
    """Rows divided by their sums: P(next place | place); NaN in a row without counts."""
    counts = np.asarray(counts, np.float64)
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.full(counts.shape, np.nan), where=total > 0)


def prais_shorrocks(counts: Any) -> Any:
    """(n - tr P) / (n - 1). Shorrocks, "The measurement of mobility", Econometrica 46 (1978)."""
    p = probabilities(counts)
    n = p.shape[-1]
    return (n - np.trace(p, axis1=-2, axis2=-1)) / (n - 1)


def stationary(counts: Any) -> Any:
    """The stationary distribution, shape (..., n). Uniform but for the ends of matches."""
    p = probabilities(counts)
    n = p.shape[-1]
    system = np.swapaxes(p, -1, -2) - np.eye(n)
    system[..., -1, :] = 1.0
    right = np.zeros((*p.shape[:-1], 1))
    right[..., -1, 0] = 1.0
    return _solve(system, right)[..., 0]


def bartholomew(counts: Any) -> Any:
    """Σ π_i P_ij |i - j|. Bartholomew, *Stochastic Models for Social Processes* (1967)."""
    p = probabilities(counts)
    place = np.arange(p.shape[-1])
    moved = (p * np.abs(place[:, None] - place)).sum(axis=-1)
    return (stationary(counts) * moved).sum(axis=-1)


def second_eigenvalue(counts: Any) -> Any:
    """The largest modulus among the eigenvalues of P after 1."""
    p = probabilities(counts)
    good = np.isfinite(p).all(axis=(-1, -2))
    values = np.linalg.eigvals(np.where(good[..., None, None], p, np.eye(p.shape[-1])))
    size = np.sort(np.abs(values), axis=-1)
    return np.where(good, np.minimum(size[..., -2], 1.0), np.nan)


def half_life(counts: Any) -> Any:
    """ln 2 / -ln |λ2|, in games; 0 where nothing is remembered, infinite where nothing is lost."""
    size = second_eigenvalue(counts)
    with np.errstate(divide="ignore"):
        return np.log(2) / -np.log(size)


def rank_correlation(counts: Any) -> Any:
    """Pearson's correlation of place and next place, which for places as ranks is Spearman's."""
    counts = np.asarray(counts, np.float64)
    place = np.arange(counts.shape[-1], dtype=float)
    total = counts.sum(axis=(-1, -2))
    row, column = counts.sum(axis=-1), counts.sum(axis=-2)
    x, y = row @ place / total, column @ place / total
    xx, yy = row @ place**2 / total - x**2, column @ place**2 / total - y**2
    xy = np.einsum("...ij,i,j->...", counts, place, place) / total - x * y
    return xy / np.sqrt(xx * yy)


def first_passage(counts: Any, target: int) -> Any:
    """Expected games from each place until ``target`` is taken, shape (..., n); 0 at the target.

    m = 1 + Q m with Q the chain without the target (Kemeny and Snell, *Finite Markov Chains*, 3.3).
    Not finite (NaN or infinite) where the target may never be reached.
    """
    p = probabilities(counts)
    n = p.shape[-1]
    target %= n
    others = [place for place in range(n) if place != target]
    inside = p[..., others, :][..., :, others]
    right = np.ones((*inside.shape[:-1], 1))
    games = _solve(np.eye(n - 1) - inside, right)[..., 0]
    reached = _can_reach(p, target)[..., others]
    out = np.zeros(p.shape[:-1])
    out[..., others] = np.where(reached, games, np.inf)
    return out


def escape_games(counts: Any) -> Any:
    """1 / (1 - P(n → n)): expected games until the Daihinmin takes another place."""
    stay = probabilities(counts)[..., -1, -1]
    with np.errstate(divide="ignore"):
        return 1.0 / (1.0 - stay)


def rise_games(counts: Any) -> Any:
    """Expected games from last place until first place."""
    return first_passage(counts, 0)[..., -1]


def fall_games(counts: Any) -> Any:
    """Expected games from first place until last place."""
    return first_passage(counts, -1)[..., 0]


def _solve(system: Any, right: Any) -> Any:
    """Linear systems, NaN where one has no solution."""
    good = np.isfinite(system).all(axis=(-1, -2))
    safe = np.where(good[..., None, None], system, np.eye(system.shape[-1]))
    good &= np.linalg.matrix_rank(safe) == system.shape[-1]
    safe = np.where(good[..., None, None], safe, np.eye(system.shape[-1]))
    return np.where(good[..., None, None], np.linalg.solve(safe, right), np.nan)


def _can_reach(p: Any, target: int) -> Any:
    """Whether the target can be reached from each place, bool of shape (..., n)."""
    edge = np.nan_to_num(p) > 0
    reach = np.zeros(p.shape[:-1], bool)
    reach[..., target] = True
    for _ in range(p.shape[-1]):
        reach |= (edge & reach[..., None, :]).any(axis=-1)
    return reach
