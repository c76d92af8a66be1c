"""What the command line refuses: exit 2, one line that quotes the value and names the remedy, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click import Group

import hearts_arena
from e2e.commands import BOTS, LEVELS, files_below, run
from e2e.conftest import PlayedEvent
from hearts_arena.cli import main
from hearts_arena.game.cards import NUM_CARDS, format_cards
from locking import lock

FOUR = LEVELS
PICKY = f"{BOTS / 'plain.py'}#Picky"
TOO_LONG = "x" * 300
ALL_BUT_TWO_OF_CLUBS = format_cards(range(1, NUM_CARDS)).replace(" ", ",")
TOURNAMENT = [
    (("random", "easy", "medium", "monte-carol"), "no bot is called 'monte-carol' (did you mean monte-carlo"),
    ((*FOUR, "--rules", "bycicle"), "no rule set is called 'bycicle' (did you mean bicycle"),
    ((*FOUR, "--rules", "nothing.toml"), "'nothing.toml' cannot be read"),
    ((*FOUR, "--rules", "broken.toml"), "'broken.toml' is no TOML file"),
    ((*FOUR, "--rules", "unknown.toml"), "'colour'"),
    ((*FOUR, "--blocks", "0"), "0 blocks cannot be played: choose 1 to 10,000,000"),
    ((*FOUR, "--blocks", "-1"), "-1 blocks cannot be played"),
    ((*FOUR, "--blocks", "abc"), "'abc' is not a valid integer"),
    ((*FOUR, "--blocks", "99999999999999999999"), "blocks cannot be played"),
    (FOUR[:3], "3 bots for 4 seats: name 4 or more"),
    ((*FOUR[:2], "--rules", "three"), "2 bots for 3 seats"),
    (FOUR[:1], "1 bot for 4 seats"),
    ((*FOUR, "--set", "deck_removed=" + ALL_BUT_TWO_OF_CLUBS), "1 card cannot be dealt evenly"),
    ((*FOUR, "--set", "target=0"), "target=0 (rule 6.1): use a whole number"),
    ((*FOUR, "--set", "target=many"), "target='many' (rule 6.1)"),
    ((*FOUR, "--set", "pass_count=14"), "pass_count=14 (rule 2.1): a hand has 13 cards"),
    ((*FOUR, "--set", "players=6"), "players=6 (rule 1.1): use a whole number 3..5"),
    ((*FOUR, "--set", "targt=50"), "'targt'"),
    ((*FOUR, "--set", "target"), "'target'"),
    ((*FOUR, "--out", ""), "'--out': the path '' is empty: name a folder"),
    ((*FOUR, "--out", "  "), "'--out': the path '  ' is empty"),
    ((*FOUR, "--out", "\udcff"), r"'--out': the path '\udcff' is not UTF-8: rename it"),
    ((*FOUR, "--out", TOO_LONG), "choose another folder"),
    ((*FOUR, "--rules", ""), "no rule set is called ''"),
    ((*FOUR, "--rules", TOO_LONG), "no rule set is called"),
    ((*FOUR[:3], f"./{TOO_LONG}"), "there is no file"),
    ((*FOUR[:3], TOO_LONG), "no bot is called"),
    ((*FOUR[:3], "\udcff.py"), r"'\udcff.py' is not UTF-8: rename the bot"),
    ((*FOUR[:3], ""), "'' names no bot"),
    ((*FOUR, "--out", "taken"), "'taken' is not empty: choose a new folder"),
    ((*FOUR, "--out", "file"), "choose another folder"),
    ((*FOUR, "--out", "file/below"), "choose another folder"),
    ((*FOUR, "--out", "/proc/nowhere"), "cannot be written"),
    ((*FOUR[:3], "broken.py"), "line 2: the bot fails to import: ZeroDivisionError"),
    ((*FOUR[:3], "half.py"), "'Half' lacks choose_pass and choose_play"),
    ((*FOUR[:3], "nobody.py"), "there is no file 'nobody.py'"),
    ((*FOUR[:3], f"{BOTS / 'plain.py'}"), "several bots"),
    ((*FOUR[:3], "easy:wild=2"), "wild=2 is out of range"),
    ((*FOUR[:3], "easy:speed=2"), "has no parameter 'speed'"),
    (("A=easy", "A=hard", *FOUR[:2]), "two entrants are labelled 'A'"),
    ((*FOUR, "--seed", "-1"), "the seed -1 is out of range: 0 to 2^128-1"),
    ((*FOUR, "--seed", "seven"), "the seed 'seven' is not a whole number"),
    ((*FOUR, "--seed", str(1 << 128)), "is out of range"),
    ((*FOUR, "--workers", "0"), "0 workers cannot be had"),
    ((*FOUR, "--workers", "1000"), "1000 workers cannot be had"),
    ((*FOUR, "--workers", "x"), "'x' is not a valid integer"),
    ((*FOUR, "--max-faults", "-1"), "max_faults -1 is out of range"),
    ((*FOUR, "--max-faults", "99999999999"), "max_faults 99999999999 is out of range"),
    ((*FOUR, "--on-fault", "ignore"), "'ignore' is not one of"),
    ((*FOUR, "--nonsense"), "No such option"),
]
OTHERS = [
    (("standings",), "Missing argument 'DIR'"),
    (("standings", "nowhere"), "'nowhere' holds no event: there is no event.json in it"),
    (("standings", "taken"), "'taken' holds no event"),
    (("standings", "file"), "'file' holds no event"),
    (("standings", "unreadable"), "cannot be read"),
    (("standings", ""), "'DIR': the path '' is empty: name a folder"),
    (("standings", "\udcff"), "is not UTF-8"),
    (("plot", ""), "'DIR': the path '' is empty"),
    (("replay", "", "--match", "0", "--hand", "0"), "'DIR': the path '' is empty"),
    (("rules", "verify", ""), "'FILE': the path '' is empty"),
    (("benchmark", "random", "easy", "--quiet", "--out", ""), "'--out': the path '' is empty"),
    (("bots", "submit", "easy", "--quiet", "--out", ""), "'--out': the path '' is empty"),
    (("plot", "nowhere"), "'nowhere' holds no event"),
    (("plot",), "Missing argument 'DIR'"),
    (("replay", "nowhere", "--match", "0", "--hand", "0"), "'nowhere' holds no event"),
    (("replay", "nowhere", "--match", "0"), "Missing option '--hand'"),
    (("benchmark", "easy"), "a ladder of 1 bot has no step: name two or more"),
    (("benchmark", "easy", "nobody"), "no bot is called 'nobody'"),
    (("benchmark", "random", "easy", "--quiet", "--blocks", "0"), "0 blocks cannot be played"),
    (("benchmark", "random", "easy", "--quiet", "--workers", "0"), "0 workers cannot be had"),
    (("benchmark", "random", "easy", "--quiet", "--out", "file"), "choose another folder"),
    (("benchmark", "random", "easy", "--quiet", "--out", "taken"), "'taken' is not empty"),
    (("benchmark", "random", "easy", PICKY, "--quiet", "--rules", "omnibus"), "'plain' does not play this rule set"),
    (("bots", "new", "Bad Name"), "'Bad Name' is no name for a bot"),
    (("bots", "new", "../up"), "'../up' is no name for a bot"),
    (("bots", "new", "easy"), "'easy' is taken by a built-in bot"),
    (("bots", "new", "template"), "'template' is taken"),
    (("bots", "check"), "Missing argument 'PATH'"),
    (("bots", "check", "nosuch"), "no bot is called 'nosuch': see `hearts-arena bots list`"),
    (("bots", "check", "nosuch.py"), "there is no file 'nosuch.py'"),
    (("bots", "check", ""), "'' names no bot"),
    (("bots", "check", "easy:wild=2"), "wild=2 is out of range"),
    (("bots", "check", "easy", "--rules", "bycicle"), "no rule set is called 'bycicle'"),
    (("bots", "check", PICKY, "--rules", "omnibus"), "does not play this rule set"),
    (("bots", "submit", "easy", "--quiet", "--blocks", "0"), "0 blocks cannot be played: choose 1 to 10,000,000"),
    (("bots", "submit", "easy", "--quiet", "--seed", "-1"), "the seed -1 is out of range"),
    (("bots", "submit", "easy", "--quiet", "--workers", "0"), "0 workers cannot be had"),
    (("bots", "submit", "easy", "--quiet", "--out", "taken"), "'taken' is not empty: choose a new folder"),
    (("bots", "submit", "easy", "--quiet", "--out", "file"), "choose another folder"),
    (("bots", "submit", "easy", "--quiet", "--out", "file/below"), "choose another folder"),
    (("bots", "submit", "nosuch", "--quiet"), "no bot is called 'nosuch'"),
    (("bots", "submit", "easy:speed=2", "--quiet"), "has no parameter 'speed'"),
    (("speed", "nosuch", "--quiet"), "no bot is called 'nosuch'"),
    (("speed", "--workers", "0", "--quiet"), "0 workers cannot be had"),
    (("rules", "verify", "nosuch.jsonl"), "'nosuch.jsonl' cannot be read"),
    (("rules", "list", "nosuch"), "nosuch"),
    (("bots", "list", "nosuch"), "nosuch"),
    (("bots", "check", "easy", "--hands", "0"), "--hands"),
    (("rules", "show"), "Missing argument 'NAME'"),
    (("rules", "show", "bycicle"), "did you mean bicycle"),
    (("rules", "show", "standard", "--set", "sun=triple"), "sun='triple' (rule 5.4): use one of double, as_moon"),
    (("nonsense",), "No such command 'nonsense'"),
]


@pytest.fixture(autouse=True)
def odd_files(work_folder: Path) -> None:
    """Files and folders that are not what a command wants."""
    (work_folder / "taken").mkdir()
    (work_folder / "taken" / "thesis.txt").touch()
    (work_folder / "file").touch()
    (work_folder / "broken.py").write_text("x = 1\n1 / 0\n", encoding="utf-8")
    (work_folder / "half.py").write_text("from hearts_arena.bot import Bot\nclass Half(Bot): pass\n", encoding="utf-8")
    (work_folder / "broken.toml").write_text("preset = \n", encoding="utf-8")
    (work_folder / "unknown.toml").write_text('colour = "red"\n', encoding="utf-8")
    (work_folder / "unreadable").mkdir()
    (work_folder / "unreadable" / "event.json").write_text("{", encoding="utf-8")


def without_caches(names: set[str]) -> set[str]:
    """Return names without those that Python itself writes for modules."""
    return {name for name in names if "__pycache__" not in name}


def assert_refused(arguments: tuple[str, ...], words: str, folder: Path) -> None:
    """Run a command and see that it is refused as it should be."""
    before = without_caches(files_below(folder))
    result = run(*arguments)

    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.output
    assert result.stdout == ""
    assert without_caches(files_below(folder)) == before


@pytest.mark.parametrize(
    ("arguments", "words"), TOURNAMENT, ids=lambda value: value if isinstance(value, str) else None
)
def test_tournaments_that_cannot_be_held(arguments: tuple[str, ...], words: str, work_folder: Path) -> None:
    """A tournament that cannot be held is refused before anything is written."""
    assert_refused(("tournament", *arguments, "--quiet"), words, work_folder)


@pytest.mark.parametrize(("arguments", "words"), OTHERS, ids=lambda value: value if isinstance(value, str) else None)
def test_commands_that_make_no_sense(arguments: tuple[str, ...], words: str, work_folder: Path) -> None:
    """Every other command refuses in the same way."""
    assert_refused(arguments, words, work_folder)


def test_a_folder_that_holds_an_event_d10(played: PlayedEvent) -> None:
    """The folder of an event is never played into again, and stays as it is."""
    before = {path: path.stat().st_mtime_ns for path in played.path.rglob("*")}
    result = run("tournament", *FOUR, "--quiet", "--out", played.path)

    assert result.exit_code == 2
    assert "already holds an event: choose another folder with --out" in result.stderr
    assert {path: path.stat().st_mtime_ns for path in played.path.rglob("*")} == before


@pytest.mark.parametrize(
    "command", [("tournament", *FOUR), ("benchmark", "random", "easy"), ("bots", "submit", "easy")], ids=" ".join
)
def test_a_folder_that_may_not_be_written_h12(
    command: tuple[str, ...], work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place without the right to write is refused at once."""
    locked = work_folder / "locked"
    locked.mkdir()
    lock(locked, monkeypatch)
    assert_refused((*command, "--quiet", "--out", "locked/event"), "cannot be written", work_folder)


