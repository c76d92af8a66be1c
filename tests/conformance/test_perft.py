"""Counts of legal play sequences, position by position."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearts_arena.engine.judge import FastLaw
from hearts_arena.game import PRESETS, HandState, format_card
from hearts_arena.game.perft import PerftEntry, parse_perft, perft, perft_split

ENTRIES = [
    entry
    for path in sorted((Path(__file__).parent / "perft").glob("*.perft"))
    for entry in parse_perft(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_perft(entry: PerftEntry) -> None:
    """The reference counts what the file says; a mismatch shows the count below each card."""
    state = HandState.from_text(entry.position)
    for depth, count in entry.counts.items():
        split = {format_card(card): n for card, n in perft_split(state, depth).items()}

        assert sum(split.values()) == count, f"depth {depth} of {entry.position}: {split}"
        assert perft(state, depth) == count


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_perft_of_the_engine(entry: PerftEntry) -> None:
    """The fast path counts what the file says."""
    state, law = HandState.from_text(entry.position), FastLaw()

    counts = {depth: law.count_lines(state, depth) for depth in entry.counts}

    assert counts == entry.counts, entry.position


def test_every_preset_is_counted() -> None:
    """Each preset has a position of its own, and identifiers are unique."""
    names = [entry.id for entry in ENTRIES]

    assert {name.rsplit("-", 1)[0] for name in names} >= set(PRESETS)
    assert len(set(names)) == len(names)
    assert len(names) >= 90
