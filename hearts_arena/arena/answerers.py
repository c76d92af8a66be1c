"""Bots that answer from Python: how plain and batch bots are asked, timed, and held to account.

Whatever a bot raises or answers amiss is turned into a value here; nothing it does reaches the kernel.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from hearts_arena.bot import BatchBot, Bot, RuleSet, SeatView, seat_views
from hearts_arena.engine.driver import Array, Player, Trouble, encode_params
from hearts_arena.engine.tables import BROKEN_ANSWER, LONGEST_HAND, NO_ANSWER
from hearts_arena.game.words import count_text

Answers = tuple[Array, list[Trouble]]
_TOO_FAR = 1 << 31  # larger answers are not written down as numbers


class Clock:
    """Think time of one bot: decisions, seconds, and the longest."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.longest = 0.0

    def add(self, seconds: float, decisions: int = 1) -> None:
        """Count some decisions that took `seconds` together."""
        self.decisions += decisions
        self.seconds += seconds
        self.longest = max(self.longest, seconds / max(decisions, 1))


class PlainAnswerer:
    """A plain Python bot: one instance for each match and seat, one call a decision."""

    def __init__(self, bot_class: type[Bot], values: dict[str, float], rules: RuleSet) -> None:
        self.bot_class = bot_class
        self.values = values
        self.rules = rules
        self.clock = Clock()
        self.wants_hand_end = bot_class.on_hand_end is not Bot.on_hand_end
        # An instance that wants the ends of hands is let go with its match; nothing tells others that theirs is over,
        # and they stay as long as this answerer: `arena/slices.py` keeps that short.
        self.bots: dict[tuple[int, int], Bot] = {}

    def passes(self, views: Array, matches: Array) -> Answers:
        """Return each seat's cards to pass."""
        count = self.rules.pass_count

        def choose(bot: Bot, view: SeatView) -> list[int]:
            cards = [_card(card) for card in bot.choose_pass(view)]
            if len(cards) != count:
                raise _AnswerError(f"passed {count_text(len(cards), 'card')} instead of {count}")
            return cards

        answers = np.full((len(views), count), BROKEN_ANSWER, np.int64)
        return self._ask_all(views, matches, answers, choose)

    def plays(self, views: Array, matches: Array) -> Answers:
        """Return each seat's card."""
        answers = np.full(len(views), BROKEN_ANSWER, np.int64)
        return self._ask_all(views, matches, answers, lambda bot, view: _card(bot.choose_play(view)))

    def moons(self, views: Array, matches: Array) -> Answers:
        """Return each shooter's choice."""
        answers = np.full(len(views), BROKEN_ANSWER, np.int64)
        return self._ask_all(views, matches, answers, lambda bot, view: int(bool(bot.choose_moon(view))))

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Tell a seat's bot how the hand ended; what it raises here costs it nothing."""
        (seat_view,) = seat_views(view.reshape(1), self.rules)
        scores = tuple(hand_score[: self.rules.players].tolist())
        try:
            self._bot(match, seat_view.seat).on_hand_end(seat_view, scores)
        except (Exception, SystemExit, GeneratorExit):
            return
        finally:
            if match_over:
                self.bots.pop((match, seat_view.seat), None)

    def _bot(self, match: int, seat: int) -> Bot:
        bot = self.bots.get((match, seat))
        if bot is None:
            bot = self.bots[match, seat] = self.bot_class(**self.values)
        return bot

    def _ask_all(
        self, views: Array, matches: Array, answers: Array, choose: Callable[[Bot, SeatView], int | list[int]]
    ) -> Answers:
        troubles = []
        for row, view in enumerate(seat_views(views, self.rules)):
            begun = perf_counter()
            try:
                answers[row] = choose(self._bot(int(matches[row]), view.seat), view)
            except (Exception, SystemExit, GeneratorExit) as error:
                answers[row], message = _amiss(error)
                troubles.append(Trouble(row, message))
            self.clock.add(perf_counter() - begun)
        return answers, troubles


