"""A user's function as machine code that the kernel calls through its address."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError

from sim.engine.action import ROW
from sim.errors import InputError
from sim.policies.own import RAISED, VIEW

VIEW_TYPE = numba.from_dtype(VIEW)
ACTIONS_TYPE = types.Array(types.int64, 2, "C", readonly=True)
LONGEST = 300
"""Letters of numba's message that are passed on."""


@dataclass(frozen=True)
class Compiled:
    """``address`` is that of int64(view, rows, n); ``kept`` keeps the machine code alive."""

    address: int
    kept: Any


def compile_policy(function: Callable[[Any, Any], Any], label: str) -> Compiled:
    """Compile ``function(view, actions)``, array bounds checked. Raises InputError naming ``label``."""
    dispatcher: Any = numba.njit(boundscheck=True)(function)
    try:
        dispatcher.compile((VIEW_TYPE, ACTIONS_TYPE))
    except NumbaError as error:
        raise InputError(f"{label}{_where(error)}: {_what(error)}") from None
    except KeyError as error:  # numba's way of saying that a record has no such field
        raise InputError(f"{label}: the view has no {error}; see sim.own.VIEW") from None
    dispatcher.disable_compile()
    given = dispatcher.overloads[VIEW_TYPE, ACTIONS_TYPE].signature.return_type
    if not isinstance(given, types.Integer):
        what = "nothing" if given == types.none else f"{_short(str(given))}, or nothing on some way"
        if not isinstance(given, (types.Optional, types.NoneType)):
            what = _short(str(given))
        raise InputError(
            f"{label}: it returns {what}; a policy returns an integer, the index of its action"
        )

    carray: Any = numba.carray

    def ask(view: Any, rows: Any, n: Any) -> Any:
        try:
            return dispatcher(carray(view, 1, VIEW)[0], carray(rows, (n, ROW), np.int64))
        except Exception:
            return RAISED

    made: Any = numba.cfunc(types.int64(types.voidptr, types.voidptr, types.int64))(ask)
    return Compiled(int(made.address), made)


def _where(error: NumbaError) -> str:
    """``, line N``: the place that numba names first."""
    found = re.search(r'File "[^"]*", line (\d+)', str(error))
    return f", line {found[1]}" if found else ""


def _what(error: NumbaError) -> str:
    """The line of numba's message that says what is wrong, without colours and long types."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("Failed in", "During:", "-"))]
    first = _short(lines[0]) if lines else "it cannot be compiled"
    if "setitem(readonly" in text:
        first = "the actions are to be read only"
    if "<class 'function'>" in text:
        first += "; decorate the functions that a policy calls with @helper"
    return first


def _short(text: str) -> str:
    """A text with ``Record(...)`` as ``the view``, and not too long."""
    while (start := text.find("Record(")) >= 0:
        depth, end = 0, start + 6
        while end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        text = text[:start] + "the view" + text[end:]
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
