"""The columns of everything a run writes: one table of names, types, units and meanings.

The Parquet schema, the documentation page in `results/README.md` and a test are made from it. Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

RECORDS_VERSION = 1


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a record table.

    `kind` is an Arrow type name, `label` for text from a small fixed set (dictionary-encoded) or `list<...>`.
    A null is only found where `null` says what it means.
    """

    name: str
    kind: str
    unit: str
    meaning: str
    null: str = ""


_MATCH = Column("match", "int64", "number", "match, unique in the event, counted from 0 in schedule order")
_BLOCK = Column("block", "int64", "number", "block: one seed played in several seatings, the unit of statistics")
_ROTATION = Column("rotation", "int16", "number", "which seating of the block, from 0")
_HAND = Column("hand", "int32", "number", "hand within the match, from 0")
_SEAT = Column("seat", "int8", "number", "seat at the table, clockwise from 0")
_ENTRANT = Column("entrant", "label", "name", "label of the entrant in that seat")
_DIRECTION = Column("pass_direction", "label", "name", "hold, left, right, across or scatter")

HANDS = (
    _MATCH,
    _BLOCK,
    _ROTATION,
    _HAND,
    _DIRECTION,
    _SEAT,
    _ENTRANT,
    Column("penalty_points", "int32", "points", "points of the penalty cards taken, before the moon; low is good"),
    Column("hand_score", "int32", "points", "points scored in the hand: after the moon, with bonuses"),
    Column("match_score", "int32", "points", "match score after the hand (under teams, of the side)"),
    Column("hearts_taken", "int8", "cards", "hearts taken in tricks"),
    Column("queen_taken", "bool", "yes/no", "took the queen of spades"),
    Column("bonus_taken", "bool", "yes/no", "took the bonus card", "the rule set has no bonus card"),
    Column("tricks_won", "int8", "tricks", "tricks taken"),
    Column("moon", "bool", "yes/no", "shot the moon (for a side: the partner who completed it)"),
    Column("sun", "bool", "yes/no", "shot the moon with every trick"),
    Column("extra_hand", "bool", "yes/no", "the hand was played to break a tie"),
    Column("faults", "int32", "count", "faults of the seat in the hand"),
)

MATCHES = (
    _MATCH,
    _BLOCK,
    _ROTATION,
    _SEAT,
    _ENTRANT,
    Column("score", "int32", "points", "final match score (under teams, of the side)"),
    Column("place", "int8", "rank", "place in the match, 1 best; equal scores share a place"),
    Column("win_share", "float64", "wins", "share of the win: 1, or 1/k where k seats are level at the bottom"),
    Column("hands", "int32", "hands", "hands played in the match"),
    Column("ended", "label", "name", "won, shared, or truncated by max_hands"),
)

PLAYS = (
    _MATCH,
    _BLOCK,
    _ROTATION,
    _HAND,
    _DIRECTION,
    Column("leader", "int8", "number", "seat that led the first trick"),
    Column("layout", "list<int8>", "cards", "cards dealt: those of seat 0 ascending, then of seat 1, ..."),
    Column(
        "passes", "list<int8>", "cards", "cards passed: those of seat 0 in order, then of seat 1, ...; empty on a hold"
    ),
    Column("cards", "list<int8>", "cards", "cards in order of play"),
    Column("moon_adds", "bool", "yes/no", "a moon was added to the others (else subtracted)", "nobody shot the moon"),
)

FAULTS = (
    _MATCH,
    _BLOCK,
    _ROTATION,
    _HAND,
    Column("decision", "int32", "number", "0 the pass, 1 + trick number a play, 63 the choice of a moon's scoring"),
    _SEAT,
    _ENTRANT,
    Column("kind", "label", "name", "illegal, exception, or stood in (the stand-in took over for the match)"),
    Column("answer", "int64", "card", "what was answered; of a pass the first card", "the bot gave no answer"),
    Column("message", "string", "text", "what the bot raised", "the bot raised nothing"),
)

TIMING = (
    Column("first_match", "int64", "number", "first match of the part"),
    Column("last_match", "int64", "number", "last match of the part"),
    _ENTRANT,
    Column("decisions", "int64", "count", "decisions that were timed (a sample, for compiled bots)"),
    Column("seconds", "float64", "s", "think time of those decisions together"),
    Column("longest", "float64", "s", "longest of them"),
)

TABLES: dict[str, tuple[Column, ...]] = {
    "hands": HANDS,
    "matches": MATCHES,
    "plays": PLAYS,
    "faults": FAULTS,
    "timing": TIMING,
}

LABELS: dict[str, tuple[str, ...]] = {
    "pass_direction": ("hold", "left", "right", "across", "scatter"),
    "ended": ("going on", "won", "shared", "truncated"),
    "kind": ("illegal", "exception", "stood in"),
}
"""Values of the label columns whose sets are fixed; those of `entrant` are the event's labels in entry order."""


def columns_page() -> str:
    """Return the tables and columns as Markdown, for the page in `results/README.md`."""
    return "\n".join(_table_page(table, columns) for table, columns in TABLES.items())


_ONE_ROW = {
    "hands": "one row a seat a hand",
    "matches": "one row a seat a match",
    "plays": "one row a hand, with `--log-plays`",
    "faults": "one row a fault",
    "timing": "one row an entrant a part",
}


def _table_page(table: str, columns: tuple[Column, ...]) -> str:
    lines = [f"## `{table}`: {_ONE_ROW[table]}", "", "| column | type | unit | meaning |", "|---|---|---|---|"]
    for column in columns:
        null = f"; null: {column.null}" if column.null else ""
        lines.append(f"| `{column.name}` | {column.kind} | {column.unit} | {column.meaning}{null} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    print(columns_page(), end="")
