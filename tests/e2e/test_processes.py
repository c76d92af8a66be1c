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

PLAIN = f"{BOTS / 'plain.py'}#Lowest"


def test_a_worker_that_dies_h07(tmp_path: Path) -> None:
    """A bot that ends its process ends the run with one clear line; the parts that stand can be read."""
    bot = f"{BOTS / 'exits.py'}#ExitsInSecondBlock"
    options = ("--blocks", "40", "--seed", "1", "--workers", "2", "--set", "match_hands=1", "--quiet", "--out", "event")
    done = spawn("tournament", bot, *LEVELS[:3], *options, folder=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert "a worker process died while playing" in done.stderr
    run = hearts_arena.load(tmp_path / "event")
    assert run.summary()["status"] == "interrupted"
    assert len(run.hands) % (4 * 4) == 0
    assert not list((tmp_path / "event").rglob("*.tmp"))


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
