"""What a hand scores."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.game import (
    NO_SEAT,
    HandState,
    build_rules,
    cards_of,
    find_shooter,
    is_sun,
    mask_of,
    parse_cards,
    penalty_points,
    score_hand,
    sides_of,
)
from hearts_arena.game.scoring import moon_sides
from strategies import RANDOMS, finish, hands, rule_sets

ALL = build_rules().penalty_mask
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def masks(*piles: str) -> tuple[int, ...]:
    """Return the masks of some piles of cards."""
    return tuple(mask_of(parse_cards(pile)) for pile in piles)


@given(hands(), RANDOMS)
@settings(max_examples=200)
def test_scores_sum_as_the_rule_set_says(state: HandState, rng: Random) -> None:
    """Any random hand of any rule set adds up: plain, moon, sun, bonuses."""
    rules, end = state.rules, finish(state, rng)
    result = end.result()
    assert sum(result.penalty_points) == rules.total_points
    total = rules.total_points * (2 if result.sun and rules.sun == "double" else 1)
    bonus = rules.bonus_points if rules.bonus_card is not None else 0
    if result.shooter == NO_SEAT:
        expected = total + rules.no_trick_bonus * result.tricks_won.count(0)
    elif result.moon == "subtract":
        expected = -total
    else:
        spared = 2 if rules.moon_scope == "team" else 1
        expected = total * (rules.players - spared)

    assert sum(result.hand_scores) == expected + bonus


@given(rule_sets(), RANDOMS, st.integers(0, 3))
def test_a_moon_is_found_by_its_cards(rules, rng, seat) -> None:
    """Whoever took every card of positive value (and the bonus card) shot, and nobody else."""
    seat %= rules.players
    rest = [card for card in rules.deck if not rules.card_points[card]]
    taken = [0] * rules.players
    taken[seat] = rules.penalty_mask
    for card in rest:
        taken[rng.randrange(rules.players)] |= 1 << card
    shooter = find_shooter(rules, taken)

    if rules.moon == "off" or not rules.penalty_mask:
        assert shooter == NO_SEAT
    elif rules.moon_requires_bonus:
        side = next(side for side in moon_sides(rules) if seat in side)
        has_bonus = any(taken[partner] >> rules.bonus_card & 1 for partner in side)
        assert shooter == (seat if has_bonus else NO_SEAT)
    else:
        assert shooter == seat
    lowest = rules.penalty_mask & -rules.penalty_mask
    others = [other for other in range(rules.players) if other != seat]
    taken[seat] ^= lowest
    taken[others[0]] |= lowest
    if rules.moon_scope == "player" and rules.penalty_mask != lowest:
        assert find_shooter(rules, taken) == NO_SEAT


def test_totals_do_not_make_a_moon() -> None:
    """R19: 16 points and the bonus card look like nothing at all."""
    taken = masks("", "5H 6H 7H 8H 9H TH JH QH KH", "QS 2H 3H 4H JD", "AH")

    result = score_hand(build_rules("omnibus"), taken, (0, 9, 3, 1))

    assert (result.hand_scores, result.shooter) == ((0, 9, 6, 1), NO_SEAT)
    assert (result.penalty_points, result.queen_taker) == ((0, 9, 16, 1), 2)
    assert (result.hearts_taken, result.bonus_taker) == ((0, 9, 3, 1), 2)
    assert (result.moon, result.sun) == ("", False)


@pytest.mark.parametrize(
    ("moon", "choice", "expected"),
    [
        ("add", "add", (0, 26, 26, 26)),
        ("add", "subtract", (0, 26, 26, 26)),
        ("subtract", "add", (-26, 0, 0, 0)),
        ("choose", "add", (0, 26, 26, 26)),
        ("choose", "subtract", (-26, 0, 0, 0)),
        ("auto", "subtract", (-26, 0, 0, 0)),
        ("off", "add", (26, 0, 0, 0)),
    ],
)
def test_ways_to_score_a_moon(moon, choice, expected) -> None:
    """The rule set decides; where it leaves the way open, the choice does."""
    rules = build_rules(moon=moon)

    result = score_hand(rules, (ALL, 0, 0, 0), (12, 1, 0, 0), choice=choice)

    assert result.hand_scores == expected


def test_another_choice_is_refused() -> None:
    """A moon is added or subtracted."""
    with pytest.raises(ValueError, match="'add' or 'subtract', not 'x'"):
        score_hand(build_rules(), (ALL, 0, 0, 0), (13, 0, 0, 0), choice="x")


@pytest.mark.parametrize(
    ("sun", "tricks", "expected"),
    [
        ("double", (13, 0, 0, 0), (0, 52, 52, 52)),
        ("double", (12, 0, 1, 0), (0, 26, 26, 26)),
        ("as_moon", (13, 0, 0, 0), (0, 26, 26, 26)),
    ],
)
def test_sun(sun, tricks, expected) -> None:
    """Every trick makes a sun, whose worth the rule set says."""
    result = score_hand(build_rules(sun=sun), (ALL, 0, 0, 0), tricks)

    assert result.hand_scores == expected
    assert result.sun == (tricks[0] == 13)


def test_partners_shoot_together() -> None:
    """The side's cards count together; who took the last penalty card is the shooter."""
    rules = build_rules("partnership", moon_scope="team")
    taken = masks(HEARTS, "", "QS", "")

    added = score_hand(rules, taken, (9, 3, 1, 0), last_scorer=2)
    assert (added.hand_scores, added.shooter) == ((0, 26, 0, 26), 2)
    subtract = build_rules("partnership", moon_scope="team", moon="subtract")
    assert score_hand(subtract, taken, (9, 3, 1, 0), last_scorer=2).hand_scores == (0, 0, -26, 0)
    assert find_shooter(build_rules("partnership"), taken) == NO_SEAT
    for seat in (NO_SEAT, 1):
        with pytest.raises(ValueError, match="last_scorer"):
            score_hand(rules, taken, (9, 3, 1, 0), last_scorer=seat)


