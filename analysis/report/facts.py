"""What a report says about itself: question, method, provenance, and whether places tell all."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis import words
from analysis.load import Cell
from analysis.order import order_tests
from analysis.studies.common import describe_labels


@dataclass(frozen=True)
class Facts:
    """The texts of a report that do not come from the study's own module."""

    name: str
    title: str
    question: str
    notes: str
    scope: str
    order: str
    skipped: list[str]
    provenance: list[tuple[str, str]]
    command: str
    rebuild: str


def facts_of(study: Any, cells: Sequence[Cell], meta: Mapping[str, Any], wanted: int) -> Facts:
    """Facts from what is known of a study, its played cells, and ``meta`` (which wins).

    ``wanted``: how many cells the study has, played or not.
    """
    known = _known(study)
    run = (known.get("runs") or [{}])[-1]
    command = str(meta.get("command") or run.get("command") or "")
    name = str(known.get("name") or "study")
    return Facts(
        name,
        str(known.get("title") or name),
        str(known.get("question") or ""),
        str(known.get("notes") or "").strip(),
        _scope(cells, wanted),
        order_text(cells),
        [str(text) for text in known.get("skipped") or ()],
        _provenance(known, run, meta, cells),
        command or f"daihinmin run {shlex.quote(name)}",
        "daihinmin report DIR",
    )


def _known(study: Any) -> dict[str, Any]:
    if isinstance(study, Mapping):
        return dict(study)
    keys = ("name", "title", "question", "notes", "skipped", "runs", "match_games", "seed")
    return {key: getattr(study, key) for key in keys if hasattr(study, key)}


def _scope(cells: Sequence[Cell], wanted: int) -> str:
    games = [cell.games for cell in cells]
    each = f"{min(games):,}"
    if max(games) > min(games):
        each += f" to {max(games):,}"
    text = f"{sum(games):,} games in {words.counted(len(cells), 'cell')}, {each} in each."
    if len(cells) < wanted:
        text += f" {words.counted(wanted - len(cells), 'cell')} of the study not played yet."
    batches = [cell.batches for cell in cells]
    low, high = min(batches), max(batches)
    text += f" Intervals come from {low}{f' to {high}' if high > low else ''} batches a cell."
    return text


def order_text(cells: Sequence[Cell]) -> str:
    """Whether a chain of places tells all, over all cells, in sentences."""
    frame = order_tests(cells)
    known = frame[frame["status"] == "ok"]
    if known.empty:
        return (
            "Whether the game before the last one matters too could not be tested: not enough data."
        )
    sure = known[known["p_holm"] < 0.05]
    text = (
        "Expected passages and mobility take the places of the last game for all that counts. "
        f"That was tested in {words.counted(len(known), 'cell')} (second-order test, robust over "
        "batches, Holm)"
    )
    if sure.empty:
        return text + ", and none speaks against it."
    labels = [key for key in frame.columns if key in cells[0].labels]
    worst = max(sure.to_dict("records"), key=lambda row: abs(row["shift"]))
    where = describe_labels({key: worst[key] for key in labels if isinstance(worst[key], str)})
    verb = "speaks" if len(sure) == 1 else "speak"
    return text + (
        f", and {words.counted(len(sure), 'cell')} {verb} against it: there the game before the "
        f"last one matters too, and passages and streaks by the chain are approximations. The "
        f"largest shift: {where}, where having held the title twice running changes the "
        f"{worst['shift_of']}'s chance of keeping it by {words.points(worst['shift'])}."
    )


def _provenance(
    known: Mapping[str, Any], run: Mapping[str, Any], meta: Mapping[str, Any], cells: Sequence[Cell]
) -> list[tuple[str, str]]:
    seeds = sorted({cell.value("seed") for cell in cells if cell.value("seed")})
    lengths = sorted({cell.value("match_games") for cell in cells if cell.value("match_games")})
    versions = meta.get("versions") or run.get("versions") or {}
    rows = [
        ("seed", str(meta.get("seed") or ", ".join(seeds))),
        ("games a match", ", ".join(lengths)),
        ("engine signature", str(meta.get("engine") or "")),
        ("versions", ", ".join(f"{name} {version}" for name, version in versions.items())),
        ("started", str(meta.get("started") or run.get("started") or "")),
        ("ended", str(meta.get("ended") or run.get("ended") or "")),
    ]
    changes = known.get("changes") or {}
    if changes:
        rows.append(("changed by the caller", str(changes)))
    return [(name, value) for name, value in rows if value]
