"""The rows that are read: parts, blocks and whole tables."""

from __future__ import annotations

import numpy as np
import pytest

from hearts_arena.analysis.rows import MemoryRows, block_index, read_parts, seats_of
from unit.analysis.simulated import facts, hands_table

FOUR = (0, 1, 2, 3)
SCORES = (0, 13, 5, 8)


def two_blocks(blocks_per_part: int | None = None) -> MemoryRows:
    table = hands_table([(7, 0, 0, FOUR, SCORES), (7, 1, 0, FOUR, SCORES), (9, 2, 0, FOUR, SCORES)])
    return MemoryRows(facts("abcd"), {"hands": table}, blocks_per_part)


@pytest.mark.parametrize(("size", "expected"), [(None, [12]), (1, [8, 4]), (2, [12])])
def test_memory_rows_are_cut_between_blocks(size: int | None, expected: list[int]) -> None:
    """A part holds as many whole blocks as asked."""
    parts = list(two_blocks(size).parts("hands", ("match", "hand_score")))

    assert expected == [len(part["match"]) for part in parts]
    assert {"match", "hand_score"} == set(parts[0])


def test_a_table_that_is_not_there_has_no_parts() -> None:
    """An event without rows reads as empty."""
    assert list(two_blocks().parts("matches", ("place",))) == []


@pytest.mark.parametrize("blocks", [[3, 3, 5, 5, 5, 9], [9, 9, 3, 3, 3, 5]])
def test_block_index_counts_from_zero(blocks: list[int]) -> None:
    """Rows of a block share a position, whatever their order."""
    count, index = block_index(np.array(blocks))

    assert count == 3
    assert np.unique(index).tolist() == [0, 1, 2]
    assert all((index[i] == index[j]) == (blocks[i] == blocks[j]) for i in range(6) for j in range(6))


def test_block_index_of_nothing_is_empty() -> None:
    """No rows are no blocks."""
    count, index = block_index(np.array([], np.int64))

    assert 0 == count == len(index)


def test_a_block_cut_in_two_is_refused() -> None:
    """Intervals would be too narrow if one block counted as two."""

    class Cut(MemoryRows):
        def parts(self, table, columns, /):  # type: ignore[no-untyped-def]
            whole = next(super().parts(table, columns))
            yield {name: values[:4] for name, values in whole.items()}
            yield {name: values[4:] for name, values in whole.items()}

    rows = two_blocks()
    with pytest.raises(ValueError, match=r"block 7 of table 'hands' is cut in two"):
        list(read_parts(Cut(rows.event, rows.tables), "hands", ("seat",)))


def test_seats_stand_side_by_side() -> None:
    """One row a table and one column a seat."""
    assert seats_of(np.array([1, 2, 3, 4], np.int8), 2).tolist() == [[1, 2], [3, 4]]


def test_half_a_table_is_refused() -> None:
    """Rows of three seats are no table of four."""
    with pytest.raises(ValueError, match="3 rows are no whole tables of 4"):
        seats_of(np.array([1, 2, 3]), 4)
