"""One hand of Hearts from the deal to the last trick: the scalar reference.

A `HandState` never changes; each action returns the next state. Every action comes as a trio:
``verify_x`` raises with the clause that stops it, ``can_x`` answers, ``x`` acts. The underscored
forms act without verifying, for callers that choose among `legal_plays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import (
    NO_SEAT,
    Card,
    CardParseError,
    Seat,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    suit_of,
)
from hearts_arena.game.dealing import check_layout
from hearts_arena.game.dealing import layout as dealt_layout
from hearts_arena.game.match import MatchState
from hearts_arena.game.notation import PositionText, format_position, parse_position
from hearts_arena.game.play import (
    CLAUSES,
    bars,
    breaks_hearts,
    holds,
    legal_mask,
    opening_leader,
    pass_fault,
    pass_targets,
    trick_winner,
)
from hearts_arena.game.scoring import MOON_CHOICES, HandResult, find_shooter
from hearts_arena.game.view import SeatView, build_view

if TYPE_CHECKING:
    from hearts_arena.game.rules import RuleSet

__all__ = ["HandState", "IllegalMoonError", "IllegalPassError", "IllegalPlayError"]

PASS: Final = "pass"
PLAY: Final = "play"
MOON: Final = "moon"
DONE: Final = "done"


class IllegalPassError(ValueError):
    """A pass that the rules do not allow; the message quotes the clause and the position."""


class IllegalPlayError(ValueError):
    """A card that may not be played; the message quotes the clause and the position."""


class IllegalMoonError(ValueError):
    """A choice after a moon that is not asked for or is no choice."""


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand between the deal and its end. Axes named ``[seat]`` have one entry a seat.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> state = HandState.deal(build_rules(pass_count=0), seed=7)
    >>> while state.phase == "play":
    ...     state = state.play(state.legal_plays()[0])
    >>> sum(state.result().penalty_points)
    26
    """

    rules: RuleSet
    """The rule set."""
    hand: int
    """Hand number in the match, 0 for the first."""
    dealt: tuple[int, ...]
    """[seat] mask of the cards dealt."""
    passes: tuple[tuple[Card, ...], ...]
    """[seat] cards chosen to pass, in order; empty before the choice and in a hand without pass."""
    held: tuple[int, ...]
    """[seat] mask of the cards in hand."""
    leader: Seat
    """Seat that led or is to lead the current trick; `NO_SEAT` until every pass is chosen.

    After the last trick it is the seat that took it.
    """
    trick: tuple[Card, ...]
    """Cards of the current trick, in order of play."""
    plays: tuple[tuple[Seat, Card], ...]
    """Every card played and by whom, in order."""
    hearts_broken: bool
    """Whether hearts have been broken in this hand."""
    taken: tuple[int, ...]
    """[seat] mask of the cards taken in tricks."""
    tricks_won: tuple[int, ...]
    """[seat] tricks taken."""
    moon_choice: str
    """What the shooter chose where he is asked; empty before and elsewhere."""

    # --- beginning ------------------------------------------------------------------------

    @classmethod
    def start(cls, rules: RuleSet, layout: Sequence[int], hand: int = 0) -> HandState:
        """Return a hand in which these cards have been dealt.

        Parameters
        ----------
        rules
            The rule set.
        layout
            [seat] mask of the cards dealt.
        hand
            Hand number in the match; it decides the pass direction.

        Raises
        ------
        ValueError
            If the layout does not deal the whole deck evenly.
        """
        check_layout(rules, layout)
        seats = rules.players
        state = cls(
            rules=rules,
            hand=hand,
            dealt=tuple(layout),
            passes=((),) * seats,
            held=tuple(layout),
            leader=NO_SEAT,
            trick=(),
            plays=(),
            hearts_broken=False,
            taken=(0,) * seats,
            tricks_won=(0,) * seats,
            moon_choice="",
        )
        return state._opened() if state.pass_direction == "hold" else state

    @classmethod
    def deal(cls, rules: RuleSet, seed: int, block: int = 0, hand: int = 0) -> HandState:
        """Return a hand dealt from a root seed; see `hearts_arena.game.dealing.layout`."""
        return cls.start(rules, dealt_layout(seed, block, hand, rules), hand)

    @classmethod
    def from_text(cls, text: str) -> HandState:
        """Return the state of a position text, every pass and play in it verified.

        Examples
        --------
        >>> from hearts_arena.game import build_rules
        >>> state = HandState.deal(build_rules("three"), seed=7, hand=2)
        >>> HandState.from_text(state.text()) == state
        True
        """
        position = parse_position(text)
        state = cls.start(position.rules, position.dealt, position.hand)
        for seat, cards in enumerate(position.passes):
            if cards:
                state = state.choose_pass(seat, cards)
        for card in position.plays:
            state = state.play(card)
        return state.choose_moon(position.moon) if position.moon else state

    def text(self) -> str:
        """Return the position as one pasteable line that `from_text` reads back."""
        plays = tuple(card for _, card in self.plays)
        return format_position(PositionText(self.rules, self.hand, self.dealt, self.passes, plays, self.moon_choice))

    # --- where the hand stands ------------------------------------------------------------

    @property
    def phase(self) -> str:
        """``pass``, ``play``, ``moon`` (the shooter is to choose) or ``done``."""
        if self.leader == NO_SEAT:
            return PASS
        if self.trick or self.held[self.leader]:
            return PLAY
        if self.rules.moon == "choose" and not self.moon_choice and self.shooter != NO_SEAT:
            return MOON
        return DONE

    @property
    def pass_direction(self) -> str:
        """Direction of the pass in this hand."""
        return self.rules.pass_direction(self.hand)

    @property
    def to_pass(self) -> tuple[Seat, ...]:
        """Seats that have yet to choose their pass."""
        if self.leader != NO_SEAT:
            return ()
        return tuple(seat for seat, cards in enumerate(self.passes) if not cards)

    @property
    def to_act(self) -> Seat:
        """Seat to play or to choose after a moon; `NO_SEAT` in the pass phase and at the end."""
        phase = self.phase
        if phase == PLAY:
            return (self.leader + len(self.trick)) % self.rules.players
        return self.shooter if phase == MOON else NO_SEAT

    @property
    def trick_number(self) -> int:
        """Number of the current trick, 0 for the first; the hand size once all are played."""
        return len(self.plays) // self.rules.players

    @property
    def last_scorer(self) -> Seat:
        """Seat that took the last card of positive value so far, or `NO_SEAT`."""
        penalties = self.rules.penalty_mask
        for _, card in reversed(self.plays[: self.trick_number * self.rules.players]):
            if penalties >> card & 1:
                return next(seat for seat, mask in enumerate(self.taken) if mask >> card & 1)
        return NO_SEAT

    @property
    def shooter(self) -> Seat:
        """Seat that has shot the moon with the cards taken so far, or `NO_SEAT`."""
        return find_shooter(self.rules, self.taken, self.last_scorer)

    # --- passing --------------------------------------------------------------------------

    def verify_pass(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Raise unless a seat may pass these cards.

        Raises
        ------
        IllegalPassError
            With the clause that stops the pass and the position.
        """
        reason = self._pass_fault(seat, cards)
        if reason:
            raise IllegalPassError(f"{reason}; seat {seat!r} chose {_shown(cards)}; position: {self.text()}")

    def _pass_fault(self, seat: Seat, cards: Sequence[Card]) -> str:
        if self.leader != NO_SEAT:
            return "rule 2.4: no pass is to be chosen now"
        if not 0 <= seat < self.rules.players:
            return f"rule 1.1: seats are 0..{self.rules.players - 1}"
        if self.passes[seat]:
            return "rule 2.4: the seat has chosen its pass already"
        return pass_fault(self.rules, self.held[seat], cards)

    def can_pass(self, seat: Seat, cards: Sequence[Card]) -> bool:
        """Return whether a seat may pass these cards."""
        return not self._pass_fault(seat, cards)

    def choose_pass(self, seat: Seat, cards: Sequence[Card]) -> HandState:
        """Return the state in which a seat has chosen its pass.

        No card moves before every seat has chosen; then all do at once (2.4).
        """
        self.verify_pass(seat, cards)
        return self._choose_pass(seat, tuple(cards))

    def _choose_pass(self, seat: Seat, cards: tuple[Card, ...]) -> HandState:
        passes = (*self.passes[:seat], cards, *self.passes[seat + 1 :])
        state = replace(self, passes=passes)
        return state if state.to_pass else state._exchanged()._opened()

    def _exchanged(self) -> HandState:
        held = list(self.held)
        for seat, cards in enumerate(self.passes):
            targets = pass_targets(self.rules, self.pass_direction, seat)
            for card, target in zip(cards, targets, strict=True):
                held[seat] -= 1 << card
                held[target] += 1 << card
        return replace(self, held=tuple(held))

    def _opened(self) -> HandState:
        return replace(self, leader=opening_leader(self.rules, self.held, self.hand))

    # --- play -----------------------------------------------------------------------------

    def legal_mask(self) -> int:
        """Return the mask of cards that the seat to act may play; 0 outside the play phase."""
        if self.phase != PLAY:
            return 0
        held = self.held[(self.leader + len(self.trick)) % self.rules.players]
        return legal_mask(self.rules, held, self.trick, self.trick_number, self.hearts_broken)

    def legal_plays(self) -> tuple[Card, ...]:
        """Return the cards the seat to act may play, ascending; none outside the play phase."""
        return cards_of(self.legal_mask())

    def verify_play(self, card: Card) -> None:
        """Raise unless the seat to act may play a card.

        Raises
        ------
        IllegalPlayError
            With the clause that stops the card and the position.
        """
        reason = self._play_fault(card)
        if reason:
            raise IllegalPlayError(
                f"{reason}; seat {self.to_act} tried {_shown([card])}, legal is"
                f" {format_cards(self.legal_plays()) or 'nothing'}; position: {self.text()}"
            )

    def _play_fault(self, card: Card) -> str:
        if self.phase != PLAY:
            return f"rule 4.1: no card is to be played in the {self.phase} phase"
        held = self.held[self.to_act]
        if not holds(held, card):
            return f"rule 4.1: the card is not in hand ({format_cards(cards_of(held))})"
        barred = bars(self.rules, held, self.trick, self.trick_number, self.hearts_broken)
        for clause, mask in barred:
            if mask >> card & 1:
                return f"rule {clause}: {CLAUSES[clause]}"
        return ""

    def can_play(self, card: Card) -> bool:
        """Return whether the seat to act may play a card."""
        return holds(self.legal_mask(), card)

    def play(self, card: Card) -> HandState:
        """Return the state after the seat to act has played a card.

        Examples
        --------
        >>> from hearts_arena.game import build_rules, parse_card
        >>> state = HandState.deal(build_rules(pass_count=0), seed=7)
        >>> state.play(parse_card("2C")).plays == ((state.leader, 0),)
        True
        """
        if not self.can_play(card):
            self.verify_play(card)
        return self._play(card)

    def _play(self, card: Card) -> HandState:
        players = self.rules.players
        seat = (self.leader + len(self.trick)) % players
        trick = (*self.trick, card)
        led = suit_of(trick[0]) if self.trick else None
        broken = self.hearts_broken or breaks_hearts(self.rules, card, led)
        held = _with(self.held, seat, self.held[seat] ^ 1 << card)
        leader, taken, tricks_won = self.leader, self.taken, self.tricks_won
        if len(trick) == players:
            leader = (leader + trick_winner(trick)) % players
            taken = _with(taken, leader, taken[leader] | mask_of(trick))
            tricks_won = _with(tricks_won, leader, tricks_won[leader] + 1)
            trick = ()
        return HandState(
            self.rules,
            self.hand,
            self.dealt,
            self.passes,
            held,
            leader,
            trick,
            (*self.plays, (seat, card)),
            broken,
            taken,
            tricks_won,
            "",
        )

    # --- the end --------------------------------------------------------------------------

    def verify_moon(self, choice: str) -> None:
        """Raise unless the shooter is asked and this is one of his choices (5.3)."""
        if not self.can_choose_moon(choice):
            raise IllegalMoonError(
                f"rule 5.3: expected 'add' or 'subtract' in the moon phase, got {choice!r} in the"
                f" {self.phase} phase; position: {self.text()}"
            )

    def can_choose_moon(self, choice: str) -> bool:
        """Return whether the shooter is asked and this is one of his choices."""
        return self.phase == MOON and choice in MOON_CHOICES

    def choose_moon(self, choice: str) -> HandState:
        """Return the state in which the shooter has chosen ``add`` or ``subtract``."""
        self.verify_moon(choice)
        return replace(self, moon_choice=choice)

    def result(self, match: MatchState | None = None) -> HandResult:
        """Return what the finished hand scores.

        Parameters
        ----------
        match
            The match before this hand. Only ``moon=auto`` needs it; without it every match score
            counts as 0.

        Raises
        ------
        ValueError
            If the hand is not finished.
        """
        if self.phase != DONE:
            raise ValueError(
                f"expected a finished hand, this one is in the {self.phase} phase; position: {self.text()}"
            )
        before = match or replace(MatchState.start(self.rules), hands=self.hand)
        return before.score(
            self.taken,
            self.tricks_won,
            choice=self.moon_choice or "add",
            last_scorer=self.last_scorer,
        )

    def view(
        self,
        seat: Seat,
        scores: Sequence[int] | None = None,
        extra_hands: int = 0,
        key: int = 0,
    ) -> SeatView:
        """Return what a seat may know now.

        Parameters
        ----------
        seat
            The seat.
        scores
            Match scores before this hand; all 0 if left out.
        extra_hands
            Hands played to break a tie before this one.
        key
            The seat's private key of this decision.
        """
        before = (0,) * self.rules.players if scores is None else scores
        return build_view(self, seat, before, extra_hands, key)


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    """Return the values with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def _shown(cards: Sequence[Card]) -> str:
    """Return cards as text for an error, whatever was given for a card."""
    try:
        return repr(" ".join(format_card(card) for card in cards))
    except (CardParseError, TypeError, ValueError):
        return repr(cards)
