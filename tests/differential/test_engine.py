"""The engine against the reference, card for card: on every preset, on rule sets at random, and on moons.

`HEARTS_ARENA_DIFFERENTIAL_HANDS=100000` makes every test here longer in proportion; 20,000 is the default.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from differential.agreement import disagreements
from differential.examiner import examine
from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine.driver import play_jobs
from hearts_arena.game.cards import mask_of, rank_of
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.strategies import BUILT_IN
from playing import BOTS, compiled, event_of, play_event
from strategies import RANDOMS, SEEDS, rule_sets

HANDS = int(os.environ.get("HEARTS_ARENA_DIFFERENTIAL_HANDS", "20000"))
PRESET_HANDS = HANDS // 80
EXAMPLES = HANDS // 400
LINE_UP_HANDS = HANDS // 1000
SHOWN = 3
LEVELS = tuple(name for name in BUILT_IN if name != "monte-carlo")
CHEAP = {"monte-carlo": "monte-carlo:worlds=4"}
bounded = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def first_disagreements(rules: RuleSet, bots: tuple[str, ...], hands: int, seed: int = 7) -> tuple[list[str], int]:
    """Return the first disagreements in some hands of a line-up, and how many hands were played."""
    wrong, played, block = [], 0, 0
    while played < hands and not wrong:
        event = event_of(*bots, rules=rules, blocks=10, seed=seed + block)
        rows = play_event(event)
        wrong += islice(disagreements(event, rows), SHOWN)
        played += len(rows.hands)
        block += 1
    return wrong, played


def in_seats(*bots: str, players: int) -> tuple[str, ...]:
    """Return a line-up of the bots, repeated until every seat is taken."""
    return tuple((bots * players)[:players])


def test_standard_at_length() -> None:
    """Random play under the standard rules goes as the reference says."""
    wrong, played = first_disagreements(build_rules(), ("random",) * 4, HANDS)

    assert wrong == []
    assert played >= HANDS


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_preset(preset: str) -> None:
    """Random play under every preset goes as the reference says."""
    rules = build_rules(preset)
    wrong, played = first_disagreements(rules, ("random",) * rules.players, PRESET_HANDS)

    assert wrong == []
    assert played >= PRESET_HANDS


@pytest.mark.parametrize("preset", ["standard", "omnibus", "chooser", "black_maria", "five", "scatter", "partnership"])
def test_line_ups_of_levels(preset: str) -> None:
    """What the built-in levels play is legal and scored as the reference says, whoever sits with whom."""
    rules = build_rules(preset)
    for turn in range(len(LEVELS)):
        bots = in_seats(*LEVELS[turn:], *LEVELS[:turn], players=rules.players)

        assert first_disagreements(rules, bots, LINE_UP_HANDS)[0] == []


@pytest.mark.parametrize("preset", ["standard", "black_maria"])
def test_line_up_with_search(preset: str) -> None:
    """What the searching bot plays is legal and scored as the reference says."""
    rules = build_rules(preset)
    bots = in_seats("monte-carlo:worlds=2", "random", players=rules.players)

    assert first_disagreements(rules, bots, LINE_UP_HANDS)[0] == []


@given(rules=rule_sets(), seed=SEEDS)
@bounded
def test_whole_matches_of_any_rule_set(rules: RuleSet, seed: int) -> None:
    """Whole matches of random play under any rule set go as the reference says, to the places and win shares."""
    rules = replace(rules, max_hands=min(rules.max_hands, 20))
    event = event_of(*["random"] * rules.players, rules=rules, blocks=2, seed=seed)

    assert list(islice(disagreements(event, play_event(event)), SHOWN)) == []


@st.composite
def strong_layouts(draw: st.DrawFn, rules: RuleSet) -> tuple[tuple[int, ...], int]:
    """Draw a layout that gives one seat the highest cards, but for a few, and that seat."""
    shooter, size = draw(st.integers(0, rules.players - 1)), rules.hand_size
    cards = sorted(rules.deck, key=lambda card: (rank_of(card), card), reverse=True)
    swaps = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(size, len(cards) - 1)), max_size=2))
    for high, low in swaps:
        cards[high], cards[low] = cards[low], cards[high]
    rest = draw(st.permutations(cards[size:]))
    hands = [mask_of(rest[i * size : (i + 1) * size]) for i in range(rules.players - 1)]
    return (*hands[:shooter], mask_of(cards[:size]), *hands[shooter:]), shooter


@given(data=st.data(), rules=rule_sets(), seed=SEEDS)
@bounded
def test_moons_of_any_rule_set(data: st.DataObject, rules: RuleSet, seed: int) -> None:
    """Hands that are dealt and played to shoot the moon are scored as the reference says."""
    layout, shooter = data.draw(strong_layouts(rules))
    rules = replace(rules, max_hands=3)
    high, low = str(BOTS / "high.py"), str(BOTS / "low.py")
    event = event_of(high, low, rules=rules, blocks=1, seed=seed, schedule="duel")
    jobs = make_event_jobs(event, range(1))[shooter : shooter + 1]
    jobs["is_given"] = 1
    jobs["given"][0, : rules.players] = layout
    played = play_jobs(rules, jobs, compiled(event.entrants), log_plays=True)

    assert list(islice(disagreements(event, played, {(shooter, 0): layout}), SHOWN)) == []


def test_moons_are_shot_in_the_test_of_moons() -> None:
    """The hands that are rigged for moons do end in moons, with and without every trick."""
    rules = build_rules(pass_cycle="hold")
    cards = sorted(rules.deck, key=lambda card: (rank_of(card), card), reverse=True)
    layout = tuple(mask_of(cards[i * 13 : (i + 1) * 13]) for i in range(4))
    event = event_of("random", "random", rules=rules, blocks=1, schedule="duel")
    examiner, played = examine(event, draw=Random(1), given=layout, shooter=0)

    assert examiner.wrong == []
    assert played.hands["moon"][played.hands["hand"] == 0].tolist() == [0] * 4


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_views_of_presets(preset: str) -> None:
    """Every seat sees at every decision, forced ones too, what the reference lets it see, field by field."""
    rules = build_rules(preset)
    event = event_of(*["random"] * rules.players, rules=replace(rules, max_hands=5), blocks=1)
    examiner, played = examine(event, draw=Random(5), tables=3)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []
    assert examiner.asked >= len(played.hands) * len(rules.deck)


@given(rules=rule_sets(), seed=SEEDS, draw=RANDOMS, tables=st.integers(1, 3))
@bounded
def test_views_of_any_rule_set(rules: RuleSet, seed: int, draw: Random, tables: int) -> None:
    """Legal sets and views agree card for card under any rule set, however many tables are in step."""
    rules = replace(rules, max_hands=2)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1, seed=seed)
    examiner, played = examine(event, draw=draw, tables=tables)

    assert examiner.wrong[:SHOWN] == []
    assert list(islice(disagreements(event, played), SHOWN)) == []


@given(data=st.data(), rules=rule_sets(), draw=RANDOMS)
@bounded
def test_views_of_moons(data: st.DataObject, rules: RuleSet, draw: Random) -> None:
    """A shooter who is asked sees what the reference lets him see, and his choice is scored."""
    rules = replace(rules, moon="choose", max_hands=1, moon_requires_bonus=False)
    layout, shooter = data.draw(strong_layouts(rules))
    event = event_of(*["random"] * rules.players, rules=rules, blocks=1)
    examiner, played = examine(event, draw=draw, given=layout, shooter=shooter)
    given_layouts = {(match, 0): layout for match in range(rules.players)}

    assert examiner.wrong[:SHOWN] == []
    assert examiner.moons_asked == int((played.plays["moon_adds"] >= 0).sum())
    assert list(islice(disagreements(event, played, given_layouts), SHOWN)) == []


def test_the_reference_notices() -> None:
    """A score or a card changed by hand is reported."""
    event = event_of(*["random"] * 4, rules=build_rules(), blocks=1)
    played = play_event(event)
    played.hands["hand_score"][3, 1] += 1
    played.matches["win_share"][0] = 60
    wrong = list(disagreements(event, played))

    assert any("hand_score" in line for line in wrong)
    assert any("win share" in line for line in wrong)


def test_every_level_has_a_line_up() -> None:
    """No built-in bot is left out of the line-ups above."""
    assert {*LEVELS, *CHEAP} == set(BUILT_IN)
