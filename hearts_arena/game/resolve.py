"""From the fields somebody wrote to the fields of a rule set: defaults, checks, one spelling.

`resolve` is all that `RuleSet` calls. It works on a dictionary of fields in four steps: coerce each
value, fill in the defaults that depend on the number of seats, check what must fit together, and
give what is only spelled otherwise one spelling, so that its hash is one. `chosen` goes the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, Final, NoReturn

from hearts_arena.game.cards import (
    CLUBS,
    HEARTS,
    NUM_CARDS,
    QUEEN_OF_SPADES,
    TWO_OF_CLUBS,
    TWO_OF_DIAMONDS,
    Card,
    format_card,
    format_cards,
    suit_of,
)
from hearts_arena.game.fields import FIELDS, RuleSetError, coerce
from hearts_arena.game.words import count_text, shown

__all__ = ["DEFAULT_CYCLE", "DEFAULT_CYCLE_ODD", "DEFAULT_REMOVED", "chosen", "resolve"]

_Fields = dict[str, Any]

DEFAULT_REMOVED: Final[Mapping[int, tuple[Card, ...]]] = {
    3: (TWO_OF_DIAMONDS,),
    4: (),
    5: (TWO_OF_CLUBS, TWO_OF_DIAMONDS),
}
DEFAULT_CYCLE: Final = ("left", "right", "across", "hold")
DEFAULT_CYCLE_ODD: Final = ("left", "right", "hold")
HOLD_CYCLE: Final = ("hold",)


def resolve(fields: Mapping[str, object]) -> _Fields:
    """Return the fields of a rule set, coerced, with defaults filled in, checked and normalised.

    Raises
    ------
    RuleSetError
        If the fields name no game that can be played.

    Examples
    --------
    >>> from hearts_arena.game.rules import RuleSet
    >>> RuleSet(players=5).deck_removed, RuleSet(players=5).pass_cycle
    ((0, 13), ('left', 'right', 'hold'))
    """
    values = {name: coerce(name, value) for name, value in fields.items()}
    _fill_defaults(values)
    for check in _CHECKS:
        check(values)
    _normalise(values)
    return values


def _fill_defaults(values: _Fields) -> None:
    players = values["players"]
    if values["deck_removed"] is None:
        values["deck_removed"] = DEFAULT_REMOVED[players]
    if values["pass_cycle"] is None:
        values["pass_cycle"] = _default_cycle(players)


def _default_cycle(players: int) -> tuple[str, ...]:
    return DEFAULT_CYCLE if players % 2 == 0 else DEFAULT_CYCLE_ODD


def chosen(values: Mapping[str, Any], settings: Container[str] = ()) -> _Fields:
    """Return the resolved fields that somebody must have chosen, to be resolved again with settings on top.

    Defaults that depend on the number of seats are left out, so that they follow it, and so are
    fields without effect, so that a setting which gives them one finds their defaults. "Nothing is
    ever passed" gives way to a setting of `pass_count` or `pass_cycle`.

    Examples
    --------
    >>> from hearts_arena.game.rules import RuleSet
    >>> values = RuleSet(players=3, pass_count=0, target=50).as_dict()
    >>> fields = chosen(resolve(values))
    >>> [fields.get(name) for name in ("players", "deck_removed", "pass_count", "pass_cycle", "target")]
    [3, None, 0, None, 50]
    """
    without = {name for holds, settled in _WITHOUT_EFFECT if holds(dict(values)) for name in settled}
    if values["deck_removed"] == DEFAULT_REMOVED[values["players"]]:
        without.add("deck_removed")
    if values["pass_cycle"] == _default_cycle(values["players"]) or values["pass_count"] == 0:
        without.add("pass_cycle")
    if values["pass_count"] == 0 and "pass_cycle" in settings:
        without.add("pass_count")
    return {name: value for name, value in values.items() if name not in without}


# --- what must fit together -------------------------------------------------------------------


def _refuse(name: str, value: object, reason: str) -> NoReturn:
    raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): {reason}")


def _check_deck(values: _Fields) -> None:
    """Refuse a deck that cannot be dealt evenly (1.2)."""
    players, removed = values["players"], values["deck_removed"]
    left = NUM_CARDS - len(removed)
    if left == 0 or left % players:
        _refuse(
            "deck_removed",
            format_cards(removed),
            f"{count_text(left, 'card')} cannot be dealt evenly to {players} players, so remove"
            f" {NUM_CARDS % players} or {NUM_CARDS % players + players} cards",
        )


def _check_opening(values: _Fields) -> None:
    """Refuse an opening by the lowest club where no club is dealt (3.1)."""
    clubs = {card for card in range(NUM_CARDS) if suit_of(card) == CLUBS}
    if values["opening_lead"] != "left_of_dealer" and clubs <= set(values["deck_removed"]):
        _refuse(
            "opening_lead",
            values["opening_lead"],
            "no club is left in the deck, so use left_of_dealer or keep a club",
        )


def _check_pass_count(values: _Fields) -> None:
    """Refuse a pass of more cards than a hand has (2.1)."""
    hand_size = (NUM_CARDS - len(values["deck_removed"])) // values["players"]
    if values["pass_count"] > hand_size:
        _refuse("pass_count", values["pass_count"], f"a hand has {count_text(hand_size, 'card')}, pass 0..that")


def _check_cycle(values: _Fields) -> None:
    """Refuse across without a seat across, scatter without a card for each opponent (2.2)."""
    players, count, cycle = values["players"], values["pass_count"], values["pass_cycle"]
    if "across" in cycle and players % 2:
        _refuse("pass_cycle", ",".join(cycle), f"{players} players have no seat across, use left")
    if "scatter" in cycle and count != players - 1:
        _refuse(
            "pass_cycle",
            ",".join(cycle),
            f"scatter gives one card to each opponent, so set pass_count={players - 1} instead of pass_count={count}",
        )


def _check_penalties(values: _Fields) -> None:
    """Refuse extra penalty cards that are not dealt or have points already (5.1)."""
    for card, _ in values["extra_penalties"]:
        text = format_card(card)
        if suit_of(card) == HEARTS or card == QUEEN_OF_SPADES:
            _refuse("extra_penalties", text, "hearts and QS have their points, name another card")
        if card in values["deck_removed"]:
            _refuse("extra_penalties", text, "the card is in deck_removed, keep it in the deck")


def _check_bonus(values: _Fields) -> None:
    """Refuse a bonus card that is not dealt or is a penalty card (5.2, 3.4)."""
    card = values["bonus_card"]
    if card is None:
        return
    if card in values["deck_removed"]:
        _refuse("bonus_card", format_card(card), "the card is in deck_removed, keep it in the deck")
    if card in dict(values["extra_penalties"]):
        _refuse("bonus_card", format_card(card), "the card is in extra_penalties, name it once")


def _check_teams(values: _Fields) -> None:
    """Refuse sides at a table without two pairs of partners (5.7)."""
    if values["teams"] is not None and values["players"] != 4:
        _refuse("teams", values["teams"], f"sides need 4 players, not {values['players']}")


def _check_exact_target(values: _Fields) -> None:
    """Refuse an exact target that is no gain (6.2)."""
    exact, target = values["exact_target"], values["target"]
    if exact is not None and exact >= target:
        _refuse("exact_target", exact, f"it must be below target={target}, so raise the target")


_CHECKS: Final[tuple[Callable[[_Fields], None], ...]] = (
    _check_deck,
    _check_opening,
    _check_pass_count,
    _check_cycle,
    _check_penalties,
    _check_bonus,
    _check_teams,
    _check_exact_target,
)


# --- one spelling -----------------------------------------------------------------------------


def _no_queen(values: _Fields) -> bool:
    return QUEEN_OF_SPADES in values["deck_removed"]


_WITHOUT_EFFECT: Final[tuple[tuple[Callable[[_Fields], bool], _Fields], ...]] = (
    (lambda v: v["first_trick_points"] == "allow", {"first_trick_forced": "any"}),
    (lambda v: not v["must_break"], {"lead_hearts_unbroken": "only_hearts"}),
    (lambda v: v["bonus_card"] is None, {"bonus_points": -10, "moon_requires_bonus": False}),
    (lambda v: v["teams"] is None, {"moon_scope": "player"}),
    (
        lambda v: v["moon"] == "off",
        {"sun": "double", "moon_scope": "player", "moon_requires_bonus": False},
    ),
    (
        lambda v: v["match_hands"] is not None,
        {"tie": "shared", "end_when": "reach", "max_hands": 200},
    ),
    (
        lambda v: v["match_hands"] is not None and v["exact_target"] is None,
        {"target": 100},
    ),
    (lambda v: v["tie"] == "shared", {"tie_max_extra_hands": 5}),
    (
        _no_queen,
        {
            "hearts_broken_by": "heart",
            "lead_hearts_unbroken": "only_hearts",
            "queen_until_broken": "free",
        },
    ),
)
"""When a condition holds, its fields have no effect on play and take these values."""


def _normalise(values: _Fields) -> None:
    _normalise_passing(values)
    for has_no_effect, settled in _WITHOUT_EFFECT:
        if has_no_effect(values):
            values.update(settled)


def _normalise_passing(values: _Fields) -> None:
    """Write "nothing is ever passed" one way, and a cycle without its repetitions."""
    cycle = values["pass_cycle"]
    if values["pass_count"] == 0 or set(cycle) == {"hold"}:
        values["pass_count"], values["pass_cycle"] = 0, HOLD_CYCLE
        return
    for period in range(1, len(cycle)):
        if len(cycle) % period == 0 and cycle == cycle[:period] * (len(cycle) // period):
            values["pass_cycle"] = cycle[:period]
            return
