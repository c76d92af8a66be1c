"""Positions as text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from hearts_arena.game import (
    HandState,
    build_rules,
    cards_of,
    format_cards,
    format_holding,
    format_layout,
    format_position,
    format_rules,
    parse_holding,
    parse_layout,
    parse_position,
    parse_rules,
)
from strategies import MASKS, hands, positions, rule_sets

LAYOUT = "A.../23456789TJQK.../.A../.23456789TJQK../..A./..23456789TJQK./...A/...23456789TJQK"


@given(MASKS)
def test_holdings_round_trip(mask: int) -> None:
    """Any set of cards has a holding that reads back."""
    assert parse_holding(format_holding(mask)) == mask


def test_a_holding_lists_suits_in_order() -> None:
    """Clubs, diamonds, hearts, spades, low cards first."""
    text = format_holding(parse_holding("a2.6.874.q"))

    assert text == "2A.6.478.Q"
    assert format_cards(cards_of(parse_holding(text))) == "2C AC 6D 4H 7H 8H QS"


@pytest.mark.parametrize("text", ["", "2A", "2.3.4", "2.3.4.5.6", "1...", "22...", "2C...", "10..."])
def test_what_is_no_holding_is_quoted(text: str) -> None:
    """Anything else raises with the text."""
    with pytest.raises(ValueError, match="holding") as error:
        parse_holding(text)

    assert repr(text) in str(error.value)


@given(hands())
@settings(max_examples=60)
def test_layouts_round_trip(state: HandState) -> None:
    """The lines of a layout read back, comments and blank lines aside."""
    text = format_layout(state.dealt)

    assert parse_layout(text) == state.dealt
    assert parse_layout("# seed 7\n\n" + text + "\n") == state.dealt
    assert len(text.splitlines()) == state.rules.players


@pytest.mark.parametrize("text", ["C 2 D - H - S -", "1: C 2 D - H - S -", "0: C 2 D - H -", "0: D 2 C - H - S -"])
def test_what_is_no_layout_is_quoted(text: str) -> None:
    """A line that is no seat's raises with the line."""
    with pytest.raises(ValueError, match="expected seat 0") as error:
        parse_layout(text)

    assert repr(text) in str(error.value)


@given(rule_sets())
@settings(max_examples=60)
def test_rules_round_trip(rules) -> None:
    """A rule set's text reads back as the rule set."""
    assert parse_rules(format_rules(rules)) == rules


def test_rules_text_may_name_any_preset() -> None:
    """Presets and settings are read; nothing is not."""
    assert parse_rules("black_maria moon=add") == build_rules("black_maria", moon="add")
    with pytest.raises(ValueError, match="expected rules such as"):
        parse_rules(" ")


@given(positions())
@settings(max_examples=200)
def test_positions_round_trip(state: HandState) -> None:
    """Any position's text is one line that reads back as the same state."""
    text = state.text()

    assert "\n" not in text
    assert HandState.from_text(text) == state
    assert format_position(parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected 'rules"),
        ("standard | hand 0", "expected 'rules"),
        ("standard | deal ...", "expected 'rules"),
        ("standard | hand x | deal ...", "expected 'rules"),
        ("standard | hand 0 | hand 0 | deal ...", "once each"),
        ("standard | hand 0 | foo 1 | deal ...", "'foo 1'"),
        ("nonesuch | hand 0 | deal ...", "no preset is called 'nonesuch'"),
        ("standard x=1 | hand 0 | deal ...", "no rule is called 'x'"),
        ("standard | hand 0 | deal 2..", "expected a holding"),
        ("standard | hand 0 | deal ... | play 2X", "expected cards"),
    ],
)
def test_what_is_no_position_is_quoted(text: str, says: str) -> None:
    """A position text that cannot be read says where it went wrong."""
    with pytest.raises(ValueError, match=re.escape(says)):
        parse_position(text)


def test_a_position_is_verified_when_it_is_played() -> None:
    """Text that reads well but breaks a rule is refused by the rules."""
    state = HandState.deal(build_rules(), 7, hand=3)

    with pytest.raises(ValueError, match=r"rule 3\.1"):
        HandState.from_text(state.text() + " | play 7C")
    with pytest.raises(ValueError, match=r"rule 2\.4"):
        HandState.from_text(state.text() + " | pass 2C3C4C/-/-/-")
    with pytest.raises(ValueError, match=r"rule 5\.3"):
        HandState.from_text(state.text() + " | moon add")
    with pytest.raises(ValueError, match=r"rule 1\.3"):
        HandState.from_text("standard | hand 0 | deal " + LAYOUT)
