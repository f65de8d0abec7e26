"""The one place that sets numba up: its cache directory and the decorator of every kernel function.

numba's disk cache does not notice an edit in another file that a function calls. Its directory is
therefore named by a hash of all kernel sources, the versions and the processor; an edit anywhere in
the kernel begins a fresh directory.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

F = TypeVar("F", bound=Callable[..., Any])

KERNEL_FOLDERS = ("engine", "policies")
KERNEL_FILES = ("rules/options.py", "rules/table.py", "rules/ruleset.py", "counts.py")


def kernel_sources() -> list[Path]:
    """The files whose text decides what the kernel does, in a fixed order."""
    root = Path(__file__).resolve().parent.parent
    folders = [root / name for name in KERNEL_FOLDERS]
    files = [p for folder in folders for p in sorted(folder.rglob("*.py"))]
    return [*files, *(root / name for name in KERNEL_FILES)]


def source_hash() -> str:
    """Sixteen hex digits of the kernel sources."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path:
    tag = "-".join(
        (
            f"py{sys.version_info.major}{sys.version_info.minor}",
            f"numba{numba.__version__}",
            f"numpy{np.__version__}",
            platform.machine(),
            source_hash(),
        )
    )
    chosen = os.environ.get("DAIHINMIN_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    wanted = Path(chosen) if chosen else Path(home) / "daihinmin"
    if _writable(wanted / tag):
        return wanted / tag
    fallback = Path(tempfile.gettempdir()) / f"daihinmin-{os.getuid()}" / tag
    print(
        f"daihinmin: cannot write the cache {wanted}; using {fallback.parent} instead",
        file=sys.stderr,
    )
    return fallback if _writable(fallback) else Path(tempfile.mkdtemp(prefix="daihinmin-"))


CACHE = _cache_folder()
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


def _one_version(dispatcher: Any) -> Any:
    """Keep numba from compiling a function anew for every constant that it is called with.

    A call ``f(x, 3)`` would compile ``f`` for the literal type of 3, and all that ``f`` calls: the
    generator of melds compiled 20 times over in 109 s instead of 11 s.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return original(plain, {key: types.unliteral(arg) for key, arg in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _compile(function: Any, wrapped: bool) -> Any:
    # Without numba's run time nothing can be allocated, and slices cost no reference counts.
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    if not wrapped:
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _one_version(numba.njit(**options)(function))


def jit(function: F) -> F:
    """Compile a kernel function that only other kernel functions call: no Python, no GIL, cached."""
    return _compile(function, wrapped=False)  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """As ``jit``, for the few functions that Python calls (their wrappers take time to compile)."""
    return _compile(function, wrapped=True)  # type: ignore[no-any-return]
