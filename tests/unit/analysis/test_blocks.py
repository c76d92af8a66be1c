"""Sums over blocks: exact, whatever the cut and the size."""

from __future__ import annotations

import numpy as np
import pytest

from hearts_arena.analysis import blocks as blocks_module
from hearts_arena.analysis.blocks import BlockSums, RatioSums


def ints(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def filled(block: np.ndarray, group: np.ndarray, value: np.ndarray, weight: np.ndarray | None = None) -> RatioSums:
    sums = RatioSums(3)
    sums.add(int(block.max()) + 1, block, group, value, weight)
    return sums


def test_sums_by_hand() -> None:
    """Two blocks, S = 3 + 4 and 5 over H = 2 and 1, give the six sums."""
    sums = filled(ints(0, 0, 1), ints(1, 1, 1), ints(3, 4, 5))

    assert BlockSums(blocks=2, s=12, h=3, ss=49 + 25, sh=14 + 5, hh=4 + 1) == sums[1]
    assert BlockSums() == sums[0] == sums[2]


def test_weights_are_summed_into_the_denominator() -> None:
    """A row may stand for more than one observation."""
    sums = filled(ints(0, 1), ints(0, 0), ints(3, 5), ints(2, 4))

    assert BlockSums(blocks=2, s=8, h=6, ss=34, sh=26, hh=20) == sums[0]


def test_a_block_without_the_group_does_not_count() -> None:
    """K counts the blocks in which an entrant played."""
    sums = filled(ints(0, 1, 2), ints(0, 1, 0), ints(1, 1, 1))

    assert [one.blocks for one in sums] == [2, 1, 0]


def test_the_cut_into_parts_changes_nothing() -> None:
    """Blocks added together, one by one or in slices give the same integers."""
    rng = np.random.default_rng(5)
    block = np.repeat(np.arange(50), 8)
    group, value = rng.integers(0, 3, 400), rng.integers(-10, 157, 400)
    whole = filled(block, group, value)
    pieces = RatioSums(3)
    for one in range(50):
        rows = block == one
        pieces.add(1, block[rows] - one, group[rows], value[rows])
    merged = filled(block, group, value)
    merged += RatioSums(3)

    assert list(whole) == list(pieces) == list(merged)


def test_many_groups_are_summed_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part is worked through a few blocks at a time where there are many groups."""
    rng = np.random.default_rng(6)
    block = np.repeat(np.arange(20), 4)
    group, value = rng.integers(0, 3, 80), rng.integers(0, 27, 80)
    whole = filled(block, group, value)
    monkeypatch.setattr(blocks_module, "_CELLS_AT_ONCE", 9)

    assert list(whole) == list(filled(block, group, value))


@pytest.mark.parametrize("size", [1, 10**6, 3 * 10**9, 10**12])
def test_squares_do_not_overflow(size: int) -> None:
    """Sums of squares beyond 64 bits are exact."""
    sums = filled(ints(0, 1, 2), ints(0, 0, 0), ints(size, size, -size), ints(size, size, size))

    assert BlockSums(3, size, 3 * size, 3 * size**2, size**2, 3 * size**2) == sums[0]


def test_the_residual_is_the_sum_of_squares_about_the_ratio() -> None:
    """S = 7, 5 over H = 2, 1: R = 4, residuals -1 and 1, times (ΣH)² = 9."""
    assert BlockSums(2, 12, 3, 74, 19, 5).residual == (1 + 1) * 9
