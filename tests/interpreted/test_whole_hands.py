"""Hands that OpenSpiel played, replayed at the engine's tables as plain Python."""

from __future__ import annotations

from itertools import islice

from conformance.test_cases import CASES
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cases import check_case, read_cases
from interpreted.test_cases import WHOLE_HANDS

EVERY = 8


def test_whole_hands() -> None:
    """A slice of OpenSpiel's hands under each of its rule sets goes as it says, card by card."""
    law, rule_sets = FastLaw(), set()
    for name, case in islice(read_cases(CASES / WHOLE_HANDS), 0, None, EVERY):
        rule_sets.add(tuple(case["rules"].items()))
        assert (name, check_case(case, law)) == (name, ())

    assert len(rule_sets) == 11
