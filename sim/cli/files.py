"""Reading scenario files: a JSON object, or JSON lines; ``-`` is standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sim.errors import InputError


def read_objects(name: str) -> list[dict[str, Any]]:
    """The JSON objects of a file. Raises InputError naming the file and the line."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name}: {error}") from None
    try:
        found = [json.loads(text)]
    except json.JSONDecodeError:
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    found.append(json.loads(line))
                except json.JSONDecodeError as error:
                    raise InputError(f"{name}, line {number}: {error.msg}") from None
    if not found:
        raise InputError(f"{name}: holds no scenario")
    for item in found:
        if not isinstance(item, dict):
            raise InputError(f"{name}: a scenario is a JSON object")
    return [item.get("scenario", item) for item in found]
