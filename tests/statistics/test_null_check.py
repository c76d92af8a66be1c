"""Equal bots look equal: exactly where they are deterministic, within the intervals where not."""

from __future__ import annotations

import numpy as np
import pytest

from hearts_arena.analysis.crosstable import crosstable
from hearts_arena.analysis.formatting import format_estimate
from hearts_arena.analysis.payoff import payoff
from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.analysis.seats import seat_shares
from hearts_arena.analysis.standings import standings
from unit.analysis.simulated import facts, hands_table, matches_table, simulate

LABELS = ("one", "two", "three", "four")
BLOCKS = 60


def deterministic(schedule: str) -> MemoryRows:
    """Return an event of one deterministic bot: a deal gives each seat one score, whoever sits there."""
    hands, matches = [], []
    for block in range(BLOCKS):
        rng = np.random.default_rng(block)
        order = rng.permutation(4).tolist()
        deals = rng.integers(-10, 27, (int(rng.integers(1, 12)), 4)).tolist()
        totals = [sum(deal[seat] for deal in deals) for seat in range(4)]
        for rotation in range(4):
            duel = [int(seat != rotation) for seat in range(4)]
            seating = duel if schedule == "duel" else order[rotation:] + order[:rotation]
            match = 4 * block + rotation
            hands += [(block, match, hand, seating, deal) for hand, deal in enumerate(deals)]
            matches.append((block, match, seating, totals, "won"))
    labels = LABELS[:2] if schedule == "duel" else LABELS
    tables = {"hands": hands_table(hands), "matches": matches_table(matches)}
    return MemoryRows(facts(labels, schedule=schedule), tables)


@pytest.mark.parametrize("schedule", ["duel", "table"])
def test_a_deterministic_bot_against_itself_is_zero_to_the_last_digit(schedule: str) -> None:
    """Every difference is 0.000 ± 0.000 over complete blocks."""
    table = crosstable(deterministic(schedule))
    cells = [cell for row in table.cells for cell in row if cell.n]

    assert len(table.labels) * (len(table.labels) - 1) == len(cells)
    assert {(0.0, 0.0, 0.0)} == {(cell.mean, cell.low, cell.high) for cell in cells}
    assert format_estimate(payoff(deterministic(schedule), "one").estimate, 3, signed=True) == "0.000 ± 0.000"


@pytest.mark.parametrize("schedule", ["duel", "table"])
def test_copies_of_a_deterministic_bot_stand_level(schedule: str) -> None:
    """Points, win share and place of copies are the same numbers."""
    rows = standings(deterministic(schedule)).rows

    assert len({row.points_per_hand.mean for row in rows}) == 1
    assert {0.25} == {row.win_share.mean for row in rows}
    assert {0.25} == {row.win_share.low for row in rows}
    assert len({row.mean_place.mean for row in rows}) == 1


def test_seats_are_level_for_equal_bots() -> None:
    """Each seat wins a quarter of matches, within an interval that would show a bias of 5 points."""
    everyone = seat_shares(simulate(LABELS, 250, match_hands=3)).everyone

    for share in everyone:
        assert share.low is not None
        assert share.high is not None
        assert share.low <= 0.25 <= share.high
        assert share.high - share.low < 0.1
