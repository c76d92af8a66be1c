"""The record types of the fast path: a rule set as numbers, a table, a job, and the rows a kernel writes.

Arrays over seats have `SEATS` places whatever the rule set, so that one compiled kernel serves 3 to 5 players; unused
places hold zeros. Card masks are int64 with bit c for card c. Codes are named below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hearts_arena.game.cards import HEARTS, HEARTS_MASK, QUEEN_MASK, SPADES
from hearts_arena.game.rules import RuleSet

SEATS = 5
CARDS = 52
LONGEST_HAND = 17
LONGEST_CYCLE = 16
SCATTERED = SEATS - 1
SHARE_UNITS = 60  # a win in units that any tie of up to five seats divides

# Directions of a pass, and where each sends the cards (offset in seats to the left).
HOLD, LEFT, RIGHT, ACROSS, SCATTER = range(5)
DIRECTIONS = ("hold", "left", "right", "across", "scatter")
# Codes of the rule fields, in the order of the field's values.
OPENINGS = ("lowest_club", "any_club", "left_of_dealer")
LOWEST_CLUB, ANY_CLUB, LEFT_OF_DEALER = range(3)
FORCED = ("any", "hearts_only", "queen_first")
FORCED_ANY, FORCED_HEARTS, FORCED_QUEEN = range(3)
BREAKERS = ("heart", "heart_or_queen_discard", "heart_or_queen")
BY_HEART, BY_QUEEN_DISCARD, BY_QUEEN = range(3)
UNBROKEN_LEADS = ("only_hearts", "only_penalty", "spare_queen")
ONLY_HEARTS, ONLY_PENALTY, SPARE_QUEEN = range(3)
QUEEN_LIMITS = ("free", "no_discard", "no_lead_or_discard")
QUEEN_FREE, QUEEN_NO_DISCARD, QUEEN_NO_LEAD = range(3)
MOONS = ("off", "add", "subtract", "choose", "auto")
MOON_OFF, MOON_ADD, MOON_SUBTRACT, MOON_CHOOSE, MOON_AUTO = range(5)
ENDINGS = ("going on", "won", "shared", "truncated")
GOING_ON, WON, SHARED, TRUNCATED = range(4)
NOT_SET = -1

RULES = np.dtype(
    [
        ("players", "i4"),
        ("hand_size", "i4"),
        ("n_cards", "i4"),
        ("pass_count", "i4"),
        ("cycle_length", "i4"),
        ("opening_lead", "i4"),
        ("lowest_club", "i4"),
        ("first_trick_forbids", "i4"),
        ("first_trick_forced", "i4"),
        ("must_break", "i4"),
        ("hearts_broken_by", "i4"),
        ("heart_lead_breaks", "i4"),
        ("lead_hearts_unbroken", "i4"),
        ("queen_until_broken", "i4"),
        ("bonus_card", "i4"),  # NOT_SET without one
        ("bonus_points", "i4"),
        ("total_points", "i4"),
        ("moon", "i4"),
        ("moon_requires_bonus", "i4"),
        ("sun_doubles", "i4"),
        ("no_trick_bonus", "i4"),
        ("has_floor", "i4"),
        ("teams", "i4"),
        ("moon_by_team", "i4"),
        ("target", "i4"),
        ("end_exceeds", "i4"),
        ("exact_target", "i4"),  # NOT_SET without one
        ("tie_plays_on", "i4"),
        ("tie_max_extra_hands", "i4"),  # NOT_SET without a cap
        ("max_hands", "i4"),
        ("match_hands", "i4"),  # NOT_SET without one
        ("deck_mask", "i8"),
        ("penalty_mask", "i8"),
        ("extra_mask", "i8"),  # penalty cards other than hearts and the queen of spades
        ("card_points", "i2", CARDS),  # of the cards of positive value
        ("pass_cycle", "i1", LONGEST_CYCLE),  # direction codes
        # Worked out of the fields above once, so that no card waits for it.
        ("lead_bar", "i8"),  # cards that may not lead while hearts are unbroken and the hand has side cards
        ("discard_bars", "i8", (2, 2)),  # cards that may not be discarded, by first trick and hearts broken
        ("breaking", "i8", 5),  # cards that break hearts, by 1 + suit led; at 0 when they lead
    ],
    align=True,
)

JOB = np.dtype(
    [
        ("match", "i8"),  # number in the event
        ("deal_key", "u8", 2),
        ("seat_keys", "u8", SEATS),
        ("entrants", "i4", SEATS),  # row of the bot at each seat
        ("first_hand", "i4"),  # number of the hand that play begins with
        ("is_given", "i4"),  # whether that hand is dealt as `given` instead of from the key
        ("given", "i8", SEATS),
    ],
    align=True,
)

# What a table knows and no bot may: it is never reachable from a view.
TABLE = np.dtype(
    [
        ("match", "i8"),
        ("deal_key", "u8", 2),
        ("seat_keys", "u8", SEATS),
        ("held", "i8", SEATS),
        ("dealt", "i8", SEATS),
        ("passing", "i8", SEATS),  # chosen, and not yet moved
        ("passed", "i8", SEATS),
        ("received", "i8", SEATS),
        ("sent", "i1", (SEATS, LONGEST_HAND)),  # each seat's passed cards in order
        ("came", "i1", (SEATS, SCATTERED)),  # under scatter: the card from seat + 1 + i
        ("entrants", "i4", SEATS),
        ("own_address", "i8", SEATS),  # of the function that plays for each seat in this match, 0 without one
        ("play_address", "i8", SEATS),  # the same, but 0 where this hand takes more than a call
        ("timed", "i4"),  # whether decisions of this hand are timed
        ("is_given", "i4"),  # whether `dealt` already holds the next hand's layout
        ("faults", "i4", SEATS),  # in this hand
        ("match_faults", "i4", SEATS),
        ("next_to_pass", "i4"),  # seat that is asked for its pass
        ("answered", "i4"),
        ("answer", "i8"),  # a card, or a moon choice; BROKEN_ANSWER where the bot raised
        ("answers", "i8", LONGEST_HAND),  # cards to pass
        ("last_scorer", "i4"),  # who took the last card of positive value
        ("extra_hand", "i4"),
        ("hand_score", "i4", SEATS),  # of the hand just finished
    ],
    align=True,
)

# One row a hand; the store spreads it into one row a seat.
HAND_ROW = np.dtype(
    [
        ("match", "i8"),
        ("hand", "i4"),
        ("pass_direction", "i1"),
        ("extra_hand", "i1"),
        ("moon", "i1"),  # seat that shot, or NO_SEAT
        ("sun", "i1"),
        ("queen", "i1"),  # seat that took her, or NO_SEAT
        ("bonus", "i1"),
        ("penalty_points", "i4", SEATS),
        ("hand_score", "i4", SEATS),
        ("match_score", "i4", SEATS),
        ("hearts_taken", "i1", SEATS),
        ("tricks_won", "i1", SEATS),
        ("faults", "i2", SEATS),
    ],
    align=True,
)

MATCH_ROW = np.dtype(
    [
        ("match", "i8"),
        ("hands", "i4"),
        ("ended", "i4"),
        ("score", "i4", SEATS),
        ("place", "i4", SEATS),
        ("win_share", "i4", SEATS),  # in 1/SHARE_UNITS of a win
    ],
    align=True,
)

# One row a hand, on request: everything needed to play it again.
PLAYS_ROW = np.dtype(
    [
        ("match", "i8"),
        ("hand", "i4"),
        ("leader", "i4"),
        ("moon_adds", "i4"),  # the scoring of a moon that was shot: 1 add, 0 subtract, NOT_SET without one
        ("dealt", "i8", SEATS),
        ("passed", "i1", (SEATS, LONGEST_HAND)),  # in order, -1 behind the last
        ("cards", "i1", CARDS),  # in order of play, -1 behind the last
    ],
    align=True,
)

FAULT_ILLEGAL, FAULT_RAISED, FAULT_STOOD_IN = range(3)
FAULT_KINDS = ("illegal", "exception", "stood in")
FAULT_ROW = np.dtype(
    [
        ("match", "i8"),
        ("hand", "i4"),
        ("decision", "i4"),  # 0 the pass, 1 + trick a play, 63 the moon choice
        ("seat", "i4"),
        ("kind", "i4"),
        ("answer", "i8"),
    ],
    align=True,
)

# Think time of one entrant's compiled functions: the decisions of every TIMED_EVERY-th hand are timed.
TIMED_EVERY = 64
TIMING = np.dtype(
    [("timed", "i8"), ("ticks", "i8"), ("longest", "i8")],
    align=True,
)

# Answers that no bot gives: far from anything that could be meant as a card.
BROKEN_ANSWER = -(1 << 62)  # the bot raised
NO_ANSWER = BROKEN_ANSWER - 1  # the bot answered something that is no card

# What the kernel and Python tell each other about a chunk of matches.
CONTROL = np.dtype(
    [
        ("next_job", "i8"),
        ("n_jobs", "i8"),
        ("n_hands", "i8"),
        ("n_matches", "i8"),
        ("n_faults", "i8"),
        ("max_faults", "i4"),
        ("log_plays", "i4"),
        ("notify", "i4"),
        ("ask_forced", "i4"),  # whether bots are asked even for the only legal card
        ("table", "i4"),  # the table being played, for the report of an exception
    ],
    align=True,
)


def encode_rules(rules: RuleSet) -> np.ndarray[Any, Any]:
    """Return a rule set as one record of `RULES`, shape ()."""
    record = np.zeros((), RULES)
    record["players"] = rules.players
    record["hand_size"] = rules.hand_size
    record["n_cards"] = len(rules.deck)
    record["pass_count"] = rules.pass_count
    record["cycle_length"] = len(rules.pass_cycle)
    _fill(record["pass_cycle"], [DIRECTIONS.index(entry) for entry in rules.pass_cycle])
    record["card_points"] = rules.card_points
    record["deck_mask"] = sum(1 << card for card in rules.deck)
    record["penalty_mask"] = rules.penalty_mask
    record["extra_mask"] = sum(1 << card for card, _ in rules.extra_penalties)
    record["total_points"] = rules.total_points
    record["lowest_club"] = NOT_SET if rules.lowest_club is None else rules.lowest_club
    record["opening_lead"] = OPENINGS.index(rules.opening_lead)
    record["first_trick_forbids"] = rules.first_trick_points == "forbid"
    record["first_trick_forced"] = FORCED.index(rules.first_trick_forced)
    record["must_break"] = rules.must_break
    record["hearts_broken_by"] = BREAKERS.index(rules.hearts_broken_by)
    record["heart_lead_breaks"] = rules.heart_lead_breaks
    record["lead_hearts_unbroken"] = UNBROKEN_LEADS.index(rules.lead_hearts_unbroken)
    record["queen_until_broken"] = QUEEN_LIMITS.index(rules.queen_until_broken)
    record["bonus_card"] = _or_not_set(rules.bonus_card)
    record["bonus_points"] = 0 if rules.bonus_card is None else rules.bonus_points
    record["moon"] = MOONS.index(rules.moon)
    record["moon_requires_bonus"] = rules.moon_requires_bonus
    record["sun_doubles"] = rules.sun == "double"
    record["no_trick_bonus"] = rules.no_trick_bonus
    record["has_floor"] = rules.score_floor is not None
    record["teams"] = rules.teams is not None
    record["moon_by_team"] = rules.moon_scope == "team"
    record["target"] = rules.target
    record["end_exceeds"] = rules.end_when == "exceed"
    record["exact_target"] = _or_not_set(rules.exact_target)
    record["tie_plays_on"] = rules.tie == "play_on"
    record["tie_max_extra_hands"] = _or_not_set(rules.tie_max_extra_hands)
    record["max_hands"] = rules.max_hands
    record["match_hands"] = _or_not_set(rules.match_hands)
    record["lead_bar"] = _lead_bar(rules)
    record["discard_bars"] = [[_discard_bar(rules, first, broken) for broken in (0, 1)] for first in (0, 1)]
    record["breaking"] = [_breaking(rules, led) for led in range(-1, 4)]
    return record


def _lead_bar(rules: RuleSet) -> int:
    """Return the cards that may not lead while hearts are unbroken (4.2, 4.5), of a hand that has side cards."""
    hearts = HEARTS_MASK if rules.must_break else 0
    return hearts | (QUEEN_MASK if rules.queen_until_broken == "no_lead_or_discard" else 0)


def _discard_bar(rules: RuleSet, first: int, broken: int) -> int:
    """Return the cards that may not be discarded while a hand has others: what 3.2 and 4.5 forbid."""
    if first and rules.first_trick_points == "forbid":
        return rules.penalty_mask
    return QUEEN_MASK if rules.queen_until_broken != "free" and not broken else 0


def _breaking(rules: RuleSet, led: int) -> int:
    """Return the cards that break hearts (4.3) when played to a suit, or when they lead (-1)."""
    breaking = 0
    if rules.heart_lead_breaks or led not in (-1, HEARTS):
        breaking |= HEARTS_MASK
    if rules.hearts_broken_by == "heart_or_queen":
        breaking |= QUEEN_MASK
    if rules.hearts_broken_by == "heart_or_queen_discard" and led not in (-1, SPADES):
        breaking |= QUEEN_MASK
    return breaking


def _or_not_set(value: int | None) -> int:
    return NOT_SET if value is None else value


def _fill(row: np.ndarray[Any, Any], values: Sequence[int]) -> None:
    row[: len(values)] = values
