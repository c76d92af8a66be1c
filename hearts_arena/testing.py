"""For authors of bots: `check_bot` tries a bot as the arena will, and says what it found, a line a check."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from hearts_arena.arena.answerers import PlainAnswerer
from hearts_arena.arena.entrants import Entrant, EntrantError, UnknownBotError, parse_entrants, plays_rules
from hearts_arena.arena.event import Event, make_event
from hearts_arena.arena.play import (
    Chunk,
    Compiled,
    compile_entrants,
    make_event_jobs,
    play_blocks,
    python_answerer,
)
from hearts_arena.checks import Check
from hearts_arena.engine.driver import Answerer, Array, Player, Tables
from hearts_arena.engine.view import CHOOSING_MOON, PASSING
from hearts_arena.game.cards import cards_of, mask_of, suit_of
from hearts_arena.game.rules import RuleSet, build_rules
from hearts_arena.game.words import count_text

CHECK_SEED = 20_240_601
HANDS = 2000
SECONDS = 30.0
REPEATED_BLOCKS = 3
REDEALT_DECISIONS = 200
SWAPS = 60


def check_bot(bot: str, rules: RuleSet | None = None, hands: int = HANDS) -> Iterator[Check]:
    """Yield the checks of a bot as they are made; after one that fails the later ones may not be made.

    Parameters
    ----------
    bot : str
        As an entrant is written: a name, a folder, a file, with parameters if any.
    rules : RuleSet, optional
        The rule set to play; `standard` by default.
    hands : int
        Hands to play for legality; fewer where they take longer than half a minute.

    Raises
    ------
    UnknownBotError
        If no such bot is there, or not with these parameters: that is no check that a bot fails.
    EntrantError
        If the bot declines the rule set.
    """
    rules = rules or build_rules()
    try:
        (entrant,) = parse_entrants([bot])
        compiled = compile_entrants([entrant])
        plays_rules(entrant, rules)
    except UnknownBotError:
        raise
    except EntrantError as error:
        yield Check("loads", False, str(error))
        return
    event = _event(entrant, rules)
    yield Check("loads", True, f"{entrant.kind} bot, version {entrant.version}")
    legal, timing = _plays_legally(event, hands)
    yield legal
    if not legal.passed:
        return
    yield _repeats(event)
    yield _ignores_company(event)
    yield _survives_redeal(event, compiled)
    yield timing


def _event(entrant: Entrant, rules: RuleSet) -> Event:
    """Return an event of a bot against random ones: a table of its own, `blocks` to be taken as needed."""
    others = parse_entrants(["random"] * (rules.players - 1))
    labelled = [replace(other, label=f"other {seat}") for seat, other in enumerate(others)]
    return make_event((entrant, *labelled), rules, blocks=10_000, seed=CHECK_SEED, log_plays=True)


def _plays_legally(event: Event, hands: int) -> tuple[Check, Check]:
    """Play blocks until there are hands enough; return the check of faults and that of think time."""
    compiled = compile_entrants(event.entrants)
    begun, played, decisions, seconds, longest = time.perf_counter(), 0, 0, 0.0, 0.0
    for block in range(event.blocks):
        chunk = play_blocks(event, range(block, block + 1), compiled)
        own = chunk.jobs["entrants"][chunk.played.faults["match"] - chunk.jobs["match"][0], chunk.played.faults["seat"]]
        if (own == 0).any():
            return Check("plays legally", False, _first_fault(chunk, int(np.argmax(own == 0)))), Check("time", True, "")
        played += len(chunk.played.hands)
        timed = chunk.think_times()[0]
        decisions, seconds, longest = decisions + timed.decisions, seconds + timed.seconds, max(longest, timed.longest)
        if played >= hands or time.perf_counter() - begun > SECONDS:
            break
    mean = (
        f"{_duration(seconds / decisions)} a decision, {_duration(longest)} at the most"
        if decisions
        else "not measured"
    )
    return Check("plays legally", True, f"{played:,} hands without a fault"), Check("time", True, mean)


def _duration(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _first_fault(chunk: Chunk, row: int) -> str:
    fault = chunk.played.faults[row]
    key = (int(fault["match"]), int(fault["hand"]), int(fault["decision"]), int(fault["seat"]))
    what = chunk.played.messages.get(key, f"answered {int(fault['answer'])}")
    when = "the pass" if key[2] == 0 else f"trick {key[2]}"
    return f"{what} at {when} of hand {key[1]}, match {key[0]} (seed {CHECK_SEED})"


def _repeats(event: Event) -> Check:
    compiled = compile_entrants(event.entrants)
    blocks = range(REPEATED_BLOCKS)
    first, second = (play_blocks(event, blocks, compiled).played for _ in range(2))
    same = np.array_equal(first.plays, second.plays)
    detail = f"{len(first.plays)} hands played twice" if same else _first_difference(first.plays, second.plays)
    return Check("same seed, same answers", same, detail)


def _first_difference(one: Array, other: Array) -> str:
    differ = (one["cards"] != other["cards"]).any(axis=1) | (one["passed"] != other["passed"]).any(axis=(1, 2))
    row = one[int(np.argmax(differ))]
    return (
        f"hand {row['hand']} of match {row['match']} went differently the second time: draw random numbers from the "
        "view (view.rng(), view.random) and keep nothing from match to match"
    )


def _ignores_company(event: Event) -> Check:
    """Play matches alone and together: neither other tables nor earlier matches may change an answer."""
    compiled = compile_entrants(event.entrants)
    together = play_blocks(event, range(REPEATED_BLOCKS), compiled).played.plays
    alone = [play_blocks(event, range(b, b + 1), compiled, tables=1).played.plays for b in range(REPEATED_BLOCKS)]
    backwards = np.concatenate([play_blocks(event, range(b, b + 1), compiled).played.plays for b in (2, 1, 0)])
    backwards = backwards[np.lexsort((backwards["hand"], backwards["match"]))]
    same = np.array_equal(together, np.concatenate(alone)) and np.array_equal(together, backwards)
    detail = "alone, together and in another order" if same else "answers depend on other tables or earlier matches"
    return Check("each match on its own", same, detail)


def _survives_redeal(event: Event, compiled: Sequence[Compiled]) -> Check:
    """Re-deal what the bot cannot see at many of its decisions: view and answer must stand."""
    name = "survives a re-deal"
    moved = decisions = 0
    for asked in redealt_decisions(event, compiled[0], REDEALT_DECISIONS):
        decisions += 1
        moved += asked.moved
        if asked.view_before != asked.view_after:
            return Check(name, False, f"its view shows hidden cards: {asked.where}")
        if asked.trouble:
            return Check(name, False, f"{asked.trouble}: {asked.where}")
        if asked.before != asked.after:
            return Check(
                name, False, f"answered {asked.before} and, with other hidden cards, {asked.after}: {asked.where}"
            )
    return Check(
        name, True, f"{count_text(decisions, 'decision')}, {moved / max(decisions, 1):.1f} hidden cards moved in each"
    )


@dataclass(frozen=True, slots=True)
class Redealt:
    """One decision made twice, before and after cards that the bot cannot see have changed hands."""

    where: str
    moved: int
    view_before: bytes
    view_after: bytes
    before: tuple[int, ...]
    after: tuple[int, ...]
    trouble: str


def redealt_decisions(event: Event, own: Compiled, count: int) -> Iterator[Redealt]:
    """Yield decisions of an event's first entrant, each answered by copies of its bot before and after a re-deal.

    Both views are written by the kernel, from the table as it is and from the table with hidden cards moved about.
    """
    draw = random.Random(CHECK_SEED)
    entrant = event.entrants[0]
    others = compile_entrants(event.entrants)[1:]
    answerer = python_answerer(entrant, own, event.rules)
    players = [Player(answerer=answerer), *others]
    playing = Tables(
        event.rules, make_event_jobs(event, range(REPEATED_BLOCKS)), cast("list[Player]", players), tables=1
    )
    while count > 0 and len(asked := playing.advance()):
        view, table, shown = playing.views[0].copy(), playing.tables[0].copy(), playing.views.tobytes()
        if draw.random() < 0.25:
            count -= 1
            before, trouble = _answer(_twin(answerer, entrant, own, event.rules), playing)
            moved = redeal(playing, draw)
            playing.advance()
            after, later_trouble = _answer(_twin(answerer, entrant, own, event.rules), playing)
            where = f"hand {view['hand']}, trick {view['trick_number'] + 1}, seat {view['seat']}"
            yield Redealt(where, moved, shown, playing.views.tobytes(), before, after, trouble or later_trouble)
            playing.tables[0], playing.views[0] = table, view
        playing.answer(asked)


def redeal(playing: Tables, draw: random.Random) -> int:
    """Move hidden cards of the first table about, in ways that agree with all its deciding seat knows.

    Cards change hands by random swaps that keep hand sizes, shown voids, and passed cards where they are known to be.

    Returns
    -------
    int
        How many cards changed hands.
    """
    table, view = playing.tables[0], playing.views[0]
    me, players = int(view["seat"]), int(view["rules"]["players"])
    held = [set(cards_of(int(mask))) for mask in table["held"][:players]]
    known = set(cards_of(int(view["passed"])))
    before = [set(cards) for cards in held]
    others = [seat for seat in range(players) if seat != me and held[seat]]

    def may_hold(seat: int, card: int) -> bool:
        return card not in known and not int(view["voids"][seat]) >> suit_of(card) & 1

    for _ in range(SWAPS if len(others) > 1 else 0):
        one, other = draw.sample(others, 2)
        mine, theirs = draw.choice(sorted(held[one])), draw.choice(sorted(held[other]))
        if mine not in known and theirs not in known and may_hold(one, theirs) and may_hold(other, mine):
            held[one] ^= {mine, theirs}
            held[other] ^= {mine, theirs}
    for seat in range(players):
        table["held"][seat] = mask_of(held[seat])
    _forget(table, view, me, players, draw)
    return sum(len(now - then) for now, then in zip(held, before, strict=True))


def _forget(table: Any, view: Any, me: int, players: int, draw: random.Random) -> None:
    """Overwrite what else is hidden from a seat: the others' passes, all keys but its own."""
    for seat in range(players):
        if seat != me:
            table["seat_keys"][seat] = draw.getrandbits(64)
            if view["phase"] != PASSING:
                table["passed"][seat] = table["received"][seat] = 0
    table["deal_key"] = draw.getrandbits(64), draw.getrandbits(64)


def _twin(answerer: Answerer, entrant: Entrant, own: Compiled, rules: RuleSet) -> Answerer:
    """Return an answerer whose bots remember of their matches what those of another do, where they can be copied."""
    twin = python_answerer(entrant, own, rules)
    if isinstance(answerer, PlainAnswerer) and isinstance(twin, PlainAnswerer):
        with suppress(Exception):
            twin.bots = copy.deepcopy(answerer.bots)
    return twin


def _answer(answerer: Answerer, playing: Tables) -> tuple[tuple[int, ...], str]:
    """Return what a bot answers at the first table, and what is wrong with the way it did."""
    phase = int(playing.views["phase"][0])
    ask = answerer.passes if phase == PASSING else answerer.moons if phase == CHOOSING_MOON else answerer.plays
    shown = playing.views.copy()
    before = shown.tobytes()
    answers, troubles = ask(shown, playing.tables["match"].copy())
    trouble = "".join(trouble.message for trouble in troubles)
    if shown.tobytes() != before:
        trouble = trouble or "it writes to its view"
    return tuple(np.ravel(answers).tolist()), trouble


__all__ = ["Check", "Redealt", "check_bot", "redeal", "redealt_decisions"]
