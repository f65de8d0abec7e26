"""Policies of users' own: the decorator, reading them from a file, their names and numbers.

``FILE.py:NAME`` is read once in a process; from then on its name is ``FILE.py:NAME@HASH``, the hash
being of the file's text, so that a task played by an edited policy is another task.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import types
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.own.compiled import Compiled, compile_policy

HASH_DIGITS = 12


class OwnPolicy:
    """A function of a user's that chooses actions. ``str()`` gives the name that studies, tasks and
    ``--policies`` understand."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.function = function
        self.file = Path(function.__code__.co_filename)
        self.label = (
            f"{self.file.name if self.file.is_file() else 'session.py'}:{function.__name__}"
        )
        """File and function, for messages."""
        self._text: bytes | None = None

    def __call__(self, view: Any, actions: Any) -> Any:
        """The function itself, in plain Python."""
        return self.function(view, actions)

    def __str__(self) -> str:
        return own_name(_number_of(self))

    __repr__ = __str__

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits of the file's text, or of the function where there is no file."""
        text = self._text
        if text is None and self.file.is_file():
            text = self.file.read_bytes()
        if text is None:
            code = self.function.__code__
            parts = (code.co_code, code.co_consts, code.co_names, code.co_varnames)
            text = repr(parts).encode()
        return hashlib.sha256(text).hexdigest()[:HASH_DIGITS]

    @cached_property
    def compiled(self) -> Compiled:
        """Machine code of the function. Raises InputError if numba cannot make it."""
        return compile_policy(self.function, self.label)


def policy(function: Callable[[Any, Any], Any]) -> OwnPolicy:
    """Decorator: the function ``name(view, actions)`` is a policy. Raises InputError for another one."""
    if not isinstance(function, types.FunctionType):
        raise InputError(
            f"@policy: {function!r} is not a function; decorate 'def NAME(view, actions)'"
        )
    made = OwnPolicy(function)
    wanted = [
        p
        for p in inspect.signature(function).parameters.values()
        if p.default is inspect.Parameter.empty
    ]
    if len(inspect.signature(function).parameters) != 2 or len(wanted) != 2:
        raise InputError(
            f"{made.label}: a policy takes the view and the actions, 'def "
            f"{function.__name__}(view, actions)', and nothing else"
        )
    return made


_KNOWN: list[OwnPolicy] = []
_NUMBERS: dict[str, int] = {}


def _number_of(made: OwnPolicy) -> int:
    name = f"{made.label}@{made.hash}"
    if name not in _NUMBERS:
        made.compiled  # noqa: B018  (a mistake in it is told now)
        _KNOWN.append(made)
        _NUMBERS[name] = len(_KNOWN) - 1
    return _NUMBERS[name]


def own_name(number: int) -> str:
    """The name, with the hash, of the policy with this number in this process."""
    made = _KNOWN[number]
    return f"{made.label}@{made.hash}"


def own_policy(number: int) -> OwnPolicy:
    """The policy with this number in this process."""
    return _KNOWN[number]


def own_number(name: str) -> int:
    """The number in this process of the policy ``FILE.py:NAME`` or ``FILE.py:NAME@HASH``.

    Raises InputError that says what is wrong with the file or the function.
    """
    if name in _NUMBERS:
        return _NUMBERS[name]
    place, _, wanted = name.partition("@")
    path, _, function = place.rpartition(":")
    number = _number_of(_read(Path(path), function))
    if wanted and wanted != _KNOWN[number].hash:
        raise InputError(
            f"policy = {name}: {path} has changed, it is {_KNOWN[number].hash} now; give "
            f"{place} to play by it as it is"
        )
    return number


def _read(path: Path, name: str) -> OwnPolicy:
    """The policy called ``name`` in a file. Raises InputError."""
    about = f"policy = {path}:{name}"
    try:
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"{about}: {path} cannot be read ({error.strerror})") from None
    module = types.ModuleType(f"own_{hashlib.sha256(text).hexdigest()[:HASH_DIGITS]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: {error.msg}") from None
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        line = line_of(error, str(path))
        raise InputError(f"{path}{line}: {type(error).__name__}: {error}") from None
    found = {key: v for key, v in vars(module).items() if isinstance(v, OwnPolicy)}
    if name not in found:
        there = (
            f"is not decorated with @policy: {name}"
            if name in vars(module)
            else f"is not there: {name}"
        )
        others = f"; its policies are {', '.join(found)}" if found else "; it has no @policy"
        raise InputError(f"{about}: a function that {there}{others}")
    found[name]._text = text
    return found[name]


def line_of(error: BaseException, file: str) -> str:
    """``, line N`` where the traceback of an error last passes through ``file``, else nothing."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f", line {line}" if line is not None else ""
