"""What a hand scores: penalty points, the moon and the sun, the bonus card (clause 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import HEARTS_MASK, NO_SEAT, QUEEN_MASK, Seat, cards_of

if TYPE_CHECKING:
    from hearts_arena.game.rules import RuleSet

__all__ = [
    "MOON_CHOICES",
    "HandResult",
    "find_shooter",
    "is_sun",
    "penalty_points",
    "score_hand",
    "sides_of",
]

MOON_CHOICES: Final = ("add", "subtract")
_SUN_FACTOR: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """A hand that was played to the end. Scores count against a seat: low is good."""

    hand_scores: tuple[int, ...]
    """What each seat scores, moon and bonus card included; partners are not summed yet."""
    penalty_points: tuple[int, ...]
    """Positive card points each seat took, before the moon and without the bonus card."""
    shooter: Seat
    """Seat that shot the moon, or `NO_SEAT`."""
    moon: str
    """How the moon was scored, ``add`` or ``subtract``; empty without a moon."""
    sun: bool
    """Whether the moon was a sun, every trick taken as well."""
    tricks_won: tuple[int, ...]
    """Tricks of each seat."""
    hearts_taken: tuple[int, ...]
    """Hearts of each seat."""
    queen_taker: Seat
    """Seat that took the queen of spades, or `NO_SEAT`."""
    bonus_taker: Seat
    """Seat that took the bonus card, or `NO_SEAT`."""


def penalty_points(rules: RuleSet, mask: int) -> int:
    """Return the sum of the positive card points of a mask of cards (5.1).

    Examples
    --------
    >>> from hearts_arena.game import build_rules, mask_of, parse_cards
    >>> penalty_points(build_rules(), mask_of(parse_cards("QS 2H JD")))
    14
    """
    return sum(rules.card_points[card] for card in cards_of(mask & rules.penalty_mask))


def sides_of(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats that share a match score: partners under teams, else each seat alone (5.7).

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> sides_of(build_rules("partnership"))
    ((0, 2), (1, 3))
    """
    if rules.teams is None:
        return tuple((seat,) for seat in range(rules.players))
    return ((0, 2), (1, 3))


def moon_sides(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats that can shoot a moon together: partners under ``moon_scope=team``."""
    if rules.moon_scope == "team":
        return sides_of(rules)
    return tuple((seat,) for seat in range(rules.players))


def find_shooter(rules: RuleSet, taken: Sequence[int], last_scorer: Seat = NO_SEAT) -> Seat:
    """Return the seat that shot the moon, or `NO_SEAT` (5.3).

    A moon is every card of positive value, and the bonus card where ``moon_requires_bonus``. Where
    two partners took them together, the shooter is the one who took the last card of positive
    value.

    Parameters
    ----------
    rules
        The rule set.
    taken
        Mask of the cards that each seat took.
    last_scorer
        Seat that took the last card of positive value; needed only where partners may shoot
        together.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> rules = build_rules()
    >>> find_shooter(rules, (rules.penalty_mask, 0, 0, 0))
    0
    """
    needed = rules.penalty_mask
    if rules.moon == "off" or not needed:
        return NO_SEAT
    if rules.moon_requires_bonus and rules.bonus_card is not None:
        needed |= 1 << rules.bonus_card
    for side in moon_sides(rules):
        if needed & ~_union(taken, side) == 0:
            scorers = [seat for seat in side if taken[seat] & rules.penalty_mask]
            return scorers[0] if len(scorers) == 1 else _checked_scorer(side, last_scorer)
    return NO_SEAT


def _union(taken: Sequence[int], seats: Sequence[Seat]) -> int:
    mask = 0
    for seat in seats:
        mask |= taken[seat]
    return mask


def _checked_scorer(side: Sequence[Seat], last_scorer: Seat) -> Seat:
    if last_scorer not in side:
        raise ValueError(
            f"the partners {side!r} shot the moon together: pass the one of them who took the last"
            f" penalty card as last_scorer, not {last_scorer!r}"
        )
    return last_scorer


def is_sun(rules: RuleSet, tricks_won: Sequence[int], shooter: Seat) -> bool:
    """Return whether the shooter, or his side under ``moon_scope=team``, took every trick (5.4).

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> is_sun(build_rules(), (13, 0, 0, 0), 0), is_sun(build_rules(), (12, 1, 0, 0), 0)
    (True, False)
    """
    return sum(tricks_won[seat] for seat in _moon_side(rules, shooter)) == rules.hand_size


def _moon_side(rules: RuleSet, shooter: Seat) -> tuple[Seat, ...]:
    return next(side for side in moon_sides(rules) if shooter in side)


def score_hand(
    rules: RuleSet,
    taken: Sequence[int],
    tricks_won: Sequence[int],
    *,
    choice: str = "add",
    last_scorer: Seat = NO_SEAT,
) -> HandResult:
    """Return what a finished hand scores.

    Parameters
    ----------
    rules
        The rule set.
    taken
        Mask of the cards that each seat took.
    tricks_won
        Tricks that each seat took.
    choice
        ``add`` or ``subtract``: how a moon is scored where the rules leave it open
        (``moon=choose`` and ``moon=auto``); elsewhere it has no effect.
    last_scorer
        See `find_shooter`.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> rules = build_rules()
    >>> score_hand(rules, (rules.penalty_mask, 0, 0, 0), (12, 1, 0, 0)).hand_scores
    (0, 26, 26, 26)
    """
    if choice not in MOON_CHOICES:
        raise ValueError(f"a moon is scored by 'add' or 'subtract', not {choice!r}")
    shooter = find_shooter(rules, taken, last_scorer)
    points = tuple(penalty_points(rules, mask) for mask in taken)
    moon = "" if shooter == NO_SEAT else rules.moon if rules.moon in MOON_CHOICES else choice
    sun = bool(moon) and is_sun(rules, tricks_won, shooter)
    scores = _moon_scores(rules, shooter, moon, sun) if moon else _plain_scores(rules, points, tricks_won)
    bonus_taker = _taker(taken, 0 if rules.bonus_card is None else 1 << rules.bonus_card)
    return HandResult(
        hand_scores=tuple(
            score + (rules.bonus_points if seat == bonus_taker else 0) for seat, score in enumerate(scores)
        ),
        penalty_points=points,
        shooter=shooter,
        moon=moon,
        sun=sun,
        tricks_won=tuple(tricks_won),
        hearts_taken=tuple((mask & HEARTS_MASK).bit_count() for mask in taken),
        queen_taker=_taker(taken, QUEEN_MASK),
        bonus_taker=bonus_taker,
    )


def _moon_scores(rules: RuleSet, shooter: Seat, moon: str, sun: bool) -> list[int]:
    total = rules.total_points * (_SUN_FACTOR if sun and rules.sun == "double" else 1)
    if moon == "subtract":
        return [-total if seat == shooter else 0 for seat in range(rules.players)]
    side = _moon_side(rules, shooter)
    return [0 if seat in side else total for seat in range(rules.players)]


def _plain_scores(rules: RuleSet, points: Sequence[int], tricks_won: Sequence[int]) -> list[int]:
    return [
        value + (rules.no_trick_bonus if tricks == 0 else 0) for value, tricks in zip(points, tricks_won, strict=True)
    ]


def _taker(taken: Sequence[int], card_mask: int) -> Seat:
    return next((seat for seat, mask in enumerate(taken) if mask & card_mask), NO_SEAT)
