"""Under which of the written rules does a Daihinmin stay Daihinmin most often?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, frame_table, rate_figure, rate_table
from analysis.estimate import OK, interval
from analysis.frames import rates
from analysis.load import Cell
from analysis.measures import sample
from analysis.mobility import transition_matrix
from analysis.plots import Chart, forest, grouped_bars, panels, rank_flow
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy")
MEASURES = ("daihinmin_repeat", "daifugo_repeat", "rise_games", "rank_correlation")


def answer(cells: list[Cell]) -> Answer:
    """The rule texts ranked by how often a Daihinmin stays beyond chance."""
    named = common.with_names(cells)
    frame = _excess(named)
    policy = common.strongest(named)
    here = frame[(frame["policy"] == policy) & (frame["status"] == OK)]
    here = here.sort_values("times", ascending=False)
    if here.empty:
        return Answer(["Not enough has been played to answer."], limits=list(common.STUDY_LIMITS))
    return Answer(
        [*_headline(here, policy), _by_policy(frame), _rank(named, policy)],
        [_chart(frame, here), *_rise(named, policy), *_flows(named, here, policy)],
        [
            frame_table(
                "The Daihinmin's chance of staying, and what chance alone would give",
                frame.sort_values("times", ascending=False),
                {
                    "table": "rules",
                    "policy": "policy",
                    "players": "players",
                    "value": ("Daihinmin stays", lambda r: rate_figure(r, "share")),
                    "times": ("times chance", lambda r: _times(r)),
                },
            ),
            rate_table(
                "All measures",
                named,
                {"table": "rules", "policy": "policy"},
                (*MEASURES, "prais_shorrocks", "turns_per_game"),
            ),
        ],
        pairing="Tables of different rule texts have different decks and players, so they are set "
        "side by side, not paired.",
        limits=[
            *common.STUDY_LIMITS,
            "A title is kept by chance alone in one game of as many as there are players; tables of "
            "different size are compared by the multiple of that.",
        ],
    )


def _times(row: Any) -> Any:
    from analysis.answer import Figure

    text = f"{row.times:.2f} ({row.times_low:.2f} to {row.times_high:.2f})"
    return Figure(text if row.status == OK else words.MISSING, row.times)


def _excess(cells: list[Cell]) -> pd.DataFrame:
    """The chance of staying with its interval, also as a multiple of chance."""
    frame = rates(cells, ["daihinmin_repeat"])
    frame["players"] = [c.players for c in cells if c.players]
    for column in ("value", "low", "high"):
        name = "times" if column == "value" else f"times_{column}"
        frame[name] = frame[column] * frame["players"]
    return frame


def _told(row: Any) -> str:
    return (
        f"{row.table} ({words.percent(row.value)} at {words.counted(row.players, 'player')}, "
        f"{row.times:.2f} times chance, interval {row.times_low:.2f} to {row.times_high:.2f})"
    )


def _headline(here: pd.DataFrame, policy: str) -> list[str]:
    rows = common.rows(here)
    first = rows[0]
    equal = [r for r in rows[1:] if r.times_high >= first.times_low]
    text = f"The most merciless table among {policy} players is {_told(first)}"
    if equal:
        text += f"; {words.listed(r.table for r in equal)} cannot be told from it"
    below = [r for r in rows if r.times_high < 1]
    second = f"The mildest is {_told(rows[-1])}."
    if below:
        second += (
            f" Under {words.listed(r.table for r in below)} the last place is kept less often than "
            "by chance, which downfall, forbidden finishes or the loser's lead can do."
        )
    return [text + ".", second]


def _by_policy(frame: pd.DataFrame) -> str:
    told = []
    for policy in sorted(frame["policy"].unique(), key=common.skill):
        part = frame[(frame["policy"] == policy) & (frame["status"] == OK)]
        if len(part):
            ranked = part.sort_values("times", ascending=False)["table"]
            told.append(f"{policy}: {', '.join(ranked)}")
    return f"From merciless to mild, by policy – {'; '.join(told)}."


def _rank(cells: list[Cell], policy: str) -> str:
    told = []
    for cell in pick(cells, policy=policy):
        found = interval(sample(cell, "rank_correlation"))
        if found.status == OK:
            told.append((found.value, cell.value("table")))
    if not told:
        return "How much of an order survives a game is not known."
    told.sort(reverse=True)
    return (
        f"How much of the whole order survives a game (rank correlation, {policy}): from "
        f"{words.number(told[0][0])} ({told[0][1]}) to {words.number(told[-1][0])} "
        f"({told[-1][1]})."
    )


def _chart(frame: pd.DataFrame, here: pd.DataFrame) -> Chart:
    shown = frame[frame["status"] == OK].copy()
    shown["value"], shown["low"], shown["high"] = (
        shown[k] - 1 for k in ("times", "times_low", "times_high")
    )
    order = {name: i for i, name in enumerate(here["table"])}
    shown["place"] = shown["table"].map(order).fillna(len(order))
    shown["skill"] = common.skills(shown)
    shown = shown.sort_values(["place", "skill"], kind="stable")
    rows = common.rows(here)
    count = shown["table"].nunique()

    def draw(fig: Any, narrow: bool) -> None:
        ax = fig.subplots()
        forest(ax, shown, label="table", by="policy", share=False, wrap=20 if narrow else 30,
               xlabel="Daihinmin stays, as a multiple of chance")  # fmt: skip
        ax.xaxis.set_major_formatter(lambda x, _: f"{x + 1:.4g}")

    return Chart(
        "merciless",
        f"{rows[0].table} keeps its Daihinmin {rows[0].times:.1f} times as often as chance, "
        f"{rows[-1].table} {rows[-1].times:.1f} times",
        "The Daihinmin's chance of staying as a multiple of one in as many as there are players, "
        "with 95 % intervals; the line is chance.",
        draw,
        1.6 + 0.36 * count,
        1.8 + 0.46 * count,
    )


def _rise(cells: list[Cell], policy: str) -> list[Chart]:
    frame = rates(pick(cells, policy=policy), ["rise_games"])
    frame = frame[frame["status"] == OK].sort_values("value", ascending=False)
    if frame.empty:
        return []
    rows = len(frame)
    return [
        Chart(
            "way-up",
            f"From last place to Daifugo: {words.number(frame['value'].iloc[-1], 1)} games under "
            f"{frame['table'].iloc[-1]}, {words.number(frame['value'].iloc[0], 1)} under "
            f"{frame['table'].iloc[0]}",
            f"Expected games until the Daihinmin is Daifugo ({policy} players; bars are 95 % "
            "intervals).",
            lambda fig, narrow: grouped_bars(
                fig.subplots(), frame, label="table", xlabel="expected games", wrap=20
            ),
            1.2 + 0.3 * rows,
            1.4 + 0.36 * rows,
        )
    ]


def _kept(frame: pd.DataFrame) -> float:
    """The share of Daihinmin who stay, of a transition matrix."""
    last = frame["to"].max()
    return float(frame[(frame["from"] == last) & (frame["to"] == last)]["value"].iloc[0])


def _flows(cells: list[Cell], here: pd.DataFrame, policy: str) -> list[Chart]:
    names = [here["table"].iloc[0], here["table"].iloc[-1]]
    if names[0] == names[1]:
        return []
    frames = {name: transition_matrix(pick(cells, table=name, policy=policy)[0]) for name in names}

    def draw(fig: Any, narrow: bool) -> None:
        panels(fig, names, lambda ax, name: rank_flow(ax, frames[name], title=name), narrow,
               columns=2, share=False)  # fmt: skip

    return [
        Chart(
            "flows",
            "The Daihinmin keeps "
            + words.listed(f"{words.percent(_kept(frames[n]))} under {n}" for n in names),
            f"Ribbons are as wide as the share of a title's holders who go there ({policy} "
            "players).",
            draw,
            4.2,
            8.2,
        )
    ]
