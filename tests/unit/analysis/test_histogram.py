"""Counts of hand scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearts_arena.analysis.histogram import histogram
from hearts_arena.analysis.rows import MemoryRows
from unit.analysis.simulated import facts, hands_table, simulate


def test_counts_by_hand() -> None:
    """Every score that occurred has a bin, negative and above 100 too."""
    hands = [(0, 0, 0, (0, 1, 1, 0), (-36, 156, 0, 0)), (1, 1, 0, (0, 1, 1, 0), (0, 0, 0, -10))]
    result = histogram(MemoryRows(facts("ab"), {"hands": hands_table(hands)}))

    assert result.scores == (-36, -10, 0, 156)
    assert result.counts == ((1, 1, 2, 0), (0, 0, 3, 1))
    assert result.to_records()[-1] == {"entrant": "b", "hand_score": 156, "hands": 1}


@pytest.mark.parametrize("size", [1, 4])
def test_the_cut_into_parts_changes_nothing(size: int) -> None:
    """Parts may hold different scores."""
    rows = simulate("abcd", 9)

    assert histogram(rows) == histogram(replace(rows, blocks_per_part=size))


def test_nothing_played_has_no_bins() -> None:
    """An empty event has no scores."""
    assert histogram(MemoryRows(facts("ab"), {})).scores == ()
