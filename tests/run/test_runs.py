"""Whatever the threads, the blocks, the order and the interruptions: the same counts."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import fake
import pytest
from helpers import block_rows, expected, totals

from sim.errors import InputError
from sim.run.errors import RunError
from sim.run.plan import Part
from sim.run.precision import Goal
from sim.run.progress import Bars, Lines, duration
from sim.run.runner import Order, run_study
from sim.run.store import Store
from sim.run.study import Study, load_study

ORDER = Order(threads=2, play=fake.play, command="a test")


def load(small: Path, **changes: object) -> Study:
    return load_study(str(small), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("block", [0, 1, 7, 60, 1000])
def test_counts_depend_neither_on_threads_nor_on_blocks(
    small: Path, tmp_path: Path, threads: int, block: int
) -> None:
    study = replace(load(small), block_matches=block)
    outcome = run_study(study, tmp_path / "out", replace(ORDER, threads=threads))
    assert totals(tmp_path / "out") == expected(small)
    assert (outcome.games, outcome.stored, outcome.wanted) == (2400, 2400, 2400)
    assert not outcome.stopped


def test_a_finished_run_plays_nothing_again(small: Path, tmp_path: Path) -> None:
    run_study(load(small), tmp_path / "out", ORDER)

    def never(*_: object) -> object:
        raise AssertionError("played again")

    assert run_study(load(small), tmp_path / "out", replace(ORDER, play=never)).games == 0  # type: ignore[arg-type]


def test_more_games_extend_what_is_there(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_study(load(small, games=130), out, ORDER)
    before = set(block_rows(out))
    assert run_study(load(small), out, ORDER).games == 2400 - 4 * 130
    assert totals(out) == expected(small)
    assert before <= set(block_rows(out))
    assert run_study(load(small, games=10), out, ORDER).games == 0


def test_all_cells_have_the_same_blocks_after_interruptions(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for games in (70, 330, 600):
        run_study(load(small, games=games), out, ORDER)
    ranges: dict[str, list[tuple[int, int]]] = {}
    for task, first, matches, _ in block_rows(out):
        ranges.setdefault(task, []).append((first, matches))
    assert len({tuple(blocks) for blocks in ranges.values()}) == 1


def test_a_changed_study_starts_new_tasks_beside_the_old(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    run_study(load(small), out, ORDER)
    old = set(block_rows(out))
    assert run_study(load(small, seed=4), out, ORDER).games == 2400
    small.write_text(small.read_text().replace("[7, 9]", "[7, 11]"))
    assert run_study(load(small), out, ORDER).games == 1200, "two cells are known already"
    fake.install("another engine")
    assert run_study(load(small), out, ORDER).games == 2400
    assert old < set(block_rows(out))
    assert len(totals(out)) == 4 + 4 + 2 + 4
    with Store.open(out / "counts.db") as store:
        assert len(store.studies()) == 4


def test_a_task_of_two_cells_is_played_once(small: Path, tmp_path: Path) -> None:
    more = '[[control]]\nlabel = "again"\nhand_size = [7]\n'
    small.write_text(small.read_text().replace("[vary]", "[[vary]]") + more)
    study = load(small)
    assert len(study.cells) == 5
    assert run_study(study, tmp_path / "out", ORDER).games == 2400


def test_parts_played_apart_make_up_the_whole(small: Path, tmp_path: Path) -> None:
    played = 0
    for k in range(3):
        played += run_study(load(small), tmp_path / "out", replace(ORDER, part=Part(k, 3))).games
    assert played == 2400
    assert totals(tmp_path / "out") == expected(small)
    with pytest.raises(InputError, match="--part"):
        run_study(load(small), tmp_path / "o", replace(ORDER, part=Part(0, 2), goal=Goal()))


def test_a_block_that_fails_ends_the_run_and_keeps_the_others(small: Path, tmp_path: Path) -> None:
    def broken(task: object, first: int, matches: int) -> object:
        if first == 30:
            raise RuntimeError("an illegal meld")
        return fake.play(task, first, matches)  # type: ignore[arg-type]

    out = tmp_path / "out"
    with pytest.raises(RunError, match=r"hand_size=.*matches 30 to 34 .*seed 3.*an illegal meld"):
        run_study(load(small), out, replace(ORDER, play=broken))  # type: ignore[arg-type]
    assert sum(n for _, _, n, _ in block_rows(out)) >= 4 * 30 - 4 * 5
    run_study(load(small), out, ORDER)
    assert totals(out) == expected(small)


def test_what_was_played_is_written_down(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    study = load(small)
    run_study(study, out, ORDER)
    assert (out / "study.toml").read_text() == small.read_text()
    assert sorted(p.name for p in out.iterdir()) == ["counts.db", "study.toml"]
    with Store.open(out / "counts.db") as store:
        (stored,) = store.studies()
        assert stored.about["text"] == small.read_text()
        assert stored.about["seed"] == 3
        assert [cell.labels for cell in stored.cells] == [cell.labels for cell in study.cells]
        assert stored.runs[0]["command"] == "a test"
        assert {"python", "numpy"} <= set(stored.runs[0]["versions"])
        assert stored.runs[0]["ended"]
        description = store.description(stored.cells[0].task)
        assert description["engine"] == fake.SIGNATURE
        assert len(description["rules"]) > 60, "the full rules, not only what differs"


@pytest.mark.parametrize("kind", ["file", "diary", "below a file"])
def test_a_directory_that_is_not_ours_is_left_alone(small: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "diary":
        out.mkdir()
        (out / "diary.txt").write_text("dear diary")
    else:
        out.write_text("a file")
    target = out / "deeper" if kind == "below a file" else out
    with pytest.raises(InputError, match="--out"):
        run_study(load(small), target, ORDER)
    there = {"small.toml", "out"} | ({"diary.txt"} if kind == "diary" else set())
    assert {path.name for path in tmp_path.rglob("*")} == there


def test_a_log_gets_plain_lines(small: Path, tmp_path: Path) -> None:
    stream = io.StringIO()
    run_study(load(small), tmp_path / "out", ORDER, Lines(stream))
    assert "4 cells, 0 of 2,400 games" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
    assert [duration(s) for s in (0.4, 59, 61, 3600 * 5 + 610)] == [
        "0 s", "59 s", "1 min 1 s", "5 h 10 min",
    ]  # fmt: skip


def test_a_clock_that_is_set_back_changes_nothing(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    hours = iter(range(10**9, 0, -3600))
    monkeypatch.setattr(time, "time", lambda: float(next(hours)))
    stream = io.StringIO()
    run_study(load(small, games=300), tmp_path / "out", ORDER, Lines(stream))
    monkeypatch.setattr("sim.run.runner._now", lambda: "1970-01-01T00:00:00+00:00")
    outcome = run_study(load(small), tmp_path / "out", ORDER, Lines(stream))
    assert outcome.seconds >= 0
    assert totals(tmp_path / "out") == expected(small)
    with Store.open(tmp_path / "out" / "counts.db") as store:
        assert [study.name for study in store.studies()] == ["small"]


def test_a_terminal_gets_bars_for_few_cells_and_a_name_for_many(
    small: Path, tmp_path: Path
) -> None:
    from rich.console import Console

    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=120, _environ={"TERM": "xterm"})
    slow = replace(ORDER, play=fake.slow_play(0.02))
    run_study(load(small), tmp_path / "out", slow, Bars(console))
    assert "4 cells" in stream.getvalue()
    assert "games/s" in stream.getvalue()
    assert "policy=lowest, hand_size=7" in stream.getvalue()
    small.write_text(small.read_text().replace("[7, 9]", "[3, 4, 5, 6, 7, 8, 9]"))
    progress = Bars(console)
    run_study(load(small), tmp_path / "out", slow, progress)
    assert "14 cells" in stream.getvalue()
    assert "at rules=default" in stream.getvalue()
    progress.note("finished [1/2]")
    assert "finished [1/2]" in stream.getvalue()
