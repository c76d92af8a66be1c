"""Whole hands and matches at the engine's tables, run as plain Python and replayed by the reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from differential.agreement import disagreements
from differential.examiner import examine
from hearts_arena.engine.tables import CARDS, ENDINGS
from hearts_arena.game.cards import parse_cards
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import RuleSet, build_rules
from playing import BOTS, event_of, play_event
from strategies import RANDOMS, SEEDS, rule_sets

SHOWN = 3
HANDS = 3
FAULTY = BOTS / "faulty.py"
SMALL_DECK = parse_cards("2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D JD 2H 3H 2S 3S")  # two points a hand
REMOVED = [card for card in range(CARDS) if card not in SMALL_DECK]


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
    "fields",
    [
        {"tie_max_extra_hands": 1, "moon": "off"},
        {"tie_max_extra_hands": None, "max_hands": 12},
        {"tie_max_extra_hands": 3, "target": 3, "exact_target": 0, "bonus_card": "JD", "bonus_points": -1},
        {"tie": "shared"},
        {"teams": "opposite", "pass_cycle": "across,left"},
        {"match_hands": 3, "pass_cycle": "left,right"},
    ],
    ids=str,
)
def test_ties(fields: dict[str, Any]) -> None:
    """Matches with a small deck, in which ties are common, are played on or shared as the reference says."""
    rules = build_rules(**{"target": 1, "deck_removed": REMOVED, **fields})
    event = event_of("random", "random", rules=rules, blocks=6, schedule="duel")
    played = play_event(event)

    assert list(islice(disagreements(event, played), SHOWN)) == []
    assert played.hands["extra_hand"].any() or ENDINGS.index("shared") in played.matches["ended"]


def test_extra_hands_are_counted_over_the_match() -> None:
    """Those before a hand that is none are not forgotten: views show them all to the end."""
    exact = {"target": 1, "exact_target": 0, "bonus_card": "JD", "bonus_points": -2, "tie_max_extra_hands": 2}
    rules = build_rules(deck_removed=REMOVED, pass_count=0, **exact)
    examiner, played = examine(event_of(*["random"] * 4, rules=rules, blocks=1), draw=Random(30))
    flags = [played.hands["extra_hand"][played.hands["match"] == match].tolist() for match in range(4)]

    assert examiner.wrong[:SHOWN] == []
    assert [0, 1, 1, 0, 0] in flags


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_small_decks_bug(players: int, size: int) -> None:
    """Hands of a few cards are dealt and played: the last draws of a deal do not run below nought and on for ever."""
    removed = [*range(players * size, CARDS)]
    rules = build_rules(players=players, deck_removed=removed, pass_count=1, max_hands=2)
    event = event_of(*["random"] * players, rules=rules, blocks=1)
    played = play_event(event)

    assert list(islice(disagreements(event, played), SHOWN)) == []
    assert len(played.hands) == 2 * event.plan.matches


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


@pytest.mark.parametrize(
    "rules",
    [
        build_rules(),
        build_rules("scatter"),
        build_rules("five"),
        build_rules(queen_until_broken="no_discard", heart_lead_breaks=False),
        build_rules(queen_until_broken="no_lead_or_discard", first_trick_points="allow", opening_lead="any_club"),
        build_rules(hearts_broken_by="heart_or_queen", opening_lead="left_of_dealer", pass_cycle="hold"),
        build_rules(hearts_broken_by="heart_or_queen_discard", pass_count=5, pass_cycle="across,right"),
    ],
    ids=lambda rules: " ".join(rules.settings()) or "standard",
)
def test_views(rules: RuleSet) -> None:
    """Each view shows what the reference shows, at every card of a few hands."""
    rules = replace(rules, max_hands=2)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1)
    examiner, played = examine(event, draw=Random(3), tables=2)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []


@given(rules=rule_sets(), seed=SEEDS, draw=RANDOMS)
@settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,  # what stands here must not depend on luck
    phases=[Phase.explicit, Phase.generate],  # shrinking is slow here: the compiled tests do it
    suppress_health_check=[HealthCheck.too_slow],
)
def test_any_rule_set(rules: RuleSet, seed: int, draw: Random) -> None:
    """Legal sets, views and scores agree under rule sets from all over."""
    rules = replace(rules, max_hands=1)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1, seed=seed)
    examiner, played = examine(event, draw=draw)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []
