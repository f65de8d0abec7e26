"""Counts as a tidy table: a row for each cell and each count that is not zero."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from sim.counts import COUNTS_DTYPE
from sim.errors import InputError
from sim.run.store import FILE_NAME, Store

INDEX = ("i", "j", "k")
"""Columns for the indices of a count within its field; empty for a plain number."""


def table(folder: Path) -> tuple[list[str], Iterator[list[Any]]]:
    """Column names and rows of the latest study of ``folder``.

    Columns: the study's labels, ``task`` (its id), ``seed``, ``count`` (the field's name), its
    indices and ``value``. Cells come in the study's order, fields in that of ``sim.counts``,
    indices rising: the rows do not depend on what was played when, where or in which blocks.
    Raises InputError where no study is.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        raise InputError(f"{folder} holds no results: there is no {FILE_NAME} in it")
    with Store.open(path) as store:
        studies = store.studies()
    if not studies:
        raise InputError(f"{folder}: no study has been run here")
    cells = studies[-1].cells
    labels = list(dict.fromkeys(key for cell in cells for key in cell.labels))
    return [*labels, "task", "seed", "count", *INDEX, "value"], _rows(path, cells, labels)


def _rows(path: Path, cells: list[Any], labels: list[str]) -> Iterator[list[Any]]:
    with Store.open(path) as store:
        for cell in cells:
            seed = store.description(cell.task)["seed"]
            start = [*(cell.labels.get(key, "") for key in labels), cell.task, seed]
            total = store.load(cell.task).counts.sum(axis=0).view(COUNTS_DTYPE)[0]
            for name in COUNTS_DTYPE.names or ():
                field = np.asarray(total[name])
                for at in np.argwhere(field) if field.ndim else [()]:
                    place = [int(n) for n in at] + [""] * (len(INDEX) - len(at))
                    yield [*start, name, *place, int(field[tuple(at)])]


def write_csv(folder: Path, stream: IO[str]) -> None:
    """Write the table as CSV."""
    names, rows = table(folder)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)


def write_parquet(folder: Path, file: Path) -> None:
    """Write the table as Parquet. Raises InputError if pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "--format parquet: needs pyarrow; install it with: pip install 'daihinmin[parquet]'"
        ) from None
    names, rows = table(folder)
    whole = {"seed", *INDEX, "value"}
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    arrays = [
        pa.array(
            [None if value == "" else value for value in column] if name in whole else column,
            pa.int64() if name in whole else pa.string(),
        )
        for name, column in zip(names, columns, strict=True)
    ]
    parquet.write_table(pa.Table.from_arrays(arrays, names), file)


def write(folder: Path, kind: str, file: Path) -> None:
    """Write the table to ``file``, whole or not at all. Raises InputError if it cannot be."""
    fresh = file.with_name(file.name + ".new")
    try:
        if kind == "parquet":
            write_parquet(folder, fresh)
        else:
            with open(fresh, "w", encoding="utf-8", newline="") as stream:
                write_csv(folder, stream)
        os.replace(fresh, file)
    except OSError as error:
        raise InputError(f"-o {file}: cannot be written: {error.strerror or error}") from None
    finally:
        fresh.unlink(missing_ok=True)
