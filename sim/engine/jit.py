"""The one place that sets numba up: its cache directory and the decorators of kernel functions.

numba's disk cache does not notice an edit in another file that a function calls. Its directory is
therefore named by a hash of all kernel sources, the versions and the processor; an edit anywhere in
the kernel begins a fresh directory.
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.imputils import lower_cast
from numba.core.typed_passes import NativeLowering

F = TypeVar("F", bound=Callable[..., Any])

KERNEL_FOLDERS = ("engine", "policies")
KERNEL_FILES = (
    "rules/options.py",
    "rules/table.py",
    "rules/ruleset.py",
    "counts.py",
    "policies/weights/uec.json",
    "policies/weights/league.json",
    "policies/weights/daihinmin-optional.json",
)


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


def _ours(folder: Path) -> bool:
    """Whether a folder in a place open to all is ours alone: what lies in a cache is run as code."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o22


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
    shared = Path(tempfile.gettempdir()) / f"daihinmin-{os.getuid()}"
    instead = shared / tag if _ours(shared) and _writable(shared / tag) else None
    fallback = instead or Path(tempfile.mkdtemp(prefix="daihinmin-"))
    print(f"daihinmin: cannot write the cache {wanted}; using {fallback} instead", file=sys.stderr)
    return fallback


CACHE = _cache_folder()
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


@lower_cast(types.NestedArray, types.Array)
def _as_array(context: Any, builder: Any, from_type: Any, to_type: Any, value: Any) -> Any:
    """An array that is part of a record is held as any other."""
    return value


def _plain_type(type_: Any) -> Any:
    """The type of an argument without what makes no difference to the code."""
    if isinstance(type_, types.NestedArray):
        return types.Array(type_.dtype, type_.ndim, "C")
    return types.unliteral(type_)


def _one_version(dispatcher: Any) -> Any:
    """Keep numba from compiling a function anew for every constant that it is called with, and for
    arrays that are part of a record.

    A call ``f(x, 3)`` would compile ``f`` for the literal type of 3, and all that ``f`` calls: the
    generator of melds compiled 20 times over in 109 s instead of 11 s.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(_plain_type(arg) for arg in args)
        return original(plain, {key: _plain_type(arg) for key, arg in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


class _PartLibrary(JITCodeLibrary):
    """The code of a function that only other kernel functions call: it waits to be linked into an
    entry, and is optimised and turned into machine code there, once, with all that it calls."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._final_module.__library = weakref.proxy(self)
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """As ever, but left to the end of the process: no engine owns these modules, and at exit
        Python may dispose of them after what they refer to."""
        module = super()._get_module_for_linking()
        module._owned = self._final_module._owned = True
        return module

    def get_pointer_to_function(self, name: str) -> int:
        """No address: nobody calls it but the entries that hold its code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Nothing: the environment, for what only Python needs, is that of the entry."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = _PartLibrary(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _ApartLowering(_PartLowering):
    _name = "apart_lowering"

    def run_pass(self, state: Any) -> bool:
        changed = super().run_pass(state)
        state.library._ensure_finalized()
        function = state.library._final_module.get_function(state.cr.fndesc.llvm_func_name)
        function.add_function_attribute("noinline")
        return changed


class _PartCompiler(CompilerBase):
    """numba's usual pipeline, with the code left in a library for linking."""

    lowering: Any = _PartLowering

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = manager.passes
        at = next(i for i, (p, _) in enumerate(passes) if p is NativeLowering)
        passes[at] = (self.lowering, "a part of an entry")
        manager._finalized = False
        manager.finalize()
        return [manager]


class _ApartCompiler(_PartCompiler):
    """As its base, with LLVM told not to inline."""

    lowering: Any = _ApartLowering


_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "forceinline": False,
}
"""Without numba's run time nothing can be allocated, and slices cost no reference counts.

An option left out is taken from whoever calls the function first: without the last line all that a
``hot`` function calls would be inlined with it, and all that this calls, in minutes of compiling.
"""
_PART = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit(function: F) -> F:
    """Compile a kernel function that only other kernel functions call: no Python, no GIL."""
    compiler: Any = numba.njit(pipeline_class=_PartCompiler, **_OPTIONS | _PART)
    return _one_version(compiler(function))  # type: ignore[no-any-return]


def hot(function: F) -> F:
    """As ``jit``, for small functions of innermost loops, and those that take many numbers in tuples:
    LLVM is told to put their code where they are called."""
    options = _OPTIONS | _PART | {"forceinline": True}
    compiler: Any = numba.njit(pipeline_class=_PartCompiler, **options)
    return _one_version(compiler(function))  # type: ignore[no-any-return]


def apart(function: F) -> F:
    """As ``jit``, for what an innermost loop seldom calls: LLVM is told to leave it where it is. Some
    of its passes take time that grows with the square of a function's size."""
    compiler: Any = numba.njit(pipeline_class=_ApartCompiler, **_OPTIONS | _PART)
    return _one_version(compiler(function))  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """For the few functions that Python calls: optimised as a whole, and cached. In kernel functions it
    stands for the part that ``jit`` makes of it, so that nothing is compiled twice."""
    compiler: Any = numba.njit(cache=True, **_OPTIONS)
    dispatcher, part = compiler(function), jit(function)
    dispatcher.get_call_template = part.get_call_template  # type: ignore[attr-defined]
    dispatcher.get_overload = part.get_overload  # type: ignore[attr-defined]
    return dispatcher  # type: ignore[no-any-return]
