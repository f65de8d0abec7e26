"""What does each card of tribute cost the Daihinmin?"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, Table, difference_table, rate_table
from analysis.differences import contrast, difference, rows_of, slope_weights, with_holm
from analysis.estimate import OK
from analysis.frames import rates
from analysis.load import Cell
from analysis.mobility import karma_gap
from analysis.plots import Chart, forest, panels, rate_lines
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "tribute")
OPTIONS = {"tribute_jokers": "off", "tribute_choice": "before"}
"""The options varied beside the tribute, and the value that each is compared with."""


def answer(cells: list[Cell]) -> Answer:
    """The price of each card, and what the options of the exchange change."""
    cells = common.with_names(
        cells,
        outer=lambda c: (c.value("tribute").split() or ["0"])[0],
        pairs=lambda c: "two pairs" if _second_pair(c) else "one pair",
    )
    here = _here(cells)
    gap = karma_gap(cells, ignore=("outer", "pairs"))
    pairs = _second(cells)
    options = {key: _option(cells, key, base) for key, base in OPTIONS.items()}
    options = {key: frame for key, frame in options.items() if len(frame)}
    return Answer(
        [
            *_price(here),
            *_steps(here),
            *_policies(gap),
            *_pairs(pairs),
            *(_told(key, frame) for key, frame in options.items()),
        ]
        or ["Not enough has been played to answer."],
        _charts(cells, here, pairs, options),
        _tables(here, gap, pairs, options),
        comparisons=common.comparisons(gap, pairs, *options.values()),
        pairing=common.pairing(gap, pairs, *options.values()),
        limits=list(common.STUDY_LIMITS),
        measures=("held_twos", "held_jokers"),
    )


def _second_pair(cell: Cell) -> bool:
    return any(word != "0" for word in cell.value("tribute").split()[1:])


def _here(cells: list[Cell]) -> list[Cell]:
    """The sentences' table: the first rules as written, the strongest policy, one pair."""
    table = common.values(cells, "table")[0]
    found = pick(cells, table=table, policy=common.strongest(cells), pairs="one pair")
    for key, value in OPTIONS.items():
        found = pick(found, **{key: value}) or found
    return sorted(found, key=lambda c: float(c.value("outer")))


def _where(cells: list[Cell]) -> str:
    return f"rules {cells[0].value('table')}, {cells[0].value('policy')}"


def _price(here: list[Cell]) -> list[str]:
    if len(here) < 3:
        return []
    x = [float(cell.value("outer")) for cell in here]
    slope, _ = contrast(here, slope_weights(x), "daihinmin_repeat")
    whole = difference(here[-1], here[0], "daihinmin_repeat")
    if slope.status != OK or whole.status != OK:
        return ["Not enough has been played to answer."]
    return [
        f"From {words.counted(int(x[0]), 'card')} of tribute to {words.counted(int(x[-1]), 'card')} "
        f"the Daihinmin's chance of staying goes {common.change(whole)}: a card costs "
        f"{words.difference(slope)} on average ({_where(here)})."
    ]


def _steps(here: list[Cell]) -> list[str]:
    told = []
    for before, after in pairwise(here):
        step = difference(after, before, "daihinmin_repeat")
        told.append((int(float(after.value("outer"))), step))
    known = [(card, step) for card, step in told if step.status == OK]
    if len(known) < 2:
        return []
    text = words.listed(f"card {card}: {words.difference(step)}" for card, step in known)
    dear = max(known, key=lambda item: item[1].value)[0]
    return [f"Card by card – {text}. The dearest is card {dear}."]


def _policies(gap: pd.DataFrame) -> list[str]:
    part = gap[gap["outer"] == "1"] if len(gap) else gap
    if part.empty:
        return []
    told = []
    for policy in sorted(part["policy"].unique(), key=common.skill):
        rows = part[part["policy"] == policy]
        known = rows.loc[rows["status"] == OK, "value"]
        if len(known):
            told.append(
                f"{policy} {words.points(known.min())} to {words.points(known.max())} "
                f"(shown in {sum(map(common.shown, common.rows(rows)))} of {len(rows)})"
            )
    return [
        "The price depends on who plays. The karma gap of one card, against the same game without "
        f"tribute, over rules and options: {words.listed(told)}."
    ]


