"""The fast path as a `Law`, so that the same checker tries it and the reference on the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from hearts_arena.engine.bits import lowest, popcount
from hearts_arena.engine.driver import Array, Player, Tables, Trouble, make_jobs, records
from hearts_arena.engine.jit import inline, kernel
from hearts_arena.engine.law import (
    NO_SUIT,
    add_to_match,
    auto_adds,
    beats,
    breaking_cards,
    find_shooter,
    is_extra_hand,
    legal_mask,
    match_end,
    opening_seat,
    score_hand,
    suit_of,
)
from hearts_arena.engine.tables import ENDINGS, LONGEST_HAND, MOON_AUTO, NO_ANSWER, RULES, SEATS, encode_rules
from hearts_arena.engine.view import CHOOSING_MOON, PASSING
from hearts_arena.game.cards import NO_CARD, NO_SEAT, Card, Seat
from hearts_arena.game.hand import HandState
from hearts_arena.game.law import HandScore, Replay
from hearts_arena.game.match import GOING_ON, MatchState
from hearts_arena.game.rules import RuleSet


@kernel
def _legal(rules, held, led, trick_number, broken):
    return legal_mask(rules[0], held, led, trick_number, broken)


@kernel
def _breaks(rules, card, led):
    return (breaking_cards(rules[0], led) >> card) & 1


@kernel
def _opener(rules, held, hand):
    return opening_seat(rules[0], held, hand)


@kernel
def _winner(trick):
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best]):
            best = place
    return best


@kernel
def _score(rules, points, taken, tricks_won, scores, hands, extra_hands, adds, last_scorer, hand_scores, after):
    law = rules[0]
    shooter = find_shooter(law, taken, last_scorer)
    if shooter >= 0 and law.moon == MOON_AUTO:
        adds = auto_adds(
            law, shooter, points, taken, tricks_won, scores, hands, extra_hands, hand_scores, after
        )  # fmt: skip
    score_hand(law, points, taken, tricks_won, shooter, adds, hand_scores)
    return shooter


@kernel
def _after(rules, hand_scores, scores, hands, extra_hands):
    law = rules[0]
    extra = extra_hands + is_extra_hand(law, scores)
    add_to_match(law, hand_scores, scores)
    return match_end(law, scores, hands + 1, extra), extra


# Columns of the stack of `_count_lines`: the position before each card, and the legal cards not yet tried.
_SIZE, _LEADER, _TRICK_NUMBER, _BROKEN, _LEFT = range(5)


@kernel
def _count_lines(rules, held, tricks, stack, depth):
    """Return the number of legal sequences of `depth` cards.

    Parameters
    ----------
    tricks : int64[17, 5]
        Cards of each trick, those of the current one filled in.
    stack : int64[depth + 1, 5]
        Row 0 holds the position; the rest is scratch.
    """
    law = rules[0]
    lines = 0
    ply = 0
    stack[0, _LEFT] = _legal_at(law, held, tricks, stack[0])
    while ply >= 0:
        here = stack[ply]
        if here[_LEFT] == 0:
            ply -= 1
            if ply >= 0:
                _lift(law, held, tricks, stack[ply])
            continue
        if ply == depth - 1:
            lines += popcount(here[_LEFT])
            here[_LEFT] = 0
            continue
        _lay(law, held, tricks, here, stack[ply + 1])
        ply += 1
        stack[ply, _LEFT] = _legal_at(law, held, tricks, stack[ply])
    return lines


@inline
def _seat_at(law, here):
    return (here[_LEADER] + here[_SIZE]) % law.players


@inline
def _led_at(tricks, here):
    return NO_SUIT if here[_SIZE] == 0 else suit_of(tricks[here[_TRICK_NUMBER], 0])


@inline
def _legal_at(law, held, tricks, here):
    seat = _seat_at(law, here)
    if held[seat] == 0:
        return np.int64(0)
    return legal_mask(law, held[seat], _led_at(tricks, here), here[_TRICK_NUMBER], here[_BROKEN])


@inline
def _lay(law, held, tricks, here, after):
    """Play the lowest card not yet tried, and write the position behind it."""
    seat, led = _seat_at(law, here), _led_at(tricks, here)
    card = lowest(here[_LEFT])
    bit = np.int64(1) << card
    here[_LEFT] ^= bit
    held[seat] ^= bit
    trick = tricks[here[_TRICK_NUMBER]]
    trick[here[_SIZE]] = card
    after[_BROKEN] = here[_BROKEN] != 0 or breaking_cards(law, led) & bit != 0
    if here[_SIZE] + 1 < law.players:
        after[_SIZE], after[_LEADER] = here[_SIZE] + 1, here[_LEADER]
        after[_TRICK_NUMBER] = here[_TRICK_NUMBER]
        return
    best = 0
    for place in range(1, law.players):
        if beats(trick[place], trick[best]):
            best = place
    after[_SIZE], after[_LEADER] = 0, (here[_LEADER] + best) % law.players
    after[_TRICK_NUMBER] = here[_TRICK_NUMBER] + 1


@inline
def _lift(law, held, tricks, here):
    """Take the card back that was played from a position."""
    held[_seat_at(law, here)] ^= np.int64(1) << tricks[here[_TRICK_NUMBER], here[_SIZE]]


class FastLaw:
    """The engine's law, asked function by function, and whole hands through its state machine."""

    name = "engine"

    def after_pass(
        self, rules: RuleSet, hand: int, dealt: Sequence[int], passes: Sequence[Sequence[Card]]
    ) -> tuple[int, ...]:
        """Return the mask held at each seat once all passes are applied."""
        script = _Script(rules, passes, ())
        playing = _table(rules, hand, dealt, script)
        while len(asked := playing.advance()) and playing.views["phase"][0] == PASSING:
            playing.answer(asked)
        return tuple(playing.tables["held"][0][: rules.players].tolist())

    def leader(self, rules: RuleSet, held: Sequence[int], hand: int) -> Seat:
        """Return the seat that leads the first trick."""
        return int(_opener(_encoded(rules), _seats(held), hand))

    def legal(self, rules: RuleSet, held: int, trick: Sequence[Card], trick_number: int, broken: bool) -> int:
        """Return the mask of legal cards; tricks count from 0."""
        return int(_legal(_encoded(rules), held, _led(trick), trick_number, int(broken)))

    def broken_after(self, rules: RuleSet, trick: Sequence[Card], broken: bool) -> bool:
        """Return whether hearts are broken after the cards of a trick."""
        encoded = _encoded(rules)
        return broken or any(bool(_breaks(encoded, card, _led(trick[:place]))) for place, card in enumerate(trick))

    def winner(self, rules: RuleSet, trick: Sequence[Card]) -> int:
        """Return the place in the trick of the card that takes it."""
        return int(_winner(np.array(trick, np.int64)))

    def score(
        self,
        before: MatchState,
        taken: Sequence[int],
        tricks_won: Sequence[int],
        choice: str,
        last_scorer: Seat,
    ) -> HandScore:
        """Return what a hand scores in a match that stands as `before`."""
        rules = before.rules
        points = [sum(rules.card_points[card] for card in range(52) if mask >> card & 1) for mask in taken]
        scorers = [seat for seat, total in enumerate(points) if total]
        if last_scorer == NO_SEAT and len(scorers) == 1:
            (last_scorer,) = scorers
        hand_scores, scratch = _seats(()), _seats(())
        adds = not (rules.moon == "subtract" or (rules.moon == "choose" and choice == "subtract"))
        shooter = _score(
            _encoded(rules), _seats(points), _seats(taken), _seats(tricks_won), _seats(before.scores),
            before.hands + 1, before.extra_hands + int(before.extra_hand), adds, last_scorer, hand_scores, scratch,
        )  # fmt: skip
        return HandScore(tuple(hand_scores[: rules.players].tolist()), int(shooter))

    def match_end(self, before: MatchState, hand_scores: Sequence[int]) -> MatchState:
        """Return the match after a hand."""
        rules, scores = before.rules, _seats(before.scores)
        ended, extra = _after(_encoded(rules), _seats(hand_scores), scores, before.hands, before.extra_hands)
        return MatchState(
            rules=rules,
            scores=tuple(scores[: rules.players].tolist()),
            hands=before.hands + 1,
            extra_hands=int(extra),
            ended=GOING_ON if ended == 0 else ENDINGS[ended],
        )

    def count_lines(self, state: HandState, depth: int) -> int:
        """Return the number of legal sequences of `depth` cards from a state in the play phase."""
        tricks = np.full((LONGEST_HAND, SEATS), NO_CARD, np.int64)
        tricks[state.trick_number, : len(state.trick)] = state.trick
        stack = np.zeros((depth + 1, 5), np.int64)
        stack[0, :_LEFT] = len(state.trick), state.leader, state.trick_number, state.hearts_broken
        lines = _count_lines(_encoded(state.rules), _seats(state.held), tricks, stack, depth)
        return int(lines)

    def replay(
        self,
        rules: RuleSet,
        hand: int,
        dealt: Sequence[int],
        passes: Sequence[Sequence[Card]],
        plays: Sequence[Card],
    ) -> Replay:
        """Return a hand played again at a table of the engine; `passes` is empty in a hand without a pass."""
        script = _Script(rules, passes, plays)
        playing = _table(rules, hand, dealt, script)
        while len(asked := playing.advance()) and not playing.control["n_hands"][0]:
            if playing.views["phase"][0] == CHOOSING_MOON:
                break
            playing.answer(asked)
            if script.done:
                break
        return script.replay(playing)


