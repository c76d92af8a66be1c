"""The standings of an event: what each entrant scored, won and did, with intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hearts_arena.analysis.blocks import BlockSums, RatioSums
from hearts_arena.analysis.estimates import Estimate, rate_estimate, ratio_estimate, share_estimate
from hearts_arena.analysis.rows import (
    Array,
    Columns,
    EventFacts,
    Ints,
    Rows,
    block_index,
    read_parts,
)
from hearts_arena.arena.records import LABELS
from hearts_arena.game.words import count_text

__all__ = ["WIN_PARTS", "Standing", "Standings", "best_first", "standings", "win_parts"]

WIN_PARTS: Final = 60
"""Win shares are summed in 1/60ths of a win: exact for ties of 2 to 5 seats."""
_COUNTS: Final = ("moon", "sun", "queen_taken", "faults")
_MOON, _SUN, _QUEEN, _FAULTS = range(len(_COUNTS))
_SHARED: Final = LABELS["ended"].index("shared")
_TRUNCATED: Final = LABELS["ended"].index("truncated")


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line.

    Attributes
    ----------
    blocks : int
        Blocks it played in.
    matches, hands : int
        Matches and hands it played, counted once for each seat it held.
    points_per_hand : Estimate
        Mean hand score; low is good.
    win_share : Estimate
        Mean share of the win a match, ties split, 0..1.
    mean_place : Estimate
        Mean place, 1 is best; level seats share the better place.
    moons, suns, queens, faults : int
        Moons and suns shot, queens of spades taken, faults.
    moon_rate, queen_rate : Estimate
        Moons and queens a hand.
    """

    entrant: str
    bot: str
    blocks: int
    matches: int
    hands: int
    points_per_hand: Estimate
    win_share: Estimate
    mean_place: Estimate
    moons: int
    suns: int
    queens: int
    faults: int
    moon_rate: Estimate
    queen_rate: Estimate

    def to_record(self) -> dict[str, Any]:
        """Return the line as plain JSON data."""
        return {
            "entrant": self.entrant,
            "bot": self.bot,
            "blocks": self.blocks,
            "matches": self.matches,
            "hands": self.hands,
            "points_per_hand": self.points_per_hand.to_record(),
            "win_share": self.win_share.to_record(),
            "mean_place": self.mean_place.to_record(),
            "moons": self.moons,
            "queens": self.queens,
            "faults": self.faults,
            "moon_rate": self.moon_rate.to_record(),
            "queen_rate": self.queen_rate.to_record(),
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines of all entrants, best first, and what the event was.

    Attributes
    ----------
    labels : tuple of str
        Entrants in entry order.
    blocks, matches, hands : int
        Blocks, matches and hands of the event, each counted once.
    shared, truncated : int
        Matches won by several seats, and matches that met max_hands.
    notes : tuple of str
        What a reader has to know beside the numbers.
    """

    event: str
    schedule: str
    players: int
    labels: tuple[str, ...]
    blocks: int
    matches: int
    hands: int
    shared: int
    truncated: int
    rows: tuple[Standing, ...]
    notes: tuple[str, ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return the lines as plain JSON data, best first."""
        return [row.to_record() for row in self.rows]


def standings(rows: Rows) -> Standings:
    """Return the standings of an event, from one pass over its hands and one over its matches.

    Best first by points a hand; level entrants in entry order, those without games last.
    """
    event = rows.event
    tally = _Tally(len(event.labels))
    for part in read_parts(rows, "hands", ("seat", "entrant", "hand_score", *_COUNTS)):
        tally.add_hands(part)
    for part in read_parts(rows, "matches", ("seat", "entrant", "place", "win_share", "ended")):
        tally.add_matches(part)
    lines = [tally.line(entrant, event) for entrant in range(len(event.labels))]
    order = best_first([line.points_per_hand.mean for line in lines])
    return Standings(
        event=event.name,
        schedule=event.schedule,
        players=event.rules.players,
        labels=tuple(event.labels),
        blocks=tally.blocks,
        matches=tally.matches,
        hands=tally.hands,
        shared=tally.shared,
        truncated=tally.truncated,
        rows=tuple(lines[entrant] for entrant in order),
        notes=tuple(_notes(tally, event, lines)),
    )


def best_first(means: Iterable[float | None]) -> list[int]:
    """Return positions by rising mean; equal ones keep their order, None comes last."""
    keyed = [(mean is None, mean or 0.0, place) for place, mean in enumerate(means)]
    return [place for _, _, place in sorted(keyed)]


def win_parts(win_share: Array) -> Ints:
    """Return win shares in whole 1/60ths of a win."""
    parts: Ints = np.rint(win_share * WIN_PARTS).astype(np.int64)
    return parts


class _Tally:
    """Running sums over the parts of an event."""

    def __init__(self, entrants: int) -> None:
        self.points = RatioSums(entrants)
        self.counts = [RatioSums(entrants) for _ in _COUNTS]
        self.wins = RatioSums(entrants)
        self.places = RatioSums(entrants)
        self.blocks = self.matches = self.hands = self.shared = self.truncated = 0

    def add_hands(self, part: Columns) -> None:
        """Add a part of the table of hands."""
        blocks, block = block_index(part["block"])
        entrant = part["entrant"].astype(np.int64)
        self.blocks += blocks
        self.hands += int(np.count_nonzero(part["seat"] == 0))
        self.points.add(blocks, block, entrant, part["hand_score"])
        for sums, column in zip(self.counts, _COUNTS, strict=True):
            sums.add(blocks, block, entrant, part[column])

    def add_matches(self, part: Columns) -> None:
        """Add a part of the table of matches."""
        blocks, block = block_index(part["block"])
        entrant = part["entrant"].astype(np.int64)
        ended = part["ended"][part["seat"] == 0]
        self.matches += len(ended)
        self.shared += int(np.count_nonzero(ended == _SHARED))
        self.truncated += int(np.count_nonzero(ended == _TRUNCATED))
        self.wins.add(blocks, block, entrant, win_parts(part["win_share"]))
        self.places.add(blocks, block, entrant, part["place"])

    def line(self, entrant: int, event: EventFacts) -> Standing:
        """Return the line of an entrant."""
        points, wins = self.points[entrant], self.wins[entrant]
        counts: list[BlockSums] = [sums[entrant] for sums in self.counts]
        return Standing(
            entrant=event.labels[entrant],
            bot=event.bots[entrant],
            blocks=points.blocks,
            matches=wins.h,
            hands=points.h,
            points_per_hand=ratio_estimate(points, "points a hand"),
            win_share=share_estimate(wins, "wins a match", WIN_PARTS),
            mean_place=ratio_estimate(self.places[entrant], "place"),
            moons=counts[_MOON].s,
            suns=counts[_SUN].s,
            queens=counts[_QUEEN].s,
            faults=counts[_FAULTS].s,
            moon_rate=rate_estimate(counts[_MOON], "moons a hand"),
            queen_rate=rate_estimate(counts[_QUEEN], "queens a hand"),
        )


def _notes(tally: _Tally, event: EventFacts, lines: list[Standing]) -> Iterable[str]:
    """Yield what a reader has to know beside the numbers."""
    total = f"of {count_text(tally.matches, 'match', 'matches')}"
    if tally.truncated:
        yield f"{tally.truncated:,} {total} ended truncated at max_hands = {event.rules.max_hands}"
    if tally.shared:
        yield f"{tally.shared:,} {total} ended with the win shared"
    idle = [line.entrant for line in lines if line.hands == 0]
    if idle and tally.hands:
        yield f"no games yet: {', '.join(idle)}"
    if tally.blocks == 1:
        yield "one block gives no interval: play two or more"