def _second(cells: list[Cell]) -> pd.DataFrame:
    """Two pairs that exchange less the outer pair alone."""
    rows = []
    for cell in pick(cells, pairs="two pairs"):
        alone = {"tribute": cell.value("outer"), "pairs": "one pair"}
        other = _partner(cells, cell, alone)
        if other is not None:
            rows.append((cell, other))
    return _family(rows)


def _option(cells: list[Cell], key: str, base: str) -> pd.DataFrame:
    if len(common.values(cells, key)) < 2:
        return pd.DataFrame()
    taxed = [cell for cell in cells if cell.value("outer") != "0"]
    rows = [(c, _partner(taxed, c, {key: base})) for c in taxed if c.value(key) != base]
    return _family([(c, other) for c, other in rows if other is not None])


def _partner(cells: list[Cell], cell: Cell, change: dict[str, Any]) -> Cell | None:
    wanted = {**{k: str(v) for k, v in cell.labels.items()}, **change}
    return common.first([c for c in cells if all(c.value(k) == v for k, v in wanted.items())])


def _family(pairs: list[tuple[Cell, Cell]]) -> pd.DataFrame:
    return with_holm(
        pd.DataFrame(
            [rows_of(difference(a, b, "daihinmin_repeat"), dict(a.labels)) for a, b in pairs]
        )
    )


def _pairs(frame: pd.DataFrame) -> list[str]:
    if frame.empty:
        return []
    middle = frame.loc[frame["status"] == OK, "value"].median()
    return [
        "A second pair that exchanges one card less (2 1 instead of 2, and so on) changes the "
        f"Daihinmin's chance of staying by {words.points(middle)} (median): "
        f"{common.verdict_text(frame)}."
    ]


def _told(key: str, frame: pd.DataFrame) -> str:
    middle = frame.loc[frame["status"] == OK, "value"].median()
    what = {
        "tribute_jokers": "Letting jokers be taken as tribute",
        "tribute_choice": "Letting the richer choose after seeing the tribute",
    }[key]
    return (
        f"{what} changes the chance of staying by {words.points(middle)} (median): "
        f"{common.verdict_text(frame)}."
    )


def _charts(
    cells: list[Cell], here: list[Cell], pairs: pd.DataFrame, options: dict[str, pd.DataFrame]
) -> list[Chart]:
    made = [_price_chart(cells, here)]
    if here:
        made.append(_movement_chart(here))
    frames = {"two pairs instead of one": pairs} | {
        {"tribute_jokers": "jokers may be taken", "tribute_choice": "chosen after, not before"}[
            k
        ]: f
        for k, f in options.items()
    }
    frames = {name: frame for name, frame in frames.items() if len(frame)}
    if frames:
        made.append(_options_chart(frames, common.values(cells, "table")[0]))
    return made


def _price_chart(cells: list[Cell], here: list[Cell]) -> Chart:
    table = cells[0].value("table") if not here else here[0].value("table")
    chosen = pick(cells, table=table)
    for key, value in OPTIONS.items():
        chosen = pick(chosen, **{key: value}) or chosen
    frame = rates(chosen, ["daihinmin_repeat"])
    frame["cards"] = frame["outer"].astype(float)
    names = common.policies(chosen)
    players = chosen[0].players

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, name: str) -> None:
            rate_lines(
                ax, frame[frame["policy"] == name], x="cards", by="pairs", ordered=False,
                xlabel="cards of the outer pair", ylabel="Daihinmin stays", title=name,
                legend="exchanging" if name == names[-1] else "", chance=1 / players,
            )  # fmt: skip

        panels(fig, names, one, narrow)

    title = "Each card of tribute keeps more Daihinmin down"
    if len(here) > 1:
        ends = rates([here[0], here[-1]], ["daihinmin_repeat"])["value"]
        title = (
            f"From {words.percent(ends[0])} to {words.percent(ends[1])}: what "
            f"{words.counted(int(float(here[-1].value('outer'))), 'card')} of tribute do to the "
            f"Daihinmin among {here[0].value('policy')} players"
        )
    return Chart(
        "price-of-tribute",
        title,
        f"Chance that the Daihinmin stays, by cards exchanged between Daifugo and Daihinmin (rules "
        f"{table}, exchange as written; bars are 95 % intervals).",
        draw,
        3.8,
        2.7 * len(names),
    )


