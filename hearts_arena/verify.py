"""Trying both engines on a file of cases, of ours or of another program."""

from __future__ import annotations

import os

from hearts_arena.arena.event import EventError
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cases import CaseReport, check_file
from hearts_arena.game.law import REFERENCE

__all__ = ["verify_file"]


def verify_file(path: str | os.PathLike[str]) -> tuple[CaseReport, ...]:
    """Return what each engine says otherwise than a file of cases, the reference first.

    Raises
    ------
    EventError
        If the file cannot be read or holds no case.
    CaseError
        If a line is no case.
    """
    try:
        reports = tuple(check_file(path, law) for law in (REFERENCE, FastLaw()))
    except OSError as error:
        raise EventError(f"{str(path)!r} cannot be read: {error.strerror or error}") from None
    if not reports[0].total:
        raise EventError(
            f"{str(path)!r} holds no case: write one JSON object a line, as section 11 of the rules page shows"
        )
    return reports
