"""Replaying what the engine played through the reference: the first thing they disagree on, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from hearts_arena.arena.event import Event
from hearts_arena.engine.driver import Played
from hearts_arena.engine.tables import DIRECTIONS, ENDINGS, NOT_SET, SHARE_UNITS
from hearts_arena.game.cards import HEARTS_MASK, NO_SEAT, QUEEN_OF_SPADES
from hearts_arena.game.dealing import layout
from hearts_arena.game.hand import HandState
from hearts_arena.game.match import MatchState

Layouts = Mapping[tuple[int, int], Sequence[int]]
"""By (match, hand), the cards dealt at each seat where they are not those of the event's seed."""


def disagreements(event: Event, played: Played, given: Layouts = MappingProxyType({})) -> Iterator[str]:
    """Yield every disagreement of the reference with rows of the engine, played with their plays."""
    matches = {int(row["match"]): row for row in played.matches}
    rows = zip(played.hands, played.plays, strict=True)
    for number, hands in groupby(rows, key=lambda pair: int(pair[0]["match"])):
        state = MatchState.start(event.rules)
        for hand, plays in hands:
            block = number // event.plan.seatings
            number_of_hand = int(hand["hand"])
            expected = given.get((number, number_of_hand)) or layout(event.seed, block, number_of_hand, event.rules)
            if tuple(plays["dealt"][: event.rules.players].tolist()) != tuple(expected):
                yield f"match {number} hand {hand['hand']}: dealt differently"
            after, faults = _replay(event, state, hand, plays)
            yield from (f"match {number} hand {hand['hand']}: {fault}" for fault in faults)
            state = after
        yield from (f"match {number}: {fault}" for fault in _compare_match(event, state, matches[number]))


def _replay(event: Event, before: MatchState, hand: Any, plays: Any) -> tuple[MatchState, list[str]]:
    rules, players = event.rules, event.rules.players
    state = HandState.start(rules, tuple(plays["dealt"][:players].tolist()), int(hand["hand"]))
    faults = []
    if state.pass_direction != DIRECTIONS[hand["pass_direction"]]:
        faults.append(f"pass direction {DIRECTIONS[hand['pass_direction']]}, not {state.pass_direction}")
    for seat in state.to_pass:
        state = state.choose_pass(seat, plays["passed"][seat][: rules.pass_count].tolist())
    if state.to_act != plays["leader"]:
        faults.append(f"seat {plays['leader']} leads; the reference says {state.to_act}: {state.text()}")
    for card in plays["cards"][: len(rules.deck)].tolist():
        if not state.can_play(card):
            return before, [*faults, f"card {card} is illegal in the reference: {state.text()}"]
        state = state.play(card)
    if state.phase == "moon":
        state = state.choose_moon("add" if plays["moon_adds"] == 1 else "subtract")
    result = state.result(before)
    after = before.after_hand(result.hand_scores)
    compared = {
        "penalty_points": result.penalty_points,
        "hand_score": result.hand_scores,
        "match_score": after.scores,
        "tricks_won": state.tricks_won,
    }
    for name, expected in compared.items():
        if tuple(hand[name][:players].tolist()) != tuple(expected):
            faults.append(f"{name} {hand[name][:players]}; the reference says {expected}: {state.text()}")
    if hand["moon"] != result.shooter or bool(hand["sun"]) != result.sun:
        faults.append(f"moon {hand['moon']} sun {hand['sun']}; the reference says {result.shooter} {result.sun}")
    if (plays["moon_adds"] == NOT_SET) != (result.shooter < 0):
        faults.append(f"moon_adds {plays['moon_adds']} with shooter {result.shooter}")
    if bool(hand["extra_hand"]) != before.extra_hand:
        faults.append(f"extra_hand {hand['extra_hand']}; the reference says {before.extra_hand}")
    faults += _compare_takers(state, hand)
    return after, faults


def _compare_takers(state: HandState, hand: Any) -> Iterator[str]:
    """Compare who took the queen, the bonus card and the hearts."""
    taken, rules = state.taken, state.rules
    for name, card in (("queen", QUEEN_OF_SPADES), ("bonus", rules.bonus_card)):
        takers = [] if card is None else [seat for seat, mask in enumerate(taken) if mask >> card & 1]
        expected = takers[0] if takers else NO_SEAT
        if hand[name] != expected:
            yield f"{name} {hand[name]}; the reference says {expected}: {state.text()}"
    hearts = [(mask & HEARTS_MASK).bit_count() for mask in taken]
    if hand["hearts_taken"][: rules.players].tolist() != hearts:
        yield f"hearts_taken {hand['hearts_taken']}; the reference says {hearts}: {state.text()}"


def _compare_match(event: Event, state: MatchState, row: Any) -> Iterator[str]:
    players = event.rules.players
    if not state.over:
        yield f"ended after {row['hands']} hands; in the reference it goes on"
        return
    shares = tuple(share / SHARE_UNITS for share in row["win_share"][:players].tolist())
    pairs = {
        "hands": (int(row["hands"]), state.hands),
        "ended": (ENDINGS[row["ended"]], state.ended),
        "score": (tuple(row["score"][:players].tolist()), tuple(state.scores)),
        "place": (tuple(row["place"][:players].tolist()), tuple(state.places)),
        "win share": (shares, tuple(state.win_shares)),
    }
    for name, (have, want) in pairs.items():
        if have != want:
            yield f"{name} {have}; the reference says {want}"
