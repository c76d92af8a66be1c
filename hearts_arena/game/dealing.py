"""Layouts and private keys from a root seed: who holds what, and nothing else, is decided here.

A layout depends on (root seed, block, hand number) alone. Keys come out of the root seed through
BLAKE2b, so that no bot can work back from its private key to the deal; from a key, a counter-based
stream of 64-bit words is mixed (SplitMix64's finaliser), and cards are drawn one by one from those
left, several unbiased bounded numbers coming out of each word (Brackett-Rozinsky and Lemire,
"Batched Ranged Random Integer Generation", 2024). Every integer that is hashed is little-endian.

Any change to the numbers of this module must raise `DEAL_STREAM_VERSION`.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import cards_of, format_cards, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_arena.game.rules import RuleSet

__all__ = [
    "DEAL_STREAM_VERSION",
    "DRAWS_PER_WORD",
    "GOLDEN",
    "MASK64",
    "MAX_SEED",
    "MOON_DECISION",
    "PASS_DECISION",
    "check_layout",
    "deal_key",
    "deal_words",
    "decision_key",
    "layout",
    "mix64",
    "schedule_key",
    "seat_keys",
    "seat_words",
]

DEAL_STREAM_VERSION: Final = 1
MASK64: Final = (1 << 64) - 1
MAX_SEED: Final = (1 << 128) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
DRAWS_PER_WORD: Final = 8  # 52 * 51 * ... * 45 is far below 2^64, so few words are rejected

PASS_DECISION: Final = 0
MOON_DECISION: Final = 63  # a play is decision 1 + its trick number
DECISIONS_PER_HAND: Final = 64
SEAT_KEYS: Final = 5

_DEAL: Final = b"hearts.deal.v1"
_SEAT: Final = b"hearts.seat.v1"
_PLAN: Final = b"hearts.plan.v1"

_WORD_BYTES: Final = 8
_SEED_BYTES: Final = 16
_MIX_A: Final = 0xBF58476D1CE4E5B9
_MIX_B: Final = 0x94D049BB133111EB


def mix64(x: int) -> int:
    """Return the 64 bits of ``x`` mixed one to one (the finaliser of SplitMix64).

    Examples
    --------
    >>> hex(mix64(1))
    '0x5692161d100b05e5'
    """
    x &= MASK64
    x = ((x ^ (x >> 30)) * _MIX_A) & MASK64
    x = ((x ^ (x >> 27)) * _MIX_B) & MASK64
    return x ^ (x >> 31)


def _keyed_words(person: bytes, words: int, seed: int, *numbers: int) -> tuple[int, ...]:
    """Return ``words`` 64-bit words that the seed and the numbers are hashed to."""
    for number in numbers:
        if not 0 <= number <= MASK64:
            raise ValueError(f"expected a block, rotation or index of 0..2^64-1, got {number!r}")
    data = _seed_bytes(seed) + b"".join(number.to_bytes(_WORD_BYTES, "little") for number in numbers)
    digest = hashlib.blake2b(data, digest_size=words * _WORD_BYTES, person=person).digest()
    return tuple(int.from_bytes(digest[at : at + _WORD_BYTES], "little") for at in range(0, len(digest), _WORD_BYTES))


def deal_key(seed: int, block: int) -> tuple[int, int]:
    """Return the two words that all layouts of a block grow from.

    Examples
    --------
    >>> deal_key(7, 0) == deal_key(7, 0) != deal_key(7, 1)
    True
    """
    first, second = _keyed_words(_DEAL, 2, seed, block)
    return first, second


def seat_keys(seed: int, block: int, rotation: int) -> tuple[int, ...]:
    """Return five words, the private key of each seat in a rotation of a block.

    Examples
    --------
    >>> len(set(seat_keys(7, 0, 0) + seat_keys(7, 0, 1)))
    10
    """
    return _keyed_words(_SEAT, SEAT_KEYS, seed, block, rotation)


def schedule_key(seed: int, index: int) -> int:
    """Return the word that random choices of a schedule grow from.

    Examples
    --------
    >>> schedule_key(7, 0) != schedule_key(8, 0)
    True
    """
    return _keyed_words(_PLAN, 1, seed, index)[0]


def deal_words(seed: int, blocks: range) -> bytes:
    """Return the two words of `deal_key` for each block, one after another, little-endian.

    Examples
    --------
    >>> words = deal_words(7, range(3, 5))
    >>> int.from_bytes(words[16:24], "little") == deal_key(7, 4)[0]
    True
    """
    return _many_words(_DEAL, 2, seed, blocks, 1)


def seat_words(seed: int, blocks: range, rotations: int) -> bytes:
    """Return the five words of `seat_keys` for each rotation of each block, little-endian.

    Examples
    --------
    >>> words = seat_words(7, range(3, 5), 4)
    >>> int.from_bytes(words[5 * 40 : 5 * 40 + 8], "little") == seat_keys(7, 4, 1)[0]
    True
    """
    turns = range(rotations)
    return _many_words(
        _SEAT, SEAT_KEYS, seed, [number for block in blocks for turn in turns for number in (block, turn)], 2
    )


def _many_words(person: bytes, words: int, seed: int, numbers: Sequence[int], each: int) -> bytes:
    """Return the digests of one seed and ``each`` of many numbers at a time, hashing the seed once."""
    start = hashlib.blake2b(_seed_bytes(seed), digest_size=words * _WORD_BYTES, person=person)
    data = struct.pack(f"<{len(numbers)}Q", *numbers)
    digests = []
    for (several,) in struct.iter_unpack(f"{each * _WORD_BYTES}s", data):
        state = start.copy()
        state.update(several)
        digests.append(state.digest())
    return b"".join(digests)


def _seed_bytes(seed: int) -> bytes:
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"expected a root seed of 0..2^128-1, got {seed!r}")
    return seed.to_bytes(_SEED_BYTES, "little")


def decision_key(seat_key: int, hand: int, decision: int) -> int:
    """Return the private key of one decision of a seat.

    Parameters
    ----------
    seat_key
        One of `seat_keys`.
    hand
        The hand number in the match.
    decision
        0 for the pass, 1 + trick number for a play, 63 for the choice after a moon.

    Examples
    --------
    >>> decision_key(1, 0, PASS_DECISION) != decision_key(1, 0, 1)
    True
    """
    return mix64(seat_key + (hand * DECISIONS_PER_HAND + decision + 1) * GOLDEN)


def layout(seed: int, block: int, hand: int, rules: RuleSet) -> tuple[int, ...]:
    """Return the mask of cards dealt to each seat.

    Parameters
    ----------
    seed, block, hand
        The root seed, the block and the hand number in the match: all that a layout depends on.
    rules
        The rule set; only its players and its deck matter.

    Examples
    --------
    >>> from hearts_arena.game.rules import build_rules
    >>> from hearts_arena.game.cards import FULL_MASK
    >>> seats = layout(7, 0, 0, build_rules())
    >>> [mask.bit_count() for mask in seats], sum(seats) == FULL_MASK
    ([13, 13, 13, 13], True)
    """
    if hand < 0:
        raise ValueError(f"expected a hand number of 0 or more, got {hand!r}")
    cards = _drawn(deal_key(seed, block), hand, rules.deck, len(rules.deck) - rules.hand_size)
    size = rules.hand_size
    return tuple(mask_of(cards[seat * size : (seat + 1) * size]) for seat in range(rules.players))


def check_layout(rules: RuleSet, layout: Sequence[int]) -> None:
    """Raise unless a layout deals the whole deck evenly.

    Raises
    ------
    ValueError
        With the size of each hand and the cards dealt.

    Examples
    --------
    >>> from hearts_arena.game.rules import build_rules
    >>> check_layout(build_rules(), layout(7, 0, 0, build_rules()))
    """
    sizes = [mask.bit_count() for mask in layout]
    whole = 0
    for mask in layout:
        whole |= mask
    if sizes != [rules.hand_size] * rules.players or whole != mask_of(rules.deck):
        raise ValueError(
            f"expected {rules.players} hands of {rules.hand_size} cards that make up the deck"
            f" (rule 1.3), got sizes {sizes!r} and the cards {format_cards(cards_of(whole))!r}"
        )


def _drawn(key: tuple[int, int], hand: int, deck: tuple[int, ...], draws: int) -> list[int]:
    """Return the deck with ``draws`` cards drawn from it at random, one by one, before the others.

    A drawn number k takes the k-th lowest of the cards that are left.
    """
    state = mix64(key[0] + hand * GOLDEN)
    gamma = mix64(key[1] + hand * GOLDEN) | 1
    left, drawn = sorted(deck), []
    word = 0
    for start in range(0, draws, DRAWS_PER_WORD):
        bounds = [len(deck) - i for i in range(start, min(start + DRAWS_PER_WORD, draws))]
        numbers = None
        while numbers is None:
            word += 1
            numbers = _bounded(mix64(state + word * gamma), bounds)
        drawn += [left.pop(number) for number in numbers]
    return drawn + left


def _bounded(word: int, bounds: list[int]) -> list[int] | None:
    """Return one number below each bound out of a word, or None if the word must be rejected."""
    numbers = []
    product = 1
    rest = word
    for bound in bounds:
        wide = rest * bound
        numbers.append(wide >> 64)
        rest = wide & MASK64
        product *= bound
    return None if rest < product and rest < (1 << 64) % product else numbers
