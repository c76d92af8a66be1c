"""What one seat may know when it decides, as readable values.

A view is built from public facts and the seat's own cards only; the deal, the other hands and the
dealing seed cannot be reached from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from hearts_arena.game.cards import (
    NUM_SUITS,
    QUEEN_OF_SPADES,
    Card,
    Seat,
    Suit,
    cards_of,
    format_cards,
    suit_of,
)
from hearts_arena.game.play import pass_targets
from hearts_arena.game.scoring import penalty_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_arena.game.hand import HandState
    from hearts_arena.game.rules import RuleSet

__all__ = ["SeatView", "build_view", "shown_voids"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Everything a seat knows at one decision. Cards are numbers 0..51, seats 0.. clockwise."""

    seat: Seat
    """The seat that this is the view of."""
    players: int
    """Number of seats."""
    hand: int
    """Hand number in the match, 0 for the first."""
    phase: str
    """``pass`` (choose cards to pass), ``play`` or ``moon`` (choose ``add`` or ``subtract``)."""
    held: tuple[Card, ...]
    """Cards in hand, ascending; in the pass phase the cards dealt."""
    legal: tuple[Card, ...]
    """Cards that may be played now, ascending; in the pass phase all that are held.

    Empty while another seat is to act.
    """
    pass_direction: str
    """``left``, ``right``, ``across``, ``scatter`` or ``hold``."""
    pass_count: int
    """Cards to pass in a hand with a pass."""
    passed: tuple[Card, ...]
    """Cards this seat passed, ascending (under scatter in the order of `passed_to`); empty in the pass phase."""
    passed_to: tuple[Seat, ...]
    """Seat that got each card of `passed`."""
    received: tuple[Card, ...]
    """Cards passed to this seat, ascending by giver, then card."""
    received_from: tuple[Seat, ...]
    """Seat that gave each card of `received`."""
    trick: tuple[Card, ...]
    """Cards of the current trick so far, in order of play."""
    leader: Seat
    """Seat that led (or is to lead) the current trick; `NO_SEAT` in the pass phase."""
    trick_number: int
    """Number of the current trick, 0 for the first."""
    hearts_broken: bool
    """Whether hearts have been broken."""
    plays: tuple[tuple[Seat, Card], ...]
    """Who played what in this hand, in order, the current trick included."""
    voids: tuple[tuple[Suit, ...], ...]
    """Per seat the suits it has shown void by not following them, ascending."""
    points: tuple[int, ...]
    """Penalty points each seat has taken in this hand, without the bonus card."""
    taken: tuple[tuple[Card, ...], ...]
    """Cards each seat has taken in tricks, ascending."""
    tricks_won: tuple[int, ...]
    """Tricks of each seat."""
    scores: tuple[int, ...]
    """Match scores before this hand; low is good."""
    extra_hands: int
    """Hands played to break a tie before this one."""
    rules: RuleSet
    """The rule set."""
    key: int
    """Private random number of 64 bits, fresh for every decision."""

    def rng(self) -> Random:
        """Return a generator seeded by `key`: the same one at every call."""
        return Random(self.key)

    @property
    def is_leading(self) -> bool:
        """Whether the next card leads a trick."""
        return self.phase == "play" and not self.trick

    @property
    def led_suit(self) -> Suit | None:
        """Suit led to the current trick, None before the lead."""
        return suit_of(self.trick[0]) if self.trick else None

    @property
    def played(self) -> frozenset[Card]:
        """Every card played in this hand, the current trick included."""
        return frozenset(card for _, card in self.plays)

    @property
    def queen_played(self) -> bool:
        """Whether the queen of spades has been played."""
        return any(card == QUEEN_OF_SPADES for _, card in self.plays)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Cards neither held nor played: they are in other hands. Ascending."""
        known = self.played.union(self.held)
        return tuple(card for card in self.rules.deck if card not in known)

    @property
    def trick_seats(self) -> tuple[Seat, ...]:
        """Seat that played each card of `trick`."""
        return tuple((self.leader + place) % self.players for place in range(len(self.trick)))

    def __str__(self) -> str:
        """Return the view in one line: whose, when, what is held, lies and is legal."""
        return (
            f"seat {self.seat}, hand {self.hand}, {self.phase}, trick {self.trick_number}:"
            f" holds {format_cards(self.held) or '-'}, trick {format_cards(self.trick) or '-'},"
            f" legal {format_cards(self.legal) or '-'}"
        )


def shown_voids(plays: Sequence[tuple[Seat, Card]], players: int) -> tuple[tuple[Suit, ...], ...]:
    """Return per seat the suits that it has shown void: led, and not followed.

    Examples
    --------
    >>> shown_voids(((0, 0), (1, 40), (2, 1), (3, 2)), 4)
    ((), (0,), (), ())
    """
    voids: list[set[Suit]] = [set() for _ in range(players)]
    for start in range(0, len(plays), players):
        led = suit_of(plays[start][1])
        for seat, card in plays[start + 1 : start + players]:
            if suit_of(card) != led:
                voids[seat].add(led)
    return tuple(tuple(suit for suit in range(NUM_SUITS) if suit in shown) for shown in voids)


def build_view(state: HandState, seat: Seat, scores: Sequence[int], extra_hands: int, key: int) -> SeatView:
    """Return the view of a seat; `HandState.view` is the way to call this.

    Examples
    --------
    >>> from hearts_arena.game import HandState, build_rules
    >>> state = HandState.deal(build_rules(), seed=7)
    >>> build_view(state, 2, (0, 0, 0, 0), 0, 5).phase
    'pass'
    """
    rules, phase = state.rules, state.phase
    held = cards_of(state.held[seat])
    passing = phase == "pass"
    received, received_from = ((), ()) if passing else _received(state, seat)
    acting = state.to_act == seat and phase == "play"
    return SeatView(
        seat=seat,
        players=rules.players,
        hand=state.hand,
        phase=phase,
        held=held,
        legal=held if passing else state.legal_plays() if acting else (),
        pass_direction=state.pass_direction,
        pass_count=rules.pass_count,
        passed=() if passing else _passed(state, seat),
        passed_to=() if passing else pass_targets(rules, state.pass_direction, seat),
        received=received,
        received_from=received_from,
        trick=state.trick,
        leader=state.leader,
        trick_number=state.trick_number,
        hearts_broken=state.hearts_broken,
        plays=state.plays,
        voids=shown_voids(state.plays, rules.players),
        points=tuple(penalty_points(rules, mask) for mask in state.taken),
        taken=tuple(cards_of(mask) for mask in state.taken),
        tricks_won=state.tricks_won,
        scores=tuple(scores),
        extra_hands=extra_hands,
        rules=rules,
        key=key,
    )


def _passed(state: HandState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards a seat passed; their order means something under scatter alone."""
    cards = state.passes[seat]
    return cards if state.pass_direction == "scatter" else tuple(sorted(cards))


def _received(state: HandState, seat: Seat) -> tuple[tuple[Card, ...], tuple[Seat, ...]]:
    """Return the cards passed to a seat and who gave each."""
    gifts = sorted(
        (giver, card)
        for giver, cards in enumerate(state.passes)
        for card, target in zip(cards, pass_targets(state.rules, state.pass_direction, giver), strict=False)
        if target == seat
    )
    return tuple(card for _, card in gifts), tuple(giver for giver, _ in gifts)
