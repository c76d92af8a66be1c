"""Shared hypothesis strategies, and random play for tests that need many hands.

`rule_sets` builds valid rule sets over the whole space by construction: each choice is drawn from
what the choices before it leave possible, so nothing is filtered away.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from hearts_arena.game import (
    HEARTS_MASK,
    NUM_CARDS,
    PRESETS,
    QUEEN_OF_SPADES,
    SUIT_MASKS,
    HandState,
    MatchState,
    RuleSet,
    build_rules,
    cards_of,
)
from hearts_arena.game.dealing import MAX_SEED
from hearts_arena.game.fields import CHOICES

JACK, TEN = 22, 21
CARDS = st.integers(0, NUM_CARDS - 1)
MASKS = st.integers(0, (1 << NUM_CARDS) - 1)
SEEDS = st.integers(0, MAX_SEED)
RANDOMS = st.integers(0, 2**32).map(Random)
PRESET_NAMES = st.sampled_from(sorted(PRESETS))
PRESET_RULES = PRESET_NAMES.map(build_rules)


@st.composite
def removed_cards(draw: st.DrawFn, players: int) -> tuple[int, ...] | None:
    """Draw cards to leave out: mostly the default, else any that leave an even deal of one card a seat or more."""
    if draw(st.integers(0, 3)):
        return None
    rounds = draw(st.one_of(st.integers(0, 4), st.integers(0, NUM_CARDS // players - 1)))
    count = NUM_CARDS % players + players * rounds
    cards = draw(st.lists(CARDS, min_size=count, max_size=count, unique=True))
    return tuple(cards)


@st.composite
def passing(draw: st.DrawFn, players: int, hand_size: int) -> dict[str, Any]:
    """Draw a pass count and a cycle that fit the table."""
    counts = st.one_of(st.sampled_from((min(3, hand_size), min(players - 1, hand_size))), st.integers(0, hand_size))
    count = draw(counts)
    entries = ["left", "right", "hold"]
    if players % 2 == 0:
        entries.append("across")
    if count == players - 1:
        entries.append("scatter")
    cycle = draw(st.lists(st.sampled_from(entries), min_size=1, max_size=6))
    return {"pass_count": count, "pass_cycle": draw(st.sampled_from((None, tuple(cycle))))}


@st.composite
def special_cards(draw: st.DrawFn, deck: set[int]) -> dict[str, Any]:
    """Draw a bonus card and extra penalties out of the deck."""
    bonus = draw(st.sampled_from([None, *(card for card in (JACK, TEN) if card in deck)]))
    free = sorted(deck - set(cards_of(HEARTS_MASK)) - {QUEEN_OF_SPADES, bonus})
    points = st.one_of(st.integers(1, 13), st.integers(1, 1000))
    extra = draw(st.dictionaries(st.sampled_from(free), points, max_size=3)) if free else {}
    return {
        "bonus_card": bonus,
        "bonus_points": draw(st.sampled_from((-10, -1, -1000))),
        "extra_penalties": tuple(extra.items()),
    }


@st.composite
def rule_fields(draw: st.DrawFn, players: int | None = None) -> dict[str, Any]:
    """Draw the fields of a valid rule set, as somebody might write them."""
    players = draw(st.integers(3, 5)) if players is None else players
    removed = draw(removed_cards(players))
    deck = set(RuleSet(players=players, deck_removed=removed, opening_lead="left_of_dealer", pass_count=0).deck)  # type: ignore[arg-type]
    has_club = any(SUIT_MASKS[0] >> card & 1 for card in deck)
    target = draw(st.one_of(st.just(100), st.integers(1, 200)))
    words = {
        name: draw(st.sampled_from(choices))
        for name, choices in CHOICES.items()
        if name not in ("bonus_card", "exact_target", "teams", "opening_lead")
    }
    openings = CHOICES["opening_lead"] if has_club else ("left_of_dealer",)
    return {
        "players": players,
        "deck_removed": removed,
        **draw(passing(players, len(deck) // players)),
        **draw(special_cards(deck)),
        **words,
        "opening_lead": draw(st.sampled_from(openings)),
        "must_break": draw(st.booleans()),
        "heart_lead_breaks": draw(st.booleans()),
        "moon_requires_bonus": draw(st.booleans()),
        "no_trick_bonus": draw(st.sampled_from((0, -5, -1000))),
        "teams": draw(st.sampled_from((None, "opposite"))) if players == 4 else None,
        "target": target,
        "exact_target": draw(st.sampled_from([None, *(exact for exact in (0, 50) if exact < target)])),
        "tie_max_extra_hands": draw(st.sampled_from((None, 1, 2, 5))),
        "max_hands": draw(st.sampled_from((1, 5, 200))),
        "match_hands": draw(st.sampled_from((None, None, 1, 3))),
    }


def rule_sets(players: int | None = None) -> st.SearchStrategy[RuleSet]:
    """Return the strategy of all valid rule sets, or of those for some number of seats."""
    return rule_fields(players).map(RuleSet.from_dict)


def choose_passes(state: HandState, rng: Random) -> HandState:
    """Return the state after every seat has passed cards at random."""
    for seat in state.to_pass:
        held = cards_of(state.held[seat])
        state = state.choose_pass(seat, tuple(rng.sample(held, state.rules.pass_count)))
    return state


def play_on(state: HandState, rng: Random, cards: int = NUM_CARDS) -> HandState:
    """Return the state after up to ``cards`` random plays, passes first."""
    state = choose_passes(state, rng)
    for _ in range(cards):
        if state.phase != "play":
            break
        state = state.play(rng.choice(state.legal_plays()))
    return state


def finish(state: HandState, rng: Random) -> HandState:
    """Return the finished hand, played at random; a shooter who is asked chooses at random."""
    state = play_on(state, rng)
    return state.choose_moon(rng.choice(("add", "subtract"))) if state.phase == "moon" else state


def play_match(rules: RuleSet, rng: Random) -> list[MatchState]:
    """Return the states of a match of random hands, before the first and after each."""
    match, states = MatchState.start(rules), []
    seed = rng.getrandbits(64)
    while not match.over:
        states.append(match)
        hand = finish(HandState.deal(rules, seed, hand=match.hands), rng)
        match = match.after_hand(hand.result(match).hand_scores)
    return [*states, match]


@st.composite
def hands(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> HandState:
    """Draw a hand just dealt."""
    chosen = draw(rule_sets() if rules is None else rules)
    return HandState.deal(chosen, draw(SEEDS), hand=draw(st.integers(0, 11)))


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> HandState:
    """Draw a position anywhere between the deal and the end of a hand."""
    state = draw(hands(rules))
    stage = draw(st.sampled_from(("pass", "play", "end")))
    rng = draw(RANDOMS)
    if stage == "pass":
        for seat in state.to_pass[: draw(st.integers(0, 4))]:
            held = cards_of(state.held[seat])
            state = state.choose_pass(seat, tuple(rng.sample(held, state.rules.pass_count)))
        return state
    cards = draw(st.integers(0, NUM_CARDS)) if stage == "play" else NUM_CARDS
    return play_on(state, rng, cards)
