"""Counting legal play sequences."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.game import HandState, build_rules
from hearts_arena.game.perft import PerftEntry, format_perft, parse_perft, perft, perft_split
from strategies import play_on, positions


def sequences(state: HandState, depth: int) -> list[tuple[int, ...]]:
    """Return every legal sequence of cards, one by one."""
    if depth == 0:
        return [()]
    return [
        (card, *rest) for card in range(52) if state.can_play(card) for rest in sequences(state.play(card), depth - 1)
    ]


@given(positions(), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_perft_counts_sequences(state: HandState, depth: int) -> None:
    """The count is the number of sequences listed one by one."""
    if state.phase != "play":
        return
    depth = min(depth, sum(mask.bit_count() for mask in state.held))

    listed = sequences(state, depth)
    assert perft(state, depth) == len(listed) == len(set(listed))


def test_split_adds_up() -> None:
    """The counts per first card add up to the whole."""
    state = play_on(HandState.deal(build_rules("five"), 7), Random(0), 7)

    split = perft_split(state, 4)
    assert tuple(split) == state.legal_plays()
    assert sum(split.values()) == perft(state, 4)


def test_depth_and_phase_are_checked() -> None:
    """Sequences are of cards that are left, in the play phase."""
    state = HandState.deal(build_rules(), 7)
    with pytest.raises(ValueError, match="in the pass phase"):
        perft(state, 1)
    end = play_on(state, Random(0), 51)

    assert perft(end, 1) == 1
    with pytest.raises(ValueError, match=r"0\.\.1"):
        perft(end, 2)
    with pytest.raises(ValueError, match=r"0\.\.1"):
        perft(end, -1)


def test_files_round_trip() -> None:
    """The text of some entries reads back."""
    entries = [PerftEntry("a", "standard | hand 0", {1: 2, 3: 4}), PerftEntry("b", "x", {2: 9})]

    assert parse_perft("# note\n" + format_perft(entries)) == entries


@pytest.mark.parametrize("text", ["id a", "id a\nperft 1 2", "id a\nposition x", "what\n"])
def test_what_is_no_entry_is_quoted(text: str) -> None:
    """A block that lacks something is refused."""
    with pytest.raises(ValueError, match="expected"):
        parse_perft(text)
