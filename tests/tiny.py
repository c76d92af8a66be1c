"""Rule sets with decks of a few cards: moons, ties, caps and truncation come with every other match."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from differential.agreement import disagreements
from hearts_arena.game.cards import HEARTS_MASK, NUM_CARDS, QUEEN_OF_SPADES, parse_card
from hearts_arena.game.rules import RuleSet, build_rules
from playing import event_of, play_event

BONUS = parse_card("JD")


def tiny_rules(draw: Random) -> RuleSet:
    """Return a random rule set of one to four cards a hand."""
    players, size = draw.choice((3, 4, 4, 5)), draw.choice((1, 1, 2, 3))
    fields: dict[str, Any] = {
        "moon": draw.choice(("auto", "auto", "auto", "choose", "add", "subtract")),
        "sun": draw.choice(("as_moon", "double")),
        "target": draw.choice((1, 1, 2, 3, 5, 10)),
        "tie": "play_on",
        "tie_max_extra_hands": draw.choice((1, 1, None, None)),
        "max_hands": draw.choice((2, 3, 4, 12)),
        "end_when": draw.choice(("reach", "exceed")),
        "score_floor": draw.choice((None, None, 0)),
    }
    if draw.random() < 0.3:
        fields["exact_target"] = 0
    cards = draw.sample(range(NUM_CARDS), players * size)
    if players == 4 and draw.random() < 0.6:
        fields |= {"teams": "opposite", "moon_scope": draw.choice(("team", "player"))}
        if draw.random() < 0.6 and BONUS not in cards:
            cards[-1] = BONUS
            fields["bonus_card"] = BONUS
    if not any(HEARTS_MASK >> card & 1 or card == QUEEN_OF_SPADES for card in cards):
        cards[0] = QUEEN_OF_SPADES
    removed = [card for card in range(NUM_CARDS) if card not in cards]
    return build_rules(
        players=players, deck_removed=removed, opening_lead="left_of_dealer", pass_count=0, **fields
    )  # fmt: skip


def play_tiny(seed: int, rule_sets: int, blocks: int) -> tuple[int, list[str]]:
    """Return extra hands of random matches under some tiny rule sets, and what the reference says otherwise."""
    draw = Random(seed)
    extra, wrong = 0, []
    for _ in range(rule_sets):
        rules = tiny_rules(draw)
        event = event_of(*["random"] * rules.players, rules=rules, blocks=blocks, seed=draw.getrandbits(60))
        played = play_event(event)
        extra += int(played.hands["extra_hand"].sum())
        wrong += [f"{rules.settings()}: {text}" for text in islice(disagreements(event, played), 1)]
    return extra, wrong
