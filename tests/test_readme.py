"""The README does what it says: its Python runs, its commands run, its names exist."""

from __future__ import annotations

import json
import re
import shlex
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from sim.cli import COMMANDS, main
from sim.rules import BY_KEY, preset_names
from sim.run.study import load_study

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
FEW_GAMES = "1_000"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [
        line.partition("#")[0].strip() for block in blocks("sh") for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith("daihinmin ")]


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_of_the_readme_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = blocks("python")[number].replace("100_000", FEW_GAMES)
    exec(compile(code, f"README.md, Python block {number + 1}", "exec"), {})
    shown = capsys.readouterr().out
    for line in code.splitlines():
        wanted = re.search(r"\)\s+# ([\[\d].*)$", line)
        if wanted and line.startswith("print("):
            assert wanted[1] in shown.splitlines()


@pytest.mark.filterwarnings("default")  # of the report's libraries; its own tests are strict
def test_commands_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.toml").write_text(blocks("toml")[0], encoding="utf-8")
    Path("position.json").write_text(blocks("json")[0], encoding="utf-8")
    mine = next(block for block in blocks("python") if "@policy" in block)
    Path("mine.py").write_text(mine, encoding="utf-8")
    for line in commands():
        words = shlex.split(line)[1:]
        if words[:2] == ["run", "long-hands"]:  # a few minutes: only that it is a study
            assert load_study("long-hands").name == "long-hands"
            continue
        if words[0] in ("compare", "tournament"):
            words += ["--games", "500", "--threads", "1"]
        if words[0] == "run":
            words += ["--games", "500", "--quiet", "--threads", "1"]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, f"{line}\n{done.output}\n{done.exception!r}"
    assert Path("hands", "report.html").exists() and Path("hands.csv").stat().st_size > 0


def test_every_command_named_in_the_readme_exists() -> None:
    named = set(re.findall(r"daihinmin ([a-z]+)", "\n".join([*commands(), *inline_code()])))
    assert named <= set(COMMANDS)


def inline_code() -> list[str]:
    return re.findall(r"`([^`\n]+)`", TEXT)


def test_every_study_is_listed_with_its_question() -> None:
    folder = resources.files("sim") / "studies"
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            assert f"| `{name}` | {load_study(name).question} |" in TEXT


def test_presets_and_paths_named_in_the_readme_exist() -> None:
    assert set(preset_names()) - {"default"} <= set(inline_code())
    paths = [
        word for word in inline_code() if re.match(r"(sim|tests|analysis|scripts)[/\w.]*$", word)
    ]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_positions_of_the_readme_name_real_options() -> None:
    for block in blocks("json"):
        assert set(json.loads(block)["set"]) <= set(BY_KEY)
