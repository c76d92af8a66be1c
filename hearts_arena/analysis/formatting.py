"""Results as text: aligned for a terminal, Markdown, CSV and JSON.

Text and Markdown show `mean ± half-width` with as many decimals as the interval deserves, and say
the level of the intervals once below the table. CSV and JSON hold the full numbers.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any, Final, TypeAlias

from hearts_arena.analysis.crosstable import Crosstable
from hearts_arena.analysis.estimates import LEVEL_NOTE, Estimate
from hearts_arena.analysis.histogram import Histogram
from hearts_arena.analysis.payoff import Payoff
from hearts_arena.analysis.seats import EVERYONE, SeatShares
from hearts_arena.analysis.standings import Standings
from hearts_arena.game.words import count_text

__all__ = [
    "FORMATS",
    "NOT_AVAILABLE",
    "PERCENT",
    "align_estimates",
    "block_range",
    "decimals_for",
    "format_estimate",
    "render",
]

FORMATS: Final = ("text", "markdown", "csv", "json")
NOT_AVAILABLE: Final = "n/a"
PERCENT: Final = 100
_PANEL_WIDTH: Final = 110
_MOST_DECIMALS: Final = 5
_MARKDOWN_SIGNS: Final = "\\`*_|<["

Result: TypeAlias = Standings | Crosstable | SeatShares | Histogram | Sequence[Payoff]
Cell: TypeAlias = str | int | float | Estimate | None


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table: its header, how its cells are written, and the cells."""

    header: str
    cells: tuple[Cell, ...]
    decimals: int = 2
    scale: int = 1
    signed: bool = False
    right: bool = True


@dataclass(frozen=True, slots=True)
class _Table:
    """Columns of equal length, the first `stub` of which are repeated when it is split."""

    title: str
    columns: tuple[_Column, ...]
    notes: tuple[str, ...]
    stub: int = 1


