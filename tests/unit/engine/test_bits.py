"""Bit tricks on masks, against counting by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.engine import bits
from hearts_arena.game.cards import cards_of
from strategies import MASKS

WORDS = st.integers(0, (1 << 64) - 1)
NOT_EMPTY = MASKS.filter(bool)


@numba.njit
def count(mask: int) -> int:
    return bits.popcount(mask)


@numba.njit
def ends(mask: int) -> tuple[int, int]:
    return bits.lowest(mask), bits.highest(mask)


@numba.njit
def select(mask: int, k: int) -> int:
    return bits.select(mask, k)


@numba.njit
def select_portable(mask: int, k: int) -> int:
    return bits.select_portable(mask, k)


@numba.njit
def high_word(left: int, right: int) -> int:
    return bits.multiply_high(left, right)


@numba.njit
def below(word: int, bound: int) -> int:
    return bits.below(word, bound)


@numba.njit
def pick(mask: int, word: int) -> int:
    return bits.pick(mask, word)


@given(MASKS)
def test_popcount(mask: int) -> None:
    """The count of cards is the count of set bits."""
    assert count(mask) == mask.bit_count()


@given(NOT_EMPTY)
def test_lowest_and_highest(mask: int) -> None:
    """The ends of a mask are its first and last card."""
    assert ends(mask) == (cards_of(mask)[0], cards_of(mask)[-1])


@given(NOT_EMPTY)
def test_select_walks_the_cards(mask: int) -> None:
    """The k-th card is the k-th of the cards in order, the quick way and the portable one."""
    cards = list(cards_of(mask))

    assert [select(mask, k) for k in range(len(cards))] == cards
    assert [select_portable(mask, k) for k in range(len(cards))] == cards


def test_select_on_many_masks() -> None:
    """Both ways to select agree on masks of every density."""
    draw = Random(1)
    for density in (1, 2, 4, 8, 16, 32, 51, 52):
        for _ in range(50):
            cards = sorted(draw.sample(range(52), density))
            mask = sum(1 << card for card in cards)
            for k, card in enumerate(cards):
                assert select(mask, k) == select_portable(mask, k) == card


@given(WORDS, WORDS)
def test_multiply_high(left: int, right: int) -> None:
    """The upper word of a product is that of whole numbers."""
    assert int(high_word(np.uint64(left), np.uint64(right))) == left * right >> 64


@given(WORDS, st.integers(1, 52))
@settings(max_examples=50)
def test_below_is_within_bounds(word: int, bound: int) -> None:
    """A bounded number is the word's share of the bound."""
    assert below(np.uint64(word), bound) == word * bound >> 64


@given(NOT_EMPTY, WORDS)
def test_pick_takes_a_card_of_the_mask(mask: int, word: int) -> None:
    """A random card is the one at the word's share of the count."""
    assert pick(mask, np.uint64(word)) == cards_of(mask)[word * mask.bit_count() >> 64]


@pytest.mark.parametrize("function", [count, ends])
@pytest.mark.parametrize("card", [0, 12, 31, 32, 51])
def test_single_cards(function: Callable[[int], object], card: int) -> None:
    """A mask of one card has that card at both ends, across the middle of the word too."""
    expected = 1 if function is count else (card, card)

    assert function(1 << card) == expected
