"""One writer a directory: a lock that the operating system takes back when its holder dies."""

from __future__ import annotations

import fcntl
import os
import socket
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from sim.errors import InputError

LOCK_NAME = ".writer.lock"


class WriterLock:
    """Held by the process that writes to a directory. Raises InputError if another one holds it.

    The lock belongs to the open file (``flock``), not to the file's presence: what a killed process
    leaves behind stops nobody. The file's text only says who holds the lock.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_NAME
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        while self._file is None:
            file = open(self.path, "a+", encoding="utf-8")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                holder = file.read().strip() or "another process"
                file.close()
                raise InputError(
                    f"{self.path.parent} is being written by {holder}; wait until it has ended, "
                    "or choose another directory with --out"
                ) from None
            if _is_still(self.path, file):
                self._file = file
            else:  # its last holder removed the file between our opening and locking it
                file.close()
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self._file.flush()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self.path.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def _is_still(path: Path, file: IO[str]) -> bool:
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    mine = os.fstat(file.fileno())
    return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)
