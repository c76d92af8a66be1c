"""Positions from public bug reports that every counting bot must get right."""

from __future__ import annotations

import pytest

from hearts_arena.bot import CompiledBot
from hearts_arena.game.cards import parse_card
from hearts_arena.game.rules import build_rules
from hearts_arena.strategies.easy import Easy
from hearts_arena.strategies.hard import Hard
from hearts_arena.strategies.knowledge import cards_out, located_cards
from hearts_arena.strategies.medium import Medium
from hearts_arena.strategies.monte_carlo import MonteCarlo
from hearts_arena.strategies.random import Random
from unit.strategies.positions import make_view, mask, play, texts

EVERY = (Random, Easy, Medium, Hard, MonteCarlo)
COUNTING = (Medium, Hard, MonteCarlo)


@pytest.mark.parametrize("bot", EVERY)
@pytest.mark.parametrize(("held", "trick"), [("QS 4D", "3S 9S"), ("QS", "")])
def test_b03_plays_the_queen_when_she_is_all_it_may_play(bot: type[CompiledBot], held: str, trick: str) -> None:
    assert play(bot, make_view(held, trick)) == "QS"


def test_b10_a_passed_card_is_out_until_it_is_played_and_known_to_be_where_it_went() -> None:
    view = make_view("2C 3C 4D", passed="KH QD 7S", direction="left")

    assert {"KH", "QD", "7S"} <= texts(cards_out(view))
    assert texts(located_cards(view, 1)) == {"KH", "QD", "7S"}
    assert texts(located_cards(view, 2)) == set()
    assert int(cards_out(view)).bit_count() + 3 == 52

    view["played_by"][1] |= 1 << parse_card("KH")
    view["taken"][2] |= 1 << parse_card("KH")

    assert "KH" not in texts(cards_out(view))
    assert texts(located_cards(view, 1)) == {"QD", "7S"}


def test_b10_under_scatter_each_card_is_known_where_it_went() -> None:
    view = make_view("2C 3C 4D", seat=2, passed="AS KS QS", direction="scatter", rules=build_rules("scatter"))
    for i, card in enumerate(("AS", "KS", "QS")):
        view["scattered"][i] = parse_card(card)

    assert [texts(located_cards(view, seat)) for seat in (3, 0, 1)] == [{"AS"}, {"KS"}, {"QS"}]


def test_b10_seen_and_unseen_cards_are_the_deck() -> None:
    view = make_view("2C 3C 4D", "9D", taken={1: "QS 2S 3S 4S"})

    assert int(cards_out(view)) | mask("2C 3C 4D 9D QS 2S 3S 4S") == (1 << 52) - 1


@pytest.mark.parametrize("bot", COUNTING)
def test_b12_gives_the_queen_to_the_ace_rather_than_the_king(bot: type[CompiledBot]) -> None:
    assert play(bot, make_view("KS QS", "3S AS", trick_number=11)) == "QS"


@pytest.mark.parametrize("bot", COUNTING)
def test_b15_does_not_take_the_queen_for_the_sake_of_a_jack_that_is_not_there(bot: type[CompiledBot]) -> None:
    view = make_view("QD 4D", "TD 6D QS", rules=build_rules("omnibus"), trick_number=11)

    assert play(bot, view) == "4D"
