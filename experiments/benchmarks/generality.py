"""What it costs the fast path to know every dialect: `standard` with the whole law, and with a law cut down to it.

A copy of the package gets an `engine/law.py` whose functions know the standard rules only; both play the same hands in
turn, in processes of their own, and the ratio of their times is printed.

    python experiments/benchmarks/generality.py
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import hearts_arena

ROUNDS = 7
PACKAGE = Path(hearts_arena.__file__).parent
STANDARD_ONLY = {
    "lead_mask": """
    if trick_number == 0:
        return np.int64(1)
    side = held & ~HEART_CARDS
    return held if hearts_broken != 0 or side == 0 else side
""",
    "discard_bar": """
    return HEART_CARDS | QUEEN if trick_number == 0 else np.int64(0)
""",
    "_only_barred": """
    return held
""",
    "breaking_cards": """
    return HEART_CARDS
""",
    "points_of": """
    return popcount(mask & HEART_CARDS) + QUEEN_POINTS * ((mask >> QUEEN_OF_SPADES) & 1)
""",
    "find_shooter": """
    for seat in range(4):
        if taken[seat] & (HEART_CARDS | QUEEN) == HEART_CARDS | QUEEN:
            return seat
    return NO_SEAT
""",
}
MEASURE = """
import time
from hearts_arena.arena.entrants import parse_entrants
from hearts_arena.arena.event import make_event
from hearts_arena.arena.play import compile_entrants, make_event_jobs
from hearts_arena.engine.driver import play_jobs
from hearts_arena.game.rules import build_rules

event = make_event(parse_entrants(["random"] * 4), build_rules(), blocks=2000, seed=7)
players, jobs = compile_entrants(event.entrants), make_event_jobs(event, range(2000))
times = []
for _ in range(8):
    begun = time.process_time()
    played = play_jobs(event.rules, jobs, players)
    times.append(time.process_time() - begun)
print(min(times[1:]) / len(played.hands) * 1e9, int(played.hands["hand_score"].sum()))
"""


def cut_down(law: str) -> str:
    """Return the law with the bodies of some functions replaced by what the standard rules need."""
    for name, body in STANDARD_ONLY.items():
        pattern = rf"(def {name}\([^\n]*\n)(?:[ \n][^\n]*\n|\n)*?(?=\n\n@|\Z)"
        law, count = re.subn(pattern, lambda found, body=body: found[1] + body, law)
        if count != 1:
            raise SystemExit(f"engine/law.py has no function {name} of the expected form")
    return law


def nanoseconds(home: Path) -> tuple[float, str]:
    """Return nanoseconds a hand of the package in a folder, and a checksum of what was played."""
    environment = os.environ | {"PYTHONPATH": str(home)}
    out = subprocess.run(
        [sys.executable, "-c", MEASURE], env=environment, cwd=home, capture_output=True, text=True, check=True
    )
    time, checksum = out.stdout.split()
    return float(time), checksum


def main() -> None:
    """Print the times and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        whole, cut = (Path(folder) / name for name in ("whole", "cut"))
        for home in (whole, cut):
            shutil.copytree(PACKAGE, home / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
        law = cut / PACKAGE.name / "engine" / "law.py"
        law.write_text(cut_down(law.read_text(encoding="utf-8")), encoding="utf-8")
        pairs = [(nanoseconds(whole), nanoseconds(cut)) for _ in range(ROUNDS)]
    if len({checksum for pair in pairs for _, checksum in pair}) != 1:
        raise SystemExit("the two laws played different hands")
    ratios = [one / other for (one, _), (other, _) in pairs]
    for name, times in zip(("every dialect", "standard only"), zip(*pairs, strict=True), strict=True):
        print(f"{name:14} {statistics.median(time for time, _ in times):7.0f} ns a hand")
    print(f"ratio          {statistics.median(ratios):7.3f}  ({min(ratios):.3f} to {max(ratios):.3f})")


if __name__ == "__main__":
    main()
