"""Matches: scores from hand to hand, the end test, places."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.game import (
    MatchState,
    build_rules,
    places_of,
    sides_of,
)
from hearts_arena.game.match import ENDINGS
from strategies import RANDOMS, play_match, rule_sets


def match(scores, hands=5, extra_hands=0, **overrides) -> MatchState:
    """Return a match that stands like this."""
    rules = build_rules(**overrides)
    return MatchState(rules=rules, scores=scores, hands=hands, extra_hands=extra_hands)


@given(rule_sets(), RANDOMS)
@settings(max_examples=60, deadline=None)
def test_random_matches_end_as_they_say(rules, rng: Random) -> None:
    """Every match ends, once, with winners at the bottom whose shares make one win."""
    states = play_match(rules.from_dict({**rules.as_dict(), "max_hands": 12}), rng)
    end = states[-1]

    assert end.ended in ENDINGS
    assert not any(state.over for state in states[:-1])
    assert [state.hands for state in states] == list(range(len(states)))
    assert set(end.winners) == {seat for seat, place in enumerate(end.places) if place == 1}
    assert sum(end.win_shares) == pytest.approx(1)
    sole = end.winners in sides_of(rules)
    assert sole or end.ended != "won"
    assert not sole or end.ended != "shared"
    if rules.match_hands is not None:
        assert end.hands == rules.match_hands
    assert end.extra_hands == sum(state.extra_hand for state in states[:-1])
    if rules.teams is not None:
        assert all(state.scores[:2] == state.scores[2:] for state in states)
    if rules.score_floor is not None:
        assert min(end.scores) >= 0
    if rules.exact_target is not None:
        assert rules.target not in end.scores


@given(st.lists(st.integers(-50, 150), min_size=3, max_size=5))
def test_places_are_shared_on_equal_scores(scores: list[int]) -> None:
    """A place is one more than the number of lower scores."""
    places = places_of(scores)

    assert min(places) == 1
    for seat, score in enumerate(scores):
        assert places[seat] == 1 + len([other for other in scores if other < score])


@given(rule_sets(players=4), st.permutations(range(4)), st.lists(st.integers(0, 99), min_size=8))
def test_relabelling_seats_relabels_a_match(rules, order, numbers) -> None:
    """Without teams no seat is special to the end of a match."""
    if rules.teams is not None:
        return
    before, hand = numbers[:4], numbers[4:8]
    after = MatchState(rules=rules, scores=tuple(before)).after_hand(hand)
    turned = MatchState(rules=rules, scores=tuple(before[seat] for seat in order))
    turned = turned.after_hand([hand[seat] for seat in order])

    assert turned.scores == tuple(after.scores[seat] for seat in order)
    assert turned.places == tuple(after.places[seat] for seat in order)
    assert turned.win_shares == tuple(after.win_shares[seat] for seat in order)
    assert turned.ended == after.ended


@pytest.mark.parametrize(
    ("overrides", "before", "hand", "scores", "ended"),
    [
        ({}, (87, 40, 30, 20), (12, 5, 9, 0), (99, 45, 39, 20), ""),
        ({}, (87, 40, 30, 20), (13, 5, 8, 0), (100, 45, 38, 20), "won"),
        ({"end_when": "exceed"}, (87, 40, 30, 20), (13, 5, 8, 0), (100, 45, 38, 20), ""),
        ({"end_when": "exceed"}, (88, 40, 30, 20), (13, 5, 8, 0), (101, 45, 38, 20), "won"),
        ({"exact_target": 50}, (87, 40, 30, 20), (13, 5, 8, 0), (50, 45, 38, 20), ""),
        ({"exact_target": 0}, (87, 40, 30, 20), (13, 5, 8, 0), (0, 45, 38, 20), ""),
        ({"exact_target": 0}, (88, 40, 30, 20), (13, 5, 8, 0), (101, 45, 38, 20), "won"),
        ({}, (90, 44, 50, 60), (11, 6, 0, 9), (101, 50, 50, 69), ""),
        ({"tie": "shared"}, (90, 44, 50, 60), (11, 6, 0, 9), (101, 50, 50, 69), "shared"),
        ({}, (3, 3, 50, 60), (-10, -10, 13, 0), (-7, -7, 63, 60), ""),
        ({"score_floor": 0}, (3, 3, 50, 60), (-10, 9, 13, 0), (0, 12, 63, 60), ""),
        ({"teams": "opposite"}, (60, 20, 60, 20), (20, 0, 20, 6), (100, 26, 100, 26), "won"),
        ({"teams": "opposite"}, (60, 20, 60, 20), (20, 40, 20, 40), (100, 100, 100, 100), ""),
        (
            {"teams": "opposite", "tie": "shared"},
            (60, 20, 60, 20),
            (20, 40, 20, 40),
            (100, 100, 100, 100),
            "shared",
        ),
        (
            {"teams": "opposite", "score_floor": 0},
            (5, 20, 5, 20),
            (-10, 0, 4, 0),
            (0, 20, 0, 20),
            "",
        ),
        (
            {"teams": "opposite", "exact_target": 50},
            (60, 20, 60, 20),
            (13, 0, 27, 0),
            (50, 20, 50, 20),
            "",
        ),
        ({"match_hands": 6}, (0, 0, 0, 0), (26, 0, 0, 0), (26, 0, 0, 0), "shared"),
        ({"match_hands": 6}, (90, 0, 0, 1), (26, 0, 1, 3), (116, 0, 1, 4), "won"),
        ({"match_hands": 7}, (90, 0, 0, 1), (26, 0, 1, 3), (116, 0, 1, 4), ""),
        ({"max_hands": 6}, (1, 2, 3, 4), (0, 0, 0, 26), (1, 2, 3, 30), "truncated"),
        ({"max_hands": 6}, (90, 2, 3, 4), (26, 0, 0, 0), (116, 2, 3, 4), "won"),
        ({"max_hands": 6}, (90, 2, 2, 4), (26, 0, 0, 0), (116, 2, 2, 4), "truncated"),
    ],
)
def test_after_a_hand(overrides, before, hand, scores, ended) -> None:
    """Floor, exact target and end test, each to sides under teams."""
    after = match(before, **overrides).after_hand(hand)

    assert (after.scores, after.ended) == (scores, ended)
    assert after.over == bool(ended)


def test_extra_hands_are_counted_over_the_match() -> None:
    """A hand begun at a tie with the end test met is extra; after five the win is shared."""
    state = match((101, 50, 50, 69))
    assert state.extra_hand
    for played in range(1, 5):
        state = state.after_hand((0, 0, 0, 26))
        assert (state.extra_hands, state.extra_hand, state.over) == (played, True, False)
    state = state.after_hand((26, 0, 0, 0))

    assert (state.extra_hands, state.ended, state.winners) == (5, "shared", (1, 2))
    assert state.win_shares == (0, 0.5, 0.5, 0)
    assert not state.extra_hand


def test_a_match_of_fixed_length_has_no_extra_hands() -> None:
    """Where the count alone ends the match, a tie above the target is nothing special (6.6)."""
    state = match((101, 50, 50, 69), match_hands=9)

    assert (state.target_met, state.tied, state.extra_hand) == (True, True, False)
    assert state.after_hand((26, 0, 0, 0)).extra_hands == 0


def test_anybody_may_win_an_extra_hand() -> None:
    """The whole end test is made afresh (6.3)."""
    after = match((101, 50, 50, 52)).after_hand((0, 13, 13, 0))

    assert (after.ended, after.winners) == ("won", (3,))


def test_an_extra_hand_may_undo_the_end() -> None:
    """Scores may fall below the target again; the match then goes on as before."""
    after = match((100, 50, 50, 52), bonus_card="JD").after_hand((-10, 13, 13, 10))

    assert (after.over, after.extra_hand, after.extra_hands) == (False, False, 1)


def test_without_a_cap_a_tie_goes_on_to_the_guard() -> None:
    """tie_max_extra_hands=none plays on until max_hands cuts the match off."""
    state = match((101, 50, 50, 69), hands=190, tie_max_extra_hands=None)
    while not state.over:
        state = state.after_hand((0, 0, 0, 26))

    assert (state.hands, state.extra_hands, state.ended) == (200, 10, "truncated")
    assert state.winners == (1, 2)


@pytest.mark.parametrize(
    ("before", "overrides", "moon"),
    [
        ((0, 0, 0, 0), {}, "add"),
        ((90, 10, 80, 70), {}, "subtract"),
        ((10, 90, 80, 70), {}, "add"),
        ((36, 90, 10, 70), {}, "add"),
        ((37, 90, 10, 70), {}, "subtract"),
        ((36, 90, 10, 70), {"tie": "shared"}, "subtract"),
        ((99, 5, 80, 5), {}, "add"),
        ((99, 5, 80, 5), {"tie": "shared"}, "subtract"),
        ((10, 0, 0, 0), {"match_hands": 6}, "add"),
        ((30, 0, 0, 0), {"match_hands": 6}, "subtract"),
        ((30, 0, 0, 0), {"max_hands": 6}, "subtract"),
        ((90, 80, 90, 80), {"teams": "opposite"}, "add"),
        ((90, 30, 90, 30), {"teams": "opposite"}, "subtract"),
        ((90, 64, 90, 64), {"teams": "opposite", "tie": "shared"}, "subtract"),
        ((10, 80, 10, 80), {"teams": "opposite"}, "add"),
    ],
)
def test_auto(before, overrides, moon) -> None:
    """moon=auto adds unless that ends the match without the shooter's side alone at the top."""
    state = match(before, moon="auto", **overrides)
    mask = state.rules.penalty_mask

    assert state.score((mask, 0, 0, 0), (12, 1, 0, 0)).moon == moon


def test_a_match_that_is_over_goes_no_further() -> None:
    """Neither is a hand with the wrong number of scores taken."""
    with pytest.raises(ValueError, match="expected 4 hand scores"):
        match((0, 0, 0, 0)).after_hand((1, 2, 3))
    with pytest.raises(ValueError, match="over"):
        match((90, 0, 1, 2)).after_hand((26, 0, 0, 0)).after_hand((26, 0, 0, 0))


def test_winners_and_places_of_a_match() -> None:
    """R33: a tie at the top is no tie for the win; places are shared."""
    after = match((98, 97, 69, 95)).after_hand((12, 13, 1, 0))

    assert (after.winners, after.places) == ((2,), (3, 3, 1, 2))
    assert match((98, 97, 69, 95)).winners == ()
    assert match((98, 97, 69, 95)).win_shares == (0, 0, 0, 0)
