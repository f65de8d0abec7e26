"""Results of several machines made one, or refused where anything would be counted twice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.run.lock import WriterLock
from sim.run.store import FILE_NAME, STUDY_NAME, Store


@dataclass(frozen=True)
class Merged:
    """What a merge did: blocks written, and identical copies of blocks that were left out."""

    tasks: int
    blocks: int
    copies: int


def merge(folders: Sequence[Path], out: Path) -> Merged:
    """Write the results of ``folders`` to the new or empty directory ``out``.

    The same block in two directories with the same counts (a copied directory, say) is taken once.
    Raises InputError for overlaps of any other kind, for a directory without results and for an
    ``out`` that cannot be used; nothing is written then.
    """
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InputError("merge: a directory is named twice")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"-o {out}: is not empty; give a new directory")
    for folder in folders:
        if not (folder / FILE_NAME).is_file():
            raise InputError(f"{folder} holds no results: there is no {FILE_NAME} in it")
    made = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"-o {out}: cannot be made: {error.strerror}") from None
    fresh = out / (FILE_NAME + ".new")
    try:
        with ExitStack() as stack:
            stack.enter_context(WriterLock(out))
            stores = [stack.enter_context(Store.open(f / FILE_NAME)) for f in folders]
            target = stack.enter_context(Store.create(fresh))
            with target.transaction():
                result = _copy(stores, target)
            if studies := target.studies():
                text = studies[-1].about.get("text", "")
                (out / STUDY_NAME).write_text(text, encoding="utf-8")
        os.replace(fresh, out / FILE_NAME)
    except BaseException:
        for left in (fresh, fresh.with_name(fresh.name + "-journal"), out / STUDY_NAME):
            left.unlink(missing_ok=True)
        if made:
            with suppress(OSError):
                out.rmdir()
        raise
    return result


def _copy(stores: Sequence[Store], target: Store) -> Merged:
    tasks: dict[str, list[Store]] = {}
    for store in stores:
        for task in store.tasks():
            tasks.setdefault(task, []).append(store)
    for store in stores:
        for fields in store.layouts().values():
            target.add_layout(fields)
    blocks = copies = 0
    for task, holders in tasks.items():
        target.add_task(task, holders[0].description(task))
        rows: dict[int, tuple[int, int, bytes, Store]] = {}
        for store in holders:
            for first, matches, layout, data in store.packed(task):
                row = (matches, layout, data, store)
                if first in rows and rows[first][:3] == row[:3]:
                    copies += 1
                elif first in rows:
                    raise _overlap(task, first, rows[first], first, row)
                else:
                    rows[first] = row
        _refuse_overlaps(task, rows)
        target.add_packed((task, first, *rows[first][:3]) for first in sorted(rows))
        blocks += len(rows)
    for store in stores:
        for study in store.studies():
            number = target.add_study(study.name, study.about, study.cells)
            for run in study.runs:
                told = {key: run[key] for key in run if key not in ("started", "ended")}
                target.end_run(target.begin_run(number, run["started"], told), run["ended"])
    return Merged(len(tasks), blocks, copies)


def _refuse_overlaps(task: str, rows: dict[int, tuple[int, int, bytes, Store]]) -> None:
    before: int | None = None
    for first in sorted(rows):
        if before is not None and before + rows[before][0] > first:
            raise _overlap(task, before, rows[before], first, rows[first])
        before = first


def _overlap(task: str, a: int, one: Any, b: int, other: Any) -> InputError:
    def name(first: int, row: Any) -> str:
        return f"matches {first} to {first + row[0] - 1} in {row[3].path.parent}"

    return InputError(
        f"task {task}: {name(a, one)} overlap {name(b, other)}; nothing is counted twice. Let the "
        "machines play different parts (--part 1/2, --part 2/2) or different seeds"
    )
