"""Imports point one way, heavy packages stay behind their fences, and modules stay small."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "hearts_arena"
MODULES = sorted(PACKAGE.rglob("*.py"))
# Each may import what stands before it, and its own room.
ORDER = (("game",), ("engine",), ("bot",), ("strategies",), ("arena",), ("analysis",), ("tools",), ("cli", "__main__"))
TOOLS = {"run", "ladder", "submission", "testing", "replay", "verify", "speed", "checks"}
HOMES = {
    "numba": ("engine/", "strategies/"),
    "llvmlite": ("engine/", "strategies/"),
    "platformdirs": ("engine/jit.py",),
    "pyarrow": ("arena/store.py",),
    "matplotlib": ("analysis/plots.py", "analysis/style.py", "analysis/panels.py"),
    "click": ("cli.py",),
    "tqdm": ("cli.py",),
    "scipy": ("analysis/",),
}
LAZY_PUBLIC = "__init__.py"
MOST_LINES = 600


def name_of(path: Path) -> str:
    """Return a module's path within the package."""
    return path.relative_to(PACKAGE).as_posix()


def room_of(module: str) -> str:
    """Return the room of a module, given as `hearts_arena.room...` or as a path within the package."""
    first = module.removeprefix("hearts_arena.").replace("/", ".").removesuffix(".py").split(".")[0]
    return "tools" if first in TOOLS else first


def imports_of(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield every module that a file imports, inside functions too, and whether for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in for_types) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a name comes from"
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names]
                if node.module == "hearts_arena"
                else [node.module]
            )
            yield from ((str(name), id(node) in for_types) for name in names)


def test_the_rooms_are_all_known() -> None:
    """Every module of the package is in a room with a place in the order."""
    rooms = {room_of(name_of(path)) for path in MODULES if name_of(path) != LAZY_PUBLIC}

    assert rooms == {room for level in ORDER for room in level}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    """A module imports its own room and those before it, never one behind it."""
    if name_of(path) == LAZY_PUBLIC:
        return
    order = [room for level in ORDER for room in level]
    own = order.index(room_of(name_of(path)))
    behind = [
        module
        for module, for_types in imports_of(path)
        if module.startswith("hearts_arena.") and order.index(room_of(module)) > own and not for_types
    ]

    assert behind == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_heavy_packages_stay_at_home(path: Path) -> None:
    """The compiler, Parquet, plots and the command line are each imported in one place."""
    strays = [
        module
        for module, for_types in imports_of(path)
        if (package := module.split(".")[0]) in HOMES and not name_of(path).startswith(HOMES[package]) and not for_types
    ]

    assert strays == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "game").glob("*.py")), ids=name_of)
def test_the_game_needs_python_alone(path: Path) -> None:
    """What Hearts is needs the standard library only."""
    roots = {module.split(".")[0] for module, _ in imports_of(path)}

    assert roots - {"hearts_arena"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_small(path: Path) -> None:
    """No module is longer than can be read."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", [path for path in MODULES if path.read_text(encoding="utf-8")], ids=name_of)
def test_every_module_says_what_it_is(path: Path) -> None:
    """A module begins with a docstring whose first line says what it is."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))

    assert docstring
    assert docstring.partition("\n")[0].rstrip().endswith((".", ":"))


def calls_on_text(path: Path) -> Iterator[tuple[int, bool]]:
    """Yield the line of every call that reads or writes a text file, and whether it names the encoding."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            modes = [str(value.value) for value in node.args[1:2] if isinstance(value, ast.Constant)]
            if name in ("read_text", "write_text") or (name == "open" and not any("b" in mode for mode in modes)):
                yield node.lineno, any(keyword.arg == "encoding" for keyword in node.keywords)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_text_files_name_their_encoding_k01(path: Path) -> None:
    """No text file is read or written in whatever encoding the machine has."""
    assert [line for line, named in calls_on_text(path) if not named] == []


def test_a_stray_import_would_be_seen(tmp_path: Path) -> None:
    """Imports inside functions and of names from the package are seen; those for types alone are told apart."""
    file = tmp_path / "module.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import pandas\n"
        "def late():\n    import numba.core\n    from hearts_arena import run\n",
        encoding="utf-8",
    )

    assert dict(imports_of(file)) == {"typing": False, "pandas": True, "numba.core": False, "hearts_arena.run": False}
