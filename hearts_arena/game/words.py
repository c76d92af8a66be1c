"""Words of messages: counts with their nouns, and names that were perhaps meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["count_text", "noun", "perhaps"]


def noun(count: int, one: str, many: str | None = None) -> str:
    """Return the word for a count of things; ``many`` is for plurals that take more than an s.

    Examples
    --------
    >>> noun(1, "point"), noun(-1, "point"), noun(2, "match", "matches")
    ('point', 'points', 'matches')
    """
    return one if count == 1 else many or one + "s"


def count_text(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its word.

    Examples
    --------
    >>> count_text(1, "block"), count_text(2000, "match", "matches")
    ('1 block', '2,000 matches')
    """
    return f"{count:,} {noun(count, one, many)}"


def perhaps(name: object, known: Iterable[str]) -> str:
    """Return which of the known names was perhaps meant, in brackets after a space; nothing where none is near.

    Examples
    --------
    >>> perhaps("moonn", ["moon", "moon_scope", "sun"])
    ' (did you mean moon or moon_scope?)'
    >>> perhaps("zzz", ["moon", "moon_scope", "sun"])
    ''
    """
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), cutoff=0.5)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
