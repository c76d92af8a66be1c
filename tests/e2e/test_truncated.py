"""Matches that meet `max_hands` say so, in the records and in the standings."""

from __future__ import annotations

from pathlib import Path

import pytest

import hearts_arena
from hearts_arena.analysis.formatting import render

SETTINGS = (
    {"moon": "subtract"},
    {"exact_target": 50},
    {"tie": "play_on", "tie_max_extra_hands": None, "sun": "as_moon"},
)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: next(iter(settings)))
def test_truncated_matches_say_so(settings: dict[str, object], tmp_path: Path) -> None:
    """A match without a regular end stops at `max_hands`, is placed as scored, and is told apart everywhere."""
    run = hearts_arena.tournament(
        "random",
        "easy",
        "medium",
        "hard",
        blocks=3,
        seed=7,
        settings={**settings, "max_hands": 4},
        out=tmp_path / "event",
    )
    ended = run.matches.groupby("match").agg({"ended": "first", "hands": "first", "win_share": "sum"})
    truncated = int((ended["ended"] == "truncated").sum())

    assert truncated > 0
    assert (ended.loc[ended["ended"] == "truncated", "hands"] == 4).all()
    assert ended["win_share"].round(9).eq(1.0).all()
    assert run.standings().truncated == truncated
    assert "truncated" in render(run.standings())
