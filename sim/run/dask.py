"""Blocks played on a Dask cluster: the same blocks, the same counts, other machines.

The scheduler plays a block again when its worker is lost; a block that comes back is handed on
once. Every block says which task the worker took it for, so that a worker with another engine,
whenever it joined, is found before a count of its is stored.
"""

from __future__ import annotations

import logging
import queue
import re
import time
from contextlib import suppress
from typing import Any

from sim.counts import WIDTH
from sim.errors import InputError
from sim.run.codec import Matrix, pack, unpack
from sim.run.errors import RunError
from sim.run.plan import Job
from sim.task import Task, play

CONNECT_SECONDS = 5.0
WORKER_SECONDS = 60.0
"""How long a cluster may be without any worker before the run gives up."""
RETRIES = 3
"""How often a block is handed out anew after the scheduler has given it up."""


class OtherEngine(RuntimeError):
    """A worker whose engine plays other games than the client's."""


def worker_engine() -> dict[str, str]:
    """What a worker plays with: the engine's signature (compiled now if need be), versions."""
    from sim.engine import signature
    from sim.run.runner import versions

    return {"engine": signature(), "daihinmin": versions().get("daihinmin", "unknown")}


def play_block(task: Task, expected: str, first: int, matches: int) -> bytes:
    """On a worker: the packed counts of a block of the task whose id the client expects."""
    if task.id != expected:
        raise OtherEngine(str(worker_engine()))
    return pack(play(task, first, matches).vector)


class DaskPool:
    """A connection to a scheduler. Raises InputError if there is none or its workers do not fit."""

    def __init__(self, address: str) -> None:
        if not re.fullmatch(r"[a-z]+://.+:\d+", address):
            raise InputError(
                f"--scheduler {address}: give an address such as tcp://192.168.0.5:8786"
            )
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                f"--scheduler {address}: needs Dask; install it with: pip install 'daihinmin[dask]'"
            ) from None
        for name in list(logging.root.manager.loggerDict):
            if name.partition(".")[0] == "distributed":  # what it logs is said here in one line
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            make: Any = Client
            self._client: Any = make(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(
                f"--scheduler {address}: no scheduler answers there ({reason}); start one with "
                "'dask scheduler' and give its address, as in tcp://192.168.0.5:8786"
            ) from None
        self._jobs: dict[Any, tuple[Job, int]] = {}
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._threads = 0
        self._counted = -1e9
        self._alive = time.monotonic()
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def __str__(self) -> str:
        return f"{self._threads} threads of workers at {self.address}"

    def _check_workers(self) -> None:
        """Refuse workers that play other games, before any block is handed out."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_SECONDS / 2)
        except TimeoutError:
            raise InputError(
                f"--scheduler {self.address}: it has no workers; start some with "
                f"'dask worker {self.address}'"
            ) from None
        mine = worker_engine()
        try:
            found = self._client.run(worker_engine)
        except Exception as error:
            raise InputError(
                f"--scheduler {self.address}: a worker cannot load the program "
                f"({type(error).__name__}: {error}); install the same version on all machines"
            ) from None
        for worker, theirs in found.items():
            if theirs != mine:
                raise InputError(_differs(worker, theirs, mine))

    def room(self) -> int:
        """Two blocks for each thread of the workers that are there now."""
        if time.monotonic() - self._counted > 2.0:
            self._counted = time.monotonic()
            self._alert()
            with suppress(Exception):  # a scheduler that is gone is reported by get()
                self._threads = sum(self._client.ncores().values())
            if self._threads:
                self._alive = time.monotonic()
        return 2 * self._threads - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Hand a block to the scheduler."""
        self._submit(job, RETRIES)

    def _submit(self, job: Job, retries: int) -> None:
        cell = job.cell
        future = self._client.submit(
            play_block, cell.task, cell.id, job.first, job.matches, pure=False
        )
        self._jobs[future.key] = (job, retries)
        future.add_done_callback(self._ready.put)

    def get(self, timeout: float) -> tuple[Job, Matrix] | None:
        """A block that has been played, or None. Raises RunError if the cluster is lost."""
        try:
            future = self._ready.get(timeout=timeout) if timeout else self._ready.get_nowait()
        except queue.Empty:
            self._alert()
            return None
        job, retries = self._jobs.pop(future.key)
        status = future.status
        try:
            data = future.result(timeout=30) if status == "finished" else b""
        except Exception:  # the worker that held the counts is gone as well
            self._alert()
            status = "lost"
        if status == "finished":
            self._alive = time.monotonic()
            return job, unpack([data], WIDTH)[0]
        self._alert()
        if status == "error":
            error = future.exception()
            if type(error).__name__ == "OtherEngine":
                raise RunError(_differs("a worker that joined later", str(error), worker_engine()))
            if type(error).__name__ != "KilledWorker" or not retries:
                kind = type(error).__name__
                raise RunError(f"{job.cell.name}: a worker failed: {kind}: {error}")
        elif not retries:
            raise RunError(f"{job.cell.name}: the scheduler at {self.address} gave a block up")
        self._submit(job, retries - 1)
        return None

    def _alert(self) -> None:
        """Raise RunError if there is nobody left to wait for."""
        if self._client.status != "running":
            raise RunError(
                f"the scheduler at {self.address} is gone; finished blocks are stored, and the "
                "same command goes on from there"
            )
        if time.monotonic() - self._alive > WORKER_SECONDS and not self._threads:
            raise RunError(
                f"the scheduler at {self.address} has had no worker for {WORKER_SECONDS:.0f} s; "
                "finished blocks are stored, and the same command goes on from there"
            )

    def close(self) -> None:
        """Give up the blocks that are being played and leave the cluster to others."""
        self._jobs.clear()
        with suppress(Exception):
            self._client.close(timeout=3)


def _differs(worker: str, theirs: object, mine: object) -> str:
    return (
        f"{worker} plays with another engine: {theirs}, here {mine}; install the same version on "
        "all machines"
    )
