"""The commands run, status, merge and export: what they say and how they end."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import fake
import pytest
from click.testing import CliRunner, Result

from sim.cli.export import export
from sim.cli.merge import merge
from sim.cli.run import run
from sim.cli.status import status


@pytest.fixture(autouse=True)
def stand_in_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command plays with what ``sim.task`` finds, which is the stand-in; no report is made."""
    monkeypatch.setattr("sim.cli.run.write_report", lambda out: click.echo(f"report of {out}"))
    assert sys.modules["sim.engine"].signature() == fake.SIGNATURE


def call(command: click.Command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_a_run_ends_with_its_report_and_can_be_looked_at(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = call(run, small, "--out", out)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"report of {out}\n"
    assert "4 cells, 0 of 2,400 games" in result.stderr
    assert "played 2,400 games" in result.stderr
    result = call(run, small, "--out", out, "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    result = call(status, out)
    assert result.exit_code == 0
    assert "small: A small study" in result.stdout
    result = call(export, out)
    assert result.stdout.startswith("rules,policy,hand_size,task,seed,count,i,j,k,value\n")
    assert call(export, out, "-o", tmp_path / "t.csv").stdout == ""
    assert (tmp_path / "t.csv").exists()


def test_parts_are_merged_by_the_command(small: Path, tmp_path: Path) -> None:
    for k in (1, 2):
        assert call(run, small, "--out", tmp_path / str(k), "--part", f"{k}/2").exit_code == 0
    result = call(merge, tmp_path / "1", tmp_path / "2", "-o", tmp_path / "all")
    assert result.exit_code == 0, result.output
    assert "4 tasks, 48 blocks from 2 directories" in result.stdout
    result = call(run, small, "--out", tmp_path / "all")
    assert "played" not in result.stderr


def test_the_output_goes_to_results_by_default(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "report of results/small" in call(run, small).stdout
    assert (tmp_path / "results" / "small" / "counts.db").exists()


def test_precision_is_played_for(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = call(run, small, "--out", out, "--precision", 0.02, "--measure", "daifugo_repeat")
    assert result.exit_code == 0, result.output
    assert "4 cells have daifugo_repeat to ± 0.02" in call(status, out).stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--games", "0"], "--games 0: give a whole number of at least 1"),
        (["--games", "-1"], "--games -1"),
        (["--seed", "-1"], "--seed -1"),
        (["--threads", "0"], "--threads 0"),
        (["--precision", "0"], "--precision 0.0"),
        (["--measure", "luck"], "go with --precision"),
        (["--precision", "0.1", "--measure", "luck"], "luck: unknown; measures are"),
        (["--part", "3/2"], "--part 3/2"),
        (["--part", "1/2", "--precision", "0.1"], "--part"),
        (["--scheduler", "nowhere"], "--scheduler nowhere"),
        (["--scheduler", "tcp://a:1", "--threads", "2"], "--threads"),
        (["-r", "nonsense=1"], "unknown rule option 'nonsense'"),
        (["-r", "nonsense"], "key=value"),
        (["-r", "players=77"], "players=77"),
        (["-r", "sequence_climb=on"], "needs sequences"),
    ],
)
def test_bad_options_are_named_in_a_line_and_nothing_is_written(
    small: Path, tmp_path: Path, options: list[str], words: str
) -> None:
    result = call(run, small, "--out", tmp_path / "out", *options)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]


def test_other_bad_input_is_named_too(small: Path, tmp_path: Path) -> None:
    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "today.txt").write_text("rain")
    for command, arguments, words in (
        (run, ["karma"], "unknown study 'karma'; studies are"),
        (run, [small, "--out", tmp_path / "diary"], "holds something else"),
        (status, [tmp_path / "diary"], "holds no results"),
        (export, [tmp_path / "diary"], "holds no results"),
        (export, [tmp_path / "diary", "--format", "parquet"], "give a file with -o"),
        (merge, [tmp_path / "diary", "-o", tmp_path / "x"], "holds no results"),
    ):
        result = call(command, *arguments)
        assert result.exit_code == 2, result.output
        assert words in result.stderr
        assert "Traceback" not in result.output
    assert [path.name for path in (tmp_path / "diary").iterdir()] == ["today.txt"]


def test_a_fault_of_a_run_ends_with_one(small: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "counts.db").write_bytes(b"not a database at all" * 99)
    for command, arguments in (
        (run, [small, "--out", tmp_path / "out"]),
        (status, [tmp_path / "out"]),
    ):
        result = call(command, *arguments)
        assert result.exit_code == 1, result.output
        assert result.stderr.startswith("Error: ") and "counts.db" in result.stderr
