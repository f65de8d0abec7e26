"""The answer of a finished study, remembered: asking again what is known need not take long."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.run.errors import RunError
from sim.run.lock import WriterLock
from sim.run.store import FILE_NAME, Store, faults

REPORT_NAME = "report.html"


def remember(folder: Path, answer: str) -> None:
    """Keep the answer of the last run's report beside the counts that it was made from."""
    path = folder / FILE_NAME
    with suppress(RunError, InputError), WriterLock(folder), Store.open(path, write=True) as store:
        note = json.dumps({"answer": answer, "counts": _counts(store), "code": _code()})
        with store.transaction():
            store.db.execute(
                "UPDATE runs SET about = json_set(about, '$.report', json(?)) "
                "WHERE number = (SELECT max(number) FROM runs)",
                (note,),
            )


def remembered(folder: Path) -> str | None:
    """The answer of the latest study, if its report is there and would come out the same.

    It would if neither the counts nor the code that makes reports have changed since.
    """
    if not (folder / REPORT_NAME).is_file():
        return None
    with Store.open(folder / FILE_NAME) as store:
        notes = [run["report"] for run in store.studies()[-1].runs if "report" in run]
        counts = _counts(store)
    for note in reversed(notes):
        if note["counts"] == counts and note["code"] == _code():
            return str(note["answer"])
    return None


def _counts(store: Store) -> list[Any]:
    """What tells the blocks of a store from those at another time: they are only ever added."""
    with faults(store.path):
        return list(store.db.execute("SELECT count(*), total(matches) FROM blocks").fetchone())


def _code() -> str:
    """A hash of everything that a report's words and charts depend on, but for the counts."""
    digest = hashlib.sha256()
    folders = [resources.files("analysis")]
    while folders:
        for entry in sorted(folders.pop().iterdir(), key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                folders.append(entry)
            elif entry.name.endswith((".py", ".html", ".md", ".css", ".js")):
                digest.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return digest.hexdigest()[:16]
