"""`benchmark`: the ladder of levels, step by step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearts_arena
from e2e.commands import BOTS, good, run
from hearts_arena.ladder import LADDER

QUICK = ("--blocks", "2", "--seed", "5", "--workers", "1", "--quiet")


@pytest.mark.usefixtures("without_figures")
def test_steps_as_json() -> None:
    """Each pair of neighbours is a step with payoff, interval, blocks and verdict, and each is an event of its own."""
    document = json.loads(good("benchmark", "random", "easy", "hard", *QUICK, "--out", "ladder", "--json"))
    steps = document["steps"]

    assert document["seed"] == "5"
    assert [(step["lower"], step["upper"]) for step in steps] == [("random", "easy"), ("easy", "hard")]
    assert all(step["blocks"] == 2 for step in steps)
    assert all(step["payoff"]["mean"] > 0 for step in steps)
    assert all(step["payoff"]["low"] <= step["payoff"]["mean"] <= step["payoff"]["high"] for step in steps)
    assert {path.name for path in Path("ladder").iterdir()} >= {"easy-v-random", "hard-v-easy"}


def test_the_table_and_the_figure() -> None:
    """People get a table, and the figure of all steps is in the folder."""
    text = good("benchmark", "random", "easy", *QUICK, "--out", "ladder")

    assert "easy" in text
    assert "random" in text
    assert "±" in text
    assert Path("ladder/figures/payoff.png").stat().st_size > 1000


@pytest.mark.usefixtures("without_figures")
def test_the_payoff_is_that_of_the_rows() -> None:
    """A step's payoff is the opponents' mean points less the upper bot's, worked out from the rows."""
    document = json.loads(good("benchmark", "random", "easy", *QUICK, "--out", "ladder", "--json"))
    hands = hearts_arena.load("ladder/easy-v-random").hands
    blocks = hands.groupby(["block", "entrant"], observed=True)["hand_score"].agg(["sum", "count"])
    means = hands.groupby("entrant", observed=True)["hand_score"].mean()

    assert len(blocks) == 4
    assert document["steps"][0]["payoff"]["mean"] == pytest.approx(means["random"] - means["easy"], rel=0.2)


@pytest.mark.usefixtures("without_figures")
def test_the_levels_are_the_default() -> None:
    """Without names the built-in levels are climbed, weakest first."""
    document = json.loads(good("benchmark", "--set", "match_hands=1", *QUICK[:1], "1", *QUICK[2:], "--json"))

    assert [step["upper"] for step in document["steps"]] == list(LADDER[1:])
    (folder,) = Path("results").iterdir()
    assert folder.name.startswith("benchmark-")


@pytest.mark.usefixtures("without_figures")
def test_the_same_pair_twice_bug() -> None:
    """A pair that comes twice in a ladder is played twice, each time in a folder of its own."""
    result = run("benchmark", "random", "easy", "random", "easy", *QUICK, "--out", "ladder", "--json")

    assert result.exit_code == 0, result.stderr
    assert len(json.loads(result.stdout)["steps"]) == 3


@pytest.mark.usefixtures("without_figures")
def test_bots_of_files_climb_too() -> None:
    """Any entrants may be a ladder, plain ones and several of one file among them."""
    bots = (f"{BOTS / 'plain.py'}#Lowest", f"A={BOTS / 'plain.py'}#Chance", "easy:wild=0.5")
    document = json.loads(good("benchmark", *bots, "--set", "match_hands=1", *QUICK, "--out", "ladder", "--json"))

    assert [step["upper"] for step in document["steps"]] == ["A", "easy"]


@pytest.mark.usefixtures("without_figures")
def test_a_bot_against_itself_is_exactly_even() -> None:
    """A deterministic bot against copies of itself has a payoff of exactly 0."""
    low = str(BOTS / "low.py")
    document = json.loads(good("benchmark", low, f"again={low}", *QUICK, "--out", "ladder", "--json"))
    payoff = document["steps"][0]["payoff"]

    assert (payoff["mean"], payoff["low"], payoff["high"]) == (0, 0, 0)
    assert not document["steps"][0]["proven"]


def test_a_step_is_an_event_like_any_other() -> None:
    """The duel of a step has standings and figures of its own, with the payoff among them."""
    good("benchmark", "random", "easy", *QUICK, "--out", "ladder")

    assert "easy" in good("standings", "ladder/easy-v-random")
    assert [Path(line).stem for line in good("plot", "ladder/easy-v-random").splitlines()] == [
        "payoff",
        "points",
        "scores",
    ]
