"""Help: every command has it, README knows every command, and asking costs nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from e2e.commands import good, run, spawn
from hearts_arena.arena.entrants import known_bots
from hearts_arena.cli import main
from hearts_arena.game.fields import FIELDS
from hearts_arena.game.presets import PRESETS
from hearts_arena.strategies import BUILT_IN

ROOT = Path(__file__).parents[2]
README, CHANGELOG = ROOT / "README.md", ROOT / "CHANGELOG.md"
HEAVY = {"numba", "llvmlite", "pyarrow", "pandas", "matplotlib", "numpy", "scipy"}


def commands(
    group: click.Group = main, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words that call it."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


ALL = dict(commands())


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_has_help(words: tuple[str, ...]) -> None:
    """A command says what it does, in a sentence, and what each option is for."""
    command = ALL[words]
    options = [option for option in command.params if isinstance(option, click.Option)]

    assert command.help
    assert [option.name for option in options if not option.help] == []
    assert good(*words, "--help").startswith("Usage: ")


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_the_readme_knows_every_command(words: tuple[str, ...]) -> None:
    """Each command is in the README as a user would type it."""
    assert f"hearts-arena {' '.join(words)}" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_the_changelog_knows_every_command_bug(words: tuple[str, ...]) -> None:
    """Each command is in the changelog: all its words, or the last one in a list."""
    written = rf"`(hearts-arena )?({words[0]} )?{words[-1]}`"

    assert re.search(written, CHANGELOG.read_text(encoding="utf-8"))


def test_a_group_without_a_command_shows_what_there_is() -> None:
    """A group alone shows its commands."""
    result = run("bots")

    assert "check" in result.output
    assert "submit" in result.output


@pytest.mark.parametrize("words", [(), ("tournament",), ("bots",), ("rules", "show")], ids=" ".join)
def test_help_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    """Asking for help loads no numpy, no compiler and no plots."""
    code = f"""
import json, sys
from hearts_arena.cli import main
try:
    main({[*words, "--help"]!r})
except SystemExit:
    pass
print("\\n" + json.dumps([name for name in sys.modules if "." not in name]))
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))

    assert "hearts_arena" in loaded
    assert not HEAVY & loaded


def test_importing_the_package_loads_nothing_heavy() -> None:
    """`import hearts_arena` costs nothing until a name is used."""
    code = "import sys, hearts_arena; print(*sorted(name for name in sys.modules if '.' not in name))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert not HEAVY & set(done.stdout.split())


def test_the_version(tmp_path: Path) -> None:
    """The program tells its version."""
    import hearts_arena

    done = spawn("--version", folder=tmp_path)

    assert done.returncode == 0
    assert hearts_arena.__version__ in done.stdout


@pytest.mark.parametrize(
    "words", [("--help",), ("bots", "check", "--help"), ("standings",), ("--version",)], ids=" ".join
)
def test_the_package_runs_as_a_module_bug(words: tuple[str, ...], tmp_path: Path) -> None:
    """`python -m hearts_arena` is the installed program, with its name in usage lines and remedies."""
    command = [sys.executable, "-m", "hearts_arena", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60)
    program = spawn(*words, folder=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (program.returncode, program.stdout, program.stderr)
    assert "hearts-arena" in done.stdout + done.stderr


def test_a_module_writes_down_the_program_bug() -> None:
    """Run as a module, what events write down as their command is the program's name and not that of a file."""
    code = """
import runpy, sys
sys.argv = ["/somewhere/hearts_arena/__main__.py", "--version"]
try:
    runpy.run_module("hearts_arena", run_name="__main__")
except SystemExit:
    from hearts_arena.arena.event import describe_run
    print(*describe_run()["command"])
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.splitlines()[-1] == "hearts-arena --version"


def test_the_bots_are_listed() -> None:
    """Every bot that can be named is listed with what it is."""
    lines = good("bots", "list").splitlines()

    assert [line.split()[0] for line in lines] == list(known_bots())
    assert {line.split()[0] for line in lines} == set(BUILT_IN)
    assert all(len(line.split()) > 3 for line in lines)


def test_the_presets_are_listed() -> None:
    """Every preset is listed with what makes it different."""
    lines = good("rules", "list").splitlines()

    assert [line.split()[0] for line in lines] == list(PRESETS)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_is_shown(preset: str) -> None:
    """Every field of a preset is shown with its clause, and --set changes what is shown."""
    plain, changed = good("rules", "show", preset), good("rules", "show", preset, "--set", "pass_cycle=hold")

    assert all(f" {name} " in plain for name in FIELDS)
    assert re.search(r"^\* 2\.2 +pass_cycle +hold", changed, re.MULTILINE)
