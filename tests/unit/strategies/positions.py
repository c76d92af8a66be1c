"""Views written by hand, and the decisions of compiled bots on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from hearts_arena.bot import CompiledBot
from hearts_arena.engine.driver import records
from hearts_arena.engine.pointers import (
    MOON_SIGNATURE,
    PARAMS,
    PASS_SIGNATURE,
    PLAY_SIGNATURE,
    compile_pointer,
)
from hearts_arena.engine.tables import DIRECTIONS, LONGEST_HAND, encode_rules
from hearts_arena.engine.view import PASSING, PLAYING, VIEW
from hearts_arena.game.cards import NO_CARD, cards_of, format_card, mask_of, parse_card, parse_cards
from hearts_arena.game.hand import HandState
from hearts_arena.game.play import legal_mask, pass_targets
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.game.scoring import penalty_points

STANDARD = build_rules()
SUITS = "CDHS"


def blank_view(rules: RuleSet = STANDARD) -> Any:
    """Return a view in which nothing has happened yet, seen from seat 0."""
    view = records(1, VIEW)[0]
    view["rules"] = encode_rules(rules)
    for name in ("scattered", "gathered", "trick", "plays", "leaders"):
        view[name] = NO_CARD
    view["phase"] = PLAYING
    view["random"] = 1
    return view


def make_view(
    held: str,
    trick: str = "",
    *,
    seat: int = 0,
    taken: Mapping[int, str] | None = None,
    voids: Mapping[int, str] | None = None,
    passed: str = "",
    direction: str = "hold",
    trick_number: int | None = None,
    broken: bool = True,
    random: int = 1,
    rules: RuleSet = STANDARD,
) -> Any:
    """Return the view of a seat that is to play.

    Parameters
    ----------
    trick : str
        The cards on the table in order of play; the last one was played by the seat to the right.
    taken : mapping
        Cards of finished tricks, by the seat that took them. They count as played by that seat too.
    voids : mapping
        Suits (letters) in which each seat has shown a void.
    """
    view = blank_view(rules)
    cards = parse_cards(trick)
    players = rules.players
    view["seat"], view["random"] = seat, random
    view["held"] = mask_of(parse_cards(held))
    view["leader"] = (seat - len(cards)) % players
    view["trick_size"] = len(cards)
    view["trick"][: len(cards)] = cards
    for i, card in enumerate(cards):
        view["played_by"][(seat - len(cards) + i) % players] |= 1 << card
    for taker, text in (taken or {}).items():
        mask = mask_of(parse_cards(text))
        view["taken"][taker] |= mask
        view["played_by"][taker] |= mask
        view["points"][taker] = penalty_points(rules, mask)
        view["tricks_won"][taker] = max(1, mask.bit_count() // players)
    for other, suits in (voids or {}).items():
        view["voids"][other] = sum(1 << SUITS.index(suit) for suit in suits)
    number = int(view["tricks_won"].sum()) if trick_number is None else trick_number
    view["trick_number"] = max(number, 1) if trick_number is None else number
    view["hearts_broken"] = broken
    view["passed"] = mask_of(parse_cards(passed))
    view["pass_direction"] = DIRECTIONS.index(direction)
    view["legal"] = legal_mask(rules, int(view["held"]), cards, int(view["trick_number"]), broken)
    return view


def pass_view(held: str, *, rules: RuleSet = STANDARD, direction: str = "left", random: int = 1) -> Any:
    """Return the view of a seat that is to choose its pass."""
    view = blank_view(rules)
    view["phase"] = PASSING
    view["held"] = view["legal"] = mask_of(parse_cards(held))
    view["pass_direction"] = DIRECTIONS.index(direction)
    view["random"] = random
    return view


def view_of_state(state: HandState, seat: int, random: int = 1) -> Any:
    """Return the view of a seat in a hand of the reference, its turn to play or not."""
    rules, players = state.rules, state.rules.players
    view = blank_view(rules)
    view["seat"], view["random"], view["hand"] = seat, random, state.hand
    view["held"], view["leader"], view["trick_size"] = state.held[seat], state.leader, len(state.trick)
    view["trick"][: len(state.trick)] = state.trick
    view["trick_number"] = len(state.plays) // players
    view["hearts_broken"] = state.hearts_broken
    view["legal"] = legal_mask(rules, state.held[seat], state.trick, int(view["trick_number"]), state.hearts_broken)
    view["taken"][:players] = state.taken
    view["tricks_won"][:players] = state.tricks_won
    view["points"][:players] = [penalty_points(rules, mask) for mask in state.taken]
    for first in range(0, len(state.plays), players):
        led = state.plays[first][1] // 13
        for player, card in state.plays[first : first + players]:
            view["played_by"][player] |= 1 << card
            if card // 13 != led:
                view["voids"][player] |= 1 << led
    direction = rules.pass_direction(state.hand)
    view["pass_direction"] = DIRECTIONS.index(direction)
    view["passed"] = mask_of(state.passes[seat])
    if direction == "scatter":
        targets = pass_targets(rules, direction, seat)
        for card, target in zip(state.passes[seat], targets, strict=True):
            view["scattered"][(target - seat) % players - 1] = card
    return view


@cache
def _compiled(signature: Any, function: Any) -> Any:
    return compile_pointer(signature, function)[0]


def params_of(bot: type[CompiledBot], **values: float) -> Any:
    """Return a bot's parameters as a record, its defaults where none is given."""
    params = records(1, PARAMS)[0]
    for i, (name, parameter) in enumerate(bot.parameters.items()):
        params["values"][i] = values.get(name, parameter.default)
    return params


def play(bot: type[CompiledBot], view: Any, **values: float) -> str:
    """Return the card that a bot plays, as text."""
    with np.errstate(over="ignore"):
        return format_card(int(_compiled(PLAY_SIGNATURE, bot.choose_play)(view, params_of(bot, **values))))


def choose_pass(bot: type[CompiledBot], view: Any, **values: float) -> set[str]:
    """Return the cards that a bot passes, as text."""
    cards = np.full(LONGEST_HAND, NO_CARD, np.int64)
    with np.errstate(over="ignore"):
        _compiled(PASS_SIGNATURE, bot.choose_pass)(view, params_of(bot, **values), cards)
    return {format_card(int(card)) for card in cards[: view["rules"]["pass_count"]]}


def adds(bot: type[CompiledBot], view: Any) -> bool:
    """Return whether a bot adds the moon it has shot to the others."""
    return bool(_compiled(MOON_SIGNATURE, bot.choose_moon)(view, params_of(bot)))


def texts(mask: int) -> set[str]:
    """Return the cards of a mask as text."""
    return {format_card(card) for card in cards_of(int(mask))}


def mask(text: str) -> int:
    """Return the mask of some cards written as text."""
    return mask_of(parse_card(word) for word in text.split())
