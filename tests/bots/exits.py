"""Bots that end the process they play in."""

import os
from typing import Any

from hearts_arena.bot import Bot, SeatView


class ExitsInSecondBlock(Bot):
    """Ends its process where it is given a certain private number: in some matches and not in others."""

    def choose_pass(self, view: SeatView) -> Any:
        return view.held[: view.pass_count]

    def choose_play(self, view: SeatView) -> Any:
        if view.key % 97 == 0:
            os._exit(1)
        return view.legal[0]