class _Script:
    """Answers from a given hand, noting what the engine says is legal at each card."""

    wants_hand_end = False

    def __init__(self, rules: RuleSet, passes: Sequence[Sequence[Card]], plays: Sequence[Card]) -> None:
        self.rules = rules
        self.passes_of = passes
        self.cards = plays
        self.asked: list[tuple[Seat, int]] = []
        self.done = False

    def passes(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return the given pass of the seat that is asked."""
        return np.array([self.passes_of[views["seat"][0]]], np.int64), []

    def plays(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return the next given card, and note seat and legal set."""
        place, legal = int(views["n_plays"][0]), int(views["legal"][0])
        if place == len(self.cards):
            self.done = True
            return np.array([NO_ANSWER]), []
        card = self.cards[place]
        self.asked.append((int(views["seat"][0]), legal))
        self.done = not legal >> card & 1
        return np.array([card]), []

    def moons(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Stop: the choice is not part of a replay."""
        self.done = True
        return np.array([1]), []

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Do nothing."""

    def replay(self, playing: Tables) -> Replay:
        """Return the hand as it went."""
        seats, legal = zip(*self.asked, strict=True) if self.asked else ((), ())
        complete = bool(playing.control["n_hands"][0]) and len(self.asked) == len(self.cards)
        scores = playing.hand_rows[0]["hand_score"][: self.rules.players].tolist() if complete else ()
        return Replay(seats, legal, tuple(scores))


def _table(rules: RuleSet, hand: int, dealt: Sequence[int], script: _Script) -> Tables:
    job = make_jobs(1)
    job["first_hand"] = hand
    job["is_given"] = 1
    job["given"][0, : rules.players] = dealt
    playing = Tables(rules, job, [Player(answerer=script)])
    playing.control["ask_forced"] = 1
    return playing


@lru_cache(maxsize=64)
def _encoded(rules: RuleSet) -> Array:
    encoded = records(1, RULES)
    encoded[0] = encode_rules(rules)
    return encoded


def _seats(values: Sequence[int]) -> Array:
    row = np.zeros(SEATS, np.int64)
    row[: len(values)] = values
    return row


def _led(trick: Sequence[Card]) -> int:
    return int(suit_of(trick[0])) if trick else NO_SUIT
