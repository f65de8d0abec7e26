"""Is it harder to rise at a larger table, and does a further deck change that?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, difference_table, rate_table
from analysis.estimate import OK
from analysis.frames import rates
from analysis.load import Cell
from analysis.plots import Chart, panels, rate_lines
from analysis.studies import common
from analysis.studies.common import pick

LABELS = ("rules", "policy", "players")


def answer(cells: list[Cell]) -> Answer:
    """The way up and the chance of staying by number of players and decks."""
    named = common.with_names(cells)
    policy, table = common.strongest(named), common.values(named, "table")[0]
    frame = _frame(named)
    decks = _decks(named)
    here = pick(named, policy=policy, table=table)
    return Answer(
        [*_headline(frame, policy, table), *_chance(frame, policy, table), *_told_decks(decks)],
        [_chart(frame, table, "rise_games"), _chart(frame, table, "times")],
        [
            rate_table(
                f"By players and decks (rules {table}, {policy})",
                here,
                _labels(named),
                ("daihinmin_repeat", "daifugo_repeat", "rise_games", "escape_games",
                 "rank_correlation"),
            ),
            *(
                [difference_table("A further deck, against one: change of the chance to stay",
                                  decks, {"table": "rules", "policy": "policy", **_labels(named)})]
                if len(decks) else []
            ),
        ],
        comparisons=common.comparisons(decks),
        pairing=common.pairing(decks),
        limits=[
            *common.STUDY_LIMITS,
            "By chance alone a title is kept in one game of as many as there are players, and the "
            "first place is reached after as many games; the tables compare with that.",
        ],
    )  # fmt: skip


def _labels(cells: list[Cell]) -> dict[str, str]:
    keys = {"players": "players", "decks": "decks", "grid": "grid"}
    return {key: name for key, name in keys.items() if any(c.value(key) for c in cells)}


def _frame(cells: list[Cell]) -> pd.DataFrame:
    """Rates by number of players; ``chance``: what equal shares would give."""
    frame = rates(cells, ["daihinmin_repeat", "rise_games"])
    frame["seats"] = frame["players"].astype(float)
    frame["decks"] = frame.get("decks", "auto")
    frame["series"] = [
        words.counted(int(d), "deck") if str(d).isdigit() else "fewest decks"
        for d in frame["decks"]
    ]
    if "grid" in frame:
        frame["series"] += [f", {g}" if g else "" for g in frame["grid"]]
    return frame


def _line(frame: pd.DataFrame, policy: str, table: str, measure: str) -> list[Any]:
    """One line by players: the series with the most tables."""
    part = frame[(frame["policy"] == policy) & (frame["table"] == table)]
    part = part[(part["measure"] == measure) & (part["status"] == OK)]
    if part.empty:
        return []
    longest = part["series"].value_counts().index[0]
    return common.rows(part[part["series"] == longest].sort_values("seats"))


def _headline(frame: pd.DataFrame, policy: str, table: str) -> list[str]:
    rows = _line(frame, policy, table, "rise_games")
    if len(rows) < 2:
        return ["Not enough has been played to answer."]
    small, large = rows[0], rows[-1]
    relative = [r.value / r.seats for r in (small, large)]
    harder = "harder" if relative[1] > relative[0] else "not harder"
    return [
        f"From last place to Daifugo it takes {words.with_interval(small)} games with "
        f"{words.counted(int(small.seats), 'player')} and {words.with_interval(large)} with "
        f"{words.counted(int(large.seats), 'player')} (rules {table}, {policy}, {small.series}). "
        f"Measured by what chance alone would take it is {harder} at the larger table: "
        f"{words.number(relative[0])} and {words.number(relative[1])} times as long."
    ]


def _chance(frame: pd.DataFrame, policy: str, table: str) -> list[str]:
    rows = _line(frame, policy, table, "daihinmin_repeat")
    if len(rows) < 2:
        return []
    told = words.listed(
        f"{words.percent(r.value)} of {int(r.seats)} ({words.number(r.value * r.seats)} times "
        "chance)"
        for r in rows
    )
    return [f"The Daihinmin stays in, by players at the table: {told}."]


def _decks(cells: list[Cell]) -> pd.DataFrame:
    found = common.values(cells, "decks")
    if len(found) < 2:
        return pd.DataFrame()
    return common.effects(cells, decks=found[0])


def _told_decks(frame: pd.DataFrame) -> list[str]:
    if frame.empty:
        return []
    told = []
    for decks in common_sorted(frame["decks"]):
        part = frame[frame["decks"] == decks]
        middle = part.loc[part["status"] == OK, "value"].median()
        told.append(f"{decks} decks: {words.points(middle)} (median), {common.verdict_text(part)}")
    return [
        "A further deck changes the Daihinmin's chance of staying, same players and cards – "
        f"{'; '.join(told)}."
    ]


def common_sorted(values: Any) -> list[str]:
    """The distinct texts of numbers, by size."""
    return sorted(dict.fromkeys(values), key=float)


def _chart(frame: pd.DataFrame, table: str, what: str) -> Chart:
    part = frame[frame["table"] == table]
    measure = "rise_games" if what == "rise_games" else "daihinmin_repeat"
    part = part[(part["measure"] == measure) & (part["status"] == OK)].copy()
    if what == "times":
        for column in ("value", "low", "high"):
            part[column] *= part["seats"]
    names = sorted(part["policy"].unique(), key=common.skill)
    best = part[part["policy"] == names[-1]] if names else part
    low, high = (best["value"].min(), best["value"].max()) if len(best) else (0.0, 0.0)
    if what == "rise_games":
        title = (
            f"The way from last place to Daifugo takes {words.number(low, 1)} to "
            f"{words.number(high, 1)} games among {names[-1] if names else ''} players"
        )
        ylabel = "games until Daifugo"
    else:
        title = (
            f"The Daihinmin stays {words.number(low)} to {words.number(high)} times as often as by "
            f"chance among {names[-1] if names else ''} players"
        )
        ylabel = "stays, as a multiple of chance"

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, name: str) -> None:
            rate_lines(
                ax, part[part["policy"] == name], x="seats", by="series", ordered=False,
                xlabel="players", ylabel=ylabel, title=name, share=False,
                legend="dealt from" if name == names[-1] else "",
                chance=1.0 if what == "times" else None,
            )  # fmt: skip
            ax.get_legend() and ax.get_legend().set_ncols(1)

        panels(fig, names, one, narrow)

    return Chart(
        "way-up" if what == "rise_games" else "times-chance",
        title,
        f"By number of players, one panel a policy (rules {table}; bars are 95 % intervals).",
        draw,
        4.2,
        2.9 * max(len(names), 1),
    )
