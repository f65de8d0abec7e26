"""Does a tribute that grows with the Daifugo's streak make the streak longer?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, difference_table, rate_table
from analysis.differences import compare
from analysis.durations import streaks
from analysis.load import Cell
from analysis.order import order_tests
from analysis.plots import Chart, forest, panels, streak_survival
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "hashigo")
MEASURES = ("daifugo_streak_mean", "daifugo_repeat", "daihinmin_repeat")


def answer(cells: list[Cell]) -> Answer:
    """What the ladder does to streaks and to the chance of staying."""
    named = common.with_names(cells, ladder=_ladder)
    families = {m: _family(named, m) for m in MEASURES}
    table, policy = common.values(named, "table")[0], common.strongest(named)
    here = pick(named, table=table, policy=policy)
    return Answer(
        [
            _headline(families["daifugo_streak_mean"], here, table, policy),
            _counted(families["daifugo_repeat"], "the Daifugo's chance of staying"),
            _counted(families["daihinmin_repeat"], "the Daihinmin's chance of staying"),
            _memory(named),
        ],
        [*_forests(families), *_streak_chart(here)],
        [
            rate_table(
                f"Streaks and repeat rates (rules {table}, {policy})",
                here,
                {"ladder": "ladder"},
                ("daifugo_streak_mean", "daihinmin_streak_mean", "daifugo_repeat",
                 "daihinmin_repeat", "rise_games"),
            ),
            *(
                difference_table(
                    f"{_name(m)}, against no ladder", frame,
                    {"table": "rules", "policy": "policy", "ladder": "ladder"},
                    unit="games" if m == "daifugo_streak_mean" else "share",
                )
                for m, frame in families.items() if len(frame)
            ),
        ],
        comparisons=common.comparisons(*families.values()),
        pairing=common.pairing(*families.values()),
        limits=[
            *common.STUDY_LIMITS,
            "The ladder needs at least four players; its streaks begin anew with every match.",
        ],
        measures=("daifugo_streak_mean",),
    )  # fmt: skip


def _name(measure: str) -> str:
    return {
        "daifugo_streak_mean": "Mean streak as Daifugo",
        "daifugo_repeat": "Daifugo stays",
        "daihinmin_repeat": "Daihinmin stays",
    }[measure]


def _ladder(cell: Cell) -> str:
    if cell.value("hashigo") != "streak":
        return {"off": "no ladder", "on": "the fixed ladder"}.get(cell.value("hashigo"), "?")
    return f"a ladder up to {cell.value('hashigo_cap') or '3'}"


def _family(cells: list[Cell], measure: str) -> pd.DataFrame:
    base = {(c.value("table"), c.value("policy")): c for c in pick(cells, hashigo="off")}
    return compare(cells, lambda c: base.get((c.value("table"), c.value("policy"))), [measure])


def _headline(frame: pd.DataFrame, here: list[Cell], table: str, policy: str) -> str:
    rows: Any = frame
    if len(frame):
        here_now = (frame["table"] == table) & (frame["policy"] == policy)
        rows = frame[here_now & (frame["status"] == "ok")]
    base = common.first(pick(here, hashigo="off"))
    if rows.empty or base is None:
        return "Not enough has been played to answer."
    told = [
        f"{words.number(r.a)} with {r.ladder} ({words.signed(r.value)}, interval "
        f"{words.signed(r.low)} to {words.signed(r.high)})"
        for r in common.rows(rows)
    ]
    streak = rows[rows["hashigo"] == "streak"]
    sure = [common.shown(r) and r.value > 0 for r in common.rows(streak)]
    verdict = "does" if sure and all(sure) else "may" if any(sure) else "is not shown to"
    return (
        f"A ladder that grows with the Daifugo's streak {verdict} make the streak longer: without a "
        f"ladder a Daifugo reigns {words.number(rows['b'].iloc[0])} games on average; "
        f"{words.listed(told)}; rules {table}, {policy}, same deals."
    )


def _counted(frame: pd.DataFrame, what: str) -> str:
    if frame.empty:
        return f"Of {what} nothing can be said yet."
    parts = []
    for ladder in dict.fromkeys(frame["ladder"]):
        part = frame[frame["ladder"] == ladder]
        parts.append(f"{ladder}: {common.verdict_text(part)}")
    return f"Over rules and policies, {what} – {'; '.join(parts)}."


def _memory(cells: list[Cell]) -> str:
    tests = order_tests(cells)
    streak = tests[tests["hashigo"] == "streak"]
    known = streak[streak["status"] == "ok"]
    sure = known[known["p_holm"] < 0.05]
    if known.empty:
        return "Whether the ladder makes the game remember more than its last places is not known."
    largest = max(known.to_dict("records"), key=lambda r: abs(r["daifugo_shift"]))
    return (
        f"Under the growing ladder a game remembers more than the last places: the second-order test "
        f"shows it in {len(sure)} of {len(known)} such cells. After two games running a Daifugo's "
        f"chance of staying differs by up to {words.points(largest['daifugo_shift'])} from that "
        f"after one ({largest['table']}, {largest['policy']}, {largest['ladder']})."
    )


def _forests(families: dict[str, pd.DataFrame]) -> list[Chart]:
    made = []
    for measure in ("daifugo_repeat", "daihinmin_repeat"):
        frame = families[measure]
        if len(frame):
            made.append(_forest(measure, frame))
    return made


def _forest(measure: str, frame: pd.DataFrame) -> Chart:
    frame = frame.assign(row=frame["table"] + ": " + frame["ladder"])
    who = _name(measure).split()[0]
    rows = frame["row"].nunique()
    return Chart(
        f"ladder-{who.lower()}",
        f"Ladders and the {who}'s chance of staying: {common.verdict_text(frame)}",
        f"Change of the {who}'s chance of staying against no ladder, same deals, 95 % intervals. "
        "Hollow: zero is possible after Holm's correction.",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="row", by="policy", wrap=20 if narrow else 40,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.4 + 0.34 * rows,
        1.6 + 0.5 * rows,
    )  # fmt: skip


def _streak_title(frame: pd.DataFrame) -> str:
    """The share of long reigns with each ladder."""
    at = frame[frame["length"] == 3]
    told = [f"{words.percent(r.survival)} with {r.ladder}" for r in common.rows(at)]
    return f"More than three games running as Daifugo: {words.listed(told)}"


def _streak_chart(here: list[Cell]) -> list[Chart]:
    parts = {
        who: pd.concat([streaks(c, who).assign(ladder=c.value("ladder")) for c in here])
        for who in ("daifugo", "daihinmin")
    }
    if any((frame["at_risk"] < 20).all() for frame in parts.values()):
        return []
    where = f"rules {here[0].value('table')}, {here[0].value('policy')}"

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, who: str) -> None:
            streak_survival(ax, parts[who], by="ladder", title=f"as {who.capitalize()}",
                            legend=who == "daihinmin")  # fmt: skip

        panels(fig, list(parts), one, narrow, columns=2)

    return [
        Chart(
            "ladder-streaks",
            _streak_title(parts["daifugo"]),
            "Share of streaks longer than so many games, with 95 % intervals; lines: the geometric "
            f"law at the same chance of staying ({where}).",
            draw,
            4.0,
            6.8,
        )
    ]
