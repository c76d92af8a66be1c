"""`plot`: figures of any event, on any machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import BOTS, LEVELS, good, spawn
from e2e.conftest import PlayedEvent
from hearts_arena.arena.store import claim_folder
from hearts_arena.game.rules import build_rules
from playing import event_of

FIGURES = ("points", "wins", "scores", "crosstable", "seats", "race")


@pytest.mark.parametrize("form", ["png", "svg"])
def test_figures_without_a_display_p01(form: str, played: PlayedEvent, tmp_path: Path) -> None:
    """Every kind of figure is written without a display, whatever backend the user has set."""
    done = spawn("plot", played.path, "--format", form, folder=tmp_path, MPLBACKEND="TkAgg", DISPLAY=None)
    paths = [Path(line) for line in done.stdout.splitlines()]

    assert done.returncode == 0, done.stderr
    assert [path.name for path in paths] == [f"{kind}.{form}" for kind in FIGURES]
    assert all(path.stat().st_size > 1000 for path in paths)


def test_one_kind_of_figure(played: PlayedEvent) -> None:
    """--kind writes those named alone."""
    lines = good("plot", played.path, "--kind", "wins", "--kind", "race", "--format", "svg").splitlines()

    assert [Path(line).name for line in lines] == ["wins.svg", "race.svg"]


def test_figures_of_a_single_match_p03() -> None:
    """An event of one block of one hand has figures, and standings that say how little that is."""
    hearts_arena.tournament(*LEVELS, blocks=1, seed=1, settings={"match_hands": 1}, out="tiny")

    assert "n/a" in good("standings", "tiny")
    assert len(good("plot", "tiny").splitlines()) == len(FIGURES)


def test_figures_of_a_faulty_event(tmp_path: Path) -> None:
    """Bots with faults, moons and negative scores have all their figures too (P06)."""
    bots = (f"bad={BOTS / 'plain.py'}#Raises", f"{BOTS / 'high.py'}", *LEVELS[:2])
    run = hearts_arena.tournament(
        *bots, blocks=2, seed=1, rules="omnibus", settings={"moon": "subtract"}, out=tmp_path / "event"
    )

    assert [path.stem for path in run.save_figures()] == list(FIGURES)


def test_an_unknown_kind_is_refused() -> None:
    """A figure that there is none of is refused by name; see the table of refusals."""
    with pytest.raises(ValueError, match="no figure is called 'pie'"):
        hearts_arena.tournament(*LEVELS, blocks=1, seed=1, settings={"match_hands": 1}, out="event").plot("pie")


def test_an_event_without_rows_p03() -> None:
    """An event that was interrupted before its first part says that there is nothing, in tables and in figures."""
    event = event_of(*LEVELS, rules=build_rules(), name="empty")
    claim_folder(Path("empty"), event, {"status": "running"})

    assert "n/a" in good("standings", "empty")
    assert json.loads(good("standings", "empty", "--format", "json"))["event"]["hands"] is None
    assert len(good("plot", "empty").splitlines()) == len(FIGURES)
