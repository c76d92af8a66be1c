"""What a hand costs, and what memory a run takes, as events grow.

Question: do time a hand and peak memory stay level from ten thousand hands to ten million? random, easy, medium and
hard play matches to 100, first alone and then as a run with hands and matches logged. Each size has a process of its
own, warmed up by two runs of a whole part; small ones are run up to nine times, and the median counts. Sizes take
turns. A run costs a few milliseconds however short it is.

    python experiments/benchmarks/scale.py [ROUNDS]
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HANDS = (10**4, 10**5, 10**6, 10**7)
HANDS_A_BLOCK = 31.9
SEED = 7
REPEATED = 30_000  # blocks: smaller events are run several times in a process, the median counts


def play(blocks: int) -> None:
    """Play an event and print hands, nanoseconds a hand (play alone, the whole run) and peak memory in MB."""
    from hearts_arena.arena.entrants import parse_entrants
    from hearts_arena.arena.event import make_event
    from hearts_arena.arena.play import compile_entrants, play_blocks
    from hearts_arena.arena.runner import run_event
    from hearts_arena.game.rules import build_rules

    entrants = parse_entrants(["random", "easy", "medium", "hard"])
    with tempfile.TemporaryDirectory() as folder:
        warm = make_event(entrants, build_rules(), blocks=1000, seed=SEED)
        for name in ("first", "second"):
            run_event(warm, Path(folder) / name)
        event = make_event(entrants, build_rules(), blocks=blocks, seed=SEED)
        compiled = compile_entrants(entrants)
        begun = time.perf_counter()
        for part in event.parts():
            play_blocks(event, part, compiled)
        alone = time.perf_counter() - begun
        runs = []
        for number in range(max(1, min(9, REPEATED // blocks))):
            begun = time.perf_counter()
            done = run_event(event, Path(folder) / f"event-{number}")
            runs.append(time.perf_counter() - begun)
        run = statistics.median(runs)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([done.hands, alone / done.hands * 1e9, run / done.hands * 1e9, peak]))


def main() -> None:
    """Print the medians of some rounds."""
    if len(sys.argv) > 2 and sys.argv[1] == "--play":
        play(int(sys.argv[2]))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seen: dict[int, list[list[float]]] = {hands: [] for hands in HANDS}
    for number in range(rounds):
        for hands in HANDS:
            print(f"round {number + 1} of {rounds}: {hands:,} hands", file=sys.stderr)
            command = [sys.executable, __file__, "--play", str(round(hands / HANDS_A_BLOCK))]
            seen[hands].append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    print(f"{'hands':>12} {'ns of play':>11} {'ns of the run':>14} {'peak MB':>8}")
    for rows in seen.values():
        hands, alone, run, peak = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{hands:12,.0f} {alone:11,.0f} {run:14,.0f} {peak:8,.0f}")


if __name__ == "__main__":
    main()
