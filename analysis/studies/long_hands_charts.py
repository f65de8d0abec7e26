"""The charts of ``long-hands``."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from analysis import words
from analysis.durations import streaks
from analysis.frames import rates
from analysis.plots import Chart, forest, grouped_bars, panels, rate_lines, streak_survival
from analysis.studies import common
from analysis.studies.common import pick
from analysis.studies.long_hands_view import View
from analysis.studies.long_hands_why import deck_effects, once_and_always


def charts(view: View, length: pd.DataFrame) -> list[Chart]:
    """All charts that the cells played allow."""
    made = [_sizes(view), _forest(view, length), _decks(view), _exchange(view), _one_game(view),
            _streaks(view)]  # fmt: skip
    return [chart for chart in made if chart is not None]


def _tribute_sort(frame: pd.DataFrame) -> pd.DataFrame:
    order = frame["tribute"].map(lambda t: float(t.split()[0]) if t else 0.0)
    return frame.assign(order=order).sort_values("order", kind="stable")


def _range(frame: pd.DataFrame, column: str, row: dict[str, Any]) -> float:
    part = frame
    for key, value in row.items():
        part = part[part[key] == value]
    return float(part[column].iloc[0]) if len(part) else math.nan


def _sizes(view: View) -> Chart | None:
    cells = pick(view.main, table=view.table, seats=view.seats)
    if len(common.values(cells, "hand_size")) < 2:
        return None
    frame = _tribute_sort(rates(cells, ["daihinmin_repeat"]))
    frame["cards"] = frame["hand_size"].astype(float)
    names = common.policies(cells)
    taxed = frame[~frame["tribute"].isin(["", "0"])]
    best = taxed[taxed["policy"] == view.policy] if len(taxed) else frame
    start = best.loc[best["hand_size"] == view.low, "value"]
    end = best.loc[best["hand_size"] == view.high, "value"]
    title = (
        f"Among {view.policy} players a tribute keeps {words.percent(start.min(), 0)} to "
        f"{words.percent(start.max(), 0)} of Daihinmin down with {view.low} cards, "
        f"{words.percent(end.min(), 0)} to {words.percent(end.max(), 0)} with {view.high}"
    )

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, name: str) -> None:
            rate_lines(
                ax, frame[frame["policy"] == name], x="cards", by="tribute",
                xlabel="cards in each hand", ylabel="Daihinmin stays", title=name,
                legend="cards of tribute" if name == names[-1] else "",
                chance=1 / int(view.seats),
            )  # fmt: skip

        panels(fig, names, one, narrow)

    return Chart(
        "stay-by-hand-size",
        title,
        f"Chance that the Daihinmin is Daihinmin again, by hand size and cards of tribute "
        f"({view.seats} players, rules {view.table}; one panel a policy; bars are 95 % intervals).",
        draw,
        4.2,
        2.9 * len(names),
    )


def _forest(view: View, length: pd.DataFrame) -> Chart | None:
    frame = length[length["seats"] == view.seats] if len(length) else length
    if frame.empty:
        return None
    frame = _tribute_sort(frame)
    frame = frame.sort_values(
        "table", key=lambda c: c.map(common.values(view.main, "table").index), kind="stable"
    )
    frame["row"] = frame["table"] + ", tribute\u00a0" + frame["tribute"]
    frame["rank"] = frame["policy"].map(common.skill)
    frame = frame.sort_values("rank", kind="stable")
    rows = frame["row"].nunique()
    return Chart(
        "length-effect",
        f"{view.high} cards instead of {view.low}: "
        + common.verdict_text(frame, "show that they help", "show that they harm"),
        "Change of the Daihinmin's chance of staying with 95 % intervals, same deals "
        f"({view.seats} players). Hollow: zero is possible after Holm's correction.",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="row", by="policy", wrap=20 if narrow else 40,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.4 + 0.3 * rows,
        1.6 + 0.42 * rows,
    )  # fmt: skip


def _decks(view: View) -> Chart | None:
    control = pick(view.cells, grid="two decks", table=view.table, seats=view.seats,
                   policy=view.policy)  # fmt: skip
    if not control:
        return None
    sizes = common.values(control, "hand_size")
    cells = [*pick(view.here, hand_size=sizes), *control, *pick(view.here, hand_size=view.high)]
    frame = rates(cells, ["daihinmin_repeat"])
    decks = frame["grid"].map(lambda g: "two decks" if g else "fewest decks")
    frame["row"] = frame["hand_size"] + " cards, " + decks
    chosen = [t for t in common.values(control, "tribute") if t in ("0", "1", "3", "5")]
    frame = frame[frame["tribute"].isin(chosen)].sort_values("tribute", kind="stable")
    frame["tax"] = "tribute " + frame["tribute"]
    effects = deck_effects(view)
    title = "The same hands from one deck and from two, beside long hands"
    if effects is not None:
        title = (
            f"At a tribute of {words.counted(int(view.tribute), 'card')} a second deck changes the "
            f"chance to stay by {words.points(effects[0].value)}, longer hands from the same two "
            f"decks by {words.points(effects[1].value)}"
        )
    return Chart(
        "length-or-deck",
        title,
        f"Chance that the Daihinmin stays ({view.where}); bars are 95 % intervals.",
        lambda fig, narrow: grouped_bars(
            fig.subplots(), frame, label="row", by="tax", xlabel="Daihinmin stays", share=True,
            wrap=10 if narrow else 26,
        ),
        4.6,
        5.0,
    )  # fmt: skip


def _exchange(view: View) -> Chart | None:
    tribute = [t for t in common.values(view.here, "tribute") if t not in ("", "0")]
    chosen = [t for t in ("1", "3", "5") if t in tribute] or tribute[:1]
    cells = pick(view.here, tribute=chosen)
    frame = rates(cells, ["given_cards_share", "given_twos_share"])
    frame = frame[frame["of"] == "Daihinmin"] if len(frame) else frame
    if frame.empty:
        return None
    frame["cards"] = frame["hand_size"].astype(float)
    kinds = {"given_twos_share": "of the Daihinmin's 2s", "given_cards_share": "of all cards held"}

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, name: str) -> None:
            part = _tribute_sort(frame[frame["measure"] == name])
            rate_lines(
                ax, part, x="cards", by="tribute", xlabel="cards in each hand",
                ylabel="given as tribute", title=kinds[name],
                legend="cards of tribute" if name == "given_twos_share" else "",
            )  # fmt: skip
            ax.set_ylim(bottom=0)

        panels(fig, list(kinds), one, narrow, columns=2, share=False)

    twos = frame[(frame["measure"] == "given_twos_share") & (frame["tribute"] == chosen[0])]
    start, end = (_range(twos, "value", {"hand_size": s}) for s in (view.low, view.high))
    return Chart(
        "what-tribute-takes",
        f"A tribute of {words.counted(int(chosen[0]), 'card')} takes {words.percent(start, 0)} of "
        f"the Daihinmin's 2s with {view.low} cards, {words.percent(end, 0)} with {view.high}",
        f"Share of the Daihinmin's 2s and of all cards given as tribute ({view.where}; bars are "
        "95 % intervals).",
        draw,
        3.6,
        6.0,
    )


def _one_game(view: View) -> Chart | None:
    mixed = pick(view.cells, grid="one game", table=view.table, seats=view.seats,
                 policy=view.policy)  # fmt: skip
    if not mixed:
        return None
    chosen = [t for t in common.values(mixed, "tribute") if t in ("0", "1", "3", "5")]
    once = rates(pick(mixed, tribute=chosen), ["size_repeat"])
    once["cards"], once["when"] = once["of"].astype(float), "chosen for one game"
    always = rates(pick(view.here, tribute=chosen), ["daihinmin_repeat"])
    always["cards"], always["when"] = always["hand_size"].astype(float), "in every game"
    frame = _tribute_sort(pd.concat([once, always], ignore_index=True))

    def draw(fig: Any, narrow: bool) -> None:
        def one(ax: Any, name: str) -> None:
            rate_lines(
                ax, frame[frame["when"] == name], x="cards", by="tribute", title=name,
                xlabel="cards in each hand", ylabel="Daihinmin stays",
                legend="cards of tribute" if name == "in every game" else "",
                chance=1 / int(view.seats),
            )  # fmt: skip

        panels(fig, ["chosen for one game", "in every game"], one, narrow, columns=2)

    effects = once_and_always(view)
    title = "A hand size chosen for one game, and dealt in every game"
    if effects is not None:
        title = (
            f"{view.high} cards instead of {view.low} change the chance to stay by "
            f"{words.points(effects[0].value)} when chosen for one game, by "
            f"{words.points(effects[1].value)} in every game (tribute {view.tribute})"
        )
    return Chart(
        "one-game-or-every-game",
        title,
        f"Chance that the Daihinmin stays, where sizes change at random from game to game (left) and "
        f"where all games have that size ({view.where}; bars are 95 % intervals).",
        draw,
        3.8,
        6.2,
    )


def _streaks(view: View) -> Chart | None:
    chosen = [t for t in ("2", "1", "3") if t in common.values(view.here, "tribute")]
    if not chosen:
        return None
    ends = [view.cell(view.main, hand_size=s, tribute=chosen[0]) for s in (view.low, view.high)]
    parts = [
        streaks(cell).assign(cards=f"{cell.value('hand_size')} cards") for cell in ends if cell
    ]
    if len(parts) < 2:
        return None
    frame = pd.concat(parts, ignore_index=True)
    third = frame[frame["length"] == 3].set_index("cards")["survival"]
    title = "Streaks as Daihinmin"
    if len(third) == 2:
        title = (
            f"More than three games in a row at the bottom: {words.percent(third.iloc[0])} of "
            f"streaks with {third.index[0]}, {words.percent(third.iloc[1])} with {third.index[1]}"
        )
    return Chart(
        "streaks",
        title,
        f"Share of streaks as Daihinmin longer than so many games, with 95 % intervals; lines: the "
        f"geometric law at the same chance of staying (tribute {chosen[0]}; {view.where}).",
        lambda fig, narrow: streak_survival(fig.subplots(), frame, by="cards"),
        3.8,
        3.8,
    )
