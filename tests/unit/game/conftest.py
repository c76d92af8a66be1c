"""Fixtures of the game's unit tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def cases_dir() -> Path:
    """Return the folder of the committed cases."""
    return Path(__file__).parents[2] / "conformance" / "cases"
