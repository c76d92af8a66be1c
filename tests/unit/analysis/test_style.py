"""Names, colours and places in figures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hearts_arena.analysis.style import colour_of, grid_shape, ink_on, line_of, mark_of, panel_title, shorten, spread


def test_entrants_can_be_told_apart() -> None:
    """Colour and marker together are unique for 49 entrants, colour and line for 28."""
    assert len({(colour_of(entrant), mark_of(entrant)) for entrant in range(49)}) == 49
    assert len({(colour_of(entrant), line_of(entrant)) for entrant in range(28)}) == 28


def test_text_stands_out_on_its_ground() -> None:
    """Dark ground has white text, light ground ink."""
    assert "white" == ink_on(0.1, 0.1, 0.5) == ink_on(0.6, 0.0, 0.1)
    assert "#222222" == ink_on(1.0, 1.0, 1.0) == ink_on(0.9, 0.6, 0.5)


def test_long_names_lose_their_middle() -> None:
    """Both ends of a long name stay."""
    assert shorten("abcdefghijklmnopqrstuvwxyz", 10) == "abcde…wxyz"
    assert shorten("abcdefghij", 10) == "abcdefghij"
    assert panel_title("a", "n = 4") == "a\nn = 4"


@pytest.mark.parametrize("panels", range(1, 30))
def test_panels_fit_their_grid(panels: int) -> None:
    """No panel is left out and no row is empty."""
    rows, columns = grid_shape(panels)

    assert (rows - 1) * columns < panels <= rows * columns


@pytest.mark.parametrize("heights", [[1.0, 5.0, 9.0], [3.0, 3.0, 3.0], [2.0, 1.9, 2.1, 8.0], [1.0], []])
def test_labels_are_moved_apart(heights: list[float]) -> None:
    """Neighbours keep their order and a gap; those far apart stay."""
    moved = spread(heights, 1.0)
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    ordered = [moved[place] for place in order]

    assert all(high - low >= 1.0 - 1e-9 for low, high in pairwise(ordered))
    assert pytest.approx(sum(heights)) == sum(moved)
    assert heights != [1.0, 5.0, 9.0] or moved == heights
