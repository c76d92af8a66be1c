"""Counts of legal play sequences: a number that any difference between two engines changes.

A perft file lists positions with their counts, parted by blank lines::

    id standard-0
    position standard | hand 3 | deal ... | play 2C4C
    perft 1 5
    perft 4 122

``python -m hearts_arena.game.perft FILE...`` counts the files given again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hearts_arena.game.cards import Card
from hearts_arena.game.hand import HandState

__all__ = ["PerftEntry", "format_perft", "parse_perft", "perft", "perft_split", "recount"]


@dataclass(frozen=True, slots=True)
class PerftEntry:
    """A position and what perft counts from it."""

    id: str
    """Name, unique in its file."""
    position: str
    """Position text, see `hearts_arena.game.notation`."""
    counts: Mapping[int, int]
    """Number of legal sequences of that many cards."""


def perft(state: HandState, depth: int) -> int:
    """Return the number of legal sequences of ``depth`` cards from a state.

    Raises
    ------
    ValueError
        If cards are still to be passed or fewer than ``depth`` are left.

    Examples
    --------
    >>> from hearts_arena.game import HandState, build_rules
    >>> state = HandState.deal(build_rules(pass_count=0), seed=7)
    >>> perft(state, 1), perft(state, 3)
    (1, 6)
    """
    left = sum(mask.bit_count() for mask in state.held)
    if state.phase == "pass" or not 0 <= depth <= left:
        raise ValueError(
            f"expected a depth of 0..{left} in the play phase, got {depth!r} in the"
            f" {state.phase} phase; position: {state.text()}"
        )
    return _count(state, depth)


def _count(state: HandState, depth: int) -> int:
    if depth <= 1:
        return state.legal_mask().bit_count() if depth else 1
    return sum(_count(state._play(card), depth - 1) for card in state.legal_plays())


def perft_split(state: HandState, depth: int) -> dict[Card, int]:
    """Return per legal card how many sequences of ``depth`` cards begin with it.

    Examples
    --------
    >>> from hearts_arena.game import HandState, build_rules
    >>> state = HandState.deal(build_rules(pass_count=0), seed=7)
    >>> perft_split(state, 3)
    {0: 6}
    """
    return {card: perft(state.play(card), depth - 1) for card in state.legal_plays()}


def format_perft(entries: Iterable[PerftEntry]) -> str:
    """Return the text of a perft file.

    Examples
    --------
    >>> print(format_perft([PerftEntry("a", "standard | ...", {1: 5, 4: 122})]), end="")
    id a
    position standard | ...
    perft 1 5
    perft 4 122
    """
    return "\n".join(
        f"id {entry.id}\nposition {entry.position}\n"
        + "".join(f"perft {depth} {count}\n" for depth, count in sorted(entry.counts.items()))
        for entry in entries
    )


def parse_perft(text: str) -> list[PerftEntry]:
    r"""Return the entries of a perft file; lines that begin with ``#`` are skipped.

    Examples
    --------
    >>> parse_perft("id a\nposition standard | ...\nperft 1 5\n")[0].counts
    {1: 5}
    """
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = "\n".join(lines).split("\n\n")
    return [_parse_entry(block) for block in blocks if block.strip()]


def _parse_entry(block: str) -> PerftEntry:
    words: dict[str, str] = {}
    counts: dict[int, int] = {}
    for line in block.strip().splitlines():
        word, _, rest = line.partition(" ")
        if word == "perft":
            depth, count = rest.split()
            counts[int(depth)] = int(count)
        elif word in ("id", "position"):
            words[word] = rest
        else:
            raise ValueError(f"expected a line of id, position or perft, got {line!r}")
    if len(words) != 2 or not counts:
        raise ValueError(f"expected an id, a position and a count, got {block!r}")
    return PerftEntry(words["id"], words["position"], counts)


def recount(text: str) -> str:
    r"""Return the text of a perft file with every count made afresh.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> position = HandState.deal(build_rules(), seed=7, hand=3).text()
    >>> print(recount(f"id a\nposition {position}\nperft 3 0\n")[-11:], end="")
    perft 3 12
    """
    comments = [line + "\n" for line in text.splitlines() if line.startswith("#")]
    entries = []
    for entry in parse_perft(text):
        state = HandState.from_text(entry.position)
        entries.append(replace(entry, counts={d: perft(state, d) for d in entry.counts}))
    return "".join(comments) + format_perft(entries)


def _rewrite(paths: Sequence[str]) -> None:
    for path in map(Path, paths):
        path.write_text(recount(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _rewrite(sys.argv[1:])
