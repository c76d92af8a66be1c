"""Asking bots: what takes more than a call gives the same cards as what does not."""

from __future__ import annotations

import numpy as np
import pytest

from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine.driver import Played, play_jobs
from hearts_arena.engine.tables import TIMED_EVERY, TIMING
from hearts_arena.game.rules import build_rules
from playing import BOTS, compiled, equal_rows, event_of, play_event

FIELD = ("random", "easy", "medium", "hard")
FAULTY = BOTS / "faulty.py"
ONE_HAND = build_rules(match_hands=1)


def play_numbered(first: int, blocks: int = 4) -> Played:
    """Return one-hand matches of the field whose numbers begin with `first`, dealt as those of match 0 and on."""
    event = event_of(*FIELD, rules=ONE_HAND, blocks=blocks)
    jobs = make_event_jobs(event, range(blocks))
    jobs["match"] += first
    played = play_jobs(event.rules, jobs, compiled(event.entrants), log_plays=True)
    for rows in (played.hands, played.plays, played.matches):
        rows["match"] -= first
    return played


def test_a_timed_hand_is_played_like_any_other() -> None:
    """Matches whose numbers have their hands timed play the same cards as matches whose numbers do not."""
    timed, plain = play_numbered(0), play_numbered(1)

    assert timed.timing["timed"].sum() > 0
    assert plain.timing["timed"].sum() == 0
    assert equal_rows(timed, plain)


def test_hands_are_timed_by_their_number() -> None:
    """One hand in 64 is timed, the one whose number and match's number come to a multiple; every decision of it."""
    jobs = TIMED_EVERY // 4
    one, two = play_numbered(0, blocks=jobs).timing, play_numbered(0, blocks=2 * jobs).timing

    assert one.dtype == TIMING
    assert (one["timed"] > 0).all()
    assert (one["timed"] < 2 * (1 + 13)).all()
    assert (two["timed"] > one["timed"]).all()


@pytest.mark.parametrize("preset", ["standard", "scatter", "three", "five"])
def test_a_bot_that_raised_is_called_again_in_the_next_hand(preset: str) -> None:
    """After an exception the table goes on, and each later hand has its own fault."""
    rules = build_rules(preset, match_hands=8)
    bots = [f"{FAULTY}#RaisesInPlay"] + [f"{FAULTY}#Sound"] * (rules.players - 1)
    played = play_event(event_of(*bots, rules=rules, blocks=1))
    sound = play_event(event_of(*[f"{FAULTY}#Sound"] * rules.players, rules=rules, blocks=1))

    assert len(np.unique(played.faults["hand"])) > 4
    assert np.array_equal(played.plays["cards"], sound.plays["cards"])


def test_a_stand_in_stays_for_the_match_only() -> None:
    """Beyond its faults a bot is not called again in the match, and is called in the next one."""
    rules = build_rules(match_hands=6)
    event = event_of(f"{FAULTY}#RaisesInPlay", *[f"{FAULTY}#Sound"] * 3, rules=rules, blocks=2)
    played = play_event(event, max_faults=1)
    faults = [played.faults[played.faults["match"] == match] for match in range(event.plan.matches)]

    assert all(len(rows) == 3 for rows in faults)  # two of its own, and that the stand-in took over
