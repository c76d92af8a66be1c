"""A chunk of matches: faults are recorded and stood in for, buffers grow, and no row depends on tables in step."""

from __future__ import annotations

import numpy as np
import pytest

from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine import driver
from hearts_arena.engine.driver import Played, Player, Trouble, play_jobs
from hearts_arena.engine.tables import FAULT_KINDS
from hearts_arena.game.cards import rank_of
from hearts_arena.game.notation import parse_holding
from hearts_arena.game.rules import build_rules
from playing import BOTS, compiled, equal_rows, event_of, play_event

FAULTY = BOTS / "faulty.py"
ILLEGAL, RAISED, STOOD_IN = (FAULT_KINDS.index(kind) for kind in ("illegal", "exception", "stood in"))


def play_faulty(name: str, blocks: int = 2, preset: str = "standard", **options: object) -> Played:
    """Return the rows of an event of one faulty bot against three sound ones."""
    bots = (f"{FAULTY}#{name}", *[f"{FAULTY}#Sound"] * 3)
    return play_event(event_of(*bots, rules=build_rules(preset), blocks=blocks), **options)


def test_a_sound_bot_has_no_faults() -> None:
    """The bot that the faulty ones are made from plays without a fault."""
    assert len(play_faulty("Sound").faults) == 0


def test_an_exception_in_play_is_one_fault_a_hand() -> None:
    """A compiled bot that raises is at fault with its message; the lowest legal card is played and the hand goes on."""
    played, sound = play_faulty("RaisesInPlay"), play_faulty("Sound")
    faults = played.faults

    assert set(faults["kind"]) == {RAISED}
    assert set(faults["decision"]) == {3}
    assert len(faults) <= len(played.hands)
    assert set(played.messages.values()) == {"ValueError: the third trick is too hard"}
    assert np.array_equal(played.plays, sound.plays)
    assert played.hands["faults"].sum() == len(faults)


def test_every_fault_has_its_message() -> None:
    """The message of an exception is filed under the fault's match, hand, decision and seat."""
    played = play_faulty("RaisesInPlay")
    keys = {tuple(row[["match", "hand", "decision", "seat"]].tolist()) for row in played.faults}

    assert keys == set(played.messages)


def test_an_exception_in_the_pass() -> None:
    """A bot that raises while it passes has its three highest ranks passed, equal ranks by card number."""
    played = play_faulty("RaisesInPass", blocks=1)
    passing = played.hands["pass_direction"] != 0
    row, seat = played.plays[0], 0
    held = [card for card in range(52) if row["dealt"][seat] >> card & 1]

    assert set(played.faults["decision"]) == {0}
    assert len(played.faults) == passing.sum()
    assert row["passed"][seat][:3].tolist() == sorted(held, key=lambda card: (-rank_of(card), card))[:3]
    assert set(played.messages.values()) == {"IndexError: nothing to give"}


@pytest.mark.parametrize("name", ["SameCardThrice", "PassesNothing", "PassesOthersCards"])
def test_an_illegal_pass(name: str) -> None:
    """A pass of one card thrice, of no cards, or of cards of others is a fault, and 52 different cards stay in play."""
    played = play_faulty(name, blocks=1)

    assert set(played.faults["kind"]) == {ILLEGAL}
    assert len(played.faults) == (played.hands["pass_direction"] != 0).sum()
    assert all(sorted(row["cards"].tolist()) == list(range(52)) for row in played.plays)


def test_an_illegal_card() -> None:
    """The queen where she may not be played is a fault that quotes her, and the lowest legal card is played."""
    played = play_faulty("AlwaysQueen")

    assert set(played.faults["kind"]) == {ILLEGAL}
    assert set(played.faults["answer"]) == {49}
    assert played.messages == {}
    assert all(sorted(row["cards"].tolist()) == list(range(52)) for row in played.plays)


def test_a_number_that_is_no_card_is_illegal_bug() -> None:
    """An answer of -2 is what the bot answered: it is not taken for an exception."""
    faults = play_faulty("NoCard", blocks=1).faults

    assert set(faults["kind"]) == {ILLEGAL}
    assert set(faults["answer"]) == {-2, 1_000_000}


