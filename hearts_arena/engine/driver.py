"""Playing a chunk of matches: the kernel's other half, which makes room, fetches answers and gathers the rows.

Nothing here depends on who the bots are beyond `Player`: compiled addresses, or something that answers arrays of views.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from hearts_arena.engine.asking import EXTERNAL, NO_ADDRESS
from hearts_arena.engine.jit import JIT_ENABLED
from hearts_arena.engine.play import ASKED, FINISHED, HAND_ENDED, run_tables
from hearts_arena.engine.pointers import PARAMS
from hearts_arena.engine.stream import FIRST_PLAY_DECISION, MOON_DECISION, PASS_DECISION
from hearts_arena.engine.tables import (
    BROKEN_ANSWER,
    CONTROL,
    FAULT_ROW,
    HAND_ROW,
    JOB,
    LONGEST_HAND,
    MATCH_ROW,
    NOT_SET,
    PLAYS_ROW,
    SCATTERED,
    SEATS,
    TABLE,
    TIMING,
    encode_rules,
)
from hearts_arena.engine.view import CHOOSING_MOON, IDLE, PASSING, VIEW
from hearts_arena.game.cards import NO_CARD
from hearts_arena.game.rules import RuleSet

Array = np.ndarray[Any, Any]

HANDS_A_MATCH = 14  # room for at first; more is made where matches are longer
FAULTS_AT_FIRST = 1024
TABLES_IN_STEP = 4096


class Answerer(Protocol):
    """A bot that answers from Python, for many tables at once. What a bot raises comes back as a `Trouble`."""

    wants_hand_end: bool

    def passes(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return the cards to pass, shape [n, pass_count]; a broken answer holds `BROKEN_ANSWER`."""

    def plays(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return the cards to play, shape [n]."""

    def moons(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return whether each moon is added to the others, shape [n], 0 or 1."""

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Tell the bot that a hand is over."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a bot raised instead of answering."""

    row: int
    message: str


@dataclass(frozen=True)
class Player:
    """One entrant as the kernel sees it: three addresses and parameters, or an answerer."""

    addresses: tuple[int, int, int] = (EXTERNAL, EXTERNAL, EXTERNAL)
    parameters: tuple[float, ...] = ()
    answerer: Answerer | None = None
    functions: tuple[Callable[..., Any], ...] = ()  # what the addresses are of, kept alive with them


@dataclass(frozen=True)
class Played:
    """The rows of a chunk, in order of match and hand; `messages` by (match, hand, decision, seat) of a fault."""

    hands: Array  # HAND_ROW
    plays: Array  # PLAYS_ROW, empty unless asked for
    matches: Array  # MATCH_ROW
    faults: Array  # FAULT_ROW
    timing: Array  # TIMING, one row a player
    messages: dict[tuple[int, int, int, int], str]


def records(count: int, dtype: np.dtype[Any]) -> Array:
    """Return zeroed records that kernels can work on, compiled or not."""
    rows = np.zeros(count, dtype)
    return rows if JIT_ENABLED else rows.view(np.recarray)


def play_jobs(
    rules: RuleSet,
    jobs: Array,
    players: Sequence[Player],
    *,
    log_plays: bool = False,
    max_faults: int = 1000,
    tables: int = TABLES_IN_STEP,
) -> Played:
    """Return the rows of a list of matches.

    Parameters
    ----------
    jobs : JOB[n]
        The matches, each with its keys and the row in `players` of the bot at each seat.
    max_faults : int
        Faults of a seat in one match beyond which the stand-in plays on for it.
    tables : int
        How many tables are played in step where answers come from Python. It changes no row.
    """
    playing = Tables(rules, jobs, players, log_plays=log_plays, max_faults=max_faults, tables=tables)
    while len(asked := playing.advance()):
        playing.answer(asked)
    return playing.result()


class Tables:
    """A chunk of matches in play: `advance` to where answers are wanted, `answer`, ..., and take the `result`."""

    def __init__(
        self,
        rules: RuleSet,
        jobs: Array,
        players: Sequence[Player],
        *,
        log_plays: bool = False,
        max_faults: int = 1000,
        tables: int = TABLES_IN_STEP,
    ) -> None:
        """Set up the buffers; see `play_jobs` for the arguments."""
        self.answerers = [player.answerer for player in players]
        in_python = any(answerer is not None for answerer in self.answerers)
        count = max(1, min(len(jobs), tables if in_python else 1))
        self.jobs = jobs if JIT_ENABLED else jobs.view(np.recarray)
        self.bots = np.array([player.addresses for player in players], dtype=np.int64).reshape(-1, 3)
        self.params = encode_params(players)
        self.timing = records(len(players), TIMING)
        self.tables = records(count, TABLE)
        self.tables["sent"] = NO_CARD
        self.tables["came"] = NO_CARD
        self.views = records(count, VIEW)
        self.views["rules"] = encode_rules(rules)
        self.views["phase"] = IDLE
        self.status = np.zeros(count, np.int8)
        room = len(jobs) * (rules.match_hands or HANDS_A_MATCH)
        self.hand_rows = records(room, HAND_ROW)
        self.plays_rows = records(room if log_plays else 1, PLAYS_ROW)
        self.match_rows = records(len(jobs), MATCH_ROW)
        self.fault_rows = records(FAULTS_AT_FIRST, FAULT_ROW)
        self.control = records(1, CONTROL)
        self.control["n_jobs"] = len(jobs)
        self.control["max_faults"] = max_faults
        self.control["log_plays"] = log_plays
        self.control["notify"] = any(a is not None and a.wants_hand_end for a in self.answerers)
        self.messages: dict[tuple[int, int, int, int], str] = {}
        self.players = players

    def advance(self) -> Array:
        """Play on until every table waits; return the rows of those that want an answer, none when all is played."""
        while True:
            if self._run():
                self._make_room()
            elif (self.status == HAND_ENDED).any():
                self._tell_hand_end(np.flatnonzero(self.status == HAND_ENDED))
            else:
                return np.flatnonzero(self.status == ASKED)

    def _run(self) -> bool:
        """Run the kernel until it waits; an exception of a compiled bot becomes a broken answer."""
        while True:
            try:
                with np.errstate(over="ignore"):  # wrapping products, where kernels run as plain Python
                    return bool(
                        run_tables(
                            self.control, self.jobs, self.bots, self.params, self.timing, self.hand_rows,
                            self.plays_rows, self.match_rows, self.fault_rows, self.tables, self.views, self.status,
                        )
                    )  # fmt: skip
            except Exception as error:
                self._break_answer(int(self.control["table"][0]), error)

    def _break_answer(self, row: int, error: Exception) -> None:
        table = self.tables[row : row + 1]
        if table["answered"][0]:
            raise RuntimeError("the kernel raised where no bot was asked") from error
        table["answered"] = 1
        table["play_address"] = NO_ADDRESS
        table["answer"] = BROKEN_ANSWER
        table["answers"] = BROKEN_ANSWER
        self._note(row, f"{type(error).__name__}: {error}")

    def _note(self, row: int, message: str) -> None:
        table, view = self.tables[row], self.views[row]
        key = (int(table["match"]), int(view["hand"]), self._decision(view), int(view["seat"]))
        self.messages[key] = message

    @staticmethod
    def _decision(view: Any) -> int:
        if view["phase"] == PASSING:
            return PASS_DECISION
        if view["phase"] == CHOOSING_MOON:
            return MOON_DECISION
        return FIRST_PLAY_DECISION + int(view["trick_number"])

    def _make_room(self) -> None:
        """Double what is nearly full."""
        if self.control["n_hands"][0] == len(self.hand_rows):
            self.hand_rows = _doubled(self.hand_rows)
            if self.control["log_plays"][0]:
                self.plays_rows = _doubled(self.plays_rows)
        else:
            self.fault_rows = _doubled(self.fault_rows)

    def answer(self, asked: Array) -> None:
        """Fetch the answers of tables that wait, bot by bot, all of a kind at once."""
        entrants = self.tables["entrants"][asked, self.views["seat"][asked]]
        phases = self.views["phase"][asked]
        for entrant in np.unique(entrants):
            for phase in np.unique(phases[entrants == entrant]):
                self._answer_alike(asked[(entrants == entrant) & (phases == phase)], int(entrant), int(phase))

    def _answer_alike(self, rows: Array, entrant: int, phase: int) -> None:
        answerer = self.answerers[entrant]
        if answerer is None:
            raise RuntimeError(f"entrant {entrant} was asked in Python but is compiled")
        views = _copied(self.views, rows)  # a copy: nothing a bot writes reaches the table
        matches = self.tables["match"][rows]
        if phase == PASSING:
            answers, troubles = answerer.passes(views, matches)
            self.tables["answers"][rows] = NOT_SET
            self.tables["answers"][rows, : answers.shape[1]] = answers
        elif phase == CHOOSING_MOON:
            self.tables["answer"][rows], troubles = answerer.moons(views, matches)
        else:
            self.tables["answer"][rows], troubles = answerer.plays(views, matches)
        self.tables["answered"][rows] = 1
        for trouble in troubles:
            self._note(int(rows[trouble.row]), trouble.message)

    def _tell_hand_end(self, rows: Array) -> None:
        for row in rows:
            table, view = self.tables[row], self.views[row]
            for seat in range(int(view["rules"]["players"])):
                answerer = self.answerers[int(table["entrants"][seat])]
                if answerer is not None and answerer.wants_hand_end:
                    own = self.views[row : row + 1].copy()
                    own["seat"] = seat
                    own["held"], own["legal"], own["random"] = 0, 0, 0
                    own["scattered"], own["gathered"] = table["sent"][seat][:SCATTERED], table["came"][seat]
                    own["passed"], own["received"] = table["passed"][seat], table["received"][seat]
                    over = bool(view["phase"] == IDLE)
                    answerer.hand_end(own[0], int(table["match"]), table["hand_score"].copy(), over)
        self.status[rows] = FINISHED

    def result(self) -> Played:
        """Return the rows of what has been played, in order."""
        state = self.control[0]
        hands = _plain(self.hand_rows[: state["n_hands"]])
        plays = _plain(self.plays_rows[: state["n_hands"] if state["log_plays"] else 0])
        matches = _plain(self.match_rows[: state["n_matches"]])
        faults = _plain(self.fault_rows[: state["n_faults"]])
        if len(self.tables) > 1:
            order = np.lexsort((hands["hand"], hands["match"]))
            hands = hands[order]
            plays = plays[order] if len(plays) else plays
            matches = matches[np.argsort(matches["match"])]
            faults = faults[np.lexsort((faults["decision"], faults["hand"], faults["match"]))]
        return Played(hands, plays, matches, faults, _plain(self.timing), self.messages)


def _plain(rows: Array) -> Array:
    return rows.view(np.ndarray) if JIT_ENABLED else rows.view(rows.dtype, np.ndarray)


def _copied(records: Array, rows: Array) -> Array:
    """Return some records as an array of their own; as plain bytes numpy copies them several times faster."""
    return records.view(np.dtype((np.void, records.dtype.itemsize)))[rows].view(records.dtype)


def _doubled(rows: Array) -> Array:
    larger = records(2 * len(rows), rows.dtype)
    larger[: len(rows)] = rows
    return larger


def encode_params(players: Sequence[Player]) -> Array:
    """Return the parameters of some players, `PARAMS[n]`."""
    params = records(len(players), PARAMS)
    for row, player in enumerate(players):
        params[row]["values"][: len(player.parameters)] = player.parameters
    return params


def make_jobs(count: int) -> Array:
    """Return `count` empty jobs, an array of `JOB`."""
    return np.zeros(count, JOB)


assert SEATS * LONGEST_HAND < FAULTS_AT_FIRST
