"""A finished study answers again at once, but never with an answer that has become stale."""

from __future__ import annotations

from pathlib import Path

import fake
import pytest
from helpers import totals

from sim.run.answers import REPORT_NAME, remember, remembered
from sim.run.lock import WriterLock
from sim.run.runner import Order, run_study
from sim.run.study import load_study

ORDER = Order(threads=1, play=fake.play)


def test_an_answer_is_remembered_until_counts_or_code_change(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    run_study(load_study(str(small)), out, ORDER)
    assert remembered(out) is None
    remember(out, "yes, by 3 %")
    assert remembered(out) is None, "the report itself is not there"
    (out / REPORT_NAME).write_text("<p>yes")
    assert remembered(out) == "yes, by 3 %"
    run_study(load_study(str(small)), out, ORDER)
    assert remembered(out) == "yes, by 3 %"
    with monkeypatch.context() as patch:
        patch.setattr("sim.run.answers._code", lambda: "another analysis")
        assert remembered(out) is None
    run_study(load_study(str(small), games=700), out, ORDER)
    assert remembered(out) is None
    remember(out, "no")
    run_study(load_study(str(small), seed=77), out, ORDER)
    assert remembered(out) is None, "another study was asked last"


def test_remembering_gives_way_to_a_run(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_study(load_study(str(small)), out, ORDER)
    (out / REPORT_NAME).write_text("<p>yes")
    before = totals(out)
    with WriterLock(out):
        remember(out, "yes")
    assert remembered(out) is None
    assert totals(out) == before
