"""What tests of runs share: running the harness as a process, and totals to compare."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}", "PYTHONWARNINGS": "ignore"}


SMALL = """\
[study]
name = "small"
title = "A small study"
question = "Are all blocks counted once?"
rules = "default"
games = 600
match_games = 10
block_matches = 5
seed = 3

[vary]
hand_size = [7, 9]
policy = ["lowest", ["keeper", "lowest", "lowest", "random"]]
"""


def command(study: Path, out: Path, *options: str) -> list[str]:
    """The command line of the harness."""
    return [sys.executable, str(HERE / "harness.py"), str(study), str(out), *options]


def start(study: Path, out: Path, *options: str) -> subprocess.Popen[str]:
    """The harness as a process that runs."""
    return subprocess.Popen(
        command(study, out, *options),
        env=ENVIRONMENT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(study: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The harness, run to its end."""
    return subprocess.run(
        command(study, out, *options),
        env=ENVIRONMENT,
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )


def totals(out: Path) -> dict[str, list[int]]:
    """The counts of each task that has any, and the matches they come from."""
    from sim.run.store import FILE_NAME, Store

    with Store.open(out / FILE_NAME) as store:
        return {
            task: [int(blocks.matches.sum()), *blocks.counts.sum(axis=0).tolist()]
            for task, blocks in store.load_blocks()
            if len(blocks.first)
        }


def expected(study: Path, games: int | None = None) -> dict[str, list[int]]:
    """What the totals of an undisturbed run are, computed without any run."""
    import fake

    from sim.run.study import load_study

    loaded = load_study(str(study), games=games)
    return {
        cell.task.id: [loaded.matches, *fake.play(cell.task, 0, loaded.matches).vector.tolist()]
        for cell in loaded.cells
    }


def block_rows(out: Path) -> list[tuple[str, int, int, bytes]]:
    """All blocks of a directory, sorted."""
    from sim.run.store import FILE_NAME, Store

    with Store.open(out / FILE_NAME) as store:
        return sorted(
            (task, first, n, np.asarray(row).tobytes())
            for task, blocks in store.load_blocks()
            for first, n, row in zip(
                blocks.first.tolist(), blocks.matches.tolist(), blocks.counts, strict=True
            )
        )


def wait_for_blocks(out: Path, process: subprocess.Popen[str]) -> None:
    """Return when the run has stored something."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            from sim.run.store import Store

            with Store.open(out / "counts.db") as store:
                if any(store.ranges(task) for task in store.tasks()):
                    return
        except Exception:
            pass
        time.sleep(0.02)
    process.kill()
    raise AssertionError(f"nothing was stored: {process.communicate()}")
