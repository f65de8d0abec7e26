"""Tables of weights held in memory under a name, while ``daihinmin tune`` tries them.

The policy ``candidate:NAME`` plays by the table of that name; its number in the kernel is the table's
address, which is good as long as the process lives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_TABLES: dict[str, np.ndarray[Any, Any]] = {}


def hold(name: str, table: np.ndarray[Any, Any]) -> str:
    """Keep a table, int64, under a name, in place of an earlier one; the name of its policy."""
    if name in _TABLES:
        _TABLES[name][:] = table
    else:
        _TABLES[name] = np.array(table, np.int64)
    return f"candidate:{name}"


def address(name: str) -> int:
    """The address of the table held under a name, 0 if there is none."""
    return int(_TABLES[name].ctypes.data) if name in _TABLES else 0
