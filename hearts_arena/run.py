"""Events from Python: `tournament(...)` plays one, `load(path)` opens one, and a `Run` is what both return."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import DEFAULT_MAX_FAULTS, Event, EventError, make_event, path_of
from hearts_arena.arena.runner import Progress, run_event
from hearts_arena.game.rules import RuleSet
from hearts_arena.game.sources import preset_of, rules_from

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from hearts_arena.analysis.crosstable import Crosstable
    from hearts_arena.analysis.standings import Standings
    from hearts_arena.arena.store import EventFolder

DEFAULT_BOTS = ("easy", "medium", "hard", "monte-carlo")
DEFAULT_BLOCKS = 300
RESULTS = Path("results")
FIGURES = "figures"
TOURNAMENT_FIGURES = ("points", "wins", "scores", "crosstable", "seats", "race")
DUEL_FIGURES = ("payoff", "points", "scores")
SEED_BITS = 128


@dataclass(frozen=True)
class Run:
    """An event on disk: its rows as pandas frames, and the statements that follow from them."""

    folder: EventFolder

    @property
    def path(self) -> Path:
        """Folder of the event."""
        return self.folder.path

    @property
    def event(self) -> Event:
        """What was played."""
        return self.folder.event

    @cached_property
    def hands(self) -> pd.DataFrame:
        """One row a seat a hand; the columns are listed in `results/README.md`."""
        return self.folder.frame("hands")

    @cached_property
    def matches(self) -> pd.DataFrame:
        """One row a seat a match."""
        return self.folder.frame("matches")

    @cached_property
    def plays(self) -> pd.DataFrame:
        """One row a hand with every card, where plays were logged."""
        return self.folder.frame("plays")

    @cached_property
    def faults(self) -> pd.DataFrame:
        """One row a fault."""
        return self.folder.frame("faults")

    @cached_property
    def timing(self) -> pd.DataFrame:
        """Think times, one row an entrant a part."""
        return self.folder.frame("timing")

    def summary(self) -> dict[str, Any]:
        """Return the facts of the event as plain JSON data."""
        facts, played = self.folder.facts, self.folder.facts.get("played", {})
        return {
            "name": self.event.name,
            "rules": preset_of(self.event.rules),
            "rules_hash": self.event.rules.hash,
            "seed": facts["seed"],
            "blocks": self.event.blocks,
            "matches": played.get("matches"),
            "hands": played.get("hands"),
            "seconds_playing": facts.get("seconds_playing"),
            "schedule": self.event.schedule,
            "status": facts["status"],
        }

    def standings(self) -> Standings:
        """Return the standings, best first, with intervals over blocks."""
        from hearts_arena.analysis.standings import standings

        return standings(self.folder)

    def crosstable(self) -> Crosstable:
        """Return the points difference of each pair of entrants at the same table."""
        from hearts_arena.analysis.crosstable import crosstable

        return crosstable(self.folder)

    def plot(self, kind: str = "points") -> Figure:
        """Return a figure of one kind of `hearts_arena.analysis.plots.KINDS`; no window is opened."""
        from hearts_arena.analysis.plots import KINDS

        if kind not in KINDS:
            raise EventError(f"no figure is called {kind!r}: choose one of {', '.join(KINDS)}")
        return KINDS[kind].draw(self.folder)

    def save_figures(self, kinds: Sequence[str] = (), form: str = "png") -> list[Path]:
        """Write figures into the event's folder and return where they are: those named, or all that suit the event."""
        from hearts_arena.analysis.plots import save

        kinds = kinds or (DUEL_FIGURES if self.event.schedule == "duel" else TOURNAMENT_FIGURES)
        figures = {self.path / FIGURES / f"{kind}.{form}": self.plot(kind) for kind in kinds}
        for path, figure in figures.items():
            path.parent.mkdir(exist_ok=True)
            save(figure, path)
        return list(figures)


def tournament(
    *bots: str,
    blocks: int = DEFAULT_BLOCKS,
    seed: int | None = None,
    rules: str | RuleSet = "standard",
    settings: Mapping[str, object] | None = None,
    workers: int = 1,
    apart: bool = False,
    out: str | os.PathLike[str] | None = None,
    log_plays: bool = False,
    max_faults: int = DEFAULT_MAX_FAULTS,
    on_fault: str = "substitute",
    report: Callable[[Progress], None] = lambda progress: None,
    before: Callable[[Event, Path], None] = lambda event, path: None,
) -> Run:
    """Play a tournament and return it.

    Parameters
    ----------
    *bots : str
        Entrants, `[LABEL=]BOT[:key=value,...]`; the four standard levels by default. As many as seats share a table,
        more play a round robin.
    blocks : int
        Blocks: one seed's match in all seatings. For a round robin rounded up to where all play equally often.
    seed : int, optional
        Root seed, 0 to 2^128-1; a fresh one by default.
    rules : str or RuleSet
        A rule set, or the name of a preset or of a TOML file, with `settings` on top.
    workers : int
        Chunks played at the same time. The rows do not depend on it.
    apart : bool
        Whether bots that answer from Python play in another process even with one worker, as the command line has it.
    out : path, optional
        New folder for the event; one under `results/` by default.
    log_plays : bool
        Whether to write every card.
    max_faults : int
        Faults of a seat in a match beyond which the stand-in plays on for it.
    on_fault : str
        `substitute` or `abort`.
    report, before : callable
        Called with the counters as parts are written, and with the event and its folder before the first.

    Raises
    ------
    ValueError
        In one sentence, where the event cannot be held; nothing has been written then.
    """
    rule_set = rules_from(rules, settings or {})
    path = path_of(out) if out is not None else fresh_folder("tournament")
    event = make_event(
        parse_entrants(bots or DEFAULT_BOTS),
        rule_set,
        blocks=blocks,
        seed=fresh_seed() if seed is None else seed,
        name=path.name,
        log_plays=log_plays,
        max_faults=max_faults,
        on_fault=on_fault,
    )
    run_event(event, path, workers=workers, apart=apart, before=lambda: before(event, path), report=report)
    return load(path)


def load(path: str | os.PathLike[str]) -> Run:
    """Return the event in a folder.

    Raises
    ------
    EventError
        If the folder holds none.
    """
    from hearts_arena.arena.store import EventFolder

    return Run(EventFolder(path_of(path)))


def fresh_seed() -> int:
    """Return a root seed that nobody has used."""
    return secrets.randbits(SEED_BITS)


def fresh_folder(kind: str) -> Path:
    """Return the name of a new folder under `results/`, after the time of day."""
    name = f"{kind}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    candidates = [RESULTS / name, *(RESULTS / f"{name}-{number}" for number in range(2, 100))]
    return next(path for path in candidates if not path.exists())


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


__all__ = ["DEFAULT_BLOCKS", "DEFAULT_BOTS", "Run", "load", "tournament"]
