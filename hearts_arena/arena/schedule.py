"""Who sits where: the matches of an event, computed from (seed, block) and testable without play.

A block is one seed played in several seatings. Every block of an event has the same number of them, so that match
`block * seatings + rotation` is unique and any range of blocks can be played on its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations

from hearts_arena.game.dealing import GOLDEN, mix64, schedule_key
from hearts_arena.game.words import count_text

Seating = tuple[int, ...]
"""Row of the entrant at each seat."""

_DESIGNS_TRIED = 20_000


@dataclass(frozen=True)
class Schedule(ABC):
    """The seatings of every block of an event."""

    seed: int
    players: int
    entrants: int
    blocks: int

    @property
    @abstractmethod
    def seatings(self) -> int:
        """Seatings in a block, the same in every block."""

    @abstractmethod
    def block(self, number: int) -> tuple[Seating, ...]:
        """Return the seatings of a block."""

    @property
    def matches(self) -> int:
        """Matches in the event."""
        return self.blocks * self.seatings


class Table(Schedule):
    """As many entrants as seats: the rotations of one cyclic order a block, cyclic orders balanced over blocks."""

    @property
    def seatings(self) -> int:
        """Every entrant once in every seat."""
        return self.players

    def block(self, number: int) -> tuple[Seating, ...]:
        """Return the rotations of the block's cyclic order."""
        return _rotations(self._order(number))

    def _order(self, number: int) -> Seating:
        orders = _cyclic_orders(self.players)
        turn, place = divmod(number, len(orders))
        return orders[_shuffled(self.seed, 2 * turn, len(orders))[place]]


class RoundRobin(Table):
    """More entrants than seats: rounds of as many blocks as entrants, in which all play equally often.

    A round is a cyclic design (block i seats the entrants i + b for b in a base set, modulo their number) whose base
    set is chosen so that pairs meet as evenly as can be; entrants are relabelled at random in every round.
    """

    def block(self, number: int) -> tuple[Seating, ...]:
        """Return the rotations of the block's line-up in the block's cyclic order."""
        turn, place = divmod(number, self.entrants)
        names = _shuffled(self.seed, 2 * turn + 1, self.entrants)
        line_up = [names[(place + offset) % self.entrants] for offset in self._base]
        return _rotations(tuple(line_up[i] for i in self._order(number)))

    @cached_property
    def _base(self) -> Seating:
        return _base_set(self.entrants, self.players)


class Duel(Schedule):
    """Entrant 0, the candidate, in each seat in turn against copies of entrant 1, the baseline, in the others."""

    @property
    def seatings(self) -> int:
        """The candidate once in every seat."""
        return self.players

    def block(self, number: int) -> tuple[Seating, ...]:
        """Return the seatings of the candidate, the same in every block."""
        return tuple(
            tuple(0 if seat == candidate else 1 for seat in range(self.players)) for candidate in range(self.players)
        )


KINDS: dict[str, type[Schedule]] = {"table": Table, "round-robin": RoundRobin, "duel": Duel}


def kind_for(entrants: int, players: int) -> str:
    """Return the schedule that an open tournament takes, or raise where there are too few entrants."""
    if entrants < players:
        raise ValueError(
            f"{count_text(entrants, 'bot')} for {players} seats: name {players} or more (a bot may be named twice)"
        )
    return "table" if entrants == players else "round-robin"


def whole_blocks(kind: str, entrants: int, blocks: int) -> int:
    """Return a number of blocks rounded up to where every entrant has played equally often."""
    if kind != "round-robin":
        return blocks
    return -(-blocks // entrants) * entrants


@cache
def _rotations(order: Seating) -> tuple[Seating, ...]:
    return tuple(order[turn:] + order[:turn] for turn in range(len(order)))


@cache
def _cyclic_orders(players: int) -> tuple[Seating, ...]:
    """Return every order around a table, each once whoever sits in seat 0."""
    return tuple((0, *rest) for rest in permutations(range(1, players)))


@cache
def _shuffled(seed: int, index: int, count: int) -> Seating:
    """Return 0..count-1 in an order drawn from the event's schedule stream."""
    key = schedule_key(seed, index)
    return tuple(sorted(range(count), key=lambda i: mix64(key + (i + 1) * GOLDEN)))


@cache
def _base_set(entrants: int, players: int) -> Seating:
    """Return the base set whose differences cover the others most evenly."""

    def evenness(base: Seating) -> tuple[int, int]:
        met = [0] * entrants
        for one in base:
            for other in base:
                met[(one - other) % entrants] += 1
        return min(met[1:]), -sum(count * count for count in met[1:])

    candidates = ((0, *rest) for rest in combinations(range(1, entrants), players - 1))
    return max((base for base, _ in zip(candidates, range(_DESIGNS_TRIED), strict=False)), key=evenness)
