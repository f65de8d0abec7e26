"""Does downfall help the poor, or does it only reshuffle the middle?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, difference_table, rate_table
from analysis.differences import compare, difference
from analysis.estimate import OK
from analysis.load import Cell
from analysis.measures import title_names
from analysis.mobility import transition_matrix
from analysis.plots import Chart, forest, panels, transition_heatmap
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "tenraku")
MEASURES = {
    "daihinmin_repeat": "Daihinmin stays",
    "daihinmin_to_daifugo": "Daihinmin becomes Daifugo next game",
    "daifugo_repeat": "Daifugo stays",
}


def answer(cells: list[Cell]) -> Answer:
    """Who gains from a fall: the last place, the first place, and everybody's mean place."""
    named = common.with_names(cells)
    families = {m: _family(named, m) for m in MEASURES}
    rise = _family(named, "rise_games")
    table, policy = _table(named), common.strongest(named)
    here = pick(named, table=table, policy=policy)
    places = _places(here)
    labels = {"table": "rules", "policy": "policy", "tenraku": "downfall"}
    return Answer(
        [
            *_headline(here, table, policy),
            *_who_gains(places, table, policy),
            *(_counted(families[m], MEASURES[m]) for m in MEASURES if len(families[m])),
            *_rise(rise),
        ],
        [*_forest(families), *_places_chart(places, table, policy), *_matrices(here)],
        [
            rate_table(
                f"By kind of downfall (rules {table}, {policy})",
                here,
                {"tenraku": "downfall"},
                ("falls_per_game", *MEASURES, "rise_games", "prais_shorrocks"),
            ),
            *(
                difference_table(f"{name}, against no downfall", families[m], labels)
                for m, name in MEASURES.items() if len(families[m])
            ),
            difference_table(
                "Games until the Daihinmin is Daifugo, against no downfall", rise, labels,
                unit="games",
            ),
        ],
        comparisons=common.comparisons(*families.values(), rise, places),
        pairing=common.pairing(*families.values()),
        limits=[
            *common.STUDY_LIMITS,
            "A fallen Daifugo takes the last place, so somebody else must leave it: part of the lower "
            "chance of staying is that alone. Whether the poor rise is told by the way to the top.",
        ],
        measures=("falls_per_game",),
    )  # fmt: skip


def _table(cells: list[Cell]) -> str:
    """The rule set of the sentences: the league's, whose rule texts know downfall best."""
    names = common.values(cells, "table")
    return next((name for name in ("league", "federation") if name in names), names[0])


def _family(cells: list[Cell], measure: str) -> pd.DataFrame:
    base = {(c.value("table"), c.value("policy")): c for c in pick(cells, tenraku="off")}
    return compare(cells, lambda c: base.get((c.value("table"), c.value("policy"))), [measure])


def _places(here: list[Cell]) -> pd.DataFrame:
    """Change of each title's mean next place against no downfall."""
    off = common.first(pick(here, tenraku="off"))
    if off is None:
        return pd.DataFrame()
    specs = [f"next_place:{name}" for name in title_names(off.players)]
    frame = compare(here, lambda c: off, specs)
    return frame.assign(title=frame["measure"].str.partition(":")[2]) if len(frame) else frame


def _headline(here: list[Cell], table: str, policy: str) -> list[str]:
    off = common.first(pick(here, tenraku="off"))
    told = []
    for cell in here:
        if off is None or cell is off:
            continue
        stay = difference(cell, off, "daihinmin_repeat")
        top = difference(cell, off, "daihinmin_to_daifugo")
        if stay.status == OK and top.status == OK:
            told.append((cell.value("tenraku"), stay, top))
    if not told:
        return ["Not enough has been played to answer."]
    up = [kind for kind, _, top in told if top.low > 0]
    down = [kind for kind, _, top in told if top.high < 0]
    if len(up) == len(told):
        verdict = "Downfall helps the poor"
    elif len(down) == len(told):
        verdict = "Downfall does not help the poor to the top: it makes their way longer"
    elif up:
        verdict = f"Downfall helps the poor only in part ({words.listed(up)})"
    else:
        verdict = "Downfall does not help the poor to the top"
    parts = [
        f"{kind}: staying {words.difference(stay)}, becoming Daifugo next game "
        f"{words.difference(top)}"
        for kind, stay, top in told
    ]
    return [
        f"{verdict}. Against no downfall the Daihinmin's chances change by – {'; '.join(parts)} "
        f"(rules {table}, {policy}, same deals)."
    ]


