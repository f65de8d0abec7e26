"""Saying what is waited for, if it takes long: mostly the engine, compiled at its first use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def told_if_slow(tell: Callable[[str], None], text: str, seconds: float = 1.5) -> Iterator[None]:
    """Call ``tell`` with ``text`` once, if what is within takes longer; also a decorator."""
    timer = threading.Timer(seconds, tell, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
