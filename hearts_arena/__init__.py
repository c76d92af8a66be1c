"""Where Hearts bots are made, matched and measured.

Names are loaded when they are first used, so that importing the package costs nothing.

Examples
--------
>>> import hearts_arena
>>> run = hearts_arena.tournament("random", "easy", "medium", "hard", blocks=2, seed=7)  # doctest: +SKIP
>>> run.standings()  # doctest: +SKIP
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hearts_arena.bot import BatchBot, Bot, CompiledBot, Parameter, SeatView
    from hearts_arena.game.rules import RuleSet, build_rules
    from hearts_arena.run import Run, load, tournament

_HOMES = {
    "BatchBot": "hearts_arena.bot",
    "Bot": "hearts_arena.bot",
    "CompiledBot": "hearts_arena.bot",
    "Parameter": "hearts_arena.bot",
    "RuleSet": "hearts_arena.game.rules",
    "Run": "hearts_arena.run",
    "SeatView": "hearts_arena.bot",
    "build_rules": "hearts_arena.game.rules",
    "load": "hearts_arena.run",
    "tournament": "hearts_arena.run",
}

__version__ = version("hearts_arena")
__all__ = [
    "BatchBot",
    "Bot",
    "CompiledBot",
    "Parameter",
    "RuleSet",
    "Run",
    "SeatView",
    "build_rules",
    "load",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """Return a public name, importing its home now."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]