def test_a_lone_shooter_spares_his_partner_only_in_team_scope() -> None:
    """Under team scope a lone moon is the side's; else the partner pays like anybody."""
    taken, tricks = (ALL, 0, 0, 0), (12, 1, 0, 0)

    team = score_hand(build_rules("partnership", moon_scope="team"), taken, tricks)
    assert team.hand_scores == (0, 26, 0, 26)
    alone = score_hand(build_rules("partnership"), taken, tricks)
    assert alone.hand_scores == (0, 26, 26, 26)


def test_a_side_shoots_the_sun() -> None:
    """In team scope the side's tricks count together."""
    team = build_rules("partnership", moon_scope="team")

    assert is_sun(team, (10, 0, 3, 0), 0)
    assert not is_sun(team, (10, 1, 2, 0), 0)
    assert not is_sun(build_rules("partnership"), (10, 0, 3, 0), 0)


def test_bonus_and_no_trick_bonus() -> None:
    """The bonus card is on top of all; the bonus for no trick falls away with a moon."""
    rules = build_rules("omnibus", no_trick_bonus=-5)
    plain = masks(HEARTS, "QS", "JD", "")

    assert score_hand(rules, plain, (10, 2, 1, 0)).hand_scores == (13, 13, -10, -5)
    moon = masks(HEARTS + " QS", "JD", "", "")
    assert score_hand(rules, moon, (12, 1, 0, 0)).hand_scores == (0, 16, 26, 26)


def test_no_penalty_cards_no_moon() -> None:
    """In a deck without penalty cards nobody can shoot."""
    rules = build_rules(deck_removed=HEARTS + " QS 2C 3C", opening_lead="left_of_dealer")

    assert rules.total_points == 0
    taken = (mask_of(rules.deck), 0, 0, 0)
    result = score_hand(rules, taken, (9, 0, 0, 0))
    assert (result.hand_scores, result.shooter, result.sun) == ((0, 0, 0, 0), NO_SEAT, False)


def test_points_and_sides() -> None:
    """Card points add up; sides are partners under teams and single seats else."""
    black_maria = build_rules("black_maria")

    assert penalty_points(black_maria, mask_of(black_maria.deck)) == 43
    assert penalty_points(black_maria, mask_of(parse_cards("KS AS 2H AC"))) == 18
    assert sides_of(black_maria) == ((0,), (1,), (2,))
    assert sides_of(build_rules("partnership")) == ((0, 2), (1, 3))
    assert len(cards_of(black_maria.penalty_mask)) == 16
