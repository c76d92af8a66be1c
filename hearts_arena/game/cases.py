"""Cases of the rules as data, and the check of a law against them.

A file of cases holds one JSON object a line, and may be compressed (``.jsonl.gz``). An object with
a ``kind`` is a small case: ``options`` over `standard`, an ``input``, and what to ``expect``. An
object with ``plays`` is a whole hand that OpenSpiel played. What is checked is a
`hearts_arena.game.law.Law`: the reference unless another is given.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hearts_arena.game.cards import (
    NO_SEAT,
    Card,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
)
from hearts_arena.game.hand import HandState
from hearts_arena.game.law import REFERENCE, Law, apply_passes
from hearts_arena.game.match import MatchState
from hearts_arena.game.rules import RuleSet, RuleSetError, build_rules

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


class CaseError(ValueError):
    """A line that is no case: the message names the file and the line."""


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
        scores=tuple(said.get("totals_before") or [0] * rules.players),
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
    options = dict(case["options"])
    if case["kind"] == "deck":
        options |= case["input"]
    if case["kind"] == "refused":
        return _check_refused(case, options)
    rules = build_rules(options.pop("preset", "standard"), **options)
    got = _KINDS[case["kind"]](rules, case["input"], law)
    return [
        f"{name} is {got[name]!r}, expected {expected!r}"
        for name, expected in case["expect"].items()
        if got[name] != expected
    ]


def _check_refused(case: Case, options: dict[str, Any]) -> list[str]:
    """Check that options which make no game are refused with the field's name."""
    field = case["expect"]["field"]
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
    said = dict(parameters)
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
    rules = openspiel_rules(case["rules"])
    hand = rules.pass_cycle.index("hold" if case["pass_dir"] in ("none", None) else case["pass_dir"])
    dealt = _masks(case["hands"])
    passes = [_cards(cards) for cards in case["passes"] or ()]
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

    Examples
    --------
    >>> check_case({"id": "R10", "kind": "trick_winner", "options": {},
    ...             "input": {"trick": ["2C", "AH", "KC", "AD"]}, "expect": {"winner_index": 2}})
    ()
    """
    kind = _kind(case)
    if kind == "whole_hand":
        return tuple(_check_whole(case, law))
    if kind not in KINDS:
        raise CaseError(f"no kind of case is called {kind!r}: use one of {', '.join(KINDS)}")
    pasteable = json.dumps(case, ensure_ascii=False)
    return tuple(f"{text}; case: {pasteable}" for text in _check_small(case, law))


def read_cases(path: str | PathLike[str]) -> Iterator[tuple[str, Case]]:
    """Yield each case of a file with its name: the file's name, line and the case's id.

    Raises
    ------
    CaseError
        If a line is no case.
    """
    file = Path(path)
    open_text = gzip.open if file.suffix == ".gz" else open
    with open_text(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                case = _parse(line, f"{file.name}:{number}")
                yield f"{file.name}:{number} {case.get('id', '')}".rstrip(), case


def _parse(line: str, place: str) -> Case:
    try:
        case = json.loads(line)
    except json.JSONDecodeError as error:
        raise CaseError(f"{place}: expected one JSON object a line: {error}") from error
    if not isinstance(case, dict) or not ("plays" in case or "kind" in case):
        raise CaseError(f"{place}: expected an object with 'kind' or 'plays', got {line[:80]!r}")
    return case


def check_file(path: str | PathLike[str], law: Law = REFERENCE) -> CaseReport:
    """Return what a law says otherwise than a file of cases.

    Raises
    ------
    CaseError
        If a line is no case or leaves something out.
    """
    checked: Counter[str] = Counter()
    disagreements = []
    for name, case in read_cases(path):
        try:
            texts = check_case(case, law)
        except (KeyError, TypeError, ValueError) as error:
            raise CaseError(f"{name}: {type(error).__name__} {error}") from error
        checked[_kind(case)] += 1
        disagreements += [Disagreement(name, text) for text in texts]
    return CaseReport(law.name, dict(checked), tuple(disagreements))
