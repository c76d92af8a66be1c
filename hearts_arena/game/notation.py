"""Hands, layouts and positions as text that can be pasted anywhere and read back.

A *holding* is one seat's cards, ranks by suit in the order clubs, diamonds, hearts, spades, parted
by dots: ``2A.6A.478.7Q`` is 2C AC 6D AD 4H 7H 8H 7S QS.

A *position* is one line, its parts separated by `` | ``::

    standard target=50 | hand 0 | deal .../.../.../... | pass 2DKCAC/-/8S6C3H/- | play 2C4C6C8C 3C

The rules are a preset with settings; ``deal`` holds the dealt holdings, one a seat; ``pass`` the
cards each seat has chosen, in order, ``-`` for a seat that has not; ``play`` the cards in order of
play, a group a trick; ``moon`` the shooter's choice. Parts that say nothing are left out. Whose
card each was follows from the rules, so a text holds no seat numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hearts_arena.game.cards import (
    NUM_SUITS,
    RANKS,
    SUITS,
    Card,
    card_of,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_cards,
    suit_of,
)
from hearts_arena.game.rules import build_rules, parse_setting

if TYPE_CHECKING:
    from hearts_arena.game.rules import RuleSet

__all__ = [
    "PositionParseError",
    "PositionText",
    "format_holding",
    "format_layout",
    "format_position",
    "format_rules",
    "parse_holding",
    "parse_layout",
    "parse_position",
    "parse_rules",
]

_PART: Final = " | "
_SEATS: Final = "/"
_NOTHING: Final = "-"
_PARTS: Final = ("hand", "deal", "pass", "play", "moon")


class PositionParseError(ValueError):
    """A text that is no holding, layout, rule set or position."""


class PositionText(NamedTuple):
    """What a position text says, before the rules are asked whether it can be."""

    rules: RuleSet
    """The rule set."""
    hand: int
    """Hand number in the match."""
    dealt: tuple[int, ...]
    """Mask of the cards dealt to each seat."""
    passes: tuple[tuple[Card, ...], ...]
    """Cards each seat has chosen to pass, in order; empty for a seat that has not chosen."""
    plays: tuple[Card, ...]
    """Cards in order of play."""
    moon: str
    """The shooter's choice, or empty."""


def format_holding(mask: int) -> str:
    """Return one seat's cards as ranks by suit.

    Examples
    --------
    >>> from hearts_arena.game.cards import mask_of, parse_cards
    >>> format_holding(mask_of(parse_cards("2C AC 6D QS")))
    '2A.6..Q'
    """
    suits = [""] * NUM_SUITS
    for card in cards_of(mask):
        suits[suit_of(card)] += format_card(card)[0]
    return ".".join(suits)


def parse_holding(text: str) -> int:
    """Return the mask of a holding.

    Examples
    --------
    >>> from hearts_arena.game.cards import cards_of, format_cards
    >>> format_cards(cards_of(parse_holding("2A.6..Q")))
    '2C AC 6D QS'
    """
    suits = text.strip().upper().split(".")
    ranks = [[RANKS.find(rank) for rank in suit] for suit in suits]
    if len(suits) != NUM_SUITS or any(min(suit, default=0) < 0 for suit in ranks):
        raise PositionParseError(f"expected a holding such as '2A.6..Q', got {text!r}")
    cards = [card_of(suit, rank) for suit in range(NUM_SUITS) for rank in ranks[suit]]
    if len(set(cards)) != len(cards):
        raise PositionParseError(f"expected each card once in a holding, got {text!r}")
    return mask_of(cards)


def format_rules(rules: RuleSet) -> str:
    """Return a rule set as ``standard`` and the settings that differ.

    Examples
    --------
    >>> format_rules(build_rules("short", bonus_card="JD"))
    'standard bonus_card=JD target=50'
    """
    return " ".join(("standard", *rules.settings()))


def parse_rules(text: str) -> RuleSet:
    """Return the rule set of a preset's name and settings.

    Examples
    --------
    >>> parse_rules("standard target=50") == build_rules("short")
    True
    """
    words = text.split()
    if not words:
        raise PositionParseError(f"expected rules such as 'standard target=50', got {text!r}")
    return build_rules(words[0], **dict(parse_setting(word) for word in words[1:]))