def _movement_chart(here: list[Cell]) -> Chart:
    frame = rates(here, ["held_twos"])
    frame = frame[frame["of"].isin(["Daifugo", "Daihinmin"])]
    frame["cards"] = frame["outer"].astype(float)
    last = frame[frame["cards"] == frame["cards"].max()].set_index("of")["value"]
    return Chart(
        "what-tribute-moves",
        f"With {words.counted(int(frame['cards'].max()), 'card')} the Daifugo holds "
        f"{words.number(last['Daifugo'])} cards of the strongest rank, the Daihinmin "
        f"{words.number(last['Daihinmin'])}",
        f"Mean number of 2s (3s under a lasting revolution) held after the exchange "
        f"({_where(here)}; bars are 95 % intervals).",
        lambda fig, narrow: rate_lines(
            fig.subplots(), frame, x="cards", by="of", ordered=False, share=False,
            xlabel="cards of tribute", ylabel="2s held after the exchange", legend="title",
        ),
        3.5,
        3.6,
    )  # fmt: skip


def _options_chart(frames: dict[str, pd.DataFrame], table: str) -> Chart:
    frame = pd.concat([f.assign(what=name) for name, f in frames.items()], ignore_index=True)
    frame = frame[frame["table"] == table]
    for key, value in OPTIONS.items():
        if key in frame:
            mine = frame["what"].isin(["jokers may be taken"] if key == "tribute_jokers" else
                                      ["chosen after, not before"])  # fmt: skip
            frame = frame[mine | (frame[key] == value)]
    frame["row"] = frame["what"] + ", tribute " + frame["tribute"]
    rows = frame["row"].nunique()
    return Chart(
        "exchange-options",
        "How many exchange, whether jokers go, and when the richer chooses: what each changes",
        f"Change of the Daihinmin's chance of staying, same deals, 95 % intervals (rules {table}). "
        "Hollow: zero is possible after Holm's correction.",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="row", by="policy", wrap=20 if narrow else 44,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.4 + 0.28 * rows,
        1.6 + 0.42 * rows,
    )  # fmt: skip


def _tables(
    here: list[Cell], gap: pd.DataFrame, pairs: pd.DataFrame, options: dict[str, pd.DataFrame]
) -> list[Table]:
    labels = {"table": "rules", "policy": "policy", "tribute": "tribute"}
    labels |= {key: key.replace("_", " ") for key in OPTIONS if len(here) and key in here[0].labels}
    found = []
    if here:
        found.append(
            rate_table(
                f"By cards of tribute ({_where(here)})",
                here,
                {"tribute": "tribute"},
                ("daihinmin_repeat", "daifugo_repeat", "rise_games", "held_twos:Daifugo",
                 "held_twos:Daihinmin", "held_jokers:Daifugo"),
            )
        )  # fmt: skip
    for title, frame in (
        ("The karma gap: with tribute less without", gap),
        ("Two pairs less one", pairs),
        ("Jokers may be taken, less not", options.get("tribute_jokers", pd.DataFrame())),
        ("Chosen after, less before", options.get("tribute_choice", pd.DataFrame())),
    ):
        if len(frame):
            found.append(difference_table(title, frame, labels))
    return found
