"""Every rule, broken on purpose in either engine, is noticed by the tests that hold that engine to the rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from hearts_arena.game.fields import CHOICES, FIELDS
from mutation.mutants import MUTANTS, PACKAGE, README, ROOMS, Mutant, parse_mutants, with_listing
from mutation.trial import Outcome, break_copy, hold_trial

CLAUSES = sorted(set(re.findall(r"\*\*([1-6]\.\d)\*\*", (PACKAGE / "game" / "README.md").read_text(encoding="utf-8"))))
SWITCHES = dict.fromkeys(("must_break", "heart_lead_breaks", "moon_requires_bonus"), ("true", "false"))
DIRECTIONS = {"pass_cycle": ("left", "right", "across", "hold", "scatter")}
VALUES = [
    (field, "none" if value is None else str(value))
    for field, values in {**CHOICES, **SWITCHES, **DIRECTIONS}.items()
    for value in values
]
Trials = dict[Mutant | str, "Future[Outcome]"]


@pytest.fixture(scope="module")
def trials(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Hold the trials of all tests that were chosen, as many at a time as there are processors."""
    base = tmp_path_factory.mktemp("mutants")
    break_copy(PACKAGE, base, None)
    numbers = count()

    def hold(mutant: Mutant | str) -> Outcome:
        folder = base / str(next(numbers))
        engine = mutant.engine if isinstance(mutant, Mutant) else mutant
        break_copy(base / PACKAGE.name, folder, mutant if isinstance(mutant, Mutant) else None)
        return hold_trial(folder, engine)

    chosen = [item.callspec.params["tried"] for item in request.session.items if "trials" in item.fixturenames]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {tried: pool.submit(hold, tried) for tried in chosen}
        pool.shutdown(cancel_futures=True)


@pytest.mark.slow
@pytest.mark.xdist_group("mutants")
@pytest.mark.parametrize("tried", list(ROOMS))
def test_an_unbroken_copy_is_green(tried: str, trials: Trials) -> None:
    """The tests against which mutants are held pass on a copy in which nothing is broken."""
    assert trials[tried].result() == Outcome(False, "")


@pytest.mark.slow
@pytest.mark.xdist_group("mutants")
@pytest.mark.parametrize("tried", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_broken_rule_is_noticed(tried: Mutant, trials: Trials) -> None:
    """A mutant turns a test red."""
    outcome = trials[tried].result()

    assert outcome.red, outcome.first or "no test failed"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_can_be_made(mutant: Mutant, tmp_path: Path) -> None:
    """The text that a mutant changes stands in its file exactly once, and the changed file is still Python."""
    copy = tmp_path / mutant.file
    copy.parent.mkdir(parents=True)
    copy.write_text((PACKAGE / mutant.file).read_text(encoding="utf-8"), encoding="utf-8")
    text = mutant.apply(tmp_path).read_text(encoding="utf-8")

    assert text != (PACKAGE / mutant.file).read_text(encoding="utf-8")
    compile(text, mutant.file, "exec")


@pytest.mark.parametrize("engine", list(ROOMS))
@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_broken(clause: str, engine: str) -> None:
    """Each clause of the rules page is broken in each engine."""
    assert any((mutant.clause, mutant.engine) == (clause, engine) for mutant in MUTANTS)


@pytest.mark.parametrize("engine", list(ROOMS))
@pytest.mark.parametrize(("field", "value"), VALUES)
def test_every_value_is_broken(field: str, value: str, engine: str) -> None:
    """What each value of a field says is broken in each engine."""
    names = (f"{value}:", f"{field}={value}:")

    assert any(
        mutant.engine == engine and mutant.clause == FIELDS[field].clause and mutant.wrong.startswith(names)
        for mutant in MUTANTS
    )


def test_the_clauses_are_those_of_the_rules_page() -> None:
    """No mutant cites a clause that is not there, and no name is given twice."""
    assert len(CLAUSES) == 29
    assert {mutant.clause for mutant in MUTANTS} == set(CLAUSES)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_the_readme_is_current() -> None:
    """The list by clause is what `python tests/mutation/mutants.py` writes."""
    written = README.read_text(encoding="utf-8")

    assert with_listing(written) == written


def test_a_change_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """Text that is not there, or there twice, is an error that quotes it."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "play.py").write_text("max(max(1, 2), 3)", encoding="utf-8")
    (twice,) = parse_mutants("1.3 twos are high\nin play.py\n- max(\n+ min(\n", "reference")

    with pytest.raises(ValueError, match=r"found 2 times: 'max\('"):
        twice.apply(tmp_path)
