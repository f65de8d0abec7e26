"""What scripts/soak calls flat is flat, and what grows it calls growing."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("psutil")
PATH = Path(__file__).parent.parent / "scripts" / "soak.py"


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    spec = importlib.util.spec_from_file_location("soak", PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("leak", "word"), [(0.0, "flat"), (0.001, "flat"), (0.01, "GROWING")])
def test_growth_is_told_from_the_filling_of_caches(
    soak: ModuleType, leak: float, word: str
) -> None:
    samples = [
        soak.Sample(k, 100 * k, 10_000 * k, 200 + min(k, 8) + leak * 100 * k, 0.1 * k)
        for k in range(61)
    ]
    first, grown, per_thousand = soak.growth(samples)
    assert first == pytest.approx(208 + 1200 * leak)
    assert grown == pytest.approx(4800 * leak, abs=1e-6)
    assert per_thousand == pytest.approx(1000 * leak, abs=1e-6)
    assert f"Memory is {word}:" in soak.report(samples)


def test_blocks_are_played_stored_and_sampled_until_the_time_is_over(
    soak: ModuleType, tmp_path: Path
) -> None:
    samples = soak.soak(1.0, tmp_path)
    assert samples[-1].seconds >= 1 and samples[-1].blocks > 20
    assert all(a.blocks <= b.blocks for a, b in pairwise(samples))
    assert all(sample.resident > 50 for sample in samples)
