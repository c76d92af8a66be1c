"""`easy`: plays by habit, remembers nothing, and plays about one card in four at random."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from hearts_arena.bot import CompiledBot, Parameter, inline, lowest, pick
from hearts_arena.engine.law import suit_cards, suit_of
from hearts_arena.strategies.knowledge import adds_moon
from hearts_arena.strategies.tactics import bit, bottom_card, top_card

_LOW_WORD = np.uint64(0xFFFFFFFF)
_LOW_WORDS = 2.0**32
WILD = 0  # index in `params.values`


@inline
def is_wild(word, share):
    """Return whether a decision is one of the wild ones, from the low half of its random word."""
    return np.float64(word & _LOW_WORD) < share * _LOW_WORDS


class Easy(CompiledBot):
    """Leads low, follows with its lowest, discards its highest; it looks at the suit led and at nothing else."""

    parameters: ClassVar = {"wild": Parameter(0.25, 0.0, 1.0, "share of cards played at random")}

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write the cards of the highest ranks."""
        left = view.held
        for i in range(view.rules.pass_count):
            card = top_card(left)
            left ^= bit(card)
            cards[i] = card

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return the lowest card to lead or of the suit led, the highest to discard, or any card one time in four."""
        legal = view.legal
        if is_wild(view.random, params.values[WILD]):
            return pick(legal, view.random)
        if view.trick_size == 0:
            return bottom_card(legal)
        following = legal & suit_cards(suit_of(view.trick[0]))
        return lowest(following) if following != 0 else top_card(legal)

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        """Return whether to add a moon to the others rather than subtract it."""
        return adds_moon(view)
