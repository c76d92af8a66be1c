"""Settings of all tests: no deadlines, since the first call of a kernel may have to compile it."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hearts_arena", deadline=None)
settings.load_profile("hearts_arena")
