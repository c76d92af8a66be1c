"""Calling compiled bots through their addresses: one kernel serves every line-up, and an exception comes back as one.

An address is that of a function compiled with a fixed signature, called with numba's own calling convention; the caller
keeps the function alive. Without the JIT an address is a key of `_FUNCTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from hearts_arena.engine.jit import JIT_ENABLED, compiled_in, pointer
from hearts_arena.engine.view import VIEW

PARAMETERS = 8
PARAMS = np.dtype([("values", "f8", PARAMETERS)], align=True)

_VIEW = numba.from_dtype(VIEW)
_PARAMS = numba.from_dtype(PARAMS)
_CARDS = types.Array(types.int64, 1, "C")
PLAY_SIGNATURE = types.int64(_VIEW, _PARAMS)
PASS_SIGNATURE = types.void(_VIEW, _PARAMS, _CARDS)
MOON_SIGNATURE = types.boolean(_VIEW, _PARAMS)

_FUNCTIONS: dict[int, Callable[..., Any]] = {}


@cache
def compile_pointer(signature: Any, function: Callable[..., Any]) -> tuple[Callable[..., Any], int]:
    """Return a bot's function compiled for a signature, and its address (never 0)."""
    if not JIT_ENABLED:
        _FUNCTIONS[id(function)] = function
        return function, id(function)
    compiled: Any = pointer(signature, function)
    (overload,) = compiled.overloads.values()
    return compiled, overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)


if JIT_ENABLED:
    from llvmlite import ir

    def _caller(signature: Any) -> Any:
        """Return an intrinsic `call(address, *arguments)` for functions of one signature.

        It is numba's own call, apart from what that writes first into the slots that the function fills.
        """

        def codegen(context: Any, builder: Any, call_signature: Any, arguments: Any) -> Any:
            convention = context.call_conv
            function_type = convention.get_function_type(signature.return_type, signature.args)
            function = builder.inttoptr(arguments[0], function_type.as_pointer())
            with builder.goto_entry_block():
                result, trouble = (builder.alloca(slot.pointee) for slot in function_type.args[:2])
            packed = convention._get_arg_packer(signature.args).as_arguments(builder, arguments[1:])
            code = builder.call(function, [result, trouble, *packed])
            failed = builder.icmp_signed("!=", code, ir.Constant(code.type, 0))
            with builder.if_then(failed, likely=False):
                status = convention._get_return_status(builder, code, builder.load(trouble))
                convention.return_status_propagate(builder, status)
            return builder.load(result)

        return codegen

    @compiled_in
    def call_play(typing_context: Any, address: Any, view: Any, params: Any) -> Any:
        """Return the card that the bot at an address plays."""
        return types.int64(types.int64, _VIEW, _PARAMS), _caller(PLAY_SIGNATURE)

    @compiled_in
    def call_pass(typing_context: Any, address: Any, view: Any, params: Any, cards: Any) -> Any:
        """Have the bot at an address write the cards it passes."""
        return types.void(types.int64, _VIEW, _PARAMS, cards), _caller(PASS_SIGNATURE)

    @compiled_in
    def call_moon(typing_context: Any, address: Any, view: Any, params: Any) -> Any:
        """Return whether the bot at an address adds its moon to the others."""
        return types.boolean(types.int64, _VIEW, _PARAMS), _caller(MOON_SIGNATURE)

else:

    def call_play(address: int, view: Any, params: Any) -> Any:
        """Return the card that the bot at an address plays."""
        return _FUNCTIONS[int(address)](view, params)

    def call_pass(address: int, view: Any, params: Any, cards: Any) -> Any:
        """Have the bot at an address write the cards it passes."""
        return _FUNCTIONS[int(address)](view, params, cards)

    def call_moon(address: int, view: Any, params: Any) -> Any:
        """Return whether the bot at an address adds its moon to the others."""
        return _FUNCTIONS[int(address)](view, params)
