"""What a game costs in time and in bytes, and from that what a billion and a trillion cost.

    python scripts/scale.py DIRECTORY

writes README.md and measured.csv there. It takes about four minutes; nothing else should run.
"""

from __future__ import annotations

import csv
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from analysis.load import load_cells
from sim.engine import signature
from sim.rules import Rules
from sim.run.dask import DaskPool
from sim.run.plan import Cell, Job, automatic_block
from sim.run.pool import Pool, ThreadPool, cores
from sim.run.rows import Block, CellRow
from sim.run.runner import versions
from sim.run.store import FILE_NAME, Store
from sim.task import Task, play

SECONDS = 16.0
STRETCHES = 4
WORKERS = (1, 2)
CELLS = (
    ("daihinmin", "lowest"),
    ("daihinmin:hand_size=25", "keeper"),
    ("federation", "keeper"),
    ("uec", "lowest"),
)
BLOCK_MATCHES = (1, 10, 100, 1000)
GAMES = (10**9, 10**12)
CORES = (2, 64, 1000)


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    what: str
    where: str
    value: float
    unit: str


def cell_of(rules: str, policy: str, match_games: int = 100) -> Cell:
    """A cell to play, outside any study."""
    chosen = Rules.parse(rules)
    task = Task(chosen, (policy,) * int(chosen.players), 1, match_games)
    return Cell(0, task, task.id, f"{rules}, {policy}")


def drive(pool: Pool, cell: Cell, matches: int, seconds: float) -> tuple[int, float]:
    """Blocks played and the seconds they took, once every worker is warm."""
    first = blocks = open_jobs = 0
    began = 0.0
    warm = 4
    while True:
        now = time.perf_counter()
        over = began and now - began >= seconds
        while not over and pool.room() > 0:
            pool.submit(Job(cell, first, matches))
            first, open_jobs = first + matches, open_jobs + 1
        if over or not open_jobs:
            break
        if pool.get(0.2) is not None:
            open_jobs -= 1
            warm -= 1
            if warm == 0:
                began = time.perf_counter()
            blocks += warm < 0
    elapsed = time.perf_counter() - began
    while open_jobs and pool.get(30.0) is not None:
        open_jobs -= 1
    return blocks, elapsed


def best_rate(pool: Pool, cell: Cell, matches: int) -> float:
    """Games a second in the best of several stretches: what else runs here must not count."""
    rates = []
    for _ in range(STRETCHES):
        blocks, seconds = drive(pool, cell, matches, SECONDS / STRETCHES)
        rates.append(blocks * matches * 100 / seconds)
    return max(rates)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """A scheduler and workers on this machine: its address, and the processes, scheduler first."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    base = [sys.executable, "-m", "dask"]
    with tempfile.TemporaryDirectory() as folder:
        orders = [["scheduler", "--host", "127.0.0.1", "--port", str(port)]]
        orders += [["worker", address, "--no-nanny", "--nthreads", "1"]] * workers
        started = [
            subprocess.Popen(
                [*base, *order, "--no-dashboard"],
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for order in orders
        ]
        try:
            yield address, [psutil.Process(process.pid) for process in started]
        finally:
            for process in started:
                process.kill()
                process.wait()


def wait_for(pool: DaskPool, workers: int) -> None:
    """Return when so many workers are there (a pool is content with one)."""
    while pool.room() < 2 * workers:
        time.sleep(0.2)


def processor_seconds(process: psutil.Process) -> float:
    """Processor time that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def throughput() -> Iterator[Row]:
    """Games a second by cell, by threads and by Dask workers."""
    for rules, policy in CELLS:
        cell = cell_of(rules, policy)
        play(cell.task, 0, 1)
        began = time.perf_counter()
        play(cell.task, 0, 10)
        matches = max(1, round(10 * 0.25 / (time.perf_counter() - began)))  # a quarter second
        for workers in WORKERS:
            pool = ThreadPool(play, workers)
            rate = best_rate(pool, cell, matches)
            pool.close()
            yield Row("throughput", f"{cell.name}, {workers} threads", rate, "games/s")
        if (rules, policy) == CELLS[0]:
            for workers in WORKERS:
                with cluster(workers) as (address, _):
                    remote = DaskPool(address)
                    wait_for(remote, workers)
                    rate = best_rate(remote, cell, matches)
                    remote.close()
                yield Row("throughput", f"{cell.name}, {workers} Dask workers", rate, "games/s")


def scheduler_load() -> Iterator[Row]:
    """What a block costs scheduler and client, measured with blocks of a single game."""
    cell = cell_of(*CELLS[0], match_games=1)
    with cluster(2) as (address, processes):
        pool = DaskPool(address)
        wait_for(pool, 2)
        me = psutil.Process(os.getpid())
        before = [processor_seconds(p) for p in (processes[0], me)]
        blocks, seconds = drive(pool, cell, 1, SECONDS)
        after = [processor_seconds(p) for p in (processes[0], me)]
        pool.close()
    yield Row("blocks through Dask", "blocks of one game, 2 workers", blocks / seconds, "blocks/s")
    for name, a, b in zip(("scheduler", "client"), before, after, strict=True):
        yield Row(f"{name}'s load", "processor time", 1000 * (b - a) / blocks, "ms/block")


