"""Compiled bots that are at fault in one way each."""

from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot, lowest


class Sound(CompiledBot):
    """Plays its lowest cards: what the others here do apart from their fault."""

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        left = view.held
        for i in range(view.rules.pass_count):
            cards[i] = lowest(left)
            left &= left - 1

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        return lowest(view.legal)


class RaisesInPlay(Sound):
    """Raises at its card of the third trick."""

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        if view.trick_number == 2:
            raise ValueError("the third trick is too hard")
        return lowest(view.legal)


class RaisesInPass(Sound):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        cards[0] = lowest(view.held)
        raise IndexError("nothing to give")


class RaisesInMoon(Sound):
    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        if view.seat >= 0:
            raise RuntimeError("cannot choose")
        return True


class AlwaysQueen(Sound):
    """Answers the queen of spades, always."""

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        return 49


class NoCard(Sound):
    """Answers a number that is no card, far outside."""

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        return -2 if view.trick_number % 2 == 0 else 1_000_000


class SameCardThrice(Sound):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        for i in range(view.rules.pass_count):
            cards[i] = lowest(view.held)


class PassesNothing(Sound):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        return


class PassesOthersCards(Sound):
    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        left = view.rules.deck_mask & ~view.held
        for i in range(view.rules.pass_count):
            cards[i] = lowest(left)
            left &= left - np.int64(1)


class WritesToItsView(Sound):
    """Gives itself a better score before it plays."""

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        view.scores[view.seat] = 0
        return lowest(view.legal)


class Loops(Sound):
    """Divides by what may be nothing, as numpy does, without raising."""

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        return np.int64(view.trick_size // view.trick_size)
