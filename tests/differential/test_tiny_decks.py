"""Both engines under rule sets with decks of a few cards, where what is rare at a full table is common."""

from __future__ import annotations

import pytest

from tiny import play_tiny


@pytest.mark.parametrize("seed", range(4))
def test_tiny_decks(seed: int) -> None:
    """Whole matches agree, with thousands of hands that break ties and moons scored in them."""
    extra, wrong = play_tiny(seed, rule_sets=60, blocks=15)

    assert wrong == []
    assert extra > 300
