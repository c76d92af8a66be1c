"""Words of messages: counts with their nouns, and names that were perhaps meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["count_text", "noun", "perhaps", "shown"]


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
    ' (did you mean moon?)'
    >>> perhaps("zzz", ["moon", "moon_scope", "sun"])
    ''
    """
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), cutoff=0.6)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def shown(value: object, most: int = 80) -> str:
    """Return a value as a message quotes it: in one line, and shortened where it is long.

    Examples
    --------
    >>> shown("JD"), shown("9" * 5000, 10), shown(10**5000)
    ("'JD'", "'9999999…'", 'an int too long to write')
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"an {type(value).__name__} too long to write" if isinstance(value, int) else "a value too long to write"
    if len(text) <= most:
        return text
    return text[: most - 2] + "…" + (text[-1] if text[-1] in "'\")]}" else "")
