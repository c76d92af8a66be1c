"""Cards, their text and masks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_arena.game import cards as c
from strategies import CARDS, MASKS


def test_numbers_of_the_named_cards() -> None:
    """Each named constant is the card that its name says."""
    named = {
        "2C": c.TWO_OF_CLUBS,
        "2D": c.TWO_OF_DIAMONDS,
        "TD": c.TEN_OF_DIAMONDS,
        "JD": c.JACK_OF_DIAMONDS,
        "QS": c.QUEEN_OF_SPADES,
        "KS": c.KING_OF_SPADES,
        "AS": c.ACE_OF_SPADES,
    }

    assert named == {c.format_card(card): card for card in named.values()}
    assert c.QUEEN_OF_SPADES == 49


@given(CARDS)
def test_card_text_round_trips(card: int) -> None:
    """A card's text, plain or with a symbol, reads back as the card."""
    assert c.parse_card(c.format_card(card)) == card
    assert c.parse_card(c.format_card(card, symbols=True)) == card
    assert c.card_of(c.suit_of(card), c.rank_of(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [("TH", 34), ("10H", 34), ("th", 34), (" 10♥ ", 34), ("Q♠", 49), ("q♤", 49), ("2♢", 13)],
)
def test_aliases(text: str, card: int) -> None:
    """Documented spellings are understood."""
    assert c.parse_card(text) == card


@pytest.mark.parametrize("text", ["", "1H", "QX", "QSS", "10", "H", "HT", "0H", "11H", "T", "Q S"])
def test_what_is_no_card_is_refused_and_quoted(text: str) -> None:
    """Any other text raises with the text quoted."""
    with pytest.raises(c.CardParseError, match=r"expected a card") as error:
        c.parse_card(text)

    assert repr(text) in str(error.value)


@pytest.mark.parametrize("value", [None, 5, 5.0, ["QS"]])
def test_what_is_no_text_is_refused(value: object) -> None:
    """A value that is no text is no card's text."""
    with pytest.raises(c.CardParseError):
        c.parse_card(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["2C 10H QS", "2C,TH,QS", "2CTHQS", " 2c  10hqs "])
def test_lists_of_cards(text: str) -> None:
    """Cards may be parted by blanks, commas or nothing."""
    assert c.parse_cards(text) == (0, 34, 49)


def test_list_with_a_fault_is_quoted() -> None:
    """A list with something else in it raises."""
    with pytest.raises(c.CardParseError, match="'2CX' in '3C 2CX'"):
        c.parse_cards("3C 2CX")


@given(st.lists(CARDS))
def test_lists_round_trip(cards: list[int]) -> None:
    """The text of some cards reads back in its order, with or without blanks."""
    assert c.parse_cards(c.format_cards(cards)) == tuple(cards)
    assert c.parse_cards(c.format_cards(cards, separator="")) == tuple(cards)


@given(MASKS)
def test_masks_round_trip(mask: int) -> None:
    """The cards of a mask are ascending and make the mask again."""
    cards = c.cards_of(mask)

    assert c.mask_of(cards) == mask
    assert list(cards) == sorted(set(cards))


def test_suit_masks_part_the_deck() -> None:
    """The four suits share no card and make up the deck."""
    assert sum(c.SUIT_MASKS) == c.FULL_MASK
    assert [mask.bit_count() for mask in c.SUIT_MASKS] == [13] * 4
    assert c.cards_of(c.QUEEN_MASK) == (c.QUEEN_OF_SPADES,)


@pytest.mark.parametrize("card", [-1, 52])
def test_numbers_beyond_the_deck_are_refused(card: int) -> None:
    """Numbers that are no card have no text and go into no mask."""
    with pytest.raises(ValueError, match=r"0\.\.51"):
        c.format_card(card)
    with pytest.raises(ValueError, match=r"0\.\.51"):
        c.mask_of([card])


@pytest.mark.parametrize("mask", [-1, 1 << 52])
def test_masks_beyond_the_deck_are_refused(mask: int) -> None:
    """A mask has 52 bits."""
    with pytest.raises(ValueError, match="52 bits"):
        c.cards_of(mask)


@pytest.mark.parametrize(("suit", "rank"), [(4, 0), (0, 13), (-1, 0)])
def test_suit_and_rank_are_checked(suit: int, rank: int) -> None:
    """There are four suits and thirteen ranks."""
    with pytest.raises(ValueError, match=r"a suit 0\.\.3"):
        c.card_of(suit, rank)