def _who_gains(places: pd.DataFrame, table: str, policy: str) -> list[str]:
    told = []
    for kind in dict.fromkeys(places["tenraku"]) if len(places) else ():
        rows = [r for r in common.rows(places[places["tenraku"] == kind]) if r.status == OK]
        if rows:
            # A smaller place is a better one.
            each = words.listed(f"{r.title} {words.signed(-r.value)}" for r in rows)
            told.append(f"{kind}: {each}")
    if not told:
        return []
    return [
        "Who gains, in places of the next game (plus is better) – "
        f"{'; '.join(told)} (rules {table}, {policy}). What the Daifugo loses goes to the others in "
        "these shares."
    ]


def _counted(frame: pd.DataFrame, name: str) -> str:
    parts = [
        f"{kind}: {common.verdict_text(frame[frame['tenraku'] == kind])}"
        for kind in dict.fromkeys(frame["tenraku"])
    ]
    return f"{name}, over rules and policies – {'; '.join(parts)}."


def _rise(frame: pd.DataFrame) -> list[str]:
    known = frame[frame["status"] == OK] if len(frame) else frame
    if known.empty:
        return []
    low, high = known["value"].min(), known["value"].max()
    return [
        "The way from last place to Daifugo changes by "
        f"{words.signed(low)} to {words.signed(high)} games: "
        f"{common.verdict_text(frame, 'shorten it', 'lengthen it')}."
    ]


def _forest(families: dict[str, pd.DataFrame]) -> list[Chart]:
    made = []
    for measure in ("daihinmin_repeat", "daihinmin_to_daifugo"):
        frame = families[measure]
        if frame.empty:
            continue
        frame = frame.assign(row=frame["table"] + ": " + frame["tenraku"])
        rows = frame["row"].nunique()
        made.append(
            Chart(
                measure.replace("_", "-"),
                f"{MEASURES[measure]}: {common.verdict_text(frame)} with a downfall",
                "Change against no downfall, same deals, 95 % intervals. Hollow: zero is possible "
                "after Holm's correction.",
                _draw_forest(frame),
                1.4 + 0.34 * rows,
                1.6 + 0.42 * rows,
            )
        )
    return made


def _draw_forest(frame: pd.DataFrame) -> Any:
    return lambda fig, narrow: forest(
        fig.subplots(), frame, label="row", by="policy", wrap=20 if narrow else 40,
        xlabel="change of the chance, percentage points",
    )  # fmt: skip


def _places_chart(places: pd.DataFrame, table: str, policy: str) -> list[Chart]:
    known = places[places["status"] == OK] if len(places) else places
    if known.empty:
        return []
    shown = known.assign(value=-known["value"], low=-known["high"], high=-known["low"])
    gain = shown.groupby("title")["value"].mean()
    rows = shown["title"].nunique()
    return [
        Chart(
            "who-gains",
            f"On average over the kinds of downfall the {gain.idxmax()} gains most, "
            f"{words.number(gain.max())} places; the {gain.idxmin()} loses "
            f"{words.number(-gain.min())}",
            f"Change of the mean next place by title, against no downfall (rules {table}, {policy}; "
            "right is better; 95 % intervals).",
            lambda fig, narrow: forest(
                fig.subplots(), shown, label="title", by="tenraku", share=False,
                xlabel="places gained in the next game",
            ),
            1.6 + 0.5 * rows,
            1.8 + 0.6 * rows,
        )
    ]  # fmt: skip


def _last_title(ends: dict[str, pd.DataFrame]) -> str:
    """How often the Daifugo ends last, without and with downfall."""
    told = []
    for kind, frame in ends.items():
        last = frame[(frame["from"] == 1) & (frame["to"] == frame["to"].max())]["value"].iloc[0]
        told.append(f"{words.percent(float(last))} with downfall {kind}")
    return f"The Daifugo ends in last place in {words.listed(told)}"


def _matrices(here: list[Cell]) -> list[Chart]:
    kinds = [cell for cell in here if cell.total("titled").any()]
    if len(kinds) < 2:
        return []
    ends = {cell.value("tenraku"): transition_matrix(cell) for cell in (kinds[0], kinds[-1])}
    where = f"rules {here[0].value('table')}, {here[0].value('policy')}"

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, kind: str) -> None:
            transition_heatmap(ax, ends[kind], title=f"downfall: {kind}")

        panels(fig, list(ends), one, narrow, columns=2, share=False)

    return [
        Chart(
            "transitions",
            _last_title(ends),
            f"Shares in % with half their 95 % interval ({where}).",
            draw,
            4.4,
            8.4,
        )
    ]
