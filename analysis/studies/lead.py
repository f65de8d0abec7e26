"""What is the right to lead the next game worth, and do the seats matter?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, difference_table, rate_table
from analysis.differences import compare
from analysis.estimate import OK
from analysis.load import Cell
from analysis.plots import Chart, forest
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "next_lead", "seating")
LEADS = {
    "daihinmin": "the Daihinmin leads",
    "daifugo": "the Daifugo leads",
    "dealer_left": "the dealer's left leads",
    "diamond_three": "the diamond three leads",
}
SEATS = {"fixed": "fixed seats", "by_title": "seats by title", "random": "random seats"}


def answer(cells: list[Cell]) -> Answer:
    """The lead's and the seats' effect on staying at both ends."""
    named = common.with_names(cells)
    lead = {m: _lead(named, m) for m in ("daihinmin_repeat", "daifugo_repeat")}
    seats = _seats(named)
    policy = common.strongest(named)
    labels = {"table": "rules", "policy": "policy", "seating": "seats", "next_lead": "lead"}
    return Answer(
        [
            _headline(lead["daihinmin_repeat"], policy),
            _top(lead["daifugo_repeat"], policy),
            _others(lead["daihinmin_repeat"]),
            _seating(seats),
        ],
        _charts(lead["daihinmin_repeat"], seats, policy),
        [
            rate_table(
                f"Repeat rates by lead and seats ({policy})",
                pick(named, policy=policy),
                {"table": "rules", "next_lead": "lead", "seating": "seats"},
                ("daihinmin_repeat", "daifugo_repeat", "rank_correlation"),
            ),
            difference_table(
                "Daihinmin stays, against: the Daihinmin leads", lead["daihinmin_repeat"], labels
            ),
            difference_table(
                "Daifugo stays, against: the Daihinmin leads", lead["daifugo_repeat"], labels
            ),
            difference_table("Daihinmin stays, against: fixed seats", seats, labels),
        ],
        comparisons=common.comparisons(*lead.values(), seats),
        pairing=common.pairing(*lead.values(), seats),
        limits=[
            *common.STUDY_LIMITS,
            "Where seats are fixed and all players alike, no seat is better than another over many "
            "matches; what can matter is who sits next to whom.",
        ],
    )


def _lead(cells: list[Cell], measure: str) -> pd.DataFrame:
    def base(cell: Cell) -> Cell | None:
        return common.first(pick(cells, **{**_fixed(cell, "seating"), "next_lead": "daihinmin"}))

    return compare(cells, base, [measure])


def _seats(cells: list[Cell]) -> pd.DataFrame:
    def base(cell: Cell) -> Cell | None:
        return common.first(pick(cells, **{**_fixed(cell, "next_lead"), "seating": "fixed"}))

    return compare(cells, base)


def _fixed(cell: Cell, *keys: str) -> dict[str, str]:
    return {key: cell.value(key) for key in ("table", "policy", *keys)}


def _range(rows: list[Any]) -> str:
    known = [r.value for r in rows if r.status == OK]
    if not known:
        return words.MISSING
    low, high = min(known), max(known)
    return (
        words.points(low)
        if low == high
        else f"{words.signed(100 * low, 1)} to {words.points(high)}"
    )


def _headline(frame: pd.DataFrame, policy: str) -> str:
    part = frame[(frame["policy"] == policy) & (frame["next_lead"] == "daifugo")] if len(frame) \
        else frame  # fmt: skip
    if part.empty:
        return "Not enough has been played to answer."
    rows = common.rows(part)
    return (
        "If the Daifugo leads the next game instead of the Daihinmin, the Daihinmin's chance of "
        f"staying changes by {_range(rows)} over rules and seats, among {policy} players: "
        f"{common.verdict_text(part)}."
    )


def _top(frame: pd.DataFrame, policy: str) -> str:
    part = frame[(frame["policy"] == policy) & (frame["next_lead"] == "daifugo")] if len(frame) \
        else frame  # fmt: skip
    return (
        f"The Daifugo's own chance of staying changes by {_range(common.rows(part))}: "
        f"{common.verdict_text(part)}."
    )


def _others(frame: pd.DataFrame) -> str:
    told = []
    for key in ("daifugo", "dealer_left", "diamond_three"):
        for policy in sorted(frame["policy"].unique(), key=common.skill) if len(frame) else ():
            part = frame[(frame["policy"] == policy) & (frame["next_lead"] == key)]
            known = part.loc[part["status"] == OK, "value"]
            if len(known):
                told.append(f"{LEADS[key]}, {policy}: {words.points(known.median())}")
    return (
        f"Against a Daihinmin who leads, the chance to stay changes (median) – {'; '.join(told)}."
    )


def _seating(frame: pd.DataFrame) -> str:
    told = []
    for key in ("by_title", "random"):
        part = frame[frame["seating"] == key] if len(frame) else frame
        if len(part):
            rows = common.rows(part)
            told.append(f"{SEATS[key]}: {_range(rows)}, {common.verdict_text(part)}")
    return f"Do the seats matter? Against fixed seats – {'; '.join(told)}."


def _charts(lead: pd.DataFrame, seats: pd.DataFrame, policy: str) -> list[Chart]:
    made = []
    if len(lead):
        part = lead[lead["seating"] == "fixed"]
        part = part.assign(row=part["table"] + ": " + part["next_lead"].map(LEADS).fillna("?"))
        here = part[part["policy"] == policy]
        made.append(
            _chart(
                "lead",
                f"Taking the lead from the Daihinmin changes the chance to stay by "
                f"{_range(common.rows(here))} among {policy} players",
                "Change against a Daihinmin who leads, fixed seats, same deals, 95 % intervals.",
                part,
            )
        )
    if len(seats):
        part = seats[seats["next_lead"] == "daihinmin"]
        part = part.assign(row=part["table"] + ": " + part["seating"].map(SEATS).fillna("?"))
        made.append(
            _chart(
                "seats",
                f"Seats and the chance to stay: {common.verdict_text(part)}",
                "Change against fixed seats where the Daihinmin leads, same deals, 95 % intervals.",
                part,
            )
        )
    return made


def _chart(name: str, title: str, caption: str, frame: pd.DataFrame) -> Chart:
    rows = frame["row"].nunique()
    return Chart(
        name,
        title,
        f"{caption} Hollow: zero is possible after Holm's correction.",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="row", by="policy", wrap=20 if narrow else 44,
            xlabel="change of the Daihinmin's chance to stay, percentage points",
        ),
        1.5 + 0.34 * rows,
        1.7 + 0.5 * rows,
    )  # fmt: skip
