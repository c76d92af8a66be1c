"""The engine as a law: the committed cases, and any position or match, judged as the reference judges them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_arena.engine.judge import FastLaw
from hearts_arena.game.cards import cards_of, mask_of
from hearts_arena.game.cases import check_file
from hearts_arena.game.hand import HandState
from hearts_arena.game.law import REFERENCE
from hearts_arena.game.match import MatchState
from hearts_arena.game.rules import RuleSet, build_rules
from strategies import RANDOMS, finish, positions, rule_sets

CASES = Path(__file__).parents[2] / "conformance" / "cases"
LAW = FastLaw()


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_cases(name: str) -> None:
    """Every committed case, and every hand that another program played, is judged as it says."""
    report = check_file(CASES / name, LAW)

    assert [str(disagreement) for disagreement in report.disagreements] == []
    assert report.law == "engine"
    assert report.total > 0


@given(positions())
def test_legal_sets(state: HandState) -> None:
    """The legal set of any position is the reference's, and so is the flag of hearts after the trick so far."""
    if state.phase == "play":
        seat = state.to_act
        asked = (state.rules, state.held[seat], state.trick, state.trick_number, state.hearts_broken)

        assert LAW.legal(*asked) == state.legal_mask()
        assert LAW.broken_after(state.rules, state.trick, False) == REFERENCE.broken_after(
            state.rules, state.trick, False
        )


@given(rules=rule_sets(), data=st.data(), broken=st.booleans(), trick_number=st.integers(0, 16))
def test_legal_sets_of_any_hand(rules: RuleSet, data: st.DataObject, broken: bool, trick_number: int) -> None:
    """Hands that no real deal leads to are judged alike as well."""
    cards = data.draw(st.lists(st.sampled_from(rules.deck), min_size=2, unique=True, max_size=20))
    lead = data.draw(st.integers(0, min(len(cards) - 1, rules.players - 1)))
    trick, held = tuple(cards[:lead]), mask_of(cards[lead:])
    if trick or trick_number or rules.opening_lead == "left_of_dealer":
        asked = (rules, held, trick, trick_number, broken)

        assert cards_of(LAW.legal(*asked)) == cards_of(REFERENCE.legal(*asked))


@given(rules=rule_sets(), data=st.data())
def test_winner_of_any_trick(rules: RuleSet, data: st.DataObject) -> None:
    """The best card of any trick is the same card."""
    trick = data.draw(st.lists(st.sampled_from(rules.deck), min_size=1, max_size=rules.players, unique=True))

    assert LAW.winner(rules, trick) == REFERENCE.winner(rules, trick)


@st.composite
def matches(draw: st.DrawFn) -> MatchState:
    """Draw a match that goes on, mostly near its end and often tied."""
    rules = draw(rule_sets())
    near = st.integers(rules.target - 60, rules.target - 1)
    scores = draw(st.lists(near, min_size=rules.players, max_size=rules.players))
    if draw(st.booleans()):
        best, high = min(scores) - draw(st.integers(0, 30)), rules.target + draw(st.integers(0, 20))
        scores = [best, *scores[:-2], high] if draw(st.booleans()) else [best, best, *scores[:-3], high]
    if rules.score_floor is not None:
        scores = [max(0, score) for score in scores]
    if rules.teams:
        scores = scores[:2] * 2
    state = MatchState(rules=rules, scores=tuple(scores))
    hands = draw(st.integers(0, rules.max_hands - 1 if rules.match_hands is None else rules.match_hands - 1))
    extra = draw(st.integers(0, min(hands, rules.tie_max_extra_hands or 9) if state.target_met else 0))
    extra = min(extra, (rules.tie_max_extra_hands or 99) - 1)
    return MatchState(rules=rules, scores=state.scores, hands=hands, extra_hands=extra)


def could_go_on(state: MatchState) -> bool:
    """Return whether a match can stand as it does: not where the end test has been met by a sole winner."""
    return state.rules.match_hands is not None or not state.target_met or (state.tied and state.rules.tie == "play_on")


@given(before=matches(), data=st.data())
def test_end_of_any_match(before: MatchState, data: st.DataObject) -> None:
    """After any hand scores, any match stands as the reference says: scores, extra hands, over or not, and how."""
    scores = data.draw(st.lists(st.integers(-60, 60), min_size=before.rules.players, max_size=before.rules.players))
    if could_go_on(before):
        assert LAW.match_end(before, scores) == REFERENCE.match_end(before, scores)


@given(before=matches(), draw=RANDOMS, choice=st.sampled_from(("add", "subtract")))
def test_score_of_any_hand(before: MatchState, draw: Random, choice: str) -> None:
    """Any hand played at random scores as the reference says, in any match."""
    state = finish(HandState.deal(before.rules, draw.getrandbits(64), hand=before.hands), draw)
    asked = (before, state.taken, state.tricks_won, choice, state.last_scorer)
    if could_go_on(before):
        assert LAW.score(*asked) == REFERENCE.score(*asked)


@given(before=matches(), data=st.data(), choice=st.sampled_from(("add", "subtract")))
def test_score_of_any_moon(before: MatchState, data: st.DataObject, choice: str) -> None:
    """A moon, alone or with a partner, with or without every trick and the bonus card, scores as the reference says."""
    rules = before.rules
    shooter = data.draw(st.integers(0, rules.players - 1))
    partner = (shooter + 2) % 4 if rules.teams else shooter
    helpers = mask_of(data.draw(st.lists(st.sampled_from(rules.deck), max_size=6)))
    taken = [0] * rules.players
    taken[shooter] = rules.penalty_mask & ~helpers
    taken[partner] |= rules.penalty_mask & helpers
    if rules.bonus_card is not None:
        taken[data.draw(st.integers(0, rules.players - 1))] |= 1 << rules.bonus_card
    tricks = [0] * rules.players
    tricks[shooter] = rules.hand_size - data.draw(st.integers(0, 1))
    tricks[partner if partner != shooter else (shooter + 1) % rules.players] += rules.hand_size - tricks[shooter]
    last = shooter if taken[shooter] & rules.penalty_mask else partner
    asked = (before, tuple(taken), tuple(tricks), choice, last)
    if could_go_on(before):
        assert LAW.score(*asked) == REFERENCE.score(*asked)


def test_a_deck_without_penalty_cards_has_no_moon_bug() -> None:
    """Where no card has a positive value nobody can have taken them all."""
    rules = build_rules(deck_removed=(*range(26, 39), 49, 13, 14))
    state = finish(HandState.deal(rules, 7), Random(1))
    asked = (MatchState.start(rules), state.taken, state.tricks_won, "add", state.last_scorer)

    assert rules.penalty_mask == 0
    assert LAW.score(*asked) == REFERENCE.score(*asked)
    assert LAW.score(*asked).shooter == -1


def test_a_wrong_card_ends_a_replay() -> None:
    """A replay stops behind the first card that was not legal, as the reference's does."""
    rules = build_rules(pass_count=0)
    state = HandState.deal(rules, 7)
    plays = [state.legal_plays()[0], 51, 50]

    assert LAW.replay(rules, 0, state.dealt, (), plays) == REFERENCE.replay(rules, 0, state.dealt, (), plays)
