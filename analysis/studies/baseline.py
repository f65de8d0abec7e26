"""Do five equal players under the contest's rules repeat their titles as often as published?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, Figure, Table, rate_table
from analysis.estimate import OK, Interval, interval
from analysis.load import Cell
from analysis.measures import BY_NAME, sample
from analysis.plots import Chart, forest
from analysis.studies import common
from analysis.studies.generic import one_cell_charts

LABELS = ("policy",)


@dataclass(frozen=True)
class Published:
    """A published figure: of which measure, half its interval (0: none given), and whose."""

    measure: str
    value: float
    half: float
    source: str


KOU2 = "five copies of the contest client kou2, 5,000 games"
STANDARD = "the contest's standard client, from its log"
RECORDS = "public records of contest games"
PUBLISHED = (
    Published("daihinmin_repeat", 0.406, 0.014, KOU2),
    Published("daifugo_repeat", 0.511, 0.014, KOU2),
    Published("prais_shorrocks", 0.79, 0.0, KOU2),
    Published("daifugo_streak_mean", 2.02, 0.0, KOU2),
    Published("turns_per_game", 77.9, 0.0, STANDARD),
    Published("passes_per_turn", 0.55, 0.0, STANDARD),
    Published("revolution_games", 0.13, 0.0, STANDARD),
)
BY_SKILL = {"random play": 0.29, "the lowest legal card": 0.32, "the standard client": 0.40,
            "a champion": 0.50}  # fmt: skip
"""Published: how often the Daifugo repeats, by who plays."""


def answer(cells: list[Cell]) -> Answer:
    """Each published figure beside ours, policy by policy."""
    names = common.policies(cells)
    by_policy = {name: common.pick(cells, policy=name)[0] for name in names}
    rows = _rows(by_policy)
    return Answer(
        [
            _headline(by_policy),
            _skill(by_policy),
            *(_beside(by_policy, p) for p in PUBLISHED[2:]),
            _why(),
        ],
        [_chart(rows), *one_cell_charts(by_policy[common.strongest(cells)],
                                        common.strongest(cells))],
        [
            _table(by_policy),
            rate_table(
                "More of our own figures",
                [by_policy[name] for name in names],
                {"policy": "policy"},
                ("daihinmin_streak_mean", "rank_correlation", "rise_games", "tricks_per_game"),
            ),
        ],
        pairing="The published figures come from other deals, so nothing can be paired with them.",
        limits=[
            *common.STUDY_LIMITS,
            "The published figures carry their own errors, most of them without an interval; none "
            "was used to fit anything here.",
            "Our seats are drawn for every game, the contest's for every third; an endless round of "
            "passes ends by fewest cards instead of at random.",
        ],
    )  # fmt: skip


def _found(cell: Cell, measure: str) -> Interval:
    return interval(sample(cell, measure))


def _headline(by_policy: dict[str, Cell]) -> str:
    told = []
    for name, cell in by_policy.items():
        low, top = _found(cell, "daihinmin_repeat"), _found(cell, "daifugo_repeat")
        told.append(
            f"{name} {words.with_interval(low, 'share')} and {words.with_interval(top, 'share')}"
        )
    return (
        "Published: the Daihinmin repeats in 40.6 % ± 1.4 of games, the Daifugo in 51.1 % ± 1.4. "
        f"Ours, in that order: {words.listed(told)}. {_verdict(by_policy)}"
    )


def _verdict(by_policy: dict[str, Cell]) -> str:
    """Which policies agree with the published figure within both intervals."""
    agree: dict[str, list[str]] = {"daihinmin_repeat": [], "daifugo_repeat": []}
    for published in PUBLISHED[:2]:
        for name, cell in by_policy.items():
            found = _found(cell, published.measure)
            if found.status == OK and _overlap(found, published):
                agree[published.measure].append(name)
    both = [name for name in agree["daihinmin_repeat"] if name in agree["daifugo_repeat"]]
    if both:
        return f"Within the intervals {words.listed(both)} agrees with both."
    last, top = agree["daihinmin_repeat"], agree["daifugo_repeat"]
    return (
        f"Within the intervals the last place agrees for {words.listed(last) or 'none'}, the first "
        f"for {words.listed(top) or 'none'}."
    )


def _overlap(found: Interval, published: Published) -> bool:
    return (
        found.low <= published.value + published.half
        and found.high >= published.value - published.half
    )


def _skill(by_policy: dict[str, Cell]) -> str:
    theirs = words.listed(f"{words.percent(v, 0)} with {who}" for who, v in BY_SKILL.items())
    ours = words.listed(
        f"{words.percent(sample(cell, 'daifugo_repeat').value)} with {name}"
        for name, cell in by_policy.items()
    )
    return (
        f"Titles stick the more, the better everybody plays. Published: the Daifugo repeats {theirs}; "
        f"ours: {ours}."
    )


def _beside(by_policy: dict[str, Cell], published: Published) -> str:
    measure = BY_NAME[published.measure]
    ours = words.listed(
        f"{words.with_interval(_found(cell, measure.name), measure.unit)} ({name})"
        for name, cell in by_policy.items()
    )
    label = measure.label[0].upper() + measure.label[1:]
    return (
        f"{label}: published {words.plain(published.value, measure.unit)} ({published.source}), ours "
        f"{ours}."
    )


def _why() -> str:
    return (
        "What explains the differences: first the players, as the order of the policies shows; then "
        "what is counted. A log counts the passes that close a trick as turns, and players who are "
        "asked again; ours counts every decision asked for, also where passing is all that can be "
        "done."
    )


def _rows(by_policy: dict[str, Cell]) -> pd.DataFrame:
    rows = []
    for measure, who in (("daihinmin_repeat", "Daihinmin"), ("daifugo_repeat", "Daifugo")):
        published = next(p for p in PUBLISHED if p.measure == measure)
        for name, cell in by_policy.items():
            found = _found(cell, measure)
            rows.append(_row(f"{name}", who, found.value, found.low, found.high))
        low, high = published.value - published.half, published.value + published.half
        rows.append(_row("published: kou2", who, published.value, low, high))
    for who, value in BY_SKILL.items():
        rows.append(_row(f"published: {who}", "Daifugo", value, value, value))
    return pd.DataFrame(rows)


def _row(label: str, who: str, value: float, low: float, high: float) -> dict[str, Any]:
    return {"row": label, "who": who, "value": value, "low": low, "high": high}


def _chart(frame: pd.DataFrame) -> Chart:
    rows = frame["row"].nunique()

    def draw(fig: Any, narrow: bool) -> None:
        ax = fig.subplots()
        forest(ax, frame, label="row", by="who", wrap=20 if narrow else 36,
               xlabel="title kept in the next game, % of games")  # fmt: skip
        ax.axvline(20, color="#666666", linestyle=":", linewidth=1)

    ours = frame[~frame["row"].str.startswith("published")]
    top = ours[ours["who"] == "Daifugo"]["value"]
    return Chart(
        "beside-published",
        f"The Daifugo keeps the title in {words.percent(top.min(), 0)} to "
        f"{words.percent(top.max(), 0)} of our games, depending on who plays; published are 29 % to "
        "51 %",
        "Repeat rates of five equal players under the contest's rules. Lines are 95 % intervals, "
        "where published at all; dotted: by chance.",
        draw,
        1.5 + 0.36 * rows,
        1.8 + 0.46 * rows,
    )


def _table(by_policy: dict[str, Cell]) -> Table:
    rows: list[list[Any]] = []
    for published in PUBLISHED:
        measure = BY_NAME[published.measure]
        half = ""
        if published.half:
            half = f" ± {words.number(100 * published.half, 1)}"
        theirs = Figure(words.plain(published.value, measure.unit) + half, published.value)
        ours = [
            Figure(words.with_interval(_found(cell, measure.name), measure.unit),
                   _found(cell, measure.name).value)
            for cell in by_policy.values()
        ]  # fmt: skip
        rows.append([measure.label, theirs, published.source, *ours])
    return Table(
        "Published figures beside ours",
        ["figure", "published", "of whom", *by_policy],
        rows,
        "Intervals are 95 %.",
    )
