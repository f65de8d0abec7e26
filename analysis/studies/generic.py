"""The answer to any study: what each label changes, everything else equal."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, Table, difference_table, rate_table
from analysis.durations import streaks
from analysis.frames import growing, label_keys
from analysis.load import Cell
from analysis.measures import sample
from analysis.mobility import karma_gap, transition_matrix
from analysis.plots import (
    Chart,
    convergence,
    forest,
    rank_flow,
    streak_survival,
    transition_heatmap,
)
from analysis.studies import common

LABELS: tuple[str, ...] = ()
MOST_ROWS = 24
"""Rows of a forest plot; of longer families the largest effects are drawn."""


def answer(cells: list[Cell]) -> Answer:
    """Extremes of the chance to stay, the effect of each label, and the karma gap."""
    named = common.with_names(cells)
    families = _families(named)
    gap = karma_gap(named)
    sentences = [_extremes(named), *(_told(key, frame) for key, frame in families.items())]
    if len(gap):
        sentences.append(_gap(gap))
    return Answer(
        sentences,
        [*_forests(families), *_of_one(_most(named))],
        _tables(named, families, gap),
        comparisons=common.comparisons(*families.values(), gap),
        pairing=common.pairing(*families.values()),
        limits=list(common.STUDY_LIMITS),
    )


def _ranked(cells: list[Cell]) -> list[tuple[float, Cell]]:
    found = [(sample(cell, "daihinmin_repeat").value, cell) for cell in cells]
    return sorted([f for f in found if f[0] == f[0]], key=lambda f: f[0])


def _most(cells: list[Cell]) -> Cell:
    ranked = _ranked(cells)
    return ranked[-1][1] if ranked else cells[0]


def _name(cell: Cell) -> str:
    return common.describe_labels(dict(cell.labels))


def _extremes(cells: list[Cell]) -> str:
    ranked = _ranked(cells)
    if not ranked:
        return "Not enough data: no game with titles has been played yet."
    (low, gentle), (high, hard) = ranked[0], ranked[-1]
    if len(ranked) == 1:
        return f"The Daihinmin stays Daihinmin in {words.percent(high)} of games ({_name(hard)})."
    return (
        f"The Daihinmin stays Daihinmin in {words.percent(low)} ({_name(gentle)}) to "
        f"{words.percent(high)} ({_name(hard)}) of games."
    )


def _families(cells: list[Cell]) -> dict[str, pd.DataFrame]:
    """For each label with several values: every value against the first, all else equal."""
    found = {}
    for key in label_keys(cells):
        values = common.values(cells, key)
        if key != "table" and len(values) > 1:
            base: dict[str, Any] = {key: values[0]}
            if key == "rules":
                base["table"] = common.rules_name(common.pick(cells, rules=values[0])[0])
            frame = common.effects(cells, **base)
            if len(frame):
                found[key] = frame.assign(base=values[0])
    return found


def _told(key: str, frame: pd.DataFrame) -> str:
    base = frame["base"].iloc[0]
    parts = []
    for value in list(dict.fromkeys(frame[key]))[:8]:
        part = frame[frame[key] == value]
        known = part.loc[part["status"] == "ok", "value"]
        middle = words.points(known.median()) if len(known) else words.MISSING
        down, up, _ = common.verdicts(part)
        parts.append(f"{value}: {middle} (shown lower {down}, higher {up}, of {len(part)})")
    return (
        f"Change of that chance against {key.replace('_', ' ')} = {base or 'none'}, all else equal, "
        f"median over cells – {'; '.join(parts)}."
    )


def _gap(gap: pd.DataFrame) -> str:
    known = gap[gap["status"] == "ok"]
    if known.empty:
        return "The karma gap could not be estimated: not enough data."
    return (
        "The karma gap, the chance of staying less that of the same game without tribute on the "
        f"same deals, is {words.points(known['value'].min())} to "
        f"{words.points(known['value'].max())}."
    )


def _forests(families: dict[str, pd.DataFrame]) -> list[Chart]:
    made = []
    for key, frame in families.items():
        known = frame[frame["status"] == "ok"]
        if known.empty:
            continue
        keys = [k for k in known.columns[: list(known.columns).index("measure")]
                if k not in ("policy", "table") and known[k].nunique() > 1]  # fmt: skip
        known = known.assign(row=[
            common.describe_labels({k: getattr(r, k) for k in keys}) or str(getattr(r, key))
            for r in common.rows(known)
        ])  # fmt: skip
        largest = known.groupby("row")["value"].agg(lambda v: v.abs().max())
        kept = largest.sort_values(ascending=False).index[:MOST_ROWS]
        known = known[known["row"].isin(kept)]
        by = "policy" if known["policy"].nunique() > 1 else ""
        made.append(_forest_chart(key, known, by))
    return made


def _forest_chart(key: str, frame: pd.DataFrame, by: str) -> Chart:
    rows = frame["row"].nunique()
    base = frame["base"].iloc[0]
    cut = f" The {rows} cells with the largest effects." if rows == MOST_ROWS else ""
    return Chart(
        f"effect-of-{key.replace('_', '-')}",
        f"The chance to stay against {key.replace('_', ' ')} = {base or 'none'}: "
        f"{common.verdict_text(frame)}",
        "Change of the Daihinmin's chance of staying with 95 % intervals, all else equal. Hollow: "
        f"zero is possible after Holm's correction.{cut}",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="row", by=by, wrap=20 if narrow else 56,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.4 + 0.34 * rows,
        1.6 + 0.5 * rows,
    )  # fmt: skip


def _of_one(cell: Cell) -> list[Chart]:
    """Who goes where, and for how long, in one cell."""
    if not cell.total("titled").any():
        return []
    return one_cell_charts(cell, _name(cell))


def _streak_title(frame: pd.DataFrame) -> str:
    """How far the longest well-known streak is from the geometric law."""
    known = frame[(frame["length"] <= 3) & (frame["status"] == "ok")]
    if known.empty:
        return "How long a Daihinmin stays, beside the geometric law"
    row = common.rows(known)[-1]
    return (
        f"{words.percent(row.survival)} of streaks as Daihinmin last longer than "
        f"{words.counted(int(row.length), 'game')}; by the geometric law it would be "
        f"{words.percent(row.geometric)}"
    )


def one_cell_charts(cell: Cell, name: str, prefix: str = "") -> list[Chart]:
    """Heat map, rank flow and streaks of a cell."""
    frame = transition_matrix(cell)
    stay = sample(cell, "daihinmin_repeat").value
    top = sample(cell, "daifugo_repeat").value
    long = streaks(cell)
    made = [
        Chart(
            f"{prefix}transitions",
            f"{words.percent(top)} of Daifugo and {words.percent(stay)} of Daihinmin keep their "
            "title",
            f"Where each title's holder stands after the next game ({name}).",
            lambda fig, narrow: transition_heatmap(fig.subplots(), frame),
            4.2,
            4.2,
        ),
        Chart(
            f"{prefix}flow",
            f"From game to game: the Daihinmin keep {words.percent(stay)} of their own",
            f"Ribbons are as wide as the share of a title's holders who go there ({name}).",
            lambda fig, narrow: rank_flow(fig.subplots(), frame),
            4.2,
            4.2,
        ),
    ]
    if (long["at_risk"] >= 20).any():
        made.append(
            Chart(
                f"{prefix}streaks",
                _streak_title(long),
                f"Share of streaks longer than so many games with 95 % intervals ({name}).",
                lambda fig, narrow: streak_survival(fig.subplots(), long),
                3.8,
                3.8,
            )
        )
    path = growing(cell)
    if (path["status"] == "ok").any():
        made.append(
            Chart(
                f"{prefix}convergence",
                f"After {cell.games:,} games the chance to stay is known to ± "
                f"{words.number(50 * float(path['high'].iloc[-1] - path['low'].iloc[-1]))} points",
                f"The estimate and its interval as more games are counted ({name}).",
                lambda fig, narrow: convergence(fig.subplots(), path, ylabel="Daihinmin stays"),
                3.4,
                3.4,
            )
        )
    return made


def _tables(cells: list[Cell], families: dict[str, pd.DataFrame], gap: pd.DataFrame) -> list[Table]:
    labels = {k: k.replace("_", " ") for k in label_keys(cells) if k != "table"}
    found = [
        rate_table(
            "Rates of all cells",
            cells,
            labels,
            ("daihinmin_repeat", "daifugo_repeat", "rise_games", "prais_shorrocks",
             "rank_correlation"),
        )
    ]  # fmt: skip
    for key, frame in families.items():
        base = frame["base"].iloc[0] or "none"
        title = f"Chance to stay against {key.replace('_', ' ')} = {base}"
        found.append(difference_table(title, frame, labels))
    if len(gap):
        found.append(difference_table("The karma gap: with tribute less without", gap, labels))
    return found
