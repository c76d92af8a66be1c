"""`random`: a uniformly random legal card, and a uniformly random pass. The yardstick that every bot must clear."""

from __future__ import annotations

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, below, pick, select


class Random(CompiledBot):
    """Plays any legal card with equal chance."""

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write a uniformly random choice of cards, drawn one after another from one random word."""
        word = view.random
        left = view.held
        for i in range(view.rules.pass_count):
            count = view.rules.hand_size - i
            card = select(left, below(word, count))
            word = word * np.uint64(count)  # the fraction that the draw left over
            left ^= np.int64(1) << card
            cards[i] = card

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return a uniformly random legal card."""
        return pick(view.legal, view.random)
