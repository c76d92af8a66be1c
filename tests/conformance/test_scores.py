"""One test for each clause of the rules page about scores and matches (5 and 6), named by it."""

from __future__ import annotations

from random import Random

import pytest

from conformance.test_rules import HEARTS, SUITS, piles, play_cards
from hearts_arena.game import (
    NO_SEAT,
    HandState,
    MatchState,
    RuleSet,
    RuleSetError,
    build_rules,
    find_shooter,
    score_hand,
)
from strategies import play_on


def scores(taken: tuple[int, ...], tricks: tuple[int, ...], **rules) -> tuple[int, ...]:
    """Return the hand scores of what seats took."""
    return score_hand(build_rules(**rules), taken, tricks).hand_scores


def after(before: tuple[int, ...], hand: tuple[int, ...], hands: int = 5, **rules) -> MatchState:
    """Return a match after a hand."""
    match = MatchState(rules=build_rules(**rules), scores=before, hands=hands)
    return match.after_hand(hand)


# --- 5 scoring a hand -------------------------------------------------------------------------

MOON = piles(HEARTS + "QS", "", "", "")


def test_5_1_penalty_points() -> None:
    """Hearts 1, the queen 13, and what else the field says, to whoever takes the card."""
    taken = piles("2H 3H", "QS", HEARTS[6:], "KS AS")

    assert scores(taken, (3, 3, 4, 3)) == (2, 13, 11, 0)
    assert scores(taken, (3, 3, 4, 3), extra_penalties={"KS": 10, "AS": 7}) == (2, 13, 11, 17)


def test_5_2_bonus_card() -> None:
    """Its taker scores it."""
    taken = piles("JD", "TD", HEARTS, "QS")

    assert scores(taken, (3, 3, 4, 3), bonus_card="JD") == (-10, 0, 13, 13)
    assert scores(taken, (3, 3, 4, 3), bonus_card="TD", bonus_points=-15) == (0, -15, 13, 13)


def test_5_3_moon_is_found_by_cards() -> None:
    """Every card of positive value makes a moon; a total never does."""
    rules = build_rules("omnibus")

    assert find_shooter(rules, MOON) == 0
    assert find_shooter(rules, piles("QS 2H 3H 4H JD", HEARTS[9:], "", "")) == NO_SEAT
    black = build_rules(players=3, extra_penalties={"KS": 10, "AS": 7})
    assert find_shooter(black, piles(HEARTS + "QS KS AS", "", "")) == 0
    assert find_shooter(black, piles(HEARTS + "QS KS", "AS", "")) == NO_SEAT


def test_5_3_add_subtract_off() -> None:
    """The total is added to the others, or subtracted from the shooter, or nothing happens."""
    assert scores(MOON, (12, 1, 0, 0)) == (0, 26, 26, 26)
    assert scores(MOON, (12, 1, 0, 0), moon="subtract") == (-26, 0, 0, 0)
    assert scores(MOON, (13, 0, 0, 0), moon="off") == (26, 0, 0, 0)
    black = piles(HEARTS + "QS KS AS", "", "")
    rules = {"players": 3, "extra_penalties": {"KS": 10, "AS": 7}}
    assert scores(black, (9, 4, 4), **rules) == (0, 43, 43)


def test_5_3_choose() -> None:
    """The shooter is asked."""
    state = play_on(HandState.start(build_rules(moon="choose", sun="as_moon"), SUITS, 3), Random(0))

    assert (state.phase, state.to_act) == ("moon", 0)
    assert state.view(0).phase == "moon"
    assert state.choose_moon("add").result().hand_scores == (0, 26, 26, 26)
    assert state.choose_moon("subtract").result().hand_scores == (-26, 0, 0, 0)


def test_5_3_auto() -> None:
    """Add, unless that ends the match without the shooter as sole winner."""
    rules = build_rules(moon="auto")
    early = MatchState(rules=rules, scores=(50, 60, 70, 20))
    late = MatchState(rules=rules, scores=(50, 60, 80, 20))
    leading = MatchState(rules=rules, scores=(10, 60, 80, 20))

    tricks = (12, 1, 0, 0)
    assert early.score(MOON, tricks).hand_scores == (0, 26, 26, 26)
    assert late.score(MOON, tricks).hand_scores == (-26, 0, 0, 0)
    assert leading.score(MOON, tricks).hand_scores == (0, 26, 26, 26)


