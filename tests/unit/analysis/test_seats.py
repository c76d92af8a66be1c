"""Win share by seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.analysis.seats import seat_shares
from unit.analysis.simulated import facts, matches_table, simulate


def test_shares_by_hand() -> None:
    """Two matches: a wins from seat 0, then shares with b from seats 1 and 2."""
    matches = [(0, 0, (0, 1, 2, 3), (1, 2, 3, 4), "won"), (1, 1, (3, 0, 1, 2), (9, 5, 5, 7), "shared")]
    result = seat_shares(MemoryRows(facts("abcd"), {"matches": matches_table(matches)}))
    means = [[share.mean for share in row] for row in (result.everyone, *result.seats)]

    assert means[0] == [0.5, 0.25, 0.25, 0.0]
    assert means[1] == [1.0, 0.5, None, None]
    assert means[2] == [None, 0.0, 0.5, None]
    assert [share.mean for share in result.overall] == [0.25, 0.75, 0.25, 0.0, 0.0]
    assert len(result.to_records()) == 20


@pytest.mark.parametrize("players", [3, 5])
def test_other_tables(players: int) -> None:
    """There is one share for each seat of the table."""
    result = seat_shares(simulate("abcdef"[:players], 6, players=players))

    assert players == len(result.everyone) == len(result.seats[0])
    assert pytest.approx(1.0) == sum(share.mean or 0.0 for share in result.everyone)


@pytest.mark.parametrize("size", [1, 4])
def test_the_cut_into_parts_changes_no_digit(size: int) -> None:
    """Parts of any number of blocks give equal shares."""
    rows = simulate("abcd", 9)

    assert seat_shares(rows) == seat_shares(replace(rows, blocks_per_part=size))
