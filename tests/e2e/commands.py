"""How tests run the command line: in this process, or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from hearts_arena.cli import main

PROGRAM = Path(sys.executable).parent / "hearts-arena"
BOTS = Path(__file__).parents[1] / "bots"
LEVELS = ("random", "easy", "medium", "hard")


def run(*arguments: str | Path) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def good(*arguments: str | Path) -> str:
    """Run a command that must succeed and return what it prints."""
    result = run(*arguments)

    assert result.exit_code == 0, result.stderr
    return result.stdout


def spawn(*arguments: str | Path, folder: Path, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run the installed program in a process of its own, with variables set or (None) unset."""
    variables = {**os.environ, **{name: value for name, value in environment.items() if value is not None}}
    for name, value in environment.items():
        if value is None:
            variables.pop(name, None)
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], cwd=folder, env=variables, capture_output=True, encoding="utf-8", timeout=180
    )


def files_below(folder: Path) -> set[str]:
    """Return every file and folder below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}
