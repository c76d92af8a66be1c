"""Checks of a bot in a process of its own: what a bot does to its process is then one more thing to be found.

Nothing that takes long to import is needed here; the process that checks imports it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from hearts_arena.game.rules import RuleSet

NAMES = ("loads", "plays legally", "same seed, same answers", "each match on its own", "survives a re-deal", "time")
_COMPILING = "compiling"


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a bot: what was tried, whether it passed, and what was seen."""

    name: str
    passed: bool
    detail: str


def check_apart(bot: str, rules: RuleSet, hands: int, announce: Callable[[], None]) -> Iterator[Check]:
    """Yield the checks of `hearts_arena.testing.check_bot`, made by a child process; one that the bot ends has failed.

    Parameters
    ----------
    bot, rules, hands
        As for `check_bot`.
    announce : callable
        Called if kernels have to be compiled.

    Raises
    ------
    EntrantError
        As for `check_bot`.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send_checks, args=(sender, bot, rules, hands))
    child.start()
    sender.close()
    made = 0
    try:
        while (message := receiver.recv()) is not None:
            if isinstance(message, Check):
                made += 1
                yield message
            elif message == _COMPILING:
                announce()
            else:
                raise message
    except EOFError:
        child.join()
        at = NAMES[min(made, len(NAMES) - 1)]
        yield Check(at, False, f"the bot ends its process (exit code {child.exitcode}): let it answer or raise")
    finally:
        child.kill()
        child.join()


def _send_checks(sender: Connection, bot: str, rules: RuleSet, hands: int) -> None:
    """Send each check as it is made, then None; a caller's mistake is sent as the error that tells it."""
    from hearts_arena.arena.entrants import EntrantError
    from hearts_arena.arena.runner import settle_worker
    from hearts_arena.engine.jit import announce_compilation
    from hearts_arena.testing import check_bot

    settle_worker()
    # A bot may raise KeyboardInterrupt, and the caller may be gone: neither is worth a traceback.
    with suppress(KeyboardInterrupt, BrokenPipeError), announce_compilation(lambda: sender.send(_COMPILING)):
        try:
            for check in check_bot(bot, rules, hands):
                sender.send(check)
            sender.send(None)
        except EntrantError as error:
            sender.send(error)
