"""Rule sets in text: the presets with what differs, and every field of one with its clause and meaning."""

from __future__ import annotations

from hearts_arena.game.fields import FIELDS, format_setting
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import RuleSet, build_rules

__all__ = ["describe_presets", "describe_rules"]


def describe_presets() -> str:
    """Return the presets, one a line, with what they set otherwise than `standard`.

    Examples
    --------
    >>> print(describe_presets().splitlines()[1])
    bicycle          hearts_broken_by=heart_or_queen_discard sun=as_moon tie=shared
    """
    width = max(map(len, PRESETS))
    return "".join(f"{name:{width}}  {_difference(name)}".rstrip() + "\n" for name in PRESETS)


def _difference(name: str) -> str:
    if not PRESETS[name]:
        return "the published game this project follows"
    rules = build_rules(name)
    return " ".join(format_setting(field, getattr(rules, field)) for field in PRESETS[name]) or "as standard"


def describe_rules(rules: RuleSet) -> str:
    """Return every field of a rule set: clause, name, value (marked * where it is not the default) and meaning.

    Examples
    --------
    >>> print(describe_rules(build_rules(target=50)).splitlines()[-7])
    * 6.1   target                50                     match score that ends the match
    """
    standard = RuleSet(players=rules.players)
    values = {name: format_setting(name, getattr(rules, name)).partition("=")[2] for name in FIELDS}
    width = max(12, *map(len, values.values()))
    lines = [
        f"{_mark(name, rules, standard)} {info.clause:5} {name:21} {values[name]:{width}} {info.meaning}"
        for name, info in FIELDS.items()
    ]
    return "\n".join([f"  hash {rules.hash}   (* differs from standard)", *lines]) + "\n"


def _mark(name: str, rules: RuleSet, standard: RuleSet) -> str:
    if name == "players":
        return " " if rules.players == build_rules().players else "*"
    return " " if getattr(rules, name) == getattr(standard, name) else "*"
