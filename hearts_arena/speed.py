"""How fast the arena is: hands a second of each bot and kind, and the ratio to OpenSpiel measured in the same run.

Seconds depend on the machine and on what else it does; ratios of one run much less, so they are what to quote. Every
figure is the median of rounds in which all of them are measured in turn. What is not logged is play alone: the schedule
has been drawn up before. What is logged is a whole run, from the schedule to files that are safe on the disk.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from hearts_arena.arena.entrants import Entrant, parse_entrants
from hearts_arena.arena.event import make_event
from hearts_arena.arena.play import compile_entrants, make_event_jobs, play_matches
from hearts_arena.arena.runner import run_event
from hearts_arena.bot import BatchBot, Bot, SeatView, rank_of
from hearts_arena.engine.driver import Array
from hearts_arena.game.rules import build_rules
from hearts_arena.strategies import BUILT_IN

ROUNDS = 5
SEED = 7
FIELD = ("random", "easy", "medium", "hard")
OPENSPIEL = "openspiel, tuned loop"
_AIM_SECONDS = 0.4
_MOST_BLOCKS = 4000
_RUN_BLOCKS = 12_000  # of a run of fast bots; more for the field, so that its first and last part weigh little
_FIELD_BLOCKS = 36_000
_BITS = np.int64(1) << np.arange(52)
_RANKS = np.arange(52) % 13


class LowestPlain(Bot):
    """Passes its highest cards and plays its lowest legal one: as little thought as a plain bot can give."""

    def choose_pass(self, view: SeatView) -> Sequence[int]:
        """Return the highest cards."""
        return sorted(view.held, key=rank_of)[-view.pass_count :]

    def choose_play(self, view: SeatView) -> int:
        """Return the lowest legal card."""
        return min(view.legal, key=rank_of)


class LowestBatch(BatchBot):
    """The same for arrays of views."""

    def choose_pass(self, views: Array) -> Array:
        """Return the highest cards of each hand."""
        held = (views["held"][:, None] & _BITS) != 0
        order = np.argsort(np.where(held, -_RANKS, 100), axis=1, kind="stable")
        return order[:, : int(views["rules"]["pass_count"][0])]

    def choose_play(self, views: Array) -> Array:
        """Return the lowest legal card of each hand."""
        legal = (views["legal"][:, None] & _BITS) != 0
        return np.asarray(np.argmin(np.where(legal, _RANKS, 100), axis=1))


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """One figure.

    Attributes
    ----------
    what : str
        Who played.
    kind : str
        Kind of the bot in question: compiled, batch, plain; `mixed` of a field.
    ns_per_decision : float or None
        Think time of the first bot, by the kernel's clock or around its calls.
    ratio : float or None
        Hands a second over those of OpenSpiel's loop in the same run; None where it is not installed.
    """

    what: str
    kind: str
    workers: int
    logged: bool
    hands_per_s: float
    matches_per_s: float
    ns_per_decision: float | None
    ratio: float | None = None

    def to_record(self) -> dict[str, Any]:
        """Return the row as plain JSON data."""
        return asdict(self)


@dataclass
class _Measure:
    """Something to time: `run` returns hands, matches, seconds, and seconds and decisions of thought."""

    what: str
    kind: str
    workers: int
    logged: bool
    run: Callable[[], tuple[int, int, float, float, int]]
    seen: list[tuple[float, float, float | None]]

    def take(self) -> None:
        hands, matches, seconds, thought, decisions = self.run()
        self.seen.append((hands / seconds, matches / seconds, thought / decisions * 1e9 if decisions else None))

    def row(self) -> SpeedRow:
        hands, matches = (statistics.median(one[i] or 0.0 for one in self.seen) for i in (0, 1))
        thoughts = [one[2] for one in self.seen if one[2] is not None]
        thought = statistics.median(thoughts) if thoughts else None
        return SpeedRow(self.what, self.kind, self.workers, self.logged, hands, matches, thought)


def measure(
    bots: Sequence[str] = (), *, workers: int, report: Callable[[str], None] = lambda what: None
) -> list[SpeedRow]:
    """Return the figures: each bot in all seats, a plain and a batch bot among compiled ones, and a field of four.

    Parameters
    ----------
    bots : sequence of str
        Entrants to measure; the built-in ones by default.
    workers : int
        How many workers to measure compiled line-ups with, beside one.
    """
    chosen = [_loop()] if importlib.util.find_spec("pyspiel") else []
    for bot in bots or BUILT_IN:
        entrants = parse_entrants([bot] * 4)
        chosen += _alone_and_logged(bot, entrants[0].kind, entrants, workers)
    chosen += _among(LowestPlain, "plain") + _among(LowestBatch, "batch")
    chosen += _alone_and_logged(", ".join(FIELD), "mixed", parse_entrants(FIELD), workers)
    for _ in range(ROUNDS):
        for one in chosen:
            report(one.what)
            one.take()
    rows = [one.row() for one in chosen]
    base = next((row.hands_per_s for row in rows if row.what == OPENSPIEL), None)
    return [replace(row, ratio=row.hands_per_s / base) for row in rows] if base else rows


def _among(bot: type[Bot] | type[BatchBot], kind: str) -> list[_Measure]:
    own = Entrant(bot.__name__, bot.__name__, f"{__name__}:{bot.__name__}", kind, "", ())
    what = f"lowest, with {', '.join(FIELD[1:])}"
    return _alone_and_logged(
        what, kind, (own, *parse_entrants(FIELD[1:])), workers=1
    )  # processes take a second to begin


def _alone_and_logged(what: str, kind: str, entrants: tuple[Entrant, ...], workers: int) -> list[_Measure]:
    """Return measures of play alone, of a whole run with its log, and of the same with several workers."""
    alone, count = _alone(what, kind, entrants)
    blocks = count
    if count >= _MOST_BLOCKS:
        blocks = _FIELD_BLOCKS if kind == "mixed" else _RUN_BLOCKS
    counts = sorted({1, workers if all(entrant.kind == "compiled" for entrant in entrants) else 1})
    return [alone, *(_run(what, kind, entrants, blocks, number) for number in counts)]


def _alone(what: str, kind: str, entrants: tuple[Entrant, ...]) -> tuple[_Measure, int]:
    """Return a measure of play of about `_AIM_SECONDS`, with the first bot's think time, and its number of blocks."""
    event = make_event(entrants, build_rules(), blocks=_MOST_BLOCKS, seed=SEED)
    compiled = compile_entrants(entrants)
    count = _calibrated(lambda blocks: play_matches(event, make_event_jobs(event, range(blocks)), compiled))
    jobs = make_event_jobs(event, range(count))

    def run() -> tuple[int, int, float, float, int]:
        begun = time.perf_counter()
        chunk = play_matches(event, jobs, compiled)
        seconds = time.perf_counter() - begun
        thought = chunk.think_times()[0]
        decisions = thought.decisions if kind != "mixed" else 0
        return len(chunk.played.hands), len(chunk.played.matches), seconds, thought.seconds, decisions

    return _Measure(what, kind, 1, False, run, []), count


