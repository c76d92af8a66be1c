"""Marks on a pair of axes: intervals in rows, lines with bands, names at the ends of lines.

Axes are handed in: nothing here loads matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hearts_arena.analysis.estimates import Estimate
from hearts_arena.analysis.formatting import align_estimates, format_estimate
from hearts_arena.analysis.race import Race
from hearts_arena.analysis.style import FIGURE_SPACE, colour_of, line_of, mark_of, shorten, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_interval", "draw_intervals", "draw_race_line", "label_ends"]


def draw_intervals(
    axes: Axes,
    names: Sequence[str],
    estimates: Sequence[Estimate],
    colours: Sequence[str],
    marks: Sequence[str] | None = None,
    scale: int = 1,
    base: int = 2,
    *,
    signed: bool = False,
) -> None:
    """Draw horizontal intervals from top to bottom, their numbers in a column at the right."""
    texts = align_estimates(estimates, base, scale, signed=signed)
    for place, (estimate, text) in enumerate(zip(estimates, texts, strict=True)):
        mark = "o" if marks is None else marks[place]
        draw_interval(axes, place, estimate, colours[place], scale, mark)
        numbers = text.replace("-", "−").replace(" ", FIGURE_SPACE)
        axes.text(1.02, place, numbers, va="center", transform=axes.get_yaxis_transform())
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")


def draw_interval(
    axes: Axes,
    place: float,
    estimate: Estimate,
    colour: str,
    scale: int = 1,
    mark: str = "o",
    *,
    upright: bool = False,
) -> None:
    """Draw a mean and its interval, hollow where there is no interval."""
    if estimate.mean is None:
        return
    mean = estimate.mean * scale
    low = mean if estimate.low is None else estimate.low * scale
    high = mean if estimate.high is None else estimate.high * scale
    bar = {"yerr" if upright else "xerr": [[mean - low], [high - mean]]}
    x, y = (place, mean) if upright else (mean, place)
    face = "white" if estimate.low is None else colour
    axes.errorbar(x, y, fmt=mark, color=colour, mfc=face, ms=6, capsize=4, zorder=3, **bar)  # type: ignore[arg-type]


def draw_race_line(axes: Axes, entrant: int, scores: Sequence[Estimate], alpha: float) -> None:
    """Draw an entrant's means by hand, with a band where there are intervals."""
    known = [(hand, score) for hand, score in enumerate(scores, 1) if score.mean is not None]
    means = [score.mean or 0.0 for _, score in known]
    colour, mark = colour_of(entrant), mark_of(entrant)
    axes.plot([hand for hand, _ in known], means, line_of(entrant), color=colour, marker=mark, ms=4)
    banded = [(hand, s.low, s.high) for hand, s in known if s.low is not None and s.high is not None]
    if banded:
        x, low, high = zip(*banded, strict=True)
        axes.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0)


def label_ends(axes: Axes, result: Race, gap: float) -> None:
    """Name each line at its right end, moved a share `gap` of the axis apart."""
    ends = [(e, row[-1].mean) for e, row in enumerate(result.scores) if row[-1].mean is not None]
    bottom, top = axes.get_ylim()
    last = len(result.playing)
    heights = spread([end for _, end in ends], (top - bottom) * gap)
    for (entrant, end), height in zip(ends, heights, strict=True):
        numbers = format_estimate(result.scores[entrant][-1], 1).replace("-", "−")
        label = f"{shorten(result.labels[entrant])}  {numbers}"
        axes.annotate(
            label,
            (last, end),
            (1.03, height),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            color=colour_of(entrant),
            arrowprops={"arrowstyle": "-", "color": colour_of(entrant), "linewidth": 0.6, "relpos": (0, 0.5)},
            annotation_clip=False,
        )
