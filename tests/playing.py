"""Helpers of the tests: line-ups of built-in bots at the engine's tables, and a bot played from Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hearts_arena.arena.entrants import Entrant, parse_entrants
from hearts_arena.arena.event import Event, make_event
from hearts_arena.arena.play import compile_entrants, make_event_jobs
from hearts_arena.engine.driver import Played, Player, play_jobs
from hearts_arena.game.rules import RuleSet

BOTS = Path(__file__).parent / "bots"


def event_of(*bots: str, rules: RuleSet, blocks: int = 5, seed: int = 7, **options: Any) -> Event:
    """Return an event of some bots."""
    return make_event(parse_entrants(bots), rules, blocks=blocks, seed=seed, **options)


def play_event(event: Event, **options: Any) -> Played:
    """Return the rows of an event of compiled bots, played in one piece."""
    jobs = make_event_jobs(event, range(event.blocks))
    return play_jobs(event.rules, jobs, compiled(event.entrants), log_plays=True, **options)


@cache
def compiled(entrants: tuple[Entrant, ...]) -> tuple[Player, ...]:
    """Return compiled entrants, compiled once a process: those of files are in no cache on disk."""
    return compile_entrants(entrants)


def equal_rows(one: Played, other: Played) -> bool:
    """Return whether two chunks hold the same rows, timing aside."""
    return all(
        np.array_equal(getattr(one, table), getattr(other, table)) for table in ("hands", "plays", "matches", "faults")
    )
