"""`hard`: counts, tracks the queen of spades, spares low cards, and breaks moons; it never tries to shoot one."""

from __future__ import annotations

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, highest, inline, popcount
from hearts_arena.engine.law import QUEEN, partner_of, suit_cards, suit_of
from hearts_arena.game.cards import HEARTS, NO_SEAT, QUEEN_OF_SPADES, RANKS_PER_SUIT, SPADES
from hearts_arena.strategies.habits import BY_ANOTHER, BY_SHOOTER, NO_THREAT, is_calm, lead_card, respond
from hearts_arena.strategies.knowledge import (
    adds_moon,
    bonus_mask,
    cards_out,
    feared_scorer,
    heavy_cards,
    queen_may_follow,
    shown_voids,
    table_cards,
    void_may_follow,
    winning_seat,
)
from hearts_arena.strategies.tactics import HIGH_SPADES, bit

RANK_OF_QUEEN = QUEEN_OF_SPADES % RANKS_PER_SUIT
_NEVER = -100_000


@inline
def _threat(view, best):
    """Return who is taking the trick, for `habits.respond`."""
    feared = feared_scorer(view.rules, view.points)
    if feared == NO_SEAT or feared == view.seat or (view.rules.teams != 0 and feared == partner_of(view.seat)):
        return NO_THREAT
    return BY_SHOOTER if winning_seat(view, best) == feared else BY_ANOTHER


@inline
def _respond(view, out):
    rules = view.rules
    legal = view.legal
    heavy = heavy_cards(rules)
    led = suit_of(view.trick[0])
    suit = suit_cards(led)
    table = table_cards(view)
    best = highest(table & suit)
    behind = rules.players - 1 - view.trick_size
    calm = view.trick_number == 0 and rules.first_trick_forbids != 0
    calm = calm or is_calm(view.held, out & suit, behind, void_may_follow(view, led))
    hot = heavy & suit & out
    if hot & QUEEN != 0 and not queen_may_follow(view, out):
        hot &= ~QUEEN
        calm = calm or legal & suit & HIGH_SPADES != 0  # a chance to shed them
    return respond(
        legal, suit, table, best, out, hot, behind, calm, _threat(view, best),
        rules.penalty_mask, heavy, bonus_mask(rules),
    )  # fmt: skip


@inline
def choose_card(view):
    """Return the card of the view's legal ones that `hard` plays."""
    out = cards_out(view)
    if view.trick_size == 0:
        rules = view.rules
        return lead_card(view.legal, view.held, out, shown_voids(view), heavy_cards(rules), bonus_mask(rules))
    return _respond(view, out)


@inline
def pass_worth(suit, index, rank):
    """Return what passing the highest card of a suit is worth, in hundredths of a point.

    The numbers come from a regression of hand scores on the cards held, tuned in play since.

    Parameters
    ----------
    index : int
        Cards of the suit held below it.
    rank : int
        0 for the two, 12 for the ace.
    """
    if suit == SPADES:
        if rank < RANK_OF_QUEEN:
            return np.int64(-65)
        if rank == RANK_OF_QUEEN:
            return np.int64(886 - 304 * min(index, 4))
        return np.int64(500 - 170 * min(index, 3))
    if suit == HEARTS:
        if index == 0:
            return np.int64(15 * rank)
        if index == 1:
            return np.int64(52 * rank - 310)
        return np.int64(25 * rank - 189) if index == 2 else np.int64(0)
    if index == 0:
        return np.int64(15 * rank - 35)
    if index == 1:
        return np.int64(15 * rank - 50)
    if index == 2:
        return np.int64(20 * rank - 143)
    return np.int64(20 * rank - 189)


@inline
def pass_extra(rules, card, guards):
    """Return what a card's points (unless it is well guarded) or its bonus add to the worth of passing it."""
    extra = np.int64(0)
    if bit(card) & heavy_cards(rules) & ~QUEEN != 0:
        extra += np.int64(rules.card_points[card]) * max(80 - 30 * guards, 0)
    if bit(card) & bonus_mask(rules) != 0:
        extra += 20 * rules.bonus_points
    return extra


@inline
def choose_pass(view, cards):
    """Write the cards that a hand is best without, one after another from the top of a suit."""
    rules = view.rules
    special = (heavy_cards(rules) & ~QUEEN) | bonus_mask(rules)
    left = view.held
    for i in range(rules.pass_count):
        best = np.int64(_NEVER)
        card = np.int64(0)
        for suit in range(4):
            held = left & suit_cards(suit)
            if held != 0:
                top = highest(held)
                guards = popcount(held) - 1
                worth = pass_worth(suit, guards, top - suit * RANKS_PER_SUIT)
                if bit(top) & special != 0:
                    worth += pass_extra(rules, top, guards)
                if worth > best:
                    best = worth
                    card = top
        left ^= bit(card)
        cards[i] = card


class Hard(CompiledBot):
    """Plays the highest card it can safely spare, and knows where the queen of spades may be."""

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write the cards that its hand is best without."""
        choose_pass(view, cards)

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return the highest card it can safely spare."""
        return choose_card(view)

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        """Return whether to add a moon to the others rather than subtract it."""
        return adds_moon(view)