def format_layout(layout: Sequence[int]) -> str:
    """Return a layout as lines, one a seat, each suit a column.

    Examples
    --------
    >>> print(format_layout((parse_holding("2A.6..Q"), parse_holding(".TJ.3.4"))))
    0: C 2A  D 6   H -  S Q
    1: C -   D TJ  H 3  S 4
    """
    rows = [[suit or _NOTHING for suit in format_holding(mask).split(".")] for mask in layout]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{seat}: "
        + "  ".join(
            f"{letter} {ranks:<{width}}" for letter, ranks, width in zip(SUITS, row, widths, strict=True)
        ).rstrip()
        for seat, row in enumerate(rows)
    )


def parse_layout(text: str) -> tuple[int, ...]:
    """Return the masks of a layout written by `format_layout`; blank and ``#`` lines are skipped.

    Examples
    --------
    >>> parse_layout("0: C 2A  D 6  H -  S Q") == (parse_holding("2A.6..Q"),)
    True
    """
    masks: list[int] = []
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        label, colon, row = line.partition(":")
        words = row.split()
        if not colon or label.strip() != str(len(masks)) or words[::2] != list(SUITS):
            raise PositionParseError(f"expected seat {len(masks)} as '{len(masks)}: C 2A  D 6  H -  S Q', got {line!r}")
        ranks = ["" if word == _NOTHING else word for word in words[1::2]]
        masks.append(parse_holding(".".join(ranks)))
    return tuple(masks)


def format_position(position: PositionText) -> str:
    """Return a position as one line that `parse_position` reads back.

    Examples
    --------
    >>> from hearts_arena.game.dealing import layout
    >>> rules = build_rules()
    >>> text = format_position(PositionText(rules, 3, layout(7, 0, 3, rules), ((),) * 4, (), ""))
    >>> text.split(" | ")[:2]
    ['standard', 'hand 3']
    """
    rules = position.rules
    parts = [
        format_rules(rules),
        f"hand {position.hand}",
        "deal " + _SEATS.join(map(format_holding, position.dealt)),
    ]
    if any(position.passes):
        chosen = [format_cards(cards, separator="") or _NOTHING for cards in position.passes]
        parts.append("pass " + _SEATS.join(chosen))
    if position.plays:
        cards, tricks = iter(position.plays), []
        while trick := tuple(islice(cards, rules.players)):
            tricks.append(format_cards(trick, separator=""))
        parts.append("play " + " ".join(tricks))
    if position.moon:
        parts.append(f"moon {position.moon}")
    return _PART.join(parts)


def parse_position(text: str) -> PositionText:
    """Return what a position text says.

    Raises
    ------
    ValueError
        If a part is missing, unknown, repeated or cannot be read.

    Examples
    --------
    >>> parse_position("standard | hand 0 | deal 2A.../.6../..7./...Q").dealt
    (4097, 131072, 2147483648, 562949953421312)
    """
    rules_text, *parts = (part.strip() for part in text.split("|"))
    said: dict[str, str] = {}
    for part in parts:
        word, _, rest = part.partition(" ")
        if word not in _PARTS or word in said:
            raise PositionParseError(f"expected the parts {', '.join(_PARTS)} once each, got {part!r} in {text!r}")
        said[word] = rest.strip()
    if "deal" not in said or not said.get("hand", "").isdecimal():
        raise PositionParseError(f"expected 'rules | hand 0 | deal ...', got {text!r}")
    rules = parse_rules(rules_text)
    return PositionText(
        rules=rules,
        hand=int(said["hand"]),
        dealt=tuple(parse_holding(holding) for holding in said["deal"].split(_SEATS)),
        passes=_parse_passes(said.get("pass"), rules.players),
        plays=parse_cards(said.get("play", "")),
        moon=said.get("moon", ""),
    )


def _parse_passes(text: str | None, players: int) -> tuple[tuple[Card, ...], ...]:
    if text is None:
        return ((),) * players
    chosen: Any = text.split(_SEATS)
    return tuple(() if cards == _NOTHING else parse_cards(cards) for cards in chosen)
