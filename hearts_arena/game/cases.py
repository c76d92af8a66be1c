"""Cases of the rules as data, and the check of a law against them.

A file of cases holds one JSON object a line, and may be compressed. An object with
a ``kind`` is a small case: ``options`` over `standard`, an ``input``, and what to ``expect``. An
object with ``plays`` is a whole hand that OpenSpiel played. What is checked is a
`hearts_arena.game.law.Law`: the reference unless another is given.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from hearts_arena.game.cards import (
    NO_SEAT,
    Card,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
)
from hearts_arena.game.forms import OPENSPIEL_PARAMETERS, CaseError, check_expected, check_input, check_whole, part
from hearts_arena.game.hand import HandState
from hearts_arena.game.law import REFERENCE, Law, apply_passes
from hearts_arena.game.match import MatchState
from hearts_arena.game.rules import RuleSet, RuleSetError, build_rules
from hearts_arena.game.words import shown

if TYPE_CHECKING:
    from os import PathLike

__all__ = [
    "KINDS",
    "CaseError",
    "CaseReport",
    "Disagreement",
    "check_case",
    "check_file",
    "openspiel_rules",
    "read_cases",
]

Case = Mapping[str, Any]

GZIP: Final = b"\x1f\x8b"
LONGEST_REASON: Final = 300


# --- small cases ------------------------------------------------------------------------------


def _cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


def _mask(texts: Sequence[str]) -> int:
    return mask_of(_cards(texts))


def _masks(piles: Sequence[Sequence[str]]) -> tuple[int, ...]:
    return tuple(_mask(pile) for pile in piles)


def _texts(mask: int) -> list[str]:
    return sorted(format_card(card) for card in cards_of(mask))


def _legal(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    broken = said["hearts_broken"]
    if said.get("queen_event"):
        broken = law.broken_after(rules, _cards(said["queen_event"]), broken)
    held, trick = _mask(said["hand"]), _cards(said["trick"])
    return {"legal": _texts(law.legal(rules, held, trick, said["trick_no"] - 1, broken))}


def _broken(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    return {"broken": law.broken_after(rules, _cards(said["trick"]), said["hearts_broken"])}


def _trick_winner(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    return {"winner_index": law.winner(rules, _cards(said["trick"]))}


def _sequence(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    leader, winners, points = said["first_leader"], [], []
    for trick in map(_cards, said["tricks"]):
        leader = (leader + law.winner(rules, trick)) % rules.players
        winners.append(leader)
        points.append(sum(rules.card_points[card] for card in trick))
    return {"winners": winners, "points": points}


def _pass(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    passes = [_cards(cards) for cards in said["passes"]]
    held = law.after_pass(rules, said["hand"], _masks(said["hands"]), passes)
    return {"held": [_texts(mask) for mask in held]}


def _opening(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    return {"leader": law.leader(rules, _masks(said["held"]), said["hand"])}


def _hand_score(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    taken = said["taken"]
    tricks = said.get("tricks_won")
    if tricks is None:  # a pile of cards came from at least this many tricks
        tricks = [-(-len(pile) // rules.players) for pile in taken]
    before = MatchState(
        rules=rules,
        scores=tuple(said.get("totals_before", [0] * rules.players)),
        hands=said.get("hands_before", 0),
    )
    last_scorer = said.get("last_scorer", NO_SEAT)
    score = law.score(before, _masks(taken), tricks, said.get("choice", "add"), last_scorer)
    shooter = None if score.shooter == NO_SEAT else score.shooter
    return {"hand_scores": list(score.hand_scores), "shooter": shooter}


def _match_end(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    before = MatchState(rules=rules, scores=tuple(said["totals_before"]), hands=said.get("hands_before", 0))
    played = said.get("extra_hands_played", 0) - before.extra_hand
    before = MatchState(rules=rules, scores=before.scores, hands=before.hands, extra_hands=max(played, 0))
    after = law.match_end(before, said["hand_scores"])
    return {
        "totals": list(after.scores),
        "over": after.over,
        "winners": list(after.winners),
        "places": list(after.places),
        "win_shares": list(after.win_shares),
        "ended": after.ended,
        "extra_hands_played": after.extra_hands,
        "extra_hand": after.extra_hand,
    }


def _deck(rules: RuleSet, said: Case, law: Law) -> dict[str, Any]:
    return {
        "removed": [format_card(card) for card in rules.deck_removed],
        "cards_each": rules.hand_size,
        "opening": None if rules.lowest_club is None else format_card(rules.lowest_club),
        "total_points": rules.total_points,
        "pass_cycle": list(rules.pass_cycle),
    }


_KINDS: Final[Mapping[str, Callable[[RuleSet, Case, Law], dict[str, Any]]]] = {
    "legal": _legal,
    "broken": _broken,
    "trick_winner": _trick_winner,
    "sequence": _sequence,
    "pass": _pass,
    "opening": _opening,
    "hand_score": _hand_score,
    "match_end": _match_end,
    "deck": _deck,
}


KINDS: Final = (*_KINDS, "refused")
"""The kinds of small cases."""


def _check_small(case: Case, law: Law) -> list[str]:
    options = dict(part(case, "options", dict, "an object"))
    if case["kind"] == "deck":
        options |= part(case, "input", dict, "an object")
    if case["kind"] == "refused":
        return _check_refused(case, options)
    rules = build_rules(options.pop("preset", "standard"), **options)
    got = _KINDS[case["kind"]](rules, check_input(case["kind"], case, rules), law)
    return [
        f"{name} is {got[name]!r}, expected {expected!r}"
        for name, expected in check_expected(case, tuple(got)).items()
        if got[name] != expected
    ]


def _check_refused(case: Case, options: dict[str, Any]) -> list[str]:
    """Check that options which make no game are refused with the field's name."""
    field = check_expected(case, ("field",))["field"]
    if not isinstance(field, str) or not field.isidentifier():
        raise CaseError(f"field is {shown(field)}: name the field that is refused")
    try:
        build_rules(options.pop("preset", "standard"), **options)
    except RuleSetError as error:
        return [] if str(error).startswith(f"{field}=") else [f"expected {field} in {error}"]
    return [f"expected a refusal that names {field}, got none"]


