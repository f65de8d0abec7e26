"""Policies of users' own: played at full speed from a file or from Python, and told what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from sim import Rules, own, simulate
from sim.cli import main
from sim.counts import Counts
from sim.engine.match import play_block
from sim.engine.streams import below
from sim.errors import InputError
from sim.own import OwnPolicy, policy
from sim.own.compiled import ACTIONS_TYPE, VIEW_TYPE
from sim.policies.registry import policies_for
from sim.records import read
from sim.records.agreement import agreement
from sim.rules import preset_names
from sim.run.runner import Order, run_study
from sim.run.study import load_study
from sim.task import Task

HEAD = "from sim.own import *\n\n@policy\ndef clever(view, actions):\n"

LOWEST = '''
from sim.own import *

@helper
def cost_of(view, action):
    """What the policy ``lowest`` would rather not play costs more."""
    if is_pass(action):
        return 1 << 50
    if view.phase == EXCHANGE:
        weak = 12 - rank(action) if view.revolution else rank(action)
        return 8 * weak - suit(action) if rank(action) < 13 else 1000 - (action[1] >> 53)
    if kind(action) == GIVE:
        return 64 * strength(view, action) - view.counts[receiver(action)]
    if kind(action) == KIDNAP or kind(action) == DISCARD:
        return strength(view, action)
    cost = 16 * strength(view, action) + ((action[0] >> 28) & 15)
    if leads(view):
        return cost - (size(action) << 20) - ((1 << 30) if is_sequence(action) else 0)
    return cost if is_climb(action) else cost + size(action)

@policy
def copied(view, actions):
    best, least = 0, 1 << 60
    for i in range(len(actions)):
        cost = cost_of(view, actions[i])
        if cost < least:
            best, least = i, cost
    return best
'''


def write(folder: Path, body: str, head: str = HEAD) -> str:
    (folder / "mine.py").write_text(head + body, encoding="utf-8")
    return f"{folder}/mine.py:clever"


def comparable(counts: Counts) -> list[int]:
    """All counts but the number of legal actions, which not every policy needs to list."""
    return [int(x) for name in counts.record.dtype.names or () if name != "legal"
            for x in np.ravel(counts.record[name])]  # fmt: skip


@pytest.mark.parametrize("preset", preset_names())
def test_a_policy_can_be_written_that_plays_as_lowest_does(preset: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LOWEST, encoding="utf-8")
    mine = simulate(preset, f"{tmp_path}/mine.py:copied", 300, seed=4)
    assert comparable(mine.counts) == comparable(simulate(preset, "lowest", 300, seed=4).counts)


def test_it_is_played_without_compiling_the_kernel_again(tmp_path: Path) -> None:
    simulate("uec", "lowest", 100, threads=1)
    compiled, missed = len(play_block.overloads), dict(play_block.stats.cache_misses)
    simulate("uec", write(tmp_path, "    return len(actions) - 1\n"), 100, threads=1)
    assert len(play_block.overloads) == compiled
    assert dict(play_block.stats.cache_misses) == missed


def test_threads_and_mixtures_change_nothing(tmp_path: Path) -> None:
    name = write(tmp_path, "    return draw(view, len(actions))\n")
    one = simulate("league", name, 3_000, threads=1).counts
    assert one == simulate("league", name, 3_000, threads=2).counts
    assert one != simulate("league", name, 3_000, seed=1).counts
    for value in (f"careless:0.5:{name}", f"title:{name},lowest", [name, *["lowest"] * 3]):
        assert simulate("league", value, 300).counts.games == 300


@policy
def last(view: Any, actions: Any) -> Any:
    """The last action of the list."""
    return len(actions) - 1


def test_a_decorated_function_is_a_policy_in_python() -> None:
    played = simulate("uec", last, 200)
    assert played.task.policies == (str(last),) * 5
    assert str(last).startswith("test_own.py:last@")
    mixed = simulate("uec", [last, "lowest", "keeper", f"careless:0.2:{last}", "random"], 200)
    assert mixed.counts.games == 200
    assert last(None, [1, 2, 3]) == 2


def test_a_function_without_a_file_is_one_too() -> None:
    names: dict[str, Any] = {}
    exec(compile(HEAD + "    return 0\n", "<typed>", "exec"), names)
    assert simulate("uec", names["clever"], 100).counts.games == 100
    assert str(names["clever"]).startswith("session.py:clever@")


def test_an_edited_policy_is_another_task(tmp_path: Path) -> None:
    rules = Rules.preset("uec")
    first = Task(rules, policies_for(write(tmp_path, "    return 0\n"), rules))
    again = Task(rules, policies_for(write(tmp_path, "    return 0\n"), rules))
    other = Task(rules, policies_for(write(tmp_path, "    return 1\n"), rules))
    assert first.id == again.id != other.id
    assert simulate(rules, first.policies, 50).counts != simulate(rules, other.policies, 50).counts


def test_studies_take_it_and_clusters_do_not(tmp_path: Path) -> None:
    name = write(tmp_path, "    return 0\n")
    (tmp_path / "study.toml").write_text(
        '[study]\nname = "own"\ntitle = "t"\nquestion = "q?"\ngames = 40\nmatch_games = 20\n'
        f'[vary]\nrules = "uec"\npolicy = ["{name}", "lowest"]\n',
        encoding="utf-8",
    )
    study = load_study(str(tmp_path / "study.toml"))
    assert run_study(study, tmp_path / "out", Order(threads=1)).games == 80
    assert run_study(study, tmp_path / "out", Order(threads=1)).games == 0
    write(tmp_path, "    return 1\n")
    edited = load_study(str(tmp_path / "study.toml"))
    assert run_study(edited, tmp_path / "new", Order(threads=1)).games == 80
    with pytest.raises(InputError, match="not on the workers of a cluster"):
        run_study(study, tmp_path / "far", Order(pool=lambda: pytest.fail("connected")))


FAULTS = [
    ("    return 99\n", "mine.py:clever: it chose action 99 of"),
    ("    return -1\n", "mine.py:clever: it chose action -1 of"),
    ("    return view.hand[len(actions) + 40]\n", "mine.py:clever, line 5: IndexError"),
    ("    x = 0\n    return 7 // x\n", "mine.py:clever, line 6: ZeroDivisionError"),
    (
        "    if view.seat < 9:\n        raise ValueError('?')\n    return 0\n",
        "line 6: ValueError: ?",
    ),
    ("    if view.phase == EXCHANGE:\n        return 77\n    return 0\n", "it chose action 77 of"),
    ("    return 0.5\n", "it returns float64; a policy returns an integer"),
    ("    return view.seat == 1\n", "it returns bool"),
    ("    pass\n", "it returns nothing"),
    ("    if view.seat == 1:\n        return 0\n", "it returns"),
    (
        "    return view.hands\n",
        "mine.py:clever: the view has no 'hands'",
    ),
    ("    actions[0, 0] = 3\n    return 0\n", "line 5: the actions are to be read only"),
    ("    return other(view)\n\ndef other(view):\n    return 0\n", "with @helper"),
    ("    return (\n", "line 5: '(' was never closed"),
]


@pytest.mark.parametrize(("body", "message"), FAULTS)
def test_a_mistake_is_told_with_file_function_and_what_is_wrong(
    body: str, message: str, tmp_path: Path
) -> None:
    for command in (["watch", "--rules", "uec"], ["compare", "uec", "uec", "--games", "200"]):
        arguments = [*command, "--policies", write(tmp_path, body)]
        done = CliRunner().invoke(main, arguments + (["--game", "2"] if "watch" in command else []))
        assert done.exit_code == 2, done.output
        assert message in done.output and "mine.py" in done.output
        assert len(done.output.splitlines()) <= 2


@pytest.mark.parametrize(
    ("name", "head", "message"),
    [
        ("clever", "def clever(view, actions):\n", "is not decorated with @policy: clever"),
        ("clever", "import nowhere\n" + HEAD, "line 1: ModuleNotFoundError"),
        ("clever", "import sys\nsys.exit(3)\n" + HEAD, "line 2: SystemExit: 3"),
        ("clever", HEAD.replace("(view, actions)", "(view)"), "takes the view and the actions"),
        ("other", HEAD, "is not there: other; its policies are clever"),
    ],
)
def test_what_is_no_policy_is_told(name: str, head: str, message: str, tmp_path: Path) -> None:
    place = write(tmp_path, "    return 0\n", head).replace("clever", name)
    with pytest.raises(InputError, match=message):
        policies_for(place, Rules.preset("uec"))


def test_a_missing_file_is_told() -> None:
    with pytest.raises(InputError, match=r"nowhere\.py cannot be read"):
        policies_for("nowhere.py:clever", Rules.preset("uec"))
    with pytest.raises(InputError, match=r"FILE\.py:NAME"):
        policies_for("clever", Rules.preset("uec"))


def test_only_functions_are_decorated() -> None:
    with pytest.raises(InputError, match="is not a function"):
        policy(3)  # type: ignore[arg-type]
    assert isinstance(last, OwnPolicy)


ASKED = ("kind", "is_pass", "is_sequence", "is_climb", "size", "rank", "suit", "jokers", "receiver")
SEEN = ("strength", "finishes")


@pytest.mark.parametrize("name", ASKED + SEEN)
def test_helpers_say_the_same_in_python_and_compiled(name: str) -> None:
    helper, sees = getattr(own, name), name in SEEN
    if sees:
        compiled = numba.njit(lambda view, actions, i: helper(view, actions[i]))
    else:
        compiled = numba.njit(lambda view, actions, i: helper(actions[i]))
    seen = 0
    for view, actions in questions():
        for i, action in enumerate(actions):
            plain = helper(view, action) if sees else helper(action)
            assert int(plain) == int(compiled(view, actions, i))
            seen += 1
    assert seen > 100


def questions() -> list[tuple[Any, Any]]:
    """Views and lists of actions of some positions, melds of all kinds among them."""
    from sim.position import Position
    from sim.scenario import start

    found = []
    rules = {"players": 3, "seven_pass": "any", "stepped_sequences": "on", "prime_sequences": "on",
             "multiple_sequences": "on", "sequence_copies": 3, "sequence_climb": "on"}  # fmt: skip
    hands = ["S3 S4 S5 S6 S7 D7 H7 H8 JK JK", "C4 C6 C8 C10 S8 S9 S10", "D5 D6 H9 S2 DA"]
    for lead in range(3):
        for reverse in (0, 1):
            game: Position = start(
                {
                    "rules": "league",
                    "set": rules,
                    "hands": hands,
                    "lead": lead,
                    "revolution": reverse,
                }
            )
            view = np.zeros(1, own.VIEW)
            view["reversed"], view["seat"] = reverse, lead
            view["counts"][0, :3] = game.table["counts"][:3]
            view["rank_strength"][0] = [24 - 2 * k if reverse else 2 * k for k in range(13)] + [26]
            found.append((view.view(np.recarray)[0], game.rows()))
    return found


def test_random_numbers_are_those_of_the_kernel() -> None:
    view = np.zeros(1, own.VIEW).view(np.recarray)[0]
    view.stream[0], stream = 12345, np.array([12345], np.int64)

    @numba.njit
    def compiled(stream: Any) -> Any:
        return below(stream, 1000)

    assert [own.draw(view, 1000) for _ in range(50)] == [compiled(stream) for _ in range(50)]
    assert view.stream[0] == stream[0]


def test_the_types_of_the_call_are_those_of_the_kernel() -> None:
    assert VIEW_TYPE.size == own.VIEW.itemsize
    assert not ACTIONS_TYPE.mutable


LOG = Path(__file__).resolve().parents[3] / "shared" / "logs" / "uec-standard-250.dat"


@pytest.mark.skipif(not LOG.exists(), reason="the recorded games are not here")
def test_it_is_asked_about_recorded_games(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LOWEST, encoding="utf-8")
    games = read(LOG)[:10]
    mine, other = agreement(f"{tmp_path}/mine.py:copied", games), agreement("lowest", games)
    assert (mine.choices, mine.alike) == (other.choices, other.alike)
    assert (mine.returns, mine.returns_alike) == (other.returns, other.returns_alike) != (0, 0)
    with pytest.raises(InputError, match="it chose action 77 of"):
        agreement(write(tmp_path, "    return 77\n"), games)
