"""Hands that OpenSpiel plays live under all settings of its eight parameters, replayed card by card in both engines.

OpenSpiel states a hand of Hearts as actions, one number each:

- a chance action for the pass direction, with no choice where `pass_cards` is false;
- 52 chance actions for the deal, a card each, round the table from seat 0;
- the passes, a card each: three of seat 0, three of seat 1, and so on, while no card moves;
- 52 plays, forced ones included, beginning with whoever holds the lowest club after the pass.

Cards are rank * 4 + suit there, and a seat's return is 26 less its points; texts of cards are those of this project.
Needs the extra `openspiel`; `HEARTS_ARENA_DIFFERENTIAL_HANDS=100000` plays that many hands instead of 256.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cards import NUM_CARDS, format_card, parse_card, rank_of
from hearts_arena.game.cases import check_case, openspiel_rules
from hearts_arena.game.forms import OPENSPIEL_PARAMETERS
from hearts_arena.game.law import REFERENCE, Law

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

HANDS = int(os.environ.get("HEARTS_ARENA_DIFFERENTIAL_HANDS", "256"))
MOON_EVERY = 4  # hands in which one seat is dealt and plays what takes tricks
PASSED = 3
POINTS = 26
SHOWN = 3
SWITCHES = product((False, True), repeat=len(OPENSPIEL_PARAMETERS))
SETTINGS = [dict(zip(OPENSPIEL_PARAMETERS, values, strict=True)) for values in SWITCHES]
DIRECTIONS = {"No Pass": "none", "Left": "left", "Across": "across", "Right": "right"}
LAWS = [REFERENCE, FastLaw()]

Case = dict[str, Any]


def actions_of(state: Any) -> dict[str, int]:
    """Return the legal actions of a state by their text."""
    player = state.current_player()
    return {state.action_to_string(player, action): action for action in state.legal_actions()}


def play_hand(settings: Mapping[str, bool], draw: Random, shooter: int | None = None) -> Case:
    """Return a hand that OpenSpiel deals and plays, as a whole case; a shooter is helped to take every trick."""
    state = pyspiel.load_game("hearts", dict(settings)).new_initial_state()
    direction = direct(state, draw)
    hands = deal(state, draw, shooter)
    passes = None if direction == "none" else [pass_on(state, draw, shooter) for _ in hands]
    plays = []
    while not state.is_terminal():
        seat, actions = state.current_player(), actions_of(state)
        card = choose(list(actions), draw, shooter, seat)
        plays.append([seat, card, list(actions)])
        state.apply_action(actions[card])
    points = [POINTS - int(value) for value in state.returns()]
    return {
        "rules": settings,
        "pass_dir": direction,
        "hands": hands,
        "passes": passes,
        "plays": plays,
        "points": points,
    }


def direct(state: Any, draw: Random) -> str:
    """Draw the pass direction."""
    actions = actions_of(state)
    text = draw.choice(list(actions))
    state.apply_action(actions[text])
    return DIRECTIONS[text]


def deal(state: Any, draw: Random, shooter: int | None) -> list[list[str]]:
    """Deal the cards, at random or the highest to the shooter, and return them by seat."""
    hands: list[list[str]] = [[], [], [], []]
    for place in range(NUM_CARDS):
        actions = actions_of(state)
        seat = place % len(hands)
        card = choose(list(actions), draw, shooter, seat)
        hands[seat].append(card)
        state.apply_action(actions[card])
    return hands


def pass_on(state: Any, draw: Random, shooter: int | None) -> list[str]:
    """Choose the pass of one seat: at random, or the lowest cards of a shooter."""
    seat, chosen = state.current_player(), []
    for _ in range(PASSED):
        assert state.current_player() == seat
        actions = actions_of(state)
        chosen.append(draw.choice(list(actions)) if shooter is None else min(actions, key=strength))
        state.apply_action(actions[chosen[-1]])
    return chosen


def choose(cards: list[str], draw: Random, shooter: int | None, seat: int) -> str:
    """Return a card at random, or with a shooter the highest for him and mostly the lowest for others."""
    if shooter is None or draw.random() < 0.05:
        return draw.choice(cards)
    return (max if seat == shooter else min)(cards, key=strength)


def strength(card: str) -> int:
    """Return the rank of a card given as text."""
    return rank_of(parse_card(card))


def live_hands(count: int, seed: int = 7) -> Iterator[Case]:
    """Yield hands under every setting in turn, in an order of its own."""
    draw = Random(seed)
    order = draw.sample(SETTINGS, len(SETTINGS))
    for number in range(count):
        shooter = draw.randrange(4) if number % MOON_EVERY == 0 else None
        yield play_hand(order[number % len(order)], draw, shooter)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_live_hands(law: Law) -> None:
    """Seats to play (and so who took each trick), legal sets and points are OpenSpiel's, whatever its parameters."""
    wrong = []
    for case in live_hands(HANDS):
        wrong += [f"{text} under {openspiel_rules(case['rules']).settings()}" for text in check_case(case, law)]
        if len(wrong) >= SHOWN:
            break

    assert wrong == []


def test_live_hands_reach_what_matters() -> None:
    """Among a few dozen hands are moons, each direction, and both values of every parameter."""
    cases = list(live_hands(64))
    moons = [case for case in cases if sum(case["points"]) > POINTS + 13]

    assert len(moons) >= 4
    assert {case["pass_dir"] for case in cases} == set(DIRECTIONS.values())
    for name in OPENSPIEL_PARAMETERS:
        assert {case["rules"][name] for case in cases} == {False, True}


def test_parameters_are_all_of_openspiel() -> None:
    """OpenSpiel's Hearts has the eight parameters that are mapped here, and its cards have our names."""
    state = pyspiel.load_game("hearts", {"pass_cards": False}).new_initial_state()
    numbers = {format_card(suit * 13 + rank): rank * 4 + suit for suit in range(4) for rank in range(13)}

    assert list(actions_of(state)) == ["No Pass"]
    state.apply_action(0)
    assert set(pyspiel.load_game("hearts").get_parameters()) == set(OPENSPIEL_PARAMETERS)
    assert actions_of(state) == numbers


def test_a_wrong_law_is_noticed() -> None:
    """A hand replayed under another parameter, or with a point moved, disagrees."""
    cases = list(live_hands(40))
    swapped = [
        case | {"rules": {**case["rules"], "must_break_hearts": not case["rules"]["must_break_hearts"]}}
        for case in cases
    ]
    moved = cases[1] | {"points": cases[1]["points"][::-1]}

    assert any(check_case(case, law) for case in swapped for law in LAWS)
    assert all(check_case(moved, law) for law in LAWS)
