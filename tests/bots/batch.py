"""Batch bots: sound ones, and ones that answer amiss."""

from typing import Any

import numpy as np

from hearts_arena.bot import BatchBot


def lowest(masks: np.ndarray) -> np.ndarray:
    """Return the lowest card of each mask."""
    return np.bitwise_count((masks & -masks) - 1).astype(np.int64)


class Lowest(BatchBot):
    """Passes and plays the lowest card numbers."""

    def choose_pass(self, views: np.ndarray) -> Any:
        left, cards = views["held"].copy(), []
        for _ in range(int(views["rules"]["pass_count"][0])):
            cards.append(lowest(left))
            left &= left - 1
        return np.stack(cards, axis=1)

    def choose_play(self, views: np.ndarray) -> Any:
        return lowest(views["legal"])


class Floats(Lowest):
    def choose_play(self, views: np.ndarray) -> Any:
        return super().choose_play(views).astype(np.float64)


class WrongShape(Lowest):
    def choose_play(self, views: np.ndarray) -> Any:
        return super().choose_play(views)[:, None]


class TooFewRows(Lowest):
    def choose_play(self, views: np.ndarray) -> Any:
        return super().choose_play(views)[:-1]


class NotAnArray(Lowest):
    def choose_play(self, views: np.ndarray) -> Any:
        return super().choose_play(views).tolist()


class BadAtThirteen(Lowest):
    """Raises over any view that holds the queen of spades."""

    def choose_play(self, views: np.ndarray) -> Any:
        if (views["held"] >> 49 & 1).any():
            raise ValueError("not with her")
        return super().choose_play(views)


class Illegal(Lowest):
    """Answers a card that is not held where it holds the queen of spades."""

    def choose_play(self, views: np.ndarray) -> Any:
        return np.where(views["held"] >> 49 & 1, 60, super().choose_play(views))


class Vandal(Lowest):
    """Writes all over the views it is given, after it has made up its mind."""

    def choose_play(self, views: np.ndarray) -> Any:
        answers = super().choose_play(views)
        views["scores"] = 0
        views["legal"] = 0
        return answers


class Averages(Lowest):
    """Lets one row's answer depend on the others."""

    def choose_play(self, views: np.ndarray) -> Any:
        if len(views) % 2:
            return super().choose_play(views)
        legal = views["legal"]
        return np.array([int(mask).bit_length() - 1 for mask in legal])


class Unsigned(Lowest):
    """Answers unsigned numbers of one byte."""

    def choose_play(self, views: np.ndarray) -> Any:
        return super().choose_play(views).astype(np.uint8)
