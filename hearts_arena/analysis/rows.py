"""What this room reads: an event's facts and its record tables, part by part.

Anything with an `event` and a `parts` will do: an event's folder, or `MemoryRows` for tables that
are held in memory. The columns are those of `hearts_arena.arena.records`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Columns", "EventFacts", "MemoryRows", "Rows", "RuleFacts", "block_index", "read_parts"]

Array: TypeAlias = NDArray[Any]
Ints: TypeAlias = NDArray[np.int64]
Columns: TypeAlias = dict[str, Array]
"""Column name to the values of one part, all of one length."""


class RuleFacts(Protocol):
    """What is asked of a rule set."""

    @property
    def players(self) -> int:
        """Seats at a table."""

    @property
    def max_hands(self) -> int:
        """Hands at which a match is truncated."""


class EventFacts(Protocol):
    """What is asked of an event."""

    @property
    def name(self) -> str:
        """Name of the event."""

    @property
    def rules(self) -> RuleFacts:
        """Rule set of the event."""

    @property
    def schedule(self) -> str:
        """Kind of schedule: table, round-robin or duel."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the entrants in entry order; entrant codes in the rows index them."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Bot of each entrant, as it was written."""

    @property
    def candidate(self) -> str | None:
        """Label of a duel's candidate."""


class Rows(Protocol):
    """An event and its rows."""

    @property
    def event(self) -> EventFacts:
        """Facts of the event."""

    def parts(self, table: str, columns: tuple[str, ...], /) -> Iterator[Columns]:
        """Yield the named columns of a table part by part, in schedule order.

        A part holds whole blocks, its rows are sorted by match, hand and seat, and its label
        columns are integer codes.
        """


@dataclass(frozen=True)
class MemoryRows:
    """Rows held in memory, for subsets, simulations and tests.

    Attributes
    ----------
    event : EventFacts
        Facts of the event.
    tables : mapping
        Table name to its columns, each an array with one value a row.
    blocks_per_part : int, optional
        Blocks in a part; by default a table is one part.
    """

    event: EventFacts
    tables: Mapping[str, Mapping[str, Array]]
    blocks_per_part: int | None = None

    def parts(self, table: str, columns: Sequence[str], /) -> Iterator[Columns]:
        """Yield the named columns of a table part by part."""
        rows = self.tables.get(table, {})
        if not rows or len(rows["block"]) == 0:
            return
        _, index = block_index(rows["block"])
        size = self.blocks_per_part or int(index.max()) + 1
        for first in range(0, int(index.max()) + 1, size):
            chosen = (index >= first) & (index < first + size)
            yield {name: np.asarray(rows[name])[chosen] for name in columns}


def read_parts(rows: Rows, table: str, columns: tuple[str, ...]) -> Iterator[Columns]:
    """Yield the parts of a table that hold rows, `block` among their columns.

    Raises
    ------
    ValueError
        If a block is cut in two by neighbouring parts, which would make intervals too narrow.
    """
    last_block = None
    for part in rows.parts(table, ("block", *columns)):
        blocks = part["block"]
        if len(blocks) == 0:
            continue
        if last_block is not None and blocks[0] == last_block:
            raise ValueError(
                f"block {int(last_block)} of table {table!r} is cut in two: give parts that hold whole blocks"
            )
        last_block = blocks[-1]
        yield part


def block_index(blocks: Array) -> tuple[int, Ints]:
    """Return how many blocks there are and, of each row, the position of its block, from 0.

    Parameters
    ----------
    blocks : array of int, shape (rows,)
        Block of each row. Quickest where the rows of a block stand together in ascending order.
    """
    steps = np.diff(blocks)
    if np.all(steps >= 0):
        index = np.concatenate(([0], np.cumsum(steps > 0))).astype(np.int64)[: len(blocks)]
    else:
        index = np.unique(blocks, return_inverse=True)[1].astype(np.int64)
    return (int(index.max()) + 1 if len(index) else 0), index


def seats_of(column: Array, players: int) -> Ints:
    """Return a column with one row a table and one column a seat, as int64 of shape (n, players).

    Raises
    ------
    ValueError
        If the rows are not whole tables.
    """
    if len(column) % players:
        raise ValueError(f"{len(column)} rows are no whole tables of {players}: give one row for every seat")
    return column.astype(np.int64).reshape(-1, players)
