"""The walk of a bot's author: new, edit, check, play, submit, and a row in the leaderboard."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from e2e.commands import BOTS, files_below, good, run
from hearts_arena import submission
from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.ladder import LADDER

pytestmark = pytest.mark.usefixtures("without_figures", "cheap_ladder")
QUICK = ("--blocks", "2", "--seed", "5", "--workers", "1", "--quiet")
CHECKS = ("loads", "plays legally", "same seed, same answers", "each match on its own", "survives a re-deal", "time")


@pytest.fixture
def cheap_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the levels that take long, and check few hands: a walk in seconds."""
    monkeypatch.setattr("hearts_arena.submission.LADDER", LADDER[:3])
    monkeypatch.setattr("hearts_arena.testing.HANDS", 100)


@pytest.fixture
def new_bot() -> Path:
    """Make a bot from the template and return its folder."""
    good("bots", "new", "mine")
    return Path("bots/mine")


def board() -> list[dict[str, object]]:
    """Return the rows of the leaderboard."""
    rows: list[dict[str, object]] = json.loads(Path("results/leaderboard.json").read_text(encoding="utf-8"))
    return rows


def test_a_new_bot(new_bot: Path) -> None:
    """`bots new` makes a folder with a bot and a page, under the bot's own name."""
    assert files_below(new_bot) == {"bot.py", "README.md"}
    assert not any("TEMPLATE" in file.read_text(encoding="utf-8") for file in new_bot.iterdir())
    assert parse_entrants(["mine"])[0].label == "mine"


def test_what_new_says() -> None:
    """`bots new` says which file to edit and what to do then."""
    assert good("bots", "new", "other") == "bots/other/bot.py: edit it, then `hearts-arena bots check bots/other`\n"


def test_a_name_is_taken_once(new_bot: Path) -> None:
    """A folder that is there is never written over."""
    (new_bot / "bot.py").write_text("# my work\n", encoding="utf-8")
    result = run("bots", "new", "mine")

    assert result.exit_code == 2
    assert "is there already: choose another name" in result.stderr
    assert (new_bot / "bot.py").read_text(encoding="utf-8") == "# my work\n"


def test_a_new_bot_passes_its_checks(new_bot: Path) -> None:
    """The template plays as it is: every check passes, a line each."""
    lines = good("bots", "check", new_bot, "--hands", "100").splitlines()

    assert [line.partition(":")[0] for line in lines] == [f"ok    {check}" for check in CHECKS]


def test_a_bot_may_be_checked_by_name_and_under_rules(new_bot: Path) -> None:
    """A bot under bots/ goes by its name, and is checked under any rule set."""
    assert "FAIL" not in good("bots", "check", "mine", "--rules", "five", "--hands", "50")


