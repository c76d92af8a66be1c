"""What can be counted from a view: cards that are out, who may hold the queen of spades, a moon in the making.

Every function reads the view and nothing else, and costs a few nanoseconds.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.bot import inline
from hearts_arena.engine.law import (
    HEART_CARDS,
    QUEEN,
    auto_adds,
    is_extra_hand,
    pass_offset,
)
from hearts_arena.engine.tables import HOLD, MOON_OFF, SCATTER, SCATTERED, SEATS
from hearts_arena.game.cards import NO_CARD, NO_SEAT, SPADES
from hearts_arena.strategies.tactics import bit


@inline
def played_cards(view):
    """Return every card played in this hand, those on the table included."""
    by = view.played_by
    return by[0] | by[1] | by[2] | by[3] | by[4]


@inline
def taken_cards(view):
    """Return the cards of all finished tricks."""
    taken = view.taken
    return taken[0] | taken[1] | taken[2] | taken[3] | taken[4]


@inline
def table_cards(view):
    """Return the cards of the trick in progress."""
    return played_cards(view) & ~taken_cards(view)


@inline
def cards_out(view):
    """Return the cards that other seats still hold: unseen, or passed on by this seat and not played yet."""
    return view.rules.deck_mask & ~(played_cards(view) | view.held)


@inline
def shown_voids(view):
    """Return the suits in which some seat has shown a void, as bits."""
    voids = view.voids
    return voids[0] | voids[1] | voids[2] | voids[3] | voids[4]


@inline
def heavy_cards(rules):
    """Return the penalty cards other than hearts: the queen of spades, and what the rules add."""
    return rules.penalty_mask & ~HEART_CARDS


@inline
def bonus_mask(rules):
    """Return the bonus card as a mask, empty where the rules have none."""
    return bit(rules.bonus_card) if rules.bonus_card >= 0 else np.int64(0)


@inline
def located_cards(view, seat):
    """Return the cards that another seat is known to hold: this seat passed them there and they are not played yet."""
    offset = seat - view.seat
    if offset < 0:
        offset += view.rules.players
    sent = np.int64(0)
    if view.pass_direction == SCATTER:
        if 0 < offset <= SCATTERED and view.scattered[offset - 1] != NO_CARD:
            sent = bit(view.scattered[offset - 1])
    elif view.pass_direction != HOLD and offset == pass_offset(view.pass_direction, view.rules.players):
        sent = view.passed
    return sent & ~played_cards(view)


@inline
def may_hold_queen(view, seat, out):
    """Return whether another seat may hold the queen of spades: it has shown no void, and she was not passed elsewhere.

    Parameters
    ----------
    out : int64
        The cards that are out.
    """
    if out & QUEEN == 0 or seat == view.seat or (view.voids[seat] >> SPADES) & 1:
        return False
    return view.passed & QUEEN == 0 or located_cards(view, seat) & QUEEN != 0


@inline
def queen_may_follow(view, out):
    """Return whether a seat that is still to play to this trick may hold the queen of spades."""
    players = view.rules.players
    seat = np.int64(view.seat)
    for _ in range(players - 1 - view.trick_size):
        seat += 1
        if seat >= players:
            seat -= players
        if may_hold_queen(view, seat, out):
            return True
    return False


@inline
def void_may_follow(view, suit):
    """Return whether a seat that is still to play to this trick has shown a void in a suit."""
    players = view.rules.players
    shown = np.int64(0)
    seat = np.int64(view.seat)
    for _ in range(players - 1 - view.trick_size):
        seat += 1
        if seat >= players:
            seat -= players
        shown |= view.voids[seat]
    return (shown >> suit) & 1 != 0


@inline
def lone_scorer(points):
    """Return the seat that took every penalty point so far, or `NO_SEAT` where there are none or seats share them.

    Parameters
    ----------
    points : int[5]
        Penalty points of each seat.
    """
    total = np.int64(0)
    most = np.int64(0)
    scorer = np.int64(NO_SEAT)
    for seat in range(SEATS):
        total += points[seat]
        if points[seat] > most:
            most = np.int64(points[seat])
            scorer = np.int64(seat)
    return scorer if most == total else np.int64(NO_SEAT)


@inline
def feared_scorer(rules, points):
    """Return the seat that may be shooting the moon, or `NO_SEAT`: it alone holds points, over half of all."""
    if rules.moon == MOON_OFF:
        return np.int64(NO_SEAT)
    seat = lone_scorer(points)
    return seat if seat != NO_SEAT and 2 * points[seat] > rules.total_points else np.int64(NO_SEAT)


@inline
def winning_seat(view, best):
    """Return the seat that played the best card of the trick so far."""
    for seat in range(SEATS - 1):
        if (view.played_by[seat] >> best) & 1:
            return seat
    return SEATS - 1


@inline
def adds_moon(view):
    """Return whether the seat that shot the moon had better add it to the others than subtract it from its own score.

    Either way it gains as much on everybody. Adding is wrong only where it ends the match for somebody else to win.
    """
    scores = np.zeros((2, SEATS), np.int32)
    extra_hands = view.extra_hands
    if is_extra_hand(view.rules, view.scores):
        extra_hands += 1
    return auto_adds(
        view.rules, view.seat, view.points, view.taken, view.tricks_won, view.scores,
        view.hand + 1, extra_hands, scores[0], scores[1],
    )  # fmt: skip
