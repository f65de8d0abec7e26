"""Results of several machines add up to one machine's; nothing is counted twice."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import fake
import pytest
from helpers import block_rows, expected, totals

from sim.errors import InputError
from sim.run.errors import DamagedError
from sim.run.merge import merge
from sim.run.plan import Part
from sim.run.runner import Order, run_study
from sim.run.store import Store
from sim.run.study import load_study

ORDER = Order(threads=1, play=fake.play)


@pytest.fixture
def parts(small: Path, tmp_path: Path) -> list[Path]:
    """Two directories, each with half of the study's blocks."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for k, folder in enumerate(folders):
        run_study(load_study(str(small)), folder, replace(ORDER, part=Part(k, 2)))
    return folders


def test_parts_merge_to_the_whole_and_can_be_extended(
    parts: list[Path], small: Path, tmp_path: Path
) -> None:
    out = tmp_path / "all"
    done = merge(parts, out)
    assert (done.tasks, done.blocks, done.copies) == (4, 48, 0)
    assert totals(out) == expected(small)
    assert sorted(p.name for p in out.iterdir()) == ["counts.db", "study.toml"]
    with Store.open(out / "counts.db") as store:
        (study,) = store.studies()
        assert [run["part"] for run in study.runs] == ["1/2", "2/2"]
    assert run_study(load_study(str(small)), out, ORDER).games == 0
    assert run_study(load_study(str(small), games=700), out, ORDER).games == 400
    assert totals(out) == expected(small, 700)


def test_the_order_of_directories_does_not_matter(parts: list[Path], tmp_path: Path) -> None:
    merge(parts, tmp_path / "a")
    merge(parts[::-1], tmp_path / "b")
    assert block_rows(tmp_path / "a") == block_rows(tmp_path / "b")


def test_copies_of_a_block_are_taken_once(parts: list[Path], small: Path, tmp_path: Path) -> None:
    shutil.copytree(parts[0], tmp_path / "copy")
    done = merge([*parts, tmp_path / "copy"], tmp_path / "all")
    assert done.copies == 24
    assert totals(tmp_path / "all") == expected(small)


def test_overlaps_are_refused_and_nothing_is_written(
    parts: list[Path], small: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    run_study(replace(load_study(str(small)), block_matches=7), other, ORDER)
    with pytest.raises(InputError, match="overlap") as told:
        merge([parts[0], other], tmp_path / "all")
    assert str(parts[0]) in str(told.value)
    assert str(other) in str(told.value)
    assert not (tmp_path / "all").exists()


def test_the_same_matches_with_other_counts_are_refused(
    parts: list[Path], small: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"

    def cheat(task: object, first: int, matches: int) -> object:
        counts = fake.play(task, first, matches)  # type: ignore[arg-type]
        counts.vector[3] += 1
        return counts

    run_study(load_study(str(small)), other, replace(ORDER, play=cheat))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="overlap"):
        merge([parts[0], other], tmp_path / "all")


def test_damage_in_one_directory_is_named(parts: list[Path], tmp_path: Path) -> None:
    import sqlite3

    db = sqlite3.connect(parts[1] / "counts.db")
    with db:
        db.execute("UPDATE blocks SET counts = zeroblob(9) WHERE rowid = 5")
    db.close()
    with pytest.raises(DamagedError, match="two"):
        merge(parts, tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_directories_that_cannot_be_merged_are_refused(parts: list[Path], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    cases = [
        ([parts[0], tmp_path / "empty"], tmp_path / "all", "empty holds no results"),
        ([parts[0], tmp_path / "none"], tmp_path / "all", "none holds no results"),
        ([parts[0], parts[0]], tmp_path / "all", "named twice"),
        (parts, parts[0], "is not empty"),
        (parts, parts[0] / "counts.db", "is not empty|not a directory"),
    ]
    for folders, out, words in cases:
        with pytest.raises(InputError, match=words):
            merge(folders, out)
    assert not (tmp_path / "all").exists()
