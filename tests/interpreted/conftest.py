"""With `NUMBA_DISABLE_JIT=1` all of this folder runs; without it, one test that runs it so in a process of its own."""

from __future__ import annotations

from pathlib import Path

from hearts_arena.engine.jit import JIT_ENABLED

OUTER = "test_in_a_process.py"
FILES = [path.name for path in Path(__file__).parent.glob("test_*.py")]

collect_ignore = [name for name in FILES if (name == OUTER) != JIT_ENABLED]
