"""Monte Carlo rollouts a second from the first trick to the end of the hand, on one core.

Question: how fast is a hand played out by the quick heuristic of `strategies.rollout`? Views are those of every seat
that chooses a card in the first trick of some hands; from each, worlds are dealt and played out, one rollout a world.

    python experiments/benchmarks/rollouts.py [HANDS] [WORLDS]
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import make_event
from hearts_arena.arena.play import compile_entrants, make_event_jobs, python_answerer
from hearts_arena.bot import lowest
from hearts_arena.engine.driver import Player, Tables
from hearts_arena.engine.jit import kernel
from hearts_arena.engine.stream import GOLDEN, mix64
from hearts_arena.engine.view import PLAYING
from hearts_arena.game.rules import build_rules
from hearts_arena.strategies.knowledge import cards_out
from hearts_arena.strategies.rollout import play_out
from hearts_arena.strategies.sampling import deal_world, plan_worlds
from hearts_arena.strategies.search import SEARCH

ROUNDS = 7
EPSILON = 0.1


@kernel
def _play_out_all(views, searches, worlds, epsilon):
    """Return the summed worth of `worlds` rollouts from each view."""
    total = 0.0
    search = searches[0]
    for i in range(views.shape[0]):
        view = views[i]
        plan_worlds(view, cards_out(view), search)
        for world in range(worlds):
            key = mix64(view.random + np.uint64(world) * GOLDEN)
            deal_world(search, key)
            search.world[view.seat] = view.held
            total += play_out(view, search, lowest(view.legal), False, ~key, epsilon)
    return total


def first_trick_views(hands: int) -> np.ndarray:
    """Return the views of `easy` bots that choose a card in the first trick of some hands."""
    rules = build_rules(match_hands=1)
    event = make_event(parse_entrants(["easy"] * 4), rules, blocks=-(-hands // 4), seed=7)
    compiled = compile_entrants(event.entrants)
    answerers = [python_answerer(entrant, own, rules) for entrant, own in zip(event.entrants, compiled, strict=True)]
    playing = Tables(rules, make_event_jobs(event, range(event.blocks)), [Player(answerer=a) for a in answerers])
    seen = []
    while len(asked := playing.advance()):
        views = playing.views[asked]
        first = views[(views["phase"] == PLAYING) & (views["trick_number"] == 0)]
        if not len(first) and (views["trick_number"] > 0).all():
            break
        seen.append(first)
        playing.answer(asked)
    return np.concatenate(seen)


def main() -> None:
    """Print rollouts a second, the median of some rounds."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    worlds = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    views = first_trick_views(hands)
    searches = np.zeros(1, SEARCH)
    _play_out_all(views[:1], searches, 1, EPSILON)
    rates = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        _play_out_all(views, searches, worlds, EPSILON)
        rates.append(len(views) * worlds / (time.process_time() - begun))
    print(f"{len(views)} views, {worlds} worlds each: {statistics.median(rates):,.0f} rollouts a second")


if __name__ == "__main__":
    main()
