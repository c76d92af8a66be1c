"""Who beats whom: points difference a hand between every two entrants at the same table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from hearts_arena.analysis.blocks import RatioSums
from hearts_arena.analysis.estimates import Estimate, ratio_estimate
from hearts_arena.analysis.rows import Columns, Ints, Rows, block_index, read_parts, seats_of
from hearts_arena.analysis.standings import best_first

__all__ = ["DIFFERENCE_UNIT", "Crosstable", "PairRows", "crosstable", "seat_pairs"]

DIFFERENCE_UNIT = "points a hand"


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Points differences of all pairs of entrants.

    Attributes
    ----------
    labels : tuple of str
        Entrants, best first by points a hand; they name rows and columns alike.
    cells : tuple of tuple of Estimate
        `cells[row][column]` is the column's points a hand less the row's, over the hands that both
        played at one table: positive is better for the row. No mean on the diagonal and where two
        never met.
    """

    event: str
    labels: tuple[str, ...]
    cells: tuple[tuple[Estimate, ...], ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain record for each ordered pair that can meet."""
        return [
            {
                "entrant": entrant,
                "opponent": opponent,
                "difference": self.cells[row][column].to_record(),
                "blocks": self.cells[row][column].n,
            }
            for row, entrant in enumerate(self.labels)
            for column, opponent in enumerate(self.labels)
            if row != column
        ]


@dataclass(frozen=True, slots=True)
class PairRows:
    """One pair of seats over all hands of a part.

    Attributes
    ----------
    block : array of int64, shape (hands,)
        Position of the hand's block, from 0.
    first, second : array of int64, shape (hands,)
        Entrant codes at the two seats.
    difference : array of int64, shape (hands,)
        The second seat's hand score less the first's: positive is better for the first.
    """

    block: Ints
    first: Ints
    second: Ints
    difference: Ints


def seat_pairs(part: Columns, players: int) -> Iterator[PairRows]:
    """Yield every unordered pair of seats over the hands of a part.

    Averaged over pairs of seats, the differences of one seat to all others are the mean of the
    others less its own score.
    """
    block = block_index(part["block"])[1][::players]
    entrant = seats_of(part["entrant"], players)
    score = seats_of(part["hand_score"], players)
    for first, second in combinations(range(players), 2):
        difference = score[:, second] - score[:, first]
        yield PairRows(block, entrant[:, first], entrant[:, second], difference)


def crosstable(rows: Rows) -> Crosstable:
    """Return the crosstable of an event, from one pass over its hands."""
    labels, players = rows.event.labels, rows.event.rules.players
    entrants = len(labels)
    points, pairs = RatioSums(entrants), RatioSums(entrants * entrants)
    for part in read_parts(rows, "hands", ("entrant", "hand_score")):
        blocks, block = block_index(part["block"])
        points.add(blocks, block, part["entrant"].astype(np.int64), part["hand_score"])
        _add_pairs(pairs, part, blocks, players, entrants)
    order = best_first(_mean(points, entrant) for entrant in range(entrants))
    cells = tuple(tuple(_cell(pairs, row, col, entrants) for col in order) for row in order)
    return Crosstable(rows.event.name, tuple(labels[entrant] for entrant in order), cells)


def _add_pairs(pairs: RatioSums, part: Columns, blocks: int, players: int, entrants: int) -> None:
    """Add the differences of a part, each pair of entrants under the lower code first."""
    seats = list(seat_pairs(part, players))
    block = np.concatenate([pair.block for pair in seats])
    first = np.concatenate([pair.first for pair in seats])
    second = np.concatenate([pair.second for pair in seats])
    difference = np.concatenate([pair.difference for pair in seats])
    value = np.where(first <= second, difference, -difference)
    group = np.minimum(first, second) * entrants + np.maximum(first, second)
    pairs.add(blocks, block, group, value)


def _cell(pairs: RatioSums, row: int, column: int, entrants: int) -> Estimate:
    if row == column:
        return Estimate(None, None, None, 0, DIFFERENCE_UNIT)
    low, high = min(row, column), max(row, column)
    estimate = ratio_estimate(pairs[low * entrants + high], DIFFERENCE_UNIT)
    return estimate if row == low else estimate.negated


def _mean(points: RatioSums, entrant: int) -> float | None:
    return ratio_estimate(points[entrant], DIFFERENCE_UNIT).mean
