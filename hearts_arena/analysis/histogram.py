"""How often an entrant scores how much: counts of hand scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from hearts_arena.analysis.rows import Columns, Rows, read_parts

__all__ = ["Histogram", "histogram"]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Hands by hand score, for each entrant.

    Attributes
    ----------
    labels : tuple of str
        Entrants in entry order.
    scores : tuple of int
        Every hand score that occurred for anybody, ascending, in points.
    counts : tuple of tuple of int
        `counts[entrant][i]` hands scored `scores[i]`, counted once for each seat held.
    """

    event: str
    labels: tuple[str, ...]
    scores: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain record for each entrant and score."""
        return [
            {"entrant": label, "hand_score": score, "hands": count}
            for label, counts in zip(self.labels, self.counts, strict=True)
            for score, count in zip(self.scores, counts, strict=True)
        ]


def histogram(rows: Rows) -> Histogram:
    """Return the histogram of hand scores, from one pass over the hands."""
    labels = rows.event.labels
    found: list[Counter[int]] = [Counter() for _ in labels]
    for part in read_parts(rows, "hands", ("entrant", "hand_score")):
        for counter, counted in zip(found, _count_part(part, len(labels)), strict=True):
            counter.update(counted)
    scores = tuple(sorted(set().union(*found)))
    counts = tuple(tuple(counter[score] for score in scores) for counter in found)
    return Histogram(rows.event.name, tuple(labels), scores, counts)


def _count_part(part: Columns, entrants: int) -> list[dict[int, int]]:
    """Return for each entrant the hands by score, of one part."""
    score = part["hand_score"].astype(np.int64)
    values, position = np.unique(score, return_inverse=True)
    cell = part["entrant"].astype(np.int64) * len(values) + position
    counts = np.bincount(cell, minlength=entrants * len(values)).reshape(entrants, len(values))
    return [{int(values[i]): int(row[i]) for i in np.flatnonzero(row)} for row in counts]
