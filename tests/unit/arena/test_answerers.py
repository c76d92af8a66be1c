"""How bots that answer from Python are asked: fresh instances, forms of answers, and who pays for a bad one."""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np
import pytest

from hearts_arena.arena.answerers import PlainAnswerer
from hearts_arena.arena.entrants import load_bot
from hearts_arena.arena.event import Event
from hearts_arena.arena.play import Chunk, compile_entrants, make_event_jobs, play_blocks, python_answerer
from hearts_arena.engine.driver import Player, play_jobs
from hearts_arena.engine.tables import FAULT_KINDS
from hearts_arena.game.rules import build_rules
from playing import BOTS, equal_rows, event_of

ILLEGAL, RAISED = FAULT_KINDS.index("illegal"), FAULT_KINDS.index("exception")
NO_FAULTS = ("Lowest", "Chance", "Talker", "Numpy", "RaisesAtTheEnd", "Tuned")


def bot(name: str, file: str = "plain") -> str:
    """Return a test bot as an entrant is written."""
    return f"{BOTS / file}.py#{name}"


def event_against_random(spec: str, blocks: int = 2, **rules: Any) -> Event:
    """Return a short event of a bot against random ones."""
    chosen = build_rules("short", **rules)
    return event_of(spec, *["random"] * 3, rules=chosen, blocks=blocks, log_plays=True)


def play(spec: str, blocks: int = 2, tables: int = 16, **rules: Any) -> Chunk:
    """Return a chunk of a bot against random ones."""
    event = event_against_random(spec, blocks, **rules)
    return play_blocks(event, range(blocks), compile_entrants(event.entrants), tables=tables)


def messages(chunk: Chunk) -> set[str]:
    """Return the messages of all faults."""
    return set(chunk.played.messages.values())


@pytest.mark.parametrize("name", NO_FAULTS)
def test_sound_plain_bots(name: str) -> None:
    """Bots that answer legal cards, numpy integers among them, have no faults (B16)."""
    assert len(play(bot(name)).played.faults) == 0


@pytest.mark.parametrize("name", ["Lowest", "Vandal", "Unsigned", "NotAnArray"])
def test_sound_batch_bots(name: str) -> None:
    """Arrays of any whole numbers will do, and so will a list of them."""
    assert len(play(bot(name, "batch")).played.faults) == 0


def test_three_kinds_of_one_bot_play_alike() -> None:
    """The bot of the lowest cards plays the same matches as a plain, a batch and a compiled bot."""
    specs = (bot("Lowest"), bot("Lowest", "batch"), bot("Sound", "faulty"))
    chunks = [play(spec, blocks=3) for spec in specs]

    assert equal_rows(chunks[0].played, chunks[1].played)
    assert equal_rows(chunks[0].played, chunks[2].played)


@pytest.mark.parametrize("name", ["Chance", "Talker", "Tuned", "Raises"])
@pytest.mark.parametrize("tables", [1, 5, 64])
def test_plain_rows_do_not_depend_on_tables_in_step(name: str, tables: int) -> None:
    """A plain bot's rows are the same with any number of tables in step, one that learns within a match included."""
    assert equal_rows(play(bot(name), blocks=3, tables=tables).played, play(bot(name), blocks=3, tables=16).played)


@pytest.mark.parametrize("name", ["Lowest", "BadAtThirteen", "Illegal"])
@pytest.mark.parametrize("tables", [1, 5, 64])
def test_batch_rows_do_not_depend_on_tables_in_step(name: str, tables: int) -> None:
    """A batch bot's rows are the same with any number of tables in step, faults included."""
    chunks = [play(bot(name, "batch"), blocks=3, tables=count) for count in (tables, 16)]

    assert equal_rows(chunks[0].played, chunks[1].played)
    assert chunks[0].played.messages == chunks[1].played.messages


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Floats", r"answered \d+\.0: a card is a whole number, 0 to 51"),
        ("Texts", "answered '9D': a card is a whole number, 0 to 51"),
        ("Nothing", "answered None: a card is a whole number, 0 to 51"),
        ("Huge", f"answered {2**80}: a card is a whole number, 0 to 51"),
    ],
)
def test_answers_that_are_no_card_b16(name: str, message: str) -> None:
    """What is no whole number is an illegal answer with a message that quotes it."""
    chunk = play(bot(name), blocks=1)

    assert set(chunk.played.faults["kind"]) == {ILLEGAL}
    assert all(re.fullmatch(message, text) for text in messages(chunk))


