"""Cards as plain integers, their text, and sets of cards as 52-bit masks.

A card is an ``int`` 0..51: ``suit * 13 + rank``, suits clubs, diamonds, hearts, spades (0..3) and
ranks two to ace (0..12). Ascending order therefore means clubs first and low cards first. A *mask*
is an ``int`` whose bit ``card`` is set when the card is in the set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

__all__ = [
    "ACE_OF_SPADES",
    "CLUBS",
    "DIAMONDS",
    "FULL_MASK",
    "HEARTS",
    "HEARTS_MASK",
    "JACK_OF_DIAMONDS",
    "KING_OF_SPADES",
    "NO_CARD",
    "NO_SEAT",
    "NUM_CARDS",
    "NUM_SUITS",
    "QUEEN_MASK",
    "QUEEN_OF_SPADES",
    "RANKS",
    "RANKS_PER_SUIT",
    "SPADES",
    "SUITS",
    "SUIT_MASKS",
    "SUIT_SYMBOLS",
    "TEN_OF_DIAMONDS",
    "TWO_OF_CLUBS",
    "TWO_OF_DIAMONDS",
    "Card",
    "CardParseError",
    "Seat",
    "Suit",
    "card_of",
    "cards_of",
    "format_card",
    "format_cards",
    "mask_of",
    "parse_card",
    "parse_cards",
    "rank_of",
    "suit_of",
]

Card: TypeAlias = int
Suit: TypeAlias = int
Seat: TypeAlias = int

NUM_CARDS: Final = 52
NUM_SUITS: Final = 4
RANKS_PER_SUIT: Final = 13
NO_CARD: Final[Card] = -1
NO_SEAT: Final[Seat] = -1

CLUBS: Final[Suit] = 0
DIAMONDS: Final[Suit] = 1
HEARTS: Final[Suit] = 2
SPADES: Final[Suit] = 3

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
SUIT_SYMBOLS: Final = "♣♦♥♠"

TWO_OF_CLUBS: Final[Card] = 0
TWO_OF_DIAMONDS: Final[Card] = 13
TEN_OF_DIAMONDS: Final[Card] = 21
JACK_OF_DIAMONDS: Final[Card] = 22
QUEEN_OF_SPADES: Final[Card] = 49
KING_OF_SPADES: Final[Card] = 50
ACE_OF_SPADES: Final[Card] = 51

FULL_MASK: Final = (1 << NUM_CARDS) - 1
_ONE_SUIT: Final = (1 << RANKS_PER_SUIT) - 1
SUIT_MASKS: Final = tuple(_ONE_SUIT << suit * RANKS_PER_SUIT for suit in range(NUM_SUITS))
HEARTS_MASK: Final = SUIT_MASKS[HEARTS]
QUEEN_MASK: Final = 1 << QUEEN_OF_SPADES

_NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_SYMBOL_NAMES: Final = tuple(rank + symbol for symbol in SUIT_SYMBOLS for rank in RANKS)
_SUIT_LETTERS: Final = {
    **{letter: suit for suit, letter in enumerate(SUITS)},
    **{symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)},
    **{symbol: suit for suit, symbol in enumerate("♧♢♡♤")},
}
_RANK_LETTERS: Final = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": RANKS.index("T")}
_CARD_PATTERN: Final = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])")


class CardParseError(ValueError):
    """A text that names no card."""


def card_of(suit: Suit, rank: int) -> Card:
    """Return the card of a suit and a rank.

    Examples
    --------
    >>> card_of(SPADES, 10) == QUEEN_OF_SPADES
    True
    """
    if not (0 <= suit < NUM_SUITS and 0 <= rank < RANKS_PER_SUIT):
        raise ValueError(f"expected a suit 0..3 and a rank 0..12, got {suit!r} and {rank!r}")
    return suit * RANKS_PER_SUIT + rank


def suit_of(card: Card) -> Suit:
    """Return the suit of a card, 0..3.

    Examples
    --------
    >>> suit_of(QUEEN_OF_SPADES) == SPADES
    True
    """
    return card // RANKS_PER_SUIT


def rank_of(card: Card) -> int:
    """Return the rank of a card, 0 (the two) to 12 (the ace).

    Examples
    --------
    >>> RANKS[rank_of(QUEEN_OF_SPADES)]
    'Q'
    """
    return card % RANKS_PER_SUIT


def format_card(card: Card, symbols: bool = False) -> str:
    """Return the text of a card: rank, then suit.

    Examples
    --------
    >>> format_card(49), format_card(49, symbols=True)
    ('QS', 'Q♠')
    """
    if not 0 <= card < NUM_CARDS:
        raise ValueError(f"expected a card 0..51, got {card!r}")
    return _SYMBOL_NAMES[card] if symbols else _NAMES[card]


def parse_card(text: str) -> Card:
    """Return the card that a text names.

    ``TH`` is the usual spelling; ``10H``, ``th`` and ``T♥`` are understood as well, and blanks
    around the text are ignored.

    Raises
    ------
    CardParseError
        If the text is anything else.

    Examples
    --------
    >>> parse_card("QS"), parse_card("10h"), parse_card("Q♠")
    (49, 34, 49)
    """
    match = _CARD_PATTERN.fullmatch(text.strip().upper()) if isinstance(text, str) else None
    if match is None:
        raise CardParseError(f"expected a card such as 'QS', '10H' or 'T♥', got {text!r}")
    return card_of(_SUIT_LETTERS[match[2]], _RANK_LETTERS[match[1]])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text in its order, separated by blanks, commas or nothing.

    Examples
    --------
    >>> parse_cards("2C, 10H QS"), parse_cards("2CTHQS")
    ((0, 34, 49), (0, 34, 49))
    """
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        upper, at = word.upper(), 0
        while at < len(upper):
            match = _CARD_PATTERN.match(upper, at)
            if match is None:
                raise CardParseError(f"expected cards such as '2C TH QS', got {word!r} in {text!r}")
            cards.append(card_of(_SUIT_LETTERS[match[2]], _RANK_LETTERS[match[1]]))
            at = match.end()
    return tuple(cards)


def format_cards(cards: Iterable[Card], symbols: bool = False, separator: str = " ") -> str:
    """Return the texts of some cards in their order, joined by ``separator``.

    Examples
    --------
    >>> format_cards((0, 34, 49))
    '2C TH QS'
    """
    return separator.join(format_card(card, symbols) for card in cards)


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of some cards.

    Examples
    --------
    >>> mask_of((0, 3))
    9
    """
    mask = 0
    for card in cards:
        if not 0 <= card < NUM_CARDS:
            raise ValueError(f"expected cards 0..51, got {card!r}")
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask in ascending order.

    Examples
    --------
    >>> cards_of(9)
    (0, 3)
    """
    if not 0 <= mask <= FULL_MASK:
        raise ValueError(f"expected a mask of 52 bits, got {mask!r}")
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)
