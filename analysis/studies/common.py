"""What the answers share: choosing cells, naming them, and counting verdicts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analysis import words
from analysis.differences import Difference, compare, difference, pairing_summary, partner
from analysis.load import Cell

SKILL = ("random", "lowest", "uec-standard", "keeper", "planner", "tuned", "rollout")
"""Policies from the weakest to the strongest, as far as they are known."""

STUDY_LIMITS = (
    "The players are scripted policies of limited skill; people remember, bluff and plan, and titles "
    "stick the more, the better everybody plays.",
)


CARELESS = 3
"""How fast errors cost rank: by tournaments of 60,000 games under uec, league and daihinmin-optional who
else plays as tuned stands near keeper with an error in five decisions, and between lowest and random
with one in two."""


def skill(policy: str) -> tuple[float, str]:
    """A key that sorts policies from weak to strong, unknown ones and mixtures last."""
    if policy.startswith("careless:"):
        _, rate, name = policy.split(":", 2)
        return (skill(name)[0] * (1 - float(rate)) ** CARELESS, policy)
    name = policy.partition(":")[0]
    return (SKILL.index(name) if name in SKILL else len(SKILL), policy)


def policies(cells: Iterable[Cell]) -> list[str]:
    """The policies of some cells, from weak to strong."""
    return sorted({cell.value("policy") for cell in cells}, key=skill)


def strongest(cells: Iterable[Cell]) -> str:
    """The strongest policy that everybody at a table played."""
    found = policies(cells)
    known = [policy for policy in found if policy in SKILL]
    return (known or found)[-1]


def values(cells: Iterable[Cell], key: str) -> list[str]:
    """The values of a label: by size where they are numbers, else in order of appearance."""
    found = list(dict.fromkeys(cell.value(key) for cell in cells))
    if all(text.replace(".", "", 1).isdigit() for text in found):
        return sorted(found, key=float)
    return found


def pick(cells: Iterable[Cell], **labels: Any) -> list[Cell]:
    """The cells with these labels; a list as value allows several."""
    wanted = {k: {str(v) for v in (w if isinstance(w, (list, set, tuple)) else [w])}
              for k, w in labels.items()}  # fmt: skip
    return [c for c in cells if all(c.value(k) in allowed for k, allowed in wanted.items())]


def main_grid(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of the study's main grid, or all where there is only one."""
    found = [cell for cell in cells if cell.value("grid") == ""]
    return found or list(cells)


def rules_name(cell: Cell) -> str:
    """A rule set's name without options that labels of their own tell already."""
    name, _, rest = cell.value("rules").partition(":")
    options = [word for word in rest.split(",") if word]
    left = [word for word in options if word.partition("=")[0] not in cell.labels]
    return f"{name} ({', '.join(left)})" if left else name


def skills(frame: pd.DataFrame) -> list[Any]:
    """For each row of a frame the key that sorts its policy from weak to strong."""
    return [skill(str(policy)) for policy in frame["policy"]]


def with_names(cells: Sequence[Cell], **more: Callable[[Cell], Any]) -> list[Cell]:
    """The cells with a label ``table`` (the rule set's short name) and further ones added.

    A preset that occurs in one form only goes by its bare name.
    """
    full = {cell.value("rules"): rules_name(cell) for cell in cells}
    forms: dict[str, set[str]] = {}
    for name in full.values():
        forms.setdefault(name.partition(" (")[0], set()).add(name)
    out = []
    for cell in cells:
        name = full[cell.value("rules")]
        bare = name.partition(" (")[0]
        extra = {key: str(make(cell)) for key, make in more.items()}
        labels = {**cell.labels, "table": bare if len(forms[bare]) == 1 else name, **extra}
        out.append(cell.select(slice(None), labels))
    return out


