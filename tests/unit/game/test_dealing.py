"""Layouts and keys."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_arena.game import build_rules, cards_of, dealing
from strategies import SEEDS, rule_sets

CHI_SQUARE_999 = 212.8  # 0.999 quantile at 51 * 3 = 153 degrees of freedom
DEALS = 4000


@given(rule_sets(), SEEDS, st.integers(0, 2**64 - 1), st.integers(0, 1000))
def test_every_card_is_dealt_once(rules, seed, block, hand) -> None:
    """A layout gives every seat its number of cards and the whole deck away."""
    seats = dealing.layout(seed, block, hand, rules)

    assert [mask.bit_count() for mask in seats] == [rules.hand_size] * rules.players
    assert sorted(card for mask in seats for card in cards_of(mask)) == list(rules.deck)


def test_a_layout_depends_on_seed_block_and_hand_alone() -> None:
    """Rules beyond seats and deck change nothing; each of the three numbers does."""
    base = dealing.layout(7, 3, 2, build_rules())

    assert base == dealing.layout(7, 3, 2, build_rules("bicycle", bonus_card="JD"))
    others = [(8, 3, 2), (7, 4, 2), (7, 3, 3), (7 + (1 << 64), 3, 2)]
    assert base not in [dealing.layout(*numbers, build_rules()) for numbers in others]


def test_cards_go_everywhere_equally() -> None:
    """Over many hands of one block each card falls to each seat equally often (chi-square)."""
    rules = build_rules()
    counts = Counter(
        (card, seat)
        for hand in range(DEALS)
        for seat, mask in enumerate(dealing.layout(20, 0, hand, rules))
        for card in cards_of(mask)
    )
    expected = DEALS / 4
    statistic = sum((counts[card, seat] - expected) ** 2 / expected for card in range(52) for seat in range(4))
    # Each seat gets exactly 13 cards: the statistic is 51/52 of a chi-square of 153 degrees.
    assert statistic * 52 / 51 < CHI_SQUARE_999


def test_cards_meet_equally() -> None:
    """Two cards fall to one seat in 12 of 51 hands, over blocks as well."""
    rules = build_rules()
    together = sum(
        any(mask & 1 and mask >> 51 & 1 for mask in dealing.layout(1, block, 0, rules)) for block in range(DEALS)
    )

    assert abs(together / DEALS - 12 / 51) < 4 * (12 / 51 * 39 / 51 / DEALS) ** 0.5


def test_adjacent_seeds_share_nothing() -> None:
    """The cards that adjacent seeds deal to a seat overlap no more than chance has it."""
    rules = build_rules()
    first = [dealing.layout(seed, 0, 0, rules)[0] for seed in range(DEALS)]
    shared = sum((a & b).bit_count() for a, b in pairwise(first)) / (DEALS - 1)

    assert abs(shared - 13 * 13 / 52) < 0.1


def test_words_in_the_biased_part_are_rejected() -> None:
    """Of the words for a bound of 3 exactly the one that would make it uneven is rejected."""
    assert dealing._bounded(0, [3]) is None
    assert dealing._bounded(1, [3]) == [0]
    assert dealing._bounded(dealing.MASK64, [3]) == [2]
    assert dealing._bounded(0, [2, 2]) == [0, 0]


def test_a_rejected_word_is_drawn_again() -> None:
    """Seed 0 has a first word in blocks 400937 and 506041 that must be rejected."""
    rules = build_rules()
    for block in (400937, 506041):
        key = dealing.deal_key(0, block)
        state, gamma = dealing.mix64(key[0]), dealing.mix64(key[1]) | 1
        words = [dealing.mix64(state + i * gamma) for i in range(1, 8)]
        draws = [dealing._bounded(word, list(range(top, top - 8, -1))) for top in (52, 44) for word in words[:2]]
        assert None in draws
        assert sum(dealing.layout(0, block, 0, rules)) == (1 << 52) - 1


def test_keys_are_told_apart() -> None:
    """Keys of different purposes, seats, rotations and decisions all differ."""
    keys = [
        *dealing.deal_key(7, 0),
        *dealing.deal_key(7, 1),
        *dealing.seat_keys(7, 0, 0),
        *dealing.seat_keys(7, 0, 1),
        dealing.schedule_key(7, 0),
        dealing.schedule_key(7, 1),
        *(dealing.decision_key(5, hand, k) for hand in range(3) for k in (0, 1, 17, 63)),
    ]

    assert len(set(keys)) == len(keys)
    assert all(0 <= key <= dealing.MASK64 for key in keys)


def test_pinned_keys() -> None:
    """The streams are those of version 1."""
    assert dealing.DEAL_STREAM_VERSION == 1
    assert dealing.mix64(0) == 0
    assert dealing.mix64(1) == 0x5692161D100B05E5
    assert [hex(key) for key in dealing.deal_key(7, 3)] == PINNED["deal"]
    assert [hex(key) for key in dealing.seat_keys(7, 3, 1)] == PINNED["seat"]
    assert hex(dealing.schedule_key(7, 3)) == PINNED["plan"]
    assert hex(dealing.decision_key(7, 3, 1)) == PINNED["decision"]


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_seeds_have_128_bits(seed: int) -> None:
    """Other seeds are refused."""
    with pytest.raises(ValueError, match="root seed"):
        dealing.layout(seed, 0, 0, build_rules())


@pytest.mark.parametrize("numbers", [(-1, 0), (1 << 64, 0), (0, -1)])
def test_blocks_and_hands_are_counted_from_zero(numbers: tuple[int, int]) -> None:
    """Blocks have 64 bits and hands are not negative."""
    with pytest.raises(ValueError, match="expected"):
        dealing.layout(7, *numbers, build_rules())


def test_check_layout_refuses_what_does_not_deal_the_deck() -> None:
    """A layout with a card twice, or hands of different sizes, is refused."""
    rules = build_rules()
    good = dealing.layout(7, 0, 0, rules)
    bad = [(good[0], good[0], *good[2:]), good[:3], (good[0] | good[1], 0, *good[2:])]

    dealing.check_layout(rules, good)
    for layout in bad:
        with pytest.raises(ValueError, match=r"rule 1\.3"):
            dealing.check_layout(rules, layout)


PINNED = {
    "deal": ["0xabe5e0a6de47261d", "0x434b3851738f4b6"],
    "seat": [
        "0xf2d4175468f13a82",
        "0x61c13c22f688b1d1",
        "0xf6115b2cdde305ee",
        "0xad7bfb3d0d4bc6b7",
        "0xb7d787ae8dc12dc2",
    ],
    "plan": "0xabc0ba7f825a5cc2",
    "decision": "0x707691da35044190",
}
