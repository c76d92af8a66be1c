"""`rules verify`: both engines tried on a file of cases."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import good, run
from hearts_arena.game.cases import KINDS

CASES = Path(__file__).parents[1] / "conformance" / "cases"
RULES_PAGE = Path(hearts_arena.__file__).parent / "game" / "README.md"
WRONG = {
    "id": "X1",
    "kind": "trick_winner",
    "options": {},
    "input": {"trick": ["2C", "AH"]},
    "expect": {"winner_index": 1},
}


@pytest.mark.parametrize("name", ["rules.jsonl", "more_rules.jsonl"])
def test_both_engines_agree(name: str) -> None:
    """The committed cases hold in both engines, and how many there are is said."""
    lines = good("rules", "verify", CASES / name).splitlines()

    assert [line.partition(":")[0] for line in lines] == ["reference", "engine"]
    assert all(line.endswith("cases, 0 disagreements") for line in lines)


def test_the_examples_of_the_rules_page(work_folder: Path) -> None:
    """The cases that the rules page shows hold in both engines."""
    examples = RULES_PAGE.read_text(encoding="utf-8").partition("```jsonl\n")[2].partition("```")[0]
    (work_folder / "examples.jsonl").write_text(examples, encoding="utf-8")

    assert good("rules", "verify", "examples.jsonl") == (
        "reference: 3 cases, 0 disagreements\nengine: 3 cases, 0 disagreements\n"
    )


def test_every_kind_is_on_the_rules_page() -> None:
    """The rules page tells what each kind of case takes and says."""
    page = RULES_PAGE.read_text(encoding="utf-8").partition("## 11. ")[2]

    assert [kind for kind in KINDS if f"| `{kind}` |" not in page] == []


def test_a_file_without_cases_is_refused_bug(work_folder: Path) -> None:
    """Nothing tried is not all well."""
    (work_folder / "empty.jsonl").write_text("\n\n", encoding="utf-8")
    result = run("rules", "verify", "empty.jsonl")

    assert result.exit_code == 2
    assert "'empty.jsonl' holds no case" in result.stderr


def test_a_disagreement_is_shown(work_folder: Path) -> None:
    """A case that does not hold is printed for each engine with the case to paste, and the exit is 1."""
    (work_folder / "wrong.jsonl").write_text(json.dumps(WRONG) + "\n", encoding="utf-8")
    result = run("rules", "verify", "wrong.jsonl")

    assert result.exit_code == 1
    assert result.stdout.count("wrong.jsonl:1 X1") == 2
    assert "engine: 1 case, 1 disagreement\n" in result.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "expected one JSON object a line"),
        ('{"kind": "colour", "input": {}, "options": {}, "expect": {}}', "no kind of case"),
    ],
)
def test_lines_that_are_no_cases(text: str, words: str, work_folder: Path) -> None:
    """A line that is no case is refused with its place."""
    (work_folder / "odd.jsonl").write_text(text + "\n", encoding="utf-8")
    result = run("rules", "verify", "odd.jsonl")

    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b'{"kind": "trick_winner", "options": {}, "input": {"trick": []}, "expect": {"winner_index": 0}}',
            "trick is []",
        ),
        (b'{"kind": "\xff"}', "expected UTF-8"),
        (gzip.compress(b"{}" * 1000)[:-9], "the compressed data are broken"),
        (b"[" * 100_000, "nested too deeply"),
    ],
    ids=["empty trick", "latin", "cut", "deep"],
)
def test_malformed_files_are_one_line_bug(data: bytes, words: str, work_folder: Path) -> None:
    """No file ends in a traceback."""
    (work_folder / "odd.jsonl").write_bytes(data)
    result = run("rules", "verify", "odd.jsonl")

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: odd.jsonl:1: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_half_a_character_is_printed_bug(work_folder: Path) -> None:
    """A name that is no text is escaped in the report."""
    (work_folder / "odd.jsonl").write_text(json.dumps({**WRONG, "id": "\ud800"}), encoding="utf-8")
    result = run("rules", "verify", "odd.jsonl")

    assert result.exit_code == 1
    assert r"odd.jsonl:1 \ud800: winner_index is 0" in result.stdout


def test_no_file() -> None:
    """A file that is not there is refused in one line."""
    result = run("rules", "verify", "nothing.jsonl")

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "nothing.jsonl" in result.stderr
