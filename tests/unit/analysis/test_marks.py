"""Marks on axes."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.figure import Figure

from hearts_arena.analysis.estimates import Estimate
from hearts_arena.analysis.marks import draw_interval, draw_intervals, draw_race_line, label_ends
from hearts_arena.analysis.race import race
from hearts_arena.analysis.rows import MemoryRows
from unit.analysis.simulated import facts, hands_table

SURE = Estimate(0.25, 0.2, 0.35, 9, "wins a match", 0.03)
SINGLE = Estimate(0.5, None, None, 1, "wins a match")
NOTHING = Estimate(None, None, None, 0, "wins a match")


@pytest.fixture
def axes() -> Any:
    return Figure().add_subplot()


def segments(axes: Any) -> list[list[list[float]]]:
    """Return the bars of each interval on the axes."""
    return [bar.get_segments()[0].tolist() for container in axes.containers for bar in container.lines[2]]


@pytest.mark.parametrize("upright", [False, True])
def test_an_interval_reaches_from_low_to_high(axes: Any, upright: bool) -> None:
    """The bar has the ends of the estimate, which need not be symmetric."""
    draw_interval(axes, 3, SURE, "red", 100, upright=upright)
    along = 1 if upright else 0
    ends = [point[along] for point in segments(axes)[0]]

    assert ends == pytest.approx([20.0, 35.0])
    assert [point[1 - along] for point in segments(axes)[0]] == [3, 3]


def test_without_an_interval_the_mark_is_hollow(axes: Any) -> None:
    """A single block shows where it was, and that no more is known."""
    draw_interval(axes, 0, SINGLE, "red")
    draw_interval(axes, 1, SURE, "red")
    draw_interval(axes, 2, NOTHING, "red")

    assert [container.lines[0].get_markerfacecolor() for container in axes.containers] == ["white", "red"]


def test_rows_carry_their_numbers(axes: Any) -> None:
    """Numbers stand at the right, with a true minus, aligned by spaces as wide as a digit."""
    estimates = [SURE, SINGLE, NOTHING, SURE.negated]
    draw_intervals(axes, ["a", "b", "c", "d"], estimates, ["red"] * 4, signed=True)
    found = [text.get_text().replace("\N{FIGURE SPACE}", " ") for text in axes.texts]

    assert found == ["+0.25 ± 0.10", "+0.50 ±  n/a", "n/a", "−0.25 ± 0.10"]


def test_lines_have_a_band_where_there_are_intervals(axes: Any) -> None:
    """Hands without a mean are left out."""
    draw_race_line(axes, 0, [SURE, SURE, NOTHING], 0.2)

    assert list(axes.lines[0].get_xdata()) == [1, 2]
    assert axes.collections[0].get_datalim(axes.transData).intervaly.tolist() == [0.2, 0.35]


def test_line_ends_are_named(axes: Any) -> None:
    """Each line has its name and final mean with its interval; an idle entrant has none."""
    hands = [(block, block, 0, (0, 1, 2, 3), (1, 2, 3, -20)) for block in range(2)]
    label_ends(axes, race(MemoryRows(facts(("a", "b", "c", "d", "idle")), {"hands": hands_table(hands)})), 0.1)

    assert [text.get_text() for text in axes.texts] == [
        "a  1.0 ± 0.0",
        "b  2.0 ± 0.0",
        "c  3.0 ± 0.0",
        "d  −20.0 ± 0.0",
    ]
