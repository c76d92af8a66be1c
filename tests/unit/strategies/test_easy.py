"""`easy`: habit, no memory, and one card in four at random."""

from __future__ import annotations

import pytest

from hearts_arena.game.rules import build_rules
from hearts_arena.strategies.easy import Easy
from unit.strategies.positions import choose_pass, make_view, pass_view, play


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("4C 9C KC 2D AS", "5C", "4C"),
        ("9C KC 2D AS", "AC", "9C"),  # the lowest, though the king would be safe under the ace
        ("QS KS 2D", "AS", "QS"),
        ("QS KS 2D", "3S 9S", "QS"),
    ],
)
def test_follows_with_the_lowest_card_of_the_suit_led(held: str, trick: str, card: str) -> None:
    assert play(Easy, make_view(held, trick), wild=0) == card


@pytest.mark.parametrize(
    ("held", "card"),
    [("4D 9D KH 2H QS", "KH"), ("4D AD KH QS", "AD"), ("JD JH JS", "JS"), ("2D 3D QS", "QS")],
)
def test_discards_the_highest_card_when_void(held: str, card: str) -> None:
    assert play(Easy, make_view(held, "5C"), wild=0) == card


def test_leads_the_lowest_card() -> None:
    assert play(Easy, make_view("5C 3D 9H AS"), wild=0) == "3D"


def test_remembers_nothing() -> None:
    """Nothing that happened before the trick on the table changes the card."""
    plain = make_view("4C 9C KC 2D", "5C TC")
    later = make_view("4C 9C KC 2D", "5C TC", taken={1: "AC QC JC 8C", 2: "QS 2H 3H 4H"}, voids={1: "CS"})

    assert play(Easy, later, wild=0) == play(Easy, plain, wild=0) == "4C"


@pytest.mark.parametrize(
    ("held", "preset", "cards"),
    [
        ("2C 3C 4C 5D 6D 7D 8H 9H TH JS QS KS AD", "standard", {"AD", "KS", "QS"}),
        ("2C 3C 4C 5D 6D 7D 8H 9H TH JS QS KS AD", "pass_four", {"AD", "KS", "QS", "JS"}),
        ("AC AD AH AS KC 2D 3D 4D 5D 6D 7D 8D 9D", "standard", {"AS", "AH", "AD"}),
    ],
)
def test_passes_its_highest_cards(held: str, preset: str, cards: set[str]) -> None:
    assert choose_pass(Easy, pass_view(held, rules=build_rules(preset))) == cards


def test_one_decision_in_four_is_a_uniformly_random_legal_card() -> None:
    count = 8000
    played = [play(Easy, make_view("2C 5C 9C JC 3D", "8C", random=word)) for word in _words(count)]
    shares = {card: played.count(card) / count for card in set(played)}

    assert set(shares) == {"2C", "5C", "9C", "JC"}
    assert shares["2C"] == pytest.approx(1 - 0.25 * 3 / 4, abs=0.02)
    for card in ("5C", "9C", "JC"):
        assert shares[card] == pytest.approx(0.25 / 4, abs=0.015)


def test_wild_is_a_share_that_an_entrant_may_set() -> None:
    view = make_view("2C 5C 9C JC 3D", "8C", random=2**63 + 5)

    assert play(Easy, view, wild=0) == "2C"
    assert play(Easy, view, wild=1) == "9C"


def _words(count: int) -> list[int]:
    return [(i + 1) * 0x9E3779B97F4A7C15 % 2**64 for i in range(count)]
