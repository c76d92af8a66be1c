"""The standings, against events written by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from hearts_arena.analysis.estimates import t_quantile
from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.analysis.standings import best_first, standings, win_parts
from unit.analysis.simulated import facts, hands_table, matches_table, simulate

LABELS = ("alpha", "beta", "gamma", "delta")
ORDER = (0, 1, 2, 3)
TURNED = (3, 0, 1, 2)


def by_hand() -> MemoryRows:
    """Two blocks of one match each: two hands, then one."""
    hands = hands_table(
        [(0, 0, 0, ORDER, (0, 13, 5, 8)), (0, 0, 1, ORDER, (26, 0, 26, 26)), (1, 1, 0, TURNED, (20, 2, 1, 3))]
    )
    hands["moon"][[5, 10]] = hands["sun"][5] = 1
    hands["queen_taken"][[1, 5, 10]] = 1
    hands["faults"][0] = 2
    matches = matches_table([(0, 0, ORDER, (26, 13, 31, 34), "won"), (1, 1, TURNED, (20, 2, 2, 3), "truncated")])
    return MemoryRows(facts(LABELS, max_hands=50), {"hands": hands, "matches": matches})


def test_lines_by_hand() -> None:
    """Counts, ratios and places of one entrant, worked out on paper."""
    beta = standings(by_hand()).rows[0]
    se = sqrt(2 / 1 * ((13 - 14 / 3 * 2) ** 2 + (1 - 14 / 3) ** 2)) / 3

    assert (beta.entrant, beta.bot, beta.blocks, beta.matches, beta.hands) == ("beta", "beta", 2, 2, 3)
    assert beta.points_per_hand.mean == 14 / 3
    assert pytest.approx(14 / 3 + t_quantile(1) * se) == beta.points_per_hand.high
    assert beta.win_share.mean == (1 + 0.5) / 2
    assert 1.0 == beta.mean_place.mean == beta.mean_place.low == beta.mean_place.high
    assert (beta.moons, beta.suns, beta.queens, beta.faults) == (2, 1, 3, 0)
    assert beta.moon_rate.mean == 2 / 3
    assert beta.queen_rate.mean == 1.0


def test_per_hand_means_are_ratios_of_sums() -> None:
    """A long match weighs more than a short one: alpha has 28 points in 3 hands, not 13 and 2."""
    alpha = {row.entrant: row for row in standings(by_hand()).rows}["alpha"]

    assert alpha.points_per_hand.mean == 28 / 3
    assert alpha.faults == 2


def test_best_stands_first() -> None:
    """Low points are good."""
    assert [row.entrant for row in standings(by_hand()).rows] == ["beta", "alpha", "gamma", "delta"]


def test_level_entrants_keep_their_entry_order() -> None:
    """Ties are not broken by name, those without games come last."""
    hands = hands_table([(0, 0, 0, (1, 2, 3, 4), (5, 5, 11, 5))])
    rows = standings(MemoryRows(facts(("idle", "z", "y", "b", "a")), {"hands": hands})).rows

    assert [row.entrant for row in rows] == ["z", "y", "a", "b", "idle"]
    assert best_first([None, 2.0, 1.0, None, 2.0]) == [2, 1, 4, 0, 3]


def test_relabelling_entrants_relabels_the_lines() -> None:
    """Codes may be given out in another order without a number changing."""
    rows = simulate(LABELS, 12, skill=[0.3, 0.0, -0.2, 0.1])
    turned = tuple(reversed(LABELS))
    tables = {
        name: {**table, "entrant": np.array([turned.index(LABELS[code]) for code in table["entrant"]])}
        for name, table in rows.tables.items()
    }

    assert standings(rows).rows == standings(MemoryRows(facts(turned), tables)).rows


@pytest.mark.parametrize("size", [1, 3, 7])
def test_the_cut_into_parts_changes_no_digit(size: int) -> None:
    """Parts of any number of blocks give equal standings."""
    rows = simulate(LABELS, 15, skill=[0.3, 0.0, -0.2, 0.1])

    assert standings(rows) == standings(replace(rows, blocks_per_part=size))


def test_event_facts_and_notes() -> None:
    """The event's own counts, and what a reader has to know."""
    result = standings(by_hand())

    assert (result.blocks, result.matches, result.hands, result.shared, result.truncated) == (2, 2, 3, 0, 1)
    assert result.notes == ("1 of 2 matches ended truncated at max_hands = 50",)


def test_notes_on_shared_wins_idle_entrants_and_a_single_block() -> None:
    """Each caveat is one sentence."""
    tables = {
        "hands": hands_table([(0, 0, 0, ORDER, (5, 5, 8, 8))]),
        "matches": matches_table([(0, 0, ORDER, (5, 5, 8, 8), "shared")]),
    }
    notes = standings(MemoryRows(facts((*LABELS, "late")), tables)).notes

    assert notes == (
        "1 of 1 match ended with the win shared",
        "no games yet: late",
        "one block gives no interval: play two or more",
    )


def test_an_empty_event_has_lines_without_numbers() -> None:
    """Nothing played is None, never 0 % and never NaN."""
    result = standings(MemoryRows(facts(LABELS), {}))
    record = result.to_records()[0]

    assert (result.blocks, result.hands, result.notes) == (0, 0, ())
    assert {"mean": None, "low": None, "high": None} == record["win_share"] == record["points_per_hand"]


def test_records_are_plain_json() -> None:
    """Records survive JSON unchanged and keep their columns."""
    records = standings(by_hand()).to_records()
    columns = "entrant bot blocks matches hands points_per_hand win_share mean_place moons queens faults"

    assert records == json.loads(json.dumps(records, allow_nan=False))
    assert [*columns.split(), "moon_rate", "queen_rate"] == list(records[0])


def test_copies_of_an_entrant_count_once_a_seat() -> None:
    """In a duel the baseline holds three seats in every match."""
    rows = {row.entrant: row for row in standings(simulate(("new", "old"), 3, schedule="duel")).rows}

    assert (rows["new"].matches, rows["old"].matches) == (12, 36)
    assert rows["old"].hands == 3 * rows["new"].hands


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_win_shares_are_whole_sixtieths(level: int) -> None:
    """Ties of up to five seats are summed exactly."""
    assert [60 // level, 0] == win_parts(np.array([1 / level, 0.0])).tolist()
