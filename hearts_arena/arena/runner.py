"""Running an event: chunks of its schedule go to workers, which write their parts; the driver keeps counters.

What a part holds is a pure function of the event and its range of blocks, so nothing depends on workers or order.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from hearts_arena.arena.event import Event, EventError, describe_run, whole

IN_FLIGHT_PER_WORKER = 2
MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class Progress:
    """Counters of a run so far."""

    blocks: int = 0
    matches: int = 0
    hands: int = 0
    faults: int = 0

    def __add__(self, other: Progress) -> Progress:
        """Return both together."""
        return Progress(
            self.blocks + other.blocks,
            self.matches + other.matches,
            self.hands + other.hands,
            self.faults + other.faults,
        )


class FaultStopError(RuntimeError):
    """A bot's fault ended the event, as `on_fault = abort` asks."""


def run_event(
    event: Event,
    folder: Path,
    *,
    workers: int = 1,
    apart: bool = False,
    before: Callable[[], None] = lambda: None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Play an event into a new folder and return its counters.

    Parameters
    ----------
    workers : int
        Chunks played at the same time: threads where all bots are compiled (kernels release the GIL), else processes.
    apart : bool
        Whether bots that answer from Python play in a process of their own even where there is one worker: a bot that
        ends its process then ends the run with a clear word, and not the caller. It takes most of a second to start.
    before, report : callable
        Called once the folder is the event's, and with the counters so far whenever a part has been written.

    Raises
    ------
    EventError
        If the folder or the workers cannot be had; nothing has been written then.
    FaultStopError
        Under `on_fault = abort`, at the first fault; what was played until then stands.
    """
    from hearts_arena.arena.store import check_folder, claim_folder, update_event

    workers = check_workers(workers, apart)
    check_folder(folder)
    warm_up(event)
    claim_folder(folder, event, {"status": "running", "started": _now(), **describe_run()})
    before()
    begun = time.perf_counter()
    status, done = "interrupted", Progress()
    try:
        for part in _play_parts(event, folder, workers, apart):
            done += part
            report(done)
            if part.faults and event.on_fault == "abort":
                raise FaultStopError(f"a bot is at fault and on_fault is abort: see {folder / 'faults'}")
        status = "complete"
    finally:
        for leftover in folder.glob("*/part-*.tmp"):  # of a worker that was killed
            leftover.unlink(missing_ok=True)
        facts = {"blocks": done.blocks, "matches": done.matches, "hands": done.hands, "faults": done.faults}
        seconds = time.perf_counter() - begun
        update_event(folder, {"status": status, "ended": _now(), "seconds_playing": seconds, "played": facts})
    return done


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def check_workers(workers: Any, apart: bool = False) -> int:
    """Return a number of workers that can be had here and now, or raise an `EventError`."""
    workers = whole("workers", workers)
    if not 1 <= workers <= MOST_WORKERS:
        raise EventError(f"{workers} workers cannot be had: choose 1 to {MOST_WORKERS}")
    importing_main = getattr(multiprocessing.current_process(), "_inheriting", False)
    if importing_main or ((workers > 1 or apart) and multiprocessing.parent_process() is not None):
        raise EventError(
            "a worker process was asked to run an event of its own: call tournament() under "
            "`if __name__ == '__main__':`, or with workers=1"
        )
    return int(workers)


def _play_parts(event: Event, folder: Path, workers: int, apart: bool) -> Iterator[Progress]:
    """Yield the counters of each part as it is written, keeping few parts in flight."""
    ranges = event.parts()
    if workers == 1 and not apart and not _all_compiled(event):
        for blocks in ranges:
            yield play_part(event, folder, blocks)
        return
    ahead = IN_FLIGHT_PER_WORKER * workers if workers > 1 else 1
    gate = Gate() if _all_compiled(event) else None
    with _executor(event, workers, gate) as executor:
        flying: set[Future[Progress]] = set()
        try:
            while True:
                while ranges and len(flying) < ahead:
                    flying.add(executor.submit(play_part, event, folder, ranges.pop(0), gate))
                if not flying:
                    return
                finished, flying = wait(flying, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        except BrokenProcessPool:
            raise EventError(
                f"a worker process died while playing: the parts in {str(folder)!r} stand; a bot ends its "
                "process: take out one that is not compiled"
            ) from None


@contextmanager
def _executor(event: Event, workers: int, gate: Gate | None) -> Iterator[Executor]:
    """Provide threads for compiled line-ups and processes for others; leaving early drops what has not begun.

    An interrupt waits for nobody: a thread may be deep in a kernel, and what it has not written yet does not count.
    """
    executor: Executor
    if gate is not None:
        executor = ThreadPoolExecutor(workers)
    else:
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(workers, mp_context=context, initializer=settle_worker)
    try:
        yield executor
    except KeyboardInterrupt:
        if gate is None:
            for child in multiprocessing.active_children():
                child.kill()
        else:
            executor.shutdown(wait=False, cancel_futures=True)
            gate.close()
        raise
    finally:
        # Processes that have been killed are waited for: what they share would be reported as leaked.
        executor.shutdown(wait=gate is None or sys.exc_info()[0] is not KeyboardInterrupt, cancel_futures=True)


def _all_compiled(event: Event) -> bool:
    return all(entrant.kind == "compiled" for entrant in event.entrants)


def settle_worker() -> None:
    """Leave Ctrl-C to the driver, and stdout to data: what bots print goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr


@lru_cache(maxsize=4)
def players_of(event: Event) -> Any:
    """Return what each entrant is compiled to (None for bots that answer from Python), once a process."""
    from hearts_arena.arena.play import compile_entrants

    return compile_entrants(event.entrants)


def warm_up(event: Event) -> None:
    """Compile or load all kernels, or say what is wrong with a bot, before anything is written or timed."""
    from hearts_arena.arena.play import play_blocks

    play_blocks(event, range(0), players_of(event))


class Gate:
    """Lets threads write until it is closed; closing waits for writes that have begun, so that none is cut short."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._writes = 0
        self._closed = False

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Provide whether a write may begin."""
        with self._changed:
            may_write = not self._closed
            self._writes += may_write
        try:
            yield may_write
        finally:
            with self._changed:
                self._writes -= may_write
                self._changed.notify_all()

    def close(self) -> None:
        """Let no further write begin, and wait for those that have."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._writes == 0)


def play_part(event: Event, folder: Path, blocks: range, gate: Gate | None = None) -> Progress:
    """Play a range of blocks and write its parts, unless a gate has been closed; return its counters."""
    from hearts_arena.arena.rows import write_rows
    from hearts_arena.arena.slices import play_in_slices

    chunk = play_in_slices(event, blocks, players_of(event))
    with (gate or Gate()).writing() as may_write:
        if not may_write:
            return Progress()
        write_rows(folder, chunk)
    return Progress(len(blocks), len(chunk.played.matches), len(chunk.played.hands), chunk.faults)
