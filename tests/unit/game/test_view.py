"""`SeatView`: what a seat knows, and what it does not."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest
from hypothesis import given, settings

from hearts_arena.game import (
    NO_SEAT,
    HandState,
    SeatView,
    build_rules,
    cards_of,
    mask_of,
    parse_cards,
    shown_voids,
)
from strategies import RANDOMS, choose_passes, play_on, positions

CONTRACT = [
    "seat",
    "players",
    "hand",
    "phase",
    "held",
    "legal",
    "pass_direction",
    "pass_count",
    "passed",
    "passed_to",
    "received",
    "received_from",
    "trick",
    "leader",
    "trick_number",
    "hearts_broken",
    "plays",
    "voids",
    "points",
    "taken",
    "tricks_won",
    "scores",
    "extra_hands",
    "rules",
    "key",
]


def test_fields_of_a_view() -> None:
    """A view has these fields and no way to any other state."""
    assert [f.name for f in fields(SeatView)] == CONTRACT
    assert not hasattr(HandState.deal(build_rules(), 7).view(0), "__dict__")


@given(positions())
@settings(max_examples=120)
def test_a_view_tells_the_truth(state: HandState) -> None:
    """Every field agrees with the state that it is a view of."""
    rules = state.rules
    for seat in range(rules.players):
        view = state.view(seat, scores=range(rules.players), extra_hands=2, key=9)
        assert (view.seat, view.hand, view.phase) == (seat, state.hand, state.phase)
        assert mask_of(view.held) == state.held[seat]
        assert view.plays == state.plays
        assert [mask_of(pile) for pile in view.taken] == list(state.taken)
        assert sum(view.points) == sum(rules.card_points[c] for pile in view.taken for c in pile)
        assert (view.scores, view.extra_hands, view.key) == (tuple(range(rules.players)), 2, 9)
        assert sorted((*view.held, *view.played, *view.unseen)) == list(rules.deck)
        if state.phase == "pass":
            assert (view.legal, view.leader, view.passed, view.received) == (
                view.held,
                NO_SEAT,
                (),
                (),
            )
        elif state.phase == "play":
            assert view.legal == (state.legal_plays() if seat == state.to_act else ())
            assert view.trick == tuple(card for _, card in state.plays)[len(state.plays) - len(view.trick) :]
            assert view.trick_seats == tuple(s for s, _ in view.plays[-len(view.trick) :])[: len(view.trick)]


@given(positions())
@settings(max_examples=80)
def test_what_is_passed_is_received(state: HandState) -> None:
    """Each card passed is told to its giver and its receiver alone, and to nobody else."""
    if state.phase == "pass":
        return
    views = [state.view(seat) for seat in range(state.rules.players)]
    given_away = [(view.seat, to, card) for view in views for to, card in zip(view.passed_to, view.passed, strict=True)]
    received = [
        (giver, view.seat, card)
        for view in views
        for giver, card in zip(view.received_from, view.received, strict=True)
    ]

    assert sorted(given_away) == sorted(received)
    for view in views:
        pairs = list(zip(view.received_from, view.received, strict=True))
        assert pairs == sorted(pairs)
        assert len(view.received) == len(view.passed)


@given(positions(), RANDOMS)
@settings(max_examples=120)
def test_no_leak(state: HandState, rng: Random) -> None:
    """Dealing the unseen cards otherwise, as the seat knows them, leaves its view equal."""
    if state.phase not in ("pass", "play"):
        return
    seat = state.to_act if state.phase == "play" else 0
    view = state.view(seat, key=5)
    other = _redealt(state, seat, rng)

    assert other.view(seat, key=5) == view
    assert str(other.view(seat)) == str(state.view(seat))


def _redealt(state: HandState, seat: int, rng: Random) -> HandState:
    """Return a state in which two cards that the seat cannot tell apart have changed places."""
    others = [other for other in range(state.rules.players) if other != seat]
    first, second = rng.sample(others, 2)
    if state.phase == "pass":
        fixed = [0] * state.rules.players
    else:
        known = {card for _, card in state.plays}
        sent = {card for cards in state.passes for card in cards}
        fixed = [mask & mask_of(known | sent) for mask in state.dealt]
    free = [cards_of(state.dealt[who] & ~fixed[who]) for who in (first, second)]
    if not free[0] or not free[1] or (state.phase == "pass" and state.to_pass != (0, 1, 2, 3)):
        return state
    one, two = rng.choice(free[0]), rng.choice(free[1])
    dealt = list(state.dealt)
    dealt[first] += (1 << two) - (1 << one)
    dealt[second] += (1 << one) - (1 << two)
    again = HandState.start(state.rules, dealt, state.hand)
    try:
        for who, cards in enumerate(state.passes):
            again = again.choose_pass(who, cards) if cards else again
        for _, card in state.plays:
            again = again.play(card)
    except ValueError:  # the other deal does not lead to these plays
        return state
    return again


def test_voids_are_shown_by_not_following() -> None:
    """A seat that does not follow shows a void; leading shows nothing."""
    plays = tuple(enumerate(parse_cards("2C 3D 4C 5H")))
    again = tuple((seat, card) for seat, card in zip((2, 3, 0), parse_cards("5C 6C AS"), strict=True))

    assert shown_voids(plays, 4) == ((), (0,), (), (0,))
    assert shown_voids(plays + again, 4) == ((0,), (0,), (), (0,))
    assert shown_voids((), 3) == ((), (), ())


def test_the_generator_is_private_and_repeatable() -> None:
    """rng() starts afresh from the key at each call and shares nothing."""
    view = HandState.deal(build_rules(), 7).view(0, key=12)

    assert [view.rng().random() for _ in range(2)] == [Random(12).random()] * 2


def test_helpers() -> None:
    """The readable extras follow from the fields."""
    rng = Random(3)
    state = choose_passes(HandState.deal(build_rules(), 7), rng)
    view = state.view(state.leader)
    assert (view.is_leading, view.led_suit, view.queen_played) == (True, None, False)
    assert view.played == frozenset()

    after = play_on(state, rng, 1)
    view = after.view(after.to_act)
    assert (view.is_leading, view.led_suit, view.trick_seats) == (False, 0, (state.leader,))
    assert view.played == {0}

    end = play_on(state, rng)
    assert end.view(0).queen_played
    assert (end.view(0).is_leading, end.view(0).legal) == (False, ())
    assert str(after.view(after.to_act)).startswith(f"seat {after.to_act}, hand 0, play, trick 0")


def test_the_moon_phase() -> None:
    """The shooter who is asked sees all tricks taken and nothing left to play."""
    layout = [mask_of(range(suit * 13, suit * 13 + 13)) for suit in range(4)]
    state = play_on(HandState.start(build_rules("chooser"), layout, hand=3), Random(0))

    view = state.view(0)
    assert (view.phase, view.held, view.legal, view.trick) == ("moon", (), (), ())
    assert (view.trick_number, view.leader, view.points) == (13, 0, (26, 0, 0, 0))


def test_views_are_values() -> None:
    """A view is frozen, and survives pickling and copying."""
    view = HandState.deal(build_rules("scatter"), 7).view(2)

    with pytest.raises(FrozenInstanceError):
        view.seat = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(view)) == view
    assert copy.deepcopy(view) == view
    assert hash(view) == hash(copy.copy(view))
