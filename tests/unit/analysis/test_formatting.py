"""Results as text."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from hearts_arena.analysis.crosstable import crosstable
from hearts_arena.analysis.estimates import Estimate
from hearts_arena.analysis.formatting import FORMATS, align_estimates, decimals_for, format_estimate, render
from hearts_arena.analysis.histogram import histogram
from hearts_arena.analysis.payoff import payoff
from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.analysis.seats import seat_shares
from hearts_arena.analysis.standings import standings
from unit.analysis.simulated import facts, hands_table, matches_table, simulate

ORDER = (0, 1, 2, 3)


def estimate(mean: float | None, half: float | None) -> Estimate:
    if mean is None or half is None:
        return Estimate(mean, None, None, 9, "points")
    return Estimate(mean, mean - half, mean + half, 9, "points")


def constant(labels: tuple[str, ...] = ("a|b", "naïve", "naive", "日本"), **more: Any) -> MemoryRows:
    """Two blocks in which every seat scores alike; the last two of five entrants do not meet."""
    scores = (5, 13, 8, 0)
    hands = hands_table([(block, block, 0, ORDER, scores) for block in range(2)])
    matches = matches_table([(block, block, ORDER, scores, "won") for block in range(2)])
    return MemoryRows(facts(labels, **more), {"hands": hands, "matches": matches})


@pytest.mark.parametrize(
    ("value", "options", "expected"),
    [
        (estimate(6.641, 0.049), {}, "6.64 ± 0.05"),
        (estimate(0.0, 0.0), {"decimals": 3}, "0.000 ± 0.000"),
        (estimate(0.0, 0.0), {"decimals": 3, "signed": True}, "0.000 ± 0.000"),
        (estimate(-0.0001, 0.0), {"signed": True}, "0.00 ± 0.00"),
        (estimate(0.0001, 0.0), {"signed": True}, "0.00 ± 0.00"),
        (estimate(1.25, 0.5), {"decimals": 1, "signed": True}, "+1.2 ± 0.5"),
        (estimate(0.25, 0.012), {"decimals": 1, "scale": 100}, "25.0 ± 1.2"),
        (estimate(6.641, None), {}, "6.64 ± n/a"),
        (estimate(None, None), {}, "n/a"),
    ],
)
def test_estimates_as_text(value: Estimate, options: dict[str, Any], expected: str) -> None:
    """Mean and half-width, and n/a in words."""
    assert expected == format_estimate(value, **options)


@pytest.mark.parametrize(("half", "expected"), [(0.5, 2), (0.05, 2), (0.0043, 3), (0.0, 2), (None, 2), (1e-9, 5)])
def test_decimals_show_a_digit_of_the_interval(half: float | None, expected: int) -> None:
    """A narrow interval is never written as ± 0.00."""
    assert expected == decimals_for([estimate(6.6, 0.5), estimate(6.6, half)])


def test_estimates_stand_under_one_another() -> None:
    """The ± of a column are aligned."""
    column = [estimate(10.0, 0.5), estimate(-1.0, 12.25), estimate(None, None), estimate(2.0, None)]

    assert align_estimates(column) == ["10.00 ±  0.50", "-1.00 ± 12.25", "n/a", " 2.00 ±   n/a"]


def test_standings_as_text() -> None:
    """The whole table, with facts above and the level of the intervals below."""
    assert (
        render(standings(constant()))
        == """test event: table of 4, 2 blocks, 2 matches, 2 hands

#  entrant  blocks  matches  hands  points a hand  win share (%)   mean place  moons  queens  faults
1  日本          2        2      2    0.00 ± 0.00   100.0 ± 84.2  1.00 ± 0.00      0       0       0
2  a|b           2        2      2    5.00 ± 0.00     0.0 ± 84.2  2.00 ± 0.00      0       0       0
3  naive         2        2      2    8.00 ± 0.00     0.0 ± 84.2  3.00 ± 0.00      0       0       0
4  naïve         2        2      2   13.00 ± 0.00     0.0 ± 84.2  4.00 ± 0.00      0       0       0

