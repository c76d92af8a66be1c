"""The ladder of difficulty levels: each one against three of the level below, and whether that proves it better."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import Event, EventError, check_blocks, check_seed, make_event
from hearts_arena.arena.runner import Progress, check_workers, run_event
from hearts_arena.game.rules import RuleSet
from hearts_arena.game.words import count_text
from hearts_arena.run import FIGURES, load
from hearts_arena.strategies import BUILT_IN

if TYPE_CHECKING:
    from hearts_arena.analysis.payoff import Payoff

LADDER = tuple(BUILT_IN)
DEFAULT_LADDER_BLOCKS = 100


@dataclass(frozen=True)
class Step:
    """One step of the ladder.

    `payoff` is opponents' mean points less the upper bot's own, per hand: positive says the upper one is better.
    """

    lower: str
    upper: str
    payoff: Payoff


@dataclass(frozen=True)
class Ladder:
    """A ladder that has been climbed: its steps, weakest first, and where its events are."""

    steps: tuple[Step, ...]
    seed: int
    path: Path

    def to_record(self) -> dict[str, Any]:
        """Return the steps as plain JSON data."""
        return {
            "seed": str(self.seed),
            "steps": [
                {
                    "lower": step.lower,
                    "upper": step.upper,
                    "payoff": step.payoff.estimate.to_record(),
                    "blocks": step.payoff.estimate.n,
                    "proven": step.payoff.proven,
                }
                for step in self.steps
            ],
        }

    def format(self) -> str:
        """Return the steps as a table."""
        from hearts_arena.analysis.formatting import render

        return render([step.payoff for step in self.steps])

    def save_figure(self) -> Path:
        """Write the steps as a figure and return where it is."""
        from hearts_arena.analysis.plots import draw_payoffs, save

        path = self.path / FIGURES / "payoff.png"
        path.parent.mkdir(exist_ok=True)
        save(draw_payoffs([step.payoff for step in self.steps]), path)
        return path


def climb(
    bots: Sequence[str],
    rules: RuleSet,
    out: Path,
    *,
    blocks: int = DEFAULT_LADDER_BLOCKS,
    seed: int,
    workers: int = 1,
    apart: bool = False,
    before: Callable[[int, int, Path], None] = lambda blocks, seed, folder: None,
    report: Callable[[str, Progress], None] = lambda step, progress: None,
) -> Ladder:
    """Play each bot one against three of the one before it and return the ladder.

    Parameters
    ----------
    bots : sequence of str
        Entrants, weakest first.
    out : Path
        New folder for the events, one a step.
    blocks : int
        Blocks a step; in each the upper bot sits in every seat once.
    workers, apart
        As for `run_event`.
    before, report : callable
        Called with blocks, seed and folder before the first step, and with the name of a step and its counters as parts
        are written.

    Raises
    ------
    EventError
        If there are fewer than two bots or an event cannot be held.
    """
    check_options(out, blocks=blocks, seed=seed, workers=workers)
    if len(bots) < 2:
        raise EventError(f"a ladder of {count_text(len(bots), 'bot')} has no step: name two or more, weakest first")
    for bot in bots:
        parse_entrants([bot])
    duels = [make_duel(upper, lower, rules, blocks=blocks, seed=seed) for lower, upper in pairwise(bots)]
    before(blocks, seed, out)
    return Ladder(play_duels(duels, out, workers=workers, apart=apart, report=report), seed, out)


def check_options(out: Path, *, blocks: int, seed: int, workers: int) -> None:
    """Raise an `EventError` if no duels can be played into a folder with these numbers, whatever the bots."""
    from hearts_arena.arena.store import check_folder

    check_blocks(blocks)
    check_seed(seed)
    check_workers(workers)
    check_folder(out)


def make_duel(upper: str, lower: str, rules: RuleSet, *, blocks: int, seed: int) -> Event:
    """Return a checked event of one bot against copies of another in all other seats."""
    entrants = parse_entrants([upper, lower])
    name = f"{entrants[0].label} v {entrants[1].label}"
    return make_event(entrants, rules, blocks=blocks, seed=seed, schedule="duel", name=name)


def play_duels(
    duels: Sequence[Event],
    out: Path,
    *,
    workers: int = 1,
    apart: bool = False,
    report: Callable[[str, Progress], None] = lambda step, progress: None,
) -> tuple[Step, ...]:
    """Play duels, each into a folder of its own in `out`, and return their payoffs."""
    from hearts_arena.analysis.payoff import payoff

    taken: set[str] = set()
    steps = []
    for duel in duels:
        folder = out / _folder_name(duel.name, taken)
        run_event(duel, folder, workers=workers, apart=apart, report=partial(report, duel.name))
        upper, lower = duel.labels
        steps.append(Step(lower, upper, payoff(load(folder).folder)))
    return tuple(steps)


def _folder_name(name: str, taken: set[str]) -> str:
    """Return a duel's name as one that every file system takes, numbered where it is taken, and take it."""
    plain = re.sub(r"[^\w.-]+", "-", name)
    names = (plain if number == 1 else f"{plain}-{number}" for number in count(1))
    free = next(one for one in names if one not in taken)
    taken.add(free)
    return free


__all__ = [
    "DEFAULT_LADDER_BLOCKS",
    "LADDER",
    "Ladder",
    "Step",
    "check_options",
    "climb",
    "make_duel",
    "play_duels",
]
