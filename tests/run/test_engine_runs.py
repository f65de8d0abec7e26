"""With the engine itself: counts depend neither on threads and blocks nor on who plays them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import ROOT, totals

from sim import simulate
from sim.run.plan import Part
from sim.run.runner import Order, run_study
from sim.run.study import load_study
from sim.task import play

REAL_ENGINE = True

STUDY = """\
[study]
name = "real"
title = "A few games"
question = "Are they always the same?"
games = 240
match_games = 12
seed = 8

[vary]
rules = ["daihinmin", "league", "uec"]
policy = ["lowest", "keeper"]
"""


@pytest.fixture
def study_file(tmp_path: Path) -> Path:
    path = tmp_path / "real.toml"
    path.write_text(STUDY)
    return path


def test_counts_of_a_study_depend_neither_on_threads_nor_on_blocks(
    study_file: Path, tmp_path: Path
) -> None:
    study = load_study(str(study_file))
    want = {c.task.id: [20, *play(c.task, 0, 20).vector.tolist()] for c in study.cells}
    for threads, block in ((1, 1), (2, 3), (2, 20)):
        out = tmp_path / f"{threads}-{block}"
        run_study(replace(study, block_matches=block), out, Order(threads=threads))
        assert totals(out) == want
    out = tmp_path / "bits"
    for games, part in ((50, Part()), (240, Part(1, 2)), (240, Part())):
        run_study(load_study(str(study_file), games=games), out, Order(threads=2, part=part))
    assert totals(out) == want


def test_simulate_gives_the_same_counts_on_one_thread_and_on_two() -> None:
    one = simulate("league", games=600, match_games=20, seed=3, threads=1, block_matches=4)
    two = simulate("league", games=600, match_games=20, seed=3, threads=2, block_matches=7)
    assert one.counts == two.counts
    assert one.counts.games == 600
    assert one.counts.transition.sum() == 4 * 30 * 19


def test_workers_of_a_cluster_play_the_same_games(study_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    code = (
        "import sys; from pathlib import Path; from distributed import LocalCluster\n"
        "from sim.run.dask import DaskPool; from sim.run.runner import Order, run_study\n"
        "from sim.run.study import load_study\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,\n"
        "                      processes=True) as cluster:\n"
        "        pool = lambda: DaskPool(cluster.scheduler_address)\n"
        "        run_study(load_study(sys.argv[1]), Path(sys.argv[2]), Order(pool=pool))\n"
    )
    script = tmp_path / "cluster.py"
    script.write_text(code)
    subprocess.run(
        [sys.executable, str(script), str(study_file), str(tmp_path / "cluster")],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
        check=True,
        capture_output=True,
        timeout=300,
    )
    run_study(load_study(str(study_file)), tmp_path / "local", Order(threads=2))
    assert totals(tmp_path / "cluster") == totals(tmp_path / "local")
