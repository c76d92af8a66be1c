"""The engine's law on cases, as plain Python: disputed positions, and whole hands at its tables."""

from __future__ import annotations

from itertools import islice

import pytest

from conformance.test_cases import CASES, COUNTS
from hearts_arena.engine.jit import JIT_ENABLED
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cases import check_case, check_file, read_cases

WHOLE_HANDS = "openspiel_hands.jsonl.gz"
EVERY = 8


def test_the_compiler_is_off() -> None:
    """The kernels that these tests see are the functions as written."""
    assert not JIT_ENABLED


@pytest.mark.parametrize("name", sorted(set(COUNTS) - {WHOLE_HANDS}))
def test_cases(name: str) -> None:
    """Every small case is judged as it says."""
    report = check_file(CASES / name, FastLaw())

    assert [str(disagreement) for disagreement in report.disagreements] == []
    assert report.total == COUNTS[name]


def test_whole_hands() -> None:
    """A slice of OpenSpiel's hands under each of its rule sets goes as it says, card by card."""
    law, rule_sets = FastLaw(), set()
    for name, case in islice(read_cases(CASES / WHOLE_HANDS), 0, None, EVERY):
        rule_sets.add(tuple(case["rules"].items()))
        assert (name, check_case(case, law)) == (name, ())

    assert len(rule_sets) == 11
