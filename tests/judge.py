"""Play random games under random rules on the engine and the reference side by side.

Run ``python -m tests.judge --games 20000 --seed 1`` for a long comparison; the suite plays a few
hundred. At the first difference the scenario is printed as JSON, so that it can be replayed by hand.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any

from sim.scenario import start
from tests.reference import Game
from tests.reference.random_rules import random_deal, random_rules

MOST_ACTIONS = 400
MISTAKES = 0.02


class Difference(AssertionError):
    """The engine and the reference disagree; the message holds the scenario and both states."""


def compare(scenario: dict[str, Any], engine: dict[str, Any], reference: dict[str, Any]) -> None:
    """Raise Difference unless both states are the same."""
    for state in (engine, reference):
        state["locks"] = sorted(state["locks"])
    if engine == reference:
        return
    lines = [json.dumps(scenario)]
    for key in sorted(set(engine) | set(reference)):
        mine, theirs = engine.get(key), reference.get(key)
        if mine != theirs:
            if key == "legal" and mine is not None and theirs is not None:
                mine, theirs = sorted(set(mine) - set(theirs)), sorted(set(theirs) - set(mine))
                key = "legal, only there"
            lines.append(f"{key}: engine {mine!r}, reference {theirs!r}")
    raise Difference("\n".join(lines))


def play_game(rng: random.Random) -> int:
    """One random game on both; the number of actions. Raises Difference."""
    rules = random_rules(rng)
    scenario = random_deal(rng, rules)
    scenario["actions"] = []
    engine, reference = start(scenario), Game.from_scenario(scenario)
    compare(scenario, engine.state(), reference.state())
    while not engine.over and len(scenario["actions"]) < MOST_ACTIONS:
        legal = engine.legal()
        text = rng.choice(legal)
        if "pass" in legal and len(legal) > 1 and rng.random() < 0.5:
            text = rng.choice([action for action in legal if action != "pass"])
        if int(engine.table["phase"]) == 0 and rng.random() < MISTAKES:
            text = "mistake"
        scenario["actions"].append(text)
        engine.play(text)
        reference.play(text)
        compare(scenario, engine.state(), reference.state())
    return len(scenario["actions"])


def play_games(seed: int, games: int, *, first: int = 0, report: bool = False) -> int:
    """So many random games; the number of actions compared. Raises Difference at the first."""
    actions, began = 0, time.monotonic()
    for number in range(first, first + games):
        try:
            actions += play_game(random.Random(f"{seed}/{number}"))
        except Exception as error:
            raise Difference(f"seed {seed}, game {number}: {error}") from error
        if report and (number + 1) % 500 == 0:
            rate = (number + 1 - first) / (time.monotonic() - began)
            print(f"{number + 1} games, {actions} actions, {rate:.0f} games a second", flush=True)
    return actions


def main() -> int:
    """The command line of the long comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep-going", action="store_true", help="count differences")
    options = parser.parse_args()
    if not options.keep_going:
        play_games(options.seed, options.games, first=options.first, report=True)
        return 0
    found = 0
    for number in range(options.first, options.first + options.games):
        try:
            play_games(options.seed, 1, first=number)
        except Difference as error:
            found += 1
            print(error, end="\n\n", flush=True)
    print(f"{found} of {options.games} games differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
