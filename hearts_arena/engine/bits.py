"""Bit tricks on card masks, through LLVM where kernels are compiled and in plain Python where they are not.

A mask is a non-negative int64 with bit c set for card c (0..51). Random words are uint64.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from hearts_arena.engine.jit import JIT_ENABLED, compiled_in, inline

if JIT_ENABLED:
    import llvmlite.binding as llvm
    from llvmlite import ir
    from numba import types

    _I1 = ir.IntType(1)
    _I64 = ir.IntType(64)
    _I128 = ir.IntType(128)
    _HOST = llvm.get_host_cpu_features()
    _HAS_PDEP = bool(_HOST.get("bmi2", False))
    _IS_X86 = "sse2" in _HOST

    def _llvm_call(builder: Any, name: str, arguments: list[Any]) -> Any:
        kind = ir.FunctionType(_I64, [argument.type for argument in arguments])
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, kind, name)
        return builder.call(function, arguments)

    @compiled_in
    def popcount(typing_context: Any, mask: Any) -> Any:
        """Return how many cards a mask holds."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _llvm_call(builder, "llvm.ctpop.i64", [arguments[0]])

        return types.int64(types.int64), codegen

    @compiled_in
    def lowest(typing_context: Any, mask: Any) -> Any:
        """Return the lowest card of a mask that is not empty."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _llvm_call(builder, "llvm.cttz.i64", [arguments[0], ir.Constant(ir.IntType(1), 1)])

        return types.int64(types.int64), codegen

    @compiled_in
    def highest(typing_context: Any, mask: Any) -> Any:
        """Return the highest card of a mask that is not empty."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zeros = _llvm_call(builder, "llvm.ctlz.i64", [arguments[0], ir.Constant(ir.IntType(1), 1)])
            return builder.sub(ir.Constant(_I64, 63), zeros)

        return types.int64(types.int64), codegen

    @compiled_in
    def multiply_high(typing_context: Any, left: Any, right: Any) -> Any:
        """Return the upper 64 bits of a 64 x 64 bit product."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            left, right = (builder.zext(argument, _I128) for argument in arguments)
            product = builder.mul(left, right)
            return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)

        return types.uint64(types.uint64, types.uint64), codegen

    @compiled_in
    def likely(typing_context: Any, condition: Any) -> Any:
        """Return a condition that nearly always holds: what happens otherwise is kept out of the way."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(_I1, [_I1, _I1])
            name = "llvm.expect.i1"
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(function, [arguments[0], ir.Constant(_I1, 1)])

        return types.boolean(types.boolean), codegen

    @compiled_in
    def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _llvm_call(builder, "llvm.x86.bmi.pdep.64", list(arguments))

        return types.int64(types.int64, types.int64), codegen

    @compiled_in
    def ticks(typing_context: Any) -> Any:
        """Return a cheap clock for think times; its rate is measured, and it stands still where there is none."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not _IS_X86:
                return ir.Constant(_I64, 0)
            return _llvm_call(builder, "llvm.readcyclecounter", [])

        return types.int64(), codegen

else:
    _HAS_PDEP = False

    def likely(condition: bool) -> bool:
        """Return a condition that nearly always holds."""
        return condition

    def popcount(mask: int) -> int:
        """Return how many cards a mask holds."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """Return the lowest card of a mask that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def highest(mask: int) -> int:
        """Return the highest card of a mask that is not empty."""
        return int(mask).bit_length() - 1

    def multiply_high(left: int, right: int) -> np.uint64:
        """Return the upper 64 bits of a 64 x 64 bit product."""
        return np.uint64((int(left) * int(right)) >> 64)

    def ticks() -> int:
        """Return a clock for think times."""
        return time.perf_counter_ns()


def _bit_by_deposit(mask: int, k: int) -> int:
    return _deposit(np.int64(1) << k, mask)


def _select_by_halves(mask: int, k: int) -> int:
    """Walk down by halves of the word, counting bits: no data-dependent loop."""
    base = 0
    width = 32
    while width:
        low = (mask >> base) & ((np.int64(1) << width) - 1)
        count = popcount(low)
        if k >= count:
            k -= count
            base += width
        width >>= 1
    return base


select_portable = inline(_select_by_halves)


def _bit_by_halves(mask: int, k: int) -> int:
    return np.int64(1) << select_portable(mask, k)


select_bit = inline(_bit_by_deposit if _HAS_PDEP else _bit_by_halves)


@inline
def select(mask: int, k: int) -> int:
    """Return the k-th lowest card of a mask, counted from 0."""
    return lowest(select_bit(mask, k))


@inline
def below(word: np.uint64, bound: int) -> int:
    """Return a whole number in 0..bound-1 from one random 64-bit word (bias below 2^-58 for card counts)."""
    return np.int64(multiply_high(np.uint64(word), np.uint64(bound)))


@inline
def pick(mask: int, word: np.uint64) -> int:
    """Return a uniformly random card of a mask that is not empty, from one random word."""
    return select(mask, below(word, popcount(mask)))
