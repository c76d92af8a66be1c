"""The contract of a bot: every bot here keeps it, and `check_bot` finds those that do not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hearts_arena.arena.entrants import EntrantError, UnknownBotError, submitted_bots
from hearts_arena.arena.play import compile_entrants
from hearts_arena.checks import NAMES
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.strategies import BUILT_IN
from hearts_arena.testing import Check, check_bot, redealt_decisions
from playing import BOTS, event_of

ROOT = Path(__file__).parents[2]
CHEAP = {"monte-carlo": "monte-carlo:worlds=2"}
ALL_BOTS = [CHEAP.get(name, name) for name in BUILT_IN]
SHORT = build_rules(match_hands=2)
REDEALT = 40


def checks(bot: str, rules: RuleSet = SHORT, hands: int = 60) -> dict[str, Check]:
    """Return the checks of a bot by name."""
    return {check.name: check for check in check_bot(bot, rules, hands)}


def failed(bot: str, rules: RuleSet = SHORT, hands: int = 60) -> dict[str, str]:
    """Return the details of the checks that failed."""
    return {name: check.detail for name, check in checks(bot, rules, hands).items() if not check.passed}


def planted(name: str, file: str = "planted") -> str:
    """Return a test bot as an entrant is written."""
    return f"{BOTS / file}.py#{name}"


@pytest.mark.parametrize("bot", ALL_BOTS)
def test_built_in_bots_pass(bot: str) -> None:
    """Every built-in bot passes every check."""
    made = checks(bot)

    assert tuple(made) == NAMES
    assert failed(bot) == {}


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in (ROOT / "bots").glob("*/bot.py")), ids=lambda path: path.name
)
def test_bots_in_the_folder_pass(folder: Path) -> None:
    """The template, and every bot submitted, passes every check."""
    assert failed(str(folder)) == {}


def test_the_template_is_there() -> None:
    """The template is among the bots that are checked, and not among those that play."""
    assert (ROOT / "bots" / "template" / "bot.py").is_file()
    assert "template" not in submitted_bots()


@pytest.mark.parametrize("name", ["Lowest", "Chance", "Talker", "Numpy", "Tuned"])
def test_sound_plain_bots_pass(name: str) -> None:
    """Plain bots that draw from their view, learn within a match or answer numpy numbers pass."""
    assert failed(planted(name, "plain")) == {}


def test_a_bot_with_a_plan_passes_bug() -> None:
    """What a bot remembers of its own hand is not taken from it when it is asked about a re-deal."""
    assert failed(planted("Plans")) == {}


@pytest.mark.parametrize("name", ["Lowest", "Unsigned"])
def test_sound_batch_bots_pass(name: str) -> None:
    """Batch bots whose rows stand alone pass."""
    assert failed(planted(name, "batch")) == {}


def test_sound_compiled_bots_pass() -> None:
    """A compiled bot of somebody's file passes."""
    assert failed(planted("Sound", "faulty")) == {}


@pytest.mark.parametrize(
    ("bot", "check", "detail"),
    [
        (planted("Illegal"), "plays legally", "answered 51 at trick 1 of hand 0, match 0"),
        (planted("Raises"), "plays legally", "LookupError: lost at trick 8 of hand 0, match 0"),
        (planted("RarelyIllegal"), "plays legally", "answered 99 at trick"),
        (planted("TooFew", "plain"), "plays legally", "passed 2 cards instead of 3 at the pass of hand 0"),
        (planted("RaisesInPlay", "faulty"), "plays legally", "ValueError: the third trick is too hard at trick 3"),
        (planted("Floats", "batch"), "plays legally", "cards are whole numbers"),
        (planted("Unseeded"), "same seed, same answers", "view.rng()"),
        (planted("Remembers"), "same seed, same answers", "keep nothing from match to match"),
        (planted("Averages", "batch"), "each match on its own", "answers depend on other tables"),
        (planted("PeeksByGc"), "survives a re-deal", "with other hidden cards"),
        (planted("PeeksAtFrames"), "survives a re-deal", "with other hidden cards"),
        (planted("CompiledVandal"), "survives a re-deal", "it writes to its view"),
        (planted("NoMethods"), "loads", "lacks choose_play"),
        (planted("BadParameters"), "loads", "declares parameters {'depth': 3}: write a dict of Parameter"),
        (planted("Undecided"), "loads", "raises when asked plays(): ZeroDivisionError"),
    ],
    ids=lambda value: value.rpartition("#")[2] if "#" in value else None,
)
def test_planted_faults_are_found(bot: str, check: str, detail: str) -> None:
    """A bot with one thing wrong fails the check that is for it, with words that say what."""
    found = failed(bot, build_rules(match_hands=1), hands=40)

    assert check in found
    assert detail in found[check]


def test_a_bot_that_fails_early_is_not_tried_further() -> None:
    """After an illegal card no later check is made."""
    assert list(checks(planted("Illegal"))) == ["loads", "plays legally"]
    assert list(checks(planted("NoMethods"))) == ["loads"]


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nobody", "no bot is called 'nobody'"),
        ("nobody.py", "there is no file"),
        ("", "names no bot"),
        ("easy:speed=2", "has no parameter 'speed'"),
        ("easy:wild=2", "is out of range"),
        (f"{BOTS / 'plain.py'}", "several bots"),
        (planted("Nobody"), "no bot class 'Nobody'"),
    ],
)
def test_a_bot_that_is_not_there_fails_no_check_bug(bot: str, message: str) -> None:
    """What names no bot is the caller's mistake, and no finding about a bot."""
    with pytest.raises(UnknownBotError, match=message):
        next(check_bot(bot))


def test_a_bot_that_declines_the_rules_fails_no_check_bug() -> None:
    """Rules that a bot does not play are the caller's mistake too."""
    with pytest.raises(EntrantError, match="does not play this rule set: choose other rules"):
        list(check_bot(planted("Picky", "plain"), build_rules("omnibus")))


@pytest.mark.parametrize("bot", ALL_BOTS)
def test_no_leak_under_any_preset(bot: str) -> None:
    """Under every preset each byte of the view and every answer stand when hidden cards change hands."""
    moved = 0
    for preset in sorted(PRESETS):
        rules = build_rules(preset, match_hands=4)
        event = event_of(
            bot, *["random"] * (rules.players - 1), rules=rules, blocks=3, seed=Random(preset).getrandbits(64)
        )
        (own, *_) = compile_entrants(event.entrants)
        for asked in redealt_decisions(event, own, 12 if "monte" in bot else REDEALT):
            moved += asked.moved

            assert asked.view_before == asked.view_after, (preset, asked.where)
            assert asked.before == asked.after, (preset, asked.where)
            assert asked.trouble == ""
    assert moved > 0
