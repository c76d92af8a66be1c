"""The engine's law on cases, as plain Python: disputed positions."""

from __future__ import annotations

import pytest

from conformance.test_cases import CASES, COUNTS
from hearts_arena.engine.jit import JIT_ENABLED
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cases import check_file

WHOLE_HANDS = "openspiel_hands.jsonl.gz"


def test_the_compiler_is_off() -> None:
    """The kernels that these tests see are the functions as written."""
    assert not JIT_ENABLED


@pytest.mark.parametrize("name", sorted(set(COUNTS) - {WHOLE_HANDS}))
def test_cases(name: str) -> None:
    """Every small case is judged as it says."""
    report = check_file(CASES / name, FastLaw())

    assert [str(disagreement) for disagreement in report.disagreements] == []
    assert report.total == COUNTS[name]
