"""Passes its lowest cards and plays the highest it may: with the right cards it takes every trick."""

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, highest, lowest


class High(CompiledBot):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        left = view.held
        for i in range(view.rules.pass_count):
            cards[i] = lowest(left)
            left &= left - 1

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        best = lowest(view.legal)
        left = view.legal
        while left != 0:
            card = lowest(left)
            left &= left - np.int64(1)
            if card % 13 >= best % 13:
                best = card
        return best if best >= 0 else highest(view.legal)

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        return view.seat % 2 == 0
