"""Bit operations on int64 masks. All masks of the engine are int64: 54 bits are enough."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, mask: Any) -> Any:
    """The number of bits set in an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typingctx: Any, mask: Any) -> Any:
    """The index of the lowest bit set in a non-zero int64 (64 for zero)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typingctx: Any, mask: Any) -> Any:
    """The number of zero bits above the highest bit set of an int64 (64 for zero)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def load(typingctx: Any, address: Any, i: Any) -> Any:
    """The i-th int64 from an address on."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [args[1]]))

    return types.int64(types.int64, types.int64), codegen
