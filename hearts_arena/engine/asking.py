"""Asking bots: what a seat is shown, how its answer is taken, and what becomes of a bad one.

Functions of the kernel in `play`. An answer that must come from Python is found in the table's record once it is there.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.engine.bits import lowest, ticks
from hearts_arena.engine.jit import inline, part
from hearts_arena.engine.pointers import call_moon, call_play
from hearts_arena.engine.stream import FIRST_PLAY_DECISION, MOON_DECISION, mix64, stream_offset
from hearts_arena.engine.tables import (
    BROKEN_ANSWER,
    FAULT_ILLEGAL,
    FAULT_RAISED,
    FAULT_STOOD_IN,
    NOT_SET,
    SCATTER,
    SCATTERED,
    TIMED_EVERY,
)
from hearts_arena.engine.view import PASSING
from hearts_arena.game.cards import NO_CARD

# Columns of the address table.
PLAY_ADDRESS, PASS_ADDRESS, MOON_ADDRESS = range(3)
# Addresses that are none: Python answers, or the stand-in plays for the rest of the match.
EXTERNAL = 0
STOOD_IN = -1


@inline
def show(table, view, seat, legal, offset):
    """Write a seat's own words into the view; `offset` is the decision's place in the private streams."""
    view.seat = seat
    view.held = table.held[seat]
    view.legal = legal
    view.passed = table.passed[seat]
    view.received = table.received[seat]
    view.random = mix64(table.seat_keys[seat] + offset)
    if view.pass_direction == SCATTER and view.phase != PASSING:
        for i in range(SCATTERED):
            view.scattered[i] = table.sent[seat, i]
            view.gathered[i] = table.came[seat, i]


@part
def note_fault(control, fault_rows, table, view, seat, decision, kind, answer):
    """Write a fault down and count it; room for it was made sure of before the bot was asked."""
    _write_fault(control, fault_rows, table, view, seat, decision, kind, answer)
    table.faults[seat] += 1
    table.match_faults[seat] += 1
    if table.match_faults[seat] == control.max_faults + 1:
        table.play_address[seat] = STOOD_IN
        _write_fault(control, fault_rows, table, view, seat, decision, FAULT_STOOD_IN, NOT_SET)


@inline
def _write_fault(control, fault_rows, table, view, seat, decision, kind, answer):
    row = fault_rows[control.n_faults]
    control.n_faults += 1
    row.match = table.match
    row.hand = view.hand
    row.decision = decision
    row.seat = seat
    row.kind = kind
    row.answer = answer


@inline
def fault_kind(answer):
    """Return the kind of fault that an answer is."""
    return FAULT_RAISED if answer == BROKEN_ANSWER else FAULT_ILLEGAL


@inline
def stands_in(control, table, seat):
    """Return whether the stand-in plays for a seat: its bot has spent the faults of this match."""
    return table.match_faults[seat] > control.max_faults


@inline
def count_time(row, spent):
    """Add a decision that was timed to its entrant's row."""
    row.timed += 1
    row.ticks += spent
    row.longest = max(row.longest, spent)


@inline
def is_timed(control):
    """Return whether decisions of the hand in play are timed: one hand in `TIMED_EVERY`, so that it costs nothing."""
    return control.n_hands % TIMED_EVERY == 0


@inline
def _ask_play(params, timing, table, view, seat, timed):
    """Return the answer of the compiled bot at a seat."""
    entrant = np.uint64(table.entrants[seat])
    if not timed:
        return call_play(table.play_address[seat], view, params[entrant])
    begun = ticks()
    card = call_play(table.play_address[seat], view, params[entrant])
    count_time(timing[entrant], ticks() - begun)
    return card


@inline
def decide(control, params, timing, fault_rows, table, view, seat, legal, offset, timed):
    """Return the card that a seat plays, or `NO_CARD` where the answer must come from Python."""
    card = table.answer
    if table.answered == 0:
        table.deciding = seat
        show(table, view, seat, legal, offset)
        if table.play_address[seat] == STOOD_IN:
            return lowest(legal)
        if table.play_address[seat] == EXTERNAL:
            return np.int64(NO_CARD)
        card = _ask_play(params, timing, table, view, seat, timed)
    table.answered = 0
    if card & ~63 != 0 or (legal >> card) & 1 == 0:
        decision = FIRST_PLAY_DECISION + view.trick_number
        note_fault(control, fault_rows, table, view, seat, decision, fault_kind(card), card)
        return lowest(legal)
    return card


@inline
def choose_moon(control, rules, bots, params, fault_rows, table, view, shooter):
    """Ask the shooter whether to add (5.3 `choose`); return 1, 0, or NOT_SET where the answer must come from Python."""
    if stands_in(control, table, shooter):
        return 1
    entrant = table.entrants[shooter]
    answer = table.answer
    if table.answered == 0:
        table.deciding = shooter
        show(table, view, shooter, np.int64(0), stream_offset(view.hand, MOON_DECISION))
        if bots[entrant, PLAY_ADDRESS] == EXTERNAL:
            return NOT_SET
        answer = np.int64(call_moon(bots[entrant, MOON_ADDRESS], view, params[entrant]))
    table.answered = 0
    if answer != 0 and answer != 1:
        note_fault(control, fault_rows, table, view, shooter, MOON_DECISION, fault_kind(answer), answer)
        return 1
    return answer
