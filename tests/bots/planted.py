"""Plain bots with one thing wrong that only a check can find, and sound ones that look suspicious."""

import gc
import random
import sys
from typing import Any, ClassVar

from hearts_arena.bot import Bot, CompiledBot, SeatView, lowest
from hearts_arena.engine.driver import Tables


class Base(Bot):
    def choose_pass(self, view: SeatView) -> Any:
        return view.held[: view.pass_count]

    def choose_play(self, view: SeatView) -> Any:
        return view.legal[0]


class Unseeded(Base):
    """Draws from the global generator."""

    def choose_play(self, view: SeatView) -> Any:
        return random.choice(view.legal)


class Remembers(Base):
    """Keeps what it has seen in its class, from match to match."""

    hands: ClassVar[list[int]] = []

    def choose_play(self, view: SeatView) -> Any:
        self.hands.append(view.hand)
        return view.legal[len(self.hands) // 50 % len(view.legal)]


def hidden_hands() -> Any:
    """Return the hands at the table, found among all objects of the process."""
    (found, *_) = (thing for thing in gc.get_referrers(Tables) if type(thing) is Tables)
    return found.tables["held"][0]


class PeeksByGc(Base):
    """Looks for the tables among all objects, in the middle of the hand."""

    def choose_play(self, view: SeatView) -> Any:
        if view.trick_number != 6:  # looking takes long
            return view.legal[0]
        left = int(hidden_hands()[(view.seat + 1) % view.players])
        return view.legal[left % len(view.legal)]


class PeeksAtFrames(Base):
    """Walks up the stack to whoever holds the tables."""

    def choose_play(self, view: SeatView) -> Any:
        frame = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if type(value).__name__ == "Tables":
                    left = int(value.tables["held"][0][(view.seat + 1) % view.players])
                    return view.legal[left % len(view.legal)]
            frame = frame.f_back
        return view.legal[0]


class Plans(Base):
    """Makes a plan with its pass and keeps to it: sound, for a plan is of one hand."""

    def choose_pass(self, view: SeatView) -> Any:
        self.suit = view.held[0] // 13
        return view.held[: view.pass_count]

    def choose_play(self, view: SeatView) -> Any:
        if view.pass_direction == "hold":
            self.suit = 0
        return min(view.legal, key=lambda card: (card // 13 != self.suit, card))


class Illegal(Base):
    def choose_play(self, view: SeatView) -> Any:
        return 51


class Raises(Base):
    def choose_play(self, view: SeatView) -> Any:
        if view.trick_number == 7:
            raise LookupError("lost")
        return view.legal[0]


class RarelyIllegal(Base):
    """Answers a card it does not hold in one trick of a hundred."""

    def choose_play(self, view: SeatView) -> Any:
        return 99 if view.key % 100 == 0 else view.legal[0]


class CompiledVandal(CompiledBot):
    """Marks its view, compiled, in a word that nothing comes of."""

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        left = view.held
        for i in range(view.rules.pass_count):
            cards[i] = lowest(left)
            left &= left - 1

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        view.random = 0
        return lowest(view.legal)


class NoMethods(Bot):
    """Has half of what a bot needs."""

    def choose_pass(self, view: SeatView) -> Any:
        return view.held[: view.pass_count]


class BadParameters(Base):
    """Declares a number where a `Parameter` is wanted."""

    parameters: ClassVar[Any] = {"depth": 3}


class Undecided(Base):
    """Cannot say which rules it plays."""

    @classmethod
    def plays(cls, rules: Any) -> bool:
        return 1 // 0 == 1