def test_minus_two_is_an_illegal_card_bug() -> None:
    """A negative number is quoted as what was answered, not taken for an exception."""
    faults = play(bot("MinusTwo"), blocks=1).played.faults

    assert set(faults["kind"]) == {ILLEGAL}
    assert set(faults["answer"]) == {-2}


@pytest.mark.parametrize(
    ("name", "text"),
    [("TooFew", "passed 2 cards instead of 3"), ("PassesNone", "TypeError: 'NoneType' object is not iterable")],
)
def test_passes_of_a_wrong_form(name: str, text: str) -> None:
    """A pass with a wrong count, or that is no list, is one fault a hand with a pass."""
    chunk = play(bot(name), blocks=1)

    assert messages(chunk) == {text}
    assert set(chunk.played.faults["decision"]) == {0}


def test_one_card_passed_thrice_r18() -> None:
    """AC AC AC is refused before any card moves, and the three highest go instead: 52 cards stay in play."""
    chunk = play(bot("AceThrice"), blocks=1)
    passing = chunk.played.hands["pass_direction"] != 0

    assert set(chunk.played.faults["kind"]) == {ILLEGAL}
    assert len(chunk.played.faults) == passing.sum()
    assert all(sorted(row["cards"].tolist()) == list(range(52)) for row in chunk.played.plays)


def test_an_exception_is_one_line() -> None:
    """An exception costs its bot a fault, with its type and first line."""
    chunk = play(bot("Raises"), blocks=1)

    assert set(chunk.played.faults["kind"]) == {RAISED}
    assert messages(chunk) == {"ValueError: two"}


def test_a_bot_that_cannot_be_made() -> None:
    """A bot that raises when it is made is at fault at every decision, and hurts nobody else."""
    chunk = play(bot("RaisesAtOnce"), blocks=1)
    entrants = chunk.jobs["entrants"][chunk.played.faults["match"], chunk.played.faults["seat"]]

    assert messages(chunk) == {"RuntimeError: not today"}
    assert set(entrants) == {0}


def test_a_bot_that_exits_costs_itself_faults() -> None:
    """`sys.exit()` in a bot is a fault like any other, and does not end the event."""
    chunk = play(bot("Exits"), blocks=1)

    assert messages(chunk) == {"SystemExit: 3"}
    assert len(chunk.played.matches) == 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Floats", "answered an array of float64: cards are whole numbers"),
        ("WrongShape", "answered an array of shape (1, 1) where (1,) was asked for"),
        ("TooFewRows", "answered an array of shape (0,) where (1,) was asked for"),
    ],
)
def test_batch_answers_of_a_wrong_form(name: str, text: str) -> None:
    """An array of a wrong shape or of floats is illegal in every row, with a message."""
    chunk = play(bot(name, "batch"), blocks=1)

    assert set(chunk.played.faults["kind"]) == {ILLEGAL}
    assert messages(chunk) == {text}


def test_only_the_rows_at_fault_pay() -> None:
    """A batch bot that raises over one view loses that view's answer alone."""
    chunk = play(bot("BadAtThirteen", "batch"), blocks=3)
    sound = play(bot("Lowest", "batch"), blocks=3)

    assert messages(chunk) == {"ValueError: not with her"}
    assert 0 < len(chunk.played.faults) < len(sound.played.hands) * 13
    assert np.array_equal(chunk.played.plays, sound.played.plays)


def test_illegal_rows_of_a_batch_are_quoted() -> None:
    """A batch bot's illegal card is a fault of that row, with the card."""
    faults = play(bot("Illegal", "batch"), blocks=2).played.faults

    assert set(faults["kind"]) == {ILLEGAL}
    assert set(faults["answer"]) == {60}


