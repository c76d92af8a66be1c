"""Counts of legal sequences by the engine's law, as plain Python, to a small depth."""

from __future__ import annotations

import pytest

from conformance.test_perft import ENTRIES
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game import HandState
from hearts_arena.game.perft import PerftEntry

LARGEST = 400


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_perft(entry: PerftEntry) -> None:
    """The engine counts what the file says, wherever that is little enough to count this way."""
    state, law = HandState.from_text(entry.position), FastLaw()
    small = {depth: count for depth, count in entry.counts.items() if count <= LARGEST}
    counts = {depth: law.count_lines(state, depth) for depth in small}

    assert counts == small, entry.position
