"""The cache of compiled kernels: where it is, and that nothing stale ever comes out of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hearts_arena
from hearts_arena.engine import jit

PACKAGE = Path(hearts_arena.__file__).parent
ONE_POPCOUNT = """
import sys
import numpy as np
from hearts_arena.engine.jit import cache_folder, kernel, PACKAGE
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.rules import build_rules
print(PACKAGE)
print(cache_folder())
print(FastLaw().winner(build_rules(), (0, 1, 2, 3)))
"""


REFUSE_WRITES = """
import errno, os, sys
LOCKED = {locked!r}
def refuse(event, arguments):
    writes = event == "os.mkdir" or (event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    if writes and os.path.abspath(str(arguments[0])).startswith(LOCKED):
        raise PermissionError(errno.EACCES, "Permission denied", arguments[0])
sys.addaudithook(refuse)
"""


def run_python(code: str, **environment: str | None) -> list[str]:
    """Return the lines that some code prints in a process of its own, with variables set or (None) unset."""
    variables = {**os.environ, **{name: value for name, value in environment.items() if value is not None}}
    for name, value in environment.items():
        if value is None:
            variables.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", code], env=variables, capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """Return a copy of the package's folder that imports in place of the real one."""
    shutil.copytree(PACKAGE, tmp_path / "site" / "hearts_arena", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "site"


def test_an_edited_helper_is_compiled_anew_bug(copied_package: Path, tmp_path: Path) -> None:
    """Editing a helper in another file than the kernel's changes the answer, where numba's own cache would be stale."""
    environment = {"PYTHONPATH": str(copied_package), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    package, folder_before, before = run_python(ONE_POPCOUNT, **environment)
    law = copied_package / "hearts_arena" / "engine" / "law.py"
    text = law.read_text(encoding="utf-8")
    better = "return card > best and suit_of(card) == suit_of(best)"
    law.write_text(text.replace(better, better.replace("card > best", "card < best")), encoding="utf-8")
    _, folder_after, after = run_python(ONE_POPCOUNT, **environment)

    assert text.count(better) == 1
    assert Path(package) == copied_package / "hearts_arena"
    assert (before, after) == ("3", "0")
    assert folder_before != folder_after


def test_a_second_process_finds_the_kernels(tmp_path: Path) -> None:
    """Kernels compiled by one process are loaded by the next, from the same folder."""
    code = ONE_POPCOUNT + "from hearts_arena.engine import judge; print(len(judge._winner.stats.cache_hits))"
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    first, second = run_python(code, **environment), run_python(code, **environment)

    assert first[1] == second[1]
    assert Path(first[1]).is_relative_to(tmp_path)
    assert (first[-1], second[-1]) == ("0", "1")


def test_no_home(tmp_path: Path) -> None:
    """Without a home folder kernels are kept in a temporary one, and work."""
    _, folder, winner = run_python(ONE_POPCOUNT, HOME="/dev/null", XDG_CACHE_HOME=None, TMPDIR=str(tmp_path))

    assert Path(folder).is_relative_to(tmp_path)
    assert winner == "3"


def test_home_unset(tmp_path: Path) -> None:
    """An environment without HOME is no reason to fail."""
    _, folder, winner = run_python(ONE_POPCOUNT, HOME=None, XDG_CACHE_HOME=None, TMPDIR=str(tmp_path))

    assert Path(folder).is_dir()
    assert winner == "3"


def test_cache_folder_that_is_a_file(tmp_path: Path) -> None:
    """A cache folder that cannot be made is passed over for a temporary one."""
    taken = tmp_path / "file"
    taken.touch()
    (tmp_path / "tmp").mkdir()
    _, folder, winner = run_python(ONE_POPCOUNT, XDG_CACHE_HOME=str(taken), TMPDIR=str(tmp_path / "tmp"))

    assert Path(folder).is_relative_to(tmp_path / "tmp")
    assert winner == "3"


def test_read_only_package_and_cache(copied_package: Path, tmp_path: Path) -> None:
    """A package and a cache folder that nobody may write still work."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (tmp_path / "tmp").mkdir()
    locked = (str(cache), str(copied_package))
    _, folder, winner = run_python(
        REFUSE_WRITES.format(locked=locked) + ONE_POPCOUNT,
        PYTHONPATH=str(copied_package),
        XDG_CACHE_HOME=str(cache),
        TMPDIR=str(tmp_path / "tmp"),
    )

    assert Path(folder).is_relative_to(tmp_path / "tmp")
    assert winner == "3"
    assert list(cache.iterdir()) == []


def test_every_source_of_a_kernel_is_in_the_key() -> None:
    """The rooms whose sources name the cache folder are all that import the compiler, and all that these import."""
    rooms = {
        path.parent.name for path in PACKAGE.rglob("*.py") if "engine.jit import" in path.read_text(encoding="utf-8")
    }

    assert rooms - {"hearts_arena"} <= set(jit.KERNEL_ROOMS)


def test_numba_setting_is_left_alone() -> None:
    """Importing the engine leaves numba's global cache folder as it was, for other users of numba."""
    code = """
import numba
before = numba.config.CACHE_DIR
import hearts_arena.engine.play
print(numba.config.CACHE_DIR == before)
"""

    assert run_python(code) == ["True"]


def test_a_bot_of_a_file_is_not_cached() -> None:
    """Only functions of the package are cached: nothing tells numba that a bot's own helper has changed."""
    code = """
import numba
from hearts_arena.engine.jit import pointer
def outside(x):
    return x + 1
outside.__module__ = "hearts_bot_x"
print(type(pointer(numba.int64(numba.int64), outside)._cache).__name__)
"""

    assert run_python(code) == ["NullCache"]


def test_announcement_comes_once(tmp_path: Path) -> None:
    """Whoever asks is told once when a kernel has to be compiled, and never where all are in the cache."""
    code = """
from hearts_arena.engine.jit import announce_compilation
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.rules import build_rules
with announce_compilation(lambda: print("compiling")):
    FastLaw().winner(build_rules(), (0, 1, 2, 3))
    FastLaw().legal(build_rules(), 7, (), 3, False)
print("done")
"""
    environment = {"XDG_CACHE_HOME": str(tmp_path)}

    assert run_python(code, **environment) == ["compiling", "done"]
    assert run_python(code, **environment) == ["done"]


def test_announcement_ends_with_its_command_bug(tmp_path: Path) -> None:
    """What listens for compilation is gone with its context, and another in the same process says nothing."""
    code = """
import numba
from numba.core import event
from hearts_arena.engine.jit import announce_compilation
before = len(event._registered["numba:compile"])
for name in ("first", "second"):
    with announce_compilation(lambda: print(name)):
        numba.njit(lambda x: x + 1)(1)
    print(len(event._registered["numba:compile"]) - before)
"""

    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)) == ["first", "0", "0"]
