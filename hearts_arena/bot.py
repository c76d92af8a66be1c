"""The contract between the arena and a bot: all that a bot's author imports.

There are three kinds, which may sit at one table, and opting in is a base class:

* `Bot`, plain Python: `choose_pass(view)` and `choose_play(view)` with a readable `SeatView`;
* `BatchBot`, for numpy and neural bots: the same two, taking an array of `VIEW` and answering with an array;
* `CompiledBot`, the fast path: the same two as functions of one `VIEW` record that numba compiles.

A bot is asked for a card only where it has more than one legal card. Its answer may depend on its view and on the
private random stream in it alone, so that every result can be repeated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from hearts_arena.engine.bits import below, highest, lowest, pick, popcount, select
from hearts_arena.engine.jit import bot_inline as inline
from hearts_arena.engine.pointers import PARAMETERS, PARAMS
from hearts_arena.engine.tables import DIRECTIONS
from hearts_arena.engine.view import VIEW, seat_views
from hearts_arena.game.cards import card_of, cards_of, format_card, mask_of, parse_card, rank_of, suit_of
from hearts_arena.game.rules import RuleSet
from hearts_arena.game.view import SeatView


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that an entrant may set, `BOT:name=value`, within bounds; a whole default takes whole numbers only."""

    default: float
    low: float
    high: float
    meaning: str


class AnyBot(ABC):  # noqa: B024, its abstract methods differ in form from kind to kind
    """What the three kinds share: declared parameters and the rule sets a bot plays."""

    parameters: ClassVar[Mapping[str, Parameter]] = {}
    slow: ClassVar[bool] = False
    """Whether a decision takes longer than some microseconds: rows are then written in more and smaller parts."""

    @classmethod
    def plays(cls, rules: RuleSet) -> bool:
        """Return whether the bot plays a rule set; override to decline some."""
        return True


class Bot(AnyBot):
    """A bot in plain Python. Every match gets a fresh instance for each seat."""

    slow: ClassVar[bool] = True

    def __init__(self, **values: float) -> None:
        """Keep the values of the declared parameters in `self.values`."""
        self.values = {name: parameter.default for name, parameter in self.parameters.items()} | values

    @abstractmethod
    def choose_pass(self, view: SeatView) -> Sequence[int]:
        """Return `view.pass_count` cards of `view.held`, in order."""

    @abstractmethod
    def choose_play(self, view: SeatView) -> int:
        """Return one card of `view.legal`."""

    def choose_moon(self, view: SeatView) -> bool:
        """Return whether to add a moon just shot to the others, under rules that let the shooter choose."""
        return True

    def on_hand_end(self, view: SeatView, hand_scores: tuple[int, ...]) -> None:
        """Learn how a hand ended: its last view, match scores after it, and every seat's hand score."""


class BatchBot(AnyBot):
    """A bot that answers many tables at once. One instance serves all of them, so it keeps no memory of a match.

    A row's answer may depend on that row alone.
    """

    def __init__(self, **values: float) -> None:
        """Keep the values of the declared parameters in `self.values`."""
        self.values = {name: parameter.default for name, parameter in self.parameters.items()} | values

    @abstractmethod
    def choose_pass(self, views: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the cards to pass, in order, shape [n, pass_count], for `views` of `VIEW`, shape [n]."""

    @abstractmethod
    def choose_play(self, views: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the cards to play, shape [n]."""

    def choose_moon(self, views: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return whether to add each moon just shot to the others, shape [n]."""
        return np.ones(len(views), dtype=bool)


class CompiledBot(AnyBot):
    """A bot that numba compiles: static methods, each a pure function of one `VIEW` record that it must not write to.

    `params.values[i]` is the value of the i-th declared parameter. Functions called from here need `@inline`.

    Working memory is an array of the bot's own, and a record taken from it does not keep it alive: numba frees an array
    after the last use of its variable, while records go on pointing into it. So neither `np.empty(1, T)[0]` nor
    `memory = np.empty(1, T); record = memory[0]` will do. Make the array in one function and hand it to another, which
    takes the record: the array then lives until that one returns. `bots/README.md` shows how.
    """

    @staticmethod
    @abstractmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write the cards to pass, in order, into `cards[:view.rules.pass_count]`."""

    @staticmethod
    @abstractmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return one card of the mask `view.legal`."""

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        """Return whether to add a moon just shot to the others, under rules that let the shooter choose."""
        return True


__all__ = [
    "DIRECTIONS",
    "PARAMETERS",
    "PARAMS",
    "VIEW",
    "AnyBot",
    "BatchBot",
    "Bot",
    "CompiledBot",
    "Parameter",
    "RuleSet",
    "SeatView",
    "below",
    "card_of",
    "cards_of",
    "format_card",
    "highest",
    "inline",
    "lowest",
    "mask_of",
    "parse_card",
    "pick",
    "popcount",
    "rank_of",
    "seat_views",
    "select",
    "suit_of",
]
