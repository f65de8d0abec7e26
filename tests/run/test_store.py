"""The store keeps whole blocks, counts nothing twice, and says what is wrong with a file."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import numpy as np
import pytest

from sim.counts import COUNTS_DTYPE, WIDTH
from sim.run import layout as layouts
from sim.run.errors import DamagedError, StoreError
from sim.run.rows import Block, CellRow, describe_hash
from sim.run.store import Store


def described(number: int) -> tuple[str, dict[str, object]]:
    description: dict[str, object] = {"rules": {"players": "4"}, "seed": number, "engine": "x"}
    return describe_hash(description), description


def counts(number: int) -> np.ndarray:
    row = np.zeros(WIDTH, np.int64)
    row[: 5 + number % 7] = number + 1
    return row


def filled(path: Path, tasks: int = 2, blocks: int = 4) -> list[str]:
    ids = []
    with Store.create(path) as store, store.transaction():
        for k in range(tasks):
            task, description = described(k)
            store.add_task(task, description)
            store.add_blocks(Block(task, 10 * b, 10, counts(b)) for b in range(blocks))
            ids.append(task)
    return ids


def test_what_is_stored_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    ids = filled(path)
    with Store.open(path) as store:
        assert store.tasks() == ids
        assert store.description(ids[1]) == described(1)[1]
        assert store.ranges(ids[0]) == [(0, 10), (10, 10), (20, 10), (30, 10)]
        for task, blocks in store.load_blocks():
            assert blocks.first.tolist() == [0, 10, 20, 30], task
            assert np.array_equal(blocks.counts, [counts(b) for b in range(4)])


@pytest.mark.parametrize(("first", "matches"), [(0, 10), (5, 1), (35, 10), (-5, 6), (0, 100)])
def test_overlapping_matches_are_refused(tmp_path: Path, first: int, matches: int) -> None:
    path = tmp_path / "counts.db"
    ids = filled(path)
    with Store.open(path, write=True) as store:
        with pytest.raises(StoreError, match="overlap"), store.transaction():
            store.add_blocks([Block(ids[1], 40, 10, counts(0))])
            store.add_blocks([Block(ids[0], first, matches, counts(0))])
        assert len(store.ranges(ids[0])) == 4
        assert len(store.ranges(ids[1])) == 4, "the transaction is undone as a whole"
        with store.transaction():
            store.add_blocks([Block(ids[0], 40, 5, counts(0)), Block(ids[0], 45, 5, counts(0))])


def test_an_overlap_is_refused_by_the_database_itself(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    filled(path)
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError, match="overlap"):
        db.execute(
            "INSERT INTO blocks SELECT task, first + 5, matches, layout, counts, 0 FROM blocks"
        )
    db.close()


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE blocks SET counts = zeroblob(30) WHERE first = 20",
        "UPDATE blocks SET first = 21 WHERE first = 20",
        "UPDATE blocks SET matches = 9 WHERE first = 20",
        "UPDATE blocks SET checksum = checksum + 1 WHERE first = 20",
    ],
)
def test_a_changed_block_is_found_and_named(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "counts.db"
    ids = filled(path)
    change(path, statement)
    with (
        Store.open(path) as store,
        pytest.raises(DamagedError, match=r"matches .* of task") as told,
    ):
        store.load(ids[0])
    assert ids[0] in str(told.value) and "--repair" in str(told.value)


def test_a_changed_description_is_found(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    ids = filled(path)
    change(path, "UPDATE tasks SET rest = replace(rest, '1', '2')")
    with Store.open(path) as store, pytest.raises(DamagedError, match="description"):
        store.description(ids[1])


def test_a_changed_study_is_found(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    ids = filled(path)
    with Store.open(path, write=True) as store, store.transaction():
        number = store.add_study("s", {"title": "t"}, [CellRow({"a": "1"}, ids[0], 40)])
        store.begin_run(number, "now", {"command": "c"})
    with Store.open(path) as store:
        (study,) = store.studies()
        assert study.cells == [CellRow({"a": "1"}, ids[0], 40)]
        assert study.runs == [{"started": "now", "ended": None, "command": "c"}]
    change(path, "UPDATE cells SET labels = replace(labels, '1', '2')")
    with Store.open(path) as store, pytest.raises(DamagedError, match="study s"):
        store.studies()


def test_a_newer_and_an_older_schema_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    filled(path)
    for version in (0, 2, 77):
        change(path, f"PRAGMA user_version = {version}")
        with pytest.raises(StoreError, match=f"schema {version}; .* schema 1"):
            Store.open(path)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "counts.db"
    path.write_text("my diary, not to be overwritten\n" * 40)
    with pytest.raises(StoreError, match=r"counts\.db"):
        Store.open(path)
    path.unlink()
    change(path, "CREATE TABLE diary (page TEXT)")
    with pytest.raises(StoreError, match="not a file of counts"):
        Store.open(path)
    with pytest.raises(StoreError, match="holds no results"):
        Store.open(tmp_path / "nowhere" / "counts.db")


def test_counts_of_another_version_are_read_field_by_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "counts.db"
    task, description = described(0)
    old = [["gone", [2]], ["turns", []], ["matches", []], ["transition", [8, 8]]]
    row = np.arange(1, 69, dtype=np.int64)
    with Store.create(path) as store:
        with store.transaction():
            store.add_task(task, description)
            number = store.add_layout(json.dumps(old))
            store.add_packed([(task, 0, 10, number, layouts_pack(row))])
            store.add_blocks([Block(task, 10, 10, np.ones(WIDTH, np.int64))])
        loaded = store.load(task).counts.view(COUNTS_DTYPE)[:, 0]
    assert loaded["turns"].tolist() == [3, 1]
    assert loaded["matches"].tolist() == [4, 1]
    assert loaded["transition"][0].ravel().tolist() == list(range(5, 69))
    assert loaded["games"].tolist() == [0, 1]


@pytest.mark.parametrize("batch", [1, 10, 30, 250, 4000, 10**6])
def test_blocks_are_added_up_to_batches_while_they_are_read(tmp_path: Path, batch: int) -> None:
    """As adding up afterwards does, also where batches hold one block, hundreds, or all."""
    rng = np.random.default_rng(batch)
    task, description = described(0)
    sizes = np.where(np.arange(400) % 9 == 4, 5, 10)
    first = np.cumsum(sizes) - sizes + 15 * (np.arange(400) > 200)
    every = rng.integers(-3, 90_000, (400, WIDTH))
    with Store.create(tmp_path / "counts.db") as store:
        with store.transaction():
            store.add_task(task, description)
            rows = zip(first.tolist(), sizes.tolist(), every, strict=True)
            store.add_blocks(Block(task, *row) for row in rows)
        found = store.load(task, batch)
        assert len(store.load(described(1)[0], batch).first) == 0
    starts = np.flatnonzero(np.diff(first // batch, prepend=-1))
    assert np.array_equal(found.first, first[starts])
    assert np.array_equal(found.matches, np.add.reduceat(sizes, starts))
    assert np.array_equal(found.counts, np.add.reduceat(every, starts, axis=0))


def test_games_that_an_older_version_played_are_not_taken_for_games_without_revolutions(
    tmp_path: Path,
) -> None:
    """Before there was ``revolution_games``: read by name, and only newer blocks tell the share."""
    from analysis.estimate import NO_TRIALS
    from analysis.load import Cell
    from analysis.measures import sample

    names = ["matches", "games", "turns", "revolutions"]
    old = json.dumps([[name, []] for name in names])
    task, description = described(0)
    path = tmp_path / "counts.db"
    new = np.zeros(1, COUNTS_DTYPE)
    new["matches"], new["games"], new["revolutions"] = 10, 100, 60
    new["revolution_games"] = [[60, 40]]
    with Store.create(path) as store, store.transaction():
        store.add_task(task, description)
        number = store.add_layout(old)
        block = layouts_pack(np.array([10, 100, 6000, 50], np.int64))
        store.add_packed([(task, 10 * b, 10, number, block) for b in range(2)])
    for more in (0, 1, 2):
        with Store.open(path, write=True) as store, store.transaction():
            first = 20 + 10 * more
            found = store.load(task)
            store.add_blocks([Block(task, first, 10, new.view(np.int64))])
        cell = Cell(task, {}, found.first, found.matches, found.counts)
        share = sample(cell, "revolution_games")
        assert sample(cell, "turns_per_game").trials == 200 + 100 * more
        assert share.trials == 100 * more
        assert share.status == NO_TRIALS if more == 0 else share.value == 0.4


def layouts_pack(row: np.ndarray) -> bytes:
    from sim.run.codec import pack

    return pack(row)


def test_a_field_of_another_shape_is_refused() -> None:
    fields = json.dumps([["transition", [4, 4]]])
    row = layouts_pack(np.ones(16, np.int64))
    with pytest.raises(ValueError, match="transition"):
        layouts.decode([1], [row], {1: fields})
    with pytest.raises(ValueError, match="not known"):
        layouts.decode([2], [row], {1: fields})


def test_thousands_of_blocks_load_in_a_moment(tmp_path: Path) -> None:
    """A tenth of the hundred thousand blocks that are to load in a second."""
    path = tmp_path / "counts.db"
    rng = np.random.default_rng(1)
    with Store.create(path) as store, store.transaction():
        tasks = [described(k) for k in range(10)]
        rows = [np.where(np.arange(WIDTH) % 6 < 2, rng.integers(1, 5000, WIDTH), 0) for _ in "abc"]
        for task, description in tasks:
            store.add_task(task, description)
        for block in range(1000):  # scattered over the file, as a run leaves them
            store.add_blocks(Block(task, block, 1, rows[block % 3]) for task, _ in tasks)
    best = 9.0
    for _ in range(3):
        start = time.process_time()
        with Store.open(path) as store:
            assert sum(len(blocks.first) for _, blocks in store.load_blocks()) == 10_000
        best = min(best, time.process_time() - start)
    assert best < 0.5, "five times what is asked for, for slow machines"
