"""Measuring the engine: how fast it plays, starts and compiles, and how much memory it takes."""

from sim.bench.history import as_json, machine, read_earlier, record
from sim.bench.measure import Measure, measure
from sim.bench.rows import Row, grid, rows
from sim.bench.start import Start, measure_start

__all__ = [
    "Measure",
    "Row",
    "Start",
    "as_json",
    "grid",
    "machine",
    "measure",
    "measure_start",
    "read_earlier",
    "record",
    "rows",
]
