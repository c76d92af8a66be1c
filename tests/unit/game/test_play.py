"""Which cards may be played, what breaks hearts, who takes a trick, where a pass goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_arena.game import (
    CLAUSES,
    bars,
    breaks_hearts,
    broken_after,
    build_rules,
    cards_of,
    holds,
    legal_cards,
    legal_mask,
    mask_of,
    opening_leader,
    parse_card,
    parse_cards,
    pass_fault,
    pass_targets,
    trick_winner,
)
from strategies import CARDS, rule_sets


@st.composite
def tables(draw: st.DrawFn):
    """Draw a hand, a trick and a flag that could lie on a table, though not how they came there."""
    rules = draw(rule_sets())
    deck = st.sampled_from(rules.deck)
    cards = draw(st.lists(deck, min_size=1, max_size=min(13, len(rules.deck)), unique=True))
    trick = tuple(cards[: draw(st.integers(0, min(len(cards) - 1, rules.players - 1)))])
    number = draw(st.integers(0, 2))
    held = cards[len(trick) :]
    if not trick and number == 0 and rules.lowest_club is not None:
        held.append(rules.lowest_club)
    return rules, mask_of(held), trick, number, draw(st.booleans())


@given(tables())
def test_a_legal_set_is_never_empty_and_always_held(table) -> None:
    """Whatever the rules, some card held may be played (3.3)."""
    held, legal = table[1], legal_mask(*table)

    assert legal != 0
    assert legal & ~held == 0


@given(tables())
def test_each_barred_card_has_a_clause(table) -> None:
    """A card held is legal or barred by a clause that the module explains."""
    held, legal = table[1], legal_mask(*table)
    barred = bars(*table)

    assert {clause for clause, _ in barred} <= set(CLAUSES)
    for card in cards_of(held & ~legal):
        assert any(mask >> card & 1 for _, mask in barred)
    assert legal_cards(*table) == cards_of(legal)


@given(tables())
def test_the_queen_is_never_forced_while_another_card_is_legal(table) -> None:
    """Nobody is ever obliged to play the queen, save by following suit or 3.3, 4.4 (4.5)."""
    rules, held, trick, number, broken = table
    if legal_mask(*table) != mask_of([49]) or held == mask_of([49]):
        return
    spades_left = held & ~mask_of([49]) & mask_of(range(39, 52))

    following = bool(trick) and trick[0] >= 39 and not spades_left
    forced_first = bool(trick) and number == 0 and rules.first_trick_forced == "queen_first"
    unbroken_lead = not trick and not broken and rules.lead_hearts_unbroken == "only_hearts"
    assert following or forced_first or unbroken_lead


@given(st.lists(CARDS, min_size=1, max_size=5, unique=True))
def test_the_highest_card_of_the_led_suit_takes_the_trick(trick: list[int]) -> None:
    """No other card of the suit led is higher than the winner's."""
    winner = trick[trick_winner(trick)]

    assert winner // 13 == trick[0] // 13
    assert all(card <= winner for card in trick if card // 13 == trick[0] // 13)


@pytest.mark.parametrize(
    ("card", "led", "breakers"),
    [
        ("5H", None, "heart/lead"),
        ("5H", "H", "heart/lead"),
        ("5H", "C", "heart/lead heart"),
        ("QS", None, "heart_or_queen"),
        ("QS", "S", "heart_or_queen"),
        ("QS", "D", "heart_or_queen heart_or_queen_discard"),
        ("KS", "D", ""),
        ("JD", "C", ""),
    ],
)
def test_what_breaks_hearts(card: str, led: str | None, breakers: str) -> None:
    """A heart and the queen of spades break hearts as the two fields say (4.3)."""
    suit = None if led is None else "CDHS".index(led)
    for by in ("heart", "heart_or_queen_discard", "heart_or_queen"):
        for leads in (True, False):
            rules = build_rules(hearts_broken_by=by, heart_lead_breaks=leads)
            expected = "heart" in breakers.split() or leads if card == "5H" else by in breakers.split()
            assert breaks_hearts(rules, parse_card(card), suit) == expected


@given(rule_sets(), st.lists(CARDS, max_size=5, unique=True), st.booleans())
def test_the_flag_never_goes_back(rules, trick, broken) -> None:
    """Hearts once broken stay broken, and an empty trick breaks nothing."""
    assert broken_after(rules, trick, True)
    assert broken_after(rules, (), broken) == broken


@pytest.mark.parametrize(
    ("players", "direction", "targets"),
    [
        (4, "left", [1, 2, 3, 0]),
        (4, "right", [3, 0, 1, 2]),
        (4, "across", [2, 3, 0, 1]),
        (3, "left", [1, 2, 0]),
        (3, "right", [2, 0, 1]),
        (5, "right", [4, 0, 1, 2, 3]),
    ],
)
def test_directions(players, direction, targets) -> None:
    """All cards of a pass go to one seat; left is the next to play."""
    rules = build_rules(players=players)

    got = [pass_targets(rules, direction, seat) for seat in range(players)]
    assert got == [(target,) * 3 for target in targets]


def test_scatter_and_hold() -> None:
    """Scatter gives one card to each opponent, first to the left; hold gives none."""
    rules = build_rules("scatter")

    assert pass_targets(rules, "scatter", 2) == (3, 0, 1)
    assert pass_targets(rules, "hold", 2) == ()


def test_opening_leader_without_a_club() -> None:
    """Where the dealer decides, clubs do not matter."""
    rules = build_rules(opening_lead="left_of_dealer")

    assert [opening_leader(rules, (1, 2, 4, 8), hand) for hand in range(5)] == [1, 2, 3, 0, 1]
    assert opening_leader(build_rules(), (2, 4, 1, 8), 3) == 2


@pytest.mark.parametrize(
    ("cards", "fault"),
    [("2C 3C 4C", ""), ("2C 3C", "different"), ("2C 2C 3C", "different"), ("2C 3C AS", "held")],
)
def test_pass_fault(cards: str, fault: str) -> None:
    """A pass is of the right number of different cards that are held."""
    reason = pass_fault(build_rules(), mask_of(parse_cards("2C 3C 4C 5C")), parse_cards(cards))

    assert fault in reason
    assert bool(reason) == bool(fault)


@pytest.mark.parametrize("value", ["2C", 0.0, None, True, -1, 52, 4])
def test_only_cards_are_held(value: object) -> None:
    """Nothing but a card's number is in a hand."""
    assert not holds(0b1111, value)
    assert holds(0b1111, 3)
