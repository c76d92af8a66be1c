"""Results as figures. The only module that knows matplotlib, which it loads when a figure is made.

Figures are plain `Figure` objects: pyplot, its backend and the user's settings are left alone.
Saved files depend on the data alone: they hold no dates.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hearts_arena.analysis.crosstable import Crosstable, crosstable
from hearts_arena.analysis.estimates import Estimate
from hearts_arena.analysis.formatting import (
    NOT_AVAILABLE,
    PERCENT,
    block_range,
    decimals_for,
    format_estimate,
)
from hearts_arena.analysis.histogram import Histogram, histogram
from hearts_arena.analysis.marks import draw_interval, draw_intervals, draw_race_line, label_ends
from hearts_arena.analysis.payoff import Payoff, payoff
from hearts_arena.analysis.race import Race, race
from hearts_arena.analysis.rows import Rows
from hearts_arena.analysis.seats import EVERYONE, SeatShares, seat_shares
from hearts_arena.analysis.standings import Standings, best_first, standings
from hearts_arena.analysis.style import (
    BETTER,
    GREY,
    INK,
    METADATA,
    PALE,
    RC,
    WORSE,
    colour_of,
    grid_shape,
    ink_on,
    mark_of,
    panel_title,
    shorten,
)
from hearts_arena.game.words import count_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "KINDS",
    "Kind",
    "draw_crosstable",
    "draw_payoffs",
    "draw_points",
    "draw_race",
    "draw_scores",
    "draw_seats",
    "draw_wins",
    "save",
]

_WIDTH: Final = 9.0
_LETTER: Final = 0.075
_SMALL_LETTER: Final = 0.067
_LEVEL: Final = "95\N{NO-BREAK SPACE}% intervals"
_INCHES_ABOVE: Final = 0.62
_MOST_WITH_INTERVALS: Final = 16
_DOTS_PER_INCH: Final = 150
_PLACE_DECIMALS: Final = 6
_END_GAP: Final = 0.28
_FEW: Final = 6


class Kind(NamedTuple):
    """A kind of figure: how it is drawn from an event's rows, and what it shows."""

    draw: Callable[[Rows], Figure]
    meaning: str


def save(figure: Figure, path: str | PathLike[str]) -> None:
    """Write a figure; the same figure gives the same bytes.

    Raises
    ------
    ValueError
        If the name does not end in .png, .svg or .pdf.
    """
    ending = Path(path).suffix.lower()
    if ending not in METADATA:
        raise ValueError(f"{str(path)!r} ends in no known format: choose {', '.join(METADATA)}")
    with _settings(), _settled(figure):
        figure.savefig(path, dpi=_DOTS_PER_INCH, metadata=METADATA[ending])


def draw_points(result: Standings) -> Figure:
    """Return points a hand with intervals, best at the top."""
    estimates = [row.points_per_hand for row in result.rows]
    return _entrant_figure(result, estimates, "Points a hand", "low is good", "points a hand  (← better)")


def draw_wins(result: Standings) -> Figure:
    """Return win shares with intervals, best at the top, and the share of equal bots."""
    order = best_first([None if row.win_share.mean is None else -row.win_share.mean for row in result.rows])
    result = replace(result, rows=tuple(result.rows[place] for place in order))
    estimates = [row.win_share for row in result.rows]
    hint = f"dashed: 1/{result.players}, the share of equal bots"
    label = "wins a match, ties split (%)  (better →)"
    return _entrant_figure(result, estimates, "Win share", hint, label, PERCENT, PERCENT / result.players)


