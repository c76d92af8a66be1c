"""The pass on the fast path: every seat chooses before any card moves (clause 2.4)."""

from __future__ import annotations

import numpy as np

from hearts_arena.engine.asking import (
    EXTERNAL,
    PASS_ADDRESS,
    count_time,
    fault_kind,
    note_fault,
    show,
    stands_in,
)
from hearts_arena.engine.bits import popcount, ticks
from hearts_arena.engine.jit import inline, part
from hearts_arena.engine.law import pass_offset
from hearts_arena.engine.pointers import call_pass
from hearts_arena.engine.stream import PASS_DECISION, stream_offset
from hearts_arena.engine.tables import LONGEST_HAND, SCATTER
from hearts_arena.game.cards import NO_CARD, RANKS_PER_SUIT


@inline
def _stand_in_pass(held, count, answers):
    """Write the cards of the highest ranks, equal ranks by card number."""
    chosen = 0
    for rank in range(RANKS_PER_SUIT - 1, -1, -1):
        for suit in range(4):
            card = suit * RANKS_PER_SUIT + rank
            if chosen < count and (held >> card) & 1:
                answers[chosen] = card
                chosen += 1


@inline
def _passed_mask(held, count, answers):
    """Return the first `count` answers as a mask, or 0 where they are not different cards of the hand."""
    mask = np.int64(0)
    for i in range(count):
        card = answers[i]
        if card & ~63 != 0:
            return np.int64(0)
        mask |= np.int64(1) << card
    return mask if popcount(mask) == count and mask & ~held == 0 else np.int64(0)


@inline
def _ask_pass(asking, table, view, entrant):
    """Have a compiled bot write its pass into the table's answers."""
    begun = ticks() if table.timed != 0 else 0
    call_pass(asking.bots[entrant, PASS_ADDRESS], view, asking.params[entrant], table.answers)
    if table.timed != 0:
        count_time(asking.timing[entrant], ticks() - begun)


@part
def choose_passes(asking, rules, table, view):
    """Ask every seat for its pass before any card moves; return False where an answer must come from Python."""
    count = rules.pass_count
    while table.next_to_pass < rules.players:
        seat = np.uint64(table.next_to_pass)
        held = table.held[seat]
        passed = np.int64(0)
        if not stands_in(asking.control, table, seat):
            if table.answered == 0:
                entrant = np.uint64(table.entrants[seat])
                show(table, view, seat, held, stream_offset(view.hand, PASS_DECISION))
                if asking.bots[entrant, PASS_ADDRESS] == EXTERNAL:
                    return False
                for i in range(LONGEST_HAND):
                    table.answers[i] = NO_CARD
                _ask_pass(asking, table, view, entrant)
            passed = _passed_mask(held, count, table.answers)
            if passed == 0:
                answer = table.answers[0]
                note_fault(asking, table, view, seat, PASS_DECISION, fault_kind(answer), answer)
        if passed == 0:
            _stand_in_pass(held, count, table.answers)
            passed = _passed_mask(held, count, table.answers)
        for i in range(count):
            table.sent[seat, i] = table.answers[i]
        table.passing[seat] = passed
        table.answered = 0
        table.next_to_pass += 1
    return True


@part
def move_passes(rules, table, view):
    """Move all passed cards at once (2.4)."""
    players = rules.players
    if view.pass_direction == SCATTER:
        _scatter(rules, table)
    else:
        offset = pass_offset(view.pass_direction, players)
        for seat in range(players):
            table.received[_left_of(seat, offset, players)] = table.passing[seat]
    for seat in range(players):
        table.passed[seat] = table.passing[seat]
        table.held[seat] = (table.held[seat] & ~table.passing[seat]) | table.received[seat]


@inline
def _scatter(rules, table):
    """Give each seat's cards in order to the seats on its left, then on (2.2)."""
    players = rules.players
    for seat in range(players):
        for i in range(players - 1):
            receiver = _left_of(seat, i + 1, players)
            table.received[receiver] |= np.int64(1) << table.sent[seat, i]
            table.came[receiver, players - i - 2] = table.sent[seat, i]


@inline
def _left_of(seat, offset, players):
    """Return the seat some places to the left."""
    other = seat + offset
    return other - players if other >= players else other
