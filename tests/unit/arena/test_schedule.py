"""Who sits where: rotations, balance, and who meets whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.arena.schedule import KINDS, Duel, RoundRobin, Schedule, Table, kind_for, whole_blocks
from strategies import SEEDS

PLAYERS = (3, 4, 5)
SEED = 7


def cyclic(seating: tuple[int, ...]) -> tuple[int, ...]:
    """Return an order around a table, begun with its lowest entrant."""
    start = seating.index(min(seating))
    return seating[start:] + seating[:start]


def times_played(schedule: Schedule, blocks: range) -> Counter[int]:
    """Return how many matches each entrant plays in some blocks."""
    return Counter(entrant for block in blocks for seating in schedule.block(block) for entrant in seating)


def pairs_met(schedule: Schedule, blocks: range) -> Counter[tuple[int, int]]:
    """Return in how many blocks each pair sits at one table."""
    return Counter(pair for block in blocks for pair in combinations(sorted(schedule.block(block)[0]), 2))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_block_is_all_rotations(kind: str, players: int) -> None:
    """In every block each entrant of its line-up sits in each seat, once for each of its copies."""
    entrants = {"duel": 2, "table": players, "round-robin": players + 3}[kind]
    schedule = KINDS[kind](SEED, players, entrants, 40)
    for block in range(40):
        seatings = schedule.block(block)
        line_up = Counter(seatings[0])

        assert len(seatings) == schedule.seatings == players
        for seat in range(players):
            assert Counter(seating[seat] for seating in seatings) == line_up


@pytest.mark.parametrize("players", PLAYERS)
def test_rotations_keep_neighbours(players: int) -> None:
    """All seatings of a block have the same cyclic order: everybody keeps their neighbours."""
    schedule = Table(SEED, players, players, 50)
    for block in range(50):
        assert len({cyclic(seating) for seating in schedule.block(block)}) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_cyclic_orders_are_balanced(players: int) -> None:
    """Over as many blocks as there are orders around the table each comes once, and again in the next round."""
    orders = factorial(players - 1)
    schedule = Table(SEED, players, players, 3 * orders)
    for turn in range(3):
        blocks = range(turn * orders, (turn + 1) * orders)

        assert {cyclic(schedule.block(block)[0]) for block in blocks} == {
            (0, *rest) for rest in permutations(range(1, players))
        }


def test_rounds_come_in_different_orders() -> None:
    """The orders of one round are not those of the next, nor those of another seed."""
    rounds = [[Table(SEED, 4, 4, 60).block(6 * turn + place)[0] for place in range(6)] for turn in range(8)]

    assert len({tuple(turn) for turn in rounds}) > 1
    assert [Table(8, 4, 4, 60).block(block) for block in range(12)] != [
        Table(SEED, 4, 4, 60).block(block) for block in range(12)
    ]


@pytest.mark.parametrize("entrants", range(5, 14))
def test_a_round_robin_is_fair(entrants: int) -> None:
    """In each round of as many blocks as entrants, all play equally often (H21)."""
    schedule = RoundRobin(SEED, 4, entrants, 3 * entrants)
    for turn in range(3):
        counts = times_played(schedule, range(turn * entrants, (turn + 1) * entrants))

        assert counts == dict.fromkeys(range(entrants), 4 * 4)


@pytest.mark.parametrize("entrants", range(5, 14))
def test_everybody_meets_everybody(entrants: int) -> None:
    """In each round every pair meets (H21)."""
    schedule = RoundRobin(SEED, 4, entrants, 2 * entrants)
    for turn in range(2):
        met = pairs_met(schedule, range(turn * entrants, (turn + 1) * entrants))

        assert set(met) == set(combinations(range(entrants), 2))


@pytest.mark.parametrize(("players", "entrants"), [(3, 4), (3, 7), (5, 6), (5, 11), (5, 21)])
def test_round_robins_of_other_tables(players: int, entrants: int) -> None:
    """Three and five seats are as fair as four."""
    schedule = RoundRobin(SEED, players, entrants, entrants)

    assert times_played(schedule, range(entrants)) == dict.fromkeys(range(entrants), players * players)
    assert set(pairs_met(schedule, range(entrants))) == set(combinations(range(entrants), 2))


@pytest.mark.parametrize(("players", "entrants"), [(4, 13), (3, 7), (5, 21)])
def test_perfect_designs_are_found(players: int, entrants: int) -> None:
    """Where a perfect design exists every pair meets in exactly one block of a round."""
    met = pairs_met(RoundRobin(SEED, players, entrants, entrants), range(entrants))

    assert set(met.values()) == {1}


def test_large_fields_meet_over_rounds() -> None:
    """With more entrants than a design can cover, relabelling lets all pairs meet within some rounds."""
    schedule = RoundRobin(SEED, 4, 30, 30 * 20)

    assert len(pairs_met(schedule, range(30 * 20))) == 30 * 29 // 2


@pytest.mark.parametrize("players", PLAYERS)
def test_a_duel_seats_the_candidate_everywhere(players: int) -> None:
    """The candidate sits in each seat once, alone against copies of the baseline."""
    seatings = Duel(SEED, players, 2, 5).block(3)

    assert [seating.index(0) for seating in seatings] == list(range(players))
    assert all(seating.count(1) == players - 1 for seating in seatings)


@given(kind=st.sampled_from(sorted(KINDS)), seed=SEEDS, block=st.integers(0, 10**6), players=st.integers(3, 5))
@settings(max_examples=50)
def test_a_block_depends_on_seed_and_number_alone(kind: str, seed: int, block: int, players: int) -> None:
    """A block is the same whether the event is long or short and whichever blocks were asked for before."""
    entrants = {"duel": 2, "table": players, "round-robin": 8}[kind]
    long, short = (KINDS[kind](seed, players, entrants, blocks) for blocks in (10**7, 10**6 + 1))
    short.block(0)

    assert long.block(block) == short.block(block)


def test_matches() -> None:
    """An event has its blocks times its seatings matches."""
    assert Table(SEED, 5, 5, 12).matches == 60


@pytest.mark.parametrize(
    ("entrants", "players", "kind"), [(4, 4, "table"), (3, 3, "table"), (5, 4, "round-robin"), (13, 5, "round-robin")]
)
def test_kind_for(entrants: int, players: int, kind: str) -> None:
    """As many bots as seats share a table; more play a round robin."""
    assert kind_for(entrants, players) == kind


@pytest.mark.parametrize("entrants", [0, 1, 3])
def test_too_few_bots(entrants: int) -> None:
    """Too few bots for the seats are refused with how many to name (H13)."""
    with pytest.raises(ValueError, match=rf"{entrants} bots? for 4 seats: name 4 or more"):
        kind_for(entrants, 4)


@pytest.mark.parametrize(
    ("kind", "entrants", "blocks", "whole"),
    [
        ("table", 4, 5, 5),
        ("duel", 2, 7, 7),
        ("round-robin", 6, 1, 6),
        ("round-robin", 6, 6, 6),
        ("round-robin", 6, 7, 12),
    ],
)
def test_whole_blocks(kind: str, entrants: int, blocks: int, whole: int) -> None:
    """A round robin is rounded up to whole rounds, nothing else is rounded."""
    assert whole_blocks(kind, entrants, blocks) == whole
