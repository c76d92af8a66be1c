"""Rows without play: tables written by hand, and events drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.arena.records import LABELS

HAND_COLUMNS = ("match", "block", "rotation", "hand", "seat", "entrant", "hand_score", "match_score")
HAND_COUNTS = ("moon", "sun", "queen_taken", "faults")
MATCH_COLUMNS = ("match", "block", "rotation", "seat", "entrant", "score", "place", "win_share", "hands", "ended")
QUEEN = 13
DECK = 26
TARGET = 100


def facts(labels: Sequence[str], players: int = 4, schedule: str = "table", **more: Any) -> SimpleNamespace:
    """Return the facts of an event."""
    rules = SimpleNamespace(players=players, max_hands=more.pop("max_hands", 200))
    given = {"name": "test event", "bots": tuple(labels), "candidate": labels[0] if schedule == "duel" else None}
    return SimpleNamespace(**{**given, **more}, labels=tuple(labels), rules=rules, schedule=schedule)


def table_of(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, np.ndarray]:
    """Return columns of int64 (float64 for win shares) from rows."""
    values = list(zip(*rows, strict=True)) or [() for _ in columns]
    floats = ("win_share",)
    return {
        name: np.array(column, np.float64 if name in floats else np.int64)
        for name, column in zip(columns, values, strict=True)
    }


def hands_table(hands: Iterable[tuple[int, int, int, Sequence[int], Sequence[int]]]) -> dict[str, np.ndarray]:
    """Return the table of hands of (block, match, hand, entrants by seat, scores by seat)."""
    rows, scores = [], {}
    for block, match, hand, entrants, points in hands:
        for seat, (entrant, score) in enumerate(zip(entrants, points, strict=True)):
            total = scores[match, seat] = scores.get((match, seat), 0) + score
            rows.append((match, block, 0, hand, seat, entrant, score, total))
    table = table_of(HAND_COLUMNS, rows)
    return {**table, **{name: np.zeros(len(rows), np.int64) for name in HAND_COUNTS}}


def matches_table(matches: Iterable[tuple[int, int, Sequence[int], Sequence[int], str]]) -> dict[str, np.ndarray]:
    """Return the table of matches of (block, match, entrants by seat, final scores by seat, ended)."""
    rows = []
    for block, match, entrants, scores, ended in matches:
        level = sum(score == min(scores) for score in scores)
        for seat, (entrant, score) in enumerate(zip(entrants, scores, strict=True)):
            place = 1 + sum(other < score for other in scores)
            share = 1 / level if place == 1 else 0.0
            code = LABELS["ended"].index(ended)
            rows.append((match, block, 0, seat, entrant, score, place, share, 1, code))
    return table_of(MATCH_COLUMNS, rows)


def simulate(
    labels: Sequence[str],
    blocks: int,
    *,
    seed: int = 1,
    schedule: str = "table",
    players: int = 4,
    skill: Sequence[float] | None = None,
    match_hands: int | None = None,
    score_scale: int = 1,
    score_shift: int = 0,
    blocks_per_part: int | None = None,
    **more: Any,
) -> MemoryRows:
    """Return an event in which points fall on seats at random, less often on the skilled.

    Deals are shared by the seatings of a block: each hand has a seat that holds bad cards.
    """
    rng = np.random.default_rng(seed)
    skill = [0.0] * len(labels) if skill is None else skill
    hands, matches, counts = [], [], []
    for block in range(blocks):
        luck = rng.normal(0, 1, (60, players))
        for rotation, entrants in enumerate(_seatings(rng, len(labels), players, schedule)):
            match = block * players + rotation
            scores = [0] * players
            for hand in range(match_hands or len(luck)):
                weight = np.exp(luck[hand] - np.array([skill[entrant] for entrant in entrants]))
                points, shot, queen = _hand(rng, weight / weight.sum(), players)
                points = [int(score) * score_scale + score_shift * bool(score == 0) for score in points]
                hands.append((block, match, hand, entrants, points))
                counts += [(seat == shot, 0, seat == queen, 0) for seat in range(players)]
                scores = [total + score for total, score in zip(scores, points, strict=True)]
                if match_hands is None and max(scores) >= TARGET:
                    break
            ended = "won" if sorted(scores)[0] < sorted(scores)[1] else "shared"
            matches.append((block, match, entrants, scores, ended))
    hand_rows = {**hands_table(hands), **table_of(HAND_COUNTS, counts)}
    tables = {"hands": hand_rows, "matches": matches_table(matches)}
    return MemoryRows(facts(labels, players, schedule, **more), tables, blocks_per_part)


def _seatings(rng: np.random.Generator, entrants: int, players: int, schedule: str) -> list[list[int]]:
    if schedule == "duel":
        return [[int(seat != candidate) for seat in range(players)] for candidate in range(players)]
    order = [int(entrant) for entrant in rng.permutation(entrants)[:players]]
    return [order[turn:] + order[:turn] for turn in range(players)]


def _hand(rng: np.random.Generator, chance: np.ndarray, players: int) -> tuple[np.ndarray, int, int]:
    """Return points by seat, who shot the moon (or -1) and who took the queen."""
    shooter = int(rng.integers(players)) if rng.random() < 0.02 else -1
    if shooter >= 0:
        return np.where(np.arange(players) == shooter, 0, DECK), shooter, shooter
    queen = int(rng.choice(players, p=chance))
    hearts = rng.multinomial(DECK - QUEEN, chance)
    return hearts + QUEEN * (np.arange(players) == queen), -1, queen
