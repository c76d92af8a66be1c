"""The list of built-in bots."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

from hearts_arena.bot import CompiledBot
from hearts_arena.strategies import BUILT_IN, DESCRIPTIONS


def test_every_bot_is_described_and_can_be_loaded() -> None:
    assert tuple(BUILT_IN) == tuple(DESCRIPTIONS) == ("random", "easy", "medium", "hard", "monte-carlo")
    for target in BUILT_IN.values():
        module, _, name = target.partition(":")
        assert issubclass(getattr(import_module(module), name), CompiledBot)


def test_the_list_is_read_without_loading_a_compiler() -> None:
    code = "import sys, hearts_arena.strategies; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]


def test_parameters_lie_within_their_bounds() -> None:
    for target in BUILT_IN.values():
        module, _, name = target.partition(":")
        for parameter in getattr(import_module(module), name).parameters.values():
            assert parameter.low <= parameter.default <= parameter.high
