"""The payoff of a candidate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hearts_arena.analysis.estimates import Estimate
from hearts_arena.analysis.payoff import Payoff, payoff
from hearts_arena.analysis.rows import MemoryRows
from unit.analysis.simulated import facts, hands_table, simulate


def duel(hands: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...]]]) -> MemoryRows:
    return MemoryRows(facts(("new", "old"), schedule="duel"), {"hands": hands_table(hands)})


def deterministic(labels: tuple[str, ...], blocks: int, schedule: str = "duel") -> MemoryRows:
    """Return a bot against itself: each deal gives each seat the same score in every seating."""
    hands = []
    for block in range(blocks):
        for rotation in range(4):
            line_up = tuple(int(seat != rotation) for seat in range(4))
            if schedule == "table":
                line_up = tuple((seat + rotation) % 4 for seat in range(4))
            match = block * 4 + rotation
            deals = np.random.default_rng(block).integers(-10, 27, (block % 5 + 1, 4))
            hands += [(block, match, hand, line_up, tuple(deal)) for hand, deal in enumerate(deals.tolist())]
    return MemoryRows(facts(labels, schedule=schedule), {"hands": hands_table(hands)})


def test_payoff_by_hand() -> None:
    """One block: (8 + 4 + 9)/3 − 5 and (0 + 26 + 1)/3 − 6 give (2 + 3)/2."""
    result = payoff(duel([(0, 0, 0, (0, 1, 1, 1), (5, 8, 4, 9)), (0, 1, 0, (1, 0, 1, 1), (0, 6, 26, 1))]))

    assert (result.estimate.mean, result.estimate.low, result.estimate.n, result.hands) == (2.5, None, 1, 2)
    assert (result.candidate, result.opponents, result.opponent) == ("new", ("old",), "old")


def test_two_against_two_counts_the_other_two_as_opponents() -> None:
    """Copies of the candidate are no opponents: (8 + 4)/2 − (5 + 9)/2."""
    result = payoff(duel([(0, 0, 0, (0, 1, 1, 0), (5, 8, 4, 9))]))

    assert (result.estimate.mean, result.hands) == (-1.0, 1)


@pytest.mark.parametrize("schedule", ["duel", "table"])
def test_a_deterministic_bot_against_itself_is_exactly_zero(schedule: str) -> None:
    """The null check: 0.000 ± 0.000, to the last digit, with matches of different lengths."""
    labels = ("new", "old", "older", "oldest")[: 2 if schedule == "duel" else 4]
    result = payoff(deterministic(labels, 30, schedule), "new")

    assert Estimate(0.0, 0.0, 0.0, 30, "points a hand", 0.0) == result.estimate
    assert not result.proven
    assert not result.worse
    assert result.variance_reduction is None


@pytest.mark.parametrize(
    ("low", "high", "proven", "worse"),
    [(0.1, 0.5, True, False), (-0.1, 0.5, False, False), (-0.5, -0.1, False, True), (None, None, False, False)],
)
def test_proven_where_the_whole_interval_is_above_zero(
    low: float | None, high: float | None, proven: bool, worse: bool
) -> None:
    """Failing to show better is not worse."""
    result = Payoff("event", "new", ("old",), Estimate(0.2, low, high, 9, "points a hand"), 36, None)

    assert (proven, worse) == (result.proven, result.worse)


def test_variance_reduction_is_what_the_seatings_save() -> None:
    """Where a block's seatings cancel the luck of the deal, hands alone are far noisier."""
    rng = np.random.default_rng(2)
    hands = []
    for block in range(40):
        deal = rng.integers(0, 27, 4)
        for seat in range(4):
            line_up = tuple(int(other != seat) for other in range(4))
            hands.append((block, block * 4 + seat, 0, line_up, tuple((deal + rng.integers(0, 3, 4)).tolist())))
    result = payoff(duel(hands))

    assert result.variance_reduction is not None
    assert result.variance_reduction > 10


def test_candidate_of_a_table_is_named() -> None:
    """Any entrant may be the candidate, with the blocks it sat out left out."""
    rows = simulate("abcde", 6, schedule="round-robin")
    result = payoff(rows, "c")
    seats = rows.tables["hands"]
    played = seats["block"][seats["entrant"] == 2]

    assert len(np.unique(played)) == result.estimate.n
    assert len(played) == result.hands


@pytest.mark.parametrize("candidate", [None, "nobody"])
def test_unknown_candidate_is_refused(candidate: str | None) -> None:
    """The message names the choices."""
    with pytest.raises(ValueError, match=rf"candidate {candidate!r} is not in the event: name one of a, b, c, d"):
        payoff(simulate("abcd", 1, match_hands=1), candidate)


@pytest.mark.parametrize("size", [1, 3])
def test_the_cut_into_parts_changes_no_digit(size: int) -> None:
    """Parts of any number of blocks give equal payoffs."""
    rows = simulate(("new", "old"), 10, schedule="duel")

    assert payoff(rows) == payoff(replace(rows, blocks_per_part=size))


def test_an_unplayed_duel_has_no_payoff() -> None:
    """Nothing played is n/a."""
    result = payoff(MemoryRows(facts(("new", "old"), schedule="duel"), {}))

    assert (result.estimate.mean, result.hands, result.opponent) == (None, 0, "n/a")
    assert result.to_record()["payoff"] == {"mean": None, "low": None, "high": None}