95 % confidence intervals over blocks (Student t); low points are good
matches and hands are counted once for each seat held
"""
    )


def test_bots_are_shown_where_their_names_differ() -> None:
    """A column that repeats the labels is left out."""
    text = render(standings(constant(bots=("greedy:depth=2", "b", "c", "d"))))

    assert "greedy:depth=2" in text
    assert " bot " in text.splitlines()[2]


def test_level_entrants_share_a_rank() -> None:
    """Ranks go 1, 1, 3, and an idle entrant has none."""
    hands = hands_table([(0, 0, 0, ORDER, (5, 5, 8, 8))])
    lines = render(standings(MemoryRows(facts("abcde"), {"hands": hands}))).splitlines()[3:8]

    assert [line.split()[0] for line in lines] == ["1", "1", "3", "3", "n/a"]


def test_crosstable_as_text() -> None:
    """A matrix by rank, empty on the diagonal, n/a where two never met."""
    lines = render(crosstable(constant(("a", "b", "c", "d", "e")))).splitlines()

    assert lines[2].split() == ["#", "entrant", *(word for k in "12345" for word in ("vs", k))]
    assert lines[3].endswith("+5.00 ± 0.00  +8.00 ± 0.00  +13.00 ± 0.00   n/a")
    assert lines[7].split() == ["5", "e", "n/a", "n/a", "n/a", "n/a"]
    assert lines[-1] == "95 % confidence intervals over blocks (Student t), 2 blocks a cell, each cell by itself"


def test_a_wide_crosstable_is_split_into_panels() -> None:
    """No line is wider than a terminal, and each panel repeats the names."""
    rows = simulate([f"entrant {i}" for i in range(12)], 8, schedule="round-robin", match_hands=2)
    lines = render(crosstable(rows)).splitlines()

    assert max(map(len, lines)) <= 110
    assert sum("entrant 11 " in line for line in lines) >= 2


def test_payoffs_as_text() -> None:
    """One line a candidate, with its verdict."""
    rows = simulate(("new", "old"), 20, schedule="duel", skill=[1.0, 0.0], match_hands=4)
    unplayed = MemoryRows(facts(("late", "old"), schedule="duel"), {})
    lines = render([payoff(rows), payoff(rows, "old"), payoff(unplayed)]).splitlines()

    assert "  proven  " in lines[3]
    assert "  proven worse  " in lines[4]
    assert lines[5].split()[-4:] == ["n/a", "not", "proven", "n/a"]


def test_markdown_escapes_names() -> None:
    """A bar in a label does not end its cell."""
    lines = render(standings(constant()), "markdown").splitlines()

    assert lines[2].startswith("| # | entrant | blocks |")
    assert lines[3].startswith("| ---: | :--- | ---: |")
    assert lines[5].startswith("| 2 | a\\|b | 2 |")
    assert len({line.replace("\\|", "").count("|") for line in lines[2:8]}) == 1


def test_csv_has_mean_low_and_high() -> None:
    """The full numbers, one column each, n/a spelled out."""
    rows = list(csv.DictReader(io.StringIO(render(standings(constant(("a", "b", "c", "d", "e"))), "csv"))))

    assert [rows[1][f"points_per_hand_{end}"] for end in ("mean", "low", "high")] == ["5.0", "5.0", "5.0"]
    assert "n/a" == rows[4]["win_share_mean"] == rows[4]["win_share_low"]
    assert rows[4]["hands"] == "0"


def test_json_is_the_records() -> None:
    """JSON holds what `to_records` says, names as they are."""
    result = standings(constant())
    text = render(result, "json")

    assert result.to_records() == json.loads(text)
    assert "naïve" in text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("played", [True, False])
def test_every_result_has_every_form(form: str, played: bool) -> None:
    """All results can be written in all forms, empty ones too, and none says NaN."""
    rows = constant() if played else MemoryRows(facts("abcd"), {})
    results = (
        standings(rows),
        crosstable(rows),
        seat_shares(rows),
        histogram(rows),
        [payoff(rows, rows.event.labels[0])],
    )
    for result in results:
        text = render(result, form)

        assert text.endswith("\n")
        assert "nan" not in text.lower().replace("entrant", "")


def test_unknown_format_is_refused() -> None:
    """The message names the choices."""
    with pytest.raises(ValueError, match="format 'xml' is not known: choose one of text, markdown, csv, json"):
        render([], "xml")


def test_control_characters_do_not_reach_the_terminal() -> None:
    """An escape sequence in a label is not carried out."""
    assert "\x1b" not in render(standings(constant(("a\x1b[31m", "b", "c", "d"))))
