"""The mutants: rules broken on purpose, at one place of one engine each, from `reference.mutants` and `engine.mutants`.

`python tests/mutation/mutants.py` writes their list in the README afresh.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "hearts_arena"
README = HERE / "README.md"
ROOMS = {"reference": "game", "engine": "engine"}
"""By the name of a file of mutants, the room of the package that it breaks."""


class Mutant(NamedTuple):
    """One change to one file of the package."""

    engine: str
    """`reference` or `engine`."""
    clause: str
    """Clause of the rules page that is broken."""
    wrong: str
    """What goes wrong; where it is about one value of a field it begins with the value and a colon."""
    file: str
    """File in the package."""
    old: str
    """Text that stands there exactly once."""
    new: str
    """Text that is put there instead."""

    @property
    def name(self) -> str:
        """Name for reports."""
        return f"{self.engine}: {self.clause} {self.wrong}"

    def apply(self, package: Path) -> Path:
        """Break the rule in a copy of the package, and return the changed file."""
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        if (count := text.count(self.old)) != 1:
            raise ValueError(f"{self.name}: expected once in {self.file}, found {count} times: {self.old!r}")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8", newline="\n")
        return path


def parse_mutants(text: str, engine: str) -> list[Mutant]:
    r"""Return the mutants of a file: entries parted by blank lines, of a clause and what goes wrong, a file, a change.

    Examples
    --------
    >>> parse_mutants("1.3 twos are high\nin play.py\n- max(\n+ min(\n", "reference")[0].old
    'max('
    """
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [_parse_entry(entry, engine) for entry in re.split(r"\n{2,}", "\n".join(lines).strip())]


def _parse_entry(entry: str, engine: str) -> Mutant:
    title, place, *change = entry.splitlines()
    clause, _, wrong = title.partition(" ")
    old, new = ("\n".join(line[2:] for line in change if line[0] == sign) for sign in "-+")
    if not place.startswith("in ") or not old or any(line[0] not in "-+" for line in change):
        raise ValueError(f"expected a title, a place and lines of - and +, got {entry!r}")
    return Mutant(engine, clause, wrong, f"{ROOMS[engine]}/{place[3:]}", old, new)


def read_mutants() -> tuple[Mutant, ...]:
    """Return every mutant, those of the reference first."""
    return tuple(
        mutant
        for engine in ROOMS
        for mutant in parse_mutants((HERE / f"{engine}.mutants").read_text(encoding="utf-8"), engine)
    )


MUTANTS = read_mutants()


def listing() -> str:
    """Return the list by clause, as it stands in the README."""
    clauses = sorted({mutant.clause for mutant in MUTANTS})
    rows = ["| clause | in the reference | in the engine |", "| --- | --- | --- |"]
    for clause in clauses:
        cells = (
            "; ".join(mutant.wrong for mutant in MUTANTS if (mutant.engine, mutant.clause) == (engine, clause))
            for engine in ROOMS
        )
        rows.append(f"| {clause} | {' | '.join(cells)} |")
    counts = [sum(mutant.engine == engine for mutant in MUTANTS) for engine in ROOMS]
    rows.append(f"| all | {counts[0]} mutants | {counts[1]} mutants |")
    return "\n".join(rows)


def with_listing(text: str) -> str:
    """Return the README with the list in it as it is today."""
    return re.sub(r"(?<=<!-- mutants -->\n).*?(?=\n<!-- end -->)", lambda _: f"\n{listing()}\n", text, flags=re.DOTALL)


if __name__ == "__main__":
    README.write_text(with_listing(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
