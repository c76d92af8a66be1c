"""Whole hands as pages: each is written afresh and must come out the same."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from hearts_arena.game.transcript import rerun

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
SHOWN = {
    "all_hearts_hand",
    "black_maria",
    "failed_moon",
    "five_players",
    "forced_hearts_only",
    "moon",
    "moon_choose",
    "moon_hold",
    "only_hearts_left",
    "pass_across",
    "pass_hold",
    "pass_left",
    "pass_right",
    "pass_scatter",
    "queen_held_back",
    "queen_on_trick_one",
    "spare_queen",
    "sun",
    "teams",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    """The hand told in the file is the hand that the rules tell today."""
    written = path.read_text(encoding="utf-8")
    afresh = rerun(written)

    assert afresh == written, "\n" + "\n".join(
        difflib.unified_diff(written.splitlines(), afresh.splitlines(), "file", "today", n=3)
    )


def test_every_playthrough_is_there() -> None:
    """None is missing, and none is unlisted."""
    assert {path.stem for path in FILES} == SHOWN