def draw_payoffs(payoffs: Sequence[Payoff]) -> Figure:
    """Return the steps of a ladder: each candidate's payoff against those it met."""
    title = "Payoff"
    estimates = [line.estimate for line in payoffs]
    if not any(estimate.n for estimate in estimates):
        return _no_data(title)
    names = [f"{shorten(line.candidate)}\nv. {shorten(line.opponent)}" for line in payoffs]
    colours = [BETTER if line.proven else WORSE if line.worse else GREY for line in payoffs]
    subtitle = f"{block_range(estimates)}, {_LEVEL}; blue: better is proven, orange: worse, hollow: neither"
    with _settings():
        figure = _figure(_WIDTH, 1.6 + 0.62 * len(names), title, subtitle)
        axes = figure.add_subplot()
        draw_intervals(axes, names, estimates, colours, signed=True, base=3)
        for place, line in enumerate(payoffs):
            if line.estimate.mean is not None and not (line.proven or line.worse):
                axes.plot(line.estimate.mean, place, "o", color=GREY, mfc="white", ms=7, zorder=4)
        axes.axvline(0, color=INK, linewidth=1)
        axes.set_xlabel("opponents' mean less own points a hand  (better →)")
    return figure


def draw_scores(result: Histogram) -> Figure:
    """Return histograms of hand scores, one panel an entrant, on one logarithmic axis."""
    title = "Hand scores"
    if not result.scores:
        return _no_data(title, result.event)
    totals = [max(sum(counts), 1) for counts in result.counts]
    lowest = PERCENT / max(20, 2 * max(totals))
    margin = 1 + 0.02 * (result.scores[-1] - result.scores[0])
    subtitle = f"{result.event}: share of hands by points scored, logarithmic; low is good"
    with _settings():
        figure, panels = _panels(result.labels, title, subtitle)
        for entrant, (axes, counts) in enumerate(zip(panels, result.counts, strict=True)):
            shares = [PERCENT * count / totals[entrant] for count in counts]
            axes.bar(result.scores, shares, width=1.0, color=colour_of(entrant), linewidth=0)
            axes.set_yscale("log")
            axes.set_ylim(lowest, PERCENT)
            axes.set_xlim(result.scores[0] - margin, result.scores[-1] + margin)
            axes.yaxis.set_major_formatter(lambda share, _: f"{share:g}")
            axes.minorticks_off()
            axes.set_title(panel_title(result.labels[entrant], f"n = {count_text(sum(counts), 'hand')}"))
            axes.grid(axis="y")
        figure.supxlabel("hand score (points)", fontsize=10)
        figure.supylabel("share of hands (%)", fontsize=10)
    return figure


def draw_seats(result: SeatShares) -> Figure:
    """Return win shares by seat, one panel an entrant after one for all: the bias check."""
    title = "Win share by seat"
    estimates = [share for row in (result.everyone, *result.seats) for share in row]
    if not any(share.n for share in estimates):
        return _no_data(title, result.event)
    facts = f"{result.event}: {block_range(estimates)} a seat, {_LEVEL}"
    subtitle = f"{facts}; dashed: the mean of all seats, at which each seat is level"
    seats, labels = range(result.players), (EVERYONE, *result.labels)
    with _settings():
        figure, panels = _panels(labels, title, subtitle)
        lines = zip(result.overall, (result.everyone, *result.seats), strict=True)
        for place, (axes, (overall, shares)) in enumerate(zip(panels, lines, strict=True)):
            colour = INK if place == 0 else colour_of(place - 1)
            for seat, share in enumerate(shares):
                draw_interval(axes, seat, share, colour, PERCENT, upright=True)
            if overall.mean is not None:
                axes.axhline(PERCENT * overall.mean, color=INK, linestyle="--", linewidth=0.8)
            axes.set_xticks(seats, [str(seat) for seat in seats])
            axes.set_xlim(-0.5, result.players - 0.5)
            axes.set_title(panel_title(labels[place], block_range(shares)))
            axes.grid(axis="y")
        panels[0].set_ylim(bottom=min(0.0, panels[0].get_ylim()[0]))
        figure.supxlabel("seat", fontsize=10)
        figure.supylabel("wins a match (%)", fontsize=10)
    return figure


