"""Asking bots: what a seat is shown, how its answer is taken, and what becomes of a bad one.

Functions of the kernel in `play`. An answer that must come from Python is found in the table's record once it is there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hearts_arena.engine.bits import likely, lowest, ticks
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
)
from hearts_arena.engine.view import PASSING
from hearts_arena.game.cards import NO_CARD

# Columns of the address table.
PLAY_ADDRESS, PASS_ADDRESS, MOON_ADDRESS = range(3)
EXTERNAL = 0  # in the address table: Python answers
NO_ADDRESS = 0  # at a table: it takes more than a call to have a card of the seat now


class Asking(NamedTuple):
    """What it takes to ask bots, and to note what becomes of their answers: arguments of `run_tables`."""

    control: Any
    bots: Any
    params: Any
    timing: Any
    fault_rows: Any


@inline
def show(table, view, seat, legal, offset):
    """Write a seat's own words into the view; `offset` is the decision's place in the private streams."""
    _show_own(table, view, seat, legal, offset)
    _show_scattered(table, view, seat)


@inline
def _show_own(table, view, seat, legal, offset):
    view.seat = seat
    view.held = table.held[seat]
    view.legal = legal
    view.passed = table.passed[seat]
    view.received = table.received[seat]
    view.random = mix64(table.seat_keys[seat] + offset)


@inline
def _show_scattered(table, view, seat):
    """Write who got and gave which card, where each of them went to another seat."""
    if view.pass_direction == SCATTER and view.phase != PASSING:
        for i in range(SCATTERED):
            view.scattered[i] = table.sent[seat, i]
            view.gathered[i] = table.came[seat, i]


@part
def note_fault(asking, table, view, seat, decision, kind, answer):
    """Write a fault down and count it; room for it was made sure of before the bot was asked."""
    _write_fault(asking, table, view, seat, decision, kind, answer)
    table.faults[seat] += 1
    table.match_faults[seat] += 1
    if table.match_faults[seat] == asking.control.max_faults + 1:
        table.play_address[seat] = NO_ADDRESS
        table.own_address[seat] = NO_ADDRESS
        _write_fault(asking, table, view, seat, decision, FAULT_STOOD_IN, NOT_SET)


@inline
def _write_fault(asking, table, view, seat, decision, kind, answer):
    row = asking.fault_rows[asking.control.n_faults]
    asking.control.n_faults += 1
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
def decide(asking, table, view, seat, legal, offset):
    """Return the card that a seat plays, or `NO_CARD` where the answer must come from Python."""
    _show_own(table, view, seat, legal, offset)
    card = np.int64(BROKEN_ANSWER)
    if likely(table.play_address[seat] != NO_ADDRESS):
        card = call_play(table.play_address[seat], view, asking.params[np.uint64(table.entrants[seat])])
        if likely(card & ~63 == 0) and likely((legal >> card) & 1 != 0):
            return card
    return _settle(asking, table, view, seat, legal, card)


@part
def _settle(asking, table, view, seat, legal, card):
    """Return the card of a seat that could not just be called, or whose answer is no legal card."""
    if table.play_address[seat] == NO_ADDRESS:
        if stands_in(asking.control, table, seat):
            return lowest(legal)
        card = table.answer
        if table.answered == 0:
            _show_scattered(table, view, seat)
            if asking.bots[table.entrants[seat], PLAY_ADDRESS] == EXTERNAL:
                return np.int64(NO_CARD)
            card = _ask_play(asking, table, view, seat)
        table.answered = 0
    if card & ~63 != 0 or (legal >> card) & 1 == 0:
        note_fault(asking, table, view, seat, FIRST_PLAY_DECISION + view.trick_number, fault_kind(card), card)
        return lowest(legal)
    return card


@inline
def _ask_play(asking, table, view, seat):
    """Return the answer of the compiled bot at a seat, and take its time where the hand is timed."""
    entrant = np.uint64(table.entrants[seat])
    begun = ticks()
    card = call_play(asking.bots[entrant, PLAY_ADDRESS], view, asking.params[entrant])
    if table.timed != 0:
        count_time(asking.timing[entrant], ticks() - begun)
    return card


@inline
def choose_moon(asking, table, view, shooter):
    """Ask the shooter whether to add (5.3 `choose`); return 1, 0, or NOT_SET where the answer must come from Python."""
    if stands_in(asking.control, table, shooter):
        return 1
    entrant = table.entrants[shooter]
    answer = table.answer
    if table.answered == 0:
        show(table, view, shooter, np.int64(0), stream_offset(view.hand, MOON_DECISION))
        if asking.bots[entrant, PLAY_ADDRESS] == EXTERNAL:
            return NOT_SET
        answer = np.int64(call_moon(asking.bots[entrant, MOON_ADDRESS], view, asking.params[entrant]))
    table.answered = 0
    if answer != 0 and answer != 1:
        note_fault(asking, table, view, shooter, MOON_DECISION, fault_kind(answer), answer)
        return 1
    return answer
