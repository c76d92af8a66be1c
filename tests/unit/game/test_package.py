"""The room as a whole: its public list, its examples, what it imports."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

from hearts_arena import game

MODULES = [info.name for info in pkgutil.iter_modules(game.__path__)]
HEAVY = ("numpy", "numba", "pandas", "pyarrow", "click", "tomllib", "json", "gzip", "decimal")


def sorted_names(names: list[str]) -> list[str]:
    """Return names with constants first, then classes, then functions."""
    return sorted(names, key=lambda n: (not n.isupper(), not n[0].isupper(), n))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Every example in a docstring does what it shows."""
    result = doctest.testmod(importlib.import_module(f"hearts_arena.game.{name}"))

    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_public_lists_are_sorted_and_exist(name: str) -> None:
    """A module's public list names what it has, in order."""
    module = importlib.import_module(f"hearts_arena.game.{name}")

    assert module.__all__ == sorted_names(module.__all__)
    assert [n for n in module.__all__ if not hasattr(module, n)] == []
    assert module.__doc__


def test_the_package_exports_what_it_imports() -> None:
    """The public list of the room is sorted, and every public name in it is exported."""
    public = {n for n in vars(game) if not n.startswith("_") and n not in MODULES}

    assert game.__all__ == sorted_names(game.__all__)
    assert set(game.__all__) == public


def test_importing_is_light() -> None:
    """Importing the room loads the standard library's small modules and nothing else."""
    code = f"import sys, hearts_arena.game; print([m for m in {HEAVY!r} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert found.strip() == "[]"
