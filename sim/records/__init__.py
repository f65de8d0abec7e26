"""Games recorded by programs of the computer-Daihinmin contest, read and replayed.

``read(path)`` gives the games of a file, ``check(game)`` replays one under the preset ``uec`` and
says where the record and the catalogue disagree.
"""

from __future__ import annotations

from sim.records.checking import Result, check, scenario_of
from sim.records.reading import RecordedGame, parse, read

__all__ = ["RecordedGame", "Result", "check", "parse", "read", "scenario_of"]
