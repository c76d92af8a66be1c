"""Rule sets from what a user names."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from hearts_arena.game import PRESETS, RuleSet, RuleSetError, build_rules
from hearts_arena.game.sources import rules_from
from strategies import rule_sets

SETTINGS: list[dict[str, Any]] = [
    {"pass_count": 2},
    {"pass_count": 0},
    {"pass_cycle": "left"},
    {"match_hands": None},
    {"bonus_card": "TD"},
    {"moon": "choose"},
    {"target": 70},
]


def made(source: Any, settings: dict[str, Any]) -> RuleSet | None:
    """Return the rule set, None if there is no such game."""
    try:
        return rules_from(source, settings)
    except RuleSetError:
        return None


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", list(PRESETS))
def test_settings_on_a_value_are_settings_on_its_name_bug(name: str, settings: dict[str, Any]) -> None:
    """It makes no difference whether a preset is named or built first."""
    assert made(build_rules(name), settings) == made(name, settings)


@pytest.mark.parametrize(("name", "players"), [("three", 4), ("five", 3), ("standard", 5), ("three", 3)])
def test_players_on_a_value_bug(name: str, players: int) -> None:
    """Deck and directions follow the number of players."""
    assert rules_from(build_rules(name), {"players": players}) == build_rules(players=players)


def test_settings_on_a_value_that_passes_nothing_bug() -> None:
    """Saying how many are passed brings the directions back, and the other way round."""
    held = build_rules(pass_count=0)

    assert rules_from(held, {"pass_count": 3}) == build_rules()
    assert rules_from(held, {"pass_cycle": "left"}) == build_rules(pass_cycle="left")
    assert rules_from(held, {"target": 50}) == build_rules(pass_count=0, target=50)


@given(rule_sets())
def test_a_value_stays_as_it_is(rules: RuleSet) -> None:
    """A setting that says what is so already changes nothing."""
    assert rules_from(rules) is rules
    assert rules_from(rules, {"players": rules.players}) == rules