def test_faults_are_those_of_the_faulty_seat() -> None:
    """No fault is counted against the neighbours."""
    played = play_faulty("AlwaysQueen")
    jobs = make_event_jobs(event_of(*["random"] * 4, rules=build_rules(), blocks=2), range(2))
    entrants = jobs["entrants"][played.faults["match"], played.faults["seat"]]

    assert set(entrants) == {0}


def rigged_moon(name: str) -> Played:
    """Return the rows of one hand that seat 0, a faulty bot, shoots the moon in, and is asked how to score it."""
    event = event_of(
        f"{FAULTY}#{name}", f"{FAULTY}#Sound", rules=build_rules("chooser", pass_count=0, match_hands=1), blocks=1,
        schedule="duel",
    )  # fmt: skip
    jobs = make_event_jobs(event, range(1))[:1]
    jobs["is_given"] = 1
    jobs["given"][0, :4] = [
        parse_holding("23456789TJQKA..."),
        *map(parse_holding, ("..23456789TJQKA.", ".23456789TJQKA..", "...23456789TJQKA")),
    ]
    return play_jobs(event.rules, jobs, compiled(event.entrants), log_plays=True)


def test_an_exception_in_the_choice_of_a_moon() -> None:
    """A shooter that raises when asked has his moon added to the others."""
    played = rigged_moon("RaisesInMoon")

    assert played.hands["moon"].tolist() == [0]
    assert played.hands["hand_score"][0, :4].tolist() == [0, 26, 26, 26]
    assert played.faults[["decision", "kind", "seat"]].tolist() == [(63, RAISED, 0)]
    assert list(played.messages.values()) == ["RuntimeError: cannot choose"]


def test_the_stand_in_adds_a_moon() -> None:
    """Where the bot is asked no more its moons are added to the others, like one that it raised at."""
    hearts = {26, 27, 28, 29}  # one card each: whoever takes the trick has shot the moon
    rules = build_rules(
        moon="choose", sun="as_moon", match_hands=4, pass_count=0, opening_lead="left_of_dealer",
        deck_removed=[card for card in range(52) if card not in hearts],
    )  # fmt: skip
    played = play_event(event_of(*[f"{FAULTY}#RaisesInMoon"] * 4, rules=rules, blocks=1), max_faults=0)

    assert (played.hands["moon"] >= 0).all()
    assert (played.plays["moon_adds"] == 1).all()
    assert len(played.faults) < len(played.hands) + 4 * len(played.matches)


def test_the_stand_in_takes_over_past_max_faults() -> None:
    """Past its faults a seat is stood in for until the match ends: its bot is asked no more, its faults stand still."""
    played = play_faulty("AlwaysQueen", max_faults=2)
    for match in range(len(played.matches)):
        kinds = played.faults["kind"][played.faults["match"] == match].tolist()

        assert kinds == [ILLEGAL, ILLEGAL, ILLEGAL, STOOD_IN]
    assert played.hands["faults"].sum() == 3 * len(played.matches)


def test_no_faults_allowed() -> None:
    """With none allowed the stand-in takes over at the first fault."""
    played = play_faulty("RaisesInPass", blocks=1, max_faults=0)

    assert played.faults["kind"].tolist() == [RAISED, STOOD_IN] * len(played.matches)
    assert set(played.faults["hand"]) == {0}


def test_the_stand_in_plays_the_lowest_card() -> None:
    """Without a pass, a bot that is stood in for plays the cards of one that always plays its lowest."""
    rules = build_rules(pass_cycle="hold")
    stood_in, lowest = (
        play_event(event_of(f"{FAULTY}#{name}", *[f"{FAULTY}#Sound"] * 3, rules=rules, blocks=2), max_faults=0)
        for name in ("NoCard", "Sound")
    )

    assert (stood_in.faults["kind"] == STOOD_IN).any()
    assert np.array_equal(stood_in.plays, lowest.plays)


