"""Hands a second of the engine alone: `pytest experiments/benchmarks/bench_engine.py -n 0 --benchmark-enable`.

Kernels are compiled before the first round; seeds are fixed. `extra_info` of each row holds hands a second.
"""

from __future__ import annotations

from typing import Any

import pytest

from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import make_event
from hearts_arena.arena.play import compile_entrants, make_event_jobs
from hearts_arena.engine.driver import play_jobs
from hearts_arena.game.rules import build_rules

LINE_UPS = {
    "random": ("random",) * 4,
    "easy": ("easy",) * 4,
    "medium": ("medium",) * 4,
    "hard": ("hard",) * 4,
    "field": ("random", "easy", "medium", "hard"),
}
BLOCKS = 500


@pytest.mark.parametrize("rules", ["standard", "omnibus", "black_maria", "five"])
@pytest.mark.parametrize("line_up", LINE_UPS)
def test_hands_a_second(benchmark: Any, line_up: str, rules: str) -> None:
    rule_set = build_rules(rules)
    bots = (LINE_UPS[line_up] * 2)[: rule_set.players]
    event = make_event(parse_entrants(bots), rule_set, blocks=BLOCKS, seed=7)
    players, jobs = compile_entrants(event.entrants), make_event_jobs(event, range(BLOCKS))
    played = benchmark.pedantic(play_jobs, (rule_set, jobs, players), rounds=7, warmup_rounds=1)

    if benchmark.stats is None:  # --benchmark-disable: played once, not timed
        return
    benchmark.extra_info["hands_per_s"] = round(len(played.hands) / benchmark.stats.stats.median)
