"""Errors of the people who use the program, as against faults of the program."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: the message names the option, the value and what is allowed. Exit code 2."""
