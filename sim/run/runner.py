"""A run: the blocks of a study's cells are played where there is room and stored as they come."""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path

from sim.errors import InputError
from sim.policies.registry import is_own
from sim.run.lock import WriterLock
from sim.run.plan import WHOLE, Cell, FixedSource, Part, Source, automatic_block
from sim.run.pool import Play, Pool, ThreadPool
from sim.run.precision import Goal, PrecisionSource
from sim.run.progress import Progress, Silence
from sim.run.recover import repair
from sim.run.rows import Block, CellRow
from sim.run.stop import StopRequest
from sim.run.store import FILE_NAME, STUDY_NAME, Store
from sim.run.study import Study
from sim.task import play as play_matches
from sim.waiting import told_if_slow

COMMIT_SECONDS = 0.25
"""Blocks that come faster than this share a transaction."""
TICK_SECONDS = 0.2
GRACE_SECONDS = 1.0
"""After Ctrl-C, how long blocks that are nearly finished are waited for."""


@dataclass(frozen=True)
class Order:
    """How a study is to be played.

    ``pool`` makes what plays (given the cells; by default threads); ``play`` is what the threads
    call. ``goal`` plays to a precision instead of the study's number of games.
    """

    threads: int | None = None
    goal: Goal | None = None
    part: Part = WHOLE
    repair: bool = False
    command: str = ""
    pool: Callable[[], Pool] | None = None
    play: Play = play_matches


@dataclass(frozen=True)
class Outcome:
    """What a run did: games played by it, games stored and wanted after it."""

    games: int
    stored: int
    wanted: int
    seconds: float
    stopped: bool
    """It was asked to stop before it had finished."""


def run_study(
    study: Study, out: Path, order: Order = Order(), progress: Progress | None = None
) -> Outcome:
    """Play what a study still lacks in the directory ``out``.

    Raises InputError before anything is written if the directory cannot be used, RunError if the
    run cannot go on; blocks finished before stay stored, and another call goes on from there.
    """
    progress = progress or Silence()
    check_folder(out)
    if order.goal and order.part.of > 1:
        raise InputError("--part divides a number of games; it does not go with --precision")
    with told_if_slow(
        progress.note, "preparing the engine; it is compiled once for this machine ..."
    ):
        cells = _cells(study)
    if order.pool:
        _refuse_own(study)
    pool = order.pool() if order.pool else None
    made = _make(out)
    try:
        with WriterLock(out):
            return _run(study, cells, out, order, pool, progress)
    finally:
        if pool:
            pool.close()
        if made:
            with suppress(OSError):  # succeeds only where nothing was stored
                out.rmdir()


def _refuse_own(study: Study) -> None:
    """Raise InputError for a policy in a file of this machine, which other machines do not have."""
    for cell in study.cells:
        for name in cell.task.policies:
            if is_own(name):
                raise InputError(
                    f"policy = {name.partition('@')[0]}: this file is not on the workers of a cluster; "
                    "play it on this machine, without --scheduler"
                )


def check_folder(out: Path) -> None:
    """Raise InputError unless ``out`` holds results, is empty, or can be made."""
    if out.exists() and not out.is_dir():
        raise InputError(f"--out {out}: this is a file; give a directory")
    there = out
    while not there.exists():
        there = there.parent
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        raise InputError(f"--out {out}: {there} cannot be written; give a directory that can")
    ours = any((out / name).exists() for name in (FILE_NAME, STUDY_NAME))
    if out.exists() and not ours and any(not p.name.startswith(".") for p in out.iterdir()):
        raise InputError(
            f"--out {out}: the directory holds something else; give an empty or a new one, or one "
            "with results"
        )


def _make(out: Path) -> bool:
    if out.exists():
        return False
    try:
        out.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"--out {out}: cannot be made: {error.strerror}") from None
    return True


def _cells(study: Study) -> list[Cell]:
    return [
        Cell(number, cell.task, cell.task.id, ", ".join(f"{k}={v}" for k, v in cell.labels.items()))
        for number, cell in enumerate(study.cells)
    ]


