"""A small event on disk, of every kind of bot, with logged plays and faults."""

from __future__ import annotations

import pytest

from hearts_arena.arena.runner import run_event
from hearts_arena.arena.store import EventFolder
from hearts_arena.game.rules import build_rules
from playing import BOTS, event_of

FAULTY = f"{BOTS / 'faulty.py'}#RaisesInPlay"
PLAIN = f"{BOTS / 'plain.py'}#Talker"
BATCH = f"{BOTS / 'batch.py'}#Lowest"


@pytest.fixture(scope="session")
def small_event(tmp_path_factory: pytest.TempPathFactory) -> EventFolder:
    """Return three blocks of a compiled, a plain, a batch and a faulty bot under rules with a bonus card."""
    folder = tmp_path_factory.mktemp("events") / "small"
    event = event_of(
        "easy", PLAIN, BATCH, f"bad={FAULTY}", rules=build_rules("omnibus"), blocks=3, log_plays=True, name="small"
    )
    run_event(event, folder)
    return EventFolder(folder)
