"""`HandState`: the phases of a hand, and what it refuses."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings

from hearts_arena.game import (
    FULL_MASK,
    NO_SEAT,
    HandState,
    IllegalMoonError,
    IllegalPassError,
    IllegalPlayError,
    MatchState,
    build_rules,
    cards_of,
    mask_of,
    parse_cards,
    parse_holding,
)
from strategies import RANDOMS, finish, hands, play_on, positions, rule_sets

R01 = (
    parse_holding("23456789TJQKA..."),
    parse_holding("..23456789TJQKA."),
    parse_holding(".23456789TJQKA.."),
    parse_holding("...23456789TJQKA"),
)


@given(positions())
@settings(max_examples=150)
def test_cards_are_conserved(state: HandState) -> None:
    """At any time each card of the deck is held, on the table or taken, once."""
    piles = [*map(cards_of, state.held), state.trick, *map(cards_of, state.taken)]

    assert sorted(card for pile in piles for card in pile) == list(state.rules.deck)
    assert sum(state.tricks_won) == state.trick_number


@given(positions())
@settings(max_examples=150)
def test_the_hand_goes_on_until_it_is_done(state: HandState) -> None:
    """In each phase somebody can act, and only in that way."""
    phase, acting = state.phase, state.to_act

    assert (phase == "pass") == bool(state.to_pass)
    assert (phase == "play") == bool(state.legal_plays())
    assert (phase in ("play", "moon")) == (acting != NO_SEAT)
    if phase == "play":
        legal = state.legal_mask()
        assert legal & ~state.held[acting] == 0
        for card in range(52):
            assert state.can_play(card) == bool(legal >> card & 1)
    if phase == "done":
        assert sum(state.tricks_won) == state.rules.hand_size


@given(hands(), RANDOMS)
@settings(max_examples=100)
def test_playing_never_changes_a_state(state: HandState, rng: Random) -> None:
    """A state is a value: equal states stay equal, hash alike and pickle."""
    before = state.text()
    end = finish(state, rng)

    assert state.text() == before
    assert HandState.from_text(end.text()) == end
    assert hash(HandState.from_text(end.text())) == hash(end)
    assert pickle.loads(pickle.dumps(end)) == end


@given(hands(rule_sets(players=4)), RANDOMS)
@settings(max_examples=60)
def test_relabelling_seats_relabels_results(state: HandState, rng: Random) -> None:
    """Where the club decides the lead, turning the table turns everything that happens."""
    if state.rules.opening_lead == "left_of_dealer" or state.rules.teams is not None:
        return
    end = finish(state, rng)
    turned = HandState.start(state.rules, _turn(state.dealt), state.hand)
    for seat, cards in enumerate(end.passes):
        if cards:
            turned = turned.choose_pass((seat + 1) % 4, cards)
    for seat, card in end.plays:
        assert turned.to_act == (seat + 1) % 4
        turned = turned.play(card)
    if end.moon_choice:
        turned = turned.choose_moon(end.moon_choice)

    assert turned.taken == _turn(end.taken)
    assert turned.result().hand_scores == _turn(end.result().hand_scores)


def _turn(values):
    """Return the values a seat to the left."""
    return (values[-1], *values[:-1])


def test_no_card_moves_before_every_seat_has_chosen() -> None:
    """Passes are applied at once, behind the last choice (2.4)."""
    state = HandState.start(build_rules(), R01)
    for seat in (2, 0, 3):
        state = state.choose_pass(seat, cards_of(state.held[seat])[:3])
        assert (state.held, state.phase, state.leader) == (R01, "pass", NO_SEAT)
    assert state.to_pass == (1,)

    state = state.choose_pass(1, cards_of(R01[1])[:3])

    assert state.phase == "play"
    assert state.held[2] == R01[2] & ~mask_of(parse_cards("2D 3D 4D")) | mask_of(parse_cards("2H 3H 4H"))


@pytest.mark.parametrize(
    ("seat", "cards", "says"),
    [
        (0, "AC AC AC", "rule 2.1: expected 3 different cards"),
        (0, "2C 3C", "rule 2.1: expected 3 different cards"),
        (0, "2C 3C 4H", "rule 2.1: only cards held"),
        (4, "2C 3C 4C", "rule 1.1: seats are 0..3"),
        (-1, "2C 3C 4C", "rule 1.1"),
        (1, "5H 6H 7H", "rule 2.4: the seat has chosen"),
    ],
)
def test_illegal_passes_change_nothing_and_quote_the_clause(seat, cards, says) -> None:
    """A pass that is refused leaves the state as it was, and says why with the position."""
    state = HandState.start(build_rules(), R01).choose_pass(1, parse_cards("2H 3H 4H"))
    before = state.text()

    assert not state.can_pass(seat, parse_cards(cards))
    with pytest.raises(IllegalPassError) as error:
        state.choose_pass(seat, parse_cards(cards))
    assert says in str(error.value)
    assert cards in str(error.value)
    assert before in str(error.value)
    assert state.text() == before
    assert state.can_pass(0, parse_cards("2C 3C 4C"))


def test_passes_are_refused_once_cards_are_played() -> None:
    """In a hold hand nobody passes."""
    state = HandState.start(build_rules(), R01, hand=3)

    with pytest.raises(IllegalPassError, match=r"rule 2\.4: no pass"):
        state.verify_pass(0, parse_cards("2C 3C 4C"))


@pytest.mark.parametrize("card", [52, -1, None, "QS", 3.0])
def test_what_is_no_card_is_refused_as_a_play(card) -> None:
    """A value that is no card is not in hand, and is quoted."""
    state = HandState.start(build_rules(), R01, hand=3)

    with pytest.raises(IllegalPlayError, match="not in hand") as error:
        state.play(card)
    assert repr(card) in str(error.value)


def test_a_play_not_in_hand_is_refused_and_can_be_tried_again() -> None:
    """R46: void in the card tried, the seat tries another, and the state is as before."""
    state = HandState.start(build_rules(), R01, hand=3)
    state = state.play(0)

    with pytest.raises(IllegalPlayError, match=r"rule 4\.1: the card is not in hand"):
        state.play(1)
    with pytest.raises(IllegalPlayError, match="legal is 2H 3H"):
        state.verify_play(12)
    assert state.play(26).hearts_broken


def test_plays_in_other_phases_are_refused() -> None:
    """No card is played while passes are chosen or once all are played."""
    state = HandState.start(build_rules(), R01)
    with pytest.raises(IllegalPlayError, match="in the pass phase"):
        state.play(0)

    end = finish(state, Random(1))
    with pytest.raises(IllegalPlayError, match="in the done phase"):
        end.play(0)


def test_the_result_waits_for_the_end() -> None:
    """A hand that is not finished has no result."""
    state = HandState.start(build_rules(), R01, hand=3)

    with pytest.raises(ValueError, match="expected a finished hand"):
        state.result()


def test_a_shooter_who_chooses() -> None:
    """With moon=choose the shooter acts once more, and only he."""
    state = play_on(HandState.start(build_rules("chooser"), R01, hand=3), Random(0))

    assert (state.phase, state.to_act, state.shooter) == ("moon", 0, 0)
    with pytest.raises(IllegalMoonError, match="'both'"):
        state.choose_moon("both")
    assert state.choose_moon("add").result().hand_scores == (0, 26, 26, 26)
    done = state.choose_moon("subtract")
    assert done.result().hand_scores == (-26, 0, 0, 0)
    assert (done.phase, done.to_act) == ("done", NO_SEAT)
    with pytest.raises(IllegalMoonError, match="in the done phase"):
        done.choose_moon("add")


def test_the_result_looks_at_the_match_under_auto() -> None:
    """moon=auto subtracts where adding would lose the match."""
    rules = build_rules(moon="auto", sun="as_moon")
    state = play_on(HandState.start(rules, R01, hand=3), Random(0))

    assert state.result().hand_scores == (0, 26, 26, 26)
    match = MatchState(rules=rules, scores=(90, 10, 90, 80), hands=3)
    assert state.result(match).hand_scores == (-26, 0, 0, 0)


def test_the_underscored_play_trusts_its_caller() -> None:
    """The form without verifying gives the same state for a legal card."""
    state = HandState.start(build_rules(), R01, hand=3)

    assert state._play(0) == state.play(0)


def test_a_layout_that_is_no_deal_is_refused() -> None:
    """A hand starts from the whole deck."""
    with pytest.raises(ValueError, match=r"rule 1\.3"):
        HandState.start(build_rules(), (FULL_MASK, 0, 0, 0))
    with pytest.raises(ValueError, match=r"rule 1\.3"):
        HandState.start(build_rules("three"), R01)


def test_the_shooter_of_a_side_is_who_took_the_last_penalty_card() -> None:
    """Partners 0 and 2 take one penalty card each; the moon is the second taker's."""
    dealt = [parse_holding(text) for text in ("A.2..", ".3.2.", "3.A..", "4...Q")]
    rules = build_rules(
        "partnership",
        moon_scope="team",
        moon="subtract",
        opening_lead="left_of_dealer",
        first_trick_points="allow",
        deck_removed=[card for card in range(52) if not sum(dealt) >> card & 1],
        pass_count=0,
    )
    state = HandState.start(rules, dealt, hand=3)
    for card in parse_cards("AC 2H 3C 4C 2D 3D AD QS"):
        state = state.play(card)

    assert (state.last_scorer, state.shooter) == (2, 2)
    assert state.result().hand_scores == (0, 0, -28, 0)
