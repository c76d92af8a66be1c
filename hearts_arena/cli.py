"""The command line: parse, one call, one print. Data goes to stdout, everything for people to stderr."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from hearts_arena.arena.runner import Progress
    from hearts_arena.run import Run

F = TypeVar("F", bound=Callable[..., Any])
PROGRAM = "hearts-arena"
FORMATS = ("table", "csv", "markdown", "json")
REFUSED, INTERRUPTED = 2, 130


class Refused(click.ClickException):
    """A user's mistake: one line that names the value and the remedy."""

    exit_code = REFUSED


class Arena(click.Group):
    """The top command: what the project refuses becomes one line and exit 2, what it stops exit 1, an interrupt 130."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted: what has been written stands", err=True)
            if threading.active_count() > 1:  # a worker may be deep in a kernel; its part does not count
                os._exit(INTERRUPTED)
            ctx.exit(INTERRUPTED)
        except OSError as error:
            raise click.ClickException(f"cannot write: {error.strerror or error}") from error
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else self.name
            raise Refused(f"{error.format_message().rstrip('.')}: see `{command} --help`") from error
        except ValueError as error:
            if not type(error).__module__.startswith("hearts_arena."):
                raise
            raise Refused(" ".join(str(error).split())) from error
        except RuntimeError as error:
            if not type(error).__module__.startswith("hearts_arena."):
                raise
            raise click.ClickException(str(error)) from error


class Seed(click.ParamType[int]):
    """A root seed, decimal or with 0x."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text writes."""
        try:
            return value if isinstance(value, int) else int(value, 16 if value.lower().startswith("0x") else 10)
        except ValueError:
            raise Refused(
                f"the seed {value!r} is not a whole number: write digits, or 0x and hexadecimal digits"
            ) from None


class PathText(click.ParamType[Path]):
    """The path of a folder or a file, whether there is one or not."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path that a text writes."""
        from hearts_arena.arena.event import EventError, path_of

        try:
            return path_of(value)
        except EventError as error:
            raise Refused(f"{param.get_error_hint(ctx)}: {error}" if param and ctx else str(error)) from None


