"""Mean match scores by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearts_arena.analysis.race import MOST_HANDS, race
from hearts_arena.analysis.rows import MemoryRows
from unit.analysis.simulated import facts, hands_table, simulate

FOUR = (0, 1, 2, 3)


def test_scores_by_hand() -> None:
    """A finished match keeps its final score: a has 1 then 3, and 5 throughout."""
    hands = [
        (0, 0, 0, FOUR, (1, 0, 0, 25)),
        (0, 0, 1, FOUR, (2, 4, 10, 10)),
        (1, 1, 0, (1, 0, 3, 2), (6, 5, 7, 8)),
    ]
    result = race(MemoryRows(facts("abcd"), {"hands": hands_table(hands)}))
    means = [[score.mean for score in row] for row in result.scores]

    assert (result.matches, result.playing) == (2, (2, 1))
    assert means == [[3.0, 4.0], [3.0, 5.0], [4.0, 9.0], [16.0, 21.0]]


@pytest.mark.parametrize("size", [1, 2, 5])
def test_the_cut_into_parts_changes_no_digit(size: int) -> None:
    """Parts whose longest matches differ give equal races."""
    rows = simulate("abcd", 9)

    assert race(rows) == race(replace(rows, blocks_per_part=size))


def test_long_matches_are_followed_to_a_limit() -> None:
    """Memory does not grow with the length of a match."""
    result = race(simulate("abcd", 2, match_hands=MOST_HANDS + 3))

    assert MOST_HANDS == len(result.playing) == len(result.scores[0])


def test_nothing_played_has_no_hands() -> None:
    """An empty event has no race."""
    assert (race(MemoryRows(facts("ab"), {})).matches, race(MemoryRows(facts("ab"), {})).playing) == (0, ())
