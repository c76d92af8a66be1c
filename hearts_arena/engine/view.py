"""`VIEW`: exactly what a seat may know when it decides, as one record.

The public part is kept up to date in place as cards fall; the words of the seat to act are written over it before each
decision. Hidden hands and dealing keys live in `TABLE`, which no view leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hearts_arena.engine.tables import (
    ACROSS,
    CARDS,
    DIRECTIONS,
    LEFT,
    LONGEST_HAND,
    RIGHT,
    RULES,
    SCATTER,
    SCATTERED,
    SEATS,
)
from hearts_arena.game.cards import cards_of
from hearts_arena.game.rules import RuleSet
from hearts_arena.game.view import SeatView

# Phases of a table.
IDLE, DEALING, PASSING, PLAYING, CHOOSING_MOON, SCORING = range(6)

VIEW = np.dtype(
    [
        # The seat's own.
        ("held", "i8"),  # cards in hand
        ("legal", "i8"),  # cards it may play now; while passing, the cards in hand
        ("passed", "i8"),  # cards it passed on this hand
        ("received", "i8"),  # cards passed to it
        ("random", "u8"),  # private random word, fresh for every decision
        ("scattered", "i1", SCATTERED),  # under scatter: card that went to seat + 1 + i, else -1
        ("gathered", "i1", SCATTERED),  # under scatter: card that came from seat + 1 + i, else -1
        ("seat", "i4"),
        # Everybody's: the hand so far.
        ("phase", "i4"),
        ("pass_direction", "i4"),  # code, see tables.DIRECTIONS
        ("trick_number", "i4"),  # 0 for the first trick
        ("leader", "i4"),  # seat that led the current trick
        ("trick_size", "i4"),  # cards in it so far
        ("hearts_broken", "i4"),
        ("n_plays", "i4"),
        ("trick", "i1", SEATS),  # cards of the current trick in order of play, -1 behind the last
        ("voids", "i1", SEATS),  # per seat, bit s set when it has shown a void in suit s
        ("tricks_won", "i1", SEATS),
        ("plays", "i1", CARDS),  # cards of the hand in order of play, -1 behind the last
        ("leaders", "i1", LONGEST_HAND),  # seat that led each trick, -1 behind the last
        ("played_by", "i8", SEATS),  # cards each seat has played, the current trick included
        ("taken", "i8", SEATS),  # cards each seat has taken in tricks
        ("points", "i4", SEATS),  # penalty points each seat has taken
        # Everybody's: the match.
        ("hand", "i4"),  # 0 for the first hand
        ("extra_hands", "i4"),  # hands played so far to break a tie
        ("scores", "i4", SEATS),  # match scores before this hand
        ("rules", RULES),
    ],
    align=True,
)

_PHASE_NAMES = {PASSING: "pass", PLAYING: "play", CHOOSING_MOON: "moon"}
_SUITS_OF_BITS = tuple(tuple(suit for suit in range(4) if bits >> suit & 1) for bits in range(16))


def seat_views(views: np.ndarray[Any, Any], rules: RuleSet) -> list[SeatView]:
    """Return the readable twins of some views, `VIEW[n]`, all of one rule set; the array must not change afterwards."""
    return [_RecordView(record, rules) for record in views]


class _RecordView(SeatView):
    """A `SeatView` of a record, whose values are worked out when they are first asked for."""

    __slots__ = ("_record",)

    def __init__(self, record: Any = None, rules: Any = None, **values: Any) -> None:
        """Keep the record, or the values that `dataclasses.replace` gives."""
        object.__setattr__(self, "_record", record)
        for name, value in {**values, "rules": rules}.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        """Work out a field that has no value yet."""
        reader = _READERS.get(name)
        if reader is None:
            raise AttributeError(f"a view has no {name!r}")
        value = reader(self._record, self.rules)
        object.__setattr__(self, name, value)
        return value


def _number(name: str) -> Callable[[Any, RuleSet], int]:
    return lambda record, rules: int(record[name])


def _per_seat(name: str) -> Callable[[Any, RuleSet], tuple[int, ...]]:
    return lambda record, rules: tuple(record[name].tolist()[: rules.players])


def _legal(record: Any, rules: RuleSet) -> tuple[int, ...]:
    return cards_of(int(record["held" if record["phase"] == PASSING else "legal"]))


def _trick(record: Any, rules: RuleSet) -> tuple[int, ...]:
    return tuple(record["trick"].tolist()[: record["trick_size"]])


def _plays(record: Any, rules: RuleSet) -> tuple[tuple[int, int], ...]:
    """Return who played what in the hand, in order."""
    players = rules.players
    leaders = [*record["leaders"].tolist()[: record["trick_number"]], int(record["leader"])]
    seats = [(leader + place) % players for leader in leaders for place in range(players)]
    return tuple(zip(seats, record["plays"].tolist()[: record["n_plays"]], strict=False))


def _others(record: Any, rules: RuleSet) -> list[int]:
    """Return the other seats, from the left on."""
    return [(int(record["seat"]) + 1 + i) % rules.players for i in range(rules.players - 1)]


def _scattered(record: Any) -> bool:
    return bool(record["pass_direction"] == SCATTER and record["passed"])


def _passed(record: Any, rules: RuleSet) -> tuple[int, ...]:
    if _scattered(record):
        return tuple(record["scattered"].tolist()[: rules.players - 1])
    return cards_of(int(record["passed"]))


def _passed_to(record: Any, rules: RuleSet) -> tuple[int, ...]:
    if _scattered(record):
        return tuple(_others(record, rules))
    return _neighbour(record, rules, 1) * int(record["passed"]).bit_count()


def _gifts(record: Any, rules: RuleSet) -> list[tuple[int, int]]:
    """Return giver and card of what came under scatter, by giver."""
    return sorted(zip(_others(record, rules), record["gathered"].tolist(), strict=False))


def _received(record: Any, rules: RuleSet) -> tuple[int, ...]:
    if _scattered(record):
        return tuple(card for _, card in _gifts(record, rules))
    return cards_of(int(record["received"]))


def _received_from(record: Any, rules: RuleSet) -> tuple[int, ...]:
    if _scattered(record):
        return tuple(giver for giver, _ in _gifts(record, rules))
    return _neighbour(record, rules, -1) * int(record["received"]).bit_count()


def _neighbour(record: Any, rules: RuleSet, sign: int) -> tuple[int]:
    """Return the seat that cards go to (sign 1) or come from (-1)."""
    players = rules.players
    offset = {LEFT: 1, RIGHT: players - 1, ACROSS: players // 2}.get(int(record["pass_direction"]), 0)
    return ((int(record["seat"]) + sign * offset) % players,)


_READERS: dict[str, Callable[[Any, RuleSet], Any]] = {
    "seat": _number("seat"),
    "players": lambda record, rules: rules.players,
    "hand": _number("hand"),
    "phase": lambda record, rules: _PHASE_NAMES.get(int(record["phase"]), "play"),
    "held": lambda record, rules: cards_of(int(record["held"])),
    "legal": _legal,
    "pass_direction": lambda record, rules: DIRECTIONS[record["pass_direction"]],
    "pass_count": lambda record, rules: rules.pass_count,
    "passed": _passed,
    "passed_to": _passed_to,
    "received": _received,
    "received_from": _received_from,
    "trick": _trick,
    "leader": _number("leader"),
    "trick_number": _number("trick_number"),
    "hearts_broken": lambda record, rules: bool(record["hearts_broken"]),
    "plays": _plays,
    "voids": lambda record, rules: tuple(_SUITS_OF_BITS[bits] for bits in record["voids"].tolist()[: rules.players]),
    "points": _per_seat("points"),
    "taken": lambda record, rules: tuple(cards_of(mask) for mask in record["taken"].tolist()[: rules.players]),
    "tricks_won": _per_seat("tricks_won"),
    "scores": _per_seat("scores"),
    "extra_hands": _number("extra_hands"),
    "key": _number("random"),
}
"""How each field of a `SeatView` is read from a record of `VIEW`."""