def test_5_3_auto_in_an_extra_hand() -> None:
    """An extra hand counts for the cap, and any hand for `max_hands`: adding would end the match there in a tie."""
    third = piles("", "", HEARTS + "QS", "")
    before = {"scores": (40, 40, 66, 100), "hands": 9}  # seats 0 and 1 are tied, and 100 is met
    added, subtracted = (26, 26, 0, 26), (0, 0, -26, 0)

    def scored(**fields: object) -> tuple[int, ...]:
        rules = build_rules(moon="auto", tie="play_on", **fields)
        return MatchState(rules=rules, **before).score(third, (0, 0, 12, 1)).hand_scores

    assert scored(tie_max_extra_hands=None) == added
    assert scored(tie_max_extra_hands=2) == added
    assert scored(tie_max_extra_hands=1) == subtracted
    assert scored(tie_max_extra_hands=None, max_hands=11) == added
    assert scored(tie_max_extra_hands=None, max_hands=10) == subtracted


def test_5_3_auto_of_a_hand_alone() -> None:
    """A hand that is scored without its match knows by its number whether it is the last."""
    rules = build_rules(moon="auto", match_hands=3, target=26, exact_target=0, sun="as_moon", pass_count=0)
    moons = [play_on(HandState.start(rules, SUITS, hand), Random(0)).result().hand_scores for hand in (1, 2)]

    assert moons == [(0, 26, 26, 26), (-26, 0, 0, 0)]


def test_5_3_moon_requires_bonus() -> None:
    """The bonus card may belong to a moon; it is scored on top, to its taker."""
    rules = {"bonus_card": "JD", "moon_requires_bonus": True}
    without = piles(HEARTS + "QS", "JD", "", "")
    with_it = piles(HEARTS + "QS JD", "", "", "")

    assert scores(without, (12, 1, 0, 0), **rules) == (26, -10, 0, 0)
    assert scores(with_it, (12, 1, 0, 0), **rules) == (-10, 26, 26, 26)
    assert scores(without, (12, 1, 0, 0), bonus_card="JD") == (0, 16, 26, 26)


def test_5_4_sun() -> None:
    """Every trick as well counts twice the total, or as a moon."""
    assert scores(MOON, (13, 0, 0, 0)) == (0, 52, 52, 52)
    assert scores(MOON, (13, 0, 0, 0), sun="as_moon") == (0, 26, 26, 26)
    assert scores(MOON, (12, 1, 0, 0)) == (0, 26, 26, 26)
    assert scores(MOON, (13, 0, 0, 0), moon="subtract") == (-52, 0, 0, 0)


def test_5_5_no_trick_bonus() -> None:
    """A seat without a trick scores it, but not in a hand with a moon."""
    plain = piles(HEARTS, "QS", "", "")

    assert scores(plain, (10, 3, 0, 0), no_trick_bonus=-5) == (13, 13, -5, -5)
    assert scores(MOON, (12, 1, 0, 0), no_trick_bonus=-5) == (0, 26, 26, 26)


def test_5_6_score_floor() -> None:
    """Match scores may go below zero, unless there is a floor."""
    assert after((3, 20, 5, 6), (-10, 13, 13, 0)).scores == (-7, 33, 18, 6)
    assert after((3, 20, 5, 6), (-10, 13, 13, 0), score_floor=0).scores == (0, 33, 18, 6)


def test_5_7_teams() -> None:
    """Partners keep hand scores and share a match score, to which 5.6, 6.1, 6.2, 6.3 apply."""
    sides = {"teams": "opposite"}

    assert after((10, 5, 10, 5), (1, 20, 5, 0), **sides).scores == (16, 25, 16, 25)
    won = after((90, 5, 90, 5), (1, 10, 15, 0), **sides)
    assert (won.ended, won.winners, won.win_shares) == ("won", (1, 3), (0, 0.5, 0, 0.5))
    assert after((90, 5, 90, 5), (1, 10, 9, 0), exact_target=50, **sides).scores[0] == 50
    tied = after((90, 90, 90, 90), (5, 8, 8, 5), **sides)
    assert (tied.over, tied.extra_hand) == (False, True)


def test_5_7_moon_scope() -> None:
    """With team scope two partners together shoot, and the other side pays."""
    together = piles(HEARTS, "", "QS", "")
    team = build_rules("partnership", moon_scope="team")

    result = score_hand(team, together, (9, 3, 1, 0), last_scorer=2)
    assert (result.hand_scores, result.shooter) == ((0, 26, 0, 26), 2)
    assert scores(together, (9, 3, 1, 0), teams="opposite") == (13, 0, 13, 0)


PARTNERS_DEALT = piles("AC 2D AS", "2C 3D 2S", "3C AD 3S", "2H 3H 4S")
PARTNERS_PLAY = "2C 3C 2H AC 2D 3D AD 3H 3S 4S AS 2S"


def partners_rules() -> RuleSet:
    """Return the rules of a hand of three cards a seat in which partners shoot together."""
    return build_rules(
        "partnership",
        moon_scope="team",
        moon="subtract",
        first_trick_points="allow",
        pass_count=0,
        deck_removed=[card for card in range(52) if not sum(PARTNERS_DEALT) >> card & 1],
    )


