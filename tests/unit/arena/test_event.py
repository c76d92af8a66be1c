"""An event as a value: checked, written down and read back."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import MOST_BLOCKS, MOST_BLOCKS_PER_PART, Event, EventError, describe_run, make_event
from hearts_arena.game.dealing import MAX_SEED
from hearts_arena.game.rules import RuleSet, build_rules
from playing import event_of
from strategies import SEEDS, rule_sets

FOUR = ("random", "A=easy:wild=0.5", "monte-carlo:worlds=3", "random")
FAST = ("random", "A=easy:wild=0.5", "medium", "random")


@given(rules=rule_sets(4), seed=SEEDS, blocks=st.integers(1, 10**6), log_plays=st.booleans())
@settings(max_examples=40)
def test_json_and_back(rules: RuleSet, seed: int, blocks: int, log_plays: bool) -> None:
    """An event comes back from JSON as it was, 128-bit seed and all."""
    event = event_of(*FOUR, rules=rules, blocks=blocks, seed=seed, log_plays=log_plays, name="x")
    again = Event.from_dict(json.loads(json.dumps(event.as_dict())))

    assert again == event
    assert again.plan.block(0) == event.plan.block(0)


def test_the_seed_is_text_in_json() -> None:
    """The seed is written as text, so that no reader rounds it."""
    assert event_of(*FOUR, rules=build_rules(), seed=MAX_SEED).as_dict()["seed"] == str(MAX_SEED)


def test_numbers_as_they_were_written() -> None:
    """Whole parameters stay whole and others stay exact."""
    values = event_of(*FOUR, rules=build_rules()).as_dict()["entrants"][2]["values"]

    assert values[0] == 3
    assert isinstance(values[0], int)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blocks": 0}, "0 blocks cannot be played: choose 1 to 10,000,000"),
        ({"blocks": -1}, "-1 blocks cannot be played"),
        ({"blocks": MOST_BLOCKS + 1}, "blocks cannot be played"),
        ({"seed": -1}, "the seed -1 is out of range"),
        ({"seed": MAX_SEED + 1}, "is out of range: 0 to 2\\^128-1"),
        ({"max_faults": -1}, "max_faults -1"),
        ({"max_faults": 1 << 40}, "max_faults 1099511627776"),
        ({"on_fault": "ignore"}, "on_fault 'ignore' is no policy: choose substitute or abort"),
    ],
)
def test_what_is_refused(options: dict[str, object], message: str) -> None:
    """An event that cannot be held is refused in one line that quotes the value."""
    chosen = {"blocks": 5, "seed": 7, **options}
    with pytest.raises(EventError, match=message) as caught:
        make_event(parse_entrants(FOUR), build_rules(), **chosen)  # type: ignore[arg-type]

    assert "\n" not in str(caught.value)


def test_three_bots_for_four_seats() -> None:
    """Too few bots are refused with how many to name (H13)."""
    with pytest.raises(EventError, match="3 bots for 4 seats: name 4 or more"):
        event_of("random", "random", "random", rules=build_rules())


def test_a_round_robin_is_rounded_up() -> None:
    """Blocks of a round robin are rounded up to where all play equally often (H21)."""
    assert event_of(*["random"] * 6, rules=build_rules(), blocks=100).blocks == 102


@given(st.integers(1, MOST_BLOCKS), st.booleans())
def test_parts_cover_all_blocks(blocks: int, slow: bool) -> None:
    """The parts are all blocks, once each and in order, and none is larger than allowed."""
    event = event_of(*(FOUR if slow else FAST), rules=build_rules(), blocks=blocks)
    parts = event.parts()

    assert parts[0].start == 0
    assert parts[-1].stop == blocks
    assert all(one.stop == other.start for one, other in pairwise(parts))
    assert all(1 <= len(part) <= MOST_BLOCKS_PER_PART for part in parts)


@pytest.mark.parametrize(
    ("bots", "blocks", "size"),
    [(FAST, 400, 1000), (FAST, 50_000, 1000), (FOUR, 400, 20), (FOUR, 10, 1), (FOUR, 50_000, 1000)],
)
def test_parts_of_slow_bots_are_smaller(bots: tuple[str, ...], blocks: int, size: int) -> None:
    """A part is a loss worth bearing where bots are slow, and worth its writing where they are fast."""
    event = event_of(*bots, rules=build_rules(), blocks=blocks)

    assert event.blocks_per_part == size
    assert {len(part) for part in event.parts()[:-1]} <= {size}
    assert Event.from_dict(event.as_dict()).parts() == event.parts()


@pytest.mark.parametrize(
    ("fields", "size"),
    [({}, 1000), ({"match_hands": 10_000}, 2), ({"match_hands": 10_000, "players": 3}, 3), ({"target": 1000}, 187)],
)
def test_parts_of_long_matches_are_smaller_bug(fields: dict[str, int], size: int) -> None:
    """Memory follows the hands of a part, not its blocks: a thousand blocks of ten thousand hands were gigabytes."""
    rules = build_rules(**fields)

    assert event_of(*FAST[: rules.players], rules=rules, blocks=2000).blocks_per_part == size


def test_the_candidate_of_a_duel() -> None:
    """A duel has a candidate, its first entrant; a tournament has none."""
    duel = event_of("hard", "easy", rules=build_rules(), schedule="duel")

    assert duel.candidate == "hard"
    assert event_of(*FOUR, rules=build_rules()).candidate is None


def test_what_an_event_was_run_with() -> None:
    """Versions, machine and command line are plain JSON."""
    facts = json.loads(json.dumps(describe_run()))

    assert {"python", "hearts_arena", "numba", "numpy", "deal_stream", "records"} <= set(facts["versions"])
    assert facts["machine"]["cores"] >= 1
    assert facts["command"]
