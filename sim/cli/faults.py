"""Faults of a run end a command with one line on standard error and exit code 1."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from sim.cli.errors import user_errors

F = TypeVar("F", bound=Callable[..., Any])


def run_errors(command: F) -> F:
    """As ``user_errors`` (exit code 2), and RunError becomes ``Error: message``, exit code 1."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        from sim.run.errors import RunError

        try:
            return command(*args, **kwargs)
        except RunError as error:
            raise click.ClickException(str(error)) from None

    return user_errors(wrapped)  # type: ignore[return-value]
