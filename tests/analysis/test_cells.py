"""Cells: what they refuse, how batches are merged, and how they come from a store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analysis
from analysis.load import Cell, as_cells, check_one_engine, load_cells, merged
from analysis.synthetic import put
from sim.counts import WIDTH, Counts
from sim.errors import InputError
from sim.run.errors import StoreError
from sim.run.rows import Block, CellRow, describe_hash
from sim.run.store import FILE_NAME, Store


def cell(first: list[int], matches: list[int], **more: Any) -> Cell:
    counts = np.zeros((len(first), WIDTH), np.int64)
    put(counts, "games", np.array(matches) * 10)
    put(counts, "matches", np.array(matches))
    labels = more.pop("labels", {"rules": "league"})
    return Cell("t", labels, np.array(first), np.array(matches), counts, **more)


def test_overlapping_ranges_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="rules=league: match 5 is in two batches"):
        cell([0, 5], [6, 5])


def test_wrong_shapes_and_empty_blocks_are_refused() -> None:
    with pytest.raises(InputError, match=f"each batch has {WIDTH} integers"):
        Cell("t", {}, np.array([0]), np.array([1]), np.zeros((1, 3), np.int64))
    with pytest.raises(InputError, match="whole matches"):
        cell([0, 1], [1, 0])


def test_blocks_are_sorted_by_first_match() -> None:
    found = cell([20, 0, 10], [1, 2, 3])
    assert found.first.tolist() == [0, 10, 20]
    assert found["games"].tolist() == [20, 30, 10]


def test_cells_of_different_engines_are_refused() -> None:
    two = [cell([0], [1], about={"engine": name}) for name in ("aaa", "bbb")]
    with pytest.raises(InputError, match="different engines: aaa, bbb"):
        check_one_engine(two)


def test_what_is_no_cell_is_refused_with_what_would_be() -> None:
    for thing in (3, "results", None):
        with pytest.raises(InputError, match="give cells, or what simulate"):
            as_cells(thing)


def test_merging_keeps_every_count_and_the_grid_of_batches() -> None:
    whole = cell(list(range(0, 100, 5)), [5] * 20)
    found = merged(whole, 20)
    assert found.batches == 5 and found.first.tolist() == [0, 20, 40, 60, 80]
    assert found.matches.tolist() == [20] * 5
    assert (found.counts.sum(axis=0) == whole.counts.sum(axis=0)).all()


DESCRIPTION = {"rules": {"players": "4"}, "policies": ["lowest"], "seed": 1, "engine": "e"}


def store_with(folder: Path, blocks: int) -> None:
    task = describe_hash(DESCRIPTION)
    with Store.create(folder / FILE_NAME) as store, store.transaction():
        store.add_task(task, DESCRIPTION)
        rows = []
        for number in range(blocks):
            counts = Counts()
            counts.record["games"] = 10
            rows.append(Block(task, number, 1, counts.vector))
        store.add_blocks(rows)
        cells = [CellRow({"policy": name}, task, blocks) for name in ("a", "b")]
        study = store.add_study("mine", {"title": "Mine", "question": "?"}, cells)
        store.begin_run(study, "now", {"command": "daihinmin run mine"})


def test_a_store_gives_its_last_study_with_labels_and_runs(tmp_path: Path) -> None:
    store_with(tmp_path, 7)
    about, cells = load_cells(tmp_path)
    assert about["name"] == "mine" and about["runs"][-1]["command"] == "daihinmin run mine"
    assert [c.labels["policy"] for c in cells] == ["a", "b"]
    assert [c.batches for c in cells] == [7, 7] and cells[0].games == 70
    assert cells[0].value("players") == "4" and cells[0].value("engine") == "e"


def test_many_blocks_are_added_up_to_few_batches(tmp_path: Path) -> None:
    store_with(tmp_path, 101)
    _, cells = load_cells(tmp_path, most=10)
    assert cells[0].batches <= 10 and cells[0].games == 1010
    assert set(cells[0].matches.tolist()[:-1]) == {11}


def test_a_directory_without_the_study_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="holds no results"):
        load_cells(tmp_path)
    store_with(tmp_path, 1)
    with pytest.raises(InputError, match="study 'other' has not been run"):
        load_cells(tmp_path, "other")


def test_every_public_name_is_there() -> None:
    for name in analysis.__all__:
        assert getattr(analysis, name) is not None
    with pytest.raises(AttributeError):
        analysis.nothing  # noqa: B018
