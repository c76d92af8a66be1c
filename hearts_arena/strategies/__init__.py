"""The built-in bots, written against `hearts_arena.bot` like anyone else's. Importing this package loads none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["BUILT_IN", "DESCRIPTIONS"]

BUILT_IN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": f"{__name__}.random:Random",
        "easy": f"{__name__}.easy:Easy",
        "medium": f"{__name__}.medium:Medium",
        "hard": f"{__name__}.hard:Hard",
        "monte-carlo": f"{__name__}.monte_carlo:MonteCarlo",
    }
)
"""`module:Class` of each built-in bot by name, from the weakest to the strongest."""

DESCRIPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": "any legal card with equal chance",
        "easy": "plays by habit, and one card in four at random",
        "medium": "counts the cards that are out in each suit, ducks and takes by the count",
        "hard": "counts, tracks the queen of spades, spares its low cards and breaks moons",
        "monte-carlo": "samples the hidden hands, plays them out and takes the card that does best on average",
    }
)
"""What each built-in bot is, in one line."""
