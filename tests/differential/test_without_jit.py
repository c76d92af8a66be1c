"""The same sources as plain Python: what is compiled and what is interpreted play the same cards."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hearts_arena.game.rules import build_rules
from playing import event_of, play_event

LINE_UPS = {
    "standard": ("random", "easy", "medium", "hard"),
    "black_maria": ("hard", "medium", "random"),
    "scatter": ("hard", "easy", "monte-carlo:worlds=1", "medium"),
    "five": ("hard", "medium", "easy", "random", "easy:wild=0"),
}


def digest_of_play(preset: str) -> str:
    """Return a hash of every row of a short event."""
    rules = build_rules(preset, max_hands=2)
    played = play_event(event_of(*LINE_UPS[preset], rules=rules, blocks=1))
    tables = (played.hands, played.plays, played.matches, played.faults)
    return hashlib.blake2b(b"".join(table.tobytes() for table in tables)).hexdigest()


@pytest.mark.parametrize("preset", sorted(LINE_UPS))
def test_interpreted_and_compiled_play_alike_bug(preset: str) -> None:
    """Cards of one byte in a view are no trap where numpy does the sums that LLVM does otherwise."""
    tests = str(Path(__file__).parents[1])
    code = f"from differential.test_without_jit import digest_of_play; print(digest_of_play({preset!r}))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": tests}
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", code], env=environment, capture_output=True, text=True, timeout=300
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest_of_play(preset)
