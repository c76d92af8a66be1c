"""The tables of the rules page, and the page itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hearts_arena import game
from hearts_arena.game import FIELDS, PRESETS
from hearts_arena.game.tables import _rewrite, field_table, preset_table, refresh, values_text

PAGE = Path(game.__file__).with_name("README.md")


def test_the_page_is_current() -> None:
    """The tables in the page are those that the code makes."""
    text = PAGE.read_text(encoding="utf-8")

    assert refresh(text) == text


def test_every_clause_is_on_the_page() -> None:
    """Each clause that a field or an error cites is a numbered rule of the page."""
    numbered = set(re.findall(r"^- \*\*(\d\.\d)\*\*", PAGE.read_text(encoding="utf-8"), re.M))

    assert {info.clause for info in FIELDS.values()} <= numbered
    assert set(game.CLAUSES) <= numbered


def test_the_example_on_the_page_runs() -> None:
    """The code block does what the page says."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    names: dict[str, object] = {}
    exec(compile(code, str(PAGE), "exec"), names)

    state = names["hand"]
    assert isinstance(state, game.HandState)
    assert game.HandState.from_text(state.text()) == state


def test_rows() -> None:
    """There is a row for each field and each preset, and no field without values."""
    assert len(field_table().splitlines()) == len(FIELDS) + 2
    assert len(preset_table().splitlines()) == len(PRESETS) + 2
    assert all(values_text(name) for name in FIELDS)


def test_refreshing_a_file(tmp_path) -> None:
    """A page is rewritten in place; one without marks is refused."""
    path = tmp_path / "page.md"
    path.write_text("<!-- fields --><!-- end -->\n<!-- presets --><!-- end -->\n", encoding="utf-8")
    _rewrite([str(path)])

    assert field_table() in path.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="<!-- fields -->"):
        refresh("no marks")
