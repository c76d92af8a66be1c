"""What a law of Hearts must answer to be checked, and the reference as such a law.

The fast engine is checked through another `Law`: see `hearts_arena.game.cases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from hearts_arena.game.cards import Card, Seat
from hearts_arena.game.hand import HandState
from hearts_arena.game.play import broken_after, legal_mask, opening_leader, trick_winner

if TYPE_CHECKING:
    from hearts_arena.game.match import MatchState
    from hearts_arena.game.rules import RuleSet

__all__ = ["REFERENCE", "HandScore", "Law", "Reference", "Replay", "apply_passes"]


class HandScore(NamedTuple):
    """What a hand scored."""

    hand_scores: tuple[int, ...]
    """Hand score of each seat."""
    shooter: Seat
    """Seat that shot the moon, or `NO_SEAT`."""


class Replay(NamedTuple):
    """A hand played again. The first two stop behind the first card that was not legal."""

    seats: tuple[Seat, ...]
    """Seat to play each card."""
    legal: tuple[int, ...]
    """Mask of legal cards before each card."""
    hand_scores: tuple[int, ...]
    """Hand score of each seat; empty if the hand was not finished."""


class Law(Protocol):
    """The rules of Hearts as an engine knows them. Masks have bit ``card`` set for a card."""

    name: str
    """Name for reports."""

    def after_pass(
        self, rules: RuleSet, hand: int, dealt: Sequence[int], passes: Sequence[Sequence[Card]]
    ) -> tuple[int, ...]:
        """Return the mask held at each seat once all passes are applied."""

    def leader(self, rules: RuleSet, held: Sequence[int], hand: int) -> Seat:
        """Return the seat that leads the first trick."""

    def legal(self, rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, broken: bool) -> int:
        """Return the mask of legal cards; tricks count from 0."""

    def broken_after(self, rules: RuleSet, trick: Sequence[Card], broken: bool) -> bool:
        """Return whether hearts are broken after the cards of a trick."""

    def winner(self, rules: RuleSet, trick: Sequence[Card]) -> int:
        """Return the place in the trick of the card that takes it."""

    def score(
        self,
        before: MatchState,
        taken: Sequence[int],
        tricks_won: Sequence[int],
        choice: str,
        last_scorer: Seat,
    ) -> HandScore:
        """Return what a hand scores in a match that stands as ``before``."""

    def match_end(self, before: MatchState, hand_scores: Sequence[int]) -> MatchState:
        """Return the match after a hand."""

    def replay(
        self,
        rules: RuleSet,
        hand: int,
        dealt: Sequence[int],
        passes: Sequence[Sequence[Card]],
        plays: Sequence[Card],
    ) -> Replay:
        """Return a hand played again; ``passes`` is empty in a hand without a pass."""


class Reference:
    """The law of this package: `HandState`, `MatchState` and the functions below them."""

    name = "reference"

    def after_pass(
        self, rules: RuleSet, hand: int, dealt: Sequence[int], passes: Sequence[Sequence[Card]]
    ) -> tuple[int, ...]:
        """Return the mask held at each seat once all passes are applied."""
        return apply_passes(HandState.start(rules, dealt, hand), passes).held

    def leader(self, rules: RuleSet, held: Sequence[int], hand: int) -> Seat:
        """Return the seat that leads the first trick."""
        return opening_leader(rules, held, hand)

    def legal(self, rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, broken: bool) -> int:
        """Return the mask of legal cards; tricks count from 0."""
        return legal_mask(rules, held, trick, trick_number, broken)

    def broken_after(self, rules: RuleSet, trick: Sequence[Card], broken: bool) -> bool:
        """Return whether hearts are broken after the cards of a trick."""
        return broken_after(rules, trick, broken)

    def winner(self, rules: RuleSet, trick: Sequence[Card]) -> int:
        """Return the place in the trick of the card that takes it."""
        return trick_winner(trick)

    def score(
        self,
        before: MatchState,
        taken: Sequence[int],
        tricks_won: Sequence[int],
        choice: str,
        last_scorer: Seat,
    ) -> HandScore:
        """Return what a hand scores in a match that stands as ``before``."""
        result = before.score(taken, tricks_won, choice=choice, last_scorer=last_scorer)
        return HandScore(result.hand_scores, result.shooter)

    def match_end(self, before: MatchState, hand_scores: Sequence[int]) -> MatchState:
        """Return the match after a hand."""
        return before.after_hand(hand_scores)

    def replay(
        self,
        rules: RuleSet,
        hand: int,
        dealt: Sequence[int],
        passes: Sequence[Sequence[Card]],
        plays: Sequence[Card],
    ) -> Replay:
        """Return a hand played again; ``passes`` is empty in a hand without a pass."""
        state = apply_passes(HandState.start(rules, dealt, hand), passes)
        seats, legal = [], []
        for card in plays:
            seats.append(state.to_act)
            legal.append(state.legal_mask())
            if not state.can_play(card):
                break
            state = state.play(card)
        scores = state.result().hand_scores if state.phase == "done" else ()
        return Replay(tuple(seats), tuple(legal), scores)


REFERENCE: Final = Reference()


def apply_passes(state: HandState, passes: Sequence[Sequence[Card]]) -> HandState:
    """Return the state after seats 0, 1, ... have chosen these passes, each verified."""
    for seat, cards in enumerate(passes):
        state = state.choose_pass(seat, cards)
    return state
