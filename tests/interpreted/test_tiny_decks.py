"""The same as plain Python: moons, ties, caps and truncation at tables with a few cards."""

from __future__ import annotations

import pytest

from tiny import play_tiny


@pytest.mark.parametrize("seed", range(5))
def test_tiny_decks(seed: int) -> None:
    """Whole matches agree."""
    extra, wrong = play_tiny(seed, rule_sets=40, blocks=6)

    assert wrong == []
    assert extra > 0
