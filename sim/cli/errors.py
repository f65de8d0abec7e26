"""Bad input ends a command with one line on standard error and exit code 2."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from sim.errors import InputError
from sim.rules import RulesError

F = TypeVar("F", bound=Callable[..., Any])


class UserError(click.ClickException):
    """``Error: message``, exit code 2."""

    exit_code = 2


def user_errors(command: F) -> F:
    """Turn the library's errors about input into UserError."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except (InputError, RulesError) as error:
            raise UserError(str(error)) from None

    return wrapped  # type: ignore[return-value]
