"""How a match develops: mean match score after each hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from hearts_arena.analysis.blocks import RatioSums
from hearts_arena.analysis.estimates import Estimate, ratio_estimate
from hearts_arena.analysis.rows import Columns, Ints, Rows, block_index, read_parts, seats_of

__all__ = ["MOST_HANDS", "Race", "race"]

MOST_HANDS: Final = 40
"""Hands of a match that are followed."""
_UNIT: Final = "points"


@dataclass(frozen=True, slots=True)
class Race:
    """Mean match scores by hand.

    Attributes
    ----------
    labels : tuple of str
        Entrants in entry order.
    matches : int
        Matches in the event, each counted once.
    playing : tuple of int
        `playing[h]` matches had a hand h, from 0.
    scores : tuple of tuple of Estimate
        `scores[entrant][h]` is the mean match score after hand h. A match that is over keeps its
        final scores, so every hand averages the same matches.
    """

    event: str
    labels: tuple[str, ...]
    matches: int
    playing: tuple[int, ...]
    scores: tuple[tuple[Estimate, ...], ...]


def race(rows: Rows) -> Race:
    """Return mean match scores over the first `MOST_HANDS` hands, from one pass over the hands."""
    labels, players = rows.event.labels, rows.event.rules.players
    sums = [RatioSums(len(labels)) for _ in range(MOST_HANDS)]
    playing = np.zeros(MOST_HANDS, dtype=np.int64)
    for part in read_parts(rows, "hands", ("match", "entrant", "match_score")):
        matches = _Matches(part, players)
        last: RatioSums | None = None
        for hand in range(MOST_HANDS):
            if last is None or hand < matches.longest:
                last = matches.scores_after(hand, len(labels))
            sums[hand] += last
            playing[hand] += int(np.count_nonzero(matches.hands > hand))
    shown = int(np.count_nonzero(playing))
    return Race(
        event=rows.event.name,
        labels=tuple(labels),
        matches=int(playing[0]),
        playing=tuple(int(count) for count in playing[:shown]),
        scores=tuple(
            tuple(ratio_estimate(sums[hand][entrant], _UNIT) for hand in range(shown)) for entrant in range(len(labels))
        ),
    )


class _Matches:
    """The matches of a part: where each one starts, how long it is, and its scores."""

    def __init__(self, part: Columns, players: int) -> None:
        match = part["match"][::players]
        self.first: Ints = np.flatnonzero(np.concatenate(([True], match[1:] != match[:-1])))
        self.hands: Ints = np.diff(np.concatenate((self.first, [len(match)])))
        self.longest = int(self.hands.max())
        self._blocks, block = block_index(part["block"])
        self._block = np.repeat(block[::players][self.first], players)
        self._entrant = seats_of(part["entrant"], players)[self.first].ravel()
        self._score = seats_of(part["match_score"], players)

    def scores_after(self, hand: int, entrants: int) -> RatioSums:
        """Return the match scores after a hand, final ones where the match was over before."""
        row = self.first + np.minimum(hand, self.hands - 1)
        sums = RatioSums(entrants)
        sums.add(self._blocks, self._block, self._entrant, self._score[row].ravel())
        return sums
