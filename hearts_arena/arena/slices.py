"""Playing a part in slices, where bots keep a memory of their matches, so that its length does not say how much.

Only the kernel knows that a match is over. Having it tell after every hand costs a plain bot more than a quarter of its
speed, so its instances, one a match and seat, live until all that they were made for has been played. Slices make that
short: no slower, since that many matches in step are enough, and without effect on any row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

import numpy as np

from hearts_arena.arena.answerers import Clock
from hearts_arena.arena.event import Event
from hearts_arena.arena.play import Chunk, Compiled, play_blocks
from hearts_arena.engine.driver import Array, Played

BLOCKS_REMEMBERED = 128


def play_in_slices(event: Event, blocks: range, compiled: Sequence[Compiled]) -> Chunk:
    """Return the played rows of a range of blocks; of plain bots at most `BLOCKS_REMEMBERED` blocks are in memory."""
    if not len(blocks) or all(entrant.kind != "plain" for entrant in event.entrants):
        return play_blocks(event, blocks, compiled)
    starts = range(0, len(blocks), BLOCKS_REMEMBERED)
    return _joined([play_blocks(event, blocks[start : start + BLOCKS_REMEMBERED], compiled) for start in starts])


def _joined(chunks: Sequence[Chunk]) -> Chunk:
    """Return chunks of neighbouring blocks as one."""
    if len(chunks) == 1:
        return chunks[0]
    played = [chunk.played for chunk in chunks]
    rows = {
        field.name: np.concatenate([getattr(one, field.name) for one in played])
        for field in fields(Played)
        if field.name not in ("timing", "messages")
    }
    messages = {key: message for one in played for key, message in one.messages.items()}
    timing = _timing([one.timing for one in played])
    clocks = [_clock(of_entrant) for of_entrant in zip(*(chunk.clocks for chunk in chunks), strict=True)]
    jobs = np.concatenate([chunk.jobs for chunk in chunks])
    return Chunk(chunks[0].event, jobs, Played(**rows, timing=timing, messages=messages), clocks)


def _timing(timings: Sequence[Array]) -> Array:
    """Return the think times that the kernel kept, together."""
    together = timings[0].copy()
    for name, join in (("timed", np.sum), ("ticks", np.sum), ("longest", np.max)):
        together[name] = join([one[name] for one in timings], axis=0)
    return together


def _clock(clocks: Iterable[Clock | None]) -> Clock | None:
    """Return the think times of one entrant together, None for one that the kernel times."""
    kept = [clock for clock in clocks if clock is not None]
    if not kept:
        return None
    together = Clock()
    together.decisions = sum(clock.decisions for clock in kept)
    together.seconds = sum(clock.seconds for clock in kept)
    together.longest = max(clock.longest for clock in kept)
    return together
