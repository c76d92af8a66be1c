"""`tournament`, `standings` and `plot`: the same event told in every form, and rows that depend on nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import BOTS, LEVELS, files_below, good, run, spawn
from e2e.conftest import PlayedEvent

pytestmark = pytest.mark.usefixtures("without_figures")
FIGURES = ("points", "wins", "scores", "crosstable", "seats", "race")
QUICK = ("--blocks", "2", "--seed", "11", "--set", "match_hands=2", "--workers", "1")


def rows_of(folder: Path) -> dict[str, bytes]:
    """Return every file of rows but think times, by its name."""
    paths = [path for path in folder.rglob("*.parquet") if path.parent.name != "timing"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_what_a_tournament_leaves(played: PlayedEvent) -> None:
    """A tournament leaves its event, rows and figures in its folder, and nothing half-written."""
    found = files_below(played.path)

    assert {"event.json", "hands", "matches", "plays", "timing", "figures"} <= found
    assert {f"figures/{kind}.png" for kind in FIGURES} <= found
    assert not [name for name in found if name.endswith(".tmp")]
    assert played.facts["status"] == "complete"
    assert played.facts["seed"] == "7"


def test_what_a_tournament_says(played: PlayedEvent) -> None:
    """People read blocks, matches, seed and folder on stderr before play, and where the figures are after it."""
    assert "4 blocks, 16 matches, seed 7, into" in played.result.stderr
    assert "figures: " in played.result.stderr
    assert "seed" not in played.result.stdout


def test_one_block_is_a_block_bug() -> None:
    """What a command says of one block is in the singular, before a tournament as before duels."""
    one = ("--blocks", "1", "--seed", "7", "--workers", "1", "--set", "match_hands=1")

    assert "1 block, 4 matches, seed 7" in run("tournament", *LEVELS, *one, "--out", "event").stderr
    assert "1 block a duel, seed 7" in run("benchmark", "random", "easy", *one, "--out", "ladder").stderr


def test_stdout_is_one_json_document_h19(played_bare: PlayedEvent) -> None:
    """With --json the whole of stdout is one JSON document of plain numbers."""
    document = json.loads(played_bare.result.stdout)

    assert document["event"]["blocks"] == 4
    assert [row["entrant"] for row in document["standings"]] == ["hard", "medium", "easy", "random"]


def test_standings_repeat_the_tournament(played: PlayedEvent) -> None:
    """`standings` prints what `tournament` printed."""
    assert good("standings", played.path) == played.result.stdout


def test_the_same_figures_in_every_form(played: PlayedEvent) -> None:
    """Table, CSV, Markdown and JSON hold the same entrants in the same order with the same numbers."""
    document = json.loads(good("standings", played.path, "--format", "json"))["standings"]
    lines = list(csv.DictReader(io.StringIO(good("standings", played.path, "--format", "csv"))))
    table, markdown = good("standings", played.path), good("standings", played.path, "--format", "markdown")

    assert len(document) == len(lines) == 4
    for row, line in zip(document, lines, strict=True):
        assert line["entrant"] == row["entrant"]
        assert float(line["points_per_hand_mean"]) == row["points_per_hand"]["mean"]
        assert float(line["win_share_low"]) == row["win_share"]["low"]
        written = f"{row['points_per_hand']['mean']:.2f} ±"
        assert re.search(rf"{row['entrant']} .*{re.escape(written)}", table)
        assert re.search(rf"{row['entrant']} .*{re.escape(written)}", markdown)


def test_standings_are_those_of_the_rows(played: PlayedEvent) -> None:
    """The means in the table are those of the rows, worked out by pandas."""
    document = json.loads(good("standings", played.path, "--format", "json"))["standings"]
    run_ = hearts_arena.load(played.path)
    points = run_.hands.groupby("entrant", observed=True)["hand_score"].mean()
    wins = run_.matches.groupby("entrant", observed=True)["win_share"].mean()

    for row in document:
        assert row["points_per_hand"]["mean"] == pytest.approx(points[row["entrant"]])
        assert row["win_share"]["mean"] == pytest.approx(wins[row["entrant"]])


def test_the_same_command_gives_the_same_bytes(played: PlayedEvent, played_bare: PlayedEvent) -> None:
    """Rows are equal byte for byte from run to run, whether cards are logged or not."""
    logged, bare = rows_of(played.path), rows_of(played_bare.path)

    assert {name: logged[name] for name in bare} == bare
    assert {name.split("/")[0] for name in set(logged) - set(bare)} == {"plays"}


def test_python_and_the_command_play_the_same(played: PlayedEvent, tmp_path: Path) -> None:
    """`hearts_arena.tournament` with the same seed gives the same rows and standings."""
    again = hearts_arena.tournament(*LEVELS, blocks=4, seed=7, log_plays=True, out=tmp_path / "python")

    assert rows_of(again.path) == rows_of(played.path)
    assert again.standings().to_records() == hearts_arena.load(played.path).standings().to_records()


def test_worker_processes_write_the_same_bytes_h04(tmp_path: Path) -> None:
    """A line-up with a plain and a batch bot gives the same rows from one process and from two."""
    bots = (f"{BOTS / 'plain.py'}#Talker", f"{BOTS / 'batch.py'}#Illegal", "easy", f"bad={BOTS / 'plain.py'}#Raises")
    options = ("--blocks", "4", "--seed", "3", "--set", "match_hands=3", "--log-plays", "--quiet")
    for workers in ("1", "2"):
        good("tournament", *bots, *options, "--workers", workers, "--out", tmp_path / workers)
    one, two = rows_of(tmp_path / "1"), rows_of(tmp_path / "2")

    assert {name.split("/")[0] for name in one} == {"hands", "matches", "plays", "faults"}
    assert one == two


def test_another_seed_plays_other_cards(tmp_path: Path) -> None:
    """Neighbouring seeds share no deal."""
    runs = [
        hearts_arena.tournament(*LEVELS, blocks=2, seed=seed, log_plays=True, out=tmp_path / str(seed))
        for seed in (7, 8)
    ]
    layouts = [{tuple(layout) for layout in run_.plays["layout"]} for run_ in runs]

    assert not layouts[0] & layouts[1]


def test_every_block_and_hand_is_another_deal_h03(played: PlayedEvent) -> None:
    """Each hand of each block is dealt once for all its seatings, and never again."""
    plays = hearts_arena.load(played.path).plays
    dealt = plays.assign(layout=plays["layout"].map(tuple))
    per_hand = dealt.groupby(["block", "hand"])["layout"].nunique()

    assert (per_hand == 1).all()
    assert dealt["layout"].nunique() == len(per_hand)


def test_a_fresh_seed_is_drawn_and_printed() -> None:
    """Without --seed each event draws its own, prints it, and can be repeated from it."""
    first, second = (json.loads(good("tournament", *LEVELS, *QUICK[:2], "--json", "--out", out)) for out in "ab")
    seed = first["event"]["seed"]
    again = json.loads(good("tournament", *LEVELS, *QUICK[:2], "--seed", seed, "--json", "--out", "c"))

    assert seed != second["event"]["seed"]
    assert again["standings"] == first["standings"]


def test_without_out_the_event_goes_to_results(work_folder: Path) -> None:
    """By default an event gets a folder of its own under results/."""
    good("tournament", *LEVELS, *QUICK)
    (folder,) = (work_folder / "results").iterdir()

    assert re.fullmatch(r"tournament-\d{8}-\d{6}", folder.name)
    assert hearts_arena.load(folder).event.rules.match_hands == 2


def test_six_bots_play_a_round_robin_h21() -> None:
    """Six bots play equally often, blocks are rounded up to whole rounds, and the rounding is said."""
    result = run("tournament", *LEVELS, "random", "easy", *QUICK, "--out", "six", "--json")
    document = json.loads(result.stdout)

    assert document["event"]["schedule"] == "round-robin"
    assert document["event"]["blocks"] == 6
    assert {row["matches"] for row in document["standings"]} == {16}
    assert {row["entrant"] for row in document["standings"]} == {*LEVELS, "random#2", "easy#2"}
    assert "6 blocks, 24 matches" in result.stderr


@pytest.mark.parametrize(
    ("rules", "players"), [("three", 3), ("black_maria", 3), ("five", 5), ("partnership", 4), ("scatter", 4)]
)
def test_other_tables(rules: str, players: int) -> None:
    """Three, four and five seats are played, and each bot sits in every seat."""
    bots = ("random", "easy", "medium", "hard", "random")[:players]
    good("tournament", *bots, "--rules", rules, *QUICK, "--out", "event", "--quiet")
    hands = hearts_arena.load("event").hands

    assert sorted(hands["seat"].unique()) == list(range(players))
    assert (hands.groupby("entrant", observed=True)["seat"].nunique() == players).all()


def test_rules_from_a_file_and_settings(work_folder: Path) -> None:
    """A TOML file sets fields over its preset, and --set fields over both."""
    (work_folder / "rules.toml").write_text('preset = "omnibus"\ntarget = 40\nsun = "as_moon"\n', encoding="utf-8")
    settings = ("--set", "sun=double", "--set", "max_hands=2")
    good("tournament", *LEVELS, "--rules", "rules.toml", *settings, "--blocks", "1", "--out", "event")
    rules = hearts_arena.load("event").event.rules

    assert (rules.bonus_card, rules.target, rules.sun, rules.max_hands) == (22, 40, "double", 2)


def test_a_bot_that_raises_costs_itself_faults() -> None:
    """A faulty bot never stops an event or hurts its table: its faults are counted and written down."""
    result = run("tournament", f"bad={BOTS / 'plain.py'}#Raises", *LEVELS[:3], *QUICK, "--out", "event", "--json")
    faults = {row["entrant"]: row["faults"] for row in json.loads(result.stdout)["standings"]}

    assert result.exit_code == 0
    assert faults.pop("bad") > 0
    assert set(faults.values()) == {0}
    assert set(hearts_arena.load("event").faults["message"]) == {"ValueError: two"}


def test_abort_on_fault() -> None:
    """Under --on-fault abort the first fault ends the event with one line that says where to look."""
    bots = (f"bad={BOTS / 'plain.py'}#Raises", *LEVELS[:3])
    result = run("tournament", *bots, *QUICK, "--out", "event", "--on-fault", "abort", "--quiet")

    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "on_fault is abort" in result.stderr
    assert len(hearts_arena.load("event").faults) > 0


def test_max_faults() -> None:
    """Past --max-faults the stand-in takes over for the match."""
    good("tournament", f"bad={BOTS / 'plain.py'}#Raises", *LEVELS[:3], *QUICK, "--max-faults", "0", "--out", "event")
    kinds = hearts_arena.load("event").faults["kind"].value_counts()

    assert kinds["exception"] == kinds["stood in"] == 8


def test_quiet_is_silent(tmp_path: Path) -> None:
    """With --quiet nothing at all comes on stderr, and the standings on stdout."""
    done = spawn("tournament", *LEVELS, *QUICK, "--out", "event", "--quiet", folder=tmp_path)

    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("event: table of 4, 2 blocks")


def test_no_bar_where_there_is_no_terminal_h17(tmp_path: Path) -> None:
    """Into a file or a pipe no carriage return, colour or bar is written."""
    done = spawn("tournament", *LEVELS, *QUICK, "--out", "event", folder=tmp_path, FORCE_COLOR=None)

    assert done.returncode == 0
    assert "\r" not in done.stderr + done.stdout
    assert "\x1b" not in done.stderr + done.stdout
    assert len(done.stderr.splitlines()) <= 3


def test_strange_labels_d05(work_folder: Path) -> None:
    """Labels that would make bad file names stay in their column and never leave the folder."""
    labels = ("..", "CON", "x y", "ä♠")
    good("tournament", *[f"{label}=random" for label in labels], *QUICK, "--out", "event")
    hands = hearts_arena.load("event").hands

    assert set(hands["entrant"]) == set(labels)
    assert [path.name for path in work_folder.iterdir()] == ["event"]


def test_other_random_numbers_change_nothing_b20(tmp_path: Path) -> None:
    """Code that draws from the global generators between two runs changes no row."""
    import random

    import numpy as np

    for out in ("one", "two"):
        hearts_arena.tournament(*LEVELS, blocks=1, seed=7, out=tmp_path / out)
        random.random()
        np.random.seed(3)  # noqa: NPY002

    assert rows_of(tmp_path / "one") == rows_of(tmp_path / "two")
