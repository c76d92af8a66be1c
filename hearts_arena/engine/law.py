"""The rules on the fast path: small functions of numbers, from which batched play and rollouts are built.

Written independently of `game.hand` and `game.scoring`; the two share constants only. Clause numbers are those of the
rules page in `hearts_arena/game/README.md`.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.engine.bits import lowest, popcount
from hearts_arena.engine.jit import inline
from hearts_arena.engine.tables import (
    FORCED_HEARTS,
    FORCED_QUEEN,
    GOING_ON,
    LEFT_OF_DEALER,
    LOWEST_CLUB,
    MOON_OFF,
    NOT_SET,
    ONLY_HEARTS,
    ONLY_PENALTY,
    SHARE_UNITS,
    SHARED,
    TRUNCATED,
    WON,
)
from hearts_arena.game.cards import HEARTS, NO_SEAT, QUEEN_OF_SPADES, RANKS_PER_SUIT, SPADES
from hearts_arena.game.rules import QUEEN_POINTS

ONE_SUIT = (1 << RANKS_PER_SUIT) - 1
CLUB_CARDS = np.int64(ONE_SUIT)
HEART_CARDS = np.int64(ONE_SUIT << (HEARTS * RANKS_PER_SUIT))
SPADE_CARDS = np.int64(ONE_SUIT << (SPADES * RANKS_PER_SUIT))
QUEEN = np.int64(1 << QUEEN_OF_SPADES)
NO_SUIT = -1


@inline
def suit_of(card: int) -> int:
    """Return the suit of a card: a division by 13 as a multiplication, exact for 0..51."""
    return (np.int64(card) * 79) >> 10


@inline
def suit_cards(suit: int) -> int:
    """Return the mask of a suit."""
    return CLUB_CARDS << (suit * RANKS_PER_SUIT)


@inline
def legal_mask(rules, held, led, trick_number, hearts_broken):
    """Return the cards that may be played from a hand (clauses 3 and 4).

    Parameters
    ----------
    held : int64
        The hand, not empty.
    led : int
        Suit led, or `NO_SUIT` when this card leads.
    trick_number : int
        0 for the first trick.
    """
    if led < 0:
        return lead_mask(rules, held, trick_number, hearts_broken)
    bar = discard_bar(rules, trick_number, hearts_broken)
    return follow_mask(rules, held, suit_cards(led), bar, trick_number)


@inline
def discard_bar(rules, trick_number, hearts_broken):
    """Return the cards that may not be discarded while a hand has others: what 3.2 and 4.5 forbid now."""
    return rules.discard_bars[np.uint64(trick_number == 0), np.uint64(hearts_broken != 0)]


@inline
def follow_mask(rules, held, led_cards, bar, trick_number):
    """Return what a hand may play to a trick (4.1), `bar` being the `discard_bar`."""
    following = held & led_cards
    free = held & ~bar
    if following | free == 0:  # asked of both at once, so that the choice between them needs no branch
        return _only_barred(rules, held, trick_number)
    return following | (free & ((following - 1) >> 63))  # all ones where nothing follows


@inline
def _only_barred(rules, held, trick_number):
    """Return what a hand of nothing but barred cards may discard."""
    if trick_number == 0 and rules.first_trick_forbids != 0:
        return _forced(rules, held)
    return held


@inline
def _forced(rules, held):
    """Return what a hand of nothing but penalty cards may discard on trick 1 (3.3)."""
    choice = held
    if rules.first_trick_forced == FORCED_HEARTS:
        choice = held & HEART_CARDS
    elif rules.first_trick_forced == FORCED_QUEEN:
        choice = held & QUEEN
    return choice if choice != 0 else held


@inline
def lead_mask(rules, held, trick_number, hearts_broken):
    """Return what a hand may lead (3.1, 4.2, 4.4, 4.5)."""
    if trick_number == 0 and rules.opening_lead != LEFT_OF_DEALER:
        if rules.opening_lead == LOWEST_CLUB:
            return np.int64(1) << rules.lowest_club
        return held & CLUB_CARDS
    if hearts_broken == 0 and held & ~(HEART_CARDS | QUEEN) == 0:
        return _penalty_leads(rules, held)
    bar = rules.lead_bar if hearts_broken == 0 else np.int64(0)
    return held & ~bar


@inline
def _penalty_leads(rules, held):
    """Return the leads of a hand of only hearts and the queen of spades while hearts are unbroken (4.4)."""
    hearts = held & HEART_CARDS
    if hearts == 0 or hearts == held or rules.must_break == 0:
        return held
    if rules.lead_hearts_unbroken == ONLY_HEARTS:
        return QUEEN
    if rules.lead_hearts_unbroken == ONLY_PENALTY:
        return held
    return hearts


@inline
def breaking_cards(rules, led):
    """Return the cards that break hearts (4.3) when played to a suit, or when they lead (`NO_SUIT`)."""
    return rules.breaking[np.uint64(led + 1)]


@inline
def beats(card: int, best: int) -> bool:
    """Return whether a later card takes the trick from the best so far, which is of the suit led (4.1)."""
    return card > best and suit_of(card) == suit_of(best)


@inline
def points_of(rules, mask):
    """Return the penalty points of some cards (5.1)."""
    points = popcount(mask & HEART_CARDS) + QUEEN_POINTS * ((mask >> QUEEN_OF_SPADES) & 1)
    extra = mask & rules.extra_mask
    while extra != 0:
        points += rules.card_points[np.uint64(lowest(extra))]
        extra &= extra - 1
    return points


@inline
def opening_seat(rules, held, hand):
    """Return who leads the first trick (3.1), from the hands after the pass."""
    if rules.opening_lead == LEFT_OF_DEALER:
        return (1 + hand) % rules.players
    for seat in range(rules.players):
        if (held[seat] >> rules.lowest_club) & 1:
            return seat
    return NO_SEAT


@inline
def partner_of(seat: int) -> int:
    """Return the seat across, whose side a seat is on (5.7)."""
    return (seat + 2) & 3


@inline
def find_shooter(rules, taken, last_scorer):
    """Return the seat that shot the moon (5.3), or `NO_SEAT`.

    Cards decide, never totals. Of two partners who did it together it is the one who took the last card that counts.
    """
    if rules.moon == MOON_OFF or rules.penalty_mask == 0:
        return NO_SEAT
    needed = rules.penalty_mask
    if rules.moon_requires_bonus != 0:
        needed |= np.int64(1) << rules.bonus_card
    for seat in range(rules.players):
        if taken[seat] & needed == needed:
            return seat
    if rules.moon_by_team != 0:
        for seat in range(2):
            if (taken[seat] | taken[seat + 2]) & needed == needed:
                return last_scorer
    return NO_SEAT


@inline
def is_sun(rules, shooter, tricks_won):
    """Return whether the shooter (or under `moon_scope` team his side) took every trick as well (5.4)."""
    tricks = np.int64(tricks_won[shooter])
    if rules.moon_by_team != 0:
        tricks += tricks_won[partner_of(shooter)]
    return tricks == rules.hand_size


@inline
def score_hand(rules, points, taken, tricks_won, shooter, adds, scores):
    """Write each seat's hand score (clause 5).

    Parameters
    ----------
    points : int[5]
        Penalty points of each seat.
    taken : int64[5]
        Cards each seat took.
    shooter : int
        Seat that shot the moon, or `NO_SEAT`.
    adds : bool
        Whether a moon is added to the others (else subtracted from the shooter).
    scores : int32[5]
        Receives the hand scores.
    """
    for seat in range(rules.players):
        if shooter != NO_SEAT:
            scores[seat] = _moon_score(rules, seat, shooter, adds, tricks_won)
        else:
            scores[seat] = points[seat]
            if tricks_won[seat] == 0:
                scores[seat] += rules.no_trick_bonus
        if rules.bonus_card != NOT_SET and (taken[seat] >> rules.bonus_card) & 1:
            scores[seat] += rules.bonus_points


@inline
def _moon_score(rules, seat, shooter, adds, tricks_won):
    total = rules.total_points
    if rules.sun_doubles != 0 and is_sun(rules, shooter, tricks_won):
        total *= 2
    if not adds:
        return -total if seat == shooter else 0
    if seat == shooter or (rules.moon_by_team != 0 and seat == partner_of(shooter)):
        return 0
    return total


@inline
def add_to_match(rules, hand_scores, scores):
    """Add a hand to the match scores in place, with floor and exact target (5.6, 6.2), by sides under teams (5.7)."""
    for seat in range(rules.players):
        gain = hand_scores[seat]
        if rules.teams != 0:
            gain += hand_scores[partner_of(seat)]
        score = scores[seat] + gain
        if rules.has_floor != 0 and score < 0:
            score = 0
        if rules.exact_target != NOT_SET and score == rules.target:
            score = rules.exact_target
        scores[seat] = score


@inline
def count_winners(rules, scores):
    """Return how many seats stand at the lowest match score."""
    best = scores[0]
    winners = 0
    for seat in range(rules.players):
        if scores[seat] < best:
            best = scores[seat]
            winners = 0
        if scores[seat] == best:
            winners += 1
    return winners


@inline
def target_met(rules, scores):
    """Return whether some match score has met the end test (6.1)."""
    for seat in range(rules.players):
        if scores[seat] > rules.target or (scores[seat] == rules.target and rules.end_exceeds == 0):
            return True
    return False


@inline
def match_end(rules, scores, hands, extra_hands):
    """Return how a match stands after a complete hand (clause 6): one of `tables.ENDINGS`.

    Parameters
    ----------
    hands : int
        Hands played, the last one included.
    extra_hands : int
        Those of them that were played to break a tie.
    """
    if rules.match_hands != NOT_SET:
        return _result(rules, scores) if hands >= rules.match_hands else GOING_ON
    if target_met(rules, scores):  # asked first: who is ahead is of no interest before
        result = _result(rules, scores)
        capped = rules.tie_max_extra_hands != NOT_SET and extra_hands >= rules.tie_max_extra_hands
        if result == WON or rules.tie_plays_on == 0 or capped:
            return result
    return TRUNCATED if hands >= rules.max_hands else GOING_ON


@inline
def _result(rules, scores):
    """Return whether a match that is over is won or shared."""
    one_side = 2 if rules.teams != 0 else 1
    return WON if count_winners(rules, scores) == one_side else SHARED


@inline
def is_extra_hand(rules, scores):
    """Return whether the hand about to begin is one to break a tie: the end test is met and nobody is alone below."""
    return rules.match_hands == NOT_SET and target_met(rules, scores)


@inline
def auto_adds(rules, shooter, points, taken, tricks_won, scores, hands, extra_hands, hand_scores, after):
    """Return whether `moon = auto` adds (5.3): unless that would end the match without the shooter as sole winner."""
    score_hand(rules, points, taken, tricks_won, shooter, True, hand_scores)
    for seat in range(rules.players):
        after[seat] = scores[seat]
    add_to_match(rules, hand_scores, after)
    ended = match_end(rules, after, hands, extra_hands)
    if ended == GOING_ON:
        return True
    one_side = 2 if rules.teams != 0 else 1
    if count_winners(rules, after) != one_side:
        return False
    lowest = after[0]
    for seat in range(rules.players):
        lowest = min(lowest, after[seat])
    return after[shooter] == lowest


@inline
def place_seats(rules, scores, places, shares):
    """Write each seat's place (shared on equal scores) and its win share in 1/`SHARE_UNITS` (6.4)."""
    winners = count_winners(rules, scores)
    for seat in range(rules.players):
        place = 1
        for other in range(rules.players):
            if scores[other] < scores[seat]:
                place += 1
        places[seat] = place
        shares[seat] = SHARE_UNITS // winners if place == 1 else 0


@inline
def taker_of(rules, taken, card):
    """Return the seat that took a card, or `NO_SEAT`."""
    taker = NO_SEAT
    for seat in range(rules.players):
        taker = seat if (taken[seat] >> card) & 1 != 0 else taker
    return taker


@inline
def hearts_in(mask: int) -> int:
    """Return how many hearts a mask holds."""
    return popcount(mask & HEART_CARDS)


@inline
def pass_offset(direction: int, players: int) -> int:
    """Return how many seats to the left a pass goes (2.2): left 1, right one less than the seats, across half."""
    if direction == 1:
        return 1
    if direction == 2:
        return players - 1
    return players // 2
