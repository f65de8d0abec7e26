"""Which rule keeps the Daihinmin down, and which sets the Daihinmin free?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, Table, difference_table
from analysis.differences import compare
from analysis.load import Cell
from analysis.measures import sample
from analysis.plots import Chart, forest
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "switch")
FOREST = 24
"""Rows of the chart of the largest effects."""
LABEL = {"switch": "switched", "policy": "policy"}


def answer(cells: list[Cell]) -> Answer:
    """Every option against the base, ranked by its effect on karma."""
    named = common.with_names(cells)
    stay, alike, other = _families(named, "daihinmin_repeat")
    rank = _families(named, "rank_correlation")[0]
    policy = common.strongest(named)
    base = common.first(pick(named, switch="", policy=policy))
    if base is None or not alike or not (stay["status"] == "ok").any():
        return Answer(["Not enough has been played to answer."], limits=list(common.STUDY_LIMITS))
    here = stay[stay["policy"] == policy].sort_values("value", ascending=False)
    return Answer(
        [
            _headline(here, base, policy),
            _free(here),
            _agree(stay),
            *_nothing(stay),
            *_other_tables(other, policy),
        ],
        [*_charts(stay, policy, base)],
        [
            _table("Ranked: change of the chance that the Daihinmin stays", here),
            _table("All policies: change of the chance that the Daihinmin stays", stay),
            _table("Change of the rank correlation from game to game", rank, "index"),
        ],
        comparisons=common.comparisons(stay, rank),
        pairing=common.pairing(stay),
        limits=[
            *common.STUDY_LIMITS,
            f"Each rule is switched alone against {common.rules_name(base)}; rules that need each "
            "other may do more, or less, together.",
            "Switches that change the number of players are not ranked with the others, because by "
            "chance alone a title is kept in one game of as many as there are players.",
        ],
    )


def _families(cells: list[Cell], measure: str) -> tuple[pd.DataFrame, list[Cell], list[Cell]]:
    """Effects of the switches that keep the number of players; these cells, and the others."""
    bases = {(c.value("table"), c.value("policy")): c for c in pick(cells, switch="")}

    def base(cell: Cell) -> Cell | None:
        return bases.get((cell.value("table"), cell.value("policy")))

    with_base = [(cell, base(cell)) for cell in cells]
    alike = [c for c, b in with_base if b is not None and b.players == c.players]
    other = [c for c, b in with_base if b is not None and b.players != c.players]
    return compare(alike, base, [measure]), alike, other


def _named(row: Any) -> str:
    return f"{row.switch}, {words.difference(row)}"


def _headline(here: pd.DataFrame, base: Cell, policy: str) -> str:
    rows = [r for r in common.rows(here) if common.shown(r)]
    up = [r for r in rows if r.value > 0][:3]
    down = [r for r in rows[::-1] if r.value < 0][:3]
    parts = []
    if up:
        parts.append(f"What most keeps the Daihinmin down: {'; '.join(map(_named, up))}")
    if down:
        parts.append(f"What most sets the Daihinmin free: {'; '.join(map(_named, down))}")
    start = f"Against {common.rules_name(base)} as written, with {policy} players"
    if not parts:
        return f"{start}, no single rule is shown to change the Daihinmin's chance of staying."
    told = ". ".join(part for part in parts)
    return f"{start}: {told[0].lower()}{told[1:]}."


def _free(here: pd.DataFrame) -> str:
    return (
        "How many of the switches matter at all for that policy: "
        f"{common.verdict_text(here, 'lower the chance of staying', 'raise it')}."
    )


def _agree(stay: pd.DataFrame) -> str:
    names = sorted(stay["policy"].unique(), key=common.skill)
    if len(names) < 2:
        return f"Only {names[0]} players were tried."
    signs = stay.assign(sign=[common.shown(r) * (1 if r.value > 0 else -1)
                              for r in common.rows(stay)])  # fmt: skip
    table = signs.pivot_table(index="switch", columns="policy", values="sign", aggfunc="first")
    against = table[(table.max(axis=1) > 0) & (table.min(axis=1) < 0)]
    every = table[(table != 0).all(axis=1) & (table.nunique(axis=1) == 1)]
    text = (
        f"Do policies agree? {len(every)} of {len(table)} switches are shown to act the same way "
        f"under all of {words.listed(names)}"
    )
    if len(against):
        return f"{text}; opposite ways: {words.listed(list(against.index)[:6])}."
    return f"{text}, and none is shown to act opposite ways."


def _nothing(stay: pd.DataFrame) -> list[str]:
    same = stay[(stay["se"] == 0) & (stay["value"] == 0)]
    every = [name for name, part in same.groupby("switch") if len(part) == stay["policy"].nunique()]
    if not every:
        return []
    return [f"Switches that changed no result at all: {words.listed(every)}."]


def _other_tables(cells: list[Cell], policy: str) -> list[str]:
    told = []
    for cell in pick(cells, policy=policy):
        value = sample(cell, "daihinmin_repeat").value
        told.append(
            f"{cell.value('switch')}: {words.percent(value)}, "
            f"{words.number(value * cell.players)} times chance"
        )
    return [f"With other numbers of players – {'; '.join(told)}."] if told else []


def _charts(stay: pd.DataFrame, policy: str, base: Cell) -> list[Chart]:
    known = stay[stay["status"] == "ok"]
    here = known[known["policy"] == policy]
    order = here.assign(size=here["value"].abs()).sort_values("size", ascending=False)["switch"]
    largest = list(order[:FOREST])
    if not largest:
        return []
    ranked = here.sort_values("value", ascending=False)
    top = known[known["switch"].isin(largest)]
    top = top.assign(
        place=top["switch"].map({s: i for i, s in enumerate(ranked["switch"])}),
        skill=common.skills(top),
    ).sort_values(["place", "skill"], kind="stable")
    first = ranked.iloc[0]
    last = ranked.iloc[-1]
    title = (
        f"From {words.points(first['value'])} ({first['switch']}) to {words.points(last['value'])} "
        f"({last['switch']}): the largest effects of single rules"
    )
    every = f"Every switch among {policy} players: {common.verdict_text(ranked)}"
    against = f"against {common.rules_name(base)}, same deals, 95 % intervals"
    return [
        _forest("largest-effects", title, top, "policy",
                f"The {len(largest)} switches with the largest effect among {policy} players: change "
                f"of the chance that the Daihinmin stays {against}. Hollow: zero is possible after "
                "Holm's correction."),
        _forest("all-effects", every, ranked,
                "", f"Change of the chance that the Daihinmin stays {against}. Hollow: zero is "
                "possible after Holm's correction."),
    ]  # fmt: skip


def _forest(name: str, title: str, frame: pd.DataFrame, by: str, caption: str) -> Chart:
    rows = frame["switch"].nunique()
    thick = 0.3 if by else 0.2
    return Chart(
        name,
        title,
        caption,
        lambda fig, narrow: forest(
            fig.subplots(), frame.assign(row=[_short(s, narrow) for s in frame["switch"]]),
            label="row", by=by, wrap=24 if narrow else 50,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.5 + thick * rows,
        1.7 + (0.42 if by else 0.27) * rows,
    )  # fmt: skip


def _short(switch: str, narrow: bool) -> str:
    """A long switch cut to what a line can hold."""
    most = 46 if narrow else 50
    return switch if len(switch) <= most else switch[: most - 1] + "…"


def _table(title: str, frame: pd.DataFrame, unit: str = "share") -> Table:
    return difference_table(title, frame, LABEL, unit=unit)
