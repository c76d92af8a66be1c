"""Rollouts: they score as the reference does, and stop early only where nothing is left to win or lose."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hearts_arena.bot import inline
from hearts_arena.game.hand import HandState
from hearts_arena.game.match import MatchState
from hearts_arena.game.rules import PRESETS, RuleSet, build_rules
from hearts_arena.strategies.rollout import play_out, utility
from hearts_arena.strategies.search import new_search
from strategies import choose_passes
from unit.strategies.positions import blank_view, mask, view_of_state

RULES = {name: build_rules(name) for name in sorted(PRESETS)} | {
    "subtract": build_rules(moon="subtract"),
    "off": build_rules(moon="off"),
    "no trick": build_rules(no_trick_bonus=-5),
    "team moon": build_rules("partnership", moon_scope="team"),
    "bonus needed": build_rules("omnibus", moon_requires_bonus=True),
}


@inline
def _play_out(view, searches, hands, candidate, shoots, key, epsilon):  # type: ignore[no-untyped-def]
    search = searches[0]
    for seat in range(5):
        search.world[seat] = hands[seat]
    return play_out(view, search, candidate, shoots, key, epsilon)


def rolled_out(state: HandState, card: int, *, shoots: bool = False, epsilon: float = 0.1) -> float:
    """Return the worth of a card in a hand of which every card is known."""
    hands = np.array([*state.held, 0, 0][:5], np.int64)
    view = view_of_state(state, state.to_act)
    with np.errstate(over="ignore"):
        return float(_play_out(view, new_search(), hands, card, shoots, np.uint64(9), epsilon))


def worth(rules: RuleSet, seat: int, scores: Any) -> float:
    """Return the mean hand score of a seat's opponents less its own, its partner's counted with it."""
    own = [seat, (seat + 2) % 4] if rules.teams else [seat]
    others = [other for other in range(rules.players) if other not in own]
    return float(np.mean([scores[other] for other in others]) - np.mean([scores[other] for other in own]))


def hand_before_the_last_trick(rules: RuleSet, seed: int, leaning: bool) -> HandState:
    """Return a hand in which every seat holds one card; leaning hands give all tricks to the strong, for moons."""
    rng = Random(seed)
    state = choose_passes(HandState.deal(rules, seed, hand=seed % 4), rng)
    while len(state.plays) < (rules.hand_size - 1) * rules.players:
        legal = state.legal_plays()
        state = state.play(max(legal) if leaning and state.to_act == 0 else rng.choice(legal))
    return state


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_forced_ending_is_scored_as_the_reference_scores_it(name: str) -> None:
    """With one card in each hand a rollout can only play it, and must see what the reference sees."""
    rules = RULES[name]
    for seed in range(25):
        state = hand_before_the_last_trick(rules, seed, leaning=bool(seed % 2))
        seat, card = state.to_act, state.legal_plays()[0]
        done = state
        while len(done.plays) < rules.hand_size * rules.players:
            done = done.play(done.legal_plays()[0])
        result = MatchState.start(rules).score(done.taken, done.tricks_won, choice="add", last_scorer=done.last_scorer)

        assert rolled_out(state, card) == pytest.approx(worth(rules, seat, result.hand_scores))


def complete_moon(extra: int) -> HandState:
    """Return a hand in which seat 0 holds all the high cards, two tricks from the end of the penalty cards."""
    suits = [sum(1 << card for card in range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    state = HandState.start(build_rules(pass_count=0), (suits[2], suits[0], suits[1], suits[3]))
    for _ in range(extra):
        state = state.play(state.legal_plays()[0])
    return state


def test_every_card_of_the_hand_is_played_where_it_matters() -> None:
    """Seat 1 holds all clubs and takes every trick: the sun is seen, at twice the points."""
    state = complete_moon(0)

    assert state.to_act == 1
    assert rolled_out(state, 0) == pytest.approx(52.0)


def test_a_seat_shoots_more_moons_where_it_means_to() -> None:
    """Of many strong hands, more shoot the moon by the shooting policy than by plain play."""
    rules = build_rules(pass_count=0)
    moons = {False: 0, True: 0}
    for seed in range(60):
        rng = Random(seed)
        top = mask("QC KC AC KD AD QH KH AH AS")
        rest = [card for card in range(52) if not top >> card & 1]
        rng.shuffle(rest)
        own = top | sum(1 << card for card in rest[:4])
        state = HandState.start(rules, [own] + [sum(1 << card for card in rest[4 + i :: 3]) for i in range(3)])
        while state.to_act != 0:
            state = state.play(max(state.legal_plays()))
        for shoots in moons:
            moons[shoots] += rolled_out(state, max(state.legal_plays()), shoots=shoots, epsilon=0) >= 26

    assert moons[True] > 2 * moons[False]


def test_utility_counts_partners_together() -> None:
    teams, alone = blank_view(build_rules("partnership")), blank_view()
    scores = np.array([10, 3, 2, 11, 0], np.int64)

    assert utility(alone["rules"], 0, scores) == pytest.approx(16 / 3 - 10)
    assert utility(teams["rules"], 0, scores) == pytest.approx(7 - 6)
