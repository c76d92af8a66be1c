"""Hands as pages."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from hearts_arena.game import HandState, build_rules
from hearts_arena.game.transcript import _rewrite, rerun, transcript
from strategies import play_on, positions


@given(positions())
@settings(max_examples=40, deadline=None)
def test_a_page_is_written_afresh_from_its_head(state: HandState) -> None:
    """Any position's page, with views anywhere, is rewritten the same."""
    if state.phase == "pass" and any(state.passes):
        return
    page = transcript(state, "Two\nlines.", (-1, 0, 5, len(state.plays)))

    assert rerun(page) == page


def test_a_changed_page_is_corrected() -> None:
    """Whatever stands below the head is written anew."""
    page = transcript(play_on(HandState.deal(build_rules(), 7), Random(0)), "A hand.", [3])

    head, _, _ = page.partition("rules")
    assert rerun(head + "rules nonsense") == page


def test_files_are_rewritten(tmp_path) -> None:
    """The command writes each file afresh, byte for byte."""
    path = tmp_path / "a.txt"
    page = transcript(HandState.deal(build_rules(), 7), "A deal.")
    path.write_text(page + "stray\n", encoding="utf-8")

    _rewrite([str(path)])

    assert path.read_bytes() == page.encode()


def test_a_page_without_its_head_is_refused() -> None:
    """The head names the position and the views."""
    with pytest.raises(ValueError, match="'position' and 'views'"):
        rerun("views 0\n")
