"""The kernel that plays tables: as far as compiled bots carry it, and up to each answer that must come from Python.

A table is a small state machine (`view.phase`) whose whole state stands in its two records whenever a bot is asked,
so that the kernel can stop at any decision and go on when the answer is there. A line-up of compiled bots never stops:
whole matches are one call. A table that ends takes the next job at once.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.engine.asking import PLAY_ADDRESS, decide, is_timed
from hearts_arena.engine.bits import lowest, ticks
from hearts_arena.engine.jit import inline, kernel, part
from hearts_arena.engine.law import (
    NO_SUIT,
    beats,
    breaking_cards,
    discard_bar,
    follow_mask,
    is_extra_hand,
    lead_mask,
    opening_seat,
    points_of,
    suit_cards,
    suit_of,
)
from hearts_arena.engine.passing import choose_passes, move_passes
from hearts_arena.engine.scoring import finish_hand
from hearts_arena.engine.stream import FIRST_PLAY_DECISION, deal, stream_offset
from hearts_arena.engine.tables import (
    CARDS,
    HOLD,
    LONGEST_HAND,
    SCATTERED,
    SEATS,
)
from hearts_arena.engine.view import DEALING, IDLE, PASSING, PLAYING, SCORING
from hearts_arena.game.cards import NO_CARD, NO_SEAT

_ONE = np.uint64(1)
# What a table waits for when the kernel returns.
FINISHED, ASKED, HAND_ENDED, FULL = range(4)


@part
def _start_match(control, jobs, bots, table, view):
    job = jobs[control.next_job]
    control.next_job += 1
    table.match = job.match
    table.deal_key[0] = job.deal_key[0]
    table.deal_key[1] = job.deal_key[1]
    for seat in range(SEATS):
        table.seat_keys[seat] = job.seat_keys[seat]
        table.entrants[seat] = job.entrants[seat]
        table.play_address[seat] = bots[job.entrants[seat], PLAY_ADDRESS]
        table.match_faults[seat] = 0
        table.dealt[seat] = job.given[seat]
        view.scores[seat] = 0
    table.is_given = job.is_given
    view.hand = job.first_hand - 1
    view.extra_hands = 0


@part
def _start_hand(rules, table, view):
    view.hand += 1
    if table.is_given == 0:
        key_0, key_1 = table.deal_key[0], table.deal_key[1]
        deal(key_0, key_1, view.hand, rules.deck_mask, rules.n_cards, rules.hand_size, table.dealt)
    table.is_given = 0
    view.trick_number = 0
    view.trick_size = 0
    view.leader = NO_SEAT
    view.hearts_broken = 0
    view.n_plays = 0
    for seat in range(SEATS):
        table.held[seat] = table.dealt[seat]
        table.passed[seat] = 0
        table.received[seat] = 0
        table.faults[seat] = 0
        view.trick[seat] = NO_CARD
        view.voids[seat] = 0
        view.tricks_won[seat] = 0
        view.played_by[seat] = 0
        view.taken[seat] = 0
        view.points[seat] = 0
    for i in range(CARDS):
        view.plays[i] = NO_CARD
    for i in range(LONGEST_HAND):
        view.leaders[i] = NO_SEAT
    for i in range(SCATTERED):
        view.scattered[i] = NO_CARD
        view.gathered[i] = NO_CARD
    table.last_scorer = NO_SEAT
    table.deciding = 0
    table.answered = 0
    table.extra_hand = is_extra_hand(rules, view.scores)
    view.pass_direction = rules.pass_cycle[view.hand % rules.cycle_length]
    view.phase = PASSING


@inline
def _put(table, view, seat, card, size, place):
    """Lay a card on the table."""
    bit = np.int64(1) << card
    table.held[seat] ^= bit
    view.played_by[seat] |= bit
    view.trick[size] = card
    view.plays[place] = card
    view.n_plays = place + _ONE
    view.trick_size = size + _ONE
    return bit


@part
def _play_tricks(control, rules, params, timing, fault_rows, table, view):
    """Play the hand to its end; return False where an answer must come from Python."""
    players = np.uint64(rules.players)  # seats as unsigned numbers: no index is looked at for being negative
    ask_forced = control.ask_forced != 0
    timed = is_timed(control)
    while view.trick_number < rules.hand_size:
        trick_number = view.trick_number
        place = np.uint64(trick_number) * players
        offset = stream_offset(view.hand, FIRST_PLAY_DECISION + trick_number)
        leader = np.uint64(view.leader)
        if view.trick_size == 0:
            legal = lead_mask(rules, table.held[leader], trick_number, view.hearts_broken)
            card = lowest(legal)
            if legal & (legal - 1) != 0 or ask_forced:  # a bot is asked only where it has a choice
                card = decide(control, params, timing, fault_rows, table, view, leader, legal, offset, timed)
                if card == NO_CARD:
                    return False
            bit = _put(table, view, leader, card, np.uint64(0), place)
            view.hearts_broken |= (breaking_cards(rules, NO_SUIT) & bit) != 0
        best, winner, mask = _resume_trick(players, view)
        led = suit_of(best)
        led_cards = suit_cards(led)
        breaking = breaking_cards(rules, led)
        bar_unbroken = discard_bar(rules, trick_number, 0)
        bar_broken = discard_bar(rules, trick_number, 1)
        for size in range(np.uint64(view.trick_size), players):
            seat = leader + size
            if seat >= players:
                seat -= players
            bar = bar_broken if view.hearts_broken != 0 else bar_unbroken
            legal = follow_mask(rules, table.held[seat], led_cards, bar, trick_number)
            card = lowest(legal)
            if legal & (legal - 1) != 0 or ask_forced:
                card = decide(control, params, timing, fault_rows, table, view, seat, legal, offset, timed)
                if card == NO_CARD:
                    return False
            bit = _put(table, view, seat, card, size, place + size)
            mask |= bit
            view.hearts_broken |= (breaking & bit) != 0
            followed = (led_cards & bit) != 0
            view.voids[seat] |= (not followed) << led
            wins = followed & (card > best)
            best = card if wins else best
            winner = seat if wins else winner
        _finish_trick(rules, table, view, winner, mask)
    return True


@inline
def _resume_trick(players, view):
    """Return best card, winner so far and cards of the trick on the table, which has been led to."""
    best = np.int64(view.trick[0])
    winner = np.uint64(view.leader)
    mask = np.int64(1) << best
    for i in range(1, view.trick_size):
        card = np.int64(view.trick[i])
        mask |= np.int64(1) << card
        if beats(card, best):
            best = card
            winner = np.uint64(view.leader + i) % players
    return best, winner, mask


@inline
def _finish_trick(rules, table, view, winner, mask):
    points = points_of(rules, mask)
    for i in range(SEATS):
        view.trick[i] = NO_CARD
    view.taken[winner] |= mask
    view.tricks_won[winner] += 1
    view.points[winner] += points
    table.last_scorer = winner if points != 0 else table.last_scorer
    view.leaders[view.trick_number] = view.leader
    view.leader = winner
    view.trick_size = 0
    view.trick_number += 1


@part
def _run_table(control, jobs, bots, params, timing, hand_rows, plays_rows, match_rows, fault_rows, table, view):
    """Play one table on until it waits for Python; return for what."""
    rules = view.rules
    room_for_faults = fault_rows.shape[0] - 2 * SEATS * (LONGEST_HAND + 2)
    while True:
        if view.phase == IDLE:
            if control.next_job == control.n_jobs:
                return FINISHED
            _start_match(control, jobs, bots, table, view)
            view.phase = DEALING
        if control.n_hands == hand_rows.shape[0] or control.n_faults > room_for_faults:
            return FULL
        if view.phase == DEALING:
            _start_hand(rules, table, view)
        if view.phase == PASSING:
            if view.pass_direction != HOLD and rules.pass_count > 0:
                if not choose_passes(control, rules, bots, params, timing, fault_rows, table, view):
                    return ASKED
                move_passes(rules, table, view)
            view.leader = opening_seat(rules, table.held, view.hand)
            view.phase = PLAYING
        if view.phase == PLAYING:
            if not _play_tricks(control, rules, params, timing, fault_rows, table, view):
                return ASKED
            view.phase = SCORING
        if not finish_hand(
            control, rules, bots, params, hand_rows, plays_rows, match_rows, fault_rows, table, view
        ):  # fmt: skip
            return ASKED
        if control.notify != 0:
            return HAND_ENDED


@kernel
def run_tables(
    control, jobs, bots, params, timing, hand_rows, plays_rows, match_rows, fault_rows, tables, views, status
):
    """Play every table on until it waits for Python or there is nothing left to play.

    Parameters
    ----------
    control : CONTROL[1]
    jobs : JOB[n_jobs]
        Matches to play, taken in order.
    bots : int64[E, 3]
        Addresses of each entrant's play, pass and moon functions; `EXTERNAL` where Python answers.
    params : PARAMS[E]
    timing : TIMING[E]
    hand_rows, plays_rows : HAND_ROW[capacity], PLAYS_ROW[capacity]
        `plays_rows` may be short where plays are not logged.
    match_rows : MATCH_ROW[n_jobs]
    fault_rows : FAULT_ROW[room]
    tables, views : TABLE[n], VIEW[n]
    status : int8[n]
        Receives what each table waits for.

    Returns
    -------
    bool
        Whether a buffer is full: make room and call again.
    """
    state = control[0]
    for i in range(tables.shape[0]):
        if status[i] == HAND_ENDED:
            continue  # its bots have yet to be told: the kernel stopped for another table since
        state.table = i
        status[i] = _run_table(
            state, jobs, bots, params, timing, hand_rows, plays_rows, match_rows, fault_rows, tables[i], views[i]
        )  # fmt: skip
        if status[i] == FULL:
            return True
    return False


@kernel
def read_ticks():
    """Return the clock that think times are taken with, 0 where the processor has none that kernels may read."""
    return ticks()