def _run(what: str, kind: str, entrants: tuple[Entrant, ...], blocks: int, workers: int) -> _Measure:
    """Return a measure of a run, from the schedule to files that are safe on the disk."""
    event = make_event(entrants, build_rules(), blocks=blocks, seed=SEED)

    def run() -> tuple[int, int, float, float, int]:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            done = run_event(event, Path(folder) / "event", workers=workers)
            return done.hands, done.matches, time.perf_counter() - begun, 0.0, 0

    return _Measure(what, kind, workers, True, run, [])


def _calibrated(play: Callable[[int], object]) -> int:
    """Return how many blocks take about `_AIM_SECONDS`; the first call compiles and does not count."""
    play(1)
    blocks = 1
    while True:
        begun = time.perf_counter()
        play(blocks)
        seconds = time.perf_counter() - begun
        if seconds > _AIM_SECONDS / 2 or blocks >= _MOST_BLOCKS:
            return blocks
        blocks = min(_MOST_BLOCKS, 4 * blocks)


def _loop() -> _Measure:
    """Return a measure of OpenSpiel from Python as fast as it goes: a shuffled deck on a fresh state, then play."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    draw = random.Random(SEED)
    deck = list(range(52))

    def run() -> tuple[int, int, float, float, int]:
        hands, pick, fresh = 400, draw.random, game.new_initial_state
        begun = time.perf_counter()
        for _ in range(hands):
            state = fresh()
            apply, legal, over = state.apply_action, state.legal_actions, state.is_terminal
            apply(int(pick() * 4))
            draw.shuffle(deck)
            for card in deck:
                apply(card)
            while not over():
                actions = legal()
                apply(actions[int(pick() * len(actions))])
        return hands, hands, time.perf_counter() - begun, 0.0, 0

    return _Measure(OPENSPIEL, "python", 1, False, run, [])


def format_rows(rows: Sequence[SpeedRow]) -> str:
    """Return the figures as a table."""
    lines = [
        f"{'what':33} {'kind':9} workers logged {'hands/s':>10} {'matches/s':>10} "
        f"{'decisions/s':>11} {'ns/decision':>11} {'ratio':>7}"
    ]
    for row in rows:
        thought = "n/a" if row.ns_per_decision is None else f"{row.ns_per_decision:,.0f}"
        decisions = "n/a" if row.ns_per_decision is None else f"{1e9 / row.ns_per_decision:,.0f}"
        ratio = "n/a" if row.ratio is None else f"{row.ratio:.1f}"
        logged = "yes" if row.logged else "no"
        lines.append(
            f"{row.what:33} {row.kind:9} {row.workers:7} {logged:>6} {row.hands_per_s:10,.0f} "
            f"{row.matches_per_s:10,.0f} {decisions:>11} {thought:>11} {ratio:>7}"
        )
    lines += [
        "",
        f"medians of {ROUNDS} rounds; ratio: to OpenSpiel's loop in the same run, n/a where it is not installed",
        "not logged: play alone; logged: whole runs, from the schedule to files on the disk",
        "decisions: those of the bot in question (the first), by the time it thinks alone",
    ]
    return "\n".join(lines) + "\n"


__all__ = ["SpeedRow", "format_rows", "measure"]
