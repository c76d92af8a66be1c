"""`replay`: the hand that was played, from its logged cards or played again from the seed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import BOTS, LEVELS, good, spawn
from e2e.conftest import PlayedEvent
from hearts_arena.game.hand import HandState
from hearts_arena.game.notation import parse_holding
from hearts_arena.game.rules import build_rules
from hearts_arena.replay import LoggedHand, find_hand, format_hand

NOTE = " (played again from the seed)"
SYMBOLS = "♣♦♥♠"


def hands_of(path: Path) -> list[tuple[int, int]]:
    """Return match and hand of the hands of an event."""
    rows = hearts_arena.load(path).hands.drop_duplicates(["match", "hand"])
    return list(zip(rows["match"].tolist(), rows["hand"].tolist(), strict=True))


def test_logged_and_played_again_are_the_same(played: PlayedEvent, played_bare: PlayedEvent) -> None:
    """Every hand told from its log is told alike when it is played again from the seed."""
    for match, hand in hands_of(played.path)[::9]:
        logged = good("replay", played.path, "--match", match, "--hand", hand)
        again = good("replay", played_bare.path, "--match", match, "--hand", hand)

        assert NOTE not in logged
        assert again == logged.replace("\n", NOTE + "\n", 1)


def test_the_scores_are_those_of_the_rows(played: PlayedEvent) -> None:
    """The points at the end of a replay are the hand scores on disk, seat by seat."""
    hands = hearts_arena.load(played.path).hands
    for match, hand in hands_of(played.path)[::13]:
        text = good("replay", played.path, "--match", match, "--hand", hand)
        rows = hands[(hands["match"] == match) & (hands["hand"] == hand)]
        told = [int(points) for points in re.findall(r"(-?\d+) points?$", text, re.MULTILINE)]

        assert told == rows["hand_score"].tolist()
        assert re.findall(r"^  \d (\S+) +-?\d+ points?$", text, re.MULTILINE) == rows["entrant"].tolist()


def test_one_point_is_a_point_bug(played: PlayedEvent) -> None:
    """A score of 1 is told in the singular, and every other one in the plural."""
    hands = hearts_arena.load(played.path).hands
    row = hands[hands["hand_score"] == 1].iloc[0]
    text = good("replay", played.path, "--match", str(row["match"]), "--hand", str(row["hand"]))

    assert re.search(r" 1 point$", text, re.MULTILINE)
    assert not re.search(r" 1 points$| (?!1 )\d+ point$", text, re.MULTILINE)


def tricks_of(text: str) -> list[list[str]]:
    """Return the cells of each trick, one a seat."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("trick "))
    starts = [lines[first].index(f"  {seat} ") + 2 for seat in range(4)]
    width = starts[1] - starts[0]
    return [[line[start : start + width].strip() for start in starts] for line in lines[first + 1 : first + 14]]


def marked(trick: list[str], mark: str) -> int:
    """Return the only seat whose card is marked."""
    (seat,) = (seat for seat, card in enumerate(trick) if mark in card)
    return seat


def test_what_a_replay_tells(played: PlayedEvent) -> None:
    """A replay has the deal, the passes, thirteen tricks and the scores."""
    text = good("replay", played.path, "--match", "0", "--hand", "0")

    assert text.startswith("match 0, hand 0: pass left\n")
    assert all(f"\n{word}\n" in text for word in ("dealt", "passed", "after the pass"))
    assert all(card.strip(">*") for trick in tricks_of(text) for card in trick)


def test_who_takes_a_trick_leads_the_next(played: PlayedEvent) -> None:
    """In every trick one card is marked as led and one as taking it, and its seat leads the next."""
    tricks = tricks_of(good("replay", played.path, "--match", "0", "--hand", "0"))

    assert len(tricks) == 13
    assert [marked(trick, ">") for trick in tricks[1:]] == [marked(trick, "*") for trick in tricks[:-1]]


def test_a_hold_has_no_passes(played: PlayedEvent) -> None:
    """A hand without a pass tells of none."""
    text = good("replay", played.path, "--match", "0", "--hand", "3")

    assert "pass hold" in text
    assert "passed" not in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_letters_where_there_are_no_suits_k01(encoding: str, played: PlayedEvent, tmp_path: Path) -> None:
    """Where the terminal cannot show the suits, letters stand for them, and nothing fails."""
    command = ("replay", played.path, "--match", "0", "--hand", "0")
    done = spawn(*command, folder=tmp_path, PYTHONIOENCODING=encoding)
    plain = done.stdout

    assert done.returncode == 0, done.stderr
    assert plain.isascii()
    assert ">2C" in plain


