"""The rules of passing and play as functions of what lies on the table.

`bars` is the one place that knows which cards may not be played and why: the legal cards are those
held and not barred, and an error quotes the clause that bars a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import (
    CLUBS,
    HEARTS,
    HEARTS_MASK,
    QUEEN_MASK,
    QUEEN_OF_SPADES,
    RANKS_PER_SUIT,
    SPADES,
    SUIT_MASKS,
    Card,
    Seat,
    Suit,
    cards_of,
    format_cards,
)

if TYPE_CHECKING:
    from hearts_arena.game.rules import RuleSet

__all__ = [
    "CLAUSES",
    "bars",
    "breaks_hearts",
    "broken_after",
    "holds",
    "legal_cards",
    "legal_mask",
    "opening_leader",
    "pass_fault",
    "pass_targets",
    "trick_winner",
]

CLAUSES: Final[Mapping[str, str]] = {
    "3.1": "the opening lead is the lowest club of the deck, or any club where the rules say so",
    "3.2": "a card of positive value is not discarded on trick 1 while another card is held",
    "3.3": "a hand of nothing but penalty cards discards what first_trick_forced names on trick 1",
    "4.1": "a seat that holds the led suit follows it",
    "4.2": "hearts are not led before they are broken",
    "4.4": "lead_hearts_unbroken says what a hand of only hearts and QS leads before hearts break",
    "4.5": "QS is held back before hearts break, while another card can be played",
}
"""The clauses that can bar a card, each with what it says."""

_PENALTY_SUITS: Final = HEARTS_MASK | QUEEN_MASK


def bars(
    rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, hearts_broken: bool
) -> tuple[tuple[str, int], ...]:
    """Return the clauses that may bar cards from being played, each with the mask of cards it bars.

    Parameters
    ----------
    rules
        The rule set.
    held
        Mask of the cards in hand, not empty; for the opening lead it is the hand that has it.
    trick
        Cards of the trick so far in order of play; empty for a lead.
    trick_number
        0 for the first trick.
    hearts_broken
        The flag before this card.

    Examples
    --------
    >>> from hearts_arena.game import build_rules, cards_of, mask_of, parse_cards
    >>> held = mask_of(parse_cards("2C 5H"))
    >>> [(clause, cards_of(mask)) for clause, mask in bars(build_rules(), held, (), 5, False)]
    [('4.2', (29,)), ('4.5', ())]
    """
    if trick:
        following = held & SUIT_MASKS[suit_led(trick)]
        if following:
            return (("4.1", held & ~following),)
        return _discard_bars(rules, held, trick_number, hearts_broken)
    if trick_number == 0 and rules.opening_lead != "left_of_dealer":
        return (("3.1", held & ~_opening_cards(rules)),)
    return () if hearts_broken else _unbroken_lead_bars(rules, held)


def suit_led(trick: Sequence[Card]) -> Suit:
    """Return the suit of the first card of a trick."""
    return trick[0] // RANKS_PER_SUIT


def _opening_cards(rules: RuleSet) -> int:
    """Return the cards that may open the hand where the lowest club decides (3.1)."""
    if rules.opening_lead == "any_club" or rules.lowest_club is None:
        return SUIT_MASKS[CLUBS]
    return 1 << rules.lowest_club


def _discard_bars(rules: RuleSet, held: int, trick_number: int, hearts_broken: bool) -> tuple[tuple[str, int], ...]:
    if trick_number == 0 and rules.first_trick_points == "forbid":
        if held & ~rules.penalty_mask:
            return (("3.2", held & rules.penalty_mask),)
        return (("3.3", held & ~_forced_discards(rules, held)),)
    if rules.queen_until_broken != "free" and not hearts_broken and held != QUEEN_MASK:
        return (("4.5", held & QUEEN_MASK),)
    return ()


def _forced_discards(rules: RuleSet, held: int) -> int:
    """Return what a hand of nothing but penalty cards may discard on trick 1 (3.3)."""
    named = {"any": held, "hearts_only": held & HEARTS_MASK, "queen_first": held & QUEEN_MASK}
    return named[rules.first_trick_forced] or held


def _unbroken_lead_bars(rules: RuleSet, held: int) -> tuple[tuple[str, int], ...]:
    if held & ~_PENALTY_SUITS:
        hearts = ("4.2", held & HEARTS_MASK if rules.must_break else 0)
        held_back = rules.queen_until_broken == "no_lead_or_discard"
        return (hearts, ("4.5", held & QUEEN_MASK if held_back else 0))
    if rules.must_break and held & HEARTS_MASK and held & QUEEN_MASK:
        if rules.lead_hearts_unbroken == "only_hearts":
            return (("4.4", HEARTS_MASK),)
        if rules.lead_hearts_unbroken == "spare_queen":
            return (("4.4", QUEEN_MASK),)
    return ()


def legal_mask(rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, hearts_broken: bool) -> int:
    """Return the mask of cards that may be played; see `bars` for the parameters.

    Examples
    --------
    >>> from hearts_arena.game import build_rules, cards_of, mask_of, parse_cards
    >>> held = mask_of(parse_cards("2C 5H"))
    >>> cards_of(legal_mask(build_rules(), held, (), 5, False))
    (0,)
    """
    legal = held
    for _, barred in bars(rules, held, trick, trick_number, hearts_broken):
        legal &= ~barred
    return legal


def legal_cards(
    rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, hearts_broken: bool
) -> tuple[Card, ...]:
    """Return the cards that may be played, ascending; see `bars` for the parameters.

    Examples
    --------
    >>> from hearts_arena.game import build_rules, mask_of, parse_cards
    >>> legal_cards(build_rules(), mask_of(parse_cards("2C 5H")), (), 5, False)
    (0,)
    """
    return cards_of(legal_mask(rules, held, trick, trick_number, hearts_broken))


def breaks_hearts(rules: RuleSet, card: Card, led: Suit | None) -> bool:
    """Return whether playing a card breaks hearts (4.3).

    Parameters
    ----------
    rules
        The rule set.
    card
        The card played.
    led
        Suit led to the trick, None if this card leads.

    Examples
    --------
    >>> from hearts_arena.game import build_rules, parse_card
    >>> queen = parse_card("QS")
    >>> breaks_hearts(build_rules(), queen, led=CLUBS)
    False
    >>> breaks_hearts(build_rules("bicycle"), queen, led=CLUBS)
    True
    """
    suit = card // RANKS_PER_SUIT
    off_suit = led is not None and led != suit
    if suit == HEARTS:
        return off_suit or rules.heart_lead_breaks
    if suit == SPADES and card == QUEEN_OF_SPADES:
        if rules.hearts_broken_by == "heart_or_queen_discard":
            return off_suit
        return rules.hearts_broken_by == "heart_or_queen"
    return False


def broken_after(rules: RuleSet, trick: Sequence[Card], hearts_broken: bool) -> bool:
    """Return the flag of hearts broken after the cards of a trick, given the flag before them.

    Examples
    --------
    >>> from hearts_arena.game import build_rules, parse_cards
    >>> broken_after(build_rules(), parse_cards("TD 4D 2H"), False)
    True
    """
    led = suit_led(trick) if trick else None
    return hearts_broken or any(breaks_hearts(rules, card, led if place else None) for place, card in enumerate(trick))


def trick_winner(trick: Sequence[Card]) -> int:
    """Return the place in a trick of the card that takes it: the highest of the suit led (4.1).

    Examples
    --------
    >>> from hearts_arena.game import parse_cards
    >>> trick_winner(parse_cards("2C AH AS AD"))
    0
    """
    led = suit_led(trick)
    return trick.index(max(card for card in trick if card // RANKS_PER_SUIT == led))


def opening_leader(rules: RuleSet, held: Sequence[int], hand: int) -> Seat:
    """Return the seat that leads the first trick (3.1).

    Parameters
    ----------
    rules
        The rule set.
    held
        Mask of the cards at each seat after the pass.
    hand
        The hand number in the match.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> opening_leader(build_rules("black_maria"), (0, 0, 0), 4)
    2
    """
    if rules.opening_lead == "left_of_dealer" or rules.lowest_club is None:
        return (1 + hand) % rules.players
    return next(seat for seat, mask in enumerate(held) if mask >> rules.lowest_club & 1)


def pass_targets(rules: RuleSet, direction: str, seat: Seat) -> tuple[Seat, ...]:
    """Return the seat that each card a seat passes goes to, in the order of its cards (2.2).

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> pass_targets(build_rules(), "left", 3), pass_targets(build_rules(), "scatter", 3)
    ((0, 0, 0), (0, 1, 2))
    """
    players, count = rules.players, rules.pass_count
    if direction == "hold":
        return ()
    if direction == "scatter":
        return tuple((seat + 1 + place) % players for place in range(count))
    offset = {"left": 1, "right": players - 1, "across": players // 2}[direction]
    return ((seat + offset) % players,) * count


def pass_fault(rules: RuleSet, held: int, cards: Sequence[Card]) -> str:
    """Return why a hand may not pass these cards, or an empty text (2.1).

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> pass_fault(build_rules(), 0b1111, (0, 1, 1))
    'rule 2.1: expected 3 different cards'
    """
    if len(cards) != rules.pass_count or len(set(cards)) != rules.pass_count:
        return f"rule 2.1: expected {rules.pass_count} different cards"
    if not all(holds(held, card) for card in cards):
        return f"rule 2.1: only cards held are passed ({format_cards(cards_of(held))})"
    return ""


def holds(held: int, card: object) -> bool:
    """Return whether a card is in a mask; False for anything that is no card.

    Examples
    --------
    >>> holds(0b1001, 3), holds(0b1001, 2), holds(0b1001, "3C")
    (True, False, False)
    """
    return type(card) is int and card >= 0 and held >> card & 1 == 1
