"""Settings as text, and each field's values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from hearts_arena.game import FIELDS, RuleSet, RuleSetError, build_rules, format_setting
from hearts_arena.game import parse_setting as parse
from hearts_arena.game.fields import coerce, plain
from strategies import rule_sets


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("target=50", "target", 50),
        (" target = 50 ", "target", 50),
        ("bonus_points=-7", "bonus_points", -7),
        ("bonus_card=jd", "bonus_card", 22),
        ("bonus_card=none", "bonus_card", None),
        ("must_break=false", "must_break", False),
        ("must_break=True", "must_break", True),
        ("pass_cycle=left,right", "pass_cycle", ("left", "right")),
        ("pass_cycle=default", "pass_cycle", None),
        ("deck_removed=2D,2C", "deck_removed", (0, 13)),
        ("deck_removed=none", "deck_removed", ()),
        ("deck_removed=default", "deck_removed", None),
        ("extra_penalties=AS:7,KS:10", "extra_penalties", ((50, 10), (51, 7))),
        ("extra_penalties=none", "extra_penalties", ()),
        ("tie_max_extra_hands=none", "tie_max_extra_hands", None),
        ("score_floor=0", "score_floor", 0),
        ("teams=opposite", "teams", "opposite"),
        ("moon=off", "moon", "off"),
    ],
)
def test_settings_are_read(text: str, name: str, value: object) -> None:
    """A setting gives the field's name and the value as a rule set keeps it."""
    assert parse(text) == (name, value)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("target", "'target'"),
        ("target=", "'target='"),
        ("targt=5", "targt=5: no rule is called 'targt' (did you mean target?)"),
        ("zzz=5", "no rule is called 'zzz': see `hearts-arena rules show standard`"),
        ("target=x", "target='x'"),
        ("target=5.0", "target='5.0'"),
        ("target=0", "target=0"),
        ("target=--5", "target='--5'"),
        ("target=none", "target='none'"),
        ("players=6", "players=6"),
        ("must_break=yes", "must_break='yes'"),
        ("must_break=1", "must_break='1'"),
        ("bonus_card=5D", "bonus_card='5D'"),
        ("bonus_card=XX", "bonus_card='XX'"),
        ("pass_cycle=up", "'up' is none of left"),
        ("deck_removed=2D,2D", "each card once"),
        ("deck_removed=zz", "'zz'"),
        ("extra_penalties=KS", "KS:10,AS:7"),
        ("extra_penalties=KS:0", "1..1000"),
        ("extra_penalties=KS:1001", "1..1000"),
        ("extra_penalties=KS:-3", "KS:10,AS:7"),
        ("extra_penalties=KS:3,KS:4", "each card once"),
        ("score_floor=5", "score_floor=5"),
        ("moon=maybe", "use one of add, subtract, choose, auto, off"),
        ("max_hands=0", "1..10000"),
        ("tie_max_extra_hands=0", "1..10000 or none"),
        ("bonus_points=0", "-1000..-1"),
        ("no_trick_bonus=1", "-1000..0"),
        ("pass_cycle=" + ",".join(["left"] * 17), "1..16 directions"),
    ],
)
def test_faults_are_quoted(text: str, quoted: str) -> None:
    """What cannot be read raises with the field, the value and a remedy."""
    with pytest.raises(RuleSetError) as error:
        parse(text)

    assert quoted in str(error.value)


@pytest.mark.parametrize("name", ["foo", "zzz", "points", "moonn", "x" * 50])
def test_an_unknown_field_is_refused_in_few_words_bug(name: str) -> None:
    """Whatever the name, no list of all fields is printed: the nearest at most, and where they are shown."""
    with pytest.raises(RuleSetError, match="see `hearts-arena rules show standard`") as error:
        parse(f"{name}=1")

    assert len(str(error.value)) <= 130 + len(name)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", True),
        ("target", 5.0),
        ("target", np.float64(50)),
        ("target", np.True_),
        ("must_break", "yes"),
        ("must_break", np.int64(1)),
        ("score_floor", np.False_),
        ("moon", np.array(["add", "off"])),
        ("bonus_card", np.array([1, 2])),
        ("bonus_card", True),
        ("deck_removed", [True]),
        ("deck_removed", [np.True_]),
        ("extra_penalties", {True: 3}),
        ("extra_penalties", {"KS": np.True_}),
        ("pass_cycle", [["left"]]),
        ("must_break", 1),
        ("must_break", None),
        ("score_floor", False),
        ("exact_target", True),
        ("moon", None),
        ("moon", ["add"]),
        ("deck_removed", 5),
        ("deck_removed", [99]),
        ("deck_removed", [2.5]),
        ("pass_cycle", 5),
        ("pass_cycle", []),
        ("extra_penalties", 5),
        ("extra_penalties", {"KS": "10"}),
        ("extra_penalties", {"KS": True}),
        ("extra_penalties", [1, 2]),
        ("bonus_card", 5),
        ("bonus_card", 2.0),
    ],
)
def test_values_of_the_wrong_kind_are_refused(name: str, value: object) -> None:
    """A value of another kind than the field's is refused, never guessed at."""
    with pytest.raises(RuleSetError, match=f"^{name}="):
        coerce(name, value)