RECORDER = """
from hearts_arena.bot import Bot

MADE, TOLD = [], []

class Recorder(Bot):
    def __init__(self, **values):
        super().__init__(**values)
        MADE.append(self)
        self.seen = set()

    def choose_pass(self, view):
        return view.held[: view.pass_count]

    def choose_play(self, view):
        self.seen.add((view.hand, view.seat))
        return view.legal[0]

    def on_hand_end(self, view, hand_scores):
        TOLD.append((self, view, hand_scores))
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Chunk, Any]:
    """Return a chunk of a bot at two seats that remembers everything, and its module."""
    file = tmp_path_factory.mktemp("bots") / "recorder.py"
    file.write_text(RECORDER, encoding="utf-8")
    event = event_of(str(file), f"again={file}", "random", "random", rules=build_rules("short"), blocks=3)
    chunk = play_blocks(event, range(3), compile_entrants(event.entrants), tables=5)
    return chunk, sys.modules[load_bot(event.entrants[0].locator).__module__]


def test_every_match_and_seat_has_a_fresh_bot_b06(recorded: tuple[Chunk, Any]) -> None:
    """Each match makes one new instance for each seat that the bot plays."""
    chunk, module = recorded

    assert len(module.MADE) == 2 * len(chunk.played.matches)
    assert all(len({seat for _, seat in made.seen}) == 1 for made in module.MADE)


def test_the_end_of_every_hand_is_told(recorded: tuple[Chunk, Any]) -> None:
    """Each instance is told the end of each of its hands, in order, with every seat's hand score."""
    chunk, module = recorded
    scores = sorted(tuple(row[:4]) for row in chunk.played.hands["hand_score"].tolist())
    for made in module.MADE:
        hands = [view.hand for told, view, _ in module.TOLD if told is made]

        assert hands == list(range(len(hands)))
    assert sorted(told for _, _, told in module.TOLD) == sorted([*scores, *scores])


def test_bots_are_let_go_when_their_match_is_over() -> None:
    """No instance outlives its match, so that memory does not grow with matches (H09)."""
    event = event_against_random(bot("Talker"))
    compiled = compile_entrants(event.entrants)
    answerer = python_answerer(event.entrants[0], None, event.rules)
    play_jobs(event.rules, make_event_jobs(event, range(2)), [Player(answerer=answerer), *compiled[1:]])

    assert isinstance(answerer, PlainAnswerer)
    assert answerer.clock.decisions > 0
    assert answerer.bots == {}


def test_match_scores_at_the_end_of_a_hand(recorded: tuple[Chunk, Any]) -> None:
    """The view at a hand's end has the match scores with that hand in them, and every card played."""
    for _, view, _ in recorded[1].TOLD:
        assert len(view.plays) == 52
        assert view.held == ()
    for made in recorded[1].MADE:
        told = [(view, scores) for one, view, scores in recorded[1].TOLD if one is made]
        totals = [sum(scores[seat] for _, scores in told) for seat in range(4)]

        assert told[-1][0].scores == tuple(totals)


def test_parameters_reach_the_bot() -> None:
    """A parameter that an entrant sets changes what its bot plays."""
    low, high = (play(bot("Tuned") + f":share={share}", blocks=1) for share in (0, 1))

    assert not np.array_equal(low.played.plays, high.played.plays)


def test_a_bot_may_decline_rules() -> None:
    """A bot that does not play a rule set is refused before anything is played."""
    with pytest.raises(ValueError, match="'plain' does not play this rule set"):
        event_of(bot("Picky"), *["random"] * 3, rules=build_rules("omnibus"))


def test_think_time_is_counted() -> None:
    """Every decision of a bot that answers from Python is timed."""
    chunk = play(bot("Lowest"), blocks=1)
    time = chunk.think_times()[0]

    assert time.decisions > len(chunk.played.hands)
    assert 0 < time.longest <= time.seconds
