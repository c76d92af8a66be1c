"""`RuleSet`: what follows from its fields, and how it is written down."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from hashlib import blake2b

import pytest
from hypothesis import given

from hearts_arena.game import FIELDS, RuleSet, RuleSetError, build_rules, cards_of
from strategies import rule_sets

STANDARD_HASH = "d491c4c2cafdeb15"


def test_fields_are_those_of_the_table() -> None:
    """The constructor takes the fields of the rules page in its order."""
    assert [f.name for f in fields(RuleSet) if f.init] == list(FIELDS)


@given(rule_sets())
def test_what_follows_from_the_fields(rules: RuleSet) -> None:
    """Deck, hand size, card points, penalty mask and total belong together."""
    assert len(rules.deck) == rules.hand_size * rules.players
    assert not set(rules.deck) & set(rules.deck_removed)
    assert len(rules.deck) + len(rules.deck_removed) == 52
    assert sum(rules.card_points) == rules.total_points
    assert set(cards_of(rules.penalty_mask)) == {c for c in range(52) if rules.card_points[c]}
    assert set(cards_of(rules.penalty_mask)) <= set(rules.deck)
    assert rules.lowest_club == min((c for c in rules.deck if c < 13), default=None)
    assert rules.bonus_card is None or rules.card_points[rules.bonus_card] == 0


def test_standard_points() -> None:
    """Hearts count 1 each and the queen of spades 13."""
    rules = build_rules()

    assert [rules.card_points[c] for c in (0, 26, 38, 48, 49, 50)] == [0, 1, 1, 0, 13, 0]
    assert rules.total_points == 26


def test_overrides_are_merged_before_defaults_are_filled_in() -> None:
    """A preset at another number of seats gets the defaults of that number."""
    rules = build_rules("omnibus", players=5)

    assert rules.deck_removed == (0, 13)
    assert build_rules("black_maria", players=4).deck_removed == ()


def test_rule_sets_are_values() -> None:
    """A rule set is frozen, hashable, and survives pickling, copying and replacing."""
    rules = build_rules("black_maria")

    with pytest.raises(FrozenInstanceError):
        rules.target = 5  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.deepcopy(rules) == rules
    assert {rules: 1}[build_rules("black_maria")] == 1
    assert replace(rules, target=50) == build_rules("black_maria", target=50)


@given(rule_sets())
def test_json_round_trips(rules: RuleSet) -> None:
    """The dictionary form survives JSON and makes the rule set again."""
    again = RuleSet.from_dict(json.loads(json.dumps(rules.as_dict())))

    assert again == rules
    assert again.hash == rules.hash


def test_the_hash_is_stable() -> None:
    """The hash is of the resolved fields, not of the way they were written."""
    assert build_rules().hash == STANDARD_HASH
    assert build_rules(players=4, target=100, pass_cycle=None).hash == STANDARD_HASH
    assert build_rules(target=99).hash != STANDARD_HASH
    assert len(STANDARD_HASH) == 16


def test_the_hash_is_of_the_canonical_json() -> None:
    """Sixteen digits of BLAKE2b over the fields by name, without blanks, as written out here."""
    text = (
        '{"bonus_card":null,"bonus_points":-10,"deck_removed":[],"end_when":"reach",'
        '"exact_target":null,"extra_penalties":{},"first_trick_forced":"any",'
        '"first_trick_points":"forbid","heart_lead_breaks":true,"hearts_broken_by":"heart",'
        '"lead_hearts_unbroken":"only_hearts","match_hands":null,"max_hands":200,"moon":"add",'
        '"moon_requires_bonus":false,"moon_scope":"player","must_break":true,"no_trick_bonus":0,'
        '"opening_lead":"lowest_club","pass_count":3,"pass_cycle":["left","right","across","hold"],'
        '"players":4,"queen_until_broken":"free","score_floor":null,"sun":"double","target":100,'
        '"teams":null,"tie":"play_on","tie_max_extra_hands":5}'
    )

    assert blake2b(text.encode(), digest_size=8).hexdigest() == STANDARD_HASH


def test_toml(tmp_path) -> None:
    """A TOML file gives fields over a preset; the word none empties a field."""
    path = tmp_path / "rules.toml"
    path.write_text(
        'preset = "black_maria"\nmoon = "add"\ntie = "play_on"\ntie_max_extra_hands = "none"\n'
        'pass_cycle = ["left", "right"]\n[extra_penalties]\nKS = 5\n',
        encoding="utf-8",
    )

    rules = RuleSet.from_toml(path)

    assert rules == build_rules(
        "black_maria",
        moon="add",
        tie="play_on",
        tie_max_extra_hands=None,
        pass_cycle=("left", "right"),
        extra_penalties={"KS": 5},
    )
    assert RuleSet.from_toml(str(path)) == rules


def test_toml_faults(tmp_path) -> None:
    """A file that is no TOML, or names no field, is refused with its name."""
    path = tmp_path / "rules.toml"
    path.write_text("target 5", encoding="utf-8")
    with pytest.raises(RuleSetError, match=r"rules\.toml"):
        RuleSet.from_toml(path)

    path.write_text("targt = 5", encoding="utf-8")
    with pytest.raises(RuleSetError, match="did you mean target"):
        RuleSet.from_toml(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("target = " + "9" * 5000, "digits"),
        ("[extra_penalties]\nKS = " + "9" * 5000, "digits"),
        ("target = '" + "9" * 5000 + "'", "target='999"),
        ("deck_removed = " + "[" * 20_000 + "]" * 20_000, "nested too deeply"),
        ("deck_removed = [true]", "deck_removed=True"),
        ("target = 10.5", "target=10.5"),
    ],
)
def test_odd_values_in_toml_bug(text: str, says: str, tmp_path) -> None:
    """Whatever stands in the file, it is refused in one short line."""
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(RuleSetError) as error:
        RuleSet.from_toml(path)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250 + len(str(path))


def test_unknown_presets_and_fields_are_refused() -> None:
    """The error names what is near, and where all there is can be seen."""
    with pytest.raises(RuleSetError, match="no preset is called 'x': see `hearts-arena rules list`"):
        build_rules("x")
    with pytest.raises(RuleSetError, match=r"no preset is called \[1\]: see `hearts-arena rules list`"):
        build_rules([1])
    with pytest.raises(RuleSetError, match="no rule is called 'pass_cont' \\(did you mean pass_count"):
        build_rules(pass_cont=3)
    with pytest.raises(RuleSetError, match="no rule is called 'hand_size'"):
        build_rules(hand_size=3)
