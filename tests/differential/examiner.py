"""A bot for every seat that holds each view up against the reference before it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import numpy as np

from hearts_arena.arena.event import Event
from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine.driver import Array, Played, Player, Tables, Trouble
from hearts_arena.engine.stream import FIRST_PLAY_DECISION, MOON_DECISION, PASS_DECISION
from hearts_arena.engine.view import seat_views
from hearts_arena.game.cards import rank_of
from hearts_arena.game.dealing import decision_key, layout, seat_keys
from hearts_arena.game.hand import HandState
from hearts_arena.game.match import MatchState
from hearts_arena.game.view import SeatView


@dataclass
class Table:
    """One match in the reference: the match before the hand, and the hand."""

    match: MatchState
    state: HandState


class Examiner:
    """Answers for every seat, at random or so that moons are shot, and notes where a view is not the reference's."""

    wants_hand_end = True

    def __init__(
        self, event: Event, draw: Random, given: Sequence[int] | None = None, shooter: int | None = None
    ) -> None:
        self.event = event
        self.draw = draw
        self.given = given
        self.shooter = shooter
        self.tables: dict[int, Table] = {}
        self.wrong: list[str] = []
        self.asked = 0
        self.moons_asked = 0

    def table(self, match: int) -> Table:
        """Return a match, begun where it is new."""
        if match not in self.tables:
            start = MatchState.start(self.event.rules)
            self.tables[match] = Table(start, self.deal(match, 0))
        return self.tables[match]

    def deal(self, match: int, hand: int) -> HandState:
        """Return the next hand of a match."""
        cards = self.given if hand == 0 else None
        block = match // self.event.plan.seatings
        return HandState.start(self.event.rules, cards or layout(self.event.seed, block, hand, self.event.rules), hand)

    def examine(self, views: Array, matches: Array, decision: int | None) -> list[tuple[Table, SeatView]]:
        """Return each asked table with its view, noting every field that differs from the reference's view."""
        pairs = []
        for view, match in zip(seat_views(views, self.event.rules), matches.tolist(), strict=True):
            table = self.table(match)
            self.asked += 1
            self.compare(table, view, match, FIRST_PLAY_DECISION + view.trick_number if decision is None else decision)
            pairs.append((table, view))
        return pairs

    def compare(self, table: Table, view: SeatView, match: int, decision: int) -> None:
        """Note every difference between a view and the reference's."""
        state, before = table.state, table.match
        block, rotation = divmod(match, self.event.plan.seatings)
        key = decision_key(seat_keys(self.event.seed, block, rotation)[view.seat], state.hand, decision)
        if state.phase != "pass" and view.seat != state.to_act:
            self.wrong.append(f"seat {view.seat} is asked; the reference asks {state.to_act}: {state.text()}")
            return
        expected = state.view(view.seat, before.scores, before.extra_hands, key)
        for field in fields(SeatView):
            have, want = getattr(view, field.name), getattr(expected, field.name)
            if have != want:
                self.wrong.append(f"{field.name} {have!r}; the reference says {want!r}: {state.text()}")

    def passes(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return cards to pass at random, in random order."""
        answers = []
        for table, view in self.examine(views, matches, PASS_DECISION):
            cards = self.draw.sample(view.held, view.pass_count)
            table.state = table.state.choose_pass(view.seat, cards)
            answers.append(cards)
        return np.array(answers, np.int64), []

    def plays(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return a legal card of each view."""
        answers = []
        for table, view in self.examine(views, matches, None):
            card = self.choose(view)
            if table.state.can_play(card):
                table.state = table.state.play(card)
            answers.append(card)
        return np.array(answers, np.int64), []

    def choose(self, view: SeatView) -> int:
        """Return a card at random, or one that lets the shooter have every trick."""
        if self.shooter is None or view.hand > 0:
            return self.draw.choice(view.legal)
        return (max if view.seat == self.shooter else min)(view.legal, key=rank_of)

    def moons(self, views: Array, matches: Array) -> tuple[Array, list[Trouble]]:
        """Return a random choice for each moon."""
        answers = []
        for table, _ in self.examine(views, matches, MOON_DECISION):
            self.moons_asked += 1
            choice = self.draw.choice(("add", "subtract"))
            table.state = table.state.choose_moon(choice)
            answers.append(int(choice == "add"))
        return np.array(answers, np.int64), []

    def hand_end(self, view: Any, match: int, hand_score: Array, match_over: bool) -> None:
        """Compare what a seat is told at the end of a hand; after the last seat, go on to the next hand."""
        table, rules = self.table(match), self.event.rules
        (told,) = seat_views(view.reshape(1), rules)
        result = table.state.result(table.match)
        after = table.match.after_hand(result.hand_scores)
        pairs = {
            "hand scores": (tuple(hand_score[: rules.players].tolist()), result.hand_scores),
            "scores": (told.scores, after.scores),
            "over": (match_over, after.over),
            "plays": (told.plays, table.state.plays),
            "taken": ([sum(1 << card for card in cards) for cards in told.taken], list(table.state.taken)),
            "held": (told.held, ()),
            "passed": (sorted(told.passed), sorted(table.state.passes[told.seat])),
        }
        for name, (have, want) in pairs.items():
            if have != want:
                self.wrong.append(
                    f"at the hand's end, {name} {have!r}; the reference says {want!r}: {table.state.text()}"
                )
        if told.seat == rules.players - 1:
            self.tables.pop(match)
            if not after.over:
                self.tables[match] = Table(after, self.deal(match, after.hands))


def examine(
    event: Event,
    *,
    draw: Random,
    given: Sequence[int] | None = None,
    shooter: int | None = None,
    tables: int = 8,
    ask_forced: bool = True,
) -> tuple[Examiner, Played]:
    """Play an event with an examiner in every seat, asked even for the only legal card."""
    examiner = Examiner(event, draw, given, shooter)
    jobs = make_event_jobs(event, range(event.blocks))
    jobs["entrants"] = 0
    if given is not None:
        jobs["is_given"] = 1
        jobs["given"][:, : event.rules.players] = given
    playing = Tables(event.rules, jobs, [Player(answerer=examiner)], log_plays=True, tables=tables)
    playing.control["ask_forced"] = int(ask_forced)
    while len(asked := playing.advance()):
        playing.answer(asked)
    return examiner, playing.result()
