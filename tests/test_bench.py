"""The bench: what it measures, prints, keeps, draws and refuses; never how fast anything is."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from analysis.plots.costs import cost_chart
from analysis.plots.style import save_chart
from sim.bench import Measure, Row, grid, read_earlier, record, rows
from sim.bench.measure import measure
from sim.cli import main
from sim.engine import play_matches, signature
from sim.errors import InputError
from sim.rules import Rules
from sim.task import Task

KEYS = {
    "preset", "policy", "players", "hand_size", "threads", "games_per_second", "turns_per_second",
    "ns_per_turn", "turns_per_game", "signature",
}  # fmt: skip


def small(row: str = "daihinmin:lowest", threads: int = 1) -> Measure:
    return measure(rows([row], threads)[0], seconds=0.01, runs=2)


def test_a_measure_agrees_with_what_was_played() -> None:
    found = small()
    rules = Rules.preset("daihinmin")
    counts = play_matches(Task(rules, ("lowest",) * 4, 1, 100), 0, 2, by_list=True)
    assert found.legal_per_turn == pytest.approx(counts.legal / counts.turns, abs=0.01)
    assert found.turns_per_game == pytest.approx(counts.turns / counts.games, rel=0.05)
    assert found.ns_per_turn == pytest.approx(1e9 / found.turns_per_second, rel=0.05)
    assert found.signature == signature()
    assert found.peak_memory_mb > 20


def test_the_command_prints_a_list_of_objects() -> None:
    result = CliRunner().invoke(main, ["bench", "--only", "headtohead:lowest", "--json"])
    assert result.exit_code == 0, result.output
    (row,) = json.loads(result.stdout)
    assert set(row) >= KEYS
    assert (row["preset"], row["policy"], row["players"]) == ("headtohead", "lowest", 2)


def test_several_rows_may_follow_one_option_or_have_one_each(monkeypatch: Any) -> None:
    asked: list[str] = []

    def no_measure(row: Row) -> Measure:
        asked.append(f"{row.preset}:{row.policy}")
        return Measure(row.preset, row.policy, 5, "", "", 1, 1, 1, 1, 1, 1, 1, 1, "signed")

    monkeypatch.setattr("sim.bench.measure", no_measure)
    for given in (
        ["--only", "uec:random", "uec:lowest"],
        ["--only=uec:random", "--only=uec:lowest"],
    ):
        asked.clear()
        result = CliRunner().invoke(main, ["bench", *given, "--json"])
        assert result.exit_code == 0, result.output
        assert sorted(asked) == ["uec:lowest", "uec:random"]


def test_no_game_has_changed_since_the_last_measurement_on_record() -> None:
    """Who changes games on purpose records the speed anew, and with it the new signature."""
    names = re.compile(r"(\d{4}-\d\d-\d\d)-(\d+)")
    history = Path(__file__).parent.parent / "results" / "bench"
    files = sorted(history.glob("*.json"), key=lambda p: _by_date(names.fullmatch(p.stem)))
    figures = json.loads(files[-1].read_text(encoding="utf-8"))["figures"]
    assert {row["signature"] for row in figures} == {signature()}


def _by_date(found: re.Match[str] | None) -> tuple[str, int]:
    assert found, "a file of the history is named by its date and a number"
    return found[1], int(found[2])


def test_a_grid_has_each_point_once_and_deals_no_more_than_there_is() -> None:
    points = grid(1)
    assert len({row.preset for row in points}) == len(points) > 40
    for row in points:
        hands = int(row.rules.players) * int(row.rules.hand_size)
        assert hands <= 54 * int(row.rules.decks)


def test_history_is_added_to_and_compared_with(tmp_path: Path) -> None:
    found = small()
    first, second = record(tmp_path, [found], None), record(tmp_path, [found], {"cold_s": 1.0})
    assert first != second
    entry = json.loads(second.read_text())
    assert set(entry) == {"date", "commit", "machine", "start", "figures"}
    key = ("daihinmin", "lowest", 4, "11", 1)
    assert read_earlier(str(first)) == {key: found.games_per_second}
    plain = tmp_path / "list.json"
    plain.write_text(json.dumps([asdict(found)]))
    assert read_earlier(str(plain)) == read_earlier(str(first))


def test_the_chart_of_costs_has_a_panel_for_each_number_of_decks(tmp_path: Path) -> None:
    found = asdict(small())
    frame = pd.DataFrame(
        [
            {**found, "hand_size": size, "players": n, "decks": decks, "ns_per_turn": 10 + n}
            for size in ("5", "11")
            for n in (3, 4)
            for decks in ("1", "2")
        ]
    )
    images = save_chart(cost_chart(frame), tmp_path)
    assert "<svg" in images.wide
    assert {p.name for p in tmp_path.iterdir()} == {"costs.svg", "costs.png", "costs-phone.png"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--only", "uec"], "--only uec: give PRESET:POLICY"),
        (["--only", "nowhere:lowest"], "nowhere"),
        (["--only", "uec:nobody"], "nobody"),
        (["--grid", "--only", "uec:lowest"], "--grid and --only"),
        (["--chart", "x"], "--chart x: only with --grid"),
        (["--compare", "/nowhere.json"], "--compare /nowhere.json"),
    ],
)
def test_bad_input_is_told(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["bench", *arguments])
    assert result.exit_code == 2
    assert told in result.output


def test_a_history_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="--record"):
        record(tmp_path / "file", [], None)
