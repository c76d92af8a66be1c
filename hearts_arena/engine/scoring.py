"""The end of a hand on the fast path: the moon's scoring, the rows, and whether the match goes on."""

from __future__ import annotations

import numpy as np

from hearts_arena.engine.asking import choose_moon
from hearts_arena.engine.jit import inline, part
from hearts_arena.engine.law import (
    add_to_match,
    auto_adds,
    find_shooter,
    hearts_in,
    is_sun,
    match_end,
    place_seats,
    score_hand,
    taker_of,
)
from hearts_arena.engine.tables import (
    CARDS,
    GOING_ON,
    HOLD,
    LONGEST_HAND,
    MOON_ADD,
    MOON_AUTO,
    MOON_CHOOSE,
    NOT_SET,
    SEATS,
)
from hearts_arena.engine.view import CHOOSING_MOON, DEALING, IDLE
from hearts_arena.game.cards import NO_CARD, NO_SEAT, QUEEN_OF_SPADES


@inline
def _moon_adds(asking, rules, table, view, shooter, row):
    if rules.moon == MOON_CHOOSE:
        return choose_moon(asking, table, view, shooter)
    if rules.moon == MOON_AUTO:
        extra_hands = view.extra_hands + table.extra_hand
        adds = auto_adds(
            rules, shooter, view.points, view.taken, view.tricks_won, view.scores,
            view.hand + 1, extra_hands, row.hand_score, row.match_score,
        )  # fmt: skip
        return 1 if adds else 0
    return 1 if rules.moon == MOON_ADD else 0


@inline
def _write_hand(rules, table, view, row, shooter, adds):
    """Score the hand into its row and into the match."""
    row.match = table.match
    row.hand = view.hand
    row.pass_direction = view.pass_direction
    row.extra_hand = table.extra_hand
    row.moon = shooter
    row.sun = shooter != NO_SEAT and is_sun(rules, shooter, view.tricks_won)
    score_hand(rules, view.points, view.taken, view.tricks_won, shooter, adds == 1, row.hand_score)
    add_to_match(rules, row.hand_score, view.scores)
    row.queen = taker_of(rules, view.taken, QUEEN_OF_SPADES)
    row.bonus = taker_of(rules, view.taken, rules.bonus_card) if rules.bonus_card != NOT_SET else NO_SEAT
    for seat in range(rules.players):
        taken = view.taken[seat]
        row.penalty_points[seat] = view.points[seat]
        row.match_score[seat] = view.scores[seat]
        row.hearts_taken[seat] = hearts_in(taken)
        row.tricks_won[seat] = view.tricks_won[seat]
        row.faults[seat] = table.faults[seat]


@inline
def _write_plays(table, view, row, adds, shooter):
    row.match = table.match
    row.hand = view.hand
    row.leader = view.leaders[0]
    row.moon_adds = adds if shooter != NO_SEAT else NOT_SET
    for seat in range(SEATS):
        row.dealt[seat] = table.dealt[seat]
        for i in range(LONGEST_HAND):
            row.passed[seat, i] = table.sent[seat, i] if view.pass_direction != HOLD else NO_CARD
    for i in range(CARDS):
        row.cards[i] = view.plays[i]


@part
def finish_hand(asking, rules, hand_rows, plays_rows, match_rows, table, view):
    """Score the hand and, where that ends it, the match; return False where an answer must come from Python."""
    control = asking.control
    row = hand_rows[control.n_hands]
    shooter = find_shooter(rules, view.taken, table.last_scorer)
    adds = np.int64(1)
    if shooter != NO_SEAT:
        view.phase = CHOOSING_MOON
        adds = np.int64(_moon_adds(asking, rules, table, view, shooter, row))
        if adds == NOT_SET:
            return False
    _write_hand(rules, table, view, row, shooter, adds)
    for seat in range(rules.players):
        table.hand_score[seat] = row.hand_score[seat]
    if control.log_plays != 0:
        _write_plays(table, view, plays_rows[control.n_hands], adds, shooter)
    control.n_hands += 1
    view.extra_hands += table.extra_hand
    hands = view.hand + 1
    ended = match_end(rules, view.scores, hands, view.extra_hands)
    if ended == GOING_ON:
        view.phase = DEALING
    else:
        end = match_rows[control.n_matches]
        control.n_matches += 1
        end.match = table.match
        end.hands = hands
        end.ended = ended
        place_seats(rules, view.scores, end.place, end.win_share)
        for seat in range(rules.players):
            end.score[seat] = view.scores[seat]
        view.phase = IDLE
    return True
