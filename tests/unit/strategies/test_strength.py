"""Each level beats the one below by a margin that no seed can hide."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from hearts_arena.engine.driver import Player, make_jobs, play_jobs
from hearts_arena.engine.pointers import MOON_SIGNATURE, PASS_SIGNATURE, PLAY_SIGNATURE, compile_pointer
from hearts_arena.game.dealing import deal_key, seat_keys
from hearts_arena.game.rules import PRESETS, RuleSet, build_rules
from hearts_arena.strategies import BUILT_IN

STEPS = (("easy", "random", 500), ("medium", "easy", 500), ("hard", "medium", 500), ("monte-carlo", "hard", 60))
SEED = 20_260_101


def compiled(name: str) -> Player:
    """Return a built-in bot with its default parameters."""
    module, _, kind = BUILT_IN[name].partition(":")
    bot = getattr(import_module(module), kind)
    pairs = [(PLAY_SIGNATURE, bot.choose_play), (PASS_SIGNATURE, bot.choose_pass), (MOON_SIGNATURE, bot.choose_moon)]
    functions = [compile_pointer(signature, function) for signature, function in pairs]
    parameters = tuple(parameter.default for parameter in bot.parameters.values())
    return Player(tuple(address for _, address in functions), parameters, functions=tuple(f for f, _ in functions))


def payoffs(names: tuple[str, ...], rules: RuleSet, blocks: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return each entrant's mean payoff a hand, its standard error over blocks, and the number of faults.

    A block is one deal seen from every seat; an entrant's payoff is its opponents' mean hand score less its own.
    """
    seats = rules.players
    jobs = make_jobs(blocks * seats)
    for i, job in enumerate(jobs):
        block, rotation = divmod(i, seats)
        job["match"], job["deal_key"] = i, deal_key(SEED, block)
        job["seat_keys"] = seat_keys(SEED, block, rotation)
        job["entrants"][:seats] = [(seat + rotation) % seats for seat in range(seats)]
    played = play_jobs(rules, jobs, [compiled(name) for name in names])
    scores = played.hands["hand_score"][:, :seats].astype(float)
    entrants = jobs["entrants"][played.hands["match"]][:, :seats]
    per_hand = np.zeros((len(scores), seats))
    np.put_along_axis(per_hand, entrants, (scores.sum(1, keepdims=True) - scores) / (seats - 1) - scores, 1)
    hands = np.bincount(played.hands["match"] // seats, minlength=blocks)
    sums = np.array([np.bincount(played.hands["match"] // seats, column, minlength=blocks) for column in per_hand.T])
    means = sums.sum(1) / hands.sum()
    errors = np.sqrt(((sums - means[:, None] * hands) ** 2).sum(1)) / hands.sum()
    return means, errors, len(played.faults)


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "blocks"), STEPS)
def test_one_bot_beats_three_of_the_level_below(better: str, worse: str, blocks: int) -> None:
    means, errors, _ = payoffs((better, worse, worse, worse), build_rules(), blocks)

    assert means[0] > 5 * errors[0]
    assert means[0] > 1


@pytest.mark.slow
def test_the_levels_come_in_order_at_one_table() -> None:
    means, errors, _ = payoffs(("easy", "medium", "hard", "monte-carlo"), build_rules(), 250)

    assert list(np.argsort(means)) == [0, 1, 2, 3]
    for low, high in ((0, 1), (1, 2), (2, 3)):
        assert means[high] - means[low] > 3 * np.hypot(errors[low], errors[high])


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_bot_plays_every_preset_without_a_fault(preset: str) -> None:
    rules = build_rules(preset)
    for names in (("easy", "medium", "hard", "random", "easy"), ("monte-carlo", "hard", "medium", "easy", "random")):
        _, _, faults = payoffs(names[: rules.players], rules, 5)

        assert faults == 0
