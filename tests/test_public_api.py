"""What is public: lists that are sorted and complete, and names that load when they are used."""

from __future__ import annotations

import importlib
import pkgutil
import types

import pytest

import hearts_arena

MODULES = sorted(module.name for module in pkgutil.walk_packages(hearts_arena.__path__, "hearts_arena."))
LISTED = [name for name in MODULES if hasattr(importlib.import_module(name), "__all__")]
FOR_USERS = {"hearts_arena.bot", "hearts_arena.game"}
MUST_LIST = {*FOR_USERS, "hearts_arena.run", "hearts_arena.testing"}


def sort_key(name: str) -> tuple[int, str]:
    """Return the place of a name in a sorted list: constants, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


@pytest.mark.parametrize("name", LISTED)
def test_lists_are_sorted_and_resolve(name: str) -> None:
    """A list of public names is sorted, has no name twice, and every name is there."""
    module = importlib.import_module(name)

    assert list(module.__all__) == sorted(set(module.__all__), key=sort_key)
    assert [public for public in module.__all__ if not hasattr(module, public)] == []


def is_constant(name: str, value: object) -> bool:
    """Return whether a name of a module is a constant."""
    return name.isupper() and not isinstance(value, type)


@pytest.mark.parametrize("name", sorted(FOR_USERS))
def test_lists_are_complete(name: str) -> None:
    """What users import from lists every name of the project that is in it."""
    module = importlib.import_module(name)
    ours = {
        public
        for public, value in vars(module).items()
        if not public.startswith("_")
        and not isinstance(value, types.ModuleType)
        and (str(getattr(value, "__module__", "")).startswith("hearts_arena") or is_constant(public, value))
    }

    assert ours - set(module.__all__) == set()
    assert len(ours) > 10


def test_the_public_modules_have_lists() -> None:
    """What users import from says what is theirs to use."""
    assert set(LISTED) >= MUST_LIST


def test_the_package_lists_its_names() -> None:
    """The package's own list is sorted, and `dir` shows it."""
    assert list(hearts_arena.__all__) == sorted(hearts_arena.__all__)
    assert set(dir(hearts_arena)) == {*hearts_arena.__all__, "__version__"}


@pytest.mark.parametrize("name", hearts_arena.__all__)
def test_lazy_names_resolve(name: str) -> None:
    """Every name of the package loads from its home when it is used."""
    value = getattr(hearts_arena, name)

    assert value is getattr(importlib.import_module(hearts_arena._HOMES[name]), name)


def test_names_that_there_are_none_of() -> None:
    """A name that does not exist is an AttributeError like any other."""
    with pytest.raises(AttributeError, match="module 'hearts_arena' has no attribute 'tournamnet'"):
        _ = hearts_arena.tournamnet
