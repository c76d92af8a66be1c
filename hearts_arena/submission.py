"""The walk of a submitted bot: a folder from the template, checks, duels, and a row in the leaderboard."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearts_arena.arena.entrants import (
    BOT_FILE,
    BOTS_FOLDER,
    TEMPLATE,
    EntrantError,
    parse_entrants,
    plays_rules,
    submitted_bots,
)
from hearts_arena.arena.event import EventError, write_json
from hearts_arena.arena.runner import Progress
from hearts_arena.game.dealing import MAX_SEED
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.ladder import LADDER, Step, check_options, make_duel, play_duels
from hearts_arena.run import RESULTS

if TYPE_CHECKING:
    from hearts_arena.analysis.estimates import Estimate

DEFAULT_SUBMIT_BLOCKS = 50
LEADERBOARD = RESULTS / "leaderboard.json"
LEADERBOARD_PAGE = RESULTS / "leaderboard.md"
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_PACKAGE = Path(__file__).resolve().parent


def new_bot(name: str, into: Path = BOTS_FOLDER) -> Path:
    """Make the folder of a new bot from the template and return it.

    Raises
    ------
    EntrantError
        If the name is no good or taken.
    """
    if not _NAME.fullmatch(name):
        raise EntrantError(f"{name!r} is no name for a bot: use small letters, digits, - and _, a letter first")
    if name in LADDER or name == TEMPLATE:
        raise EntrantError(f"{name!r} is taken by a built-in bot: choose another name")
    folder = into / name
    if folder.exists():
        raise EntrantError(f"{str(folder)!r} is there already: choose another name")
    try:
        shutil.copytree(_template(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    except OSError as error:
        raise EntrantError(f"{str(folder)!r} cannot be made: {error}") from None
    for file in folder.iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace("TEMPLATE", name), encoding="utf-8")
    return folder


def _template() -> Path:
    """Return the template's folder: beside the package in a checkout, inside it once installed."""
    installed = _PACKAGE / TEMPLATE
    return installed if installed.is_dir() else _PACKAGE.parent / BOTS_FOLDER / TEMPLATE


@dataclass(frozen=True)
class Entry:
    """A bot's row in the leaderboard.

    Attributes
    ----------
    payoff : Estimate
        Mean of its payoffs against the built-in levels: their points a hand less its own; positive is better.
    duels : tuple of Step
        One against three of each opponent.
    """

    bot: str
    version: str
    rules: str
    seed: int
    payoff: Estimate
    duels: tuple[Step, ...]

    def to_record(self) -> dict[str, Any]:
        """Return the row as plain JSON data."""
        return {
            "bot": self.bot,
            "version": self.version,
            "date": date.today().isoformat(),
            "rules_hash": self.rules,
            "seed": str(self.seed),
            "payoff": self.payoff.to_record(),
            "duels": [
                {"opponent": step.lower, "blocks": step.payoff.estimate.n, "payoff": step.payoff.estimate.to_record()}
                for step in self.duels
            ],
        }


def opponents_of(bot: str, rules: RuleSet) -> tuple[str, ...]:
    """Return whom a submission meets: the built-in levels, and the other bots under `bots/` that can play the rules."""
    (entrant,) = parse_entrants([bot])
    others = [name for name in submitted_bots() if _can_play(name, rules, entrant.locator)]
    return (*LADDER, *others)


def _can_play(name: str, rules: RuleSet, own: str) -> bool:
    """Return whether a bot under `bots/` is another than one's own, loads, compiles and plays a rule set."""
    from hearts_arena.arena.play import compile_entrants

    try:
        (entrant,) = parse_entrants([name])
        compile_entrants([entrant])
        return entrant.locator != own and plays_rules(entrant, rules)
    except EntrantError:
        return False


