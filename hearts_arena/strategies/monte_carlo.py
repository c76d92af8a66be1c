"""`monte-carlo`: samples the hands it cannot see, plays each candidate out in each of them, and takes the best."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from hearts_arena.bot import CompiledBot, Parameter, highest, inline, lowest
from hearts_arena.engine.law import suit_cards, suit_of
from hearts_arena.engine.stream import GOLDEN, mix64
from hearts_arena.engine.tables import MOON_OFF
from hearts_arena.game.cards import NO_SEAT
from hearts_arena.strategies.habits import shoot_lead, shoot_respond
from hearts_arena.strategies.hard import choose_card, choose_pass
from hearts_arena.strategies.knowledge import adds_moon, bonus_mask, cards_out, lone_scorer, table_cards, taken_cards
from hearts_arena.strategies.rollout import play_out
from hearts_arena.strategies.sampling import deal_world, plan_worlds
from hearts_arena.strategies.search import new_search
from hearts_arena.strategies.tactics import bit, over, under

WORLDS, CAUTION, SHOT, EPSILON = range(4)  # indices in `params.values`
HALVINGS = 3  # after an eighth, a quarter and a half of the worlds
_STREAM_OF_PLAYS = np.uint64(0x5851F42D4C957F2D)


@inline
def write_candidates(view, search, out):
    """Write the legal cards into `search.cards`, one for each run of cards that are as good as equal; return how many.

    Two cards are, if they count the same and every card between them in rank is held or lies in a finished trick.
    """
    rules = view.rules
    between = out | table_cards(view)
    special = bonus_mask(rules)
    count = np.int64(0)
    before = np.int64(-1)
    legal = view.legal
    while legal != 0:
        card = lowest(legal)
        legal &= legal - 1
        equal = (
            before >= 0
            and suit_of(before) == suit_of(card)
            and rules.card_points[before] == rules.card_points[card]
            and (bit(before) | bit(card)) & special == 0
            and between & over(before) & under(card) == 0
        )
        if not equal:
            search.cards[count] = card
            search.shoots[count] = 0
            search.sums[count] = 0.0
            search.squares[count] = 0.0
            count += 1
        before = card
    return count


@inline
def _add_shot(view, search, out, count):
    """Add the card that begins or goes on with shooting the moon, where nobody else holds a point; return how many."""
    rules = view.rules
    scorer = lone_scorer(view.points)
    if rules.moon == MOON_OFF or (scorer != view.seat and (scorer != NO_SEAT or _somebody_scored(view))):
        return count
    if view.trick_size == 0:
        card = shoot_lead(view.legal, view.held, out)
    else:
        suit = suit_cards(suit_of(view.trick[0]))
        behind = rules.players - 1 - view.trick_size
        card = shoot_respond(view.legal, suit, highest(table_cards(view) & suit), out, behind)
    search.cards[count] = card
    search.shoots[count] = 1
    search.sums[count] = 0.0
    search.squares[count] = 0.0
    return count + 1


@inline
def _somebody_scored(view):
    return taken_cards(view) & view.rules.penalty_mask != 0


@inline
def _trusted(view, search, count):
    """Return the place of the candidate that stands for the card `hard` would play."""
    card = choose_card(view)
    place = np.int64(0)
    for i in range(count):
        if search.cards[i] <= card:
            place = np.int64(i)
    return place


@inline
def _swap(search, i, j):
    search.cards[i], search.cards[j] = search.cards[j], search.cards[i]
    search.shoots[i], search.shoots[j] = search.shoots[j], search.shoots[i]
    search.sums[i], search.sums[j] = search.sums[j], search.sums[i]
    search.squares[i], search.squares[j] = search.squares[j], search.squares[i]


@inline
def _keep_better_half(search, count):
    """Sort the candidates behind the first by their sums, best first, and return how many go on: half of them."""
    for i in range(2, count):
        j = i
        while j > 1 and search.sums[j - 1] < search.sums[j]:
            _swap(search, j - 1, j)
            j -= 1
    return 1 + count // 2


@inline
def _best_card(view, searches, worlds, epsilon, caution, shot):
    """Return the candidate that does best on average, by halving their number as worlds are played.

    The first one is what `hard` would play; it stands unless another does better by `caution` standard errors of the
    difference.
    """
    search = searches[0]
    out = cards_out(view)
    count = write_candidates(view, search, out)
    if count > 1:
        _swap(search, 0, _trusted(view, search, count))
        count = _add_shot(view, search, out, count)
        plan_worlds(view, out, search)
        halving = max(worlds >> HALVINGS, 1)
        for world in range(worlds):
            if world == halving:
                count = _keep_better_half(search, count)
                halving *= 2
            key = mix64(view.random + np.uint64(world) * GOLDEN)
            deal_world(search, key)
            search.world[view.seat] = view.held
            trusted = 0.0
            for i in range(count):
                worth = play_out(view, search, search.cards[i], search.shoots[i] != 0, key ^ _STREAM_OF_PLAYS, epsilon)
                search.sums[i] += worth
                if i == 0:
                    trusted = worth
                search.squares[i] += (worth - trusted) ** 2
        _keep_better_half(search, count)
        for i in range(1, min(count, 3)):
            gain = search.sums[i] - search.sums[0]
            needed = shot if search.shoots[i] != 0 else caution
            if gain > 0.0 and gain * gain > needed * needed * (search.squares[i] - gain * gain / worlds):
                return search.cards[i]
    return search.cards[0]


class MonteCarlo(CompiledBot):
    """Flat Monte Carlo over exactly sampled worlds, the same ones for every candidate."""

    slow: ClassVar = True
    parameters: ClassVar = {
        "worlds": Parameter(192, 1, 1_000_000, "hidden hands sampled for a decision"),
        "caution": Parameter(0.5, 0.0, 10.0, "standard errors by which a card must beat that of `hard`"),
        "shot": Parameter(3.0, 0.0, 100.0, "the same for a card played to shoot the moon"),
        "epsilon": Parameter(0.1, 0.0, 1.0, "share of the cards of a rollout that are played at random"),
    }

    @staticmethod
    def choose_pass(view: Any, params: Any, cards: Any) -> None:
        """Write the cards that its hand is best without."""
        choose_pass(view, cards)

    @staticmethod
    def choose_play(view: Any, params: Any) -> int:
        """Return the card of the best expectation."""
        searches = new_search()
        values = params.values
        worlds = np.int64(values[WORLDS])
        return _best_card(view, searches, worlds, values[EPSILON], values[CAUTION], values[SHOT])

    @staticmethod
    def choose_moon(view: Any, params: Any) -> bool:
        """Return whether to add a moon to the others rather than subtract it."""
        return adds_moon(view)
