"""The tests of this folder, run in a process in which kernels are not compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
QUICK = ("test_bits.py", "test_cases.py", "test_perft.py")


def run_interpreted(*files: Path) -> subprocess.CompletedProcess[str]:
    """Run some tests of this folder with the compiler off."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", "-n", "0", "-m", "", "-p", "no:cacheprovider", *map(str, files)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_law_as_plain_python() -> None:
    """Bits, cases and counts of the compiled law hold where it is plain Python."""
    done = run_interpreted(*(FOLDER / name for name in QUICK))

    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@pytest.mark.slow
def test_all_as_plain_python() -> None:
    """So does everything else in this folder, whole matches at the engine's tables included."""
    done = run_interpreted(FOLDER)

    assert done.returncode == 0, done.stdout + done.stderr
