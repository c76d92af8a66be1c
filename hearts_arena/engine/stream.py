"""The project's own random stream and deal, compiled; the reference in `game.dealing` states the same law.

A word is `mix64(start + i * step)`, the SplitMix64 generator with a step of its own for every hand.
"""

from __future__ import annotations

import math

import numpy as np

from hearts_arena.engine.bits import multiply_high, select_bit
from hearts_arena.engine.jit import inline

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLY_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLY_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_ONE = np.uint64(1)

DRAWS_PER_WORD = 8
DECISIONS_PER_HAND = 64
PASS_DECISION = 0
FIRST_PLAY_DECISION = 1
MOON_DECISION = 63

_PRODUCTS = np.array(
    [[math.prod(range(bound - draws + 1, bound + 1)) for draws in range(DRAWS_PER_WORD + 1)] for bound in range(53)],
    np.uint64,
)
"""Orders that some draws may come in, [cards left, draws]."""


@inline
def mix64(x: np.uint64) -> np.uint64:
    """Return the SplitMix64 finaliser of a word: a bijection in which every input bit moves every output bit."""
    x = (x ^ (x >> _30)) * _MULTIPLY_1
    x = (x ^ (x >> _27)) * _MULTIPLY_2
    return x ^ (x >> _31)


@inline
def stream_offset(hand: int, decision: int) -> np.uint64:
    """Return the place of a decision in a seat's private stream."""
    return np.uint64(hand * DECISIONS_PER_HAND + decision + 1) * GOLDEN


@inline
def decision_key(seat_key: np.uint64, hand: int, decision: int) -> np.uint64:
    """Return the private random word of one decision of one seat."""
    return mix64(seat_key + stream_offset(hand, decision))


@inline
def deal(key_0, key_1, hand, deck_mask, n_cards, hand_size, dealt):
    """Draw cards one by one from those left and write each seat's as a mask; the last seat gets what is left.

    Parameters
    ----------
    key_0, key_1 : uint64
        The match's dealing key.
    hand : int
        Number of the hand in its match.
    deck_mask : int64
        The cards of the deck.
    dealt : int64[5]
        Receives the masks, one a seat.
    """
    count = np.uint64(hand)
    start = mix64(key_0 + count * GOLDEN)
    step = mix64(key_1 + count * GOLDEN) | _ONE
    word_number = np.uint64(0)
    left = deck_mask
    bound = np.uint64(n_cards)
    last = np.uint64(hand_size)
    seat = 0
    until = bound - last  # cards left when the seat has all of its own
    before = left
    while bound > last:
        lowest_bound = max(bound, last + np.uint64(DRAWS_PER_WORD)) - np.uint64(DRAWS_PER_WORD)
        product = _PRODUCTS[bound, bound - lowest_bound]
        word_number += _ONE
        word = mix64(start + word_number * step)
        while _rejected(word, product):
            word_number += _ONE
            word = mix64(start + word_number * step)
        while bound > lowest_bound:
            left ^= select_bit(left, np.int64(multiply_high(word, bound)))
            word *= bound
            bound -= _ONE
            if bound == until:
                dealt[seat] = before ^ left
                before = left
                seat += 1
                until -= last
    dealt[seat] = left


@inline
def _rejected(word, product):
    """Return whether a word falls in the sliver that would make some orders likelier than others."""
    rest = word * product  # what the draws leave over is this product modulo 2^64
    return rest < product and rest < (np.uint64(0) - product) % product
