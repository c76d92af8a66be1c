"""An event: everything its rows depend on, as one value that can be written down, read back and sent to a worker."""

from __future__ import annotations

import json
import operator
import os
import platform
import sys
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hearts_arena.arena.entrants import Entrant, EntrantError, is_text, load_bot, plays_rules
from hearts_arena.arena.records import RECORDS_VERSION
from hearts_arena.arena.schedule import KINDS, Schedule, kind_for, whole_blocks
from hearts_arena.game.dealing import DEAL_STREAM_VERSION, MAX_SEED
from hearts_arena.game.rules import RuleSet

EVENT_FILE = "event.json"
MOST_BLOCKS = 10_000_000
# A part is what an interruption can cost and what a worker takes at a time, and each takes some milliseconds to write:
# events of slow bots are cut into many, events of fast ones into few. Its rows are in memory together.
PARTS_OF_SLOW_BOTS = 20
MOST_BLOCKS_PER_PART = 1000
MOST_HANDS_PER_PART = 100_000  # about; of matches longer than most a part holds fewer
DEFAULT_MAX_FAULTS = 1000
MOST_FAULTS = 1_000_000_000
FAULT_POLICIES = ("substitute", "abort")


class EventError(ValueError):
    """An event that cannot be held, with what to do about it."""


