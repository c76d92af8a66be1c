"""The pages: every snippet runs, every generated part is current, every command is mentioned."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hearts_arena.arena.records import columns_page
from hearts_arena.bot import AnyBot
from hearts_arena.cli import main
from hearts_arena.testing import check_bot

ROOT = Path(__file__).parents[2]
README, BOTS_PAGE, RESULTS_PAGE = (ROOT / name for name in ("README.md", "bots/README.md", "results/README.md"))
SETUP = "python3 -m venv"


def snippets(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def commands(page: Path) -> list[str]:
    """Return the command lines of a page, set-up aside."""
    lines = [line for block in snippets(page, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("hearts-arena")]


def walk(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command below one, with its name as typed."""
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from walk(below, f"{path} {name}")
    else:
        yield path, command


def test_the_readme_is_short() -> None:
    """The README has at most 150 lines and exactly two set-up commands."""
    text = README.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= 150
    assert text.count(SETUP) == 2


def test_python_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's Python runs, one block after another."""
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for block in snippets(README, "python"):
        exec(block, space)

    assert (tmp_path / "points.png").stat().st_size > 0


@pytest.mark.slow
def test_commands_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's commands run, one after another, as written."""
    monkeypatch.chdir(tmp_path)
    lines = ["hearts-arena bots new duck", *commands(README)]
    for line in lines:
        result = CliRunner().invoke(main, shlex.split(line)[1:])

        assert result.exit_code == 0, f"{line}: {result.output}"


def test_bots_of_the_bots_page(tmp_path: Path) -> None:
    """Every bot that the page shows passes the checks."""
    shown = 0
    for number, block in enumerate(snippets(BOTS_PAGE, "python")):
        path = tmp_path / f"shown{number}.py"
        path.write_text(block, encoding="utf-8")
        checks = list(check_bot(str(path), hands=60))
        shown += 1

        assert [check for check in checks if not check.passed] == [], block

    assert shown == 5


def test_the_bots_page_shows_the_template() -> None:
    """What the page includes is what `bots new` copies."""
    assert snippets(BOTS_PAGE, "python")[0] == (ROOT / "bots/template/bot.py").read_text(encoding="utf-8")


def test_the_columns_page_is_current() -> None:
    """The tables in `results/README.md` are what `python -m hearts_arena.arena.records` prints."""
    assert RESULTS_PAGE.read_text(encoding="utf-8").endswith(f"-->\n{columns_page()}")


@pytest.mark.parametrize(("path", "command"), list(walk(main, "hearts-arena")), ids=lambda value: str(value))
def test_every_command_has_help_and_a_place_in_the_readme(path: str, command: click.Command) -> None:
    """A command tells what it does, and the README shows it."""
    assert command.help
    assert path in README.read_text(encoding="utf-8")


def test_every_kind_of_bot_is_shown() -> None:
    """The page of bots shows each base class there is."""
    text = BOTS_PAGE.read_text(encoding="utf-8")

    assert all(f"({kind.__name__})" in text for kind in AnyBot.__subclasses__())