def draw_crosstable(result: Crosstable) -> Figure:
    """Return a heat map of points differences: blue is better for the row, hatched never met."""
    title, entrants = "Points difference at the same table", len(result.labels)
    estimates = [cell for row in result.cells for cell in row]
    means = [abs(cell.mean) for cell in estimates if cell.mean is not None]
    if not means:
        return _no_data(title, result.event)
    names = [shorten(label) for label in result.labels]
    reach = _LETTER * max(len(name) for name in names)
    side = max(0.86 * entrants, 2.6)
    subtitle = (
        f"{result.event}: the column's points a hand less the row's, positive is better for the "
        f"row; {block_range(estimates)} a cell, {_LEVEL}, bold where 0 is outside"
    )
    with _settings():
        figure = _figure(max(side + reach + 1.6, 6.5), side + reach + 1.3, title, subtitle)
        axes = figure.add_subplot()
        values = [[0.0 if c.mean is None else c.mean for c in row] for row in result.cells]
        limit = max(means) or 1.0
        image = axes.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit)
        axes.set_xticks(range(entrants), names, rotation=90)
        axes.set_yticks(range(entrants), names)
        decimals = decimals_for(estimates)
        for row in range(entrants):
            for column in range(entrants):
                _draw_cell(axes, image, result.cells[row][column], row, column, decimals)
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(image, ax=axes, shrink=0.8, pad=0.02)
        bar.set_label("points a hand")
    return figure


def draw_race(result: Race) -> Figure:
    """Return mean match scores by hand, with the share of matches still being played below."""
    title = "Score race"
    if not result.matches:
        return _no_data(title, result.event)
    hands = range(1, len(result.playing) + 1)
    blocks = block_range(row[0] for row in result.scores if row)
    subtitle = (
        f"{result.event}: mean match score after each hand, finished matches at their final score; "
        f"{count_text(result.matches, 'match', 'matches')}, {blocks}, bands: {_LEVEL}; low is good"
    )
    height = max(6.2, 1.5 + 0.25 * len(result.labels))
    with _settings():
        figure = _figure(_WIDTH, height, title, subtitle)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(5, 1))
        alpha = 0.18 if len(result.labels) <= _FEW else 0.08
        for entrant, scores in enumerate(result.scores):
            draw_race_line(above, entrant, scores, alpha)
        label_ends(above, result, _END_GAP / height)
        above.set_ylabel("match score (points)")
        above.grid(axis="y")
        shares = [PERCENT * count / result.matches for count in result.playing]
        below.bar(hands, shares, color=GREY, width=0.7)
        below.set_ylabel("matches\nplaying (%)")
        below.set_ylim(0, PERCENT)
        below.set_xlabel("hand of the match")
        below.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
        below.set_xlim(0.5, len(hands) + 0.5)
    return figure


def _settings() -> Any:
    """Return a context in which the settings of our figures hold, and after which none do."""
    import matplotlib as mpl

    kept = ("backend", "interactive", "toolbar", "keymap")
    settings: Any = {name: value for name, value in mpl.rcParamsDefault.items() if not name.startswith(kept)}
    return _quiet(mpl.rc_context(settings | RC))


@contextmanager
def _quiet(context: Any) -> Iterator[None]:
    """Hold a context without warnings about signs of a name that the font lacks."""
    import warnings

    with context, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


@contextmanager
def _settled(figure: Figure) -> Iterator[None]:
    """Hold a figure's layout still, its places rounded: the last digits of a layout vary from run to run."""
    engine = figure.get_layout_engine()
    if engine is not None and figure.axes:
        engine.execute(figure)
    figure.set_layout_engine(None)  # not "none", whose placeholder has every figure drawn once more
    for axes in figure.axes:
        left, bottom, width, height = (round(part, _PLACE_DECIMALS) for part in axes.get_position(original=True).bounds)
        axes.set_position((left, bottom, width, height))
    try:
        yield
    finally:
        figure.set_layout_engine(engine)


