"""Defaults, checks and one spelling of rule sets."""

from __future__ import annotations

import pytest
from hypothesis import given

from hearts_arena.game import RuleSet, RuleSetError, build_rules, cards_of, format_cards
from hearts_arena.game.cards import SUIT_MASKS
from strategies import rule_fields

CLUBS = format_cards(cards_of(SUIT_MASKS[0]))


@pytest.mark.parametrize(
    ("players", "removed", "cycle", "size"),
    [
        (3, "2D", ("left", "right", "hold"), 17),
        (4, "", ("left", "right", "across", "hold"), 13),
        (5, "2C 2D", ("left", "right", "hold"), 10),
    ],
)
def test_defaults_that_depend_on_the_seats(players, removed, cycle, size) -> None:
    """Cards removed and the pass cycle follow from the number of seats."""
    rules = RuleSet(players=players)

    assert (format_cards(rules.deck_removed), rules.pass_cycle) == (removed, cycle)
    assert rules.hand_size == size


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"deck_removed": "2D"}, "deck_removed", "51 cards cannot be dealt evenly to 4 players"),
        ({"players": 5, "deck_removed": "2C"}, "deck_removed", "remove 2 or 7 cards"),
        ({"deck_removed": list(range(52))}, "deck_removed", "0 cards"),
        ({"deck_removed": CLUBS + " 2D 3D 4D"}, "opening_lead", "keep a club"),
        ({"pass_count": 14}, "pass_count", "13 cards"),
        ({"players": 5, "pass_count": 11}, "pass_count", "10 cards"),
        ({"players": 3, "pass_cycle": "across"}, "pass_cycle", "no seat across"),
        ({"pass_cycle": "scatter", "pass_count": 4}, "pass_cycle", "set pass_count=3 instead of pass_count=4"),
        ({"players": 3, "pass_cycle": "left,scatter"}, "pass_cycle", "set pass_count=2 instead of pass_count=3"),
        ({"extra_penalties": {"2H": 3}}, "extra_penalties", "name another card"),
        ({"extra_penalties": {"QS": 3}}, "extra_penalties", "name another card"),
        ({"players": 3, "extra_penalties": {"2D": 3}}, "extra_penalties", "keep it in the deck"),
        ({"deck_removed": "JD 2C 3C 4C", "bonus_card": "JD"}, "bonus_card", "keep it in the deck"),
        ({"extra_penalties": {"JD": 3}, "bonus_card": "JD"}, "bonus_card", "name it once"),
        ({"players": 3, "teams": "opposite"}, "teams", "4 players"),
        ({"exact_target": 50, "target": 50}, "exact_target", "raise the target"),
    ],
)
def test_what_makes_no_game_is_refused(fields, field, says) -> None:
    """One sentence names the field, its value and a remedy."""
    with pytest.raises(RuleSetError) as error:
        build_rules(**fields)

    assert str(error.value).startswith(f"{field}=")
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"extra_penalties": {"AS": 7, "KS": 10}}, {"extra_penalties": {"KS": 10, "AS": 7}}),
        ({"deck_removed": "3C 2C 2D 2S"}, {"deck_removed": ["2S", "2D", "3C", "2C"]}),
        ({"pass_count": 0}, {"pass_cycle": "hold"}),
        ({"pass_count": 0, "pass_cycle": "left"}, {"pass_cycle": "hold,hold", "pass_count": 5}),
        ({"pass_cycle": "left,right,left,right"}, {"pass_cycle": "left,right"}),
        (
            {"first_trick_points": "allow", "first_trick_forced": "queen_first"},
            {"first_trick_points": "allow"},
        ),
        ({"must_break": False, "lead_hearts_unbroken": "spare_queen"}, {"must_break": False}),
        ({"bonus_points": -20, "moon_requires_bonus": True}, {}),
        ({"moon_scope": "team"}, {}),
        (
            {"moon": "off", "sun": "as_moon", "teams": "opposite", "moon_scope": "team"},
            {"moon": "off", "teams": "opposite"},
        ),
        (
            {"moon": "off", "bonus_card": "JD", "moon_requires_bonus": True},
            {"moon": "off", "bonus_card": "JD"},
        ),
        ({"tie": "shared", "tie_max_extra_hands": 9}, {"tie": "shared"}),
        (
            {"match_hands": 4, "tie_max_extra_hands": 2, "max_hands": 9, "end_when": "exceed"},
            {"match_hands": 4},
        ),
        ({"match_hands": 4, "target": 30}, {"match_hands": 4}),
        (
            {"deck_removed": "QS 2C 2D 2S", "queen_until_broken": "no_discard"}
            | {"hearts_broken_by": "heart_or_queen", "lead_hearts_unbroken": "spare_queen"},
            {"deck_removed": "QS 2C 2D 2S"},
        ),
    ],
)
def test_spellings_of_one_game_are_equal(one, other) -> None:
    """Rule sets that differ in spelling alone are equal and have one hash."""
    assert build_rules(**one) == build_rules(**other)
    assert build_rules(**one).hash == build_rules(**other).hash
    assert hash(build_rules(**one)) == hash(build_rules(**other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"match_hands": 4, "target": 60, "exact_target": 50},
            {"match_hands": 4, "target": 70, "exact_target": 50},
        ),
        ({"pass_cycle": "left,right,left"}, {"pass_cycle": "left,right"}),
        ({"must_break": False, "hearts_broken_by": "heart_or_queen"}, {"must_break": False}),
        ({"tie_max_extra_hands": None}, {}),
        ({"pass_count": 0}, {}),
        ({"bonus_card": "JD", "bonus_points": -20}, {"bonus_card": "JD"}),
    ],
)
def test_fields_with_an_effect_are_kept(one, other) -> None:
    """Rule sets that differ in play, or in what a bot is shown, stay apart."""
    assert build_rules(**one) != build_rules(**other)
    assert build_rules(**one).hash != build_rules(**other).hash


@given(rule_fields())
def test_resolving_twice_changes_nothing(fields) -> None:
    """A resolved rule set, written down and read again, is itself."""
    rules = RuleSet.from_dict(fields)

    assert RuleSet.from_dict(rules.as_dict()) == rules
    assert RuleSet.from_dict(rules.as_dict()).hash == rules.hash
