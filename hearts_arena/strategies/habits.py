"""Good plain play on card masks: what `hard` does when no moon is feared, and the rollouts of a search throughout.

Nothing here reads a view, so that a seat's own decision and the cards of a sampled world come from the same functions.
Masks named `heavy` are the penalty cards other than hearts, `bonus` the bonus card, `out` the cards other seats hold.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.bot import highest, inline, lowest, popcount
from hearts_arena.engine.law import HEART_CARDS, QUEEN, suit_cards
from hearts_arena.game.cards import HEARTS, QUEEN_OF_SPADES, SPADES
from hearts_arena.strategies.tactics import HIGH_SPADES, ONE, bottom_card, or_else, over, top_card, under, worst_of

# A suit is fresh while others hold this many of its cards: everybody can be expected to follow.
FRESH = 8
# Who is taking a trick while a moon is feared.
NO_THREAT, BY_SHOOTER, BY_ANOTHER = range(3)
_NEVER = -100_000


@inline
def is_calm(held, out_in_suit, behind, somebody_void):
    """Return whether a clean trick of a side suit will hardly be spoilt by the seats that are still to play."""
    needed = 3 * behind
    if held & QUEEN != 0:
        needed -= 2  # the lead is worth more to the seat that would empty a suit to be rid of her
    return popcount(out_in_suit) > needed and not somebody_void


@inline
def respond(legal, suit, table, best, out, hot, behind, calm, threat, penalty, heavy, bonus):
    """Return a card to play to a trick that somebody else led.

    Parameters
    ----------
    suit : int64
        All cards of the suit led.
    table, best : int64, int
        The trick so far, and the card that is taking it.
    hot : int64
        Heavy cards of the suit that may still fall on the trick.
    behind : int
        Seats still to play after this one.
    calm : bool
        Whether they can be expected to add no points.
    threat : int
        `NO_THREAT`, or who is taking the trick while a moon is feared: `BY_SHOOTER` or `BY_ANOTHER`.
    """
    following = legal & suit
    if following == 0:
        return _discard(legal, out, threat, penalty, heavy, bonus)
    if threat == BY_SHOOTER:
        takers = following & over(best)
        if table & penalty != 0 and takers != 0:
            return highest(or_else(takers & ~heavy, takers))
        following = or_else(following & ~heavy, following)
    return _follow(following, suit, table, best, out, hot, behind, calm, penalty, heavy, bonus)


@inline
def _follow(following, suit, table, best, out, hot, behind, calm, penalty, heavy, bonus):
    """Return the highest card of the suit led that can be spared without taking points."""
    ducks = following & under(best)
    if ducks & heavy != 0:
        return worst_of(ducks & heavy)
    if behind == 0 and (table | following) & bonus != 0 and table & heavy == 0:
        takers = following & over(best) & ~heavy
        if takers & bonus != 0:
            return highest(bonus)
        if table & bonus != 0 and takers != 0:
            return highest(takers)
    light = or_else(following & ~heavy, following)
    clean = table & penalty == 0
    sparing = or_else(ducks & ~bonus, ducks)
    if behind == 0:
        return highest(light if clean | (ducks == 0) else sparing)
    if hot != 0:
        if ducks != 0:
            return highest(ducks)
        spare = light & under(lowest(hot))
        return highest(spare) if spare != 0 else lowest(light)
    # One choice and no way to go: which it will be is anyone's guess, and a wrong one costs more than all of this.
    free = clean & calm & (suit & HEART_CARDS == 0)
    low = lowest(light)
    stuck = (not free) & (ducks == 0) & (out & suit & over(low) != 0)
    high = highest(light if free | (ducks == 0) else sparing)
    return low if stuck else high


@inline
def _discard(legal, out, threat, penalty, heavy, bonus):
    """Return a card to throw: the queen, the spades above her while she is out, else the most dangerous one."""
    if threat == BY_SHOOTER:
        clean = legal & ~penalty
        return top_card(or_else(clean & ~bonus, clean)) if clean != 0 else lowest(legal)
    if threat == BY_ANOTHER and legal & HEART_CARDS != 0:
        return lowest(legal & HEART_CARDS)
    if legal & heavy != 0:
        return worst_of(legal & heavy)
    if out & QUEEN != 0 and legal & HIGH_SPADES != 0:
        return highest(legal & HIGH_SPADES)
    return _most_dangerous(or_else(legal & ~bonus, legal), out)


@inline
def _most_dangerous(legal, out):
    """Return the card with the most cards out below it, from a short suit sooner than a long one, hearts first."""
    worst = np.int64(_NEVER)
    card = np.int64(0)
    for suit in range(4):
        cards = legal & suit_cards(suit)
        rest = out & suit_cards(suit)
        top = highest(or_else(cards, ONE))
        danger = 4 * popcount(rest & under(top)) - popcount(rest & over(top)) - 4 * popcount(cards)
        if suit == HEARTS:
            danger += 9
        elif suit == SPADES:
            danger -= 4
        worse = (cards != 0) & (danger > worst)
        worst = danger if worse else worst
        card = top if worse else card
    return card


@inline
def lead_card(legal, held, out, voids, heavy, bonus):
    """Return a lead: likely to lose the trick, from a short suit, or a spade that may bring the queen down.

    Parameters
    ----------
    voids : int
        Suits in which some seat has shown a void, as bits.
    """
    best = np.int64(_NEVER)
    chosen = np.int64(lowest(legal))
    light = legal & ~(heavy | bonus)
    for suit in range(4):
        cards = light & suit_cards(suit)
        rest = out & suit_cards(suit)
        count = popcount(cards)
        all_follow = (voids >> suit) & 1 == 0
        fresh = all_follow & (popcount(rest) >= FRESH) & (suit < HEARTS)
        top, bottom = highest(or_else(cards, ONE)), lowest(or_else(cards, ONE))
        card = top if fresh else bottom
        above = popcount(rest & over(card))
        below = popcount(rest & under(card))
        worth = 4 * above - 23 * count
        worth -= 10 * below if all_follow else 0
        worth -= 160 if above == 0 else 0
        if suit == HEARTS:
            worth += 10
        elif suit == SPADES and not fresh:
            if held & QUEEN != 0:
                worth -= 85
            elif out & QUEEN != 0:
                if held & HIGH_SPADES == 0:
                    card = top
                    worth += 220
                elif card > QUEEN_OF_SPADES:
                    worth -= 200
        worth = 10 * (below - count) if fresh else worth  # everybody will follow: now it costs least
        better = (cards != 0) & (worth > best)
        best = worth if better else best
        chosen = card if better else chosen
    return chosen


@inline
def shoot_lead(legal, held, out):
    """Return a lead of a seat that shoots the moon: the top of a suit with few cards out above it, and many held."""
    best = np.int64(_NEVER)
    chosen = lowest(legal)
    for suit in range(4):
        cards = legal & suit_cards(suit)
        if cards != 0:
            top = highest(cards)
            worth = popcount(held & suit_cards(suit)) - 20 * popcount(out & suit_cards(suit) & over(top))
            if worth > best:
                best = worth
                chosen = top
    return chosen


@inline
def shoot_respond(legal, suit, best, out, behind):
    """Return the card of a seat that shoots the moon on somebody's lead: it takes the trick if it can."""
    following = legal & suit
    if following == 0:
        return bottom_card(legal)
    takers = following & over(best)
    if takers == 0:
        return lowest(following)
    return lowest(takers) if behind == 0 else highest(takers)