# --- whole hands ------------------------------------------------------------------------------


def openspiel_rules(parameters: Mapping[str, bool]) -> RuleSet:
    """Return the rule set of OpenSpiel's eight parameters of Hearts.

    Examples
    --------
    >>> names = ("pass_cards", "no_pts_on_first_trick", "can_lead_any_club", "jd_bonus",
    ...          "avoid_all_tricks_bonus", "must_break_hearts", "qs_breaks_hearts",
    ...          "can_lead_hearts_instead_of_qs")
    >>> openspiel_rules(dict.fromkeys(names, True)).bonus_card
    22
    """
    said = parameters
    for name in OPENSPIEL_PARAMETERS:
        if not isinstance(part(said, name, whole="rules"), bool):
            raise CaseError(f"{name} is {shown(said[name])}: give true or false")
    overrides: dict[str, Any] = {
        "first_trick_points": "forbid" if said["no_pts_on_first_trick"] else "allow",
        "opening_lead": "any_club" if said["can_lead_any_club"] else "lowest_club",
        "bonus_card": "JD" if said["jd_bonus"] else None,
        "no_trick_bonus": -5 if said["avoid_all_tricks_bonus"] else 0,
        "must_break": said["must_break_hearts"],
        "hearts_broken_by": "heart_or_queen" if said["qs_breaks_hearts"] else "heart",
        "lead_hearts_unbroken": ("only_penalty" if said["can_lead_hearts_instead_of_qs"] else "only_hearts"),
    }
    if not said["pass_cards"]:
        overrides["pass_count"] = 0
    return build_rules("openspiel", **overrides)


def _check_whole(case: Case, law: Law) -> list[str]:
    """Check seats, legal sets and scores of a hand that OpenSpiel played."""
    rules = openspiel_rules(part(case, "rules", dict, "an object of OpenSpiel's parameters"))
    hand = check_whole(case, rules)
    dealt = _masks(case["hands"])
    passes = [_cards(cards) for cards in case.get("passes") or ()]
    plays = _cards([card for _, card, _ in case["plays"]])
    replay = law.replay(rules, hand, dealt, passes, plays)
    for place, (seat, card, legal) in enumerate(case["plays"]):
        position = _position(rules, hand, dealt, passes, plays[:place])
        if place >= len(replay.seats) or replay.seats[place] != seat:
            return [f"seat to play {card} is not {seat}; position: {position()}"]
        if replay.legal[place] != _mask(legal):
            got = format_cards(cards_of(replay.legal[place]))
            return [f"legal is {got}, expected {' '.join(legal)}; position: {position()}"]
    if list(replay.hand_scores) != case["points"]:
        position = _position(rules, hand, dealt, passes, plays)
        got_scores = list(replay.hand_scores)
        return [f"points are {got_scores}, expected {case['points']}; position: {position()}"]
    return []


def _position(
    rules: RuleSet,
    hand: int,
    dealt: Sequence[int],
    passes: Sequence[Sequence[Card]],
    plays: Sequence[Card],
) -> Callable[[], str]:
    """Return a function that writes the position after some plays, when it is needed."""

    def write() -> str:
        state = apply_passes(HandState.start(rules, dealt, hand), passes)
        for card in plays:
            state = state.play(card)
        return state.text()

    return write


