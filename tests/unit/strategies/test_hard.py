"""`hard`: the count, the queen, the highest card that can be spared, and moons."""

from __future__ import annotations

import pytest

from hearts_arena.game.rules import build_rules
from hearts_arena.strategies.hard import Hard
from unit.strategies.positions import choose_pass, make_view, pass_view, play

SHOOTER = "QS AS KS JS 2H 3H 4H 5H"


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("4H 9H KH 2D", "JH", "9H"),
        ("4C 9C KC 2D", "JC QH", "9C"),
        ("8C 9C KC 2D", "7C JC 2H", "9C"),
        ("3S JS 2D", "AS", "JS"),
    ],
)
def test_ducks_with_the_highest_card_it_can_spare(held: str, trick: str, card: str) -> None:
    assert play(Hard, make_view(held, trick)) == card


def test_takes_a_clean_trick_with_its_highest_card_when_last() -> None:
    assert play(Hard, make_view("4C 9C KC 2D", "7C TC 8C")) == "KC"


def test_takes_high_while_a_suit_is_fresh() -> None:
    assert play(Hard, make_view("4C 9C KC 2D", "7C")) == "KC"


def test_a_void_behind_keeps_it_low() -> None:
    assert play(Hard, make_view("4C 9C KC 2D", "TC", voids={2: "C"})) == "9C"
    assert play(Hard, make_view("4C 9C KC 2D", "TC", voids={3: "C"})) == "KC"


def test_the_first_trick_is_safe_to_take() -> None:
    assert play(Hard, make_view("4C 9C AC 2D", "2C", trick_number=0)) == "AC"


def test_counts_what_is_above() -> None:
    """With everything higher gone, the lowest card takes the trick as surely as the highest."""
    gone = {1: "JH QH KH 2C", 2: "2H 3C 4C 5C"}

    assert play(Hard, make_view("9H TH 2D", "7H", taken=gone)) == "9H"
    assert play(Hard, make_view("9H TH 2D", "7H", taken=gone | {3: "AH 6C 7C 8C"})) == "TH"


@pytest.mark.parametrize("table", ["AS", "3S KS", "2S 9S AS"])
def test_gives_the_queen_to_a_higher_spade(table: str) -> None:
    assert play(Hard, make_view("2S QS", table)) == "QS"


class TestQueen:
    """Who may still hold the queen decides over the spades above her."""

    HELD = "4S AS 2D 3D"

    def test_keeps_high_spades_back_while_she_may_fall_on_them(self) -> None:
        assert play(Hard, make_view(self.HELD, "TS")) == "4S"

    def test_sheds_them_when_nobody_is_left_to_play_her(self) -> None:
        assert play(Hard, make_view(self.HELD, "TS 5S 6S")) == "AS"

    def test_sheds_them_when_everybody_behind_has_shown_a_void(self) -> None:
        assert play(Hard, make_view(self.HELD, "TS 5S", voids={1: "S"})) == "AS"
        assert play(Hard, make_view(self.HELD, "TS 5S", voids={2: "S"})) == "4S"

    def test_sheds_them_when_it_passed_her_to_a_seat_that_has_played(self) -> None:
        assert play(Hard, make_view(self.HELD, "TS 5S", passed="QS", direction="across")) == "AS"
        assert play(Hard, make_view(self.HELD, "TS 5S", passed="QS", direction="left")) == "4S"

    def test_throws_them_while_she_is_out_elsewhere(self) -> None:
        assert play(Hard, make_view("KS AH AD 2D", "5C")) == "KS"
        assert play(Hard, make_view("KS AH AD 2D", "5C", taken={1: "QS 2S 3S 4S"})) == "AH"

    def test_leads_spades_to_bring_her_down(self) -> None:
        assert play(Hard, make_view("4S JS 2C 2D")) == "JS"

    def test_leads_no_spades_with_her_or_above_her(self) -> None:
        assert play(Hard, make_view("KS 2C 8C 7D")) != "KS"
        assert play(Hard, make_view("QS 4S 2C 8C 7D")) not in ("QS", "4S")

    def test_throws_her_first_of_all(self) -> None:
        assert play(Hard, make_view("QS AS AH AD", "5C")) == "QS"


class TestMoon:
    """A seat that alone holds the points, and many of them, is stopped."""

    def test_takes_a_trick_with_points_from_the_shooter(self) -> None:
        assert play(Hard, make_view("3H KH 2D", "QH", taken={3: SHOOTER})) == "KH"

    def test_ducks_a_shooter_who_shares_the_points(self) -> None:
        assert play(Hard, make_view("3H KH 2D", "QH", taken={3: SHOOTER, 1: "6H 2C 3C 4C"})) == "3H"

    def test_throws_no_point_on_the_tricks_of_the_shooter(self) -> None:
        assert play(Hard, make_view("AH 2D 9D", "5C", taken={3: SHOOTER})) == "9D"

    def test_throws_a_point_on_the_trick_of_anybody_else(self) -> None:
        assert play(Hard, make_view("4D 6H 9H", "5C", taken={1: SHOOTER})) == "6H"

    def test_fears_no_moon_where_there_is_none(self) -> None:
        view = make_view("3H KH 2D", "QH", taken={3: SHOOTER}, rules=build_rules(moon="off"))

        assert play(Hard, view) == "3H"

    def test_lets_its_partner_shoot(self) -> None:
        teams = build_rules("partnership")

        assert play(Hard, make_view("3H KH 2D", "QH 6H", taken={2: SHOOTER}, rules=teams)) == "3H"
        assert play(Hard, make_view("3H KH 2D", "QH", taken={3: SHOOTER}, rules=teams)) == "KH"

    def test_does_not_shoot_itself(self) -> None:
        """All points so far and the top cards are its own, and it still gives a trick away."""
        view = make_view("3H KH AH AD", "QH 6H", taken={0: SHOOTER})

        assert play(Hard, view) == "3H"


@pytest.mark.parametrize(
    ("held", "cards"),
    [
        ("QS KS 4S 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H", {"QS", "KS"}),
        ("AS KS 4S AD 2C 3C 4C 5C 6C 2H 3H 4H 5H", {"AS", "KS", "AD"}),
        ("KD AD 2C 3C 4C 5C 6C 2H 3H 4H 2S 3S 4S", {"KD", "AD"}),
        ("JH KH AH 2C 3C 4C 5C 2D 3D 4D 5D 2S 3S", {"JH", "KH", "AH"}),
    ],
)
def test_passes_what_is_dangerous(held: str, cards: set[str]) -> None:
    assert cards <= choose_pass(Hard, pass_view(held))


def test_keeps_the_queen_with_four_spades_below_her() -> None:
    passed = choose_pass(Hard, pass_view("QS TS 7S 4S 2S 3C KC 2D QD 2H JH KH 9D"))

    assert not passed & {"QS", "TS", "7S", "4S", "2S"}


def test_keeps_low_hearts() -> None:
    passed = choose_pass(Hard, pass_view("2H 3H 4H 5H 6H QC AC 9D KD AD 7S 8S 9S"))

    assert passed == {"AC", "KD", "AD"} or not passed & {"2H", "3H", "4H", "5H", "6H"}