class BatchAnswerer:
    """A bot that answers arrays of views: one instance, one call for all tables that wait for it."""

    wants_hand_end = False

    def __init__(self, bot_class: type[BatchBot], values: dict[str, float], rules: RuleSet) -> None:
        self.bot_class = bot_class
        self.values = values
        self.rules = rules
        self.clock = Clock()
        self.bot: BatchBot | None = None

    def passes(self, views: Array, matches: Array) -> Answers:
        """Return the cards to pass, shape [n, pass_count]."""
        return self._ask(views, (self.rules.pass_count,), lambda bot: bot.choose_pass)

    def plays(self, views: Array, matches: Array) -> Answers:
        """Return the cards to play, shape [n]."""
        return self._ask(views, (), lambda bot: bot.choose_play)

    def moons(self, views: Array, matches: Array) -> Answers:
        """Return the choices of moons, shape [n]."""
        return self._ask(views, (), lambda bot: lambda rows: np.asarray(bot.choose_moon(rows)).astype(np.int64))

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Do nothing: a batch bot keeps no memory."""

    def _ask(
        self, views: Array, shape: tuple[int, ...], method: Callable[[BatchBot], Callable[[Array], Array]]
    ) -> Answers:
        """Ask about all views at once; where that goes wrong, one by one, so that only the rows at fault pay."""
        begun = perf_counter()
        try:
            return self._asked(views, shape, method), []
        except (Exception, SystemExit, GeneratorExit) as error:
            if len(views) == 1:
                code, message = _amiss(error)
                return np.full((1, *shape), code, np.int64), [Trouble(0, message)]
        finally:
            self.clock.add(perf_counter() - begun, len(views))
        alone = [self._ask(views[row : row + 1], shape, method) for row in range(len(views))]
        troubles = [Trouble(row, trouble[0].message) for row, (_, trouble) in enumerate(alone) if trouble]
        return np.concatenate([answers for answers, _ in alone]), troubles

    def _asked(
        self, views: Array, shape: tuple[int, ...], method: Callable[[BatchBot], Callable[[Array], Array]]
    ) -> Array:
        if self.bot is None:
            self.bot = self.bot_class(**self.values)
        answers = np.asarray(method(self.bot)(views))
        if answers.shape != (len(views), *shape):
            raise _AnswerError(f"answered an array of shape {answers.shape} where {(len(views), *shape)} was asked for")
        if answers.dtype.kind not in "iu":
            raise _AnswerError(f"answered an array of {answers.dtype}: cards are whole numbers")
        return answers.astype(np.int64)


class CompiledAnswerer:
    """A compiled bot asked from Python, record by record: for checks, which hold the two ways to play together."""

    wants_hand_end = False

    def __init__(self, player: Player, rules: RuleSet) -> None:
        self.play, self.pass_on, self.moon = player.functions
        self.params = encode_params([player])[0]
        self.rules = rules

    def passes(self, views: Array, matches: Array) -> Answers:
        """Return the cards to pass, shape [n, pass_count]."""
        cards = np.full((len(views), LONGEST_HAND), NO_ANSWER, np.int64)

        def choose(row: int) -> Array:
            self.pass_on(views[row], self.params, cards[row])
            return cards[row, : self.rules.pass_count]

        return self._each(np.full((len(views), self.rules.pass_count), NO_ANSWER, np.int64), choose)

    def plays(self, views: Array, matches: Array) -> Answers:
        """Return the cards to play, shape [n]."""
        return self._each(np.full(len(views), NO_ANSWER, np.int64), lambda row: self.play(views[row], self.params))

    def moons(self, views: Array, matches: Array) -> Answers:
        """Return the choices of moons, shape [n]."""
        return self._each(np.full(len(views), NO_ANSWER, np.int64), lambda row: int(self.moon(views[row], self.params)))

    @staticmethod
    def _each(answers: Array, choose: Callable[[int], Any]) -> Answers:
        troubles = []
        for row in range(len(answers)):
            try:
                answers[row] = choose(row)
            except Exception as error:
                answers[row], message = _amiss(error)
                troubles.append(Trouble(row, message))
        return answers, troubles

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Do nothing: a compiled bot keeps no memory."""


class _AnswerError(ValueError):
    """An answer of the wrong form."""


def _card(answer: Any) -> int:
    try:
        card = operator.index(answer)
    except TypeError:
        raise _AnswerError(f"answered {answer!r}: a card is a whole number, 0 to 51") from None
    if abs(card) >= _TOO_FAR:
        raise _AnswerError(f"answered {card}: a card is a whole number, 0 to 51")
    return card


def _amiss(error: BaseException) -> tuple[int, str]:
    """Return the code and message of what a bot raised, or answered in no form that is a card."""
    message = str(error).splitlines()[0] if str(error) else ""
    message = message.encode("utf-8", "backslashreplace").decode()  # lone surrogates cannot be written down
    if isinstance(error, _AnswerError):
        return NO_ANSWER, message
    return BROKEN_ANSWER, f"{type(error).__name__}: {message}"
