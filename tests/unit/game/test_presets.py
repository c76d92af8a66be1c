"""The named rule sets."""

from __future__ import annotations

import pytest

from hearts_arena.game import PRESETS, RuleSet, build_rules

NAMES = [
    "standard",
    "bicycle",
    "pagat",
    "strict",
    "house",
    "chooser",
    "microsoft",
    "omnibus",
    "black_maria",
    "three",
    "five",
    "pass_four",
    "no_hold",
    "scatter",
    "perfect_hundred",
    "partnership",
    "short",
    "long",
    "openspiel",
]


def test_names() -> None:
    """There are the presets of the rules page and no others."""
    assert list(PRESETS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_presets_can_be_played_and_differ_only_where_they_say(name: str) -> None:
    """A preset builds, and fields it does not name are those of standard at as many seats."""
    rules = build_rules(name)
    base = RuleSet(players=rules.players)
    differing = {key for key, value in rules.as_dict().items() if value != base.as_dict()[key]}
    implied = {"tie"} if rules.match_hands is not None else set()

    assert differing <= set(PRESETS[name]) | implied


@pytest.mark.parametrize(("one", "other"), [("pagat", "strict"), ("house", "microsoft")])
def test_presets_that_play_alike_are_one_rule_set(one: str, other: str) -> None:
    """Two names may stand for one value."""
    assert build_rules(one) == build_rules(other)
    assert build_rules(one).hash == build_rules(other).hash


def test_presets_cannot_be_changed() -> None:
    """The table is read only."""
    with pytest.raises(TypeError):
        PRESETS["standard"]["target"] = 5  # type: ignore[index]
    with pytest.raises(TypeError):
        PRESETS["new"] = {}  # type: ignore[index]


def test_all_other_presets_differ() -> None:
    """No two other presets are the same game."""
    hashes = {build_rules(name).hash for name in NAMES}

    assert len(hashes) == len(NAMES) - 2
