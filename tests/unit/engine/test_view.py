"""What is in a view, and its readable twin."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import numpy as np
import pytest

from hearts_arena.arena.play import make_event_jobs
from hearts_arena.engine.driver import Player, Tables, Trouble
from hearts_arena.engine.tables import TABLE
from hearts_arena.engine.view import PASSING, VIEW, seat_views
from hearts_arena.game.rules import build_rules
from hearts_arena.game.view import SeatView
from playing import event_of

OWN = {"held", "legal", "passed", "received", "random", "scattered", "gathered", "seat"}
PUBLIC = {
    "phase", "pass_direction", "trick_number", "leader", "trick_size", "hearts_broken", "n_plays", "trick", "voids",
    "tricks_won", "plays", "leaders", "played_by", "taken", "points", "hand", "extra_hands", "scores", "rules",
}  # fmt: skip
SECRET = {"match", "deal_key", "seat_keys", "dealt", "sent", "came", "given", "entrants", "seed", "block", "rotation"}


class Collector:
    """Plays the lowest card everywhere and keeps the views."""

    wants_hand_end = False

    def __init__(self) -> None:
        self.views: list[np.ndarray] = []

    def passes(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
        """Return the lowest cards."""
        self.views.append(views.copy())
        cards = [[card for card in range(52) if held >> card & 1][:3] for held in views["held"].tolist()]
        return np.array(cards), []

    def plays(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
        """Return the lowest card."""
        self.views.append(views.copy())
        return np.array([(legal & -legal).bit_length() - 1 for legal in views["legal"].tolist()]), []


@pytest.fixture(scope="module")
def views() -> np.ndarray:
    """Return the views of all decisions of a match of the lowest cards."""
    event = event_of(*["random"] * 4, rules=build_rules("short"), blocks=1)
    jobs = make_event_jobs(event, range(1))[:1]
    jobs["entrants"] = 0
    collector = Collector()
    playing = Tables(event.rules, jobs, [Player(answerer=collector)])
    playing.control["ask_forced"] = 1
    while len(asked := playing.advance()):
        playing.answer(asked)
    return np.concatenate(collector.views)


def test_a_view_holds_what_a_seat_may_know() -> None:
    """A view has its seat's own words and what everybody sees, and nothing else."""
    assert set(VIEW.names or ()) == OWN | PUBLIC


def test_a_view_holds_no_secret() -> None:
    """Nothing that the table knows and the seat must not is a word of the view."""
    assert not SECRET & set(VIEW.names or ())
    assert {"deal_key", "seat_keys", "dealt"} <= set(TABLE.names or ())


def test_private_words_are_fresh(views: np.ndarray) -> None:
    """No two decisions of a match have the same private random word."""
    assert len(set(views["random"].tolist())) == len(views)


def test_nobody_sees_a_pass_before_all_have_passed(views: np.ndarray) -> None:
    """While seats pass, nobody's view shows a passed or received card, nor a smaller hand (2.4)."""
    passing = views[views["phase"] == PASSING]

    assert len(passing) > 0
    assert not passing["passed"].any()
    assert not passing["received"].any()
    assert {held.bit_count() for held in passing["held"].tolist()} == {13}


def test_the_public_part_only_grows_in_a_hand(views: np.ndarray) -> None:
    """From one decision of a hand to the next no played card disappears."""
    for before, after in pairwise(views):
        if before["hand"] == after["hand"]:
            assert before["n_plays"] <= after["n_plays"]
            assert before["plays"][: before["n_plays"]].tolist() == after["plays"][: before["n_plays"]].tolist()


def test_seen_and_unseen_make_up_the_deck_b10(views: np.ndarray) -> None:
    """What is held, played and unseen are all cards, once each, and a passed card is unseen until it is played."""
    for view in seat_views(views, build_rules("short")):
        assert sorted([*view.held, *view.played, *view.unseen]) == list(range(52))
        assert set(view.passed) <= set(view.unseen) | view.played


def test_a_readable_view_cannot_be_written(views: np.ndarray) -> None:
    """A bot cannot change what it is shown."""
    (view,) = seat_views(views[:1], build_rules("short"))

    with pytest.raises(FrozenInstanceError):
        view.held = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        object.__setattr__(view, "other", 1)


def test_a_view_behaves_as_a_value_bug(views: np.ndarray) -> None:
    """A bot may compare, hash, copy, pickle and change a copy of a view, whatever of it has been read before."""
    rules = build_rules("short")
    (view,), (twin,), (unread,) = (seat_views(views[30:31], rules) for _ in range(3))

    assert view == twin
    assert hash(view) == hash(twin)
    assert pickle.loads(pickle.dumps(unread)) == view
    assert copy.deepcopy(view) == view
    assert replace(view, held=()).held == ()
    assert replace(view, held=view.held) == view


def test_a_kept_view_stands_still() -> None:
    """What a bot reads of a view that it has kept is what it was, whatever has been played since."""
    event = event_of(*["random"] * 4, rules=build_rules("short"), blocks=1)
    jobs = make_event_jobs(event, range(1))[:1]
    jobs["entrants"] = 0
    kept: list[SeatView] = []

    class Keeper(Collector):
        def plays(self, views: np.ndarray, matches: np.ndarray) -> tuple[np.ndarray, list[Trouble]]:
            kept.extend(seat_views(views, event.rules))
            return super().plays(views, matches)

    keeper = Keeper()
    playing = Tables(event.rules, jobs, [Player(answerer=keeper)])
    while len(asked := playing.advance()):
        playing.answer(asked)
    shown = [view for chunk in keeper.views for view in seat_views(chunk, event.rules) if view.phase == "play"]

    assert kept == shown


def test_readable_views_hold_plain_numbers(views: np.ndarray) -> None:
    """No numpy number is in a readable view, so that bots can write it as JSON."""
    for view in seat_views(views[:60], build_rules("short")):
        numbers = [view.seat, view.hand, view.key, *view.held, *view.legal, *view.trick, *view.scores, *view.points]

        assert {type(number) for number in numbers} == {int}


def test_the_generator_is_the_same_at_every_call(views: np.ndarray) -> None:
    """A view's generator starts anew at every call, from the private word alone (B20)."""
    first, second, *_ = seat_views(views, build_rules("short"))

    assert first.rng().random() == first.rng().random()
    assert first.rng().random() != second.rng().random()