@dataclass(frozen=True)
class Event:
    """A tournament before it is played. Its rows are a pure function of this value.

    Attributes
    ----------
    blocks : int
        Blocks of its schedule.
    blocks_per_part : int
        Blocks in one chunk of work and one file of rows.
    max_faults : int
        Faults of a seat in a match beyond which the stand-in plays on for it.
    """

    name: str
    rules: RuleSet
    seed: int
    schedule: str
    blocks: int
    entrants: tuple[Entrant, ...]
    blocks_per_part: int
    log_plays: bool = False
    max_faults: int = DEFAULT_MAX_FAULTS
    on_fault: str = FAULT_POLICIES[0]

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the entrants, in entry order."""
        return tuple(entrant.label for entrant in self.entrants)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bot of each entrant, as it can be written again."""
        return tuple(entrant.bot for entrant in self.entrants)

    @property
    def candidate(self) -> str | None:
        """Label of the candidate of a duel."""
        return self.entrants[0].label if self.schedule == "duel" else None

    @cached_property
    def plan(self) -> Schedule:
        """The schedule."""
        return KINDS[self.schedule](self.seed, self.rules.players, len(self.entrants), self.blocks)

    def parts(self) -> list[range]:
        """Return the ranges of blocks of all parts, in order."""
        size = self.blocks_per_part
        return [range(first, min(first + size, self.blocks)) for first in range(0, self.blocks, size)]

    def as_dict(self) -> dict[str, Any]:
        """Return the event as plain JSON data."""
        return {
            "name": self.name,
            "rules": self.rules.as_dict(),
            "rules_hash": self.rules.hash,
            "seed": str(self.seed),  # up to 128 bits: as text, since JSON readers round numbers that large
            "schedule": self.schedule,
            "blocks": self.blocks,
            "blocks_per_part": self.blocks_per_part,
            "seatings_per_block": self.plan.seatings,
            "matches": self.plan.matches,
            "log_plays": self.log_plays,
            "max_faults": self.max_faults,
            "on_fault": self.on_fault,
            "entrants": [
                {
                    "label": entrant.label,
                    "bot": entrant.bot,
                    "locator": entrant.locator,
                    "kind": entrant.kind,
                    "version": entrant.version,
                    "values": list(entrant.values),
                }
                for entrant in self.entrants
            ],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Event:
        """Return the event of some JSON data."""
        return cls(
            name=data["name"],
            rules=RuleSet.from_dict(data["rules"]),
            seed=int(data["seed"]),
            schedule=data["schedule"],
            blocks=data["blocks"],
            entrants=tuple(Entrant(**{**entry, "values": tuple(entry["values"])}) for entry in data["entrants"]),
            blocks_per_part=data["blocks_per_part"],
            log_plays=data["log_plays"],
            max_faults=data["max_faults"],
            on_fault=data["on_fault"],
        )

    def named(self, name: str) -> Event:
        """Return the same event under another name."""
        return replace(self, name=name)


def make_event(
    entrants: tuple[Entrant, ...],
    rules: RuleSet,
    *,
    blocks: int,
    seed: int,
    schedule: str | None = None,
    name: str = "",
    log_plays: bool = False,
    max_faults: int = DEFAULT_MAX_FAULTS,
    on_fault: str = FAULT_POLICIES[0],
) -> Event:
    """Return a checked event.

    Raises
    ------
    EventError
        In one sentence, where the event cannot be held.
    """
    blocks, seed, max_faults = check_blocks(blocks), check_seed(seed), whole("max_faults", max_faults)
    if not 0 <= max_faults <= MOST_FAULTS:
        raise EventError(
            f"max_faults {max_faults} is out of range: 0 (a stand-in takes over at the first fault) to {MOST_FAULTS:,}"
        )
    if on_fault not in FAULT_POLICIES:
        raise EventError(f"on_fault {on_fault!r} is no policy: choose {' or '.join(FAULT_POLICIES)}")
    try:
        kind = schedule or kind_for(len(entrants), rules.players)
    except ValueError as error:
        raise EventError(str(error)) from None
    for entrant in entrants:
        if not plays_rules(entrant, rules):
            raise EntrantError(f"{entrant.label!r} does not play this rule set: choose other rules or another bot")
    blocks = whole_blocks(kind, len(entrants), blocks)
    size = _blocks_per_part(blocks, rules, slow=any(load_bot(entrant.locator).slow for entrant in entrants))
    return Event(name, rules, seed, kind, blocks, entrants, size, log_plays, max_faults, on_fault)


def _blocks_per_part(blocks: int, rules: RuleSet, *, slow: bool) -> int:
    """Return the size of an event's parts, which depends on nothing but the event."""
    hands_a_match = rules.match_hands or min(rules.max_hands, 8 + rules.target // 8)  # what bots at random come to
    most = min(MOST_BLOCKS_PER_PART, max(1, MOST_HANDS_PER_PART // (rules.players * hands_a_match)))
    return min(-(-blocks // PARTS_OF_SLOW_BOTS), most) if slow else most


def check_blocks(blocks: Any) -> int:
    """Return a number of blocks that can be played, or raise an `EventError`."""
    blocks = whole("blocks", blocks)
    if not 1 <= blocks <= MOST_BLOCKS:
        raise EventError(f"{blocks} blocks cannot be played: choose 1 to {MOST_BLOCKS:,}")
    return int(blocks)


def check_seed(seed: Any) -> int:
    """Return a root seed, or raise an `EventError`."""
    seed = whole("seed", seed)
    if not 0 <= seed <= MAX_SEED:
        raise EventError(f"the seed {seed} is out of range: 0 to 2^128-1")
    return int(seed)


def whole(name: str, value: Any) -> int:
    """Return a whole number given as any integer type.

    Raises
    ------
    EventError
        If it is none.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise EventError(f"{name} {value!r} is not a whole number: give an int") from None


def path_of(value: str | os.PathLike[str]) -> Path:
    """Return a path as it was given, unless it names nothing: an empty one would be the working folder.

    Raises
    ------
    EventError
        If it is empty, or not text that can be written down.
    """
    text = os.fspath(value)
    if not text.strip():
        raise EventError(f"the path {text!r} is empty: name a folder or a file")
    if not is_text(text):
        raise EventError(f"the path {text!r} is not UTF-8: rename it")
    return Path(text)


@cache
def _installed() -> dict[str, str]:
    """Return the versions of the packages that results may depend on."""
    return {package: version(package) for package in ("hearts_arena", "numpy", "numba", "pandas", "pyarrow", "scipy")}


def describe_run() -> dict[str, Any]:
    """Return what an event was run with: versions, machine and command line."""
    return {
        "versions": {
            "python": platform.python_version(),
            **_installed(),
            "deal_stream": DEAL_STREAM_VERSION,
            "records": RECORDS_VERSION,
        },
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
    }


def write_json(path: Path, data: Any) -> None:
    """Write JSON so that the file is never half there."""
    temporary = path.with_name(path.name + ".tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(data, file, indent=2, ensure_ascii=False)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
