"""The form of cases: what each kind takes, and the refusal of what means nothing, before a law sees it.

Cases come from other programs. What stands in one is checked here to the last card, so that the
laws, which trust their callers, are asked only what has an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn, TypeAlias

from hearts_arena.game.cards import CardParseError, format_card, parse_card
from hearts_arena.game.fields import BOUNDS
from hearts_arena.game.rules import RuleSet
from hearts_arena.game.scoring import MOON_CHOICES, sides_of
from hearts_arena.game.words import count_text, shown

__all__ = ["OPENSPIEL_PARAMETERS", "CaseError", "check_expected", "check_input", "check_whole", "part"]

Check: TypeAlias = Callable[[str, Any, RuleSet], None]

OPENSPIEL_PARAMETERS: Final = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
"""The parameters of Hearts in OpenSpiel."""

MOST_HANDS: Final = BOUNDS["max_hands"][1]
MOST_POINTS: Final = 1_000_000_000


class CaseError(ValueError):
    """A line that is no case: the message names the file and the line."""


def _refuse(name: str, value: object, remedy: str) -> NoReturn:
    raise CaseError(f"{name} is {shown(value)}: {remedy}")


def part(case: Mapping[str, Any], name: str, kind: type = object, what: str = "value", whole: str = "the case") -> Any:
    """Return a part of a case, which must be there and of a kind."""
    if name not in case:
        raise CaseError(f"{whole} lacks {name!r}: add it")
    if not isinstance(case[name], kind):
        _refuse(name, case[name], f"give {what}")
    return case[name]


# --- values -----------------------------------------------------------------------------------


def _number(name: str, value: Any, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _refuse(name, value, f"give a whole number {low}..{high}")


def _hand_number(name: str, value: Any, rules: RuleSet) -> None:
    _number(name, value, 0, MOST_HANDS)


def _trick_number(name: str, value: Any, rules: RuleSet) -> None:
    _number(name, value, 1, rules.hand_size)


def _seat(name: str, value: Any, rules: RuleSet) -> None:
    _number(name, value, 0, rules.players - 1)


def _switch(name: str, value: Any, rules: RuleSet) -> None:
    if not isinstance(value, bool):
        _refuse(name, value, "give true or false")


def _moon_choice(name: str, value: Any, rules: RuleSet) -> None:
    if value not in MOON_CHOICES:
        _refuse(name, value, f"give {' or '.join(MOON_CHOICES)}")


def _one_a_seat(name: str, value: Any, rules: RuleSet) -> None:
    if not isinstance(value, list | tuple) or len(value) != rules.players:
        _refuse(name, value, f"give a list of {rules.players}, one a seat")


def _scores(name: str, value: Any, rules: RuleSet) -> None:
    _one_a_seat(name, value, rules)
    for score in value:
        _number(f"a score in {name}", score, -MOST_POINTS, MOST_POINTS)


def _match_scores(name: str, value: Any, rules: RuleSet) -> None:
    _scores(name, value, rules)
    if any(value[seat] != value[side[0]] for side in sides_of(rules) for seat in side):
        _refuse(name, value, "partners have the score of their side, so give both the same")


def _tricks_won(name: str, value: Any, rules: RuleSet) -> None:
    _one_a_seat(name, value, rules)
    for tricks in value:
        _number(f"a count in {name}", tricks, 0, rules.hand_size)


# --- cards ------------------------------------------------------------------------------------


def _cards(name: str, value: Any, rules: RuleSet) -> None:
    if not isinstance(value, list | tuple):
        _refuse(name, value, "give a list of cards such as 'QS'")
    _distinct(name, (value,))


def _distinct(name: str, piles: Sequence[Sequence[Any]]) -> None:
    """Refuse what is no card, and a card that is there twice."""
    seen = set()
    for text in (text for pile in piles for text in pile):
        try:
            card = parse_card(text)
        except CardParseError as error:
            raise CaseError(f"{name}: expected a card such as 'QS', got {shown(text)}") from error
        if card in seen:
            raise CaseError(f"{name} has {format_card(card)} twice: name each card once")
        seen.add(card)


def _some_cards(name: str, value: Any, rules: RuleSet) -> None:
    _cards(name, value, rules)
    if not value:
        _refuse(name, value, "give at least one card")


def _trick(name: str, value: Any, rules: RuleSet) -> None:
    _some_cards(name, value, rules)
    if len(value) > rules.players:
        _refuse(name, value, f"a trick has at most {rules.players} cards")


def _trick_to_play_to(name: str, value: Any, rules: RuleSet) -> None:
    _cards(name, value, rules)
    if len(value) >= rules.players:
        _refuse(name, value, f"give at most {rules.players - 1} cards, one is yet to be played")


def _piles(name: str, value: Any, rules: RuleSet) -> None:
    _one_a_seat(name, value, rules)
    for pile in value:
        _cards(f"a seat in {name}", pile, rules)
    _distinct(name, value)


def _tricks(name: str, value: Any, rules: RuleSet) -> None:
    if not isinstance(value, list | tuple) or not value:
        _refuse(name, value, "give a list of tricks")
    for trick in value:
        _trick(f"a trick in {name}", trick, rules)
        if len(trick) < rules.players:
            _refuse(f"a trick in {name}", trick, f"give {rules.players} cards")
    _distinct(name, value)


def _passes(name: str, value: Any, rules: RuleSet) -> None:
    if value:
        _piles(name, value, rules)
    elif value is not None and value != []:
        _refuse(name, value, "give the cards of each seat")


def _check_passing(hands: Any, passes: Any, direction: str, rules: RuleSet) -> None:
    """Refuse hands that are no deal, passes in a hand without, and passes that are not from the hand."""
    dealt = {parse_card(text) for hand in hands for text in hand}
    if dealt != set(rules.deck) or any(len(hand) != rules.hand_size for hand in hands):
        _refuse("hands", hands, f"deal the whole deck, {count_text(rules.hand_size, 'card')} each")
    if direction == "hold":
        if passes:
            _refuse("passes", passes, "nothing is passed in this hand, so give an empty list")
        return
    _one_a_seat("passes", passes, rules)
    for hand, cards in zip(hands, passes, strict=True):
        if len(cards) != rules.pass_count:
            _refuse("a seat in passes", cards, f"give {count_text(rules.pass_count, 'card')}")
        if not set(map(parse_card, cards)) <= set(map(parse_card, hand)):
            _refuse("a seat in passes", cards, "give cards from its hand")


# --- small cases ------------------------------------------------------------------------------

_NEEDED: Final[Mapping[str, Mapping[str, Check]]] = {
    "legal": {"hand": _some_cards, "trick": _trick_to_play_to, "trick_no": _trick_number, "hearts_broken": _switch},
    "broken": {"trick": _trick, "hearts_broken": _switch},
    "trick_winner": {"trick": _trick},
    "sequence": {"first_leader": _seat, "tricks": _tricks},
    "pass": {"hand": _hand_number, "hands": _piles, "passes": _passes},
    "opening": {"held": _piles, "hand": _hand_number},
    "hand_score": {"taken": _piles},
    "match_end": {"totals_before": _match_scores, "hand_scores": _scores},
    "deck": {},
}
_OPTIONAL: Final[Mapping[str, Mapping[str, Check]]] = {
    "legal": {"queen_event": _trick},
    "hand_score": {
        "tricks_won": _tricks_won,
        "totals_before": _match_scores,
        "hands_before": _hand_number,
        "choice": _moon_choice,
        "last_scorer": _seat,
    },
    "match_end": {"hands_before": _hand_number, "extra_hands_played": _hand_number},
}


def _check_legal(said: Mapping[str, Any], rules: RuleSet) -> None:
    _distinct("hand with trick", (said["hand"], said["trick"]))
    opens = not said["trick"] and said["trick_no"] == 1 and rules.opening_lead == "lowest_club"
    if opens and rules.lowest_club not in set(map(parse_card, said["hand"])):
        club = format_card(rules.lowest_club or 0)
        _refuse("hand", said["hand"], f"it leads trick 1, so it must have {club}")


def _check_pass(said: Mapping[str, Any], rules: RuleSet) -> None:
    _check_passing(said["hands"], said["passes"], rules.pass_direction(said["hand"]), rules)


def _check_opening(said: Mapping[str, Any], rules: RuleSet) -> None:
    held = {parse_card(text) for pile in said["held"] for text in pile}
    if rules.opening_lead != "left_of_dealer" and rules.lowest_club not in held:
        _refuse("held", said["held"], f"nobody holds {format_card(rules.lowest_club or 0)}, which opens the hand")


_TOGETHER: Final[Mapping[str, Callable[[Mapping[str, Any], RuleSet], None]]] = {
    "legal": _check_legal,
    "pass": _check_pass,
    "opening": _check_opening,
}


def check_input(kind: str, case: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Return the input of a small case without the optional names that are null.

    Raises
    ------
    CaseError
        If something is left out or means nothing.

    Examples
    --------
    >>> check_input("trick_winner", {"input": {"trick": ["2C", "AH"]}}, RuleSet())
    {'trick': ['2C', 'AH']}
    """
    given, optional = part(case, "input", dict, "an object"), _OPTIONAL.get(kind, {})
    said = {name: value for name, value in given.items() if value is not None or name not in optional}
    for name in _NEEDED[kind]:
        part(said, name, whole="input")
    for name, check in {**_NEEDED[kind], **optional}.items():
        if name in said:
            check(name, said[name], rules)
    if kind in _TOGETHER:
        _TOGETHER[kind](said, rules)
    return said


