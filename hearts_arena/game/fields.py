"""The fields of a rule set as data: clause, default, values, meaning, and their text.

Everything that lists or reads rules (the rules page, the command line, error messages, position
texts) takes it from here; `hearts_arena.game.rules` gives the fields their types and effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any, Final, NamedTuple

from hearts_arena.game.cards import Card, CardParseError, format_card, parse_card
from hearts_arena.game.words import perhaps, shown

__all__ = [
    "BOUNDS",
    "CHOICES",
    "FIELDS",
    "FieldInfo",
    "RuleSetError",
    "coerce",
    "format_setting",
    "parse_setting",
    "plain",
]


class RuleSetError(ValueError):
    """A rule set that cannot be played: the message names the field, its value and a remedy."""


class FieldInfo(NamedTuple):
    """What the rules page says of one field."""

    clause: str
    """Number of the clause on the rules page that the field belongs to."""
    default: str
    """Value in `standard`, as text that `parse_setting` reads back."""
    meaning: str
    """One sentence."""


FIELDS: Final[Mapping[str, FieldInfo]] = {
    "players": FieldInfo("1.1", "4", "number of seats"),
    "deck_removed": FieldInfo(
        "1.2",
        "default",
        "cards left out; by default none, 2D with three seats, 2C and 2D with five",
    ),
    "pass_count": FieldInfo("2.1", "3", "cards each seat passes"),
    "pass_cycle": FieldInfo(
        "2.2",
        "default",
        "directions hand by hand; by default left,right,across,hold, without across at three or five seats",
    ),
    "opening_lead": FieldInfo("3.1", "lowest_club", "who leads trick 1, and with what"),
    "first_trick_points": FieldInfo("3.2", "forbid", "whether a card of positive value may be discarded on trick 1"),
    "first_trick_forced": FieldInfo(
        "3.3", "any", "what a hand of nothing else may discard on trick 1 when 3.2 forbids"
    ),
    "must_break": FieldInfo("4.2", "true", "whether hearts must be broken before they are led"),
    "hearts_broken_by": FieldInfo("4.3", "heart", "whether the queen of spades breaks hearts too"),
    "heart_lead_breaks": FieldInfo("4.3", "true", "whether any heart breaks hearts, or only one played off-suit"),
    "lead_hearts_unbroken": FieldInfo("4.4", "only_hearts", "which hands may lead a heart while hearts are unbroken"),
    "queen_until_broken": FieldInfo("4.5", "free", "what the queen of spades may not do while hearts are unbroken"),
    "extra_penalties": FieldInfo("5.1", "none", "further penalty cards and their points"),
    "bonus_card": FieldInfo("5.2", "none", "card that scores for its taker"),
    "bonus_points": FieldInfo("5.2", "-10", "what the bonus card scores"),
    "moon": FieldInfo("5.3", "add", "how a hand is scored in which one seat took every penalty"),
    "moon_requires_bonus": FieldInfo("5.3", "false", "whether a moon needs the bonus card too"),
    "sun": FieldInfo("5.4", "double", "what a moon counts whose shooter took every trick"),
    "no_trick_bonus": FieldInfo("5.5", "0", "score of a seat without a trick in a hand without a moon"),
    "score_floor": FieldInfo("5.6", "none", "match score that nobody falls below"),
    "teams": FieldInfo("5.7", "none", "whether seats 0 and 2 play against seats 1 and 3"),
    "moon_scope": FieldInfo("5.7", "player", "whether two partners can shoot the moon together"),
    "target": FieldInfo("6.1", "100", "match score that ends the match"),
    "end_when": FieldInfo("6.1", "reach", "whether the target must be reached or exceeded"),
    "exact_target": FieldInfo("6.2", "none", "match score given to whoever lands on the target"),
    "tie": FieldInfo("6.3", "play_on", "what becomes of a tie for the lowest match score"),
    "tie_max_extra_hands": FieldInfo("6.3", "5", "extra hands after which a tie is shared"),
    "max_hands": FieldInfo("6.5", "200", "hands after which a match is cut off as truncated"),
    "match_hands": FieldInfo("6.6", "none", "exact number of hands, whatever the scores"),
}

CHOICES: Final[Mapping[str, tuple[str | int | None, ...]]] = {
    "opening_lead": ("lowest_club", "any_club", "left_of_dealer"),
    "first_trick_points": ("forbid", "allow"),
    "first_trick_forced": ("any", "hearts_only", "queen_first"),
    "hearts_broken_by": ("heart", "heart_or_queen_discard", "heart_or_queen"),
    "lead_hearts_unbroken": ("only_hearts", "only_penalty", "spare_queen"),
    "queen_until_broken": ("free", "no_discard", "no_lead_or_discard"),
    "bonus_card": (None, "JD", "TD"),
    "moon": ("add", "subtract", "choose", "auto", "off"),
    "sun": ("double", "as_moon"),
    "score_floor": (None, 0),
    "teams": (None, "opposite"),
    "moon_scope": ("player", "team"),
    "end_when": ("reach", "exceed"),
    "exact_target": (None, 50, 0),
    "tie": ("play_on", "shared"),
}
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "players": (3, 5),
    "pass_count": (0, 17),
    "bonus_points": (-1000, -1),
    "no_trick_bonus": (-1000, 0),
    "target": (1, 1_000_000),
    "tie_max_extra_hands": (1, 10_000),
    "max_hands": (1, 10_000),
    "match_hands": (1, 10_000),
}
PASS_DIRECTIONS: Final = ("left", "right", "across", "hold", "scatter")
MAX_CYCLE: Final = 16
MAX_PENALTY: Final = 1000
_SWITCHES: Final = ("must_break", "heart_lead_breaks", "moon_requires_bonus")
OPTIONAL: Final = (
    "bonus_card",
    "score_floor",
    "teams",
    "exact_target",
    "tie_max_extra_hands",
    "match_hands",
)
_BY_PLAYERS: Final = ("deck_removed", "pass_cycle")


def coerce(name: str, value: object) -> Any:
    """Return a field's value in the form that a rule set keeps it in.

    Text is read as `parse_setting` reads it, wherever it comes from: ``"KS:10,AS:7"``, ``"2C,2D"``,
    ``"none"``, ``"default"``, ``"true"``, ``"50"``. Cards become card numbers, lists become tuples,
    ``extra_penalties`` becomes (card, points) pairs by card. Whole numbers of any type will do, and
    are kept as ``int``; a truth value is never a number nor a card.

    Raises
    ------
    RuleSetError
        If the value is of the wrong kind or out of bounds.

    Examples
    --------
    >>> coerce("bonus_card", "JD"), coerce("deck_removed", ["2D", "2C"])
    (22, (0, 13))
    >>> coerce("extra_penalties", "KS:10,AS:7"), coerce("tie_max_extra_hands", "none")
    (((50, 10), (51, 7)), None)
    """
    if isinstance(value, str):
        value = _read(name, value.strip())
    if value is None and (name in OPTIONAL or name in _BY_PLAYERS):
        return None
    if name in _COERCERS:
        return _COERCERS[name](name, value)
    if name in _SWITCHES:
        return _switch(name, value)
    return _choice(name, value) if name in CHOICES else _number(name, value)


def _is_truth(value: object) -> bool:
    """Return whether a value is a truth value, of Python or of numpy, which this room does not import."""
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def _whole(value: object) -> int | None:
    """Return a whole number of any type as an ``int``, None for anything else."""
    if _is_truth(value):
        return None
    try:
        return int(index(value))  # type: ignore[arg-type]
    except TypeError:
        return None


def _switch(name: str, value: object) -> bool:
    if _is_truth(value):
        return bool(value)
    raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): use true or false")


def _choice(name: str, value: object) -> Any:
    choices = CHOICES[name]
    said = value if isinstance(value, str) else _whole(value)
    if said is not None and said in choices:
        return choices[choices.index(said)]
    words = ", ".join("none" if choice is None else str(choice) for choice in choices)
    raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): use one of {words}")


def _number(name: str, value: object) -> int:
    low, high = BOUNDS[name]
    number = _whole(value)
    if number is not None and low <= number <= high:
        return number
    none = " or none" if name in OPTIONAL else ""
    raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): use a whole number {low}..{high}{none}")


def _card(name: str, value: object) -> Card:
    number = _whole(value)
    try:
        return parse_card(value if number is None else format_card(number))  # type: ignore[arg-type]
    except (CardParseError, ValueError):
        numbers = "" if isinstance(value, str) else ", or 0..51"
        raise RuleSetError(
            f"{name}={shown(value)} (rule {FIELDS[name].clause}): name cards such as 'JD'{numbers}"
        ) from None


def _bonus_card(name: str, value: object) -> Card:
    card = _card(name, value)
    _choice(name, format_card(card))
    return card


def _cards(name: str, value: object) -> tuple[Card, ...]:
    items = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(items, list | tuple | set | frozenset):
        raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): give a list of cards")
    cards = tuple(sorted(_card(name, item) for item in items))
    if len(set(cards)) != len(cards):
        raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): name each card once")
    return cards


def _cycle(name: str, value: object) -> tuple[str, ...]:
    entries = tuple(value.replace(",", " ").split()) if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not 1 <= len(entries) <= MAX_CYCLE:
        raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): give 1..{MAX_CYCLE} directions")
    for entry in entries:
        if not isinstance(entry, str) or entry not in PASS_DIRECTIONS:
            known = ", ".join(PASS_DIRECTIONS)
            raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): {shown(entry)} is none of {known}")
    return tuple(map(str, entries))


def _penalties(name: str, value: object) -> tuple[tuple[Card, int], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    try:
        listed = [(_card(name, card), _whole(points) or 0) for card, points in pairs]  # type: ignore[attr-defined]
    except (TypeError, ValueError) as error:
        if isinstance(error, RuleSetError):
            raise
        raise RuleSetError(
            f"{name}={shown(value)} (rule {FIELDS[name].clause}): give cards and points, as in {{'KS': 10, 'AS': 7}}"
        ) from None
    for _, points in listed:
        if not 1 <= points <= MAX_PENALTY:
            raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): use points of 1..{MAX_PENALTY}")
    if len({card for card, _ in listed}) != len(listed):
        raise RuleSetError(f"{name}={shown(value)} (rule {FIELDS[name].clause}): name each card once")
    return tuple(sorted(listed))


_COERCERS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "deck_removed": _cards,
    "pass_cycle": _cycle,
    "extra_penalties": _penalties,
    "bonus_card": _bonus_card,
}


def plain(name: str, value: Any) -> Any:
    """Return a field's kept value as plain JSON data: cards as text, tuples as lists.

    Examples
    --------
    >>> plain("extra_penalties", ((50, 10), (51, 7)))
    {'KS': 10, 'AS': 7}
    """
    if name == "extra_penalties":
        return {format_card(card): points for card, points in value}
    if name == "deck_removed":
        return [format_card(card) for card in value]
    if name == "pass_cycle":
        return list(value)
    return format_card(value) if name == "bonus_card" and value is not None else value


def parse_setting(text: str) -> tuple[str, Any]:
    """Return the name and the value of a setting written ``name=value``.

    Lists are written with commas, extra penalties as ``KS:10,AS:7``; ``none`` empties a field and
    ``default`` asks for the default that depends on the number of players.

    Raises
    ------
    RuleSetError
        If no field has that name or the value cannot be read.

    Examples
    --------
    >>> parse_setting("target=50"), parse_setting("pass_cycle=left,right")
    (('target', 50), ('pass_cycle', ('left', 'right')))
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise RuleSetError(f"expected a setting such as 'target=50', got {shown(text)}")
    check_name(name, f"{name}={value}")
    return name, coerce(name, value)


