"""Whole hands and matches at the engine's tables, run as plain Python and replayed by the reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from differential.agreement import disagreements
from differential.examiner import examine
from differential.test_engine import strong_layouts
from hearts_arena.engine.tables import ENDINGS
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import RuleSet, build_rules
from playing import BOTS, event_of, play_event
from strategies import RANDOMS, SEEDS, rule_sets

SHOWN = 3
HANDS = 3
FAULTY = BOTS / "faulty.py"
# The same examples every time: what stands here must not depend on luck.
fixed = settings(
    max_examples=25, derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_presets(preset: str) -> None:
    """Random play under every preset goes as the reference says."""
    rules = build_rules(preset, max_hands=HANDS)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1)

    assert list(islice(disagreements(event, play_event(event)), SHOWN)) == []


@pytest.mark.parametrize("preset", ["short", "omnibus", "chooser", "black_maria", "partnership"])
def test_matches_to_the_end(preset: str) -> None:
    """Matches of random play end where, and as, the reference says."""
    rules = build_rules(preset, target=60)
    event = event_of("random", "random", rules=rules, blocks=1, schedule="duel")

    assert list(islice(disagreements(event, play_event(event)), SHOWN)) == []


@pytest.mark.parametrize(
    "rules",
    [
        build_rules(target=9, tie_max_extra_hands=1),
        build_rules(target=9, tie_max_extra_hands=None, pass_cycle="left,right"),
        build_rules(target=9, tie="shared"),
        build_rules(target=5, teams="opposite", deck_removed="QS,2H,2C,3C"),
    ],
    ids=lambda rules: " ".join(rules.settings()),
)
def test_ties(rules: RuleSet) -> None:
    """Matches to so few points that some are tied go on, and end, as the reference says."""
    event = event_of("random", "random", rules=rules, blocks=10, schedule="duel")
    played = play_event(event)

    assert list(islice(disagreements(event, played), SHOWN)) == []
    assert played.hands["extra_hand"].any() or ENDINGS.index("shared") in played.matches["ended"]


@pytest.mark.parametrize(
    "name", ["SameCardThrice", "PassesNothing", "PassesOthersCards", "AlwaysQueen", "RaisesInPlay"]
)
def test_bots_at_fault(name: str) -> None:
    """What is played for a bot that answers against the rules, or raises, is legal, and each fault is counted."""
    event = event_of(f"{FAULTY}#{name}", *["random"] * 3, rules=build_rules(max_hands=2), blocks=1)
    played = play_event(event)

    assert list(islice(disagreements(event, played), SHOWN)) == []
    assert 0 < len(played.faults) == played.hands["faults"].sum()


def test_levels() -> None:
    """What the built-in levels play as plain Python is legal and scored as the reference says."""
    rules = build_rules(max_hands=1)
    event = event_of("random", "easy", "medium", "hard", rules=rules, blocks=1)

    assert list(islice(disagreements(event, play_event(event)), SHOWN)) == []


@pytest.mark.parametrize("preset", ["standard", "scatter", "five", "chooser"])
def test_views(preset: str) -> None:
    """Each view shows what the reference shows, at every card of a few hands."""
    rules = build_rules(preset, max_hands=2)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1)
    examiner, played = examine(event, draw=Random(3), tables=2)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []


@given(rules=rule_sets(), seed=SEEDS, draw=RANDOMS)
@fixed
def test_any_rule_set(rules: RuleSet, seed: int, draw: Random) -> None:
    """Legal sets, views and scores agree under rule sets from all over."""
    rules = replace(rules, max_hands=1)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1, seed=seed)
    examiner, played = examine(event, draw=draw)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []


@given(data=st.data(), rules=rule_sets(), draw=RANDOMS)
@fixed
def test_moons_of_any_rule_set(data: st.DataObject, rules: RuleSet, draw: Random) -> None:
    """Hands dealt and played to shoot the moon are scored as the reference says."""
    rules = replace(rules, max_hands=1)
    layout, shooter = data.draw(strong_layouts(rules))
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1)
    examiner, played = examine(event, draw=draw, given=layout, shooter=shooter)
    dealt = {(match, 0): layout for match in range(rules.players)}

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played, dealt), SHOWN)) == []
