"""A soak: many blocks of the real engine through the real run loop, and memory over time.

    python scripts/soak.py MINUTES DIRECTORY

writes soak.csv and soak.md there, and ends with 1 if memory grew. Blocks are as short as can be, a
match each, because a run's memory could grow with its blocks and not with the games in them.
"""

from __future__ import annotations

import csv
import os
import platform
import signal
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil

from sim.engine import signature
from sim.run.plan import Job, automatic_block
from sim.run.pool import cores
from sim.run.progress import Silence
from sim.run.runner import Order, run_study
from sim.run.store import FILE_NAME, Store
from sim.run.study import load_study

RULES = ("daihinmin", "uec", "league", "kirakuken-full", "federation", "daihinmin-house")
POLICIES = ("lowest", "keeper", "random", "planner")
MATCH_GAMES = 100
SAMPLES = 60
WARM = 0.2
"""The first part, in which caches fill, tells nothing of growth."""
ALLOWED = 0.05
"""Growth, of what was resident after the warm part, that still counts as flat."""
BLOCKS_A_SECOND = 4000
"""More than any machine plays, per thread: what is wanted must not run out before the time."""

STUDY = """\
[study]
name = "soak"
title = "A soak"
question = "Does memory stay as it is?"
games = {games}
match_games = {match_games}
block_matches = 1
seed = 1

[vary]
rules = {rules}
policy = {policies}
"""


@dataclass(frozen=True)
class Sample:
    """At ``seconds`` after the first block: blocks and games played, memory and file in MB."""

    seconds: float
    blocks: int
    games: int
    resident: float
    stored: float


class Watch(Silence):
    """Counts blocks, samples memory, and presses Ctrl-C when the time is over."""

    def __init__(self, seconds: float, path: Path) -> None:
        self.seconds, self.path = seconds, path
        self.samples: list[Sample] = []
        self._blocks = self._games = 0
        self._began = 0.0
        self._process = psutil.Process()
        self._stopped = False

    def played(self, job: Job) -> None:
        """A block has been played."""
        self._began = self._began or time.monotonic()
        self._blocks += 1
        self._games += job.games

    def tick(self, played: int, wanted: int) -> None:
        """Called after every few blocks."""
        if not self._began or self._stopped:
            return
        now = time.monotonic() - self._began
        if now >= len(self.samples) * self.seconds / SAMPLES:
            resident = self._process.memory_info().rss / 1e6
            stored = self.path.stat().st_size / 1e6
            self.samples.append(Sample(now, self._blocks, self._games, resident, stored))
        if now >= self.seconds:
            self._stopped = True
            threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()


def soak(seconds: float, folder: Path) -> list[Sample]:
    """Play for so long; what was seen."""
    cells = len(RULES) * len(POLICIES)
    blocks = int(seconds * BLOCKS_A_SECOND * cores() / cells) + 1
    study = folder / "soak.toml"
    study.write_text(
        STUDY.format(
            games=blocks * MATCH_GAMES, match_games=MATCH_GAMES,
            rules=list(RULES), policies=list(POLICIES),
        ),
        encoding="utf-8",
    )  # fmt: skip
    out = folder / "out"
    watch = Watch(seconds, out / FILE_NAME)
    outcome = run_study(load_study(str(study)), out, Order(), watch)
    assert outcome.stopped, "there were blocks enough"
    with Store.open(out / FILE_NAME) as store:
        stored = sum(len(store.ranges(task)) for task in store.tasks())
    assert stored >= watch.samples[-1].blocks, "what was played is there"
    return watch.samples


def growth(samples: list[Sample]) -> tuple[float, float, float]:
    """After the warm part: MB resident at first, growth in MB by the line of least squares, and that
    line's MB per thousand blocks."""
    warm = [s for s in samples if s.seconds >= WARM * samples[-1].seconds]
    blocks = np.array([s.blocks for s in warm], float)
    resident = np.array([s.resident for s in warm])
    slope = float(np.polyfit(blocks, resident, 1)[0])
    return float(resident[0]), slope * float(blocks[-1] - blocks[0]), 1000 * slope


def report(samples: list[Sample]) -> str:
    """soak.md."""
    last = samples[-1]
    first, grown, per_thousand = growth(samples)
    usual = automatic_block(10**9 // MATCH_GAMES)
    hour = 3600 * last.games / last.seconds / (usual * MATCH_GAMES)
    rows = [samples[round(k * (len(samples) - 1) / 6)] for k in range(7)]
    table = "\n".join(
        f"| {s.seconds:,.0f} | {s.blocks:,} | {s.games:,} | {s.resident:,.0f} | {s.stored:,.0f} |"
        for s in rows
    )
    verdict = "flat" if grown <= ALLOWED * first else "GROWING"
    return f"""# A soak of {last.seconds / 60:.1f} minutes

Made by `./scripts/soak {last.seconds / 60:.3g}` on {cores()} cores ({platform.machine()}), Python
{platform.python_version()}, engine {signature()}: {len(RULES) * len(POLICIES)} cells
({", ".join(RULES)}; {", ".join(POLICIES)}), {cores()} threads, blocks of one match of {MATCH_GAMES}
games, stored as they come.

Memory is {verdict}: {first:,.0f} MB resident after the first fifth of the time, and from there
{grown:+.1f} MB by the line of least squares, {1000 * per_thousand:+.1f} kB per thousand blocks.

| seconds | blocks | games | resident, MB | counts.db, MB |
| --- | --- | --- | --- | --- |
{table}

It lasted {last.seconds / 60:.1f} minutes, not longer. What a run keeps could grow with its blocks, not
with the games in them, and blocks are usually longer: a run of 10^9 games makes blocks of
{usual * MATCH_GAMES:,} games, of which this machine plays about {hour:,.0f} in an hour; here were
{last.blocks:,}. Every sample is in `soak.csv`.
"""


def main() -> int:
    """Play, write, and say whether memory stayed as it was."""
    minutes, out = float(sys.argv[1]), Path(sys.argv[2])
    if not minutes > 0:
        print(f"Error: {sys.argv[1]} minutes: give more than none", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        samples = soak(60 * minutes, Path(folder))
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "soak.csv", "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["seconds", "blocks", "games", "resident_mb", "counts_db_mb"])
        writer.writerows(
            [f"{s.seconds:.1f}", s.blocks, s.games, f"{s.resident:.1f}", f"{s.stored:.1f}"]
            for s in samples
        )
    text = report(samples)
    (out / "soak.md").write_text(text, encoding="utf-8")
    print(text)
    first, grown, _ = growth(samples)
    return int(grown > ALLOWED * first)


if __name__ == "__main__":
    sys.exit(main())
