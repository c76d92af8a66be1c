"""Points differences of pairs at the same table."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from hearts_arena.analysis.crosstable import Crosstable, crosstable
from hearts_arena.analysis.estimates import Estimate, t_quantile
from hearts_arena.analysis.payoff import payoff
from hearts_arena.analysis.rows import MemoryRows
from unit.analysis.simulated import facts, hands_table, simulate

NOTHING = Estimate(None, None, None, 0, "points a hand")


def cell(table: Crosstable, row: str, column: str) -> Estimate:
    return table.cells[table.labels.index(row)][table.labels.index(column)]


def by_hand() -> Crosstable:
    """Two blocks; e plays in the second only, and d in the first only."""
    hands = [(0, 0, 0, (0, 1, 2, 3), (0, 13, 5, 8)), (0, 0, 1, (0, 1, 2, 3), (6, 4, 8, 8))]
    hands += [(1, 1, 0, (4, 1, 0, 2), (1, 20, 3, 2))]
    return crosstable(MemoryRows(facts("abcde"), {"hands": hands_table(hands)}))


def test_differences_by_hand() -> None:
    """B less a: 13, −2 and 17 over 3 hands in 2 blocks; positive is better for a."""
    found = cell(by_hand(), "a", "b")
    mean = 28 / 3
    se = sqrt(2 / 1 * ((11 - mean * 2) ** 2 + (17 - mean) ** 2)) / 3

    assert (mean, 2) == (found.mean, found.n)
    assert pytest.approx(mean - t_quantile(1) * se) == found.low


def test_the_other_side_is_the_exact_negative() -> None:
    """What one gains the other loses."""
    table = by_hand()

    assert cell(table, "a", "b").negated == cell(table, "b", "a")
    assert cell(table, "e", "c").mean == 1.0
    assert cell(table, "c", "e").mean == -1.0


def test_never_met_and_oneself_are_not_available() -> None:
    """No number stands where there was no game."""
    table = by_hand()

    assert NOTHING == cell(table, "d", "e") == cell(table, "e", "d") == cell(table, "a", "a")


def test_best_stands_first() -> None:
    """Rows and columns are in the order of the standings."""
    assert by_hand().labels == ("e", "a", "c", "d", "b")


def test_several_copies_are_averaged_over_pairs_of_seats() -> None:
    """Against three copies the difference is their mean less one's own: the payoff of a duel."""
    rows = simulate(("new", "old"), 8, schedule="duel", skill=[0.2, 0.0])

    assert payoff(rows).estimate == cell(crosstable(rows), "new", "old")


@pytest.mark.parametrize("size", [1, 4])
def test_the_cut_into_parts_changes_no_digit(size: int) -> None:
    """Parts of any number of blocks give equal tables."""
    rows = simulate("abcdef", 14, schedule="round-robin")

    assert crosstable(rows) == crosstable(replace(rows, blocks_per_part=size))


def test_records_hold_every_ordered_pair() -> None:
    """Long form, one record a pair."""
    records = by_hand().to_records()
    found = {(record["entrant"], record["opponent"]): record for record in records}

    assert 20 == len(records) == len(found)
    assert {"entrant", "opponent", "difference", "blocks"} == set(records[0])
    assert None is found["d", "e"]["difference"]["mean"]
