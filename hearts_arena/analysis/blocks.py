"""How rows become sums over blocks: exact integers, whatever the cut into parts.

The block is the unit of every estimate. For a ratio R = ΣS_k / ΣH_k over blocks k, six integers
are enough (K, ΣS, ΣH, ΣS², ΣSH, ΣH²), so memory does not grow with the blocks and the digits
do not depend on the order of addition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hearts_arena.analysis.rows import Array, Ints

__all__ = ["BlockSums", "RatioSums"]

_CELLS_AT_ONCE: Final = 1 << 21
_SAFE: Final = 2**62


@dataclass(frozen=True, slots=True)
class BlockSums:
    """Sums over blocks of a numerator S and a denominator H, exact.

    Attributes
    ----------
    blocks : int
        K, the blocks in which H is not 0.
    s, h : int
        ΣS_k and ΣH_k.
    ss, sh, hh : int
        ΣS_k², ΣS_k·H_k and ΣH_k².
    """

    blocks: int = 0
    s: int = 0
    h: int = 0
    ss: int = 0
    sh: int = 0
    hh: int = 0

    @property
    def residual(self) -> int:
        """Σ(S_k − R·H_k)²·(ΣH)², an integer: R² and its cancellation never meet a float."""
        return self.ss * self.h**2 - 2 * self.s * self.h * self.sh + self.s**2 * self.hh


class RatioSums:
    """Block sums of many ratios at once, one a group, filled part by part.

    Totals are Python integers: nothing overflows, at any number of hands.
    """

    def __init__(self, groups: int) -> None:
        """Start at zero for a number of groups."""
        self._sums = np.zeros((6, groups), dtype=object)

    def add(self, blocks: int, block: Ints, group: Ints, value: Array, weight: Array | None = None) -> None:
        """Add rows that make up whole blocks.

        Parameters
        ----------
        blocks : int
            Number of blocks among the rows.
        block, group : array of int64, shape (rows,)
            Position of each row's block, from 0, and its group.
        value : array of int or bool, shape (rows,)
            What is added to the block's S.
        weight : array of int, shape (rows,), optional
            What is added to the block's H, by default 1.
        """
        groups = self._sums.shape[1]
        step = max(1, _CELLS_AT_ONCE // max(groups, 1))
        for first in range(0, blocks, step):
            size = min(step, blocks - first)
            if size == blocks:
                rows: slice | Array = slice(None)
            else:
                rows = (block >= first) & (block < first + size)
            cell = (block[rows] - first) * groups + group[rows]
            s = _cell_sums(cell, value[rows], size, groups)
            h = _cell_sums(cell, None if weight is None else weight[rows], size, groups)
            self._sums += _moments(s, h)

    def __iadd__(self, other: RatioSums) -> RatioSums:
        """Add the sums of other blocks."""
        self._sums += other._sums
        return self

    def __getitem__(self, group: int) -> BlockSums:
        """Return the sums of a group."""
        return BlockSums(*(int(value) for value in self._sums[:, group]))

    def __iter__(self) -> Iterator[BlockSums]:
        """Yield the sums of each group."""
        return (self[group] for group in range(self._sums.shape[1]))


def _cell_sums(cell: Ints, values: Array | None, blocks: int, groups: int) -> Ints:
    """Return the sum of values in each (block, group), exact while below 2**53."""
    if values is None:
        sums = np.bincount(cell, minlength=blocks * groups)
    else:
        sums = np.rint(np.bincount(cell, weights=values, minlength=blocks * groups))
    return sums.astype(np.int64).reshape(blocks, groups)


def _moments(s: Ints, h: Ints) -> Array:
    """Return K, ΣS, ΣH, ΣS², ΣSH and ΣH² over blocks, as Python integers of shape (6, groups)."""
    counts = (np.count_nonzero(h, axis=0), s.sum(axis=0), h.sum(axis=0))
    products = (_dot(s, s), _dot(s, h), _dot(h, h))
    return np.array([values.astype(object) for values in (*counts, *products)], dtype=object)


def _dot(a: Ints, b: Ints) -> Array:
    """Return Σa·b over blocks, in int64 where it cannot overflow and in Python integers else."""
    largest = int(np.abs(a).max(initial=0)) * int(np.abs(b).max(initial=0))
    if largest * len(a) >= _SAFE:
        a, b = a.astype(object), b.astype(object)
    product: Array = (a * b).sum(axis=0)
    return product
