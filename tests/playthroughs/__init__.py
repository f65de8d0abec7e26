"""One readable game per preset, kept as golden files: what a change does to a game shows in a diff.

The seeds were looked for among the first forty, so that a preset's own rules are seen at work. After a
change that is meant, ``python -m tests.playthroughs`` writes the files anew; read the diff.
"""

from __future__ import annotations

from pathlib import Path

from sim.rules import Rules
from sim.rules.presets import load_preset
from sim.task import Task
from sim.watch import Paint, Watched, lines, watch

FOLDER = Path(__file__).resolve().parent
SEEDS = {
    "default": 11,
    "classic53": 26,
    "daihinmin": 28,
    "daihinmin-house": 31,
    "daihinmin-optional": 26,
    "federation": 14,
    "headtohead": 33,
    "kirakuken": 39,
    "kirakuken-full": 39,
    "league": 24,
    "uec": 33,
    "wikipedia": 3,
}


def task_of(name: str, seed: int) -> tuple[Task, int]:
    """The match of a preset's playthrough and its game that is shown: the second, if there is one."""
    rules = Rules.preset(name)
    games = load_preset(name).games
    return Task(rules, ("keeper",) * int(rules.players), seed, games), min(2, games) - 1


def game_of(name: str) -> Watched:
    """The game of a preset's playthrough."""
    return watch(*task_of(name, SEEDS[name]))[0]


def playthrough(name: str) -> str:
    """The text of a preset's playthrough, with the command that prints it on top."""
    command = f"daihinmin watch --rules {name} --policies keeper --seed {SEEDS[name]}"
    return "\n".join(lines(game_of(name), command, Paint(False))) + "\n"


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"