def check_expected(case: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    """Return what a small case expects; of the names there are it must have some, and no others."""
    expected: Mapping[str, Any] = part(case, "expect", dict, "an object")
    for name in expected:
        if name not in names:
            raise CaseError(f"expect has {shown(name)}, which this kind has not: use {', '.join(names)}")
    if not expected:
        raise CaseError(f"expect is empty, so nothing is tried: use {', '.join(names)}")
    return expected


# --- whole hands ------------------------------------------------------------------------------


def check_whole(case: Mapping[str, Any], rules: RuleSet) -> int:
    """Return the number of the hand that a whole hand is, once all of it has been checked.

    Raises
    ------
    CaseError
        If something is left out or means nothing.
    """
    given = part(case, "pass_dir")
    direction = "hold" if given in ("none", None) else given
    if direction not in rules.pass_cycle:
        known = " or ".join("none" if name == "hold" else name for name in rules.pass_cycle)
        _refuse("pass_dir", given, f"give {known}")
    _piles("hands", part(case, "hands"), rules)
    _passes("passes", case.get("passes"), rules)
    _check_passing(case["hands"], case.get("passes"), direction, rules)
    _scores("points", part(case, "points"), rules)
    plays = part(case, "plays")
    if not isinstance(plays, list | tuple) or not plays:
        _refuse("plays", plays, "give a list of [seat, card, [every legal card]]")
    for play in plays:
        if not isinstance(play, list | tuple) or len(play) != 3:
            _refuse("a play", play, "give [seat, card, [every legal card]]")
        _seat("the seat of a play", play[0], rules)
        _cards("the card of a play", [play[1]], rules)
        _cards("the legal cards of a play", play[2], rules)
    return rules.pass_cycle.index(direction)
