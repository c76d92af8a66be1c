"""The named rule sets, as differences from `standard`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

__all__ = ["PRESETS"]

_PAGAT: Final = {"sun": "as_moon", "tie": "play_on", "tie_max_extra_hands": None}

_PRESETS: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "bicycle": {
        "hearts_broken_by": "heart_or_queen_discard",
        "sun": "as_moon",
        "tie": "shared",
    },
    "pagat": _PAGAT,
    "strict": _PAGAT,
    "house": {"sun": "as_moon", "tie": "shared", "target": 100},
    "chooser": {"sun": "as_moon", "moon": "choose", "tie": "shared"},
    "microsoft": {"sun": "as_moon", "tie": "shared"},
    "omnibus": {"bonus_card": "JD"},
    "black_maria": {
        "players": 3,
        "extra_penalties": {"KS": 10, "AS": 7},
        "first_trick_points": "allow",
        "pass_cycle": ("right",),
        "opening_lead": "left_of_dealer",
        "must_break": False,
        "moon": "off",
        "tie": "shared",
    },
    "three": {"players": 3},
    "five": {"players": 5},
    "pass_four": {"pass_count": 4},
    "no_hold": {"pass_cycle": ("left", "right", "across")},
    "scatter": {"pass_cycle": ("scatter",)},
    "perfect_hundred": {"exact_target": 50},
    "partnership": {"teams": "opposite"},
    "short": {"target": 50},
    "long": {"target": 150},
    "openspiel": {
        "match_hands": 1,
        "hearts_broken_by": "heart_or_queen",
        "sun": "as_moon",
    },
}
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {name: MappingProxyType(overrides) for name, overrides in _PRESETS.items()}
)
"""Name of each preset and the fields that it sets otherwise than `standard`."""
