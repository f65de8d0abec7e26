"""Tuning the weights of ``tuned`` on the engine: an evolution strategy that plays against itself.

Each generation draws directions from the seed and its own number. For a direction d two tables, at
``+d`` and at ``-d`` from the present parameters, play each other on the same deals in all rule sets;
what the one scores above the other says how far to go along d. The steps are Adam's. Nothing depends on
the number of threads, and a generation on nothing but the state before it: a run that is taken
up again goes on as if it had not stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import InputError
from sim.policies import held
from sim.policies.plan.features import names, table_of, thumb
from sim.rules import Rules
from sim.task import Task, play

SPREAD = 0.12
"""How far the tables of a direction lie from the present parameters, in tricks."""
RATE, SLOWER = 0.04, 40
"""How far a parameter moves in a generation at first, in tricks; half as far after 40, and so on."""
BETAS = (0.9, 0.99)
MATCH_GAMES = 20
Report = Callable[["State", float], None]


@dataclass
class Settings:
    """What a run is: the same settings give the same weights."""

    rules: tuple[str, ...]
    seed: int
    pairs: int
    """Directions a generation."""
    games: int
    """Games a direction and rule set."""

    def check(self, other: Settings, path: str) -> None:
        """Raises InputError where a state file was made with other settings."""
        for key, value in asdict(self).items():
            there = asdict(other)[key]
            if value != there:
                raise InputError(
                    f"{path}: was made with {key} = {there}, not {value}; give another file or the "
                    "same settings"
                )


@dataclass
class State:
    """A run after some generations; what a state file holds."""

    settings: Settings
    generation: int = 0
    values: list[float] = field(default_factory=list)
    """The parameters, in the order of ``names()``."""
    slope: list[float] = field(default_factory=list)
    square: list[float] = field(default_factory=list)
    """Adam's running means of the slope and of its square."""


def begin(settings: Settings, parameters: dict[str, float] | None = None) -> State:
    """A run before its first generation, from ``planner``'s weights unless others are given."""
    start = thumb() if parameters is None else parameters
    size = len(names())
    return State(settings, 0, [start[name] for name in names()], [0.0] * size, [0.0] * size)


def tune(state: State, generations: int, threads: int, report: Report | None = None) -> State:
    """Go on to so many generations in all; ``report`` gets each new state and its mean lead."""
    rules = [Rules.parse(text) for text in state.settings.rules]
    with ThreadPoolExecutor(threads) as pool:
        while state.generation < generations:
            state, lead = step(state, rules, pool)
            if report is not None:
                report(state, lead)
    return state


def step(state: State, rules: Sequence[Rules], pool: ThreadPoolExecutor) -> tuple[State, float]:
    """The next generation, and by how much its directions differed (root mean square, points)."""
    settings, at = state.settings, state.generation
    draws = np.random.default_rng([settings.seed, at]).standard_normal(
        (settings.pairs, len(state.values))
    )
    jobs = [(settings, rules, at, i, np.array(state.values), draws[i]) for i in range(len(draws))]
    leads = np.array(list(pool.map(lambda job: duel(*job), jobs)))
    slope = -(leads @ draws) / (2 * SPREAD * len(draws))  # more points are better, lower costs too
    mean = BETAS[0] * np.array(state.slope) + (1 - BETAS[0]) * slope
    square = BETAS[1] * np.array(state.square) + (1 - BETAS[1]) * slope**2
    fair = mean / (1 - BETAS[0] ** (at + 1)), square / (1 - BETAS[1] ** (at + 1))
    rate = RATE * SLOWER / (SLOWER + at)
    values = np.array(state.values) - rate * fair[0] / (np.sqrt(fair[1]) + 1e-9)
    after = State(settings, at + 1, values.tolist(), mean.tolist(), square.tolist())
    return after, float(np.sqrt(np.mean(leads**2)))


