"""The two ways to play: whole matches in one compiled call, and tables in step with bots that answer from Python."""

from __future__ import annotations

import pytest

from hearts_arena.arena.play import compile_entrants, make_event_jobs, python_answerer
from hearts_arena.engine.driver import Played, Player, play_jobs
from hearts_arena.game.presets import PRESETS
from hearts_arena.game.rules import build_rules
from playing import BOTS, equal_rows, event_of, play_event

TABLES = (1, 7, 64)
LINE_UPS = {
    "standard": ("random", "easy", "medium", "hard"),
    "black_maria": ("hard", "random", "medium"),
    "five": ("hard", "medium", "easy", "random", "hard"),
    "scatter": ("medium", "random", "hard", "easy"),
    "partnership": ("hard", "hard", "medium", "easy"),
    "omnibus": ("hard", "medium", "random", "random"),
    "chooser": ("hard", str(BOTS / "high.py"), "easy", str(BOTS / "low.py")),
}


def play_in_step(event: object, tables: int, in_python: tuple[bool, ...] | None = None) -> Played:
    """Return the rows of an event whose compiled bots are asked from Python, all of them or those named."""
    compiled = compile_entrants(event.entrants)
    chosen = in_python or (True,) * len(compiled)
    players = [
        Player(answerer=python_answerer(entrant, player, event.rules)) if asked else player
        for entrant, player, asked in zip(event.entrants, compiled, chosen, strict=True)
    ]
    jobs = make_event_jobs(event, range(event.blocks))
    return play_jobs(event.rules, jobs, players, log_plays=True, tables=tables)


@pytest.mark.parametrize("preset", sorted(LINE_UPS))
def test_both_ways_give_equal_rows(preset: str) -> None:
    """A line-up gives the same hands, plays, matches and faults through both ways, with 1, 7 or 64 tables in step."""
    event = event_of(*LINE_UPS[preset], rules=build_rules(preset), blocks=4)
    compiled = play_event(event)

    assert len(compiled.matches) == event.plan.matches
    for tables in TABLES:
        assert equal_rows(compiled, play_in_step(event, tables)), f"{tables} tables"


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - set(LINE_UPS)))
def test_both_ways_on_every_preset(preset: str) -> None:
    """Random bots give equal rows through both ways on the other presets too."""
    rules = build_rules(preset)
    event = event_of(*["random"] * rules.players, rules=rules, blocks=2)

    assert equal_rows(play_event(event), play_in_step(event, 5))


def test_a_searching_bot_plays_alike_both_ways() -> None:
    """The bot that samples hands gives equal rows through both ways."""
    event = event_of("monte-carlo:worlds=3", "hard", "easy", "random", rules=build_rules("short"), blocks=1)

    assert equal_rows(play_event(event), play_in_step(event, 3))


@pytest.mark.parametrize("seat", range(4))
def test_one_bot_in_python_changes_nothing(seat: int) -> None:
    """Compiled bots at a table with one that answers from Python play as they do alone."""
    event = event_of("random", "easy", "medium", "hard", rules=build_rules(), blocks=3)
    chosen = tuple(place == seat for place in range(4))

    assert equal_rows(play_event(event), play_in_step(event, 4, chosen))


def test_more_entrants_than_seats_both_ways() -> None:
    """A round robin, where line-ups differ from table to table, gives equal rows through both ways."""
    bots = ("random", "easy", "medium", "hard", "random:", "easy:wild=0.5")
    event = event_of(*(bot.rstrip(":") for bot in bots), rules=build_rules(), blocks=6)

    assert event.schedule == "round-robin"
    assert equal_rows(play_event(event), play_in_step(event, 11))
