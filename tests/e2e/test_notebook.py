"""The notebook of the first experiment runs from top to bottom on any event."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from e2e.conftest import PlayedEvent

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
NOTEBOOKS = sorted(EXPERIMENTS.glob("*/*.ipynb"))
FIRST_LOOK = EXPERIMENTS / "001_first_look" / "first_look.ipynb"


def outputs_of(cells: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Return all outputs of all cells."""
    return [output for cell in cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    """A notebook in the repository has no outputs and no counts, and its folder says what it asks."""
    cells = nbformat.read(path, as_version=4).cells

    assert outputs_of(cells) == []
    assert {cell.get("execution_count") for cell in cells} == {None}
    assert "**Question.**" in (path.parent / "README.md").read_text(encoding="utf-8")


def test_it_begins_with_an_event() -> None:
    """The first thing the notebook does is to load an event."""
    first = next(cell for cell in nbformat.read(FIRST_LOOK, as_version=4).cells if cell.cell_type == "code")

    assert "hearts_arena.load(" in first.source


def test_it_runs(played: PlayedEvent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs, standings and tables are shown with intervals, and a figure is drawn."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("HEARTS_ARENA_EVENT", str(played.path))
    notebook = nbformat.read(FIRST_LOOK, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = outputs_of(notebook.cells)
    text = "".join(output.get("text", "") for output in outputs)
    tables = [output["data"]["text/plain"] for output in outputs if "data" in output]

    assert "±" in text
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert any("pass_direction" in table and "low" in table for table in tables)
    assert any("image/png" in output.get("data", {}) for output in outputs)