def render(result: Result, form: str = "text") -> str:
    """Return a result as text in one of `FORMATS`, ending in a newline.

    Parameters
    ----------
    result : Standings, Crosstable, SeatShares, Histogram or sequence of Payoff
        What to show.
    form : str
        ``text`` for a terminal, ``markdown``, ``csv`` with a mean, low and high column for each
        estimate, or ``json``.

    Raises
    ------
    ValueError
        If there is no such form.
    """
    if form == "json":
        return json.dumps(_records(result), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if form == "csv":
        return _csv(_records(result))
    if form == "markdown":
        return _markdown(_table_of(result))
    if form == "text":
        return _text(_table_of(result))
    raise ValueError(f"format {form!r} is not known: choose one of {', '.join(FORMATS)}")


def format_estimate(estimate: Estimate, decimals: int = 2, scale: int = 1, *, signed: bool = False) -> str:
    """Return an estimate as `6.64 ± 0.05`, `6.64 ± n/a` without an interval, or `n/a`."""
    mean, half = _estimate_parts(estimate, decimals, scale, signed)
    return f"{mean} ± {half}" if half else mean


def align_estimates(estimates: Sequence[Estimate], base: int = 2, scale: int = 1, *, signed: bool = False) -> list[str]:
    """Return estimates as text with their ± under one another, and as many decimals as they deserve.

    Parameters
    ----------
    estimates : sequence of Estimate
        One column.
    base : int
        Fewest decimals.
    scale : int
        Factor, such as `PERCENT`.
    signed : bool
        Whether means above 0 carry a plus.
    """
    decimals = decimals_for(estimates, base, scale)
    parts = [_estimate_parts(estimate, decimals, scale, signed) for estimate in estimates]
    before = max((len(mean) for mean, half in parts if half), default=0)
    after = max((len(half) for _, half in parts), default=0)
    return [f"{mean:>{before}} ± {half:>{after}}" if half else mean for mean, half in parts]


def decimals_for(estimates: Iterable[Estimate], base: int = 2, scale: int = 1) -> int:
    """Return the decimals that show a digit of the narrowest interval that is not 0."""
    widths = [estimate.half_width for estimate in estimates]
    narrowest = min((width * scale for width in widths if width), default=1.0)
    return max(base, min(_MOST_DECIMALS, floor(-log10(narrowest)) + 1))


def block_range(estimates: Iterable[Estimate]) -> str:
    """Return the n of some estimates, as `200 blocks` or `150 to 200 blocks`."""
    sizes = sorted({estimate.n for estimate in estimates if estimate.n})
    if not sizes:
        return "no blocks"
    last = count_text(sizes[-1], "block")
    return last if len(sizes) == 1 else f"{sizes[0]:,} to {last}"


def _table_of(result: Result) -> _Table:
    if isinstance(result, Standings):
        return _standings_table(result)
    if isinstance(result, Crosstable):
        return _crosstable_table(result)
    if isinstance(result, SeatShares):
        return _seats_table(result)
    if isinstance(result, Histogram):
        return _histogram_table(result)
    return _payoff_table(result)


def _standings_table(result: Standings) -> _Table:
    lines = result.rows
    columns = [
        _Column("#", tuple(_ranks([line.points_per_hand.mean for line in lines]))),
        _names("entrant", [line.entrant for line in lines]),
    ]
    if any(line.bot != line.entrant for line in lines):
        columns.append(_names("bot", [line.bot for line in lines]))
    columns += [
        _Column("blocks", tuple(line.blocks for line in lines)),
        _Column("matches", tuple(line.matches for line in lines)),
        _Column("hands", tuple(line.hands for line in lines)),
        _Column("points a hand", tuple(line.points_per_hand for line in lines)),
        _Column("win share (%)", tuple(line.win_share for line in lines), 1, PERCENT),
        _Column("mean place", tuple(line.mean_place for line in lines)),
        _Column("moons", tuple(line.moons for line in lines)),
        _Column("queens", tuple(line.queens for line in lines)),
        _Column("faults", tuple(line.faults for line in lines)),
    ]
    facts = (
        count_text(result.blocks, "block"),
        count_text(result.matches, "match", "matches"),
        count_text(result.hands, "hand"),
    )
    title = f"{result.event}: {result.schedule} of {result.players}, {', '.join(facts)}"
    notes = (
        f"{LEVEL_NOTE}; low points are good",
        "matches and hands are counted once for each seat held",
        *result.notes,
    )
    return _Table(title, tuple(columns), notes)


def _crosstable_table(result: Crosstable) -> _Table:
    numbers = range(1, len(result.labels) + 1)
    columns = [_Column("#", tuple(numbers)), _names("entrant", result.labels)]
    estimates = [cell for row in result.cells for cell in row]
    decimals = decimals_for(estimates, 2)
    for place, number in enumerate(numbers):
        cells: list[Cell] = [row[place] for row in result.cells]
        cells[place] = ""
        columns.append(_Column(f"vs {number}", tuple(cells), decimals, signed=True))
    notes = (
        "points a hand of the column's entrant less the row's, at the same table: positive is better for the row",
        f"{LEVEL_NOTE}, {block_range(estimates)} a cell, each cell by itself",
    )
    return _Table(f"{result.event}: crosstable", tuple(columns), notes, stub=2)


def _seats_table(result: SeatShares) -> _Table:
    rows = (result.everyone, *result.seats)
    columns = [_names("entrant", [EVERYONE, *result.labels])]
    for seat in range(result.players):
        cells = tuple(row[seat] for row in rows)
        columns.append(_Column(f"seat {seat} (%)", cells, 1, PERCENT))
    estimates = [cell for row in rows for cell in row]
    notes = (
        f"wins a match from each seat; equal bots are level at {PERCENT / result.players:.1f} %",
        f"{LEVEL_NOTE}, {block_range(estimates)} a cell",
    )
    return _Table(f"{result.event}: win share by seat", tuple(columns), notes)


def _histogram_table(result: Histogram) -> _Table:
    columns = [_Column("hand score", result.scores)]
    for label, counts in zip(result.labels, result.counts, strict=True):
        columns.append(_Column(label, counts))
    notes = ("hands by hand score in points, counted once for each seat held",)
    return _Table(f"{result.event}: hand scores", tuple(columns), notes)


def _payoff_table(result: Sequence[Payoff]) -> _Table:
    columns = (
        _names("candidate", [line.candidate for line in result]),
        _names("opponent", [line.opponent for line in result]),
        _Column("blocks", tuple(line.estimate.n for line in result)),
        _Column("hands", tuple(line.hands for line in result)),
        _Column("payoff (points a hand)", tuple(line.estimate for line in result), 3, signed=True),
        _names("better", [_verdict(line) for line in result]),
        _Column("variance cut by", tuple(_times(line.variance_reduction) for line in result)),
    )
    notes = (
        "payoff: opponents' mean points a hand less the candidate's, positive is better",
        f"{LEVEL_NOTE}; proven where the whole interval is above 0",
    )
    return _Table("payoffs", columns, notes)


def _verdict(line: Payoff) -> str:
    return "proven" if line.proven else "proven worse" if line.worse else "not proven"


def _times(factor: float | None) -> str | None:
    return None if factor is None else f"{factor:.1f} times"


def _names(header: str, names: Sequence[str]) -> _Column:
    return _Column(header, tuple(names), right=False)


def _ranks(means: Sequence[float | None]) -> list[int | None]:
    """Return ranks of means that ascend: equal ones share the better rank, None has none."""
    return [None if mean is None else means.index(mean) + 1 for mean in means]


def _estimate_parts(estimate: Estimate, decimals: int, scale: int, signed: bool) -> tuple[str, str]:
    """Return what stands before and after the ±; the second is empty without a mean."""
    if estimate.mean is None:
        return NOT_AVAILABLE, ""
    mean = f"{estimate.mean * scale:z.{decimals}f}"
    if signed and estimate.mean > 0 and float(mean):
        mean = f"+{mean}"
    half = estimate.half_width
    return mean, NOT_AVAILABLE if half is None else f"{half * scale:z.{decimals}f}"


def _column_texts(column: _Column) -> list[str]:
    """Return the cells of a column as text."""
    estimates = [cell for cell in column.cells if isinstance(cell, Estimate)]
    aligned = iter(align_estimates(estimates, column.decimals, column.scale, signed=column.signed))
    return [next(aligned) if isinstance(cell, Estimate) else _plain_text(cell) for cell in column.cells]


def _plain_text(cell: Cell) -> str:
    if cell is None:
        return NOT_AVAILABLE
    if isinstance(cell, int):
        return f"{cell:,}"
    return "".join(sign if sign.isprintable() else "?" for sign in str(cell))


def _text(table: _Table) -> str:
    """Return a table aligned for a terminal, in panels where it is too wide."""
    texts = [[_plain_text(column.header), *_column_texts(column)] for column in table.columns]
    widths = [max(map(_width, cells)) for cells in texts]
    lines = [table.title]
    for panel in _panels(widths, table.stub):
        lines.append("")
        for row in zip(*(texts[place] for place in panel), strict=True):
            padded = [
                _pad(cell, widths[place], right=table.columns[place].right)
                for place, cell in zip(panel, row, strict=True)
            ]
            lines.append("  ".join(padded).rstrip())
    return "\n".join([*lines, "", *table.notes]) + "\n"


def _panels(widths: Sequence[int], stub: int) -> list[list[int]]:
    """Return the columns of each panel: a table of results that fits, or its columns in turn."""
    first = list(range(stub))
    panels, panel = [], list(first)
    for place in range(stub, len(widths)):
        wide = sum(widths[i] + 2 for i in [*panel, place]) > _PANEL_WIDTH
        if stub > 1 and wide and len(panel) > stub:
            panels.append(panel)
            panel = list(first)
        panel.append(place)
    return [*panels, panel]


def _width(text: str) -> int:
    """Return the columns a text takes on a terminal."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)


def _pad(text: str, width: int, *, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def _markdown(table: _Table) -> str:
    texts = [[column.header, *_column_texts(column)] for column in table.columns]
    cells = [[_escape(cell) for cell in column] for column in texts]
    rules = ["---:" if column.right else ":---" for column in table.columns]
    rows = list(zip(*cells, strict=True))
    lines = [f"| {' | '.join(row)} |" for row in (rows[0], rules, *rows[1:])]
    notes = [f"- {_escape(note)}" for note in table.notes]
    return "\n".join([f"**{_escape(table.title)}**", "", *lines, "", *notes]) + "\n"


def _escape(text: str) -> str:
    text = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in _MARKDOWN_SIGNS else sign for sign in text)


def _records(result: Result) -> list[dict[str, Any]]:
    if isinstance(result, Standings | Crosstable | SeatShares | Histogram):
        return result.to_records()
    return [line.to_record() for line in result]


def _csv(records: list[dict[str, Any]]) -> str:
    """Return records as CSV, nested values as columns of their own."""
    flat = [_flatten(record) for record in records]
    file = io.StringIO()
    writer = csv.DictWriter(file, list(flat[0]) if flat else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return file.getvalue()


def _flatten(record: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            flat.update({f"{name}_{part}": _csv_cell(inner) for part, inner in value.items()})
        else:
            flat[name] = _csv_cell(value)
    return flat


def _csv_cell(value: Any) -> Any:
    return NOT_AVAILABLE if value is None else value