def storage() -> Iterator[Row]:
    """Bytes that a block takes in the store, by the games in it."""
    for rules, policy in CELLS:
        cell = cell_of(rules, policy)
        for matches in BLOCK_MATCHES if (rules, policy) == CELLS[0] else (10,):
            counts = [play(cell.task, k * matches, matches).vector for k in range(3)]
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "counts.db"
                with Store.create(path) as store:
                    with store.transaction():
                        store.add_task(cell.id, cell.task.describe())
                    empty = path.stat().st_size
                    with store.transaction():
                        store.add_blocks(
                            Block(cell.id, k * matches, matches, counts[k % 3]) for k in range(2000)
                        )
                size = (path.stat().st_size - empty) / 2000
            yield Row(
                "storage", f"{cell.name}, blocks of {matches * 100:,} games", size, "bytes/block"
            )


def loading() -> Iterator[Row]:
    """Processor seconds to load a hundred cells of a thousand blocks: each block by itself, and in
    batches as a report reads them."""
    cell = cell_of(*CELLS[0])
    counts = [play(cell.task, k * 10, 10).vector for k in range(10)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        with Store.create(path) as store, store.transaction():
            tasks = [Task(cell.task.rules, cell.task.policies, seed) for seed in range(100)]
            ids = [task.id for task in tasks]
            for task, key in zip(tasks, ids, strict=True):
                store.add_task(key, task.describe())
            cells = [CellRow({"seed": str(k)}, key, 10_000) for k, key in enumerate(ids)]
            store.begin_run(store.add_study("loading", {}, cells), "now", {})
            for k in range(1000):  # as a run leaves them: cells growing together
                store.add_blocks(Block(key, 10 * k, 10, counts[k % 10]) for key in ids)
        for what, load in (("blocks", _every_block), ("batches", load_cells)):
            times = []
            for _ in range(3):
                began = time.process_time()
                load(Path(folder))
                times.append(time.process_time() - began)
            yield Row("loading", f"100 cells × 1,000 blocks, as {what}", min(times), "s")


def _every_block(folder: Path) -> None:
    with Store.open(folder / FILE_NAME) as store:
        for _ in store.load_blocks():
            pass


def cost(rows: list[Row]) -> list[list[str]]:
    """What large runs cost: a line for each number of games and of cores."""
    value = {(row.what, row.where): row.value for row in rows}
    rate = value["throughput", f"{', '.join(CELLS[0])}, 1 threads"]
    load = max(row.value for row in rows if row.unit == "ms/block") / 1000
    size = value["storage", f"{', '.join(CELLS[0])}, blocks of 100,000 games"]
    lines = []
    for games in GAMES:
        for many in CORES:
            # What a run chooses by itself, or what keeps scheduler and client below half of
            # their time, if that is longer; every core gets a block.
            usual = 100 * automatic_block(games // 100)
            block = min(max(usual, 2 * many * load * rate), games / many)
            blocks = games / block
            lines.append(
                [
                    f"{games:.0e}".replace("e+", "e"),
                    f"{many:,}",
                    f"{block:,.0f}",
                    f"{block / rate:,.1f} s",
                    f"{blocks:,.0f}",
                    f"{blocks * size / 1e6:,.0f} MB",
                    f"{100 * min(9.99, many * load * rate / block):.0f} %",
                    f"{games / rate / 3600:,.1f}",
                    _time(games / rate / many),
                ]
            )
    return lines


def _time(seconds: float) -> str:
    for size, name in ((86400.0 * 365, "years"), (86400.0, "days"), (3600.0, "h"), (60.0, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.0f} s"


def table(head: list[str], lines: list[list[str]]) -> str:
    """A table in Markdown."""
    rule = ["---"] * len(head)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *lines])


def report(rows: list[Row]) -> str:
    """README.md."""
    found = versions()
    measured = [[r.what, r.where, f"{r.value:,.2f}" if r.value < 100 else f"{r.value:,.0f}", r.unit]
                for r in rows]  # fmt: skip
    head = [
        "games", "cores", "games a block", "a block takes", "blocks", "counts.db",
        "scheduler or client busy", "core hours", "time",
    ]  # fmt: skip
    return f"""# What games cost

Made by `./scripts/scale` on {cores()} cores ({platform.machine()}, {_processor()}),
Python {found["python"]}, numba {found.get("numba", "?")}, engine {signature()}.

## Measured

Throughput is the best of several stretches of four seconds; loading is processor time. The load
average, which tells whether anything else ran, was {os.getloadavg()[2]:.1f} over the last quarter of
an hour.

{table(["what", "where", "value", "unit"], measured)}

## Worked out

For one cell of {CELLS[0][0]} with the policy {CELLS[0][1]}, on cores like these.
A block is as long as a run makes it by itself, or longer where scheduler and client would else be
busy for more than half of their time: then `block_matches` in the study says so. Several clusters
can share the work by `--part`; `daihinmin merge` adds their results.

{table(head, cost(rows))}

Cores multiply the speed as far as was measured: blocks know nothing of each other, and the only
thing they share is the scheduler and the client that stores them, whose load a block is above.
"""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"


def main() -> None:
    """Measure, and write the two files."""
    out = Path(sys.argv[1])
    rows: list[Row] = []
    for part in (throughput, scheduler_load, storage, loading):
        for row in part():
            print(f"{row.what}: {row.where}: {row.value:,.2f} {row.unit}", flush=True)
            rows.append(row)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "measured.csv", "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["what", "where", "value", "unit"])
        writer.writerows([r.what, r.where, f"{r.value:.6g}", r.unit] for r in rows)
    (out / "README.md").write_text(report(rows), encoding="utf-8")
    print(f"written to {out}")


if __name__ == "__main__":
    main()
