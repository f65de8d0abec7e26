"""Saying on standard error what a short command waits for: the engine, compiled at its first use."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def tells_if_slow(command: F) -> F:
    """For commands that take a second once the engine is compiled."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        text = "preparing the engine; what this command needs of it is compiled once ..."
        timer = threading.Timer(3.0, click.echo, [text], {"err": True})
        timer.daemon = True
        timer.start()
        try:
            return command(*args, **kwargs)
        finally:
            timer.cancel()

    return wrapped  # type: ignore[return-value]
