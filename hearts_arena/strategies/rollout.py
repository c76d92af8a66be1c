"""Playing a sampled world out to the end of the hand by a quick heuristic, through the rules of `engine.law` alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hearts_arena.bot import inline, lowest, pick
from hearts_arena.engine.law import (
    NO_SUIT,
    beats,
    breaking_cards,
    discard_bar,
    find_shooter,
    follow_mask,
    lead_mask,
    partner_of,
    points_of,
    score_hand,
    suit_cards,
    suit_of,
)
from hearts_arena.engine.stream import GOLDEN, mix64
from hearts_arena.engine.tables import MOON_OFF, MOON_SUBTRACT, SEATS
from hearts_arena.game.cards import NO_CARD, NO_SEAT
from hearts_arena.strategies.habits import (
    BY_ANOTHER,
    BY_SHOOTER,
    NO_THREAT,
    is_calm,
    lead_card,
    respond,
    shoot_lead,
    shoot_respond,
)
from hearts_arena.strategies.knowledge import bonus_mask, feared_scorer, heavy_cards, shown_voids
from hearts_arena.strategies.tactics import bit

_LOW_WORD = np.uint64(0xFFFFFFFF)
_LOW_WORDS = 2.0**32


@inline
def utility(rules, seat, scores):
    """Return what a hand is worth to a seat: its opponents' mean hand score less its own, by sides under teams."""
    own = 0.0
    others = 0.0
    allies = 0
    for other in range(rules.players):
        if other == seat or (rules.teams != 0 and other == partner_of(seat)):
            own += scores[other]
            allies += 1
        else:
            others += scores[other]
    return others / (rules.players - allies) - own / allies


class _Course(NamedTuple):
    """What stays as it is while a trick is followed to."""

    rules: Any
    players: Any
    trick_number: Any
    led: Any  # suit
    breaking: Any  # cards that break hearts
    unplayed: Any  # cards that were not played before this trick
    shooter: Any  # seat whose moon is feared
    shoots: Any  # whether the searching seat plays for the moon
    sure: Any  # whether nobody may discard a point on this trick
    heavy: Any  # penalty cards other than hearts
    bonus: Any  # the bonus card
    wild: Any  # 32-bit words below this play at random


class _Trick(NamedTuple):
    """What changes from seat to seat."""

    cards: Any
    best: Any  # the card that takes it
    winner: Any
    seat: Any  # that played last
    card: Any  # that the next seat plays, NO_CARD where it has to choose
    key: Any  # of the next random word
    bar: Any  # cards that may not be discarded
    broken: Any  # hearts
    voids: Any  # suits in which some seat has shown a void, as bits


@inline
def _follow(view, search, course, trick, behind):
    """Let the next seat follow, `behind` seats after it, and return the trick."""
    rules, suit = course.rules, suit_cards(course.led)
    seat = trick.seat + 1
    seat = np.int64(0) if seat == course.players else seat
    held = search.held[seat]
    card, key = trick.card, trick.key
    if card < 0:
        key += GOLDEN
        legal = follow_mask(rules, held, suit, trick.bar, course.trick_number)
        card = lowest(legal)
        if legal & (legal - 1) != 0:
            word = mix64(key)
            out = course.unplayed & ~(held | trick.cards)
            if course.shoots and seat == view.seat:
                card = shoot_respond(legal, suit, trick.best, out, behind)
            elif word & _LOW_WORD < course.wild:
                card = pick(legal, word)
            else:
                calm = is_calm(held, out & suit, behind, (trick.voids >> course.led) & 1 != 0) | course.sure
                threat = NO_THREAT
                if course.shooter >= 0 and course.shooter != seat:
                    threat = BY_SHOOTER if trick.winner == course.shooter else BY_ANOTHER
                card = respond(
                    legal, suit, trick.cards, trick.best, out, course.heavy & suit & out, behind, calm, threat,
                    rules.penalty_mask, course.heavy, course.bonus,
                )  # fmt: skip
    played = bit(card)
    search.held[seat] = held & ~played
    bar, broken = trick.bar, trick.broken
    if course.breaking & played != 0:
        broken = np.int64(1)
        bar = discard_bar(rules, course.trick_number, 1)
    followed = played & suit != 0
    wins = followed & (card > trick.best)
    return _Trick(
        trick.cards | played,
        card if wins else trick.best,
        seat if wins else trick.winner,
        seat,
        np.int64(NO_CARD),
        key,
        bar,
        broken,
        trick.voids | (np.int64(not followed) << course.led),
    )


