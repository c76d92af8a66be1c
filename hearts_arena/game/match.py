"""A match: scores from hand to hand, and when and how it ends (clause 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import NO_SEAT, Seat
from hearts_arena.game.scoring import HandResult, score_hand, sides_of

if TYPE_CHECKING:
    from hearts_arena.game.rules import RuleSet

__all__ = ["ENDINGS", "GOING_ON", "MatchState", "places_of"]

GOING_ON: Final = ""
WON: Final = "won"
SHARED: Final = "shared"
TRUNCATED: Final = "truncated"
ENDINGS: Final = (WON, SHARED, TRUNCATED)


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each score, 1 for the lowest; equal scores share a place (6.4).

    Examples
    --------
    >>> places_of((110, 110, 70, 95))
    (3, 3, 1, 2)
    """
    return tuple(1 + sum(other < score for other in scores) for score in scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match between two hands. Scores count against a seat: low is good.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> match = MatchState.start(build_rules(target=20)).after_hand((13, 5, 8, 0))
    >>> match.scores, match.over
    ((13, 5, 8, 0), False)
    >>> match.after_hand((7, 6, 8, 5)).winners
    (3,)
    """

    rules: RuleSet
    """The rule set."""
    scores: tuple[int, ...]
    """Match score of each seat; under teams both partners show their side's."""
    hands: int = 0
    """Hands played, which is the number of the next hand."""
    extra_hands: int = 0
    """Hands played to break a tie, over the whole match."""
    ended: str = GOING_ON
    """``won`` (one winner or one side), ``shared``, ``truncated``, or empty while going on."""

    @classmethod
    def start(cls, rules: RuleSet) -> MatchState:
        """Return a match before its first hand.

        Examples
        --------
        >>> from hearts_arena.game import build_rules
        >>> MatchState.start(build_rules("three")).scores
        (0, 0, 0)
        """
        return cls(rules=rules, scores=(0,) * rules.players)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.ended != GOING_ON

    @property
    def target_met(self) -> bool:
        """Whether some match score meets the end test (6.1)."""
        highest = max(self.scores)
        if self.rules.end_when == "exceed":
            return highest > self.rules.target
        return highest >= self.rules.target

    @property
    def lowest(self) -> tuple[Seat, ...]:
        """Seats with the lowest match score."""
        best = min(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    @property
    def tied(self) -> bool:
        """Whether more than one seat (under teams, side) has the lowest match score."""
        return self.lowest not in sides_of(self.rules)

    @property
    def extra_hand(self) -> bool:
        """Whether the next hand is played to break a tie (6.3)."""
        return not self.over and self.rules.match_hands is None and self.target_met and self.tied

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats that have won or share the win; none while the match goes on."""
        return self.lowest if self.over else ()

    @property
    def places(self) -> tuple[int, ...]:
        """Place of each seat as the scores stand, 1 for the lowest (6.4)."""
        return places_of(self.scores)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """Share of the win of each seat: 1/k for each of k winners, else 0 (6.4)."""
        winners = self.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.rules.players))

    def after_hand(self, hand_scores: Sequence[int]) -> MatchState:
        """Return the match after a hand with these hand scores, one a seat.

        Floor, then exact target, then the end test, each applied to sides under teams.

        Raises
        ------
        ValueError
            If the match is over or there is not one score a seat.

        Examples
        --------
        >>> from hearts_arena.game import build_rules
        >>> MatchState.start(build_rules("partnership")).after_hand((1, 2, 3, 20)).scores
        (4, 22, 4, 22)
        """
        if self.over:
            raise ValueError(f"the match is over ({self.ended}) at {self.scores!r}, start another")
        if len(hand_scores) != self.rules.players:
            raise ValueError(f"expected {self.rules.players} hand scores, one a seat, got {hand_scores!r}")
        after = replace(
            self,
            scores=self._add(hand_scores),
            hands=self.hands + 1,
            extra_hands=self.extra_hands + self.extra_hand,
        )
        return replace(after, ended=after._ending())

    def _add(self, hand_scores: Sequence[int]) -> tuple[int, ...]:
        scores = list(self.scores)
        for side in sides_of(self.rules):
            score = self.scores[side[0]] + sum(hand_scores[seat] for seat in side)
            for seat in side:
                scores[seat] = self._settled(score)
        return tuple(scores)

    def _settled(self, score: int) -> int:
        """Return a match score after floor (5.6) and exact target (6.2)."""
        if self.rules.score_floor is not None:
            score = max(score, self.rules.score_floor)
        if self.rules.exact_target is not None and score == self.rules.target:
            score = self.rules.exact_target
        return score

    def _ending(self) -> str:
        """Return how the match has ended after a hand, or `GOING_ON` (6.3, 6.5, 6.6)."""
        rules = self.rules
        ending = SHARED if self.tied else WON
        if rules.match_hands is not None:
            return ending if self.hands >= rules.match_hands else GOING_ON
        if self.target_met and (not self.tied or self._tie_stands()):
            return ending
        return TRUNCATED if self.hands >= rules.max_hands else GOING_ON

    def _tie_stands(self) -> bool:
        """Return whether a tie for the lowest score is left as it is (6.3)."""
        cap = self.rules.tie_max_extra_hands
        return self.rules.tie == "shared" or (cap is not None and self.extra_hands >= cap)

    def score(
        self,
        taken: Sequence[int],
        tricks_won: Sequence[int],
        *,
        choice: str = "add",
        last_scorer: Seat = NO_SEAT,
    ) -> HandResult:
        """Return what a hand scores at this point of the match; see `score_hand`.

        Only ``moon=auto`` looks at the match: it adds, unless that would end the match with
        anybody but the shooter (under teams, his side) as sole winner; then it subtracts.

        Examples
        --------
        >>> from hearts_arena.game import build_rules
        >>> rules = build_rules(moon="auto")
        >>> match = MatchState(rules=rules, scores=(99, 0, 80, 10))
        >>> match.score((rules.penalty_mask, 0, 0, 0), (12, 1, 0, 0)).moon
        'subtract'
        """
        if self.rules.moon != "auto":
            return score_hand(self.rules, taken, tricks_won, choice=choice, last_scorer=last_scorer)
        added = score_hand(self.rules, taken, tricks_won, last_scorer=last_scorer)
        if added.shooter == NO_SEAT or self._adding_is_safe(added):
            return added
        return score_hand(self.rules, taken, tricks_won, choice="subtract", last_scorer=last_scorer)

    def _adding_is_safe(self, added: HandResult) -> bool:
        after = self.after_hand(added.hand_scores)
        sides = sides_of(self.rules)
        return not after.over or (added.shooter in after.winners and after.winners in sides)
