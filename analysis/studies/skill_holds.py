"""Which answers of other studies hold at every level of play, which change, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Table, difference_table
from analysis.differences import contrast, partner
from analysis.estimate import OK, Interval
from analysis.load import Cell
from analysis.plots import Chart, forest
from analysis.studies import common
from analysis.studies.common import pick


@dataclass(frozen=True)
class Question:
    """A grid of the study, the cells that its others are compared with, and what is asked."""

    grid: str
    title: str
    base: tuple[str, str]
    condition: tuple[str, ...]
    """Labels that a statement is made for each value of, beside the rule set."""

    def words(self, row: Any) -> str:
        """As in "tribute 2, league"."""
        told = [f"{key.replace('_', ' ')} {getattr(row, key)}" for key in self.condition]
        return ", ".join([*told, row.table])


QUESTIONS = (
    Question("tribute", "A tribute instead of none", ("tribute", "0"), ("tribute",)),
    Question("long hands", "25 cards instead of 11", ("hand_size", "11"), ("hand_size", "tribute")),
    Question("tenraku", "Downfall instead of none", ("tenraku", "off"), ("tenraku",)),
)
HOLDS, TURNS, PARTLY = "holds", "turns round", "in part"


def families(cells: Sequence[Cell]) -> dict[Question, pd.DataFrame]:
    """For each question that was played the effects on the Daihinmin's chance of staying."""
    found = {}
    for question in QUESTIONS:
        here = pick(cells, grid=question.grid)
        frame = common.effects(here, **dict([question.base])) if here else pd.DataFrame()
        if len(frame) and (frame["status"] == OK).any():
            found[question] = frame.assign(
                condition=[question.words(row) for row in common.rows(frame)]
            )
    return found


def verdict(part: pd.DataFrame) -> str:
    """Whether an effect is shown with one sign at every level, with both, or only at some."""
    shown = [row.value > 0 for row in common.rows(part) if common.shown(row)]
    if len(shown) == len(part) and len(set(shown)) == 1:
        return HOLDS
    return TURNS if len(set(shown)) == 2 else PARTLY


def sentences(cells: Sequence[Cell]) -> list[str]:
    """One for each question: where its answer holds at every level, and what changes."""
    return [_sentence(question, frame, cells) for question, frame in families(cells).items()]


def _sentence(question: Question, frame: pd.DataFrame, cells: Sequence[Cell]) -> str:
    told = []
    for condition, part in frame.groupby("condition", sort=False):
        levels = sorted(common.rows(part), key=lambda row: common.skill(row.policy))
        weak, strong = levels[0], levels[-1]
        change = _change(weak, strong, question, cells)
        told.append(
            f"{condition}: {_in_words(part)}, by {words.difference(weak)} with {weak.policy} and "
            f"{words.difference(strong)} with {strong.policy}{change}"
        )
    return f"{question.title} and the Daihinmin's chance of staying – {_count(frame)}{'; '.join(told)}."


def _count(frame: pd.DataFrame) -> str:
    """In how many of several cases the direction is the same at every level."""
    kinds = [verdict(part) for _, part in frame.groupby("condition", sort=False)]
    if len(kinds) == 1:
        return ""
    return (
        f"the direction is shown to be the same at every level of play in {kinds.count(HOLDS)} of "
        f"{words.counted(len(kinds), 'case')}, turns round in {kinds.count(TURNS)}, is not shown at "
        f"every level in {kinds.count(PARTLY)}. "
    )


def _in_words(part: pd.DataFrame) -> str:
    rows = sorted(common.rows(part), key=lambda row: common.skill(row.policy))
    up = [row.policy for row in rows if common.shown(row) and row.value > 0]
    down = [row.policy for row in rows if common.shown(row) and row.value < 0]
    kind = verdict(part)
    if kind == HOLDS:
        return f"{'raised' if up else 'lowered'} at every level"
    if kind == TURNS:
        return f"raised with {words.listed(up)}, lowered with {words.listed(down)}"
    if not up and not down:
        return "not shown at any level"
    way, shown = ("raised", up) if up else ("lowered", down)
    rest = [row.policy for row in rows if row.policy not in shown]
    if len(rest) < len(shown):
        return f"{way} at every level but not shown with {words.listed(rest)}"
    return f"{way} with {words.listed(shown)} only"


def _change(weak: Any, strong: Any, question: Question, cells: Sequence[Cell]) -> str:
    """The strongest players' effect less the weakest players', from the same deals."""
    found = _effect_change(weak, strong, question, cells)
    if found is None or found.status != OK or weak.policy == strong.policy:
        return ""
    return f" (a change of {words.difference(found)})"


def _effect_change(
    weak: Any, strong: Any, question: Question, cells: Sequence[Cell]
) -> Interval | None:
    here = pick(cells, grid=question.grid)
    base = partner(here, **dict([question.base]))
    keys = ("rules", *question.condition)
    chosen: list[Cell] = []
    for row in (strong, weak):
        wanted = {key: getattr(row, key) for key in keys} | {"policy": row.policy}
        cell = common.first(pick(here, **wanted))
        other = base(cell) if cell is not None else None
        if cell is None or other is None:
            return None
        chosen += [cell, other]
    return contrast(chosen, [1, -1, -1, 1], "daihinmin_repeat")[0]


def tables(found: dict[Question, pd.DataFrame]) -> list[Table]:
    """The effects, question by question."""
    return [
        difference_table(
            f"{question.title}: Daihinmin stays, level by level",
            frame,
            {"condition": "where", "policy": "policy"},
        )
        for question, frame in found.items()
    ]


def charts(found: dict[Question, pd.DataFrame]) -> list[Chart]:
    """A forest a question: a line a condition, a mark a policy."""
    return [_chart(question, frame) for question, frame in found.items()]


def _chart(question: Question, frame: pd.DataFrame) -> Chart:
    frame = frame.assign(skill=common.skills(frame)).sort_values("skill", kind="stable")
    lines = frame["condition"].nunique()
    kinds = [verdict(part) for _, part in frame.groupby("condition")]
    found = f"in {kinds.count(HOLDS)} of {words.counted(lines, 'case')}"
    if lines == 1:
        found = "in the one case" if kinds == [HOLDS] else "is not shown"
    marks = lines * frame["policy"].nunique()
    return Chart(
        f"{question.grid.replace(' ', '-')}-by-skill",
        f"{question.title}: the same direction at every level of play {found}",
        "Change of the chance that the Daihinmin stays, by level of play, same deals, 95 % intervals. "
        "Hollow: zero is possible after Holm's correction.",
        lambda fig, narrow: forest(
            fig.subplots(), frame, label="condition", by="policy", wrap=18 if narrow else 30,
            xlabel="change of the chance to stay, percentage points",
        ),
        1.8 + 0.16 * marks,
        2.6 + 0.18 * marks,
    )  # fmt: skip
