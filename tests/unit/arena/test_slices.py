"""Parts played in slices: the same rows, and few instances of plain bots at a time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hearts_arena.arena import slices
from hearts_arena.arena.entrants import load_bot
from hearts_arena.arena.play import compile_entrants, play_blocks
from hearts_arena.arena.slices import play_in_slices
from hearts_arena.game.rules import build_rules
from playing import BOTS, equal_rows, event_of

COUNTED = """
import weakref
from hearts_arena.bot import Bot

ALIVE, MOST = weakref.WeakSet(), [0]

class Counted(Bot):
    def __init__(self, **values):
        super().__init__(**values)
        ALIVE.add(self)
        MOST[0] = max(MOST[0], len(ALIVE))

    def choose_pass(self, view):
        return view.held[: view.pass_count]

    def choose_play(self, view):
        return view.legal[0]
"""


def test_instances_do_not_grow_with_a_part_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a part, the bots of one slice are let go before those of the next are made."""
    file = tmp_path / "counted.py"
    file.write_text(COUNTED, encoding="utf-8")
    event = event_of(str(file), *["random"] * 3, rules=build_rules(match_hands=1), blocks=12)
    compiled = compile_entrants(event.entrants)
    module: Any = sys.modules[load_bot(event.entrants[0].locator).__module__]
    monkeypatch.setattr(slices, "BLOCKS_REMEMBERED", 2)
    play_in_slices(event, range(12), compiled)

    (most,) = module.MOST

    assert most == 2 * event.plan.seatings


def test_slices_change_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part in slices is the part in one piece, in rows, messages and timed decisions of plain bots."""
    raises, learns = f"raises={BOTS / 'plain.py'}#Raises", f"learns={BOTS / 'plain.py'}#Talker"
    batch = f"batch={BOTS / 'batch.py'}#BadAtThirteen"
    event = event_of(raises, learns, batch, "easy", rules=build_rules("short"), blocks=9, log_plays=True)
    compiled = compile_entrants(event.entrants)
    whole = play_blocks(event, range(1, 9), compiled)
    monkeypatch.setattr(slices, "BLOCKS_REMEMBERED", 3)
    sliced = play_in_slices(event, range(1, 9), compiled)

    assert equal_rows(whole.played, sliced.played)
    assert np.array_equal(whole.jobs, sliced.jobs)
    assert whole.played.messages == sliced.played.messages
    assert whole.faults == sliced.faults > 0
    for one, other in zip(whole.think_times()[:2], sliced.think_times()[:2], strict=True):
        assert one.decisions == other.decisions
        assert 0 < other.longest <= other.seconds


@pytest.mark.parametrize("bot", ["easy", f"{BOTS / 'batch.py'}#Lowest"])
def test_bots_without_memory_play_in_one_piece(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled and batch bots, which keep nothing, are played as many in step as there are."""
    pieces: list[range] = []
    event = event_of(bot, *["random"] * 3, rules=build_rules(match_hands=1), blocks=4)
    monkeypatch.setattr(slices, "BLOCKS_REMEMBERED", 1)
    monkeypatch.setattr(slices, "play_blocks", lambda event, blocks, compiled: pieces.append(blocks))
    play_in_slices(event, range(4), compile_entrants(event.entrants))

    assert pieces == [range(4)]
