"""A trial: tests run against a copy of the package, in a process of its own where nothing is compiled."""

from __future__ import annotations

import io
import multiprocessing
import os
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import pytest

from mutation.mutants import Mutant

TESTS = Path(__file__).parents[1]
SUITES = {
    "reference": (
        "conformance/test_cases.py",
        "conformance/test_rules.py",
        "conformance/test_scores.py",
        "conformance/test_golden_deals.py",
        "conformance/test_playthroughs.py",
    ),
    "engine": (
        "interpreted/test_cases.py",
        "interpreted/test_perft.py",
        "interpreted/test_moons.py",
        "interpreted/test_tiny_decks.py",
        "interpreted/test_hands.py",
        "interpreted/test_whole_hands.py",
    ),
}
"""The tests that hold each engine to the rules, what is quick first."""
DESELECT = {"reference": ("-k", "not engine and not openspiel_hands and not random_hands"), "engine": ()}
SECONDS = 120.0
PRELOADED = ["hypothesis", "numba", "numpy", "pytest"]


class Outcome(NamedTuple):
    """How a trial went."""

    red: bool
    """Whether a test failed, or the tests did not come to an end."""
    first: str
    """The first test that failed, or what else there is to say."""


class FirstFailure:
    """A plugin of pytest that notes the first test that fails."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed."""
        if report.failed and not self.name:
            self.name = report.nodeid


def break_copy(package: Path, folder: Path, mutant: Mutant | None) -> None:
    """Copy a package into a folder, with a rule broken or none."""
    copy = folder / package.name
    shutil.copytree(package, copy)
    if mutant is not None:
        changed = mutant.apply(copy)
        for stale in (changed.parent / "__pycache__").glob(f"{changed.stem}.*.pyc"):
            stale.unlink()


def hold_trial(folder: Path, engine: str) -> Outcome:
    """Return how the tests of an engine go against the copy in a folder."""
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    context.set_forkserver_preload(PRELOADED)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run_suite, args=(str(folder), engine, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(SECONDS):
            return Outcome(True, f"still running after {SECONDS:.0f} seconds")
        return receiver.recv()
    except EOFError:
        return Outcome(False, "the process died")
    finally:
        process.kill()
        process.join()


def _run_suite(folder: str, engine: str, sender: Connection) -> None:
    """Run the tests of an engine against the copy in a folder, and send how it went."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.path.insert(0, folder)
    os.chdir(folder)
    import numba

    numba.config.reload_config()
    failure, said = FirstFailure(), io.StringIO()
    ignored = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # what is preloaded cannot be rewritten
    options = ["-x", "-q", "--tb=no", "-n", "0", "-p", "no:cacheprovider"]
    tests = [str(TESTS / name) for name in SUITES[engine]]
    with redirect_stdout(said), redirect_stderr(said):
        code = pytest.main([*options, *ignored, *DESELECT[engine], *tests], plugins=[failure])
    import hearts_arena

    if not str(hearts_arena.__file__).startswith(folder):
        sender.send(Outcome(False, f"the tests saw {hearts_arena.__file__}, not the copy in {folder}"))
    elif code == pytest.ExitCode.OK or failure.name:
        sender.send(Outcome(code == pytest.ExitCode.TESTS_FAILED, failure.name))
    else:
        sender.send(Outcome(False, said.getvalue()[-2000:]))
    sender.close()
