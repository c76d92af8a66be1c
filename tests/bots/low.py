"""Passes and plays the lowest ranks."""

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, inline, lowest


@inline
def lowest_rank(mask):
    best = lowest(mask)
    left = mask
    while left != 0:
        card = lowest(left)
        left &= left - np.int64(1)
        if card % 13 < best % 13:
            best = card
    return best


class Low(CompiledBot):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        left = view.held
        for i in range(view.rules.pass_count):
            card = lowest_rank(left)
            cards[i] = card
            left ^= np.int64(1) << card

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        return lowest_rank(view.legal)
