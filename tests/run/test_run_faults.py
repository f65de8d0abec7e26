"""Processes killed, disks full, files damaged: nothing finished is lost, nothing counted twice."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import fake
import pytest
from helpers import (
    ENVIRONMENT,
    SMALL,
    block_rows,
    command,
    expected,
    finish,
    start,
    totals,
    wait_for_blocks,
)

from sim.errors import InputError
from sim.run.errors import StoreError
from sim.run.lock import LOCK_NAME, WriterLock
from sim.run.recover import repair
from sim.run.runner import Order, run_study
from sim.run.store import Store
from sim.run.study import load_study

SLOW = ("--seconds", "0.02")
"""Forty-eight blocks then take half a second on two threads."""


def test_twenty_kills_at_random_moments_change_nothing(small: Path, tmp_path: Path) -> None:
    out, rng = tmp_path / "out", random.Random(5)
    small.write_text(small.read_text().replace("games = 600", "games = 20_000"))
    stored = set()
    for _ in range(20):
        process = start(small, out, *SLOW)
        assert process.stderr is not None
        assert "4 cells" in process.stderr.readline(), "it has begun to play"
        time.sleep(0.5 * rng.random())
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        before, stored = stored, set(block_rows(out))
        assert before <= stored, "what was stored stays as it was"
    assert 0 < len(stored) < 1600
    result = finish(small, out)
    assert result.returncode == 0, result.stderr
    assert totals(out) == expected(small)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_soon_and_keeps_what_was_finished(
    small: Path, tmp_path: Path, number: int
) -> None:
    out = tmp_path / "out"
    small.write_text(small.read_text().replace("games = 600", "games = 60_000"))
    process = start(small, out, *SLOW)
    wait_for_blocks(out, process)
    process.send_signal(number)
    asked = time.monotonic()
    output, errors = process.communicate(timeout=20)
    assert time.monotonic() - asked < 2.5
    assert process.returncode == 130, errors
    assert '"stopped": true' in output
    assert block_rows(out)
    assert not (out / LOCK_NAME).exists()
    small.write_text(small.read_text().replace("games = 60_000", "games = 600"))
    assert finish(small, out).returncode == 0


def test_a_second_writer_is_refused_and_told_who_writes(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = start(small, out, "--seconds", "0.2")
    wait_for_blocks(out, first)
    second = finish(small, out)
    assert second.returncode == 2
    assert f"process {first.pid} on " in second.stderr
    assert second.stderr.count("\n") == 1
    assert first.poll() is None
    first.kill()
    first.communicate()
    assert (out / LOCK_NAME).exists(), "a killed process leaves the file behind"
    third = finish(small, out)
    assert third.returncode == 0, third.stderr
    assert totals(out) == expected(small)


def test_a_lock_is_free_again_after_use(tmp_path: Path) -> None:
    with WriterLock(tmp_path):
        with pytest.raises(InputError, match=f"process {os.getpid()}"), WriterLock(tmp_path):
            pass
        assert (tmp_path / LOCK_NAME).exists()
    with WriterLock(tmp_path):
        pass
    assert not list(tmp_path.iterdir())


def limited(size: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The harness with files limited to ``size`` bytes, as on a disk that is full."""
    code = (
        "import resource, runpy, sys; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); "
        "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=ENVIRONMENT,
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_full_disk_is_named_and_finished_blocks_are_kept(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    small.write_text(small.read_text().replace("games = 600", "games = 20_000"))
    result = limited(300_000, *command(small, out, "--seconds", "0.002")[1:])
    assert result.returncode == 1, result.stderr
    assert "counts.db" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr
    kept = set(block_rows(out))
    assert kept
    result = finish(small, out)
    assert result.returncode == 0, result.stderr
    assert kept <= set(block_rows(out))
    assert totals(out) == expected(small)


def test_a_disk_full_from_the_start_leaves_nothing(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = limited(8_000, *command(small, out)[1:])
    assert result.returncode == 1, result.stderr
    assert "Traceback" not in result.stderr
    assert not out.exists()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a finished run, to copy and damage, beside its study."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "small.toml").write_text(SMALL)
    assert finish(folder / "small.toml", folder / "out").returncode == 0
    return folder


def test_a_truncated_file_is_found_and_repaired(finished: Path, tmp_path: Path) -> None:
    for share in (0.97, 0.7, 0.4):
        out = tmp_path / str(share)
        shutil.copytree(finished / "out", out)
        size = (out / "counts.db").stat().st_size
        os.truncate(out / "counts.db", int(size * share))
        result = finish(finished / "small.toml", out)
        assert result.returncode == 1
        assert "damaged" in result.stderr and "--repair" in result.stderr, result.stderr
        result = finish(finished / "small.toml", out, "--repair")
        assert result.returncode == 0, result.stderr
        assert totals(out) == totals(finished / "out")
        assert "recovered" in result.stderr
        assert [p.name for p in out.glob("*damaged*")] == ["counts.damaged-1.db"]


def test_flipped_bits_are_found_or_harmless_and_repaired(finished: Path, tmp_path: Path) -> None:
    """A bit at many places: the run reports the damage or its counts are right; then a repair."""
    rng = random.Random(3)
    original = (finished / "out" / "counts.db").read_bytes()
    used = [at for at, byte in enumerate(original) if byte]
    want = totals(finished / "out")
    found = recovered = 0
    for number in range(60):
        out = tmp_path / str(number)
        out.mkdir()
        data = bytearray(original)
        at = rng.randrange(100) if number < 10 else rng.choice(used)
        data[at] ^= 1 << rng.randrange(8)
        path = out / "counts.db"
        path.write_bytes(data)
        (out / "study.toml").write_bytes((finished / "out" / "study.toml").read_bytes())
        try:
            with Store.open(path) as store:
                store.studies()
                for task in store.tasks():
                    store.check(task)
            assert totals(out) == want, f"byte {at}"
        except StoreError as error:
            assert "counts.db" in str(error)
            found += 1
            done = repair(path)
            assert done is not None
            recovered += done.blocks
            with Store.open(path) as store:
                assert set(store.tasks()) <= set(want)
            known = set(block_rows(finished / "out"))
            assert set(block_rows(out)) <= known
    assert found > 20
    assert recovered > found * 30, "nearly all of the 48 blocks are whole"


def test_a_damaged_run_goes_on_after_repair(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(finished / "out", out)
    data = bytearray((out / "counts.db").read_bytes())
    at = data.index(b"\x1f\x8b") if b"\x1f\x8b" in data else len(data) - 700
    data[at] ^= 8
    data[len(data) // 2] ^= 1
    (out / "counts.db").write_bytes(data)
    assert finish(finished / "small.toml", out, "--repair").returncode == 0
    assert totals(out) == totals(finished / "out")
    again = finish(finished / "small.toml", out, "--repair")
    assert "nothing to repair" in again.stderr


def test_a_file_without_anything_of_ours_is_not_repaired(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "counts.db").write_bytes(os.urandom(100_000))
    before = (tmp_path / "counts.db").read_bytes()
    result = finish(finished / "small.toml", tmp_path, "--repair")
    assert result.returncode == 1
    assert "nothing in it can be recovered" in result.stderr
    assert (tmp_path / "counts.db").read_bytes() == before


def as_nobody(call: Callable[[], str]) -> str:
    """What ``call`` returns without the right to write anywhere, which root always has."""
    if os.geteuid() != 0:
        return call()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writing, call().encode())
        except BaseException as error:
            os.write(writing, repr(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_read_only_directory_is_refused_but_can_be_read(finished: Path, tmp_path: Path) -> None:
    out, study = tmp_path / "out", tmp_path / "small.toml"
    shutil.copytree(finished / "out", out)
    shutil.copy(finished / "small.toml", study)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder.parent != folder:
            folder.chmod(folder.stat().st_mode | 0o055)
    out.chmod(0o555)
    (out / "counts.db").chmod(0o444)
    tmp_path.chmod(0o555)
    loaded = load_study(str(study))
    totals(out)  # imports what another user may have no right to import

    def attempt() -> str:
        said = [str(len(totals(out)))]
        for target in (out, tmp_path / "new"):
            try:
                run_study(loaded, target, Order(play=fake.play))
            except InputError as error:
                said.append(str(error))
        return "\n".join(said)

    try:
        read, first, second = as_nobody(attempt).split("\n")
    finally:
        tmp_path.chmod(0o755)
        out.chmod(0o755)
    assert read == "4"
    assert f"{out} cannot be written" in first
    assert f"{tmp_path} cannot be written" in second
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "small.toml"]


def test_memory_stays_flat_over_thousands_of_blocks(small: Path, tmp_path: Path) -> None:
    """A soak in miniature: ten times the blocks take no more memory to speak of."""
    used = []
    for games in (2_000, 20_000):
        code = (
            "import resource, runpy, sys; sys.argv = sys.argv[1:]\n"
            "try: runpy.run_path(sys.argv[0], run_name='__main__')\n"
            "except SystemExit: pass\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        name = str(tmp_path / str(games))
        result = subprocess.run(
            [sys.executable, "-c", code, *command(small, Path(name), "--games", str(games))[1:]],
            env=ENVIRONMENT,
            text=True,
            capture_output=True,
            check=True,
        )
        used.append(int(result.stdout.split()[-1]))
    assert used[1] < 1.15 * used[0], used
