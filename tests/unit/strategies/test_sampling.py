"""Sampled worlds: every layout that agrees with the view equally often, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from hearts_arena.bot import inline
from hearts_arena.game.cards import cards_of, parse_card
from hearts_arena.game.hand import HandState
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.strategies.knowledge import cards_out, located_cards
from hearts_arena.strategies.sampling import deal_world, plan_worlds
from hearts_arena.strategies.search import new_search
from strategies import choose_passes
from unit.strategies.positions import STANDARD, SUITS, blank_view, mask, view_of_state

WORLDS = 20_000


@inline
def _write_worlds(view, searches, keys, worlds):  # type: ignore[no-untyped-def]
    search = searches[0]
    plan_worlds(view, cards_out(view), search)
    for i in range(len(keys)):
        deal_world(search, keys[i])
        for seat in range(worlds.shape[1]):
            worlds[i, seat] = search.world[seat]


def sample(view: Any, count: int, seed: int = 1) -> np.ndarray[Any, Any]:
    """Return sampled hands, shape [count, 5]."""
    worlds = np.zeros((count, 5), np.int64)
    keys = np.random.default_rng(seed).integers(0, 2**64, count, dtype=np.uint64)
    with np.errstate(over="ignore"):
        _write_worlds(view, new_search(), keys, worlds)
    return worlds


def ending(unseen: str, sizes: dict[int, int], voids: dict[int, str], located: dict[int, str], rules: RuleSet) -> Any:
    """Return a view from seat 0 near the end of a hand in which the other seats hold `unseen` between them."""
    view = blank_view(rules)
    view["held"] = mask("2C")
    out = mask(unseen)
    gone = [card for card in rules.deck if not (out >> card & 1) and card != parse_card("2C")]
    for seat, size in sizes.items():
        for _ in range(rules.hand_size - size):
            view["played_by"][seat] |= 1 << gone.pop()
    view["played_by"][0] = sum(1 << card for card in gone)
    for seat, suits in voids.items():
        view["voids"][seat] = sum(1 << SUITS.index(suit) for suit in suits)
    if located:
        ((receiver, text),) = located.items()
        view["passed"] = mask(text)
        view["pass_direction"] = {1: 1, rules.players - 1: 2}[receiver]
    return view


def layouts(cards: list[int], sizes: dict[int, int], allowed: Any) -> list[tuple[int, ...]]:
    """Return every way to deal cards to seats, by brute force: one mask a seat."""
    if not sizes:
        return [()] if not cards else []
    (seat, size), *rest = sizes.items()
    found = []
    for hand in combinations(cards, size):
        if all(allowed(seat, card) for card in hand):
            others = [card for card in cards if card not in hand]
            found += [(sum(1 << card for card in hand), *tail) for tail in layouts(others, dict(rest), allowed)]
    return found


ENDINGS = {
    "free": ("4C 9D TD QS KS 2H 3H 4H 5H", {1: 3, 2: 3, 3: 3}, {}, {}, "standard"),
    "one void": ("4C 9D TD QS KS 2H 3H 4H 5H", {1: 3, 2: 3, 3: 3}, {1: "H"}, {}, "standard"),
    "three voids": ("4C 9D TD QS KS 2H 3H 4H 5H", {1: 3, 2: 3, 3: 3}, {1: "H", 2: "S", 3: "D"}, {}, "standard"),
    "many voids": ("4C 9D TD QS KS 2H 3H 4H", {1: 3, 2: 3, 3: 2}, {1: "HC", 2: "S", 3: "DC"}, {}, "standard"),
    "passed left": ("4C 9D TD QS KS 2H 3H 4H 5H", {1: 3, 2: 3, 3: 3}, {2: "S"}, {1: "QS"}, "standard"),
    "passed right": ("4C 9D TD QS KS 2H 3H 4H", {1: 2, 2: 3, 3: 3}, {2: "S", 1: "H"}, {3: "QS 4H"}, "standard"),
    "three players": ("4C 9D TD QS KS 2H 3H 4H", {1: 4, 2: 4}, {1: "S"}, {}, "three"),
    "five players": ("4C 9D TD QS KS 2H 3H 4H", {1: 2, 2: 2, 3: 2, 4: 2}, {1: "H", 3: "SD"}, {}, "five"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_every_possible_layout_is_equally_likely(name: str) -> None:
    """The sampled layouts are those found by brute force, and a chi-square test finds no favourite among them."""
    unseen, sizes, voids, located, preset = ENDINGS[name]
    rules = build_rules(preset)
    view = ending(unseen, sizes, voids, located, rules)
    places = {card: seat for seat, text in located.items() for card in (parse_card(word) for word in text.split())}

    def allowed(seat: int, card: int) -> bool:
        if card in places:
            return places[card] == seat
        return SUITS[card // 13] not in voids.get(seat, "")

    cards = [parse_card(word) for word in unseen.split()]
    expected = layouts(cards, sizes, allowed)
    counts = Counter(tuple(int(mask) for mask in world[1 : len(sizes) + 1]) for world in sample(view, WORLDS))

    assert set(counts) <= set(expected)
    mean = WORLDS / len(expected)
    chi_square = sum((counts[layout] - mean) ** 2 / mean for layout in expected)
    freedom = len(expected) - 1

    assert abs(chi_square - freedom) <= 5 * sqrt(2 * freedom) + 5


def test_a_void_seat_is_dealt_what_is_left() -> None:
    """Where one layout alone is possible, it is the one sampled."""
    view = ending("4C 9D TD QS KS 2H", {1: 2, 2: 2, 3: 2}, {1: "CHS", 2: "CHD", 3: "SD"}, {}, STANDARD)

    assert {tuple(world[1:4]) for world in sample(view, 50)} == {(mask("9D TD"), mask("QS KS"), mask("4C 2H"))}


def played_on(rules: RuleSet, seed: int, cards: int) -> HandState:
    """Return a hand of random play, some cards in."""
    rng = Random(seed)
    state = choose_passes(HandState.deal(rules, seed, hand=seed % 4), rng)
    for _ in range(cards):
        state = state.play(rng.choice(state.legal_plays()))
    return state


@pytest.mark.parametrize("preset", ["standard", "scatter", "three", "five", "pass_four", "black_maria"])
def test_no_world_is_impossible(preset: str) -> None:
    """Hands have their sizes, no void seat holds the suit, passed cards are where they went, and all are dealt."""
    rules = build_rules(preset)
    for seed in range(30):
        state = played_on(rules, seed, seed % rules.hand_size * rules.players + seed % rules.players)
        seat = state.to_act
        view = view_of_state(state, seat)
        out = int(cards_out(view))
        for world in sample(view, 30, seed):
            hands = [int(hand) for other, hand in enumerate(world[: rules.players]) if other != seat]

            assert sum(hands) == out == np.bitwise_or.reduce(hands)
            for other in range(rules.players):
                if other != seat:
                    assert int(world[other]).bit_count() == state.held[other].bit_count()
                    suits = {card // 13 for card in cards_of(int(world[other]))}
                    assert not any(view["voids"][other] >> suit & 1 for suit in suits)
                    located = int(located_cards(view, other))
                    assert located & world[other] == located
                    assert located & state.held[other] == located


def test_the_true_hands_are_among_the_sampled_ones() -> None:
    """Near the end of a hand, with few layouts left, the real one turns up."""
    state = played_on(STANDARD, 3, 44)
    view = view_of_state(state, state.to_act)
    truth = tuple(0 if seat == state.to_act else hand for seat, hand in enumerate(state.held))

    assert truth in {tuple(int(hand) for hand in world[:4]) for world in sample(view, 5000)}


def test_worlds_depend_on_their_key_alone() -> None:
    view = ending("4C 9D TD QS KS 2H 3H 4H 5H", {1: 3, 2: 3, 3: 3}, {1: "H"}, {}, STANDARD)

    assert np.array_equal(sample(view, 100), sample(view, 100))
    assert not np.array_equal(sample(view, 100), sample(view, 100, seed=2))