def describe_labels(labels: dict[str, Any]) -> str:
    """Labels in words: "league, keeper, tribute 2 1"."""
    plain = [str(labels[key]).replace(":", " with ") for key in ("rules", "policy")
             if labels.get(key)]  # fmt: skip
    rest = [
        f"{key.replace('_', ' ')} {value}" if key not in ("grid", "switch") else str(value)
        for key, value in labels.items()
        if key not in ("rules", "policy", "table") and str(value) not in ("", "None")
    ]
    return ", ".join(plain + rest)


def effects(
    cells: Sequence[Cell], measures: Iterable[str] = ("daihinmin_repeat",), **base: Any
) -> pd.DataFrame:
    """Each cell less the cell that differs from it only in the labels of ``base``."""
    return compare(cells, partner(cells, **base), measures)


def verdicts(frame: pd.DataFrame) -> tuple[int, int, int]:
    """How many differences of a family are shown to be negative, positive, or neither."""
    if frame.empty:
        return 0, 0, 0
    sure = (frame["p_holm"] < 0.05) & (frame["status"] == "ok")
    down, up = int((sure & (frame["value"] < 0)).sum()), int((sure & (frame["value"] > 0)).sum())
    return down, up, len(frame) - down - up


def verdict_text(frame: pd.DataFrame, lower: str = "lower it", raise_: str = "raise it") -> str:
    """As in "of nine comparisons, 5 lower it, 1 raises it and 3 are undecided"."""
    down, up, open_ = verdicts(frame)
    told = [(down, lower), (up, raise_), (open_, "are undecided")]
    parts = [f"{'all' if n == len(frame) > 1 else n} {_verb(text, n)}" for n, text in told if n]
    return f"of {words.counted(len(frame), 'comparison')}, {words.listed(parts)}"


def _verb(phrase: str, n: int) -> str:
    """A phrase that begins with a verb in the plural, for one thing or for several."""
    if n != 1:
        return phrase
    verb, _, rest = phrase.partition(" ")
    return f"{'is' if verb == 'are' else verb + 's'} {rest}"


def change(found: Difference, unit: str = "share") -> str:
    """As in "from 42.3 % to 25.0 % (−17.3 points, 95 % interval −19.1 to −15.5, same deals)"."""
    if found.status != "ok":
        return f"by an unknown amount ({found.status})"
    if unit == "share":
        before, after = words.percent(found.b.value), words.percent(found.a.value)
        shift = words.points(found.value)
        low, high = words.signed(100 * found.low, 1), words.signed(100 * found.high, 1)
    else:
        digits = words.fitting(max(abs(found.low), abs(found.high)))
        before, after = (words.number(x, words.fitting(x)) for x in (found.b.value, found.a.value))
        shift, low, high = (words.signed(x, digits) for x in (found.value, found.low, found.high))
    how = ", same deals" if found.pairing == "same deals" else ""
    return f"from {before} to {after} ({shift}, 95 % interval {low} to {high}{how})"


def change_of(a: Cell | None, b: Cell | None, measure: str = "daihinmin_repeat") -> Any:
    """The difference of two cells, None where one is missing."""
    return difference(a, b, measure) if a is not None and b is not None else None


def first(cells: Sequence[Cell]) -> Cell | None:
    """The first of some cells, None where there are none."""
    return cells[0] if cells else None


def rows(frame: pd.DataFrame) -> list[Any]:
    """The rows of a frame as named tuples."""
    return list(frame.itertuples())


def shown(row: Any) -> bool:
    """Whether a difference of a family is shown not to be zero."""
    return bool(row.status == "ok" and math.isfinite(row.p_holm) and row.p_holm < 0.05)


def pairing(*frames: pd.DataFrame) -> str:
    """By how much pairing helped, over several families."""
    known = [frame for frame in frames if len(frame)]
    return pairing_summary(pd.concat(known)) if known else ""


def comparisons(*frames: pd.DataFrame) -> int:
    """How many differences were tested, over several families."""
    return int(sum(np.isfinite(frame["p"]).sum() for frame in frames if len(frame)))
