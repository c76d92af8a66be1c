"""Does a seat help: win share by seat, which must be level for equal bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hearts_arena.analysis.blocks import BlockSums, RatioSums
from hearts_arena.analysis.estimates import Estimate, share_estimate
from hearts_arena.analysis.rows import Rows, block_index, read_parts
from hearts_arena.analysis.standings import WIN_PARTS, win_parts

__all__ = ["EVERYONE", "SeatShares", "seat_shares"]

EVERYONE: Final = "all entrants"
_UNIT: Final = "wins a match"


@dataclass(frozen=True, slots=True)
class SeatShares:
    """Win shares by seat.

    Attributes
    ----------
    labels : tuple of str
        Entrants in entry order.
    everyone : tuple of Estimate
        By seat, over all entrants: the bias check of the event.
    overall : tuple of Estimate
        Over all seats: of all entrants (1/players), then of each entrant.
    seats : tuple of tuple of Estimate
        `seats[entrant][seat]` is the entrant's win share a match from that seat, 0..1.
    """

    event: str
    labels: tuple[str, ...]
    players: int
    overall: tuple[Estimate, ...]
    everyone: tuple[Estimate, ...]
    seats: tuple[tuple[Estimate, ...], ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain record for each entrant and seat, all entrants together first."""
        lines = zip((EVERYONE, *self.labels), (self.everyone, *self.seats), strict=True)
        return [
            {"entrant": label, "seat": seat, "win_share": share.to_record(), "blocks": share.n}
            for label, shares in lines
            for seat, share in enumerate(shares)
        ]


def seat_shares(rows: Rows) -> SeatShares:
    """Return win shares by seat, from one pass over the matches."""
    labels, players = rows.event.labels, rows.event.rules.players
    everyone, seats = RatioSums(players), RatioSums(len(labels) * players)
    whole, entrants = RatioSums(1), RatioSums(len(labels))
    for part in read_parts(rows, "matches", ("seat", "entrant", "win_share")):
        blocks, block = block_index(part["block"])
        seat = part["seat"].astype(np.int64)
        entrant = part["entrant"].astype(np.int64)
        wins = win_parts(part["win_share"])
        for sums, group in (
            (whole, np.zeros_like(seat)),
            (entrants, entrant),
            (everyone, seat),
            (seats, entrant * players + seat),
        ):
            sums.add(blocks, block, group, wins)
    return SeatShares(
        event=rows.event.name,
        labels=tuple(labels),
        players=players,
        overall=_estimates([*whole, *entrants]),
        everyone=_estimates([*everyone]),
        seats=tuple(_estimates([*seats][row * players : (row + 1) * players]) for row in range(len(labels))),
    )


def _estimates(sums: list[BlockSums]) -> tuple[Estimate, ...]:
    return tuple(share_estimate(one, _UNIT, WIN_PARTS) for one in sums)