# --- files ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A case that a law judges otherwise."""

    case: str
    """Name of the case, and its place in the file."""
    message: str
    """What the law says and what was expected, with the case or position to paste."""

    def __str__(self) -> str:
        """Return both in one line."""
        return f"{self.case}: {self.message}"


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What a file of cases said of a law."""

    law: str
    """Name of the law."""
    checked: Mapping[str, int]
    """Number of cases of each kind; whole hands are of the kind ``whole_hand``."""
    disagreements: tuple[Disagreement, ...]
    """Cases that the law judges otherwise."""

    @property
    def total(self) -> int:
        """Number of cases."""
        return sum(self.checked.values())


def _kind(case: Case) -> str:
    return "whole_hand" if "plays" in case else str(case["kind"])


def check_case(case: Case, law: Law = REFERENCE) -> tuple[str, ...]:
    """Return what a law says otherwise than a case: one text each, empty if they agree.

    Raises
    ------
    CaseError
        If the case leaves something out, has what means nothing, or cannot be judged.

    Examples
    --------
    >>> check_case({"id": "R10", "kind": "trick_winner", "options": {},
    ...             "input": {"trick": ["2C", "AH", "KC", "AD"]}, "expect": {"winner_index": 2}})
    ()
    """
    try:
        if "plays" in case:
            return tuple(_check_whole(case, law))
        kind = part(case, "kind")
        if kind not in KINDS:
            raise CaseError(f"no kind of case is called {shown(kind)}: use one of {', '.join(KINDS)}")
        pasteable = json.dumps(case, ensure_ascii=False)
        if not pasteable.isprintable():
            pasteable = json.dumps(case)
        return tuple(f"{text}; case: {pasteable}" for text in _check_small(case, law))
    except CaseError:
        raise
    except ValueError as error:
        raise CaseError(_in_short(str(error))) from error
    except Exception as error:  # a case is foreign data: whatever it makes a law raise, it is the case that is named
        raise CaseError(_in_short(f"{law.name} cannot judge it: {type(error).__name__}: {error}")) from error


def _in_short(text: str) -> str:
    """Return a text in one line that is not too long."""
    line = _printable(" ".join(text.split()))
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"


def _printable(text: str) -> str:
    """Return a text with escapes for all that a terminal would not print, or that no file can hold."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def read_cases(path: str | PathLike[str]) -> Iterator[tuple[str, Case]]:
    """Yield each case of a file with its name: the file's name, line and the case's id.

    Whether a file is compressed is told by its first bytes, not by its name.

    Raises
    ------
    CaseError
        If a line is no case.
    OSError
        If the file cannot be opened.
    """
    file = Path(path)
    for number, line in _lines(file):
        if line.strip():
            place = _printable(f"{file.name}:{number}")
            case = _parse(line, place, "utf-8-sig" if number == 1 else "utf-8")
            yield f"{place} {_in_short(str(case.get('id', '')))}".rstrip(), case


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, compressed or not, with their numbers."""
    number = 0
    with open(file, "rb") as raw:
        lines = gzip.GzipFile(fileobj=raw) if raw.peek(len(GZIP)).startswith(GZIP) else raw
        try:
            for number, line in enumerate(lines, start=1):
                yield number, line
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            place = _printable(f"{file.name}:{number + 1}")
            raise CaseError(f"{place}: the compressed data are broken ({error}): compress the file anew") from error


def _parse(line: bytes, place: str, encoding: str) -> Case:
    try:
        case = json.loads(line.decode(encoding), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise CaseError(
            f"{place}: expected UTF-8, got the byte {line[error.start]:#04x}: save the file anew"
        ) from error
    except json.JSONDecodeError as error:
        raise CaseError(f"{place}: expected one JSON object a line: {error}") from error
    except RecursionError as error:
        raise CaseError(f"{place}: expected one JSON object a line, this one is nested too deeply") from error
    except CaseError as error:
        raise CaseError(f"{place}: {error}") from error
    except ValueError as error:
        raise CaseError(f"{place}: a number has too many digits: write a smaller one") from error
    if not isinstance(case, dict) or not ("plays" in case or "kind" in case):
        raise CaseError(f"{place}: expected an object with 'kind' or 'plays', got {shown(case)}")
    return case


def _refuse_constant(name: str) -> NoReturn:
    raise CaseError(f"{name} is no JSON: write a number")


def check_file(path: str | PathLike[str], law: Law = REFERENCE) -> CaseReport:
    """Return what a law says otherwise than a file of cases.

    Raises
    ------
    CaseError
        If a line is no case, leaves something out, or cannot be judged.
    OSError
        If the file cannot be opened.
    """
    checked: Counter[str] = Counter()
    disagreements = []
    for name, case in read_cases(path):
        try:
            texts = check_case(case, law)
        except CaseError as error:
            raise CaseError(f"{name}: {error}") from error
        checked[_kind(case)] += 1
        disagreements += [Disagreement(name, text) for text in texts]
    return CaseReport(law.name, dict(checked), tuple(disagreements))