def test_5_7_the_shooter_of_two_partners() -> None:
    """He took the last card of positive value, neither the first of them nor the last trick."""
    state = play_cards(HandState.start(partners_rules(), PARTNERS_DEALT), PARTNERS_PLAY)

    assert (state.shooter, state.leader) == (2, 0)
    assert state.result().hand_scores == (0, 0, -4, 0)


def test_5_7_the_bonus_card_makes_no_shooter() -> None:
    """Of partners the shooter is who took the last card of positive value, whoever took the bonus card after it."""
    hands = ("2H KS 2D", "2C 3H 3D", "AC 2S JD", "3C 3S 4D")
    dealt = piles(*hands)
    removed = [card for card in range(52) if not sum(dealt) >> card & 1]
    rules = build_rules(
        deck_removed=removed, opening_lead="left_of_dealer", pass_count=0, first_trick_points="allow", bonus_card="JD",
        teams="opposite", moon_scope="team", moon="subtract", sun="as_moon",
    )  # fmt: skip
    state = play_cards(HandState.start(rules, dealt), "2C AC 3C 2H 2S 3S KS 3H 2D 3D JD 4D")

    assert state.result().shooter == 0
    assert state.result().hand_scores == (-2, 0, -10, 0)


# --- 6 the match ------------------------------------------------------------------------------


def test_6_1_target() -> None:
    """Reached or exceeded, tested after complete hands."""
    assert after((87, 40, 30, 20), (13, 5, 8, 0)).over
    assert not after((87, 40, 30, 20), (13, 5, 8, 0), end_when="exceed").over
    assert not after((87, 40, 30, 20), (12, 6, 8, 0)).over
    assert after((30, 40, 30, 20), (13, 5, 8, 0), target=43).over


def test_6_2_exact_target() -> None:
    """Landing on the target exactly resets, before the end test."""
    assert after((87, 40, 30, 20), (13, 5, 8, 0), exact_target=50).scores == (50, 45, 38, 20)
    assert not after((87, 40, 30, 20), (13, 5, 8, 0), exact_target=0).over
    assert after((88, 40, 30, 20), (13, 5, 8, 0), exact_target=50).over
    with pytest.raises(RuleSetError, match="exact_target"):
        build_rules(exact_target=50, target=50)


def test_6_3_tie_play_on() -> None:
    """Extra hands until one seat is alone at the bottom, five at most."""
    match = after((90, 44, 50, 60), (11, 6, 0, 9))
    assert (match.scores, match.over, match.extra_hand) == ((101, 50, 50, 69), False, True)
    for _ in range(4):
        match = match.after_hand((0, 0, 0, 26))
    assert not match.over
    assert match.after_hand((26, 0, 0, 0)).winners == (1, 2)
    assert match.after_hand((0, 13, 13, 0)).winners == (1, 2)
    assert match.after_hand((0, 12, 14, 0)).winners == (1,)
    assert [match.hands, match.rules.pass_direction(match.hands)] == [10, "across"]


def test_6_3_tie_shared_and_without_cap() -> None:
    """A tie may be shared at once, or played on without end."""
    shared = after((90, 44, 50, 60), (11, 6, 0, 9), tie="shared")
    assert (shared.ended, shared.winners) == ("shared", (1, 2))
    match = after((90, 44, 50, 60), (11, 6, 0, 9), tie_max_extra_hands=None)
    for _ in range(20):
        match = match.after_hand((26, 0, 0, 0))
    assert not match.over
    assert after((98, 97, 69, 95), (12, 13, 1, 0)).winners == (2,)


def test_6_4_places() -> None:
    """Equal scores share a place; a shared win is split."""
    match = after((98, 97, 69, 95), (12, 13, 1, 0))
    assert match.places == (3, 3, 1, 2)
    shared = after((90, 44, 50, 60), (11, 6, 0, 9), tie="shared")
    assert (shared.places, shared.win_shares) == ((4, 1, 1, 3), (0, 0.5, 0.5, 0))


def test_6_5_max_hands() -> None:
    """A match that meets the guard is truncated and placed as scored."""
    match = after((10, 20, 30, 40), (26, 0, 0, 0), hands=199)

    assert (match.ended, match.winners, match.places) == ("truncated", (1,), (3, 1, 2, 4))
    assert after((90, 20, 30, 40), (26, 0, 0, 0), hands=199).ended == "won"
    assert not after((10, 20, 30, 40), (26, 0, 0, 0), hands=198).over


def test_6_6_match_hands() -> None:
    """A fixed number of hands, whatever the scores; a tie is shared."""
    assert not after((90, 20, 30, 40), (26, 0, 0, 0), hands=1, match_hands=3).over
    match = after((90, 20, 20, 40), (26, 0, 0, 0), hands=2, match_hands=3)
    assert (match.ended, match.winners) == ("shared", (1, 2))
    assert build_rules(match_hands=3).tie == "shared"
