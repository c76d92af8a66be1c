"""`medium`: counts the cards that are out in each suit, ducks and takes by that, and passes to empty a short suit."""

from __future__ import annotations

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, highest, inline, lowest, popcount
from hearts_arena.engine.law import QUEEN, suit_cards, suit_of
from hearts_arena.strategies.knowledge import (
    adds_moon,
    bonus_mask,
    cards_out,
    heavy_cards,
    taken_cards,
)
from hearts_arena.strategies.tactics import HIGH_SPADES, bit, or_else, over, top_card, under, worst_of

_NEVER = -100


@inline
def _follow(view, following, suit, out):
    """Return a card of the suit led: under the best card if any is, over it where that is free or cannot be helped."""
    rules = view.rules
    heavy = heavy_cards(rules)
    bonus = bonus_mask(rules)
    table = rules.deck_mask & ~(taken_cards(view) | view.held | out)
    last = view.trick_size == rules.players - 1
    best = highest(table & suit)
    ducks = following & under(best)
    if ducks & heavy != 0:
        return worst_of(ducks & heavy)
    light = or_else(following & ~heavy, following)
    if last and table & rules.penalty_mask == 0:
        return highest(light)
    if ducks != 0:
        return lowest(or_else(ducks & ~bonus, ducks))
    card = lowest(light)
    beaten = out & suit & over(card)
    return highest(light) if last or beaten == 0 else card


@inline
def _discard(legal, heavy, bonus, out):
    """Return a card to throw on somebody's trick: the queen, the spades above her, else the highest."""
    if legal & heavy != 0:
        return worst_of(legal & heavy)
    if out & QUEEN != 0 and legal & HIGH_SPADES != 0:
        return highest(legal & HIGH_SPADES)
    return top_card(or_else(legal & ~bonus, legal))


@inline
def _lead_worth(legal, suit, out, heavy):
    """Return how well the lowest card of a suit can be led: many cards out above it, few below, somebody to take it."""
    cards = legal & suit
    if cards == 0:
        return _NEVER
    card = lowest(cards)
    above = popcount(out & suit & over(card))
    below = popcount(out & suit & under(card))
    worth = above - 2 * below
    if above == 0 or bit(card) & heavy != 0:
        worth -= 20
    return worth


@inline
def _lead(legal, out, heavy):
    """Return the lowest card of the suit in which it is least likely to win the trick."""
    best = _NEVER - 1
    chosen = legal
    for i in range(4):
        suit = suit_cards(i)
        worth = _lead_worth(legal, suit, out, heavy)
        if worth > best:
            best = worth
            chosen = legal & suit
    return lowest(chosen)


@inline
def empty_shortest(left):
    """Return the highest card of the shortest suit other than spades, or a spade where nothing else is left."""
    best = np.int64(100)
    card = np.int64(0)
    for i in range(4):
        cards = left & suit_cards(i)
        count = popcount(cards) if i != 3 else np.int64(50)
        if cards != 0 and count < best:
            best = count
            card = highest(cards)
    return card


class Medium(CompiledBot):
    """Knows the highest card out in each suit; it forgets who showed a void and takes no thought for moons."""

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write heavy penalty cards and spades over the queen, then whole short suits from the top."""
        heavy = heavy_cards(view.rules)
        left = view.held
        for i in range(view.rules.pass_count):
            danger = left & (heavy | HIGH_SPADES)
            card = worst_of(danger) if danger != 0 else empty_shortest(left)
            left ^= bit(card)
            cards[i] = card

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return a card by the count of the suit."""
        legal = view.legal
        out = cards_out(view)
        heavy = heavy_cards(view.rules)
        if view.trick_size == 0:
            return _lead(legal, out, heavy)
        suit = suit_cards(suit_of(view.trick[0]))
        if legal & suit != 0:
            return _follow(view, legal, suit, out)
        return _discard(legal, heavy, bonus_mask(view.rules), out)

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        """Return whether to add a moon to the others rather than subtract it."""
        return adds_moon(view)
