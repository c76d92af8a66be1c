"""Rows on disk: the columns of a played event against each other and against what was played."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from hearts_arena.arena.play import compile_entrants, play_blocks
from hearts_arena.arena.rows import fault_columns, hand_columns, match_columns, plays_columns, timing_columns
from hearts_arena.arena.store import EventFolder
from hearts_arena.game.cards import JACK_OF_DIAMONDS
from hearts_arena.game.dealing import layout
from hearts_arena.game.rules import build_rules
from playing import BOTS, event_of

TABLE = ["match", "hand"]


@pytest.fixture(scope="module")
def hands(small_event: EventFolder) -> pd.DataFrame:
    """Return rows of hands."""
    return small_event.frame("hands")


@pytest.fixture(scope="module")
def matches(small_event: EventFolder) -> pd.DataFrame:
    """Return rows of matches."""
    return small_event.frame("matches")


def test_one_row_a_seat_a_hand(hands: pd.DataFrame) -> None:
    """Every hand has a row for each seat, hands count from 0, and rows come sorted."""
    assert not hands.duplicated(["match", "hand", "seat"]).any()
    assert (hands.groupby(TABLE).size() == 4).all()
    assert (hands.groupby("match")["hand"].min() == 0).all()
    assert hands[[*TABLE, "seat"]].equals(hands[[*TABLE, "seat"]].sort_values([*TABLE, "seat"], ignore_index=True))


def test_match_block_and_rotation(hands: pd.DataFrame) -> None:
    """A match is the rotation of its block."""
    assert (hands["match"] == hands["block"] * 4 + hands["rotation"]).all()


def test_seats_are_those_of_the_plan(hands: pd.DataFrame, small_event: EventFolder) -> None:
    """Each row's entrant is the one that the schedule seats there."""
    event = small_event.event
    for row in hands.drop_duplicates(["match", "seat"]).itertuples():
        seating = event.plan.block(row.block)[row.rotation]

        assert row.entrant == event.labels[seating[row.seat]]


def test_cards_add_up(hands: pd.DataFrame) -> None:
    """In every hand 13 hearts and 13 tricks are taken, 26 points counted, and queen and bonus card taken once (R35)."""
    sums = hands.groupby(TABLE)[["hearts_taken", "tricks_won", "penalty_points", "queen_taken", "bonus_taken"]].sum()

    assert (sums[["hearts_taken", "tricks_won"]] == 13).all(axis=None)
    assert (sums["penalty_points"] == 26).all()
    assert (sums[["queen_taken", "bonus_taken"]] == 1).all(axis=None)


def test_points_are_hearts_and_the_queen(hands: pd.DataFrame) -> None:
    """Penalty points are the hearts taken, and 13 with the queen."""
    assert (hands["penalty_points"] == hands["hearts_taken"] + 13 * hands["queen_taken"]).all()


def test_hand_scores_without_a_moon(hands: pd.DataFrame) -> None:
    """Where nobody shot the moon a hand score is the penalty points, less 10 with the bonus card."""
    calm = hands[~hands.groupby(TABLE)["moon"].transform("any")]

    assert (calm["hand_score"] == calm["penalty_points"] - 10 * calm["bonus_taken"].astype(int)).all()


def test_match_scores_are_running_sums(hands: pd.DataFrame, matches: pd.DataFrame) -> None:
    """A match score is the sum of hand scores so far, and the last is the match's."""
    sums = hands.groupby(["match", "seat"])["hand_score"].cumsum()
    last = hands.groupby(["match", "seat"])["match_score"].last()

    assert (hands["match_score"] == sums).all()
    assert (last.to_numpy() == matches["score"].to_numpy()).all()


def test_places_and_win_shares(matches: pd.DataFrame) -> None:
    """Places follow the scores, equal scores share one, and a match gives one win."""
    for _, match in matches.groupby("match"):
        places = [1 + int((match["score"] < score).sum()) for score in match["score"]]

        assert match["place"].tolist() == places
        assert match["win_share"].sum() == pytest.approx(1)
        assert ((match["win_share"] > 0) == (match["place"] == 1)).all()


def test_pass_directions(hands: pd.DataFrame) -> None:
    """Directions follow the cycle from the first hand of every match."""
    expected = hands["hand"].map(lambda hand: ("left", "right", "across", "hold")[hand % 4])

    assert (hands["pass_direction"].astype(str) == expected).all()


