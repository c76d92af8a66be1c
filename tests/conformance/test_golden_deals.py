"""Twenty layouts, pinned as text: any change to them is a new deal stream version."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearts_arena.game import (
    DEAL_STREAM_VERSION,
    format_layout,
    layout,
    parse_layout,
    parse_rules,
)

TEXT = (Path(__file__).parent / "golden" / "layouts.txt").read_text(encoding="utf-8")
BLOCKS = [block for block in TEXT.split("\n\n") if not block.startswith("#")]


def test_twenty_layouts_of_version_1() -> None:
    """The file is of the version that the code has."""
    assert TEXT.startswith(f"# Layouts of deal stream version {DEAL_STREAM_VERSION}:")
    assert len(BLOCKS) == 20


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: "; ".join(block.splitlines()[:2]))
def test_layout(block: str) -> None:
    """The same seed, block, hand and deck deal the same cards, and their text reads back."""
    rules_line, numbers_line, lines = block.strip().split("\n", 2)
    rules = parse_rules(rules_line.removeprefix("rules "))
    words = numbers_line.split()
    seed, number, hand = (int(word) for word in words[1::2])
    dealt = layout(seed, number, hand, rules)

    assert words[::2] == ["seed", "block", "hand"]
    assert format_layout(dealt) == lines
    assert parse_layout(lines) == dealt