def check_name(name: str, setting: str | None = None) -> None:
    """Raise unless a rule set has a field of that name; the setting, if given, is quoted."""
    if name not in FIELDS:
        said = "" if setting is None else f"{shown(setting)[1:-1]}: "
        raise RuleSetError(
            f"{said}no rule is called {shown(name)}{perhaps(name, FIELDS)}: see `hearts-arena rules show standard`"
        )


def _read(name: str, value: str) -> object:
    """Return the text of a value as the kind of data that its field takes, as it is if it cannot be read."""
    if (name in OPTIONAL and value == "none") or (name in _BY_PLAYERS and value == "default"):
        return None
    if name in ("deck_removed", "extra_penalties") and value == "none":
        return ()
    if name == "extra_penalties":
        return [_read_penalty(value, item) for item in value.split(",")]
    if name in _SWITCHES:
        return {"true": True, "false": False}.get(value.lower(), value)
    if name not in _COERCERS and value.removeprefix("-").isdecimal():
        return _read_number(value)
    return value


def _read_number(digits: str) -> int | str:
    """Return the number of some digits, or the digits where there are too many for Python to read."""
    try:
        return int(digits)
    except ValueError:
        return digits


def _read_penalty(value: str, item: str) -> tuple[str, int | str]:
    card, colon, points = (part.strip() for part in item.partition(":"))
    if not colon or not points.isdecimal():
        raise RuleSetError(f"extra_penalties={shown(value)} (rule 5.1): write it as KS:10,AS:7")
    return card, _read_number(points)


def format_setting(name: str, value: Any) -> str:
    """Return a field's kept value as a setting that `parse_setting` reads back.

    Examples
    --------
    >>> format_setting("target", 50), format_setting("deck_removed", (13,))
    ('target=50', 'deck_removed=2D')
    """
    check_name(name)
    data = plain(name, value)
    if isinstance(data, dict):
        text = ",".join(f"{card}:{points}" for card, points in data.items())
    elif isinstance(data, list):
        text = ",".join(data)
    elif isinstance(data, bool):
        text = "true" if data else "false"
    else:
        text = "none" if data is None else str(data)
    return f"{name}={text or 'none'}"
