"""A cache directory that cannot be written: another is used, one line says so, and the engine works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from sim.rules import Rules
from sim.engine import jit
from sim.engine.count import card_price
record = Rules.preset("default", gambling="points").kernel()[0]
print(jit.CACHE)
print(*(int(card_price(record, bit)) for bit in (0, 51, 53)))
"""
"""Compiles one small function of the kernel, and calls it."""


def run(temporary: Path, **environment: str) -> tuple[Path, str]:
    """Where a fresh process keeps its cache, and what it says on standard error."""
    bare = {k: v for k, v in os.environ.items() if k not in ("DAIHINMIN_CACHE", "XDG_CACHE_HOME")}
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**bare, "TMPDIR": str(temporary), **environment},
        text=True,
        capture_output=True,
        timeout=120,
        check=True,
    )
    folder, prices = process.stdout.splitlines()
    assert prices == "3 15 20"
    return Path(folder), process.stderr


@pytest.mark.parametrize("variable", ["DAIHINMIN_CACHE", "XDG_CACHE_HOME"])
def test_a_cache_that_cannot_be_written_falls_back_to_a_temporary_one(
    tmp_path: Path, variable: str
) -> None:
    """A file stands where the directory should be, which stops even root."""
    wanted = tmp_path / "file"
    wanted.write_text("not a directory")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    folder, said = run(temporary, **{variable: str(wanted)})
    line = f"daihinmin: cannot write the cache {wanted}"
    assert said.startswith(line) and said.count("\n") == 1
    assert said.endswith(f"; using {folder} instead\n")
    assert folder.parent == temporary / f"daihinmin-{os.getuid()}"
    compiled = sorted(folder.rglob("*.nbc"))
    assert compiled, "the next process need not compile anew"
    again, _ = run(temporary, **{variable: str(wanted)})
    assert again == folder and sorted(folder.rglob("*.nbc")) == compiled


def test_a_temporary_directory_of_somebody_else_is_not_used(tmp_path: Path) -> None:
    """What lies in a cache is run, so one that others may write to is not trusted."""
    (tmp_path / "file").touch()
    open_to_all = tmp_path / f"daihinmin-{os.getuid()}"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    folder, said = run(tmp_path, DAIHINMIN_CACHE=str(tmp_path / "file"))
    assert folder.parent == tmp_path and folder.name.startswith("daihinmin-")
    assert folder != open_to_all and str(folder) in said
    assert not list(open_to_all.iterdir())


def test_a_cache_that_can_be_written_is_used_without_a_word(tmp_path: Path) -> None:
    folder, said = run(tmp_path, DAIHINMIN_CACHE=str(tmp_path / "mine"))
    assert folder.parent == tmp_path / "mine" and said == ""
