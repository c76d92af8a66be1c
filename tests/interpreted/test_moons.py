"""Moons at the engine's tables, run as plain Python: hands dealt and played to shoot one, under every scoring."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from conformance.test_scores import PARTNERS_DEALT, PARTNERS_PLAY, partners_rules
from differential.agreement import disagreements
from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine.driver import Played, play_jobs
from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cards import mask_of, parse_cards, rank_of
from hearts_arena.game.rules import RuleSet, build_rules
from playing import BOTS, compiled, event_of

TOP = "AC KC QC AD KD QD AH KH QH AS KS QS "
SUN, MOON = TOP + "JC", TOP + "2C"
ALL_BUT_ONE = {"target": 26, "exact_target": 0}  # who pays for a moon stands at 0 again
HIGH, LOW = 0, 1


def play_dealt(rules: RuleSet, layout: Sequence[int], seats: Sequence[int]) -> Played:
    """Return one match whose first hand is dealt as given, `HIGH` or `LOW` bots in the seats; the reference agrees."""
    event = event_of(str(BOTS / "high.py"), str(BOTS / "low.py"), rules=rules, blocks=1, schedule="duel")
    jobs = make_event_jobs(event, range(1))[:1]
    jobs["entrants"][0, : rules.players] = seats
    jobs["is_given"] = 1
    jobs["given"][0, : rules.players] = layout
    played = play_jobs(rules, jobs, compiled(event.entrants), log_plays=True)

    assert list(disagreements(event, played, {(0, 0): layout})) == []
    return played


@pytest.mark.parametrize("shooter", [0, 1])
@pytest.mark.parametrize("held", [SUN, MOON], ids=["sun", "moon"])
@pytest.mark.parametrize(
    "fields",
    [
        {"moon": "add"},
        {"moon": "subtract"},
        {"moon": "choose"},
        {"moon": "off", "no_trick_bonus": -5},
        {"moon": "auto"},
        {"moon": "auto", "max_hands": 1, **ALL_BUT_ONE, "sun": "as_moon"},
        {"moon": "auto", "match_hands": 1},
        {"moon": "auto", "match_hands": 1, **ALL_BUT_ONE, "sun": "as_moon"},
        {"moon": "auto", "match_hands": 2, **ALL_BUT_ONE, "sun": "as_moon"},
        {"moon": "auto", "match_hands": 1, "teams": "opposite", "moon_scope": "team"},
        {"sun": "as_moon", "no_trick_bonus": -5},
        {"bonus_card": "JD", "moon_requires_bonus": True},
        {"bonus_card": "JD", "score_floor": 0},
        {"teams": "opposite"},
        {"teams": "opposite", "moon_scope": "team"},
    ],
    ids=lambda fields: " ".join(f"{name}={value}" for name, value in fields.items()),
)
def test_moons(fields: dict[str, Any], held: str, shooter: int) -> None:
    """A moon, and a sun, is found and scored as the reference says, by the shooter's choice where he has one."""
    rules = build_rules(**{"pass_cycle": "hold", "max_hands": 1, **fields})
    own = parse_cards(held)
    rest = sorted(set(rules.deck) - set(own), key=lambda card: (card * 7) % 53)
    hands = [mask_of(rest[i * 13 : (i + 1) * 13]) for i in range(3)]
    layout = (*hands[:shooter], mask_of(own), *hands[shooter:])
    played = play_dealt(rules, layout, [HIGH if seat == shooter else LOW for seat in range(4)])
    shot = rules.moon != "off"

    assert played.hands["moon"][0] in ((shooter, -1) if rules.moon_requires_bonus else (shooter if shot else -1,))
    assert played.plays["moon_adds"][0] == adds_in(rules, shooter) or played.hands["moon"][0] == -1
    assert rules.teams or bool(played.hands["sun"][0]) == (held == SUN and shot)


def adds_in(rules: RuleSet, shooter: int) -> bool:
    """Return whether a moon in the first hand of a match is added; `HIGH` bots choose to at even seats."""
    if rules.moon == "choose":
        return shooter % 2 == 0
    if rules.moon == "auto":  # where the others stand at 0 again, adding wins nothing
        return rules.exact_target is None or rules.match_hands == 2
    return rules.moon == "add"


def test_the_shooter_of_two_partners() -> None:
    """He took the last card of positive value, neither the first of them nor the last trick."""
    plays = parse_cards(PARTNERS_PLAY)
    replay = FastLaw().replay(partners_rules(), 0, PARTNERS_DEALT, (), plays)

    assert replay.hand_scores == (0, 0, -4, 0)


@pytest.mark.parametrize("moon", ["subtract", "choose"])
def test_moons_of_partners(moon: str) -> None:
    """Of partners who shoot together the one who took the last card of value is the shooter, whoever takes trick 13."""
    rules = build_rules("partnership", moon_scope="team", moon=moon, pass_cycle="hold", max_hands=1)
    cards = sorted(rules.deck, key=lambda card: (rank_of(card), card), reverse=True)
    seen = set()
    for seed in range(12):
        draw = Random(seed)
        high, low = draw.sample(cards[:26], 26), draw.sample(cards[26:], 26)
        layout = [mask_of(part) for half in (slice(13), slice(13, 26)) for part in (high[half], low[half])]
        played = play_dealt(rules, layout, (HIGH, LOW, HIGH, LOW))
        if (shooter := played.hands["moon"][0]) >= 0:
            both = all(played.hands["penalty_points"][0, [0, 2]])
            seen.add((both, int(shooter)))

    assert {(True, 0), (True, 2)} <= seen
