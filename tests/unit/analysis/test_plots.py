"""Figures: what they say, and that they leave no trace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hearts_arena.analysis import plots
from hearts_arena.analysis.payoff import payoff
from hearts_arena.analysis.rows import MemoryRows
from hearts_arena.analysis.standings import standings
from unit.analysis.simulated import facts, hands_table, matches_table, simulate

LABELS = ("AC/DC", "naïve", "a_b$c^2$", "a bot with a name of thirty ch")


def texts(figure: Any) -> list[str]:
    """Return every text of a figure that is not empty."""
    from matplotlib.text import Text

    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def one_bot(scores: tuple[int, ...] = (5, 13, 8, 0)) -> MemoryRows:
    """One match in which the same bot holds all seats."""
    hands = hands_table([(0, 0, 0, (0, 0, 0, 0), scores)])
    matches = matches_table([(0, 0, (0, 0, 0, 0), scores, "won")])
    return MemoryRows(facts(("only",), schedule="duel"), {"hands": hands, "matches": matches})


@pytest.mark.parametrize("kind", plots.KINDS)
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_files_depend_on_the_data_alone(kind: str, ending: str, tmp_path: Path) -> None:
    """Drawn twice, a figure gives the same bytes, and they hold no date."""
    schedule = "duel" if kind == "payoff" else "table"
    rows = simulate(LABELS[: 2 if schedule == "duel" else 4], 6, schedule=schedule, match_hands=3)
    for name in ("one", "two", "three"):
        plots.save(plots.KINDS[kind].draw(rows), tmp_path / f"{name}.{ending}")
    first = (tmp_path / f"one.{ending}").read_bytes()

    assert first == (tmp_path / f"two.{ending}").read_bytes()
    assert first == (tmp_path / f"three.{ending}").read_bytes()
    assert b"<dc:date>" not in first
    assert b"Software" not in first
    assert len(first) > 5_000


@pytest.mark.parametrize("kind", plots.KINDS)
def test_an_empty_event_says_no_data(kind: str) -> None:
    """Nothing played is a figure that says so."""
    figure = plots.KINDS[kind].draw(MemoryRows(facts(LABELS, schedule="duel"), {}))

    assert "no data" in texts(figure)


@pytest.mark.parametrize("kind", plots.KINDS)
def test_one_match_of_one_bot_can_be_drawn(kind: str, tmp_path: Path) -> None:
    """The smallest event has figures too."""
    plots.save(plots.KINDS[kind].draw(one_bot()), tmp_path / "figure.png")


@pytest.mark.parametrize("kind", [kind for kind in plots.KINDS if kind != "payoff"])
def test_figures_name_event_entrants_n_and_level(kind: str) -> None:
    """No mean is shown without n, interval and unit; names are written as they are."""
    rows = simulate(LABELS, 5, match_hands=2, name="spring cup")
    found = " ".join(" ".join(texts(plots.KINDS[kind].draw(rows))).split())

    assert all(label in found for label in LABELS)
    assert "spring cup" in found
    assert "n = 40 hands" in found if kind == "scores" else "5 blocks" in found
    assert "95 % intervals" in found or kind == "scores"


@pytest.mark.parametrize("kind", plots.KINDS)
def test_names_are_not_read_as_formulas(kind: str) -> None:
    """A dollar sign in a name is a dollar sign."""
    from matplotlib.text import Text

    labels = ("a$^2$", "b$_1$")
    figure = plots.KINDS[kind].draw(simulate(labels, 2, schedule="duel", match_hands=1))
    named = [text for text in figure.findobj(Text) if any(label in text.get_text() for label in labels)]

    assert named
    assert not any(text.get_parse_math() for text in named)


def test_saving_leaves_the_layout_alone(tmp_path: Path) -> None:
    """A saved figure still fits itself to its window."""
    figure = plots.KINDS["crosstable"].draw(simulate(LABELS, 2, match_hands=1))
    engine = figure.get_layout_engine()
    plots.save(figure, tmp_path / "figure.png")

    assert engine is not None
    assert figure.get_layout_engine() is engine


def test_points_are_drawn_best_first() -> None:
    """The best bot stands at the top, its interval where it was estimated."""
    result = standings(simulate(LABELS, 8, skill=[0.0, 0.5, 1.0, -0.5], match_hands=4))
    axes = plots.draw_points(result).axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]

    assert [row.entrant for row in result.rows] == names
    assert axes.yaxis_inverted()
    assert pytest.approx(result.rows[0].points_per_hand.mean) == axes.containers[0].lines[0].get_xdata()[0]


def test_wins_are_drawn_best_first_beside_the_share_of_equals() -> None:
    """Win shares in percent, and a line at 1/players."""
    result = standings(simulate(LABELS, 8, skill=[0.0, 0.5, 1.0, -0.5]))
    axes = plots.draw_wins(result).axes[0]
    means = [container.lines[0].get_xdata()[0] for container in axes.containers]

    assert sorted(means, reverse=True) == means
    assert list(axes.lines[0].get_xdata()) == [25.0, 25.0]


@pytest.mark.parametrize("scores", [(-36, 156, 0, 0), (-10, 16, 10, 0)])
def test_all_scores_are_inside_the_axes(scores: tuple[int, ...]) -> None:
    """Negative scores and those above 100 have their bars."""
    axes = plots.KINDS["scores"].draw(one_bot(scores)).axes[0]
    low, high = axes.get_xlim()

    assert low <= min(scores) - 0.5
    assert high >= max(scores) + 0.5


def test_crosstable_is_centred_at_zero_and_hatches_the_unknown() -> None:
    """Colours are symmetric about 0, and pairs that never met are hatched."""
    hands = hands_table([(block, block, 0, (0, 1, 2, 3), (0, 3, 5, 18)) for block in range(3)])
    axes = plots.KINDS["crosstable"].draw(MemoryRows(facts("abcde"), {"hands": hands})).axes[0]

    assert axes.images[0].get_clim() == (-18, 18)
    assert sum(patch.get_hatch() is not None for patch in axes.patches) == 8
    assert "+18.00\n± 0.00" in texts(axes)
    assert "n/a" in texts(axes)


def test_ladder_steps_keep_their_order_and_show_their_verdict() -> None:
    """Better is blue, worse orange, the rest hollow."""
    rows = simulate(("new", "old"), 20, schedule="duel", skill=[1.0, 0.0], match_hands=4)
    axes = plots.draw_payoffs([payoff(rows), payoff(rows, "old"), payoff(one_bot(), "only")]).axes[0]
    colours = [container.lines[0].get_color() for container in axes.containers]

    assert [label.get_text() for label in axes.get_yticklabels()] == ["new\nv. old", "old\nv. new", "only\nv. n/a"]
    assert colours == ["#0072B2", "#D55E00"]


def test_colours_follow_entry_order_in_all_figures() -> None:
    """An entrant has one colour, whatever its rank."""
    from matplotlib.colors import to_hex

    rows = simulate(LABELS, 6, skill=[-1.0, 0.0, 0.0, 1.0], match_hands=3)
    points = plots.KINDS["points"].draw(rows).axes[0]
    ranked = {
        label.get_text(): bars.lines[0].get_color()
        for label, bars in zip(points.get_yticklabels(), points.containers, strict=True)
    }
    panels = plots.KINDS["scores"].draw(rows).axes

    assert [ranked[label] for label in LABELS] == [to_hex(axes.patches[0].get_facecolor()).upper() for axes in panels]


def test_unknown_ending_is_refused(tmp_path: Path) -> None:
    """The message names the choices."""
    with pytest.raises(ValueError, match=r"ends in no known format: choose .png, .svg, .pdf"):
        plots.save(plots.KINDS["points"].draw(one_bot()), tmp_path / "figure.jpeg")


def test_settings_and_backend_of_the_user_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The backend chosen is kept, and all settings are as before."""
    import matplotlib as mpl

    monkeypatch.setitem(mpl.rcParams, "backend", "svg")
    monkeypatch.setitem(mpl.rcParams, "font.size", 17.0)
    before = dict(dict.items(mpl.rcParams))
    plots.save(plots.KINDS["points"].draw(one_bot()), tmp_path / "figure.png")

    assert before == dict(dict.items(mpl.rcParams))


def test_pyplot_is_never_loaded(tmp_path: Path) -> None:
    """Drawing and saving need no display and no pyplot."""
    code = (
        "import sys; from unit.analysis.test_plots import one_bot; from hearts_arena.analysis import plots; "
        "plots.save(plots.KINDS['seats'].draw(one_bot()), sys.argv[1]); print('matplotlib.pyplot' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "figure.png")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)

    assert found.stdout.strip() == "False"


def test_names_without_a_glyph_are_no_error(tmp_path: Path) -> None:
    """A sign that the font lacks is drawn as a box."""
    rows = MemoryRows(facts(("日本\U0001f0a1",), schedule="duel"), one_bot().tables)
    plots.save(plots.KINDS["points"].draw(rows), tmp_path / "figure.svg")


def test_importing_the_room_is_light() -> None:
    """Matplotlib and scipy are loaded when they are needed."""
    code = (
        "import sys, hearts_arena.analysis.plots; "
        "print(*(name for name in ('matplotlib', 'scipy', 'pandas', 'pyarrow', 'numba') if name in sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == ""
