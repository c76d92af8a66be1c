"""From an event and a range of its blocks to played rows: jobs for the engine, and bots as the engine calls them."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

import numpy as np

from hearts_arena.arena.answerers import BatchAnswerer, Clock, CompiledAnswerer, PlainAnswerer
from hearts_arena.arena.entrants import Entrant, EntrantError, load_bot
from hearts_arena.arena.event import Event
from hearts_arena.bot import BatchBot, Bot, CompiledBot, RuleSet
from hearts_arena.engine.driver import TABLES_IN_STEP, Answerer, Array, Played, Player, make_jobs, play_jobs
from hearts_arena.engine.play import read_ticks
from hearts_arena.engine.pointers import (
    MOON_SIGNATURE,
    PARAMETERS,
    PASS_SIGNATURE,
    PLAY_SIGNATURE,
    compile_pointer,
)
from hearts_arena.engine.tables import FAULT_KINDS, SEATS
from hearts_arena.game.dealing import deal_words, seat_words

Compiled = Player | None
_NUMBA_FRAMES = ("Failed in", "During:", "File ", " ")
_NUMBA_LINE = re.compile(r'^File ".*", line (\d+):$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ThinkTime:
    """Think time of an entrant in a chunk: decisions that were timed, their seconds, and the longest."""

    decisions: int
    seconds: float
    longest: float


@dataclass(frozen=True)
class Chunk:
    """Some blocks of an event, played.

    Attributes
    ----------
    jobs : JOB[n]
        The matches, in order of their number.
    clocks : list of Clock or None
        Think times of entrants that answer from Python.
    """

    event: Event
    jobs: Array
    played: Played
    clocks: list[Clock | None]

    @cached_property
    def faults(self) -> int:
        """Faults of bots; that the stand-in took over is not one more."""
        return int((self.played.faults["kind"] != FAULT_KINDS.index("stood in")).sum())

    def think_times(self) -> list[ThinkTime]:
        """Return the think time of each entrant, no decisions where the processor has no clock for kernels."""
        rate = _seconds_per_tick()
        times = []
        for clock, row in zip(self.clocks, self.played.timing, strict=True):
            if clock is not None:
                times.append(ThinkTime(clock.decisions, clock.seconds, clock.longest))
            elif rate > 0:
                times.append(ThinkTime(int(row["timed"]), float(row["ticks"] * rate), float(row["longest"] * rate)))
            else:
                times.append(ThinkTime(0, 0.0, 0.0))
        return times


def compile_entrants(entrants: Sequence[Entrant]) -> tuple[Compiled, ...]:
    """Return each compiled entrant's addresses, and None for bots that answer from Python."""
    return tuple(_compile(entrant) for entrant in entrants)


def _compile(entrant: Entrant) -> Compiled:
    bot = load_bot(entrant.locator)
    if not issubclass(bot, CompiledBot):
        return None
    if len(bot.parameters) > PARAMETERS:
        raise EntrantError(f"{entrant.label!r} declares {len(bot.parameters)} parameters: {PARAMETERS} are allowed")
    try:
        pairs = [
            compile_pointer(PLAY_SIGNATURE, bot.choose_play),
            compile_pointer(PASS_SIGNATURE, bot.choose_pass),
            compile_pointer(MOON_SIGNATURE, bot.choose_moon),
        ]
    except Exception as error:
        raise EntrantError(f"{entrant.label!r} does not compile: {_why(error)}") from error
    play, pass_on, moon = (address for _, address in pairs)
    return Player((play, pass_on, moon), entrant.values, None, tuple(function for function, _ in pairs))


def _why(error: Exception) -> str:
    """Return why a bot does not compile, in one line, with the line of its file where numba names one."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    reasons = [line for line in lines if not line.startswith(_NUMBA_FRAMES)]
    reason = f"{type(error).__name__}: {reasons[0] if reasons else 'no reason given'}"
    place = _NUMBA_LINE.search(str(error))
    return f"line {place[1]}: {reason}" if place else reason


def play_blocks(event: Event, blocks: range, compiled: Sequence[Compiled], *, tables: int = TABLES_IN_STEP) -> Chunk:
    """Return the played rows of a range of blocks; `tables` is how many are in step, and changes no row."""
    return play_matches(event, make_event_jobs(event, blocks), compiled, tables=tables)


def play_matches(event: Event, jobs: Array, compiled: Sequence[Compiled], *, tables: int = TABLES_IN_STEP) -> Chunk:
    """Return the played rows of some matches of an event, given as jobs."""
    players = [
        player or Player(answerer=python_answerer(entrant, None, event.rules))
        for player, entrant in zip(compiled, event.entrants, strict=True)
    ]
    played = play_jobs(
        event.rules, jobs, players, log_plays=event.log_plays, max_faults=event.max_faults, tables=tables
    )
    clocks = [getattr(player.answerer, "clock", None) for player in players]
    return Chunk(event, jobs, played, clocks)


def python_answerer(entrant: Entrant, compiled: Compiled, rules: RuleSet) -> Answerer:
    """Return a fresh answerer of an entrant: its bot asked from Python, a compiled one (given as such) included."""
    bot = load_bot(entrant.locator)
    if compiled is not None:
        return CompiledAnswerer(compiled, rules)
    values = dict(zip(bot.parameters, entrant.values, strict=True))
    if issubclass(bot, BatchBot):
        return BatchAnswerer(bot, values, rules)
    assert issubclass(bot, Bot)
    return PlainAnswerer(bot, values, rules)


def make_event_jobs(event: Event, blocks: range) -> Array:
    """Return the matches of a range of blocks as jobs, with their keys and seatings."""
    plan, players = event.plan, event.rules.players
    jobs = make_jobs(len(blocks) * plan.seatings)
    if not len(jobs):
        return jobs
    jobs["match"] = np.arange(blocks.start * plan.seatings, blocks.stop * plan.seatings)
    deal_keys = np.frombuffer(deal_words(event.seed, blocks), "<u8").reshape(-1, 2)
    jobs["deal_key"] = np.repeat(deal_keys, plan.seatings, axis=0)
    jobs["seat_keys"] = np.frombuffer(seat_words(event.seed, blocks, plan.seatings), "<u8").reshape(-1, SEATS)
    seats = chain.from_iterable(chain.from_iterable(map(plan.block, blocks)))
    jobs["entrants"][:, :players] = np.fromiter(seats, np.int32, len(jobs) * players).reshape(-1, players)
    return jobs


_RATE_SECONDS = 0.02


@cache
def _seconds_per_tick() -> float:
    """Return the seconds of a tick of the kernel's clock, measured once a process; 0 without such a clock."""
    ticks_before, begun = read_ticks(), time.perf_counter()
    while time.perf_counter() - begun < _RATE_SECONDS:
        pass
    passed = read_ticks() - ticks_before
    return (time.perf_counter() - begun) / passed if passed else 0.0
