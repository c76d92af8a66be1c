"""Folders that nobody may write, the superuser included, to whom a folder's mode means nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest


def lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process make nothing below a folder, and find that it may not."""
    mkdir, access = Path.mkdir, os.access

    def refused(path: Path, *arguments: Any, **options: Any) -> None:
        if path.absolute().is_relative_to(folder) and not path.is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        mkdir(path, *arguments, **options)

    def answered(path: Any, mode: int, **options: Any) -> bool:
        below = Path(path).absolute().is_relative_to(folder)
        return not (below and mode & os.W_OK) and access(path, mode, **options)

    monkeypatch.setattr(Path, "mkdir", refused)
    monkeypatch.setattr(os, "access", answered)
