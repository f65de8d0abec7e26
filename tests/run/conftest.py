"""Runs are tested with a stand-in for the engine: what matters here is what happens to counts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture(autouse=True)
def stand_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in takes the engine's place in this process for one test.

    A module with ``REAL_ENGINE = True`` does without it.
    """
    if getattr(request.module, "REAL_ENGINE", False):
        return
    import fake

    before = sys.modules.get("sim.engine")
    fake.install()
    module = sys.modules["sim.engine"]
    if before is None:
        del sys.modules["sim.engine"]
    else:
        sys.modules["sim.engine"] = before
    monkeypatch.setitem(sys.modules, "sim.engine", module)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The file of a study of four cells, twelve blocks each."""
    from helpers import SMALL

    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path
