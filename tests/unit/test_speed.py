"""The figures of `speed`: every kind, alone and logged, with one worker and several."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from hearts_arena import speed
from hearts_arena.cli import main

FIELDS = ["what", "kind", "workers", "logged", "hands_per_s", "matches_per_s", "ns_per_decision", "ratio"]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure next to nothing."""
    for name, value in {
        "ROUNDS": 1,
        "_AIM_SECONDS": 1e-9,
        "_MOST_BLOCKS": 2,
        "_RUN_BLOCKS": 2,
        "_FIELD_BLOCKS": 2,
    }.items():
        monkeypatch.setattr(speed, name, value)


def test_every_kind_is_measured_alone_and_logged() -> None:
    """Compiled line-ups are measured with one worker and with several, bots in Python with one."""
    rows = [row for row in speed.measure(["easy"], workers=2) if row.what != speed.OPENSPIEL]
    ways = {kind: [(row.workers, row.logged) for row in rows if row.kind == kind] for kind in ("compiled", "mixed")}
    in_python = {kind: [(row.workers, row.logged) for row in rows if row.kind == kind] for kind in ("plain", "batch")}

    assert ways == {key: [(1, False), (1, True), (2, True)] for key in ("compiled", "mixed")}
    assert in_python == {key: [(1, False), (1, True)] for key in ("plain", "batch")}
    assert all(row.hands_per_s > row.matches_per_s > 0 for row in rows)


def test_json_has_the_promised_fields() -> None:
    """`--json` is a list of rows of fixed fields; the ratio is to OpenSpiel's loop, null where it is not installed."""
    result = CliRunner().invoke(main, ["speed", "random", "--json", "--workers", "1"])
    rows = json.loads(result.stdout)["rows"]
    loops = [row for row in rows if row["what"] == speed.OPENSPIEL]

    assert result.exit_code == 0
    assert all(list(row) == FIELDS for row in rows)
    assert all((row["ratio"] is None) == (not loops) for row in rows)
    assert [row["ratio"] for row in loops] == [1.0] * len(loops)


def test_the_table_says_what_is_not_known() -> None:
    """A figure that there is none of is n/a."""
    row = speed.SpeedRow("random", "compiled", 1, True, 1234567.8, 12345.6, None)
    table = speed.format_rows([row]).splitlines()

    assert table[0].split() == [
        "what", "kind", "workers", "logged", "hands/s", "matches/s", "decisions/s", "ns/decision", "ratio",
    ]  # fmt: skip
    assert table[1].split() == ["random", "compiled", "1", "yes", "1,234,568", "12,346", "n/a", "n/a", "n/a"]
