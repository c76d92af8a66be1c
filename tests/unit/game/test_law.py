"""The reference as a law."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from hearts_arena.game import HandState, MatchState, build_rules
from hearts_arena.game.law import REFERENCE, Law, apply_passes
from strategies import RANDOMS, finish, hands

LAW: Law = REFERENCE


@given(hands(), RANDOMS)
@settings(max_examples=60)
def test_replay_is_the_hand(state: HandState, rng: Random) -> None:
    """A hand played again has its seats, a legal set for each card and its scores."""
    end = finish(state, rng)
    if end.moon_choice:
        return
    passes = end.passes if any(end.passes) else ()
    replay = LAW.replay(state.rules, state.hand, state.dealt, passes, [c for _, c in end.plays])

    assert replay.seats == tuple(seat for seat, _ in end.plays)
    assert all(mask >> card & 1 for mask, (_, card) in zip(replay.legal, end.plays, strict=True))
    assert replay.hand_scores == end.result().hand_scores


def test_replay_stops_behind_a_card_that_is_not_legal() -> None:
    """The legal set that it was not in is the last one given."""
    state = HandState.deal(build_rules(), 7, hand=3)

    replay = LAW.replay(state.rules, 3, state.dealt, (), (12, 0))
    assert (replay.seats, replay.legal, replay.hand_scores) == ((state.leader,), (1,), ())


def test_the_parts_of_the_law() -> None:
    """Each question is answered by the reference's own function."""
    rules = build_rules()
    state = HandState.deal(rules, 7)
    passes = [tuple(card for card in range(52) if mask >> card & 1)[:3] for mask in state.dealt]
    passed = apply_passes(state, passes)

    assert LAW.after_pass(rules, 0, state.dealt, passes) == passed.held
    assert LAW.leader(rules, passed.held, 0) == passed.leader
    assert LAW.legal(rules, passed.held[passed.leader], (), 0, False) == 1
    assert LAW.broken_after(rules, (0, 26), False)
    assert LAW.winner(rules, (0, 26, 12, 1)) == 2
    match = MatchState.start(rules)
    score = LAW.score(match, (rules.penalty_mask, 0, 0, 0), (13, 0, 0, 0), "add", 0)
    assert score == ((0, 52, 52, 52), 0)
    assert LAW.match_end(match, score.hand_scores).scores == (0, 52, 52, 52)
