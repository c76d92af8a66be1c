"""Rule sets as numbers, and record types that can hold what they must."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given

from hearts_arena.engine import tables
from hearts_arena.engine.tables import HAND_ROW, MATCH_ROW, NOT_SET, RULES, SEATS, SHARE_UNITS, encode_rules
from hearts_arena.game.fields import CHOICES
from hearts_arena.game.rules import RuleSet
from strategies import rule_sets

CODES: dict[str, Sequence[str]] = {
    "opening_lead": tables.OPENINGS,
    "first_trick_forced": tables.FORCED,
    "hearts_broken_by": tables.BREAKERS,
    "lead_hearts_unbroken": tables.UNBROKEN_LEADS,
    "queen_until_broken": tables.QUEEN_LIMITS,
    "moon": tables.MOONS,
}
SWITCHES = {
    "first_trick_forbids": lambda rules: rules.first_trick_points == "forbid",
    "must_break": lambda rules: rules.must_break,
    "heart_lead_breaks": lambda rules: rules.heart_lead_breaks,
    "moon_requires_bonus": lambda rules: rules.moon_requires_bonus,
    "sun_doubles": lambda rules: rules.sun == "double",
    "has_floor": lambda rules: rules.score_floor == 0,
    "teams": lambda rules: rules.teams == "opposite",
    "moon_by_team": lambda rules: rules.moon_scope == "team",
    "end_exceeds": lambda rules: rules.end_when == "exceed",
    "tie_plays_on": lambda rules: rules.tie == "play_on",
}
NUMBERS = ("players", "hand_size", "pass_count", "total_points", "no_trick_bonus", "target", "max_hands")
OPTIONAL = ("lowest_club", "bonus_card", "exact_target", "tie_max_extra_hands", "match_hands")


@given(rule_sets())
def test_every_field_is_encoded(rules: RuleSet) -> None:
    """Each rule field comes back out of the record as what it is."""
    record = encode_rules(rules)
    cards, cycle = len(rules.deck), len(rules.pass_cycle)

    assert {name: CODES[name][record[name]] for name in CODES} == {name: getattr(rules, name) for name in CODES}
    assert {name: bool(record[name]) for name in SWITCHES} == {name: test(rules) for name, test in SWITCHES.items()}
    assert {name: int(record[name]) for name in NUMBERS} == {name: getattr(rules, name) for name in NUMBERS}
    for name in OPTIONAL:
        value = getattr(rules, name)
        assert record[name] == (NOT_SET if value is None else value)
    assert (record["n_cards"], record["cycle_length"]) == (cards, cycle)
    assert tuple(tables.DIRECTIONS[code] for code in record["pass_cycle"][:cycle]) == rules.pass_cycle
    assert tuple(record["card_points"].tolist()) == rules.card_points
    assert record["bonus_points"] == (0 if rules.bonus_card is None else rules.bonus_points)
    assert int(record["penalty_mask"]) == rules.penalty_mask
    assert int(record["deck_mask"]) == sum(1 << card for card in rules.deck)
    assert int(record["extra_mask"]) == sum(1 << card for card, _ in rules.extra_penalties)


def test_no_field_is_left_out() -> None:
    """The fields above are all the record has."""
    lists = {
        "n_cards",
        "cycle_length",
        "extra_mask",
        "pass_cycle",
        "card_points",
        "bonus_points",
        "penalty_mask",
        "deck_mask",
    }
    worked_out = {"lead_bar", "discard_bars", "breaking"}  # what they do is seen wherever a card is played

    assert {*CODES, *SWITCHES, *NUMBERS, *OPTIONAL, *lists, *worked_out} == set(RULES.names or ())


@pytest.mark.parametrize("name", sorted(CODES))
def test_codes_are_the_choices_of_the_field(name: str) -> None:
    """A field's codes cover exactly the words that it may have."""
    assert set(CODES[name]) == set(CHOICES[name])


def test_a_win_can_be_shared_by_any_number_of_seats() -> None:
    """The unit of a win divides by one to five."""
    assert [SHARE_UNITS % seats for seats in range(1, SEATS + 1)] == [0] * SEATS


def test_scores_cannot_wrap() -> None:
    """Scores are 32 bits wide, more than the most points, hands and bonuses there can be come to."""
    most = 10_000 * (2 * 13 * 1000 + 1000)

    for dtype, name in ((HAND_ROW, "hand_score"), (HAND_ROW, "match_score"), (MATCH_ROW, "score")):
        assert np.iinfo(dtype[name].base).max > most
