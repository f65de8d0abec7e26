"""Blocks played on a real Dask cluster of two workers, some of which are killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import ENVIRONMENT, expected, finish, start, totals, wait_for_blocks

pytest.importorskip("distributed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A scheduler and its workers, each a process of its own that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, port = folder, free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))

    def _start(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "dask",
                *arguments,
                "--no-dashboard",
                "--preload",
                "fake_worker",
            ],
            env={**ENVIRONMENT, **environment},
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self, seconds: str = "0.05", signature: str = "fake") -> None:
        self.workers.append(
            self._start(
                "worker", self.address, "--no-nanny", "--nthreads", "1",
                FAKE_SECONDS=seconds, FAKE_SIGNATURE=signature,
            )
        )  # fmt: skip

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.close()


def test_counts_equal_a_local_runs_though_a_worker_is_killed(
    cluster: Cluster, small: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        cluster.add_worker("0.1")
    process = start(small, out, "--scheduler", cluster.address)
    wait_for_blocks(out, process)
    cluster.workers[0].send_signal(signal.SIGKILL)
    output, errors = process.communicate(timeout=50)
    assert process.returncode == 0, errors
    assert totals(out) == expected(small), output
    local = tmp_path / "local"
    assert finish(small, local).returncode == 0
    assert totals(local) == totals(out)


def test_a_lost_scheduler_ends_the_run_which_then_goes_on(
    cluster: Cluster, small: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    cluster.add_worker("0.1")
    process = start(small, out, "--scheduler", cluster.address)
    wait_for_blocks(out, process)
    cluster.scheduler.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1, errors
    assert f"the scheduler at {cluster.address} is gone" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert totals(out)
    result = finish(small, out)
    assert result.returncode == 0, result.stderr
    assert totals(out) == expected(small)


def test_workers_with_another_engine_are_refused(
    cluster: Cluster, small: Path, tmp_path: Path
) -> None:
    cluster.add_worker(signature="other")
    result = finish(small, tmp_path / "out", "--scheduler", cluster.address)
    assert result.returncode == 2
    assert "plays with another engine" in result.stderr.splitlines()[-1]
    assert "'other'" in result.stderr and "'fake'" in result.stderr
    cluster.workers[0].kill()
    cluster.add_worker("0.2")
    process = start(small, tmp_path / "out", "--scheduler", cluster.address)
    wait_for_blocks(tmp_path / "out", process)
    cluster.add_worker(signature="other")
    _, errors = process.communicate(timeout=50)
    if process.returncode:  # the new worker came in time to be given a block
        assert "a worker that joined later plays with another engine" in errors
    assert finish(small, tmp_path / "out").returncode == 0
    assert totals(tmp_path / "out") == expected(small)


def test_a_scheduler_that_is_not_there_is_named(small: Path, tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    result = finish(small, tmp_path / "out", "--scheduler", address)
    assert result.returncode == 2
    assert f"--scheduler {address}: no scheduler answers there" in result.stderr
    assert result.stderr.count("\n") == 1
    nonsense = finish(small, tmp_path / "out", "--scheduler", "here")
    assert nonsense.returncode == 2 and "--scheduler here" in nonsense.stderr, nonsense.stderr
    assert os.listdir(tmp_path) == ["small.toml"]
