"""Tables and status say what the counts are, in an order of their own."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import fake
import pytest
from helpers import totals

from sim.counts import COUNTS_DTYPE
from sim.errors import InputError
from sim.run.export import write, write_csv
from sim.run.precision import Goal
from sim.run.runner import Order, run_study
from sim.run.status import lines, status
from sim.run.study import load_study


@pytest.fixture
def folder(small: Path, tmp_path: Path) -> Path:
    run_study(load_study(str(small)), tmp_path / "out", Order(threads=1, play=fake.play))
    return tmp_path / "out"


def exported(folder: Path) -> str:
    stream = io.StringIO()
    write_csv(folder, stream)
    return stream.getvalue()


def test_the_table_holds_every_count(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(folder))))
    assert list(rows[0]) == [
        "rules", "policy", "hand_size", "task", "seed", "count", "i", "j", "k", "value",
    ]  # fmt: skip
    sums: dict[str, int] = {}
    for row in rows:
        sums[row["task"]] = sums.get(row["task"], 0) + int(row["value"])
    assert sums == {task: sum(counts[1:]) for task, counts in totals(folder).items()}
    places = [(int(r["i"]), int(r["j"])) for r in rows if r["count"] == "transition"]
    assert set(places) == {(i, j) for i in range(4) for j in range(4)}
    assert {row["count"] for row in rows} <= set(COUNTS_DTYPE.names or ())
    assert all(row["i"] == "" for row in rows if row["count"] == "games")


def test_the_order_of_rows_does_not_depend_on_the_order_of_play(
    folder: Path, small: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    order = Order(threads=3, play=fake.play)
    for games in (50, 210, 600):
        run_study(replace(load_study(str(small), games=games), block_matches=3), other, order)
    assert exported(other) == exported(folder)


def test_parquet_holds_the_same_table(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write(folder, "parquet", tmp_path / "counts.parquet")
    write(folder, "csv", tmp_path / "counts.csv")
    assert (tmp_path / "counts.csv").read_text() == exported(folder)
    table = parquet.read_table(tmp_path / "counts.parquet").to_pylist()
    text = [{k: "" if v is None else str(v) for k, v in row.items()} for row in table]
    assert text == list(csv.DictReader(io.StringIO(exported(folder))))


def test_a_table_that_cannot_be_written_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"-o .*cannot be written"):
        write(folder, "csv", tmp_path / "no" / "such" / "file.csv")
    with pytest.raises(InputError, match="holds no results"):
        write(tmp_path, "csv", tmp_path / "file.csv")
    assert not list(tmp_path.glob("file*"))


def test_status_shows_games_and_precision(folder: Path, small: Path) -> None:
    found = status(folder)
    assert (found.name, found.engine, found.goal) == ("small", "fake", None)
    assert [cell.games for cell in found.cells] == [600] * 4
    assert all(0 < cell.half_width < 0.1 and 0 < cell.value < 1 for cell in found.cells)
    text = "\n".join(lines(found, 40))
    assert "4 cells, 4 of them complete; 2,400 games played of 2,400 wanted" in text
    assert "hand_size=9" in text and "±" in text
    assert "the 2 cells known least well" in "\n".join(lines(found, 2))
    assert status(folder, "turns_per_game").cells[0].value > 100
    with pytest.raises(InputError, match="--measure luck"):
        status(folder, "luck")


def test_status_of_a_run_for_precision_counts_the_cells_that_have_it(
    folder: Path, small: Path
) -> None:
    goal = Goal(width=0.02)
    run_study(load_study(str(small)), folder, Order(threads=1, play=fake.play, goal=goal))
    found = status(folder)
    assert found.goal == 0.02
    assert "4 cells have daihinmin_repeat to ± 0.02" in "\n".join(lines(found, 40))


def test_status_of_an_unfinished_and_of_no_study(small: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no results"):
        status(tmp_path)

    def fails(*_: object) -> object:
        raise RuntimeError("no")

    from sim.run.errors import RunError

    with pytest.raises(RunError):
        run_study(load_study(str(small)), tmp_path / "o", Order(play=fails))  # type: ignore[arg-type]
    text = "\n".join(lines(status(tmp_path / "o"), 9))
    assert "0 games played of 2,400" in text
    assert "not yet" in text and "nan" not in text
