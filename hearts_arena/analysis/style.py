"""How figures look, as plain values: colours, marks, names, places of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

__all__ = [
    "BETTER",
    "FIGURE_SPACE",
    "GREY",
    "INK",
    "METADATA",
    "PALE",
    "RC",
    "WORSE",
    "colour_of",
    "grid_shape",
    "ink_on",
    "line_of",
    "mark_of",
    "panel_title",
    "shorten",
    "spread",
]

PALETTE: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#4D4D4D")
"""Okabe and Ito's colours, which the colour-blind can tell apart, without yellow and with grey.

Source: Okabe, M. and Ito, K. (2008), Color Universal Design.
"""
MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X")
LINES: Final = ("-", "--", ":", "-.")
BETTER: Final = PALETTE[0]
WORSE: Final = PALETTE[1]
INK: Final = "#222222"
GREY: Final = "#767676"
_EVEN_LUMINANCE: Final = 0.2
PALE: Final = "#D9D9D9"
NAME_LENGTH: Final = 40
PANEL_NAME_LENGTH: Final = 34
FIGURE_SPACE: Final = "\u2007"
"""A space as wide as a digit."""

RC: Final[dict[str, Any]] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10.0,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 10.0,
    "axes.unicode_minus": True,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.hashsalt": "hearts_arena",
    "svg.fonttype": "path",
}
"""Settings of every figure; they are in force only while one is made or saved."""


METADATA: Final[dict[str, dict[str, Any]]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
"""What is written into a file of each format: nothing that depends on the day or the version."""


def colour_of(entrant: int) -> str:
    """Return the colour of an entrant by its place in entry order, the same in all figures."""
    return PALETTE[entrant % len(PALETTE)]


def mark_of(entrant: int) -> str:
    """Return the marker of an entrant: with its colour, 49 entrants can be told apart."""
    return MARKERS[entrant // len(PALETTE) % len(MARKERS)]


def line_of(entrant: int) -> str:
    """Return the line style of an entrant."""
    return LINES[entrant // len(PALETTE) % len(LINES)]


def shorten(name: str, most: int = NAME_LENGTH) -> str:
    """Return a name, with its middle left out where it is too long."""
    if len(name) <= most:
        return name
    head = most // 2
    return f"{name[:head]}…{name[len(name) - (most - head - 1) :]}"


def ink_on(red: float, green: float, blue: float) -> str:
    """Return white or ink, whichever stands out more on a colour of parts in 0..1.

    Source: relative luminance, Web Content Accessibility Guidelines 2.2.
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "white" if luminance < _EVEN_LUMINANCE else INK


def panel_title(label: str, facts: str) -> str:
    """Return the two lines above a panel."""
    return f"{shorten(label, PANEL_NAME_LENGTH)}\n{facts}"


def grid_shape(panels: int) -> tuple[int, int]:
    """Return rows and columns for a number of panels."""
    columns = 1 if panels == 1 else 2 if panels <= 4 else 3 if panels <= 12 else 4
    return -(-panels // columns), columns


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Return heights moved apart to at least a gap, in the same order and about the same centre.

    Neighbours closer than the gap are merged into a group that is centred on its members' mean.
    """
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    groups: list[list[int]] = []
    for place in order:
        groups.append([place])
        while len(groups) > 1 and _touch(heights, groups[-2], groups[-1], gap):
            groups[-2:] = [groups[-2] + groups[-1]]
    moved = list(heights)
    for group in groups:
        bottom, _ = _ends(heights, group, gap)
        for step, place in enumerate(group):
            moved[place] = bottom + step * gap
    return moved


def _ends(heights: Sequence[float], group: Sequence[int], gap: float) -> tuple[float, float]:
    centre = sum(heights[place] for place in group) / len(group)
    reach = gap * (len(group) - 1) / 2
    return centre - reach, centre + reach


def _touch(heights: Sequence[float], low: list[int], high: list[int], gap: float) -> bool:
    return _ends(heights, high, gap)[0] - _ends(heights, low, gap)[1] < gap
