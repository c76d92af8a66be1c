"""Choices on card masks that bots of every level share: highest and lowest by rank, and what lies over or under a card.

A mask is a non-negative int64 with bit c set for card c; the suits stand 13 bits apart, which is what the tricks use.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.bot import highest, inline, lowest
from hearts_arena.engine.law import QUEEN, SPADE_CARDS
from hearts_arena.game.cards import QUEEN_OF_SPADES, RANKS_PER_SUIT, SUITS

ONE = np.int64(1)
ALL_RANKS = np.int64((1 << RANKS_PER_SUIT) - 1)
ROW_OF_TWOS = np.int64(sum(1 << (suit * RANKS_PER_SUIT) for suit in range(len(SUITS))))  # the four cards of rank 2


@inline
def bit(card: int) -> int:
    """Return the mask of one card."""
    return ONE << card


@inline
def under(card: int) -> int:
    """Return the mask of all cards of lower number: within a suit, those that a card beats."""
    return (ONE << card) - 1


@inline
def over(card: int) -> int:
    """Return the mask of all cards of higher number: within a suit, those that beat a card."""
    return -(ONE << card) << 1


@inline
def ranks_of(mask: int) -> int:
    """Return which ranks a mask holds in any suit, as 13 bits."""
    halves = mask | (mask >> (2 * RANKS_PER_SUIT))
    return (halves | (halves >> RANKS_PER_SUIT)) & ALL_RANKS


@inline
def top_card(mask: int) -> int:
    """Return the card of the highest rank of a mask that is not empty; spades before hearts, diamonds and clubs."""
    return highest(mask & (ROW_OF_TWOS << highest(ranks_of(mask))))


@inline
def bottom_card(mask: int) -> int:
    """Return the card of the lowest rank of a mask that is not empty; clubs before diamonds, hearts and spades."""
    return lowest(mask & (ROW_OF_TWOS << lowest(ranks_of(mask))))


@inline
def or_else(mask: int, fallback: int) -> int:
    """Return a mask, or another where it is empty."""
    return mask if mask != 0 else fallback


HIGH_SPADES = SPADE_CARDS & -np.int64(2 << QUEEN_OF_SPADES)  # those that take the queen


@inline
def worst_of(heavy):
    """Return the card to give away first of some heavy penalty cards: the queen, else the highest."""
    return np.int64(QUEEN_OF_SPADES) if heavy & QUEEN != 0 else highest(heavy)
