"""A dialect of Hearts as one frozen value, and how to write one down.

Clause numbers in this package are those of the rules page, ``README.md`` beside this module.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, cast

from hearts_arena.game.cards import (
    HEARTS_MASK,
    NUM_CARDS,
    QUEEN_OF_SPADES,
    SUIT_MASKS,
    Card,
    cards_of,
)
from hearts_arena.game.fields import (
    FIELDS,
    FieldInfo,
    RuleSetError,
    check_name,
    format_setting,
    parse_setting,
    plain,
)
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.resolve import resolve
from hearts_arena.game.words import perhaps, shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = [
    "FIELDS",
    "HEART_POINTS",
    "PRESETS",
    "QUEEN_POINTS",
    "FieldInfo",
    "RuleSet",
    "RuleSetError",
    "build_rules",
    "format_setting",
    "parse_setting",
]

DEFAULT_PLAYERS: Final = 4
HEART_POINTS: Final = 1
QUEEN_POINTS: Final = 13
_HASH_BYTES: Final = 8
_BY_PLAYERS: Final = cast("Any", None)  # resolved from the number of players


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every choice of the rules, resolved, checked and in one spelling.

    Values may be given as text as on the command line, as in JSON or TOML (lists, cards as text) or
    as they are kept: cards as numbers 0..51, tuples, None. Whole numbers and truth values may be
    numpy's; a truth value is no card. Rule sets that differ in spelling alone are made equal, and
    have one hash: cards are sorted, a pass cycle loses its repetitions, "nothing is ever passed" is
    ``pass_count=0`` with ``pass_cycle=hold``, and these fields take their defaults where they have
    no effect on play:

    - ``first_trick_forced`` where points are allowed on trick 1;
    - ``lead_hearts_unbroken`` where hearts need not be broken;
    - ``bonus_points`` and ``moon_requires_bonus`` without a bonus card;
    - ``moon_scope`` without teams, and with ``sun`` and ``moon_requires_bonus`` without a moon;
    - ``tie_max_extra_hands`` where ties are shared;
    - with ``match_hands`` the fields ``end_when``, ``max_hands`` and (unless somebody may land on
      it) ``target``, while ``tie`` is shared;
    - the three fields about the queen of spades where she is not dealt.

    That is the whole list, so some rule sets that play alike still differ: ``score_floor=0`` is kept
    where no score can be negative, ``sun`` and ``moon`` in a deck without penalty cards. What a bot
    is shown counts as an effect: ``hearts_broken_by`` and ``heart_lead_breaks`` stay as written even
    where nothing depends on the flag, unless the queen, whom the first is about, is not dealt.

    Raises
    ------
    RuleSetError
        In one sentence with the field, its value and a remedy.

    Examples
    --------
    >>> rules = RuleSet(players=3)
    >>> rules.hand_size, rules.pass_cycle
    (17, ('left', 'right', 'hold'))
    """

    players: int = DEFAULT_PLAYERS
    deck_removed: tuple[Card, ...] = _BY_PLAYERS
    pass_count: int = 3
    pass_cycle: tuple[str, ...] = _BY_PLAYERS
    opening_lead: str = "lowest_club"
    first_trick_points: str = "forbid"
    first_trick_forced: str = "any"
    must_break: bool = True
    hearts_broken_by: str = "heart"
    heart_lead_breaks: bool = True
    lead_hearts_unbroken: str = "only_hearts"
    queen_until_broken: str = "free"
    extra_penalties: tuple[tuple[Card, int], ...] = ()
    bonus_card: Card | None = None
    bonus_points: int = -10
    moon: str = "add"
    moon_requires_bonus: bool = False
    sun: str = "double"
    no_trick_bonus: int = 0
    score_floor: int | None = None
    teams: str | None = None
    moon_scope: str = "player"
    target: int = 100
    end_when: str = "reach"
    exact_target: int | None = None
    tie: str = "play_on"
    tie_max_extra_hands: int | None = 5
    max_hands: int = 200
    match_hands: int | None = None

    hand_size: int = field(init=False, repr=False, compare=False)
    """Cards dealt to each seat, and tricks in a hand."""
    deck: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """Cards that are dealt, ascending."""
    card_points: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Positive value of each card 0..51 (3.4); 0 for the bonus card and cards not dealt."""
    penalty_mask: int = field(init=False, repr=False, compare=False)
    """Mask of the cards of positive value."""
    total_points: int = field(init=False, repr=False, compare=False)
    """Sum of all positive card points: 26 in the standard game."""
    lowest_club: Card | None = field(init=False, repr=False, compare=False)
    """Lowest club in the deck, None in a deck without clubs."""

    def __post_init__(self) -> None:
        """Resolve, check and normalise the fields, then derive the rest."""
        values = resolve({name: getattr(self, name) for name in FIELDS})
        for name, value in (values | _derive(values)).items():
            object.__setattr__(self, name, value)

    def pass_direction(self, hand: int) -> str:
        """Return the direction of the pass in a hand of the match (2.3).

        Examples
        --------
        >>> [RuleSet().pass_direction(hand) for hand in range(5)]
        ['left', 'right', 'across', 'hold', 'left']
        """
        return self.pass_cycle[hand % len(self.pass_cycle)]

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as plain JSON data, cards as text.

        Examples
        --------
        >>> RuleSet(bonus_card="JD").as_dict()["bonus_card"]
        'JD'
        """
        return {name: plain(name, getattr(self, name)) for name in FIELDS}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RuleSet:
        """Return the rule set of some fields; those left out have their defaults.

        Examples
        --------
        >>> rules = RuleSet(target=50)
        >>> RuleSet.from_dict(rules.as_dict()) == rules
        True
        """
        for name, value in data.items():
            check_name(name, f"{name}={shown(value)}")
        return cls(**data)

    @classmethod
    def from_toml(cls, path: str | PathLike[str], **overrides: Any) -> RuleSet:
        """Return the rule set of a TOML file: fields, and optionally ``preset = "name"`` below them.

        A value may be of TOML's own kind or text as on the command line: ``"none"``, which TOML cannot
        write otherwise, ``"default"``, ``"KS:10,AS:7"``, ``"left,right"``. The overrides are merged
        before defaults that depend on the number of players are filled in.

        Raises
        ------
        RuleSetError
            If the file cannot be read, is no TOML, or makes no rule set.
        """
        import tomllib

        try:
            with open(path, "rb") as file:
                data = tomllib.load(file)
        except OSError as error:
            raise RuleSetError(f"{str(path)!r} cannot be read: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RuleSetError(f"{str(path)!r} is no TOML file: {error}") from error
        except RecursionError:
            raise RuleSetError(
                f"{str(path)!r} is nested too deeply: no rule needs more than a list in a list"
            ) from None
        except ValueError as error:
            reason = "a number in it has too many digits: write a smaller one" if "digits" in str(error) else error
            raise RuleSetError(f"{str(path)!r} cannot be read: {reason}") from None
        return build_rules(data.pop("preset", "standard"), **{**data, **overrides})

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that name the rule set in every record.

        They are the BLAKE2b hash of the canonical JSON of `as_dict`: keys sorted, no blanks.
        """
        import json

        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()

    def settings(self) -> tuple[str, ...]:
        """Return the settings that make this rule set out of `standard`, as text.

        Examples
        --------
        >>> build_rules("black_maria", moon="add").settings()[:3]
        ('players=3', 'pass_cycle=right', 'opening_lead=left_of_dealer')
        """
        base = RuleSet(players=self.players)
        changed = [name for name in FIELDS if getattr(self, name) != getattr(base, name)]
        if self.players != DEFAULT_PLAYERS:
            changed.insert(0, "players")
        return tuple(format_setting(name, getattr(self, name)) for name in changed)


def _derive(values: dict[str, Any]) -> dict[str, Any]:
    """Return what follows from the fields."""
    deck = tuple(card for card in range(NUM_CARDS) if card not in values["deck_removed"])
    worth = dict.fromkeys(cards_of(HEARTS_MASK), HEART_POINTS)
    worth |= {QUEEN_OF_SPADES: QUEEN_POINTS, **dict(values["extra_penalties"])}
    points = tuple(worth.get(card, 0) if card in deck else 0 for card in range(NUM_CARDS))
    clubs = [card for card in deck if SUIT_MASKS[0] >> card & 1]
    return {
        "hand_size": len(deck) // values["players"],
        "deck": deck,
        "card_points": points,
        "penalty_mask": sum(1 << card for card, value in enumerate(points) if value > 0),
        "total_points": sum(points),
        "lowest_club": clubs[0] if clubs else None,
    }


def build_rules(preset: str = "standard", **overrides: Any) -> RuleSet:
    """Return a preset with some of its fields overridden.

    The overrides are merged before defaults that depend on the number of players are filled in.

    Raises
    ------
    RuleSetError
        If there is no such preset or field, or the result cannot be played.

    Examples
    --------
    >>> build_rules("omnibus", players=3).deck_removed
    (13,)
    """
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RuleSetError(
            f"no preset is called {shown(preset)}{perhaps(preset, PRESETS)}: see `hearts-arena rules list`"
        )
    return RuleSet.from_dict({**PRESETS[preset], **overrides})


assert tuple(FIELDS) == tuple(f.name for f in fields(RuleSet) if f.init)