@given(rule_sets())
def test_settings_round_trip(rules: RuleSet) -> None:
    """Each field's setting reads back as its value, and all of them as the rule set."""
    settings = [format_setting(name, getattr(rules, name)) for name in FIELDS]

    assert RuleSet.from_dict(dict(map(parse, settings))) == rules
    assert build_rules("standard", **dict(map(parse, rules.settings()))) == rules


@given(rule_sets())
def test_plain_values_round_trip(rules: RuleSet) -> None:
    """Each field's JSON form is coerced back to its value."""
    for name in FIELDS:
        value = getattr(rules, name)
        assert coerce(name, plain(name, value)) == value


def test_defaults_in_the_table_are_those_of_the_rule_set() -> None:
    """The defaults as text make the standard rule set."""
    settings = [parse(f"{name}={info.default}") for name, info in FIELDS.items()]

    assert RuleSet.from_dict(dict(settings)) == build_rules()


def test_an_unknown_field_has_no_setting() -> None:
    """Only fields have settings."""
    with pytest.raises(RuleSetError, match="no rule is called 'x'"):
        format_setting("x", 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deck_removed", "none"),
        ("deck_removed", "default"),
        ("deck_removed", "2C,2D,3C,3D"),
        ("pass_cycle", "default"),
        ("pass_cycle", "left,right"),
        ("extra_penalties", "none"),
        ("extra_penalties", "KS:10,AS:7"),
        ("tie_max_extra_hands", "none"),
        ("must_break", "false"),
        ("target", "50"),
        ("exact_target", "0"),
    ],
)
def test_text_is_read_alike_everywhere_bug(name: str, text: str, tmp_path: Path) -> None:
    """A value as text means in Python and in a TOML file what it means on the command line."""
    path = tmp_path / "rules.toml"
    path.write_text(f'{name} = "{text}"\n', encoding="utf-8")
    _, value = parse(f"{name}={text}")

    assert coerce(name, text) == value
    assert RuleSet.from_toml(path) == build_rules(**{name: value})


def test_cards_may_be_numbers() -> None:
    """Cards are numbers in Python and may be in a file; those out of range are refused."""
    assert build_rules(players=3, deck_removed=[13]) == build_rules("three")
    assert build_rules(bonus_card=22) == build_rules("omnibus")
    with pytest.raises(RuleSetError, match=r"deck_removed=52 \(rule 1.2\): name cards such as 'JD', or 0\.\.51"):
        build_rules(deck_removed=[52])


def test_numbers_of_numpy_are_numbers_bug() -> None:
    """Whole numbers and truth values of any type are taken, and kept as Python's own."""
    rules = build_rules(
        target=np.int64(50),
        score_floor=np.uint8(0),
        must_break=np.False_,
        extra_penalties={"KS": np.int32(10)},
        bonus_card=np.int64(22),
        moon=np.str_("off"),
        pass_cycle=np.array(["left", "right"]).tolist(),
    )

    assert rules == build_rules(
        target=50,
        score_floor=0,
        must_break=False,
        extra_penalties="KS:10",
        bonus_card="JD",
        moon="off",
        pass_cycle="left,right",
    )
    assert [type(value) for value in (rules.target, rules.must_break, rules.moon)] == [int, bool, str]
    assert len(rules.hash) == 16


MANY_DIGITS = "9" * 5000


@pytest.mark.parametrize("text", [f"target={MANY_DIGITS}", f"extra_penalties=KS:{MANY_DIGITS}", f"foo={MANY_DIGITS}"])
def test_numbers_of_many_digits_are_refused_bug(text: str) -> None:
    """A number that Python will not read is refused like any other, and is not printed in full."""
    with pytest.raises(RuleSetError) as error:
        parse(text)

    assert text.partition("=")[0] in str(error.value)
    assert len(str(error.value)) < 250


def test_a_number_too_long_to_write_bug() -> None:
    """Nor does a number from Python, which Python does not even print."""
    with pytest.raises(RuleSetError, match="target=an int too long to write"):
        build_rules(target=10**5000)


def test_an_unknown_setting_is_quoted_bug() -> None:
    """The name comes with its value, and nothing far from it is suggested."""
    words = r"^foo=1: no rule is called 'foo': see"
    with pytest.raises(RuleSetError, match=words):
        parse("foo=1")
    with pytest.raises(RuleSetError, match=words):
        build_rules(foo=1)
