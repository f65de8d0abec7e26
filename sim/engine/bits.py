"""Bit operations on int64 masks. All masks of the engine are int64: 54 bits are enough."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic

from sim.engine.jit import hot


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


def deposits_fast() -> bool:
    """Whether code is compiled for a processor with a quick PDEP instruction (Intel's BMI2; the first
    two generations of AMD's Zen have a slow one)."""
    chosen = numba.config.CPU_FEATURES  # type: ignore[attr-defined]
    features = get_host_cpu_features() if chosen is None else chosen
    return "+bmi2" in features.split(",") and binding.get_host_cpu_name() not in {
        "znver1",
        "znver2",
    }


@intrinsic  # type: ignore[untyped-decorator]
def _deposit(typingctx: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of an int64 spread over the places set in a mask: one x86 instruction."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(word, [word, word]), name)
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), codegen


@hot
def deposit_by_bits(bits, mask):
    """``deposit`` where there is no quick instruction for it."""
    spread = 0
    while bits:
        spread |= (mask & -mask) * (bits & 1)
        mask &= mask - 1
        bits >>= 1
    return spread


deposit = _deposit if deposits_fast() else deposit_by_bits
"""The lowest bits of a non-negative int64 spread over the places set in a mask."""


@hot
def nth_bit(mask, n):
    """The index of the n-th lowest bit, n from 0, of a mask that has more than n."""
    return lowest(deposit(1 << n, mask))