seed_option = click.option("--seed", type=Seed(), help="Root seed; a fresh one is drawn, used and printed without it.")
workers_option = click.option("--workers", type=int, metavar="N", help="Chunks at the same time.  [default: all cores]")
rules_option = click.option(
    "--rules", default="standard", show_default=True, metavar="NAME", help="Rule set: a preset or a TOML file."
)
set_option = click.option(
    "--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Set a field of the rules; may be repeated."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
quiet_option = click.option("--quiet", is_flag=True, help="No progress and no remarks on stderr.")


def out_option(what: str) -> Callable[[F], F]:
    """Return the option for the folder a command writes."""
    return click.option("--out", type=PathText(), metavar="DIR", help=f"New folder for {what}.  [default: in results/]")


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hearts_arena")
def main() -> None:
    """Play Hearts bots against each other and say which is better, by how much and how sure that is."""


@main.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@click.option("--blocks", type=int, metavar="N", help="Blocks: one seed's match in all seatings.  [default: 300]")
@seed_option
@rules_option
@set_option
@workers_option
@out_option("the event")
@click.option("--log-plays", is_flag=True, help="Also write every card that is played.")
@click.option("--max-faults", type=int, metavar="N", help="Faults in a match before a stand-in takes over.")
@click.option(
    "--on-fault",
    type=click.Choice(["substitute", "abort"]),
    default="substitute",
    show_default=True,
    help="Whether a card is played for a bot at fault, or the event ends.",
)
@json_option
@quiet_option
def tournament(
    bots: tuple[str, ...],
    blocks: int | None,
    seed: int | None,
    rules: str,
    settings: tuple[str, ...],
    workers: int | None,
    out: Path | None,
    log_plays: bool,
    max_faults: int | None,
    on_fault: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play a tournament: its rows, standings and figures.

    A BOT is written [LABEL=]BOT[:key=value,...]: a built-in bot, a folder under bots/, or a path to a Python file.
    Without any, easy, medium, hard and monte-carlo play. As many bots as seats share a table; more play a round robin.
    """
    from hearts_arena import run
    from hearts_arena.arena.event import DEFAULT_MAX_FAULTS

    with console(quiet) as screen:
        played = run.tournament(
            *bots,
            blocks=run.DEFAULT_BLOCKS if blocks is None else blocks,
            seed=seed,
            rules=rules_of(rules, settings),
            workers=run.available_cores() if workers is None else workers,
            apart=True,
            out=out,
            log_plays=log_plays,
            max_faults=DEFAULT_MAX_FAULTS if max_faults is None else max_faults,
            on_fault=on_fault,
            before=screen.announce_event,
            report=screen.report,
        )
        figures = played.save_figures()
    screen.say(f"figures: {figures[0].parent}")
    show_standings(played, "json" if as_json else "table")


@main.command()
@click.argument("folder", type=PathText(), metavar="DIR")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="Form of the standings."
)
def standings(folder: Path, form: str) -> None:
    """Print the standings of the event in DIR, with intervals over blocks."""
    from hearts_arena import run

    show_standings(run.load(folder), form)


@main.command()
@click.argument("folder", type=PathText(), metavar="DIR")
@click.option("--kind", "kinds", multiple=True, metavar="K", help="A kind of figure; may be repeated.  [default: all]")
@click.option(
    "--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True, help="Form of the files."
)
def plot(folder: Path, kinds: tuple[str, ...], form: str) -> None:
    """Write figures of the event in DIR into DIR/figures and print where they are.

    Kinds: points, wins, scores, crosstable, seats, race, and for duels payoff.
    """
    from hearts_arena import run

    for path in run.load(folder).save_figures(kinds, form):
        click.echo(path)


@main.command()
@click.argument("folder", type=PathText(), metavar="DIR")
@click.option("--match", "match", type=int, required=True, metavar="M", help="Number of the match, from 0.")
@click.option("--hand", "hand", type=int, required=True, metavar="H", help="Number of the hand in the match, from 0.")
def replay(folder: Path, match: int, hand: int) -> None:
    """Print a hand of the event in DIR trick by trick; it is played again from the seed where plays were not logged."""
    from hearts_arena.replay import find_hand, format_hand
    from hearts_arena.run import load

    click.echo(format_hand(find_hand(load(folder).folder, match, hand), symbols=shows_suits()))


@main.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@click.option("--blocks", type=int, metavar="N", help="Blocks a step.  [default: 100]")
@seed_option
@rules_option
@set_option
@workers_option
@out_option("the events")
@json_option
@quiet_option
def benchmark(
    bots: tuple[str, ...],
    blocks: int | None,
    seed: int | None,
    rules: str,
    settings: tuple[str, ...],
    workers: int | None,
    out: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Prove the order of the difficulty levels: each one against three of the level below.

    Other BOTs may be named, weakest first.
    """
    from hearts_arena import ladder, run

    with console(quiet) as screen:
        result = ladder.climb(
            bots or ladder.LADDER,
            rules_of(rules, settings),
            out or run.fresh_folder("benchmark"),
            blocks=ladder.DEFAULT_LADDER_BLOCKS if blocks is None else blocks,
            seed=run.fresh_seed() if seed is None else seed,
            workers=run.available_cores() if workers is None else workers,
            apart=True,
            before=screen.announce_steps,
            report=screen.report_step,
        )
        figure = result.save_figure()
    screen.say(f"figure: {figure}")
    click.echo(json.dumps(result.to_record(), indent=2) if as_json else result.format(), nl=as_json)


@main.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@workers_option
@json_option
@quiet_option
def speed(bots: tuple[str, ...], workers: int | None, as_json: bool, quiet: bool) -> None:
    """Measure hands a second of each BOT and kind, with and without logging, beside OpenSpiel where it is installed."""
    from hearts_arena import run
    from hearts_arena.arena.entrants import parse_entrants
    from hearts_arena.arena.runner import check_workers
    from hearts_arena.speed import format_rows, measure

    with console(quiet) as screen:
        check_workers(run.available_cores() if workers is None else workers)
        parse_entrants(bots)
        screen.say("measuring, about a minute")
        rows = measure(bots, workers=run.available_cores() if workers is None else workers)
    document = json.dumps({"rows": [row.to_record() for row in rows]}, indent=2)
    click.echo(document if as_json else format_rows(rows), nl=as_json)


@main.group()
def bots() -> None:
    """List, make, check and submit bots."""


@bots.command("list")
def list_bots() -> None:
    """List the bots that can be named: built in, installed, and under bots/."""
    from hearts_arena.arena.entrants import describe_bots

    rows = describe_bots()
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"{name:{width}}  {text}".rstrip())


@bots.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Make a working bot in bots/NAME, to be edited."""
    from hearts_arena.submission import new_bot

    folder = new_bot(name)
    click.echo(f"{folder / 'bot.py'}: edit it, then `hearts-arena bots check {folder}`")


@bots.command()
@click.argument("bot", metavar="PATH")
@rules_option
@set_option
@click.option("--hands", type=click.IntRange(1), default=2000, show_default=True, help="Hands to play for legality.")
def check(bot: str, rules: str, settings: tuple[str, ...], hands: int) -> None:
    """Check the bot at PATH as the arena will, a line a check; exit 1 if one fails."""
    if not show_checks(Screen(quiet=False), bot, rules, settings, hands):
        sys.exit(1)


@bots.command()
@click.argument("bot", metavar="PATH")
@click.option("--blocks", type=int, metavar="N", help="Blocks a duel.  [default: 50]")
@seed_option
@workers_option
@out_option("the duels")
@click.option("--dry-run", is_flag=True, help="Do all but write the leaderboard.")
@quiet_option
def submit(
    bot: str,
    blocks: int | None,
    seed: int | None,
    workers: int | None,
    out: Path | None,
    dry_run: bool,
    quiet: bool,
) -> None:
    """Check the bot at PATH, play it against the levels and the bots in bots/, and enter it in the leaderboard."""
    from hearts_arena import run, submission

    folder = out or run.fresh_folder("submission")
    blocks = submission.DEFAULT_SUBMIT_BLOCKS if blocks is None else blocks
    seed = run.fresh_seed() if seed is None else seed
    workers = run.available_cores() if workers is None else workers
    with console(quiet) as screen:
        submission.check_options(folder, blocks=blocks, seed=seed, workers=workers)
        if not dry_run:
            submission.read_leaderboard()
        if not show_checks(screen, bot, "standard", (), 2000):
            sys.exit(1)
        entry = submission.play_submission(
            bot,
            folder,
            blocks=blocks,
            seed=seed,
            workers=workers,
            apart=True,
            before=screen.announce_steps,
            report=screen.report_step,
        )
    click.echo(submission.format_leaderboard([entry.to_record()]).split("\n\n")[-1], nl=False)
    if dry_run:
        screen.say("dry run: the leaderboard is as it was")
    else:
        submission.write_leaderboard(entry)
        screen.say(f"leaderboard: {submission.LEADERBOARD_PAGE}")


@main.group()
def rules() -> None:
    """List and show rule sets."""


@rules.command("list")
def list_rules() -> None:
    """List the presets with what makes them different from standard."""
    from hearts_arena.game.describe import describe_presets

    click.echo(describe_presets(), nl=False)


@rules.command("show")
@click.argument("name")
@set_option
def show_rules(name: str, settings: tuple[str, ...]) -> None:
    """Print every field of a rule set with its clause and meaning."""
    from hearts_arena.game.describe import describe_rules

    click.echo(describe_rules(rules_of(name, settings)), nl=False)


@rules.command()
@click.argument("file", type=PathText(), metavar="FILE")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Disagreements to print.")
def verify(file: Path, most: int) -> None:
    """Run the cases in FILE (.jsonl or .jsonl.gz) through both engines; exit 1 if either disagrees.

    A line is a small case or a whole hand played by OpenSpiel: hearts_arena/game/README.md tells their form. Each
    disagreement is printed with its position, which can be pasted into a case.
    """
    from hearts_arena.game.words import count_text
    from hearts_arena.verify import verify_file

    with console(quiet=False):
        reports = verify_file(file)
    for report in reports:
        for disagreement in report.disagreements[:most]:
            click.echo(f"{report.law}: {disagreement}")
    for report in reports:
        click.echo(
            f"{report.law}: {count_text(report.total, 'case')}, {count_text(len(report.disagreements), 'disagreement')}"
        )
    if any(report.disagreements for report in reports):
        sys.exit(1)


def rules_of(name: str, settings: tuple[str, ...]) -> Any:
    """Return the rule set of a name and settings."""
    from hearts_arena.game.fields import parse_setting
    from hearts_arena.game.sources import rules_from

    return rules_from(name, dict(parse_setting(text) for text in settings))


def show_standings(played: Run, form: str) -> None:
    """Print the standings of an event."""
    from hearts_arena.analysis.formatting import render

    result = played.standings()
    if form == "json":
        click.echo(json.dumps({"event": played.summary(), "standings": result.to_records()}, indent=2))
    else:
        click.echo(render(result, "text" if form == "table" else form), nl=False)


def show_checks(screen: Screen, bot: str, rules: str, settings: tuple[str, ...], hands: int) -> bool:
    """Print the checks of a bot as they are made; return whether all passed."""
    from hearts_arena.checks import check_apart

    passed = True
    for made in check_apart(bot, rules_of(rules, settings), hands, screen.announce_compilation):
        click.echo(f"{'ok  ' if made.passed else 'FAIL'}  {made.name}: {made.detail}", file=screen.out)
        passed &= made.passed
    return passed


def shows_suits() -> bool:
    """Return whether the terminal can show the suits as symbols."""
    try:
        "♣♦♥♠".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Screen:
    """What people see on stderr while a command works: remarks, and a bar where there is a terminal."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.out = sys.stdout  # where data goes, also while what bots print is led elsewhere
        self.bar: Any = None
        self.step = ""
        self.blocks = 0

    def say(self, text: str) -> None:
        """Print a remark."""
        if not self.quiet:
            click.echo(text, err=True)

    def announce_compilation(self) -> None:
        """Say why the first run takes long."""
        self.say("compiling kernels (first run only)")

    def announce_event(self, event: Any, folder: Path) -> None:
        """Say what is about to be played, and where it goes."""
        from hearts_arena.game.words import count_text

        self.blocks = event.blocks
        blocks, matches = count_text(event.blocks, "block"), count_text(event.plan.matches, "match", "matches")
        self.say(f"{blocks}, {matches}, seed {event.seed}, into {folder}")

    def announce_steps(self, blocks: int, seed: int, folder: Path) -> None:
        """Say what the steps of a longer run have in common."""
        from hearts_arena.game.words import count_text

        self.blocks = blocks
        self.say(f"{count_text(blocks, 'block')} a duel, seed {seed}, into {folder}")

    def report_step(self, step: str, progress: Progress) -> None:
        """Show how far a step is."""
        if step != self.step:
            self.close()
            self.step = step
        self.report(progress)

    def report(self, progress: Progress) -> None:
        """Show how far a run is."""
        if self.quiet or not sys.stderr.isatty():
            return
        if self.bar is None:
            from tqdm import tqdm

            self.bar = tqdm(total=self.blocks, unit="block", desc=self.step or "playing", dynamic_ncols=True)
            self.began = self.bar.start_t
        seconds = max(self.bar.format_dict["elapsed"], 1e-9)
        self.bar.set_postfix_str(f"{progress.hands / seconds:,.0f} hands/s", refresh=False)
        self.bar.update(progress.blocks - self.bar.n)

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


@contextmanager
def console(quiet: bool) -> Iterator[Screen]:
    """Provide a screen for a command that plays, which says so if kernels have to be compiled."""
    from hearts_arena.engine.jit import announce_compilation

    screen = Screen(quiet)
    try:
        # What bots print is no data.
        with announce_compilation(screen.announce_compilation), redirect_stdout(sys.stderr):
            yield screen
    finally:
        screen.close()
