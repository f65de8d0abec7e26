"""Games from Python: the same counts whatever the threads and blocks, and no silent nonsense."""

from __future__ import annotations

import fake
import pytest

from sim.errors import InputError
from sim.rules import Rules, RulesError
from sim.simulation import simulate
from sim.task import Task


def test_counts_are_those_of_the_whole_task() -> None:
    rules = Rules.preset("league")
    task = Task(rules, ("lowest",) * 4, 5, 10)
    for threads, block in ((1, 1), (3, 7), (2, None), (None, 1000)):
        result = simulate(
            rules, games=595, match_games=10, seed=5, threads=threads,
            block_matches=block, play=fake.play,
        )  # fmt: skip
        assert result.task == task
        assert result.counts == fake.play(task, 0, 60)
        assert result.counts.games == 600, "whole matches"
        firsts = [first for first, _, _ in result.blocks]
        assert firsts == sorted(firsts)


def test_rules_may_be_text_and_policies_a_list() -> None:
    result = simulate(
        "headtohead:players=3", ["lowest", "random", "keeper"], games=1, play=fake.play
    )
    assert result.task.policies == ("lowest", "random", "keeper")
    assert simulate("league", "title:lowest,random", 1, play=fake.play).task.policies == (
        "title:lowest,random",
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "games=0"),
        ({"games": -5}, "games=-5: give a whole number of at least 1"),
        ({"games": 1.5}, "games=1.5"),
        ({"games": True}, "games=True"),
        ({"match_games": 0}, "match_games=0"),
        ({"threads": 0}, "threads=0"),
        ({"block_matches": -1}, "block_matches=-1"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**63}, "seed="),
        ({"policies": "cheat"}, "unknown policy 'cheat'"),
        ({"policies": ["lowest"] * 3}, "3 names for 4 people"),
    ],
)
def test_input_that_makes_no_sense_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        simulate("league", **{"play": fake.play, **wrong})  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="unknown preset"):
        simulate("nonsense", play=fake.play)


def test_the_name_means_the_function_however_often_it_is_imported() -> None:
    import sim
    import sim.simulation

    for _ in range(2):
        from sim import simulate as imported

        assert imported is sim.simulation.simulate