def play_submission(
    bot: str,
    out: Path,
    *,
    blocks: int = DEFAULT_SUBMIT_BLOCKS,
    seed: int,
    workers: int = 1,
    apart: bool = False,
    rules: RuleSet | None = None,
    before: Callable[[int, int, Path], None] = lambda blocks, seed, folder: None,
    report: Callable[[str, Progress], None] = lambda step, progress: None,
) -> Entry:
    """Return the leaderboard row of a bot: its duels against the built-in levels and the bots under `bots/`."""
    check_options(out, blocks=blocks, seed=seed, workers=workers)
    rules = rules or build_rules()
    (entrant,) = parse_entrants([bot])
    upper, opponents = f"{entrant.label}={entrant.bot}", opponents_of(bot, rules)
    duels = [
        # Deals of its own for each, so that the duels are independent.
        make_duel(upper, opponent, rules, blocks=blocks, seed=(seed + number) % (MAX_SEED + 1))
        for number, opponent in enumerate(opponents)
    ]
    before(blocks, seed, out)
    played = play_duels(duels, out, workers=workers, apart=apart, report=report)
    steps = tuple(replace(step, lower=opponent) for step, opponent in zip(played, opponents, strict=True))
    levels = [step.payoff.estimate for step in steps[: len(LADDER)]]
    return Entry(entrant.label, entrant.version, rules.hash, seed, mean_of(levels), steps)


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """Return the mean of independent estimates, with the normal interval of their standard errors together."""
    from hearts_arena.analysis.estimates import Estimate, t_quantile

    means = [estimate.mean for estimate in estimates if estimate.mean is not None]
    errors = [estimate.se for estimate in estimates if estimate.se is not None]
    blocks = min(estimate.n for estimate in estimates)
    mean = sum(means) / len(means)
    if len(errors) < len(estimates):
        return Estimate(mean, None, None, blocks, estimates[0].unit)
    error = sum(one * one for one in errors) ** 0.5 / len(errors)
    reach = t_quantile(blocks - 1) * error
    return Estimate(mean, mean - reach, mean + reach, blocks, estimates[0].unit, error)


def write_leaderboard(entry: Entry) -> None:
    """Put a bot's row into the leaderboard, in place of its former one; best first.

    Raises
    ------
    EventError
        If the leaderboard there is cannot be read.
    """
    rows = [row for row in read_leaderboard() if row["bot"] != entry.bot]
    rows.append(entry.to_record())
    rows.sort(key=lambda row: -row["payoff"]["mean"])
    RESULTS.mkdir(exist_ok=True)
    write_json(LEADERBOARD, rows)
    LEADERBOARD_PAGE.write_text(format_leaderboard(rows), encoding="utf-8")


def read_leaderboard() -> list[dict[str, Any]]:
    """Return the rows of the leaderboard, none where there is none."""
    if not LEADERBOARD.exists():
        return []
    try:
        rows: list[dict[str, Any]] = json.loads(LEADERBOARD.read_text(encoding="utf-8"))
        return [row for row in rows if row["bot"] and row["payoff"]["mean"] is not None]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EventError(f"{str(LEADERBOARD)!r} cannot be read ({error}): mend or remove it") from None


def format_leaderboard(rows: Sequence[dict[str, Any]]) -> str:
    """Return the leaderboard as a Markdown page."""
    opponents = list(dict.fromkeys([*LADDER, *(d["opponent"] for row in rows for d in row["duels"])]))
    lines = [
        "# Leaderboard",
        "",
        "Payoff in points a hand, one of the bot against copies of the opponent in all other seats: the opponents'",
        "mean points less its own, so positive is better; `mean` is over the built-in levels. 95 % intervals over",
        "blocks.",
        "Made by `hearts-arena bots submit`.",
        "",
        "| # | bot | version | mean | " + " | ".join(f"v {name}" for name in opponents) + " | blocks a duel |",
        "|---:|---|---|---:|" + "---:|" * (len(opponents) + 1),
    ]
    for place, row in enumerate(rows, 1):
        met = {d["opponent"]: d for d in row["duels"]}
        cells = [_cell(met[name]["payoff"]) if name in met else "n/a" for name in opponents]
        blocks = min(d["blocks"] for d in row["duels"])
        cells = [str(place), row["bot"], row["version"][:8], _cell(row["payoff"]), *cells, str(blocks)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(estimate: dict[str, float | None]) -> str:
    mean, high = estimate["mean"], estimate["high"]
    if mean is None:
        return "n/a"
    return f"{mean:+.2f} ± n/a" if high is None else f"{mean:+.2f} ± {high - mean:.2f}"


__all__ = [
    "BOT_FILE",
    "DEFAULT_SUBMIT_BLOCKS",
    "Entry",
    "check_options",
    "format_leaderboard",
    "new_bot",
    "opponents_of",
    "play_submission",
    "read_leaderboard",
    "write_leaderboard",
]
