"""Is the candidate better than those it met, by how much, and how sure is that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hearts_arena.analysis.blocks import BlockSums, RatioSums
from hearts_arena.analysis.crosstable import DIFFERENCE_UNIT, seat_pairs
from hearts_arena.analysis.estimates import Estimate, ratio_estimate
from hearts_arena.analysis.rows import Columns, EventFacts, Ints, Rows, block_index, read_parts

__all__ = ["Payoff", "payoff"]


@dataclass(frozen=True, slots=True)
class Payoff:
    """The payoff of a candidate: opponents' mean points a hand less its own.

    Attributes
    ----------
    opponents : tuple of str
        Labels of those it met, in entry order.
    estimate : Estimate
        Payoff in points a hand: positive is better for the candidate.
    hands : int
        Hands the candidate played in, each counted once.
    variance_reduction : float or None
        How many times more hands independent deals would have needed for the same interval:
        variance by hands over variance by blocks. None without a block variance.
    """

    event: str
    candidate: str
    opponents: tuple[str, ...]
    estimate: Estimate
    hands: int
    variance_reduction: float | None

    @property
    def proven(self) -> bool:
        """Whether the whole interval is above 0: better is shown, at 97.5 % one-sided."""
        return self.estimate.low is not None and self.estimate.low > 0

    @property
    def worse(self) -> bool:
        """Whether the whole interval is below 0: worse is shown."""
        return self.estimate.high is not None and self.estimate.high < 0

    @property
    def opponent(self) -> str:
        """The opponents in one text."""
        return ", ".join(self.opponents) if self.opponents else "n/a"

    def to_record(self) -> dict[str, Any]:
        """Return the payoff as plain JSON data."""
        return {
            "event": self.event,
            "candidate": self.candidate,
            "opponent": self.opponent,
            "blocks": self.estimate.n,
            "hands": self.hands,
            "payoff": self.estimate.to_record(),
            "proven": self.proven,
            "variance_reduction": self.variance_reduction,
        }


def payoff(rows: Rows, candidate: str | None = None) -> Payoff:
    """Return the payoff of a candidate over the blocks it played, from one pass over the hands.

    Parameters
    ----------
    rows : Rows
        An event, mostly a duel.
    candidate : str, optional
        Label of the candidate, by default the duel's own.

    Raises
    ------
    ValueError
        If there is no such entrant.
    """
    code = _candidate_code(rows.event, candidate)
    players = rows.event.rules.players
    by_block, by_hand = RatioSums(1), RatioSums(1)
    met = np.zeros(len(rows.event.labels), dtype=bool)
    for part in read_parts(rows, "hands", ("entrant", "hand_score")):
        blocks = block_index(part["block"])[0]
        block, hand, value, opponent = _differences(part, players, code)
        met[opponent] = True
        group = np.zeros(len(value), dtype=np.int64)
        by_block.add(blocks, block, group, value)
        by_hand.add(len(part["block"]) // players, hand, group, value)
    return Payoff(
        event=rows.event.name,
        candidate=rows.event.labels[code],
        opponents=tuple(label for label, seen in zip(rows.event.labels, met, strict=True) if seen),
        estimate=ratio_estimate(by_block[0], DIFFERENCE_UNIT),
        hands=by_hand[0].blocks,
        variance_reduction=_reduction(by_block[0], by_hand[0]),
    )


def _candidate_code(event: EventFacts, candidate: str | None) -> int:
    label = event.candidate if candidate is None else candidate
    if label not in event.labels:
        raise ValueError(f"candidate {label!r} is not in the event: name one of {', '.join(event.labels)}")
    return event.labels.index(label)


def _differences(part: Columns, players: int, code: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return block, hand, opponent's less own score, and opponent, one row a pair of seats."""
    found: list[tuple[Ints, Ints, Ints, Ints]] = []
    for pair in seat_pairs(part, players):
        own_first = (pair.first == code) & (pair.second != code)
        own_second = (pair.second == code) & (pair.first != code)
        for hands, sign, other in ((own_first, 1, pair.second), (own_second, -1, pair.first)):
            chosen = np.flatnonzero(hands)
            value = sign * pair.difference[chosen]
            found.append((pair.block[chosen], chosen, value, other[chosen]))
    block, hand, value, opponent = (np.concatenate(column) for column in zip(*found, strict=True))
    return block, hand, value, opponent


def _reduction(by_block: BlockSums, by_hand: BlockSums) -> float | None:
    """Return the variance with hands as units over the variance with blocks as units."""
    blocks = ratio_estimate(by_block, DIFFERENCE_UNIT).se
    hands = ratio_estimate(by_hand, DIFFERENCE_UNIT).se
    if not blocks or hands is None:
        return None
    return (hands / blocks) ** 2
