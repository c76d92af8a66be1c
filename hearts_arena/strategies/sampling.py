"""Exact, uniform sampling of the hands a seat cannot see, over all layouts that agree with what it was shown.

What was shown: how many cards each seat holds, the voids, and the seat's own passed cards until they are played. Only
cards of a suit in which somebody is void are bound; they are dealt first, by a table of the number of ways to deal the
rest, and the free cards then fill the places that are left. Ways are counted in float64: five players' pass 64 bits.
"""

from __future__ import annotations

import numpy as np

from hearts_arena.bot import inline, lowest, popcount, select
from hearts_arena.engine.bits import multiply_high
from hearts_arena.engine.law import suit_cards, suit_of
from hearts_arena.engine.stream import GOLDEN, mix64
from hearts_arena.engine.tables import SEATS
from hearts_arena.game.cards import SUITS
from hearts_arena.strategies.knowledge import located_cards
from hearts_arena.strategies.search import OPPONENTS
from hearts_arena.strategies.tactics import bit

_N_SUITS = len(SUITS)
_FACTORIALS = np.cumprod(np.concatenate(([1.0], np.arange(1.0, 53.0))))
_UNIT = 2.0**-53
_11 = np.uint64(11)
DRAWS_A_WORD = 6  # a product of six bounds stays far below 2^64
_LAST = OPPONENTS - 1


@inline
def plan_worlds(view, out, search):
    """Prepare the sampler for a view, `out` being the cards that are out."""
    players = view.rules.players
    for seat in range(SEATS):
        search.fixed[seat] = 0
        search.world[seat] = 0
    unknown = out
    barred_suits = np.int64(0)
    for j in range(OPPONENTS):
        offset = j + players - OPPONENTS
        search.places[j] = 0
        search.barred[j] = 0
        search.seats[j] = view.seat
        if offset < 1:
            continue
        seat = (view.seat + offset) % players
        fixed = located_cards(view, seat) & out
        unknown &= ~fixed
        search.seats[j] = seat
        search.fixed[seat] = fixed
        search.places[j] = view.rules.hand_size - popcount(view.played_by[seat]) - popcount(fixed)
        search.barred[j] = view.voids[seat]
        barred_suits |= view.voids[seat]
    _sort_cards(search, unknown, barred_suits)
    if search.n_bound > 0:
        _count_ways(search)
        if _whole(search) == 0.0:
            _sort_cards(search, unknown, np.int64(0))  # no layout agrees: only a view made by hand can be so


@inline
def _sort_cards(search, unknown, barred_suits):
    """Tell the cards bound by a void from those that may be anywhere."""
    count = np.int64(0)
    search.free = unknown
    for suit in range(_N_SUITS):
        if (barred_suits >> suit) & 1:
            cards = unknown & suit_cards(suit)
            search.free &= ~cards
            while cards != 0:
                search.bound[count] = lowest(cards)
                cards &= cards - 1
                count += 1
    search.n_bound = count


@inline
def _strides(search):
    """Return the strides of `search.ways`: to the next bound card, and to one place more at each of three opponents.

    An entry is the number of ways to deal bound cards i and on, and the free cards, with a, b, c places left at the
    first three opponents; what is left at the last follows.
    """
    for_c = np.int64(1)
    for_b = search.places[2] + 1
    for_a = for_b * (search.places[1] + 1)
    for_i = for_a * (search.places[0] + 1)
    return for_i, for_a, for_b, for_c


@inline
def _whole(search):
    """Return the number of ways to deal everything."""
    _, for_a, for_b, for_c = _strides(search)
    return search.ways[search.places[0] * for_a + search.places[1] * for_b + search.places[2] * for_c]


@inline
def _may_hold(search, j, card):
    return (search.barred[j] >> suit_of(card)) & 1 == 0


@inline
def _count_ways(search):
    """Fill the table of ways, from the last bound card to the first."""
    n_bound = search.n_bound
    n_free = popcount(search.free)
    to_0, to_1, to_2, to_3 = search.places[0], search.places[1], search.places[2], search.places[3]
    for_i, for_a, for_b, for_c = _strides(search)
    ways = search.ways
    may_0, may_1, may_2, may_3 = True, True, True, True
    for i in range(n_bound, -1, -1):
        if i < n_bound:
            card = np.int64(search.bound[i])
            may_0, may_1 = _may_hold(search, 0, card), _may_hold(search, 1, card)
            may_2, may_3 = _may_hold(search, 2, card), _may_hold(search, 3, card)
        cards_left = n_bound - i + n_free
        for a in range(max(0, to_0 - i), to_0 + 1):
            for b in range(max(0, to_1 - i), to_1 + 1):
                for c in range(max(0, to_2 - i), to_2 + 1):
                    d = cards_left - a - b - c
                    at = a * for_a + b * for_b + c * for_c
                    total = 0.0
                    if d < 0 or d > to_3:
                        total = 0.0
                    elif i == n_bound:
                        total = _FACTORIALS[n_free] / (
                            _FACTORIALS[a] * _FACTORIALS[b] * _FACTORIALS[c] * _FACTORIALS[d]
                        )
                    else:
                        after = (i + 1) * for_i + at
                        if may_0 and a > 0:
                            total += ways[after - for_a]
                        if may_1 and b > 0:
                            total += ways[after - for_b]
                        if may_2 and c > 0:
                            total += ways[after - for_c]
                        if may_3 and d > 0:
                            total += ways[after]
                    ways[i * for_i + at] = total


@inline
def deal_world(search, key):
    """Write one layout of the unseen cards into `search.world`, every possible one with equal chance.

    Parameters
    ----------
    key : uint64
        A random word of this world's own.
    """
    for j in range(OPPONENTS):
        search.left[j] = search.places[j]
        search.world[search.seats[j]] = search.fixed[search.seats[j]]
    key = _deal_bound(search, key)
    free = search.free
    word = mix64(key)
    draws = 0
    for j in range(_LAST):
        hand = np.int64(0)
        for _ in range(search.left[j]):
            count = np.uint64(popcount(free))
            card = bit(select(free, np.int64(multiply_high(word, count))))
            word = word * count  # what the draw left over is the next draw
            hand |= card
            free ^= card
            draws += 1
            if draws == DRAWS_A_WORD:
                draws = 0
                key += GOLDEN
                word = mix64(key)
        search.world[search.seats[j]] |= hand
    search.world[search.seats[_LAST]] |= free


@inline
def _deal_bound(search, key):
    """Deal the bound cards by the table of ways; return the key for the next word."""
    left = search.left
    for_i, for_a, for_b, for_c = _strides(search)
    at = left[0] * for_a + left[1] * for_b + left[2] * for_c
    for i in range(search.n_bound):
        card = np.int64(search.bound[i])
        rest = np.float64(mix64(key) >> _11) * _UNIT * search.ways[at]
        key += GOLDEN
        at += for_i
        chosen = np.int64(_LAST)
        step = np.int64(0)
        for j in range(OPPONENTS):
            back = for_a if j == 0 else for_b if j == 1 else for_c if j == 2 else np.int64(0)
            if left[j] > 0 and _may_hold(search, j, card):
                ways = search.ways[at - back]
                if ways > 0.0:
                    chosen = np.int64(j)
                    step = back
                    rest -= ways
                    if rest < 0.0:
                        break
        at -= step
        left[chosen] -= 1
        search.world[search.seats[chosen]] |= bit(card)
    return key
