"""The tables of the rules page, made from the fields and the presets.

``python -m hearts_arena.game.tables README.md`` writes them into the page between their marks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hearts_arena.game.fields import (
    BOUNDS,
    CHOICES,
    FIELDS,
    MAX_CYCLE,
    MAX_PENALTY,
    OPTIONAL,
    PASS_DIRECTIONS,
)
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import build_rules

__all__ = ["field_table", "preset_table", "refresh", "values_text"]

_SPECIAL: Final = {
    "deck_removed": "cards that leave an even deal",
    "pass_count": "0..hand size",
    "pass_cycle": f"1..{MAX_CYCLE} of {', '.join(PASS_DIRECTIONS)}",
    "extra_penalties": f"cards with 1..{MAX_PENALTY} points",
}


def values_text(name: str) -> str:
    """Return the values that a field takes, in words.

    Examples
    --------
    >>> values_text("tie"), values_text("tie_max_extra_hands")
    ('play_on, shared', '1..10000, none')
    """
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name in CHOICES:
        return ", ".join("none" if value is None else str(value) for value in CHOICES[name])
    if name in BOUNDS:
        low, high = BOUNDS[name]
        return f"{low}..{high}" + (", none" if name in OPTIONAL else "")
    return "true, false"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def field_table() -> str:
    """Return a Markdown table of all fields.

    Examples
    --------
    >>> field_table().splitlines()[2]
    '| `players` | 1.1 | 4 | 3..5 | number of seats |'
    """
    rows = [[f"`{name}`", info.clause, info.default, values_text(name), info.meaning] for name, info in FIELDS.items()]
    return _table(["field", "clause", "default", "values", "meaning"], rows)


def preset_table() -> str:
    """Return a Markdown table of all presets: their settings over `standard` and their hash.

    Examples
    --------
    >>> preset_table().splitlines()[2]
    '| `standard` | all defaults | `d491c4c2cafdeb15` |'
    """
    rows = []
    for name in PRESETS:
        rules = build_rules(name)
        settings = " ".join(f"`{setting}`" for setting in rules.settings()) or "all defaults"
        rows.append([f"`{name}`", settings, f"`{rules.hash}`"])
    return _table(["preset", "settings over `standard`", "hash"], rows)


_TABLES: Final[Mapping[str, Callable[[], str]]] = {"fields": field_table, "presets": preset_table}


def refresh(page: str) -> str:
    """Return a page with its tables made afresh between ``<!-- name -->`` and ``<!-- end -->``.

    Raises
    ------
    ValueError
        If the page lacks a mark.

    Examples
    --------
    >>> page = "<!-- fields -->stale<!-- end --> <!-- presets -->stale<!-- end -->"
    >>> "stale" in refresh(page)
    False
    """
    for name, table in _TABLES.items():
        before, mark, rest = page.partition(f"<!-- {name} -->")
        _, end, after = rest.partition("<!-- end -->")
        if not mark or not end:
            raise ValueError(f"expected '<!-- {name} -->' and then '<!-- end -->' in the page")
        page = f"{before}{mark}\n\n{table()}\n{end}{after}"
    return page


def _rewrite(paths: Sequence[str]) -> None:
    for path in map(Path, paths):
        path.write_text(refresh(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _rewrite(sys.argv[1:])
