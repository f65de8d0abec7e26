"""Measurements as JSON, kept and compared: date, commit, processor, versions, figures."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from sim.bench.measure import Measure
from sim.errors import InputError


def as_json(measures: Sequence[Measure]) -> str:
    """A list of objects, one a row."""
    return json.dumps([asdict(m) for m in measures], indent=1)


def machine() -> dict[str, Any]:
    """What the figures were measured on: processor, cores, versions."""
    import numba
    import numpy

    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def _processor() -> str:
    """The processor's own name where the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown"
    names = [line.split(":", 1)[1].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor() or "unknown"


def commit() -> str | None:
    """The commit that is checked out where this program lies; None outside a repository."""
    found = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],
        cwd=Path(__file__).resolve().parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or None


def record(folder: Path, measures: Sequence[Measure], starts: dict[str, float] | None) -> Path:
    """Write a file of the history into ``folder``, named by date and a number; its path.

    Raises InputError if the folder cannot be written.
    """
    day = date.today().isoformat()
    entry = {
        "date": day,
        "commit": commit(),
        "machine": machine(),
        "start": starts,
        "figures": [asdict(m) for m in measures],
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (folder / f"{day}-{number}.json").exists():
            number += 1
        path = folder / f"{day}-{number}.json"
        path.write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--record {folder}: {error.strerror or error}") from None
    return path


def read_earlier(path: str) -> dict[tuple[Any, ...], float]:
    """Games a second of an earlier ``--json`` or a file of the history, by row. Raises InputError."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        figures = data["figures"] if isinstance(data, dict) else data
        return {
            (m["preset"], m["policy"], m["players"], m["hand_size"], m["threads"]): float(
                m["games_per_second"]
            )
            for m in figures
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"--compare {path}: not the output of bench --json ({error})") from None