def test_symbols_where_there_are_suits_k01(played: PlayedEvent, tmp_path: Path) -> None:
    """In UTF-8 the suits are shown, and the two forms say the same."""
    command = ("replay", played.path, "--match", "0", "--hand", "0")
    shown = spawn(*command, folder=tmp_path, PYTHONIOENCODING="utf-8").stdout
    letters = spawn(*command, folder=tmp_path, PYTHONIOENCODING="ascii").stdout

    assert all(symbol in shown for symbol in SYMBOLS)
    assert shown.translate(str.maketrans(SYMBOLS, "CDHS")) == letters


def test_a_changed_bot_is_named(tmp_path: Path) -> None:
    """Where a bot's source has changed since the event, playing a hand again says whose."""
    bot = tmp_path / "mine.py"
    bot.write_text((BOTS / "plain.py").read_text(encoding="utf-8"), encoding="utf-8")
    hearts_arena.tournament(f"{bot}#Lowest", *LEVELS[:3], blocks=1, seed=1, settings={"match_hands": 1}, out="event")
    bot.write_text(bot.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")

    assert "changed since the event, so it may differ: mine" in good("replay", "event", "--match", 0, "--hand", 0)


@pytest.mark.parametrize(("rules", "bots"), [("scatter", 4), ("five", 5), ("black_maria", 3), ("chooser", 4)])
def test_hands_of_other_rules(rules: str, bots: int) -> None:
    """Hands of other tables and passes are told from the log and from the seed alike."""
    line_up = (f"{BOTS / 'plain.py'}#Chance", "hard", "random", "easy", "medium")[:bots]
    for out, log_plays in (("logged", True), ("bare", False)):
        hearts_arena.tournament(
            *line_up, blocks=1, seed=5, rules=rules, settings={"match_hands": 2}, log_plays=log_plays, out=out
        )
    for match in range(bots):
        logged = good("replay", "logged", "--match", match, "--hand", 1)

        assert good("replay", "bare", "--match", match, "--hand", 1) == logged.replace("\n", NOTE + "\n", 1)


@pytest.mark.parametrize(
    ("moon", "moon_adds", "scores"),
    [
        ("add", True, [0, 26, 26, 26]),
        ("subtract", False, [-26, 0, 0, 0]),
        ("choose", True, [0, 26, 26, 26]),
        ("choose", False, [-26, 0, 0, 0]),
        ("auto", True, [0, 26, 26, 26]),
        ("auto", False, [-26, 0, 0, 0]),
    ],
)
def test_a_moon_is_scored_as_it_was_in_the_match_bug(moon: str, moon_adds: bool, scores: list[int]) -> None:
    """How a moon was scored is told as it was, also where that hung on match scores that the hand does not hold."""
    rules = build_rules(moon=moon, sun="as_moon", pass_count=0)
    event = hearts_arena.tournament(
        *LEVELS, rules=rules, blocks=1, seed=1, settings={"match_hands": 1}, out="event"
    ).event
    suits = ("23456789TJQKA...", "..23456789TJQKA.", ".23456789TJQKA..", "...23456789TJQKA")
    layout = tuple(map(parse_holding, suits))
    state = HandState.start(rules, layout)
    while state.phase == "play":
        state = state.play(state.legal_plays()[0])
    cards = tuple(card for _, card in state.plays)
    told = format_hand(
        LoggedHand(replace(event, rules=rules), 0, 0, event.labels, layout, (), cards, moon_adds), symbols=False
    )

    assert [int(points) for points in re.findall(r"(-?\d+) points", told)] == scores
    assert told.endswith("0 random took every trick")


def test_a_hand_that_was_found(played: PlayedEvent) -> None:
    """The hand that is found is that of the rows: labels by seat, every card once."""
    run = hearts_arena.load(played.path)
    found = find_hand(run.folder, 5, 1)
    rows = run.hands[(run.hands["match"] == 5) & (run.hands["hand"] == 1)]

    assert found.labels == tuple(rows["entrant"])
    assert sorted(found.cards) == list(range(52))
    assert found.note == ""