def _run(
    study: Study,
    cells: list[Cell],
    out: Path,
    order: Order,
    pool: Pool | None,
    progress: Progress,
) -> Outcome:
    path = out / FILE_NAME
    if order.repair and path.exists():
        done = repair(path, {cell.id: cell.task.describe() for cell in cells})
        progress.note(f"{path}: {done or 'not damaged, nothing to repair'}")
    block = study.block_matches or automatic_block(study.matches)
    # Two cells may ask for the same task: it is played once.
    unique = list({cell.id: cell for cell in reversed(cells)}.values())[::-1]
    with Store.open(path, write=True) if path.exists() else Store.create(path) as store:
        run = _begin(store, study, cells, order)
        (out / STUDY_NAME).write_text(study.text, encoding="utf-8")
        for cell in unique:
            store.check(cell.id)
        unique = [replace(cell, done=tuple(store.ranges(cell.id))) for cell in unique]
        source: FixedSource | PrecisionSource
        if order.goal:
            source = PrecisionSource(unique, store.load, order.goal, block)
        else:
            source = FixedSource(unique, study.matches, block, order.part)
        before, wanted = source.games()
        each = None if order.goal else study.matches * study.match_games
        started = time.monotonic()
        stopped = False
        if before < wanted:
            players = pool or ThreadPool(order.play, order.threads)
            progress.start(unique, before, wanted, each)
            try:
                stopped = _drive(source, players, store, progress)
            finally:
                players.close()
                progress.stop()
        with store.transaction():
            store.end_run(run, _now())
        stored, wanted = source.games()
    return Outcome(stored - before, stored, wanted, time.monotonic() - started, stopped)


def _begin(store: Store, study: Study, cells: list[Cell], order: Order) -> int:
    """Write down what is going to be played, before anything is; returns the run's number."""
    rows = [
        CellRow(cell.labels, known.id, study.matches)
        for cell, known in zip(study.cells, cells, strict=True)
    ]
    about = {
        "command": order.command,
        "versions": versions(),
        "games": study.games,
        "part": str(order.part),
        "precision": asdict(order.goal) if order.goal else None,
    }
    with store.transaction():
        for cell in cells:
            store.add_task(cell.id, cell.task.describe())
        number = store.add_study(study.name, study.about(), rows)
        return store.begin_run(number, _now(), about)


def _drive(source: Source, pool: Pool, store: Store, progress: Progress) -> bool:
    """Play until the source has nothing more; True if a signal ended it before."""
    waiting: list[Block] = []
    committed = time.monotonic()
    open_jobs = 0
    with StopRequest() as stop:
        try:
            while True:
                while not stop and pool.room() > 0 and (job := source.next()) is not None:
                    pool.submit(job)
                    open_jobs += 1
                if stop or not open_jobs:
                    break
                for block in _results(source, pool, progress, TICK_SECONDS):
                    waiting.append(block)
                    open_jobs -= 1
                if waiting and time.monotonic() - committed >= COMMIT_SECONDS:
                    _flush(store, waiting)
                    committed = time.monotonic()
                progress.tick(*source.games())
            deadline = time.monotonic() + GRACE_SECONDS
            while open_jobs and (left := deadline - time.monotonic()) > 0:
                for block in _results(source, pool, progress, left):
                    waiting.append(block)
                    open_jobs -= 1
        finally:
            _flush(store, waiting)
        return bool(stop)


def _results(source: Source, pool: Pool, progress: Progress, timeout: float) -> Iterator[Block]:
    """The blocks that have been played, waiting ``timeout`` seconds for the first."""
    while (result := pool.get(timeout)) is not None:
        job, counts = result
        source.done(job, counts)
        progress.played(job)
        yield Block(job.cell.id, job.first, job.matches, counts)
        timeout = 0.0


def _flush(store: Store, waiting: list[Block]) -> None:
    if not waiting:
        return
    blocks = waiting.copy()
    waiting.clear()  # whatever happens they are not written twice
    with store.transaction():
        store.add_blocks(blocks)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def versions() -> dict[str, str]:
    """The versions of what the counts came from."""
    import platform

    found = {"python": platform.python_version()}
    for name in ("daihinmin", "numpy", "numba"):
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
