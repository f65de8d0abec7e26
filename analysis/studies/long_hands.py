"""Does dealing more cards help the Daihinmin, and does the answer depend on the tribute?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, Table, difference_table, rate_table
from analysis.differences import contrast, difference, slope_weights
from analysis.estimate import OK, Interval
from analysis.load import Cell
from analysis.measures import sample
from analysis.studies import common
from analysis.studies import long_hands_why as why
from analysis.studies.common import pick
from analysis.studies.long_hands_charts import charts
from analysis.studies.long_hands_view import View, view_of

LABELS = ("rules", "policy", "hand_size", "tribute")
EXPLAIN = (
    "strength_spread_per_card",
    "given_cards_share:Daihinmin",
    "given_twos_share:Daihinmin",
    "given_strength_per_card:Daifugo",
    "held_twos:Daifugo",
    "held_twos:Daihinmin",
)


def answer(cells: list[Cell]) -> Answer:
    """The answer of ``long-hands``."""
    view = view_of(cells)
    length = _length(view)
    decks = _decks(view)
    sentences = [
        _headline(view),
        *_by_tribute(view, length),
        *_conjecture(view, length),
        *_agreement(view, length),
        *_shape(view),
        *why.second_deck(view),
        *why.explanation(view),
        *why.one_game(view),
    ]
    return Answer(
        sentences,
        charts(view, length),
        _tables(view, length, decks),
        comparisons=common.comparisons(length, decks),
        pairing=common.pairing(length, decks),
        limits=[
            *common.STUDY_LIMITS,
            "The tribute is between Daifugo and Daihinmin alone; with a second pair of titles that "
            "exchanges, figures differ.",
            "From 55 cards on a second deck is shuffled in, with two more jokers and eight 2s in "
            "play; the control from two decks tells how much of the effect that is.",
        ],
        measures=("size_repeat", *dict.fromkeys(m.partition(":")[0] for m in EXPLAIN[:3])),
    )


def _length(view: View) -> pd.DataFrame:
    """The longest hands less the shortest, everything else equal: one family."""
    both = pick(view.main, hand_size=[view.low, view.high])
    return common.effects(both, hand_size=view.low)


def _decks(view: View) -> pd.DataFrame:
    """The same hands from two decks less from as few as needed."""
    control = pick(view.cells, grid="two decks")
    if not control:
        return pd.DataFrame()
    return common.effects([*view.main, *control], grid="", decks="auto").query("grid != ''")


def _headline(view: View) -> str:
    tribute = view.tribute
    a = view.cell(view.main, hand_size=view.high, tribute=tribute)
    b = view.cell(view.main, hand_size=view.low, tribute=tribute)
    found = common.change_of(a, b)
    if found is None or found.status != OK:
        return "Not enough has been played to answer: the cells that decide have no interval yet."
    return (
        f"With a tribute of {words.counted(int(tribute), 'card')}, {view.high} cards instead of "
        f"{view.low} change the Daihinmin's chance of staying {common.change(found)}: "
        f"{_verdict(found.low, found.high)} ({view.where})."
    )


def _verdict(low: float, high: float) -> str:
    if high < 0:
        return "more cards help the Daihinmin"
    if low > 0:
        return "more cards harm the Daihinmin"
    return "no effect is shown"


def _by_tribute(view: View, length: pd.DataFrame) -> list[str]:
    """At which tribute, if any, more cards stop helping."""
    rows = _rows_here(view, length)
    if not rows:
        return []
    helps = [r.tribute for r in rows if common.shown(r) and r.value < 0]
    harms = [r.tribute for r in rows if common.shown(r) and r.value > 0]
    open_ = [r for r in rows if not common.shown(r)]
    parts = []
    if helps:
        parts.append(f"more cards help at a tribute of {words.listed(helps)}")
    if harms:
        parts.append(f"they harm at {words.listed(harms)}")
    if open_:
        each = [f"{r.tribute} with {words.difference(r)}" for r in open_]
        number = int(length["comparisons"].iloc[0])
        parts.append(
            f"after correction for {number} comparisons no effect is shown at {words.listed(each)}"
        )
    values = [r.value for r in rows if r.status == OK]
    text = f"By tribute at this table: {'; '.join(parts)}."
    if len(values) > 2 and helps:
        trend = _trend(view)
        if trend is not None and trend.status == OK:
            text += (
                f" Each further card of tribute changes what {view.high} cards instead of "
                f"{view.low} do by {words.difference(trend)}"
            )
            text += _trend_words(trend) + "."
    if not harms and helps and helps[-1] == rows[-1].tribute:
        text += " At no tribute tried do more cards stop helping."
    return [text]


def _trend_words(trend: Interval) -> str:
    if trend.high < 0:
        return ": the larger the tribute, the more long hands help"
    if trend.low > 0:
        return ": the larger the tribute, the less long hands help"
    return ""


def _trend(view: View) -> Interval | None:
    """The slope of the length effect against the cards of tribute, at the sentences' table."""
    tributes = [t for t in common.values(view.here, "tribute") if t.isdigit()]
    pairs = [
        (view.cell(view.main, hand_size=view.high, tribute=t),
         view.cell(view.main, hand_size=view.low, tribute=t))
        for t in tributes
    ]  # fmt: skip
    found = [cell for pair in pairs for cell in pair if cell is not None]
    if len(found) < 2 * len(tributes) or len(tributes) < 3:
        return None
    weights = [w for slope in slope_weights([float(t) for t in tributes]) for w in (slope, -slope)]
    return contrast(found, weights, "daihinmin_repeat")[0]