def test_plays_hold_the_deal_of_the_seed(small_event: EventFolder) -> None:
    """A logged hand has the layout of seed, block and hand, every card once, and passes where there is a pass."""
    event = small_event.event
    for row in small_event.frame("plays").itertuples():
        masks = layout(event.seed, row.block, row.hand, event.rules)
        cards = [card for mask in masks for card in range(52) if mask >> card & 1]

        assert list(row.layout) == cards
        assert sorted(row.cards) == list(range(52))
        assert len(row.passes) == (0 if row.pass_direction == "hold" else 12)


def test_faults_in_full(small_event: EventFolder, hands: pd.DataFrame) -> None:
    """Each fault has its place, kind and message, and hands count as many as are written down."""
    faults = small_event.frame("faults")
    counted = hands[hands["faults"] > 0].set_index([*TABLE, "seat"])["faults"]
    written = faults.groupby([*TABLE, "seat"]).size()

    assert set(faults["entrant"]) == {"bad"}
    assert set(faults["kind"]) == {"exception"}
    assert set(faults["message"]) == {"ValueError: the third trick is too hard"}
    assert faults["answer"].isna().all()
    assert counted.to_dict() == written.to_dict()


def test_timing(small_event: EventFolder) -> None:
    """Think time stands in a table of its own, a row an entrant a part."""
    timing = small_event.frame("timing")

    assert set(timing["entrant"]) <= set(small_event.event.labels)
    assert (timing["first_match"] <= timing["last_match"]).all()
    assert (timing["longest"] <= timing["seconds"]).all()


def test_a_hold_has_no_passes_and_a_quiet_hand_no_moon(small_event: EventFolder) -> None:
    """Nulls mean that nobody shot the moon, and there are as many as such hands."""
    plays, hands = small_event.frame("plays"), small_event.frame("hands")
    moons = hands.groupby(TABLE)["moon"].any()

    assert (plays["moon_adds"].notna().to_numpy() == moons.to_numpy()).all()


def test_tables_of_three_seats() -> None:
    """With three seats rows have seats 0 to 2 alone, and every list has its own length."""
    rules = build_rules("black_maria", match_hands=2)
    event = event_of("random", "easy", "hard", rules=rules, blocks=2, log_plays=True)
    chunk = play_blocks(event, range(2), compile_entrants(event.entrants))
    hands, matches, plays = hand_columns(chunk), match_columns(chunk), plays_columns(chunk)

    assert hands["seat"].tolist() == [0, 1, 2] * 12
    assert matches["seat"].tolist() == [0, 1, 2] * 6
    assert {len(cards) for cards in plays["cards"]} == {51}
    assert {len(cards) for cards in plays["passes"]} == {9}
    assert np.ma.getmaskarray(hands["bonus_taken"]).all()


def test_a_later_part_counts_from_its_own_first_match() -> None:
    """Entrants of a later range of blocks are those of its matches, and labels of faults too."""
    faulty = f"bad={BOTS / 'faulty.py'}#AlwaysQueen"
    event = event_of(faulty, "random", "random", "random", "easy", rules=build_rules("short"), blocks=5)
    chunk = play_blocks(event, range(2, 5), compile_entrants(event.entrants))
    hands, faults = hand_columns(chunk), fault_columns(chunk)
    seated = {
        (match, seat): entrant
        for match, seat, entrant in zip(hands["match"], hands["seat"], hands["entrant"], strict=True)
    }

    assert hands["match"].min() == 8
    assert set(faults["entrant"].tolist()) == {0}
    assert all(seated[match, seat] == 0 for match, seat in zip(faults["match"], faults["seat"], strict=True))


def test_entrants_that_were_not_timed_have_no_row() -> None:
    """An entrant without timed decisions has no row of think time, rather than zeros."""
    event = event_of(*["random"] * 5, rules=build_rules("short", match_hands=1), blocks=5)
    chunk = play_blocks(event, range(1), compile_entrants(event.entrants))

    assert 0 not in timing_columns(chunk)["decisions"].tolist()


def test_the_bonus_card_is_the_rule_sets() -> None:
    """What is written as the bonus is the rule set's card."""
    assert build_rules("omnibus").bonus_card == JACK_OF_DIAMONDS