def test_an_edited_bot_that_is_wrong(new_bot: Path) -> None:
    """A check that fails is a line that says what and where, and exit 1."""
    file = new_bot / "bot.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("min(view.legal", "min(view.held"), encoding="utf-8")
    result = run("bots", "check", new_bot, "--hands", "100")

    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1].startswith("FAIL  plays legally: answered ")


def test_a_bot_that_does_not_load(new_bot: Path) -> None:
    """A bot with a slip in its source fails its first check, with the line."""
    (new_bot / "bot.py").write_text("x = 1\nimport nothing_such\n", encoding="utf-8")
    result = run("bots", "check", new_bot)

    assert result.exit_code == 1
    assert result.stdout.startswith("FAIL  loads: ")
    assert "line 2: the bot fails to import: ModuleNotFoundError" in result.stdout


def test_submit_enters_the_leaderboard(new_bot: Path) -> None:
    """`bots submit` checks, plays a duel with every level, and writes a row with intervals on both pages."""
    text = good("bots", "submit", new_bot, *QUICK)
    (row,) = board()
    page = Path("results/leaderboard.md").read_text(encoding="utf-8")

    assert row["bot"] == "mine"
    assert row["version"] == parse_entrants(["mine"])[0].version
    assert [duel["opponent"] for duel in row["duels"]] == list(LADDER[:3])  # type: ignore[attr-defined]
    assert "| 1 | mine |" in page
    assert page.splitlines()[-1] in text


def test_a_dry_run_writes_no_leaderboard(new_bot: Path) -> None:
    """With --dry-run the duels are played and shown, and the leaderboard stays as it was."""
    text = good("bots", "submit", new_bot, *QUICK, "--dry-run")

    assert "| mine |" in text
    assert not Path("results/leaderboard.json").exists()
    assert not Path("results/leaderboard.md").exists()


def test_a_second_submission_replaces_the_first(new_bot: Path) -> None:
    """A bot has one row: its latest."""
    good("bots", "submit", new_bot, *QUICK)
    before = board()
    (new_bot / "bot.py").write_text(
        (new_bot / "bot.py").read_text(encoding="utf-8").replace("min(view.legal", "max(view.legal"), encoding="utf-8"
    )
    # A file is imported once a process; a user's next command is a new one.
    from hearts_arena.arena import entrants

    entrants._load_file.cache_clear()
    good("bots", "submit", new_bot, *QUICK, "--out", "again")

    assert len(board()) == len(before) == 1
    assert board()[0]["version"] != before[0]["version"]
    assert board()[0]["payoff"] != before[0]["payoff"]


def test_two_bots_meet_and_are_ranked(new_bot: Path) -> None:
    """A submission also meets the other bots under bots/, and the best is first."""
    shutil.copytree(new_bot, "bots/worse")
    text = (new_bot / "bot.py").read_text(encoding="utf-8")
    Path("bots/worse/bot.py").write_text(text.replace("min(view.legal", "max(view.legal"), encoding="utf-8")
    good("bots", "submit", "bots/worse", *QUICK, "--out", "one")
    good("bots", "submit", "bots/mine", *QUICK, "--out", "two")
    rows = board()

    assert [row["bot"] for row in rows] == ["mine", "worse"]
    assert [duel["opponent"] for duel in rows[0]["duels"]] == [*LADDER[:3], "worse"]  # type: ignore[attr-defined]
    assert "v worse" in Path("results/leaderboard.md").read_text(encoding="utf-8")


def test_a_broken_neighbour_bars_nobody_bug(new_bot: Path) -> None:
    """Another's folder under bots/ that cannot be loaded does not keep a bot out of the leaderboard."""
    Path("bots/broken").mkdir()
    Path("bots/broken/bot.py").write_text("1 / 0\n", encoding="utf-8")
    good("bots", "submit", new_bot, *QUICK)

    assert [row["bot"] for row in board()] == ["mine"]


def test_a_bot_with_a_label_is_submitted_under_it_bug(new_bot: Path) -> None:
    """A label that is given with the bot is the name of its row."""
    good("bots", "submit", f"Me={new_bot}", *QUICK)

    assert [row["bot"] for row in board()] == ["Me"]


def test_a_bot_named_like_a_level_meets_it_bug(work_folder: Path) -> None:
    """A file called like a level is told from it, and its duel with that level has its column."""
    shutil.copy(BOTS / "low.py", work_folder / "random.py")
    good("bots", "submit", "./random.py", *QUICK)
    (row,) = board()

    assert [duel["opponent"] for duel in row["duels"]] == list(LADDER[:3])  # type: ignore[attr-defined]


def test_a_bot_that_fails_its_checks_is_not_submitted(new_bot: Path) -> None:
    """A faulty bot plays no duel and gets no row."""
    file = new_bot / "bot.py"
    file.write_text(file.read_text(encoding="utf-8").replace("min(view.legal", "min(view.held"), encoding="utf-8")
    result = run("bots", "submit", new_bot, *QUICK)

    assert result.exit_code == 1
    assert "FAIL  plays legally" in result.stdout
    assert not Path("results").exists()


def test_no_blocks_are_refused(new_bot: Path) -> None:
    """A submission of no blocks is refused in one line."""
    result = run("bots", "submit", new_bot, "--blocks", "0", "--quiet")

    assert result.exit_code == 2
    assert "0 blocks cannot be played" in result.stderr
    assert not Path("results").exists()


@pytest.mark.parametrize("text", ["{", "[1]", '[{"bot": "x"}]', '{"a": 1}'])
def test_a_leaderboard_that_cannot_be_read(text: str, new_bot: Path) -> None:
    """A broken leaderboard is never written over: one line says to mend or remove it."""
    Path("results").mkdir()
    Path("results/leaderboard.json").write_text(text, encoding="utf-8")
    result = run("bots", "submit", new_bot, *QUICK, "--out", "duels")

    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
    assert result.stdout == "", "no check is made whose result cannot be entered"
    assert not Path("duels").exists()
    assert Path("results/leaderboard.json").read_text(encoding="utf-8") == text


def test_one_block_has_a_mean_without_an_interval(new_bot: Path) -> None:
    """From one block nothing can be said about its error, and the page says so."""
    good("bots", "submit", new_bot, *QUICK[2:], "--blocks", "1")

    assert "± n/a" in Path("results/leaderboard.md").read_text(encoding="utf-8")


def test_the_page_is_made_of_the_rows(new_bot: Path) -> None:
    """The Markdown page says what the JSON file holds, and nothing else."""
    good("bots", "submit", new_bot, *QUICK)
    page = Path("results/leaderboard.md").read_text(encoding="utf-8")

    assert submission.format_leaderboard(submission.read_leaderboard()) == page