def _rows_here(view: View, length: pd.DataFrame) -> list[Any]:
    if length.empty:
        return []
    mask = (length["table"] == view.table) & (length["seats"] == view.seats)
    rows = common.rows(length[mask & (length["policy"] == view.policy)])
    return sorted(rows, key=lambda r: float(r.tribute.split()[0]) if r.tribute else 0.0)


def _conjecture(view: View, length: pd.DataFrame) -> list[str]:
    """The rule text's own guess about four or five cards."""
    rows = [r for r in _rows_here(view, length) if r.tribute in ("4", "5") and r.status == OK]
    if not rows:
        return []
    told = [f"with {r.tribute} {words.difference(r)}" for r in rows]
    everywhere = length[length["tribute"].isin(["4", "5"])]
    if all(common.shown(r) and r.value < 0 for r in rows):
        head = (
            "The rule text's guess that with four or five cards traded more cards may not help is"
        )
        text = f"{head} not borne out at this table: {words.listed(told)}."
    elif any(common.shown(r) and r.value > 0 for r in rows):
        text = "The rule text's guess is right here: with four or five cards traded more cards do "
        text += f"not help ({words.listed(told)})."
    else:
        text = "The rule text's guess that with four or five cards traded more cards may not help "
        text += f"is not refuted here: {words.listed(told)}."
    lower = "show that they help"
    verdict = common.verdict_text(everywhere, lower, "show that they harm")
    return [f"{text} Over all tables with four or five cards: {verdict}."]


def _agreement(view: View, length: pd.DataFrame) -> list[str]:
    """Whether policies and rule sets agree, counted over the whole grid with a tribute."""
    taxed = length[~length["tribute"].isin(["", "0"])] if len(length) else length
    if taxed.empty:
        return []
    parts = []
    for policy in sorted(taxed["policy"].unique(), key=common.skill):
        part = taxed[taxed["policy"] == policy]
        middle = part.loc[part["status"] == OK, "value"].median()
        down, up, _ = common.verdicts(part)
        also = f", {up} show the opposite" if up else ""
        parts.append(
            f"{policy}: {down} of {len(part)} show that long hands help{also} "
            f"(median {words.points(middle)})"
        )
    signs = [common.verdicts(part)[:2] for _, part in taxed.groupby("policy")]
    if all(down and not up for down, up in signs):
        head = "Policies and rule sets agree in direction, not in size"
    elif any(up for _, up in signs):
        head = "Policies and rule sets do not all agree"
    else:
        head = "Not every policy shows an effect"
    return [f"{head}. With a tribute, over rules and numbers of players – {'; '.join(parts)}."]


def _shape(view: View) -> list[str]:
    """How many cards bring most of the effect."""
    tribute = view.tribute
    sizes = common.values(view.here, "hand_size")
    line = [view.cell(view.main, hand_size=size, tribute=tribute) for size in sizes]
    if len(line) < 4 or any(cell is None for cell in line):
        return []
    values = [sample(cell, "daihinmin_repeat").value for cell in line if cell is not None]
    total = values[-1] - values[0]
    whole = difference(line[-1], line[0], "daihinmin_repeat")  # type: ignore[arg-type]
    if whole.status != OK or not (whole.high < 0 or whole.low > 0):
        return []
    enough = next(i for i, v in enumerate(values) if (v - values[0]) / total >= 0.8)
    if enough in (0, len(values) - 1):
        return []
    return [f"Most of it is reached early: {sizes[enough]} cards already bring four fifths of what "
            f"{view.high} do."]  # fmt: skip


def _tables(view: View, length: pd.DataFrame, decks: pd.DataFrame) -> list[Table]:
    labels = {"table": "rules", "seats": "players", "policy": "policy", "tribute": "tribute"}
    tribute = view.tribute
    ends = [c for c in (view.cell(view.main, hand_size=s, tribute=tribute)
                        for s in common.values(view.here, "hand_size")) if c]  # fmt: skip
    found = [
        rate_table(
            f"Daihinmin stays, Daifugo stays, mobility ({view.where})",
            view.here,
            {"tribute": "tribute", "hand_size": "cards"},
            ("daihinmin_repeat", "daifugo_repeat", "rise_games", "prais_shorrocks"),
        ),
        difference_table(
            f"{view.high} cards instead of {view.low}: change of the chance to stay", length, labels
        ),
        rate_table(
            f"What the extra cards change (tribute {tribute}; {view.where})",
            ends,
            {"hand_size": "cards"},
            EXPLAIN,
            "Strength of a card: 3 counts 0 … 2 counts 12, a joker 13.",
        ),
    ]
    if len(decks):
        found.append(
            difference_table(
                "Two decks instead of one, same hands: change of the chance to stay",
                decks,
                {**labels, "hand_size": "cards"},
            )
        )
    return found
