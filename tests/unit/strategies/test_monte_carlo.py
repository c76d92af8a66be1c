"""`monte-carlo`: what it decides by sampling, and that it decides by its view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hearts_arena.bot import CompiledBot
from hearts_arena.game.cards import format_card
from hearts_arena.game.hand import HandState
from hearts_arena.game.rules import PRESETS, RuleSet, build_rules
from hearts_arena.strategies.easy import Easy
from hearts_arena.strategies.hard import Hard
from hearts_arena.strategies.knowledge import cards_out
from hearts_arena.strategies.medium import Medium
from hearts_arena.strategies.monte_carlo import MonteCarlo, write_candidates
from hearts_arena.strategies.search import new_search
from strategies import choose_passes
from unit.strategies.positions import adds, choose_pass, make_view, mask, pass_view, play, view_of_state

BOTS = (Easy, Medium, Hard, MonteCarlo)
SOME_RULES = {
    name: build_rules(name) for name in ("standard", "scatter", "five", "black_maria", "partnership", "omnibus")
}


def candidates(view: Any) -> list[str]:
    """Return the cards that are tried."""
    searches = new_search()
    count = write_candidates(view, searches[0], cards_out(view))
    return [format_card(int(card)) for card in searches[0]["cards"][:count]]


@pytest.mark.parametrize(
    ("held", "trick", "gone", "cards"),
    [
        ("4C 5C 6C 9D", "", "", ["4C", "9D"]),
        ("4C 6C 9D", "", "", ["4C", "6C", "9D"]),
        ("4C 6C 9D", "", "5C 2D 3D 4D", ["4C", "9D"]),
        ("4C 6C 9D", "5C", "", ["4C", "6C"]),  # never across the trick in progress
        ("JS QS KS", "", "", ["JS", "QS", "KS"]),  # never the queen
        ("KH AH", "", "", ["KH"]),
        ("4C 4D", "", "", ["4C", "4D"]),
    ],
)
def test_equal_neighbours_are_tried_once(held: str, trick: str, gone: str, cards: list[str]) -> None:
    assert candidates(make_view(held, trick, taken={1: gone} if gone else {})) == cards


def test_the_bonus_card_is_never_counted_equal() -> None:
    assert candidates(make_view("TD JD QD", rules=build_rules("omnibus"))) == ["TD", "JD", "QD"]


def in_play(rules: RuleSet, seed: int, cards: int) -> Any:
    """Return the view of the seat to act in a hand of random play, with more than one legal card."""
    rng = Random(seed)
    state = choose_passes(HandState.deal(rules, seed, hand=seed % 3), rng)
    while len(state.plays) < cards or len(state.legal_plays()) == 1:
        state = state.play(rng.choice(state.legal_plays()))
    return view_of_state(state, state.to_act, random=rng.getrandbits(64))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", sorted(SOME_RULES))
def test_a_card_is_a_pure_function_of_the_view(bot: type[CompiledBot], name: str) -> None:
    """Asked again, also after other positions, a bot answers the same; the view is as it was."""
    views = [in_play(SOME_RULES[name], seed, 4 * seed % 32) for seed in range(8)]
    copies = [view.copy() for view in views]
    first = [play(bot, view) for view in views]
    again = [play(bot, view) for view in reversed(views)][::-1]

    assert first == again
    assert all(np.array_equal(view, copy) for view, copy in zip(views, copies, strict=True))
    assert all(mask(card) & int(view["legal"]) for card, view in zip(first, views, strict=True))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_passes_different_cards_that_it_holds(bot: type[CompiledBot], preset: str) -> None:
    rules = build_rules(preset)
    held = " ".join(format_card(card) for card in rules.deck[: rules.hand_size])
    passed = choose_pass(bot, pass_view(held, rules=rules))

    assert len(passed) == rules.pass_count
    assert passed <= set(held.split())


def test_different_private_words_sample_different_worlds() -> None:
    """With one world a decision the answer varies with the private word, and with nothing else."""
    view = in_play(SOME_RULES["standard"], 5, 8)
    cards = set()
    for word in range(60):
        view["random"] = np.uint64((word + 1) * 0x9E3779B97F4A7C15 % 2**64)
        cards.add(play(MonteCarlo, view, worlds=1, caution=0))

    assert len(cards) > 1


def test_a_shot_that_cannot_fail_is_taken() -> None:
    """All points so far, every winner and one loser: it leads a winner."""
    held = "AH KH KD 2S"
    out = mask("2H 3H 4H 5H 2D 3D 4D 3C 3S 4S 5S 6S")
    view = make_view(held, taken={0: "QS"}, trick_number=9)
    gone = [card for card in range(52) if not (out | mask(held)) >> card & 1]
    view["taken"][0] = sum(1 << card for card in gone)
    view["points"][0] = 26 - 6
    for i, card in enumerate(gone):
        view["played_by"][i % 4] |= 1 << card

    assert play(MonteCarlo, view) != "2S"


@pytest.mark.parametrize("bot", BOTS)
def test_a_moon_is_added_unless_that_ends_the_match_for_another(bot: type[CompiledBot]) -> None:
    view = make_view("2C", rules=build_rules("chooser"))
    view["held"] = 0
    view["taken"][0] = (1 << 52) - 1
    view["points"][0], view["tricks_won"][0] = 26, 13

    view["scores"][:4] = [50, 40, 60, 70]
    assert adds(bot, view)  # nobody reaches the target
    view["scores"][:4] = [50, 40, 60, 80]
    assert adds(bot, view)  # the match ends with the shooter alone below
    view["scores"][:4] = [70, 10, 60, 80]
    assert not adds(bot, view)  # it would end with another below
