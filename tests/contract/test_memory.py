"""Working memory of compiled bots: the ways that the bots' page shows are sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hearts_arena.bot import CompiledBot, inline
from hearts_arena.engine.jit import JIT_ENABLED
from hearts_arena.strategies.search import new_search

MEMORY = np.dtype([("cards", "i8", 64)], align=True)
MINE, THEIRS = 7, 9


@inline
def overwrite_what_is_free():
    """Allocate memory of the same size, which is the same memory where that has been freed, and write to it."""
    other = np.empty(1, MEMORY)
    other[0].cards[:] = THEIRS
    return other[0].cards[0]


@inline
def use_record(memory):
    """Take the record of an array that the caller holds, and return the least of what is kept in it."""
    record = memory[0]
    record.cards[:] = MINE
    overwrite_what_is_free()
    return record.cards.max()


def handed_on() -> Any:
    """Hand the array to the function that takes the record."""
    memory = np.empty(1, MEMORY)
    return use_record(memory)


def used_as_an_array() -> Any:
    """Use the array itself every time."""
    memory = np.empty(1, MEMORY)
    memory[0].cards[:] = MINE
    overwrite_what_is_free()
    return memory[0].cards.max()


def search_handed_on() -> Any:
    """Make the memory of a search as `monte-carlo` does."""
    return use_search(new_search())


@inline
def use_search(searches):
    """Take the record as `monte-carlo` does."""
    search = searches[0]
    search.cards[:] = MINE
    new_search()[0].cards[:] = THEIRS
    return search.cards.max()


@pytest.mark.skipif(not JIT_ENABLED, reason="memory is freed by the compiler")
@pytest.mark.parametrize("function", [handed_on, used_as_an_array, search_handed_on], ids=lambda one: one.__name__)
def test_sound_memory_stays_bug(function: Callable[[], Any]) -> None:
    """What a bot keeps in the ways that the page shows is not written over by what is allocated later."""
    assert inline(function)() == MINE


def test_the_contract_warns_of_records_bug() -> None:
    """Whoever reads the base class of compiled bots is told that a record does not keep its array alive."""
    assert "a record taken from it does not keep it alive" in " ".join(str(CompiledBot.__doc__).split())
