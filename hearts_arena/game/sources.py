"""A rule set from what a user names: a preset, a TOML file or a value, with settings on top."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import isfile
from typing import Any

from hearts_arena.game.fields import FIELDS, RuleSetError
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.resolve import chosen
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.game.words import perhaps, shown

__all__ = ["preset_of", "rules_from"]


def rules_from(source: str | RuleSet, settings: Mapping[str, Any] | None = None) -> RuleSet:
    """Return the rule set of a preset's name, a TOML file or a value, with some fields set on top.

    Settings are merged before defaults that depend on the number of players are filled in. A value
    has them filled in already; those that it has as they would be are filled in anew, as are fields
    that have no effect in it. Where it passes nothing, setting ``pass_count`` brings back the default
    ``pass_cycle``, and setting ``pass_cycle`` the default ``pass_count``.

    Raises
    ------
    RuleSetError
        If there is no such preset, file or field, or the result cannot be played.

    Examples
    --------
    >>> rules_from("omnibus", {"target": 50}).target
    50
    >>> rules_from(build_rules("three"), {"players": 4}) == build_rules()
    True
    """
    settings = dict(settings or {})
    if isinstance(source, RuleSet):
        values = {name: getattr(source, name) for name in FIELDS}
        return RuleSet.from_dict({**chosen(values, settings), **settings}) if settings else source
    if not isinstance(source, str):
        raise RuleSetError(f"{shown(source)} is no rule set: give a preset's name, a TOML file or a RuleSet")
    if source in PRESETS:
        return build_rules(source, **settings)
    if source.endswith(".toml") or isfile(source):
        return RuleSet.from_toml(source, **settings)
    hint = perhaps(source, PRESETS)
    raise RuleSetError(
        f"no rule set is called {shown(source)}{hint}: see `hearts-arena rules list`, or name a TOML file"
    )


def preset_of(rules: RuleSet) -> str:
    """Return how a rule set is written: a preset's name, and the settings that differ from the nearest preset.

    Examples
    --------
    >>> preset_of(build_rules("omnibus")), preset_of(build_rules(target=70))
    ('omnibus', 'standard target=70')
    """
    if rules == build_rules():
        return "standard"
    named = next((name for name in PRESETS if build_rules(name) == rules), None)
    return named or " ".join(["standard", *rules.settings()])
