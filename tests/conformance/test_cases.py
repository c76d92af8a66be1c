"""Disputed positions and whole hands, replayed through both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cases import check_file

CASES = Path(__file__).parent / "cases"
COUNTS = {"rules.jsonl": 39, "more_rules.jsonl": 125, "openspiel_hands.jsonl.gz": 1498}


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_the_reference_agrees(name: str) -> None:
    """Every case of a file is judged as it says."""
    report = check_file(CASES / name)

    assert [str(disagreement) for disagreement in report.disagreements] == []
    assert report.total == COUNTS[name]


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_the_engine_agrees(name: str) -> None:
    """Every case of a file is judged as it says by the fast path, whole hands card by card at its tables."""
    report = check_file(CASES / name, FastLaw())

    assert [str(disagreement) for disagreement in report.disagreements] == []
    assert report.total == COUNTS[name]


def test_every_file_is_checked() -> None:
    """No file of cases is left out."""
    assert {path.name for path in CASES.glob("*.jsonl*")} == set(COUNTS)
