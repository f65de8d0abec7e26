"""What a policy of a user's own is told: the truth, and all that a player may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim import own
from sim.notation import cards_of
from sim.policies.registry import policies_for
from sim.rules import Rules
from sim.rules.table import OPTIONS
from sim.task import Task
from sim.watch.game import _Driver

SOURCE = """
from sim.own import draw, policy

@policy
def any_of_them(view, actions):
    return draw(view, len(actions))
"""


def asked(folder: Path, preset: str, games: int) -> list[tuple[_Driver, Any, Any]]:
    """Driver, table before, and view, for every question in some games of one match."""
    (folder / "mine.py").write_text(SOURCE, encoding="utf-8")
    rules = Rules.preset(preset)
    names = policies_for(f"{folder}/mine.py:any_of_them", rules)
    driver, found = _Driver(Task(rules, names, 3, games), 0), []
    for game in range(games):
        driver.begin(game)
        while not driver.over:
            table, record = driver.table.copy()[0], driver.lineup.records[0]
            record["n"] = 0
            driver.step()
            if record["n"]:
                view = np.array([record["sight"]], own.VIEW).view(np.recarray)[0]
                found.append((driver, table, (view, driver.match.copy()[0])))
        driver.end(game)
    return found


@pytest.mark.parametrize("preset", ["uec", "kirakuken-full", "federation"])
def test_the_view_is_the_table_as_the_seat_to_act_sees_it(preset: str, tmp_path: Path) -> None:
    questions = asked(tmp_path, preset, 3)
    assert len(questions) > 100
    for driver, table, (view, match) in questions:
        seat, n = int(table["seat"]), int(table["players"])
        assert (view.seat, view.players, view.phase) == (seat, n, table["phase"])
        assert (view.hand == table["hands"][seat]).all()
        assert (view.counts[:n] == table["counts"][:n]).all() and not view.counts[n:].any()
        for name in ("field", "played"):
            assert (getattr(view, name) == table[name]).all()
        for name in ("owner", "passed", "locked", "playing", "revolution", "back", "lock", "tricks",
                     "lock_suits", "number", "parity", "gifts", "discards", "fallen"):  # fmt: skip
            assert getattr(view, name) == table[name]
        assert view.reversed == table["revolution"] ^ table["back"]
        out = [int(s) for s in table["clean"][: table["clean_count"]]]
        assert [s for s in view.clean if s >= 0] == out
        title = [
            int(match["titles"][:n].tolist().index(s)) if match["titled"] else -1 for s in range(n)
        ]
        assert view.title[:n].tolist() == title and (view.title[n:] == -1).all()
        for option in OPTIONS:
            assert np.array_equal(view.rules[option.key], driver.now[0][option.key])


@pytest.mark.parametrize("preset", ["uec", "kirakuken-full", "federation"])
def test_cards_that_are_known_are_where_they_are_said_to_be(preset: str, tmp_path: Path) -> None:
    """Tributes, what was given back, gifts; and unseen cards count what others may hold."""
    known = 0
    for _, table, (view, _) in asked(tmp_path, preset, 3):
        for other in range(view.players):
            there = cards_of(table["hands"][other])
            for card in cards_of(view.known[other]):
                assert other != view.seat
                there.remove(card)
                known += 1
        for rank in range(14):
            held = sum(
                int(own.count_rank(table["hands"][other], rank))
                for other in range(view.players)
                if other != view.seat
            )
            assert own.unseen(view, rank) >= held
    assert known > 20


def test_the_strength_of_ranks_is_that_in_force(tmp_path: Path) -> None:
    seen = set()
    for _, _, (view, _) in asked(tmp_path, "kirakuken-full", 4):
        ranks = [24 - 2 * k if view.reversed else 2 * k for k in range(13)]
        assert view.rank_strength[:13].tolist() == ranks
        assert view.rank_strength[13] in (1, 26)
        seen.add(int(view.reversed))
    assert seen == {0, 1}