def test_buffers_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are the same whether the buffers hold all of them from the start or must grow many times."""
    roomy = play_faulty("AlwaysQueen", blocks=6)
    monkeypatch.setattr(driver, "HANDS_A_MATCH", 1)
    monkeypatch.setattr(driver, "FAULTS_AT_FIRST", 200)
    tight = play_faulty("AlwaysQueen", blocks=6)

    assert len(roomy.faults) > 200
    assert equal_rows(roomy, tight)


def test_division_by_nothing_is_no_exception() -> None:
    """Compiled bots divide as numpy does: no exception, and what comes of it is judged as any answer."""
    assert set(play_faulty("Loops", blocks=1).faults["kind"]) == {ILLEGAL}


class Listener:
    """Plays the lowest card for every seat, and notes what it is told at the end of hands."""

    wants_hand_end = True

    def __init__(self) -> None:
        self.told: list[tuple[int, int, int, bool]] = []

    def passes(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
        """Return the lowest cards."""
        cards = [[card for card in range(52) if held >> card & 1][:3] for held in views["held"].tolist()]
        return np.array(cards), []

    def plays(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
        """Return the lowest card."""
        return np.array([(legal & -legal).bit_length() - 1 for legal in views["legal"].tolist()]), []

    def moons(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
        """Return 1."""
        return np.ones(len(views), np.int64), []

    def hand_end(self, view: np.void, match: int, hand_score: np.ndarray, match_over: bool) -> None:
        """Note it."""
        self.told.append((match, int(view["hand"]), int(view["seat"]), match_over))


@pytest.mark.parametrize("tables", [1, 3, 8])
def test_every_end_of_a_hand_is_told_bug(tables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No seat misses the end of a hand because a buffer was full, and the last hand of a match says that it is over."""
    monkeypatch.setattr(driver, "HANDS_A_MATCH", 1)
    event = event_of(*["random"] * 4, rules=build_rules("short"), blocks=2)
    jobs = make_event_jobs(event, range(2))
    jobs["entrants"] = 0
    listener = Listener()
    played = play_jobs(event.rules, jobs, [Player(answerer=listener)], tables=tables)
    last = {int(row["match"]): int(row["hands"]) - 1 for row in played.matches}
    ends = [(int(row["match"]), int(row["hand"])) for row in played.hands]
    expected = [(match, hand, seat, hand == last[match]) for match, hand in ends for seat in range(4)]

    assert sorted(listener.told) == expected


def test_a_bot_in_step_that_raises_costs_nobody_the_end_of_a_hand_bug() -> None:
    """An exception of a compiled bot at one table loses nothing that the bots of another table are to be told."""
    event = event_of(f"{FAULTY}#RaisesInPlay", "random", "random", "random", rules=build_rules("short"), blocks=4)
    jobs = make_event_jobs(event, range(4))
    listener = Listener()
    players = [*compiled(event.entrants)[:3], Player(answerer=listener)]
    played = play_jobs(event.rules, jobs, players, tables=16)

    assert len(listener.told) == len(played.hands)


def test_no_matches() -> None:
    """A chunk of nothing gives no rows."""
    event = event_of(*["random"] * 4, rules=build_rules(), blocks=1)
    played = play_jobs(event.rules, make_event_jobs(event, range(0)), compiled(event.entrants), log_plays=True)

    assert [len(rows) for rows in (played.hands, played.plays, played.matches, played.faults)] == [0, 0, 0, 0]


def test_think_time_is_sampled() -> None:
    """The think time of compiled bots comes from some of their decisions, each of them counted."""
    timing = play_event(event_of(*["random"] * 4, rules=build_rules(), blocks=40)).timing

    assert (timing["timed"] > 0).all()
    assert (timing["longest"] <= timing["ticks"]).all()


def test_a_python_bot_cannot_write_to_the_table() -> None:
    """What a bot does to the views it is given changes nothing but its answers."""

    class Vandal(Listener):
        def plays(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
            answers = super().plays(views, matches)
            for name in views.dtype.names:
                views[name] = np.zeros((), views.dtype[name])
            return answers

    event = event_of(*["random"] * 4, rules=build_rules("short"), blocks=1)
    jobs = make_event_jobs(event, range(1))
    jobs["entrants"] = 0
    rows = [play_jobs(event.rules, jobs, [Player(answerer=bot)], log_plays=True) for bot in (Listener(), Vandal())]

    assert equal_rows(*rows)
