"""The kernel with every index checked: no policy and no preset reads or writes beyond an array.

numba checks indices only when asked to (``NUMBA_BOUNDSCHECK=1``), and what it compiles then goes into a
cache of its own: about 40 s for a new version of the kernel, nothing after that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from sim.engine import play_matches
from sim.engine.jit import CACHE, entry
from sim.rules import Rules, preset_names
from sim.task import Task

POLICIES = ("random", "lowest", "keeper", "uec-standard", "planner", "tuned", "careless:0.3:keeper")
RULES = (
    *preset_names(),
    "daihinmin:hand_size=25,decks=2",
    "federation:players=8,decks=3",
    "league:sit_out=on",
)
ROOT = Path(__file__).parent.parent


def counted(by_list: bool) -> dict[str, list[int]]:
    """The counts of a few games of each policy under each rule set that it can play."""
    found = {}
    for text in RULES:
        rules = Rules.parse(text)
        people = int(rules.players) + (rules.sit_out == "on")
        for policy in POLICIES:
            task = Task(rules, (policy,) * people, 20261130, 4)
            record = play_matches(task, 0, 2, by_list).record.copy()
            record["legal"] = 0
            vector: Any = record.view("<i8")
            found[f"{text} {policy}"] = vector.tolist()
    return found


def test_games_with_every_index_checked_are_the_same_games() -> None:
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "DAIHINMIN_CACHE": str(CACHE.parent / "bounds-checked"),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.test_bounds"],
        cwd=ROOT,
        env=environment,
        text=True,
        capture_output=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    checked, out_of_bounds = json.loads(done.stdout)
    assert out_of_bounds == "IndexError", "the check itself"
    for by_list, found in zip((False, True), checked, strict=True):
        here = counted(by_list)
        assert found.keys() == here.keys()
        assert [name for name in here if here[name] != found[name]] == []


@entry
def element(values: Any, at: int) -> Any:
    """An array's element, as kernel functions read them."""
    return values[at]


def out_of_bounds() -> str:
    """What a kernel function does that reads beyond an array."""
    try:
        element(np.zeros(4, np.int64), 4)
    except IndexError:
        return "IndexError"
    return "nothing"


def main() -> None:
    """What the checked process prints."""
    print(json.dumps([[counted(False), counted(True)], out_of_bounds()]))


if __name__ == "__main__":
    main()
