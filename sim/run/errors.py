"""Faults of a run that are nobody's bad input: a full disk, a damaged file, a lost scheduler."""

from __future__ import annotations


class RunError(RuntimeError):
    """A run that cannot go on; the message says what happened and what to do. Exit code 1."""


class StoreError(RunError):
    """Counts that cannot be read or written."""


class DamagedError(StoreError):
    """A file of counts that is not what was written; ``--repair`` recovers what is whole."""
