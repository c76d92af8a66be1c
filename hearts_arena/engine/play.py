"""The kernel that plays tables: as far as compiled bots carry it, and up to each answer that must come from Python.

A table is a small state machine (`view.phase`) whose whole state stands in its two records whenever a bot is asked,
so that the kernel can stop at any decision and go on when the answer is there. A line-up of compiled bots never stops:
whole matches are one call. A table that ends takes the next job at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hearts_arena.engine.asking import NO_ADDRESS, PLAY_ADDRESS, Asking, decide
from hearts_arena.engine.bits import likely, lowest, ticks
from hearts_arena.engine.jit import inline, kernel, part
from hearts_arena.engine.law import (
    NO_SUIT,
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
from hearts_arena.engine.tables import HOLD, LONGEST_HAND, SCATTER, SEATS, TIMED_EVERY
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
        table.own_address[seat] = bots[job.entrants[seat], PLAY_ADDRESS]
        table.match_faults[seat] = 0
        table.dealt[seat] = job.given[seat]
        view.scores[seat] = 0
    table.is_given = job.is_given
    view.hand = job.first_hand - 1
    view.extra_hands = 0


@inline
def _fill(row, value):
    for i in range(row.shape[0]):
        row[i] = value


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
    # Array by array: each is then a store or two.
    _fill(table.passed, 0)
    _fill(table.received, 0)
    _fill(table.faults, 0)
    _fill(view.trick, NO_CARD)
    _fill(view.voids, 0)
    _fill(view.tricks_won, 0)
    _fill(view.played_by, 0)
    _fill(view.taken, 0)
    _fill(view.points, 0)
    _fill(view.plays, NO_CARD)
    _fill(view.leaders, NO_SEAT)
    _fill(view.scattered, NO_CARD)
    _fill(view.gathered, NO_CARD)
    table.last_scorer = NO_SEAT
    table.next_to_pass = 0
    table.answered = 0
    table.timed = (table.match + view.hand) % TIMED_EVERY == 0
    table.extra_hand = is_extra_hand(rules, view.scores)
    view.pass_direction = rules.pass_cycle[view.hand % rules.cycle_length]
    view.phase = PASSING
    slowly = table.timed != 0 or view.pass_direction == SCATTER  # more to do than to call
    for seat in range(SEATS):
        table.play_address[seat] = NO_ADDRESS if slowly else table.own_address[seat]


class _Trick(NamedTuple):
    """The trick on the table, as far as the next seat to follow has to know it."""

    led: Any  # suit
    cards: Any  # mask; empty where the next card must come from Python
    best: Any  # `_rank` of the best card
    bar: Any  # cards that may not be discarded
    breaking: Any  # cards that would break hearts, none once they are broken


class _Turn(NamedTuple):
    """What stays as it is while a trick is played."""

    players: Any
    leader: Any
    trick_number: Any
    place: Any  # cards of the hand played before it
    offset: Any  # of its decisions in the private streams
    ask_forced: Any


@inline
def _left_of(seat, players):
    left = seat + _ONE
    return np.uint64(0) if left == players else left


@inline
def _lay(table, view, seat, card, size, place):
    """Lay a card on the table, on `size` others of its trick and `place` others of the hand; return its mask."""
    bit = np.int64(1) << card
    table.held[seat] ^= bit
    view.played_by[seat] |= bit
    view.trick[size] = card
    view.plays[place] = card
    view.n_plays = place + _ONE
    view.trick_size = size + _ONE
    return bit


@part
def _play_tricks(asking, rules, table, view):
    """Play the hand to its end; return False where an answer must come from Python."""
    players = np.uint64(rules.players)  # seats as unsigned numbers: no index is looked at for being negative
    ask_forced = asking.control.ask_forced != 0
    while view.trick_number < rules.hand_size:
        trick_number = view.trick_number
        place = np.uint64(trick_number) * players
        offset = stream_offset(view.hand, FIRST_PLAY_DECISION + trick_number)
        turn = _Turn(players, np.uint64(view.leader), trick_number, place, offset, ask_forced)
        is_new = likely(view.trick_size == 0)
        trick = _lead(asking, rules, table, view, turn) if is_new else _trick_so_far(rules, view)
        # A copy of the code for each place in the trick: a loop over them took an eighth longer.
        second = _left_of(turn.leader, players)
        third = _left_of(second, players)
        trick = _follow(asking, rules, table, view, turn, second, np.uint64(1), trick)
        trick = _follow(asking, rules, table, view, turn, third, np.uint64(2), trick)
        if players > 3:
            fourth = _left_of(third, players)
            trick = _follow(asking, rules, table, view, turn, fourth, np.uint64(3), trick)
            if players > 4:
                trick = _follow(asking, rules, table, view, turn, _left_of(fourth, players), np.uint64(4), trick)
        if trick.cards == 0:
            return False
        _finish_trick(rules, table, view, np.uint64(trick.best & 7), trick.cards)
    return True


@inline
def _lead(asking, rules, table, view, turn):
    """Let the leader lead and return the trick."""
    seat, trick_number = turn.leader, turn.trick_number
    legal = lead_mask(rules, table.held[seat], trick_number, view.hearts_broken)
    card = lowest(legal)
    if turn.ask_forced or legal & (legal - 1) != 0:  # a bot is asked only where it has a choice
        card = decide(asking, table, view, seat, legal, turn.offset)
        if card == NO_CARD:
            return _Trick(np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    bit = _lay(table, view, seat, card, np.uint64(0), turn.place)
    view.hearts_broken |= (breaking_cards(rules, NO_SUIT) & bit) != 0
    led = suit_of(card)
    bar, breaking = _in_force(rules, trick_number, led, view.hearts_broken)
    return _Trick(led, bit, _rank(card, seat), bar, breaking)


@inline
def _follow(asking, rules, table, view, turn, seat, size, trick):
    """Let the next seat follow where `size` cards lie on the table, and return the trick."""
    if view.trick_size != size:
        return trick  # another's turn: the trick was begun earlier, or waits for Python
    led_cards = suit_cards(trick.led)
    legal = follow_mask(rules, table.held[seat], led_cards, trick.bar, turn.trick_number)
    card = lowest(legal)
    if turn.ask_forced or legal & (legal - 1) != 0:
        card = decide(asking, table, view, seat, legal, turn.offset)
        if card == NO_CARD:
            return _Trick(trick.led, np.int64(0), trick.best, trick.bar, trick.breaking)
    bit = _lay(table, view, seat, card, size, turn.place + size)
    view.voids[seat] |= ((led_cards & bit) == 0) << trick.led
    best = max(trick.best, _rank(card, seat) if led_cards & bit != 0 else np.int64(0))
    bar, breaking = trick.bar, trick.breaking
    if breaking & bit != 0:
        view.hearts_broken = 1
        bar, breaking = _in_force(rules, turn.trick_number, trick.led, 1)
    return _Trick(trick.led, trick.cards | bit, best, bar, breaking)


@inline
def _rank(card, seat):
    """Return a number that is higher for the higher card, and ends in the seat that played it."""
    return (np.int64(card) << 3) | np.int64(seat)


@part
def _trick_so_far(rules, view):
    """Return the trick on the table, which has been led to."""
    players = np.uint64(rules.players)
    led = suit_of(view.trick[0])
    best = np.int64(0)
    cards = np.int64(0)
    for i in range(view.trick_size):
        card = np.int64(view.trick[i])
        cards |= np.int64(1) << card
        if suit_of(card) == led:
            best = max(best, _rank(card, np.uint64(view.leader + i) % players))
    bar, breaking = _in_force(rules, view.trick_number, led, view.hearts_broken)
    return _Trick(led, cards, best, bar, breaking)


@inline
def _in_force(rules, trick_number, led, hearts_broken):
    """Return which cards may not be discarded, and which would break hearts that are not broken yet."""
    if hearts_broken != 0:
        return discard_bar(rules, trick_number, 1), np.int64(0)
    return discard_bar(rules, trick_number, 0), breaking_cards(rules, led)


@inline
def _finish_trick(rules, table, view, winner, mask):
    points = points_of(rules, mask)
    for i in range(SEATS):
        view.trick[i] = NO_CARD
    view.taken[winner] |= mask
    view.tricks_won[winner] += 1
    view.points[winner] += points
    if rules.moon_by_team != 0 and points != 0:  # asked in this order, the second being anyone's guess
        table.last_scorer = winner
    view.leaders[np.uint64(view.trick_number)] = view.leader
    view.leader = winner
    view.trick_size = 0
    view.trick_number += 1


@part
def _run_table(control, jobs, bots, params, timing, hand_rows, plays_rows, match_rows, fault_rows, table, view):
    """Play one table on until it waits for Python; return for what."""
    rules = view.rules
    asking = Asking(control, bots, params, timing, fault_rows)
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
                if not choose_passes(asking, rules, table, view):
                    return ASKED
                move_passes(rules, table, view)
            view.leader = opening_seat(rules, table.held, view.hand)
            view.phase = PLAYING
        if view.phase == PLAYING:
            if not _play_tricks(asking, rules, table, view):
                return ASKED
            view.phase = SCORING
        if not finish_hand(asking, rules, hand_rows, plays_rows, match_rows, table, view):
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