@inline
def play_out(view, search, candidate, shoots, key, epsilon):
    """Return the worth to the seat of playing a card in the world of `search.world`, played out to the end.

    Parameters
    ----------
    candidate : int
        The card the seat plays now.
    shoots : bool
        Whether the seat plays for the moon as long as nobody else takes a point.
    key : uint64
        A random word of this world's own.
    epsilon : float
        Share of the cards played at random.
    """
    rules = view.rules
    players = np.int64(rules.players)
    penalty = rules.penalty_mask
    heavy = heavy_cards(rules)
    bonus = bonus_mask(rules)
    unplayed = np.int64(0)
    for seat in range(SEATS):
        search.held[seat] = search.world[seat]
        search.taken[seat] = view.taken[seat]
        search.points[seat] = view.points[seat]
        search.tricks_won[seat] = view.tricks_won[seat]
        unplayed |= search.world[seat]
    trick_number = np.int64(view.trick_number)
    broken = np.int64(view.hearts_broken)
    leader = np.int64(view.leader)
    last_scorer = _last_scorer(view)
    table = np.int64(0)
    best = np.int64(view.trick[0])
    winner = leader
    size = np.int64(view.trick_size)
    for i in range(size):
        card = np.int64(view.trick[i])
        table |= bit(card)
        if beats(card, best):
            best = card
            winner = (leader + i) % players
    voids = np.int64(shown_voids(view))
    shooter = feared_scorer(rules, search.points)
    wild = np.uint64(epsilon * _LOW_WORDS)
    card = np.int64(candidate)  # of the seat to play, NO_CARD where it has still to choose
    while trick_number < rules.hand_size:
        if size == 0:
            held = search.held[leader]
            if card < 0:
                key += GOLDEN
                legal = lead_mask(rules, held, trick_number, broken)
                card = lowest(legal)
                if legal & (legal - 1) != 0:
                    word = mix64(key)
                    if shoots and leader == view.seat:
                        card = shoot_lead(legal, held, unplayed & ~held)
                    elif word & _LOW_WORD < wild:
                        card = pick(legal, word)
                    else:
                        card = lead_card(legal, held, unplayed & ~held, voids, heavy, bonus)
            best = card
            winner = leader
            table = bit(card)
            search.held[leader] = held & ~table
            broken |= np.int64(breaking_cards(rules, NO_SUIT) & table != 0)
            size = np.int64(1)
            card = np.int64(NO_CARD)
        led = suit_of(best)
        sure = trick_number == 0 and rules.first_trick_forbids != 0
        course = _Course(
            rules, players, trick_number, led, breaking_cards(rules, led), unplayed, shooter, shoots, sure,
            heavy, bonus, wild,
        )  # fmt: skip
        last = (leader + size - 1) % players
        trick = _Trick(table, best, winner, last, card, key, discard_bar(rules, trick_number, broken), broken, voids)
        # A copy of the code for each place in the trick, as at the tables.
        to_play = players - size
        if to_play > 3:
            trick = _follow(view, search, course, trick, np.int64(3))
        if to_play > 2:
            trick = _follow(view, search, course, trick, np.int64(2))
        if to_play > 1:
            trick = _follow(view, search, course, trick, np.int64(1))
        if to_play > 0:
            trick = _follow(view, search, course, trick, np.int64(0))
        table, winner, card, key, broken, voids = (
            trick.cards, trick.winner, trick.card, trick.key, trick.broken, trick.voids
        )  # fmt: skip
        unplayed &= ~table
        search.taken[winner] |= table
        search.tricks_won[winner] += 1
        if table & penalty != 0:
            search.points[winner] += points_of(rules, table)
            last_scorer = winner
            shoots = shoots and winner == view.seat
            shooter = feared_scorer(rules, search.points)
        leader = winner
        size = np.int64(0)
        trick_number += 1
        if unplayed & (penalty | bonus) == 0 and _is_settled(rules, search, trick_number):
            break
    shot = find_shooter(rules, search.taken, last_scorer)
    adds = rules.moon != MOON_SUBTRACT
    score_hand(rules, search.points, search.taken, search.tricks_won, shot, adds, search.scores)
    return utility(rules, view.seat, search.scores)


@inline
def _last_scorer(view):
    """Return some seat that took points: which was last no view tells, nor does it matter but to a moon of partners."""
    for seat in range(SEATS):
        if view.points[seat] > 0:
            return np.int64(seat)
    return np.int64(NO_SEAT)


@inline
def _is_settled(rules, search, trick_number):
    """Return whether the tricks that are left can change no score, all points being out."""
    if rules.no_trick_bonus != 0:
        return False
    for seat in range(rules.players):
        if search.tricks_won[seat] == trick_number:
            return rules.sun_doubles == 0 or rules.moon == MOON_OFF
    return rules.moon_by_team == 0
