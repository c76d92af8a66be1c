"""Bots that end the process they play in."""

import os
import signal
import sys
import time
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


class ExitsAtOnce(ExitsInSecondBlock):
    """Ends its process at its first card, and says that all went well."""

    def choose_play(self, view: SeatView) -> Any:
        os._exit(0)


class KillsItself(ExitsInSecondBlock):
    def choose_play(self, view: SeatView) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Interrupts(ExitsInSecondBlock):
    """Raises what a user's Ctrl-C does."""

    def choose_play(self, view: SeatView) -> Any:
        raise KeyboardInterrupt


class Sleeps(ExitsInSecondBlock):
    """Never answers."""

    def choose_play(self, view: SeatView) -> Any:
        print("thinking", file=sys.stderr, flush=True)
        time.sleep(1000)


if os.environ.get("HEARTS_BOT_EXITS") == "when imported":
    os._exit(0)