def _figure(width: float, height: float, title: str, subtitle: str = "") -> Figure:
    """Return an empty figure with its title and subtitle above the part that axes may fill."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = textwrap.wrap(subtitle, int(width / _SMALL_LETTER) - 6)
    above = (_INCHES_ABOVE + 0.17 * max(len(lines) - 1, 0)) / (height := height + 0.17 * len(lines))
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0.01, 0.01, 0.98, 0.98 - above))
    figure.text(0.15 / width, 1 - 0.12 / height, title, va="top", fontsize=13, weight="bold")
    text = "\n".join(lines)
    figure.text(0.15 / width, 1 - 0.39 / height, text, va="top", fontsize=8.5, color=GREY)
    return figure


def _no_data(title: str, event: str = "") -> Figure:
    """Return a figure that says that nothing was played."""
    with _settings():
        figure = _figure(_WIDTH, 3, title, event)
        figure.text(0.5, 0.4, "no data", ha="center", va="center", fontsize=16, color=GREY)
    return figure


def _panels(labels: Sequence[str], title: str, subtitle: str) -> tuple[Figure, list[Axes]]:
    """Return a figure of small multiples on shared axes, one for each label."""
    rows, columns = grid_shape(len(labels))
    figure = _figure(max(3.4 * columns, _WIDTH * 0.75), 2.3 * rows + 1.2, title, subtitle)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for axes in grid[len(labels) :]:
        axes.set_visible(False)
    for axes in grid[max(0, len(labels) - columns) : len(labels)]:
        axes.tick_params(labelbottom=True)
    return figure, list(grid[: len(labels)])


def _entrant_figure(
    result: Standings,
    estimates: Sequence[Estimate],
    title: str,
    hint: str,
    axis_label: str,
    scale: int = 1,
    reference: float | None = None,
) -> Figure:
    """Return one estimate of each entrant, in the order of the standings."""
    if not result.hands:
        return _no_data(title, result.event)
    subtitle = f"{result.event}: {block_range(estimates)}, {_LEVEL}; {hint}"
    names = [shorten(row.entrant) for row in result.rows]
    places = [result.labels.index(row.entrant) for row in result.rows]
    with _settings():
        figure = _figure(_WIDTH, 1.6 + 0.36 * len(names), title, subtitle)
        axes = figure.add_subplot()
        if reference is not None:
            axes.axvline(reference, color=INK, linestyle="--", linewidth=0.8)
        marks = [mark_of(place) for place in places]
        colours = [colour_of(place) for place in places]
        base = 1 if scale == PERCENT else 2
        draw_intervals(axes, names, estimates, colours, marks, scale, base)
        axes.set_xlabel(axis_label)
    return figure


def _draw_cell(axes: Axes, image: Any, cell: Estimate, row: int, column: int, decimals: int) -> None:
    """Write the numbers of a cell of the crosstable, or hatch it."""
    from matplotlib.patches import Rectangle

    corner = (column - 0.5, row - 0.5)
    if row == column:
        axes.add_patch(Rectangle(corner, 1, 1, facecolor="white", edgecolor="white"))
        return
    if cell.mean is None:
        axes.add_patch(Rectangle(corner, 1, 1, facecolor="white", edgecolor=PALE, hatch="////"))
        axes.text(column, row, NOT_AVAILABLE, ha="center", va="center", fontsize=8, color=GREY)
        return
    text = format_estimate(cell, decimals, signed=True).replace(" ±", "\n±").replace("-", "−")
    if len(axes.get_yticks()) > _MOST_WITH_INTERVALS:
        text = text.partition("\n")[0]
    red, green, blue, _ = image.cmap(image.norm(cell.mean))
    weight = "bold" if cell.sign_known else "normal"
    axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink_on(red, green, blue), weight=weight)


KINDS: Final[dict[str, Kind]] = {
    "points": Kind(lambda rows: draw_points(standings(rows)), "points a hand with intervals"),
    "wins": Kind(lambda rows: draw_wins(standings(rows)), "win share with intervals"),
    "scores": Kind(lambda rows: draw_scores(histogram(rows)), "histogram of hand scores"),
    "crosstable": Kind(lambda rows: draw_crosstable(crosstable(rows)), "who beats whom"),
    "payoff": Kind(lambda rows: draw_payoffs([payoff(rows)]), "payoff of a duel's candidate"),
    "seats": Kind(lambda rows: draw_seats(seat_shares(rows)), "win share by seat: a bias check"),
    "race": Kind(lambda rows: draw_race(race(rows)), "mean match score by hand"),
}
"""Kinds of figures of an event, by name."""
