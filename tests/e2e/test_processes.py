"""Runs in processes of their own: workers that die, scripts without a guard, two runs at once, an interrupt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import BOTS, LEVELS, PROGRAM, spawn

EXITS = BOTS / "exits.py"
PLAIN = f"{BOTS / 'plain.py'}#Lowest"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_worker_that_dies_h07(workers: str, tmp_path: Path) -> None:
    """A bot that ends its process ends the run with one clear line; the parts that stand can be read."""
    bot = f"{EXITS}#ExitsInSecondBlock"
    options = (
        "--blocks",
        "40",
        "--seed",
        "1",
        "--workers",
        workers,
        "--set",
        "match_hands=1",
        "--quiet",
        "--out",
        "event",
    )
    done = spawn("tournament", bot, *LEVELS[:3], *options, folder=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert "a worker process died while playing" in done.stderr
    run = hearts_arena.load(tmp_path / "event")
    assert run.summary()["status"] == "interrupted"
    assert len(run.hands) % (4 * 4) == 0
    assert not list((tmp_path / "event").rglob("*.tmp"))


@pytest.mark.parametrize("name", ["ExitsAtOnce", "KillsItself"])
def test_one_worker_dies_with_a_word_bug(name: str, tmp_path: Path) -> None:
    """However a bot ends its process, with whatever exit code, a run with one worker says so and is no success."""
    options = ("--blocks", "1", "--seed", "1", "--workers", "1", "--quiet", "--out", "event")
    done = spawn("tournament", f"{EXITS}#{name}", *LEVELS[:3], *options, folder=tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "a worker process died while playing: the parts in 'event' stand" in done.stderr
    assert hearts_arena.load(tmp_path / "event").summary()["status"] == "interrupted"


@pytest.mark.parametrize("name", ["ExitsAtOnce", "KillsItself", "Interrupts"])
def test_a_bot_that_ends_its_check_fails_it_bug(name: str, tmp_path: Path) -> None:
    """A bot that ends its process fails the check that was being made, and is not submitted."""
    for command in (("check",), ("submit", "--quiet")):
        done = spawn("bots", *command, f"{EXITS}#{name}", folder=tmp_path)
        lines = done.stdout.splitlines()

        assert (done.returncode, done.stderr) == (1, "")
        assert [line.partition(":")[0] for line in lines] == ["ok    loads", "FAIL  plays legally"]
        assert "the bot ends its process (exit code" in lines[-1]
    assert not (tmp_path / "results").exists()


def test_a_bot_that_ends_its_process_when_imported_bug(tmp_path: Path) -> None:
    """Importing is part of the check."""
    done = spawn("bots", "check", f"{EXITS}#ExitsAtOnce", folder=tmp_path, HEARTS_BOT_EXITS="when imported")

    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "FAIL  loads: the bot ends its process (exit code 0): let it answer or raise\n"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs POSIX signals")
@pytest.mark.parametrize("command", ["bots check", "tournament random random random --workers 1 --quiet"])
@pytest.mark.parametrize("send", ["kill", "killpg"])
def test_ctrl_c_while_a_bot_thinks_bug(command: str, send: str, tmp_path: Path) -> None:
    """An interrupt, of the command alone or of all its processes, ends it in one line, and the thinking bot with it."""
    words = [PROGRAM, *command.split(), f"{EXITS}#Sleeps"]
    run = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True
    )
    assert run.stderr is not None
    thinking = run.stderr.readline()
    getattr(os, send)(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=60)  # which waits for all that might still write

    assert thinking == "thinking\n"
    assert run.returncode == 130
    assert errors == "interrupted: what has been written stands\n"


def test_a_script_without_a_main_guard_k05(tmp_path: Path) -> None:
    """A script that plays with worker processes and has no main guard ends with a clear error, and spawns no more."""
    script = tmp_path / "script.py"
    script.write_text(
        "import hearts_arena\n"
        f"hearts_arena.tournament({PLAIN!r}, 'random', 'random', 'random', blocks=4, seed=1, workers=2, out='event')\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert done.returncode != 0
    assert "if __name__ == '__main__':" in done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_dir() and path.name != "__pycache__"] == ["event"]


def test_a_script_with_one_worker_needs_no_guard_k05(tmp_path: Path) -> None:
    """With one worker everything is played in the script's own process."""
    script = tmp_path / "script.py"
    script.write_text(
        "import hearts_arena\n"
        f"run = hearts_arena.tournament({PLAIN!r}, 'random', 'random', 'random', blocks=1, seed=1, out='event')\n"
        "print(len(run.matches))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0, done.stderr
    assert done.stdout == "16\n"


def test_two_runs_at_once_d10(tmp_path: Path) -> None:
    """Of two commands that start on one folder at the same time one plays, and the other is refused."""
    command = [
        PROGRAM,
        "tournament",
        *LEVELS,
        "--blocks",
        "2",
        "--set",
        "match_hands=1",
        "--quiet",
        "--out",
        "event",
        "--json",
    ]
    runs = [
        subprocess.Popen(
            [*command, "--seed", seed], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        for seed in ("1", "2")
    ]
    outputs = [run.communicate(timeout=120) for run in runs]
    codes = [run.returncode for run in runs]
    winner = codes.index(0)

    assert sorted(codes) == [0, 2]
    assert "choose another folder" in outputs[1 - winner][1]
    assert json.loads(outputs[winner][0])["event"]["seed"] == str(winner + 1)
    assert hearts_arena.load(tmp_path / "event").event.seed == winner + 1


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs POSIX signals")
def test_ctrl_c(tmp_path: Path) -> None:
    """An interrupt ends a run with one line and code 130, and leaves whole parts."""
    command = [
        PROGRAM,
        "tournament",
        *LEVELS,
        "--blocks",
        "100000",
        "--seed",
        "1",
        "--workers",
        "2",
        "--quiet",
        "--out",
        "event",
    ]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    begun = time.monotonic()
    while not list(tmp_path.glob("event/hands/*.parquet")) and time.monotonic() - begun < 100:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=100)

    assert run.returncode == 130
    assert errors == "interrupted: what has been written stands\n"
    assert hearts_arena.load(tmp_path / "event").summary()["status"] == "interrupted"
    assert not list((tmp_path / "event").rglob("*.tmp"))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs POSIX signals")
def test_kill_leaves_whole_parts_d01(tmp_path: Path) -> None:
    """A run that is killed leaves parts that can all be read, and says that it was running."""
    command = [
        PROGRAM,
        "tournament",
        *LEVELS,
        "--blocks",
        "100000",
        "--seed",
        "1",
        "--workers",
        "1",
        "--quiet",
        "--out",
        "event",
    ]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    begun = time.monotonic()
    while not list(tmp_path.glob("event/hands/*.parquet")) and time.monotonic() - begun < 100:
        time.sleep(0.05)
    run.kill()
    run.communicate(timeout=100)
    played = hearts_arena.load(tmp_path / "event")

    assert played.summary()["status"] == "running"
    assert len(played.hands) > 0
    assert len(played.standings().rows) == 4


def test_no_home_k03(tmp_path: Path) -> None:
    """Without a home folder, and with a cache folder that is none, commands work all the same."""
    (tmp_path / "tmp").mkdir()
    done = spawn(
        "rules", "list", folder=tmp_path, HOME="/dev/null", XDG_CACHE_HOME="/dev/null", TMPDIR=str(tmp_path / "tmp")
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("standard")
