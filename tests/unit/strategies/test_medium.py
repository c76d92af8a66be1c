"""`medium`: the count of each suit decides, and the pass empties a short suit."""

from __future__ import annotations

import pytest

from hearts_arena.game.rules import build_rules
from hearts_arena.strategies.medium import Medium
from unit.strategies.positions import choose_pass, make_view, pass_view, play


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("4C 9C KC 2D", "JC QH", "4C"),
        ("4H 9H KH 2D", "JH", "4H"),
        ("8C 9C KC 2D", "7C JC 2H", "8C"),
    ],
)
def test_ducks_with_its_lowest_card(held: str, trick: str, card: str) -> None:
    assert play(Medium, make_view(held, trick)) == card


def test_last_to_play_takes_a_clean_trick_with_its_highest_card() -> None:
    assert play(Medium, make_view("4C 9C KC 2D", "7C TC 8C")) == "KC"


def test_last_to_play_keeps_the_queen_back_on_a_clean_trick() -> None:
    assert play(Medium, make_view("QS 4S 2D", "7S TS 8S")) == "4S"


def test_takes_high_what_it_cannot_help_taking() -> None:
    """With everything higher gone, the lowest card takes the trick as surely as the highest."""
    view = make_view("9C TC 2D", "7C", taken={1: "JC QC KC AC"})

    assert play(Medium, view) == "TC"


def test_hopes_for_a_higher_card_while_one_is_out() -> None:
    view = make_view("9C TC 2D", "7C", taken={1: "JC QC KC 2C"})

    assert play(Medium, view) == "9C"


def test_counts_cards_of_every_trick() -> None:
    """The same hand and trick call for another card once the one card above has been played."""
    before = make_view("9C TC 2D", "7C", taken={1: "JC QC KC 2C"})
    after = make_view("9C TC 2D", "7C", taken={1: "JC QC KC 2C", 2: "AC 3C 4C 5C"})

    assert (play(Medium, before), play(Medium, after)) == ("9C", "TC")


def test_leads_the_suit_in_which_most_cards_out_are_higher() -> None:
    assert play(Medium, make_view("6C 7C 6D 7D", taken={1: "JC QC KC AC"})) == "6D"


def test_leads_no_suit_that_nobody_else_holds() -> None:
    view = make_view("2C 9D", taken={1: "3C 4C 5C 6C", 2: "7C 8C 9C TC", 3: "JC QC KC AC"})

    assert play(Medium, view) == "9D"


def test_throws_the_queen_when_void() -> None:
    assert play(Medium, make_view("QS AS AH AD", "5C")) == "QS"


def test_throws_the_spades_above_the_queen_while_she_is_out() -> None:
    assert play(Medium, make_view("KS AH AD", "5C")) == "KS"
    assert play(Medium, make_view("KS AH AD", "5C", taken={1: "QS 2S 3S 4S"})) == "AH"


@pytest.mark.parametrize("table", ["AS", "3S KS", "2S 9S AS"])
def test_gives_the_queen_to_a_higher_spade(table: str) -> None:
    assert play(Medium, make_view("2S QS", table)) == "QS"


def test_passes_the_queen_and_the_spades_above_her_first() -> None:
    assert choose_pass(Medium, pass_view("AS KS QS 2S 3S 4D 5D 6D 7H 8H 9C TC AC")) == {"AS", "KS", "QS"}


@pytest.mark.parametrize(
    ("held", "cards"),
    [
        ("4C JC 2D 3D 4D 5D 6D 2H 3H 4H 2S 3S 4S", {"4C", "JC", "4H"}),
        ("4D 8D JD 3C 4C 5C 6C 2H 3H 4H 5H 3S 4S", {"4D", "8D", "JD"}),
        ("QS 3S 5D TD 3C 4C 5C 6C 7C 2H 3H 4H 5H", {"QS", "5D", "TD"}),
    ],
)
def test_passes_to_empty_a_short_suit(held: str, cards: set[str]) -> None:
    assert choose_pass(Medium, pass_view(held)) == cards


def test_takes_no_thought_for_moons() -> None:
    """A seat that holds every point so far is given more."""
    view = make_view("KH 2D 3D", "5C AC", taken={3: "QS 2H 3H 4H 5H 6H 7H 8H"})

    assert play(Medium, view) == "KH"


def test_black_maria_sheds_every_heavy_spade() -> None:
    rules = build_rules("black_maria")

    assert play(Medium, make_view("KS 2S", "AS", rules=rules)) == "KS"
    assert play(Medium, make_view("AS KS AH", "5C", rules=rules)) == "AS"
