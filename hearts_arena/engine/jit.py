"""How kernels are compiled: the one place that knows numba's options and its disk cache.

numba decides whether a cached kernel is fresh by the file that holds the function alone, so an edited callee in another
file would be served stale. The cache folder is therefore keyed by a hash of every source that kernels are made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import event
from numba.core.errors import NumbaWarning
from numba.extending import intrinsic

JIT_ENABLED = not numba.config.DISABLE_JIT
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_ROOMS = ("game", "engine", "strategies")
CACHE_NAME = "hearts_arena"


@cache
def source_hash() -> str:
    """Return a hash of everything a kernel is compiled from: our sources and numba's version."""
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=8)
    for room in KERNEL_ROOMS:
        for path in sorted((PACKAGE / room).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def cache_folder() -> Path:
    """Return a writable folder for compiled kernels, the user's cache folder where possible.

    A missing home or a read-only one falls back to a private temporary folder.
    """
    for root in (_user_root, _shared_temporary_root, _fresh_temporary_root):
        folder = root() / f"kernels-{source_hash()}"
        if _writable(folder):
            return folder
    return folder


def _user_root() -> Path:
    return Path(platformdirs.user_cache_dir(CACHE_NAME, appauthor=False))


def _shared_temporary_root() -> Path:
    """Return a temporary root that later runs of the same user find again."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    root = Path(tempfile.gettempdir()) / f"{CACHE_NAME}-{user}"
    root.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and root.stat().st_uid != os.getuid():
        return _fresh_temporary_root()
    return root


def _fresh_temporary_root() -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{CACHE_NAME}-"))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def inline(function: Callable[..., Any]) -> Any:
    """Compile a small function that other kernels call; it is copied into them and never cached by itself.

    Copying is forced: left to itself LLVM keeps calls through numba's convention. And arrays are not reference-counted,
    so the function cannot allocate any: their counting is atomic, and cost a third of the time of play.
    """
    return numba.njit(error_model="numpy", nogil=True, forceinline=True, _nrt=False)(function)


def part(function: Callable[..., Any]) -> Any:
    """Compile a large piece of a kernel, which is called and not copied, so that its loops keep their registers."""
    return numba.njit(error_model="numpy", nogil=True, _nrt=False)(function)


def bot_inline(function: Callable[..., Any]) -> Any:
    """Compile a small function that compiled bots call: as `inline`, but it may allocate arrays."""
    return numba.njit(error_model="numpy", nogil=True, forceinline=True)(function)


def compiled_in(function: Callable[..., Any]) -> Any:
    """Make a function that writes LLVM itself (numba's `intrinsic`) callable from kernels."""
    return intrinsic(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls: it releases the GIL, is kept on disk, and allocates no array."""
    return _cached(function, None, nrt=False)


def pointer(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function of a fixed signature, to be called through its address.

    Only functions of this package are cached: nothing tells numba that a helper of somebody's bot has changed.
    """
    if function.__module__.startswith(f"{PACKAGE.name}."):
        return _cached(function, signature, nrt=True)
    return numba.njit(signature, error_model="numpy", nogil=True)(function)


def _cached(function: Callable[..., Any], signature: Any, *, nrt: bool) -> Any:
    """Compile with numba's disk cache in our own folder, leaving numba's global setting as it was."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(signature, error_model="numpy", nogil=True, cache=True, _nrt=nrt)(function)
    finally:
        numba.config.CACHE_DIR = before


class _Announcer(event.Listener):  # type: ignore[misc]
    """Calls `announce` when a kernel that is in no cache begins to compile, once a process whoever listens."""

    announced = False

    def __init__(self, announce: Callable[[], None]) -> None:
        self.announce = announce

    def on_start(self, event: Any) -> None:
        if not _Announcer.announced:
            _Announcer.announced = True
            self.announce()

    def on_end(self, event: Any) -> None:
        """Do nothing: only the beginning is news."""


def announce_compilation(announce: Callable[[], None]) -> AbstractContextManager[object]:
    """Return a context in which `announce` is called if a kernel has to be compiled, unless it has been said before."""
    context: AbstractContextManager[object] = event.install_listener("numba:compile", _Announcer(announce))
    return context


warnings.filterwarnings("ignore", category=NumbaWarning, message=".*[Cc]annot cache compiled function.*")
