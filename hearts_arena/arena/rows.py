"""Rows: from what the engine hands back for a chunk to the columns of the record tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from hearts_arena.arena.play import Chunk
from hearts_arena.arena.records import LABELS
from hearts_arena.arena.store import Columns, write_part
from hearts_arena.engine.driver import Array
from hearts_arena.engine.tables import BROKEN_ANSWER, DIRECTIONS, ENDINGS, FAULT_KINDS, NO_ANSWER, NOT_SET, SHARE_UNITS

assert LABELS == {"pass_direction": DIRECTIONS, "ended": ENDINGS, "kind": FAULT_KINDS}


def write_rows(event_folder: Path, chunk: Chunk) -> None:
    """Write a chunk's parts, the hands last: a part of hands that stands says that the others do too."""
    labels = chunk.event.labels
    first, last = int(chunk.jobs["match"][0]), int(chunk.jobs["match"][-1])
    makers: dict[str, Callable[[Chunk], Columns]] = {"timing": timing_columns}
    if len(chunk.played.faults):
        makers["faults"] = fault_columns
    if chunk.event.log_plays:
        makers["plays"] = plays_columns
    makers |= {"matches": match_columns, "hands": hand_columns}
    for table, make in makers.items():
        write_part(event_folder, table, first, last, make(chunk), labels)


def _where(chunk: Chunk, matches: Array) -> Columns:
    """Return the columns that say which match a row belongs to."""
    block, rotation = np.divmod(matches, chunk.event.plan.seatings)
    return {"match": matches, "block": block, "rotation": rotation.astype(np.int16)}


def _seats(chunk: Chunk, rows: Array) -> tuple[Array, Array]:
    """Return seat and entrant of `rows` spread into one row a seat."""
    players = chunk.event.rules.players
    seats = np.tile(np.arange(players, dtype=np.int8), len(rows))
    entrants = chunk.jobs["entrants"][rows["match"] - chunk.jobs["match"][0], :players]
    return seats, entrants.astype(np.int16).ravel()


def hand_columns(chunk: Chunk) -> Columns:
    """Return the columns of `hands`."""
    rows, rules = chunk.played.hands, chunk.event.rules
    players = rules.players
    seats, entrants = _seats(chunk, rows)

    def spread(name: str) -> Array:
        return np.repeat(rows[name], players)

    def flat(name: str) -> Array:
        return rows[name][:, :players].ravel()

    moon = spread("moon") == seats
    no_bonus = rules.bonus_card is None
    return {
        **_where(chunk, spread("match")),
        "hand": spread("hand"),
        "pass_direction": spread("pass_direction"),
        "seat": seats,
        "entrant": entrants,
        "penalty_points": flat("penalty_points"),
        "hand_score": flat("hand_score"),
        "match_score": flat("match_score"),
        "hearts_taken": flat("hearts_taken"),
        "queen_taken": spread("queen") == seats,
        "bonus_taken": np.ma.MaskedArray(spread("bonus") == seats, mask=no_bonus),
        "tricks_won": flat("tricks_won"),
        "moon": moon,
        "sun": moon & (spread("sun") != 0),
        "extra_hand": spread("extra_hand") != 0,
        "faults": flat("faults").astype(np.int32),
    }


def match_columns(chunk: Chunk) -> Columns:
    """Return the columns of `matches`."""
    rows, players = chunk.played.matches, chunk.event.rules.players
    seats, entrants = _seats(chunk, rows)
    return {
        **_where(chunk, np.repeat(rows["match"], players)),
        "seat": seats,
        "entrant": entrants,
        "score": rows["score"][:, :players].ravel(),
        "place": rows["place"][:, :players].ravel().astype(np.int8),
        "win_share": rows["win_share"][:, :players].ravel() / SHARE_UNITS,
        "hands": np.repeat(rows["hands"], players),
        "ended": np.repeat(rows["ended"], players),
    }


def plays_columns(chunk: Chunk) -> Columns:
    """Return the columns of `plays`."""
    rows, rules = chunk.played.plays, chunk.event.rules
    layouts = [[card for mask in dealt for card in _cards(mask)] for dealt in rows["dealt"].tolist()]
    passes = rows["passed"][:, : rules.players, : rules.pass_count].reshape(len(rows), -1).tolist()
    directions = [rules.pass_cycle[hand % len(rules.pass_cycle)] for hand in rows["hand"].tolist()]
    return {
        **_where(chunk, rows["match"]),
        "hand": rows["hand"],
        "pass_direction": np.array([DIRECTIONS.index(direction) for direction in directions], np.int16),
        "leader": rows["leader"].astype(np.int8),
        "layout": layouts,
        "passes": [[] if direction == "hold" else cards for direction, cards in zip(directions, passes, strict=True)],
        "cards": rows["cards"][:, : len(rules.deck)].tolist(),
        "moon_adds": np.ma.MaskedArray(rows["moon_adds"] == 1, mask=rows["moon_adds"] == NOT_SET),
    }


def _cards(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def fault_columns(chunk: Chunk) -> Columns:
    """Return the columns of `faults`."""
    rows, messages = chunk.played.faults, chunk.played.messages
    keys = zip(*(rows[name].tolist() for name in ("match", "hand", "decision", "seat")), strict=True)
    first = chunk.jobs["match"][0]
    stood_in = rows["kind"] == FAULT_KINDS.index("stood in")
    return {
        **_where(chunk, rows["match"]),
        "hand": rows["hand"],
        "decision": rows["decision"],
        "seat": rows["seat"].astype(np.int8),
        "entrant": chunk.jobs["entrants"][rows["match"] - first, rows["seat"]],
        "kind": rows["kind"],
        "answer": np.ma.MaskedArray(
            rows["answer"], mask=stood_in | np.isin(rows["answer"], (BROKEN_ANSWER, NO_ANSWER))
        ),
        "message": [None if out else messages.get(key) for key, out in zip(keys, stood_in, strict=True)],
    }


def timing_columns(chunk: Chunk) -> Columns:
    """Return the columns of `timing`, one row for each entrant that was timed."""
    times = [(entrant, time) for entrant, time in enumerate(chunk.think_times()) if time.decisions]
    ends = {"first_match": int(chunk.jobs["match"][0]), "last_match": int(chunk.jobs["match"][-1])}
    return {
        **{name: np.full(len(times), value) for name, value in ends.items()},
        "entrant": np.array([entrant for entrant, _ in times], np.int16),
        "decisions": np.array([time.decisions for _, time in times], np.int64),
        "seconds": np.array([time.seconds for _, time in times], np.float64),
        "longest": np.array([time.longest for _, time in times], np.float64),
    }
