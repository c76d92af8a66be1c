"""The compiled stream and shuffle against the reference's."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.engine import stream
from hearts_arena.engine.jit import kernel
from hearts_arena.engine.tables import SEATS
from hearts_arena.game import dealing
from hearts_arena.game.cards import mask_of
from hearts_arena.game.rules import RuleSet, build_rules
from strategies import SEEDS, rule_sets

WORDS = st.integers(0, (1 << 64) - 1)


@kernel
def deal(key_0, key_1, hand, deck_mask, n_cards, hand_size, dealt):
    stream.deal(key_0, key_1, hand, deck_mask, n_cards, hand_size, dealt)


@kernel
def mix(word):
    return stream.mix64(word)


@kernel
def private_key(seat_key, hand, decision):
    return stream.decision_key(seat_key, hand, decision)


def dealt_by_engine(seed: int, block: int, hand: int, rules: RuleSet) -> tuple[int, ...]:
    """Return the layout that the compiled shuffle deals."""
    key = np.array(dealing.deal_key(seed, block), np.uint64)
    dealt = np.zeros(SEATS, np.int64)
    deal(key[0], key[1], hand, mask_of(rules.deck), len(rules.deck), rules.hand_size, dealt)

    assert not dealt[rules.players :].any()
    return tuple(dealt[: rules.players].tolist())


@given(WORDS)
def test_mix64(word: int) -> None:
    """A mixed word is the reference's."""
    assert int(mix(np.uint64(word))) == dealing.mix64(word)


@given(WORDS, st.integers(0, 10_000), st.integers(0, 63))
def test_decision_key(seat_key: int, hand: int, decision: int) -> None:
    """The private word of a decision is the reference's."""
    assert int(private_key(np.uint64(seat_key), hand, decision)) == dealing.decision_key(seat_key, hand, decision)


@given(seed=SEEDS, block=st.integers(0, 1 << 40), hand=st.integers(0, 300), rules=rule_sets())
@settings(max_examples=200)
def test_deal_of_any_deck(seed: int, block: int, hand: int, rules: RuleSet) -> None:
    """Any deck is dealt as the reference deals it."""
    assert dealt_by_engine(seed, block, hand, rules) == dealing.layout(seed, block, hand, rules)


@pytest.mark.parametrize("preset", ["standard", "three", "five", "black_maria"])
def test_many_deals(preset: str) -> None:
    """Hundreds of hands and blocks of a seed are dealt as the reference deals them."""
    rules = build_rules(preset)
    for block in range(30):
        for hand in range(10):
            assert dealt_by_engine(7, block, hand, rules) == dealing.layout(7, block, hand, rules)


@kernel
def is_rejected(word, product):
    return stream._rejected(word, product)


BOUNDS = [52 - i for i in range(dealing.DRAWS_PER_WORD)]
PRODUCT = prod(BOUNDS)
TWOS = PRODUCT & -PRODUCT
THRESHOLD = 2**64 % PRODUCT


def word_leaving(rest: int) -> int:
    """Return a word whose draws for the first group of a full deck leave `rest`, a multiple of `TWOS`, over."""
    odd = 2**64 // TWOS
    word = rest // TWOS * pow(PRODUCT // TWOS, -1, odd) % odd

    assert word * PRODUCT % 2**64 == rest
    return word


@pytest.mark.parametrize("rest", [0, TWOS, 5 * TWOS, (THRESHOLD - 1) // TWOS * TWOS])
def test_words_in_the_sliver_are_rejected(rest: int) -> None:
    """A word that would make some orders likelier is rejected by both, and the next one above the sliver by neither."""
    beyond = word_leaving(-(-THRESHOLD // TWOS) * TWOS)

    assert is_rejected(np.uint64(word_leaving(rest)), np.uint64(PRODUCT))
    assert dealing._bounded(word_leaving(rest), BOUNDS) is None
    assert not is_rejected(np.uint64(beyond), np.uint64(PRODUCT))
    assert dealing._bounded(beyond, BOUNDS) is not None


def unmixed(word: int) -> int:
    """Return what `mix64` mixes into a word."""
    word = unshifted(word, 31)
    word = unshifted(word * pow(0x94D049BB133111EB, -1, 2**64) % 2**64, 27)
    return unshifted(word * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64, 30)


def unshifted(word: int, shift: int) -> int:
    """Return x of x ^ (x >> shift)."""
    result = word
    for _ in range(64 // shift + 1):
        result = word ^ result >> shift
    return result


def test_a_rejected_word_is_drawn_again_alike() -> None:
    """With a key made so that its first word is rejected, both deal the same cards from the words after it."""
    rules = build_rules()
    second = 12345
    step = dealing.mix64(second) | 1
    start = (unmixed(word_leaving(TWOS)) - step) % 2**64
    key = unmixed(start), second
    dealt = np.zeros(SEATS, np.int64)
    deal(np.uint64(key[0]), np.uint64(key[1]), 0, mask_of(rules.deck), 52, 13, dealt)
    cards = dealing._drawn(key, 0, rules.deck, 39)

    assert dealing.mix64(start + step) == word_leaving(TWOS)
    assert dealt[:4].tolist() == [mask_of(cards[seat * 13 : (seat + 1) * 13]) for seat in range(4)]
