"""Bit tricks and the random stream where no compiler helps, against whole numbers and the reference."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hearts_arena.engine import bits, stream
from hearts_arena.engine.tables import CARDS
from hearts_arena.game import dealing
from hearts_arena.game.cards import cards_of, mask_of

DRAW = Random(5)
MASKS = [mask_of(DRAW.sample(range(CARDS), size)) for size in (1, 2, 5, 13, 26, 39, 51, 52) for _ in range(5)]
WORDS = [0, 1, 2**63, 2**64 - 1, *(DRAW.getrandbits(64) for _ in range(20))]


@pytest.mark.parametrize("kind", [int, np.int64])
@pytest.mark.parametrize("mask", MASKS)
def test_bits_of_a_mask(mask: int, kind: type) -> None:
    """Count, ends and k-th card are those of the cards in order, by either way to select."""
    cards, held = list(cards_of(mask)), kind(mask)

    assert bits.popcount(held) == len(cards)
    assert (bits.lowest(held), bits.highest(held)) == (cards[0], cards[-1])
    assert [bits.select(held, k) for k in range(len(cards))] == cards
    assert [bits.select_bit(held, k) for k in range(len(cards))] == [1 << card for card in cards]
    assert [bits.select_portable(held, k) for k in range(len(cards))] == cards


@pytest.mark.parametrize("word", WORDS)
def test_bounded_numbers(word: int) -> None:
    """A bounded number and a card picked are the word's share of the bound."""
    for bound in (1, 3, 13, 52):
        assert bits.below(np.uint64(word), bound) == word * bound >> 64
    for mask in MASKS:
        assert bits.pick(np.int64(mask), np.uint64(word)) == cards_of(mask)[word * mask.bit_count() >> 64]


def test_the_clock_goes_forward() -> None:
    """Think times are taken with a clock here too."""
    first = bits.ticks()

    assert bits.ticks() >= first > 0


@pytest.mark.parametrize("word", WORDS)
def test_words_of_the_stream(word: int) -> None:
    """Mixed words and private keys are the reference's."""
    with np.errstate(over="ignore"):
        assert int(stream.mix64(np.uint64(word))) == dealing.mix64(word)
        for hand, decision in ((0, 0), (3, 14), (199, 63)):
            key = int(stream.decision_key(np.uint64(word), hand, decision))
            assert key == dealing.decision_key(word, hand, decision)