@pytest.mark.parametrize(
    ("match", "hand", "words"),
    [
        ("99", "0", "there is no match 99: the event has matches 0 to 15"),
        ("-1", "0", "there is no match -1"),
        ("0", "99", "there is no hand 99 in match 0: it has hands 0 to"),
        ("0", "-1", "there is no hand -1"),
    ],
)
def test_hands_that_were_not_played(match: str, hand: str, words: str, played: PlayedEvent) -> None:
    """A match or hand that there is none of is refused with those that there are."""
    result = run("replay", played.path, f"--match={match}", f"--hand={hand}")

    assert result.exit_code == 2
    assert words in result.stderr


def test_a_figure_that_there_is_none_of(played: PlayedEvent) -> None:
    """An unknown kind of figure is refused with those that there are."""
    result = run("plot", played.path, "--kind", "pie")

    assert result.exit_code == 2
    assert "no figure is called 'pie': choose one of points, wins" in result.stderr


@pytest.mark.parametrize("path", ["", " ", "\udcff"])
def test_paths_that_name_nothing_from_python_bug(path: str, work_folder: Path) -> None:
    """An empty path is not taken for the working folder, nor is one begun that no file can write down."""
    before = files_below(work_folder)
    with pytest.raises(ValueError, match=r"the path .* (is empty|is not UTF-8)"):
        hearts_arena.tournament(*FOUR, blocks=1, seed=1, out=path)
    with pytest.raises(ValueError, match=r"the path .* (is empty|is not UTF-8)"):
        hearts_arena.load(path)

    assert files_below(work_folder) == before


def test_every_command_is_refused_something() -> None:
    """No command is left out of the tables."""
    covered = {
        arguments[0] if arguments[0] not in ("bots", "rules") else " ".join(arguments[:2]) for arguments, _ in OTHERS
    }
    groups = {name: list(command.commands) for name, command in main.commands.items() if isinstance(command, Group)}
    there_are = {name for name in main.commands if name not in groups}
    there_are |= {f"{group} {name}" for group, names in groups.items() for name in names}

    assert covered >= there_are - {"tournament"}