def duel(
    settings: Settings,
    rules: Sequence[Rules],
    generation: int,
    pair: int,
    values: np.ndarray[Any, Any],
    draw: np.ndarray[Any, Any],
) -> float:
    """The points a game that ``values + draw`` scores above ``values - draw``, over all rule sets."""
    sides = []
    for sign, side in ((1, "plus"), (-1, "minus")):
        moved = values + sign * SPREAD * draw
        table = table_of(dict(zip(names(), moved.tolist(), strict=True)))
        sides.append(held.hold(f"{side} {pair}", table))
    seed = int(np.random.default_rng([settings.seed, generation, pair, 1]).integers(1 << 62))
    return float(np.mean([lead(r, sides[0], sides[1], settings.games, seed) for r in rules]))


def lead(rules: Rules, one: str, other: str, games: int, seed: int) -> float:
    """The points a game by which ``one`` beats ``other`` at one table, in units of the spread of the
    points of a place; seats alternate, on the same deals with the sides changed."""
    people = int(rules.players) + (rules.sit_out == "on")
    matches = max(1, round(games / MATCH_GAMES / 4))
    total, scale = 0.0, float(np.std(rules.points())) or 1.0
    for pattern in (0b01010101, 0b10101010, 0b00110011, 0b11001100):
        mine = np.array([bool(pattern >> seat & 1) for seat in range(people)])
        who = tuple(one if here else other for here in mine)
        counts = play(Task(rules, who, seed, MATCH_GAMES), 0, matches)
        points = counts.person_points[:people] / counts.games
        total += float(points[mine].mean() - points[~mine].mean())
    return total / 4 / scale


def against(rules: Rules, one: str, other: str, games: int, seed: int) -> tuple[float, float]:
    """The points a game of one person playing ``one`` above the mean of the others, who play
    ``other``, and its standard error; every seat in turn, about ``games`` games in all."""
    people = int(rules.players) + (rules.sit_out == "on")
    matches = max(2, games // people // MATCH_GAMES)
    blocks = min(matches, 10)
    leads = []
    for block in range(blocks):
        points = 0.0
        for seat in range(people):
            who = tuple(one if here == seat else other for here in range(people))
            first = block * (matches // blocks)
            counts = play(Task(rules, who, seed, MATCH_GAMES), first, matches // blocks)
            scored = counts.person_points[:people] / counts.games
            points += float(scored[seat] - np.delete(scored, seat).mean()) / people
        leads.append(points)
    return float(np.mean(leads)), float(np.std(leads, ddof=1) / len(leads) ** 0.5)


def check(state: State, games: int, threads: int) -> dict[str, tuple[float, float]]:
    """How far the weights of a state lead over ``planner``, by rule set, as ``against`` says; on
    deals that no generation has seen."""
    name = held.hold("checked", table_of(dict(zip(names(), state.values, strict=True))))
    seed = int(np.random.default_rng([state.settings.seed, 2]).integers(1 << 62))
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(
            lambda text: against(Rules.parse(text), name, "planner", games, seed),
            state.settings.rules,
        )
        return dict(zip(state.settings.rules, found, strict=True))


def save(state: State, path: Path, record: dict[str, Any] | None = None) -> None:
    """Write a state file: the parameters by name, the settings and the record, Adam's means."""
    data = {
        "parameters": dict(zip(names(), [round(v, 6) for v in state.values], strict=True)),
        "record": (record or {}) | {"generation": state.generation, **asdict(state.settings)},
        "state": {"values": state.values, "slope": state.slope, "square": state.square},
    }
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)


def load(path: Path) -> State:
    """Read a state file. Raises InputError for what is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        record, state = data["record"], data["state"]
        settings = Settings(
            tuple(record["rules"]), record["seed"], record["pairs"], record["games"]
        )
        values = [list(map(float, state[key])) for key in ("values", "slope", "square")]
        if any(len(numbers) != len(names()) for numbers in values):
            raise ValueError(f"{len(values[0])} parameters, {len(names())} are needed")
        return State(settings, int(record["generation"]), *values)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: not a state of 'daihinmin tune' ({error})") from None
