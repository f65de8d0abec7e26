"""Ctrl-C as a wish that the run honours between two blocks, not as an exception anywhere."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self


class StopRequest:
    """True once SIGINT or SIGTERM has arrived; a second signal acts at once, as without us.

    Only the main thread of a program receives signals: elsewhere this is always false.
    """

    def __init__(self) -> None:
        self._asked = False
        self._before: dict[int, Any] = {}

    def __bool__(self) -> bool:
        return self._asked

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._asked = True
        self._restore()

    def _restore(self) -> None:
        while self._before:
            number, handler = self._before.popitem()
            signal.signal(number, handler)
