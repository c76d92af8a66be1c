"""Words of messages: names that were perhaps meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["perhaps"]


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
