"""Where blocks are played: threads of this process (the kernel releases the GIL)."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from typing import Protocol

from sim.counts import Counts
from sim.errors import InputError
from sim.run.codec import Matrix
from sim.run.errors import RunError
from sim.run.plan import Job
from sim.task import Task

Play = Callable[[Task, int, int], Counts]
"""``sim.task.play``: the counts of some matches of a task, always the same ones."""


class Pool(Protocol):
    """Plays blocks in any order. At most ``room()`` further ones may be handed to it now."""

    def room(self) -> int:
        """How many blocks may be submitted now."""

    def submit(self, job: Job) -> None:
        """Begin to play a block, now or soon."""

    def get(self, timeout: float) -> tuple[Job, Matrix] | None:
        """A block that has been played, or None after ``timeout`` seconds. Raises RunError."""

    def close(self) -> None:
        """Hand out no more blocks; those being played are given up."""

    def __str__(self) -> str:
        """What plays, in words."""


def cores() -> int:
    """The processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class ThreadPool:
    """Daemon threads: a program that ends does not wait for the blocks that they are playing."""

    def __init__(self, play: Play, threads: int | None = None) -> None:
        self.threads = threads or cores()
        self.open = 0
        self._play = play
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[Job, Counts | BaseException]] = queue.SimpleQueue()
        for number in range(self.threads):
            threading.Thread(target=self._work, name=f"play-{number}", daemon=True).start()

    def __str__(self) -> str:
        return f"{self.threads} thread{'s' if self.threads > 1 else ''}"

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._results.put((job, self._play(job.cell.task, job.first, job.matches)))
            except BaseException as error:
                self._results.put((job, error))

    def room(self) -> int:
        """Two blocks a thread: one being played, one waiting."""
        return 2 * self.threads - self.open

    def submit(self, job: Job) -> None:
        """Queue a block."""
        self.open += 1
        self._jobs.put(job)

    def get(self, timeout: float) -> tuple[Job, Matrix] | None:
        """A block that has been played, or None. Raises RunError if playing it failed."""
        try:
            job, result = (
                self._results.get(timeout=timeout) if timeout else self._results.get_nowait()
            )
        except queue.Empty:
            return None
        self.open -= 1
        if isinstance(result, InputError):  # a fault of a user's own policy
            raise result
        if isinstance(result, BaseException):
            raise RunError(
                f"{job.cell.name}: playing matches {job.first} to {job.first + job.matches - 1} "
                f"(seed {job.cell.task.seed}) failed: {result}"
            ) from result
        return job, result.vector

    def close(self) -> None:
        """Let the threads end after the block that each is playing."""
        try:
            while True:
                self._jobs.get_nowait()
        except queue.Empty:
            for _ in range(self.threads):
                self._jobs.put(None)
