"""Playing a sampled world out to the end of the hand by a quick heuristic, through the rules of `engine.law` alone."""

from __future__ import annotations

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
def count_points(rules, cards):
    """Return the penalty points of a mask of cards."""
    points = np.int64(0)
    cards &= rules.penalty_mask
    while cards != 0:
        points += rules.card_points[lowest(cards)]
        cards &= cards - 1
    return points


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


@inline
def _lead(legal, held, out, voids, heavy, bonus, word, wild):
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if word & _LOW_WORD < wild:
        return pick(legal, word)
    return lead_card(legal, held, out, voids, heavy, bonus)


@inline
def _follow(legal, suit, table, best, out, behind, calm, threat, penalty, heavy, bonus, word, wild):
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if word & _LOW_WORD < wild:
        return pick(legal, word)
    return respond(legal, suit, table, best, out, heavy & suit & out, behind, calm, threat, penalty, heavy, bonus)


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
                if shoots and leader == view.seat:
                    card = shoot_lead(legal, held, unplayed & ~held)
                else:
                    card = _lead(legal, held, unplayed & ~held, voids, heavy, bonus, mix64(key), wild)
            best = card
            winner = leader
            table = bit(card)
            search.held[leader] = held & ~table
            broken |= np.int64(breaking_cards(rules, NO_SUIT) & table != 0)
            size = np.int64(1)
            card = np.int64(NO_CARD)
        led = suit_of(best)
        suit = suit_cards(led)
        breaking = breaking_cards(rules, led)
        seat = leader + size
        for behind in range(players - 1 - size, -1, -1):
            if seat >= players:
                seat -= players
            held = search.held[seat]
            if card < 0:
                key += GOLDEN
                legal = follow_mask(rules, held, suit, discard_bar(rules, trick_number, broken), trick_number)
                out = unplayed & ~(held | table)
                calm = is_calm(held, out & suit, behind, (voids >> led) & 1 != 0)
                calm = calm or (trick_number == 0 and rules.first_trick_forbids != 0)
                if shoots and seat == view.seat:
                    card = shoot_respond(legal, suit, best, out, behind)
                else:
                    threat = NO_THREAT
                    if shooter >= 0 and shooter != seat:
                        threat = BY_SHOOTER if winner == shooter else BY_ANOTHER
                    card = _follow(
                        legal, suit, table, best, out, behind, calm, threat, penalty, heavy, bonus, mix64(key), wild
                    )
            mask = bit(card)
            search.held[seat] = held & ~mask
            table |= mask
            broken |= np.int64(breaking & mask != 0)
            voids |= np.int64(mask & suit == 0) << led
            if card > best and mask & suit != 0:
                best = card
                winner = seat
            seat += 1
            card = np.int64(NO_CARD)
        unplayed &= ~table
        search.taken[winner] |= table
        search.tricks_won[winner] += 1
        if table & penalty != 0:
            search.points[winner] += count_points(rules, table)
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
