"""How long it takes from the command to the first games, with an empty and with a full kernel cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

_HELP = "import sys; sys.argv = ['daihinmin', '--help']; from sim.cli import main; main()"
_PLAY = """
from sim.rules import Rules
from sim.task import Task, play
rules = Rules.preset("daihinmin")
play(Task(rules, ("lowest",) * int(rules.players), 1, 1), 0, 1)
"""


@dataclass(frozen=True)
class Start:
    """Seconds from the start of a process: ``--help`` printed, a first game played with an empty
    kernel cache (compiling) and with a full one."""

    help_s: float
    cold_s: float
    warm_s: float


def measure_start() -> Start:
    """Start processes of their own and time them; the cold start compiles into a temporary cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = _seconds(["-c", _PLAY], folder), _seconds(["-c", _PLAY], folder)
    helped = min(_seconds(["-c", _HELP], None) for _ in range(3))
    return Start(round(helped, 2), round(cold, 1), round(warm, 2))


def _seconds(arguments: list[str], cache: str | None) -> float:
    environment = {**os.environ} | ({"DAIHINMIN_CACHE": cache} if cache else {})
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - began
