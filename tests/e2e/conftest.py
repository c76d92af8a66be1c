"""An event played by the command line, and an empty folder to work in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from e2e.commands import LEVELS, run

COMMAND = ("--blocks", "4", "--seed", "7", "--workers", "1")


@dataclass(frozen=True)
class PlayedEvent:
    """An event on disk and what the command that played it printed."""

    path: Path
    result: Result

    @property
    def facts(self) -> dict[str, Any]:
        """What is in its `event.json`."""
        facts: dict[str, Any] = json.loads((self.path / "event.json").read_text(encoding="utf-8"))
        return facts


@pytest.fixture(autouse=True)
def work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder: `results/` and `bots/` are the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> PlayedEvent:
    """Return four levels over four blocks, with every card logged."""
    path = tmp_path_factory.mktemp("events") / "levels"
    result = run("tournament", *LEVELS, *COMMAND, "--log-plays", "--out", path)

    assert result.exit_code == 0, result.stderr
    return PlayedEvent(path, result)


@pytest.fixture(scope="session")
def played_bare(tmp_path_factory: pytest.TempPathFactory) -> PlayedEvent:
    """Return the same event without logged cards, printed as JSON."""
    path = tmp_path_factory.mktemp("events") / "bare"
    result = run("tournament", *LEVELS, *COMMAND, "--json", "--out", path)

    assert result.exit_code == 0, result.stderr
    return PlayedEvent(path, result)


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the figures of a tournament, which take longer than all the rest of a small one."""
    monkeypatch.setattr("hearts_arena.run.Run.save_figures", lambda run, *kinds: [run.path / "figures" / "none.png"])
    monkeypatch.setattr("hearts_arena.ladder.Ladder.save_figure", lambda ladder: ladder.path / "figures" / "none.png")
