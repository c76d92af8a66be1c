"""Running an event: the same rows however many work on it, and what stands when it stops."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from hearts_arena.arena import runner
from hearts_arena.arena.entrants import EntrantError
from hearts_arena.arena.event import Event, EventError
from hearts_arena.arena.runner import FaultStopError, Progress, run_event
from hearts_arena.arena.store import EventFolder
from hearts_arena.game.rules import build_rules
from playing import BOTS, event_of

LEVELS = ("random", "easy", "medium", "hard")
FAULTY = f"{BOTS / 'faulty.py'}#RaisesInPlay"


def levels(blocks: int = 30, **options: object) -> Event:
    """Return an event of compiled bots with several parts."""
    event = event_of(*LEVELS, rules=build_rules("short"), blocks=blocks, **options)
    return replace(event, blocks_per_part=max(1, blocks // 20))


def files_of(folder: Path) -> dict[str, bytes]:
    """Return every file of rows but think times, by its name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*.parquet"))
        if path.parent.name != "timing"
    }


def test_progress_adds_up(tmp_path: Path) -> None:
    """The counters that are reported grow with every part, up to what stands on disk."""
    seen: list[Progress] = []
    event = levels()
    done = run_event(event, tmp_path / "event", report=seen.append)
    folder = EventFolder(tmp_path / "event")

    assert [progress.blocks for progress in seen] == [part.stop for part in event.parts()]
    assert done == seen[-1]
    assert done.matches == event.plan.matches == len(folder.frame("matches")) / 4
    assert done.hands == len(folder.frame("hands")) / 4


def test_facts_of_a_complete_run(tmp_path: Path) -> None:
    """A complete run says so, with its counters, times, versions and command line."""
    done = run_event(levels(3), tmp_path / "event")
    facts = EventFolder(tmp_path / "event").facts

    assert facts["status"] == "complete"
    assert facts["played"] == {"blocks": 3, "matches": 12, "hands": done.hands, "faults": 0}
    assert facts["started"] <= facts["ended"]
    assert {"versions", "machine", "command", "seconds_playing"} <= set(facts)


def test_threads_write_the_same_bytes_h04(tmp_path: Path) -> None:
    """One worker, two and five write the same files for compiled bots, byte for byte."""
    for workers in (1, 2, 5):
        run_event(levels(log_plays=True), tmp_path / str(workers), workers=workers)
    one, two, five = (files_of(tmp_path / str(workers)) for workers in (1, 2, 5))

    assert len(one) == 3 * len(levels().parts())
    assert one == two == five


@pytest.mark.parametrize("workers", [0, -1, 257])
def test_workers_out_of_range(workers: int, tmp_path: Path) -> None:
    """A number of workers that cannot be had is refused before anything is written."""
    with pytest.raises(EventError, match=f"{workers} workers cannot be had: choose 1 to 256"):
        run_event(levels(1), tmp_path / "event", workers=workers)

    assert list(tmp_path.iterdir()) == []


def test_no_run_within_a_worker_k05(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script without a main guard, imported again by a worker, is stopped with a remedy instead of respawning."""
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: object())
    with pytest.raises(EventError, match="if __name__ == '__main__':"):
        run_event(levels(1), tmp_path / "event", workers=2)

    assert list(tmp_path.iterdir()) == []


def test_a_bot_that_does_not_compile_writes_nothing(tmp_path: Path) -> None:
    """What is wrong with a bot is said before the folder is made."""
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from hearts_arena.bot import CompiledBot\n"
        "class Bad(CompiledBot):\n"
        "    @staticmethod\n"
        "    def choose_pass(view, params, cards):\n"
        "        pass\n"
        "    @staticmethod\n"
        "    def choose_play(view, params):\n"
        "        return nothing(view)\n",
        encoding="utf-8",
    )
    with pytest.raises(EntrantError, match="'bad' does not compile"):
        run_event(event_of(str(bad), *LEVELS[:3], rules=build_rules(), blocks=1), tmp_path / "event")

    assert not (tmp_path / "event").exists()


def test_compiled_bots_start_no_process_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that cannot end their process are played in this one, also where others would be played apart."""
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: pytest.fail("no process is wanted"))

    assert run_event(levels(1), tmp_path / "event", apart=True).blocks == 1


def test_apart_writes_the_same_bytes(tmp_path: Path) -> None:
    """Bots that answer from Python play the same in this process and apart."""
    event = event_of(f"{BOTS / 'plain.py'}#Talker", *LEVELS[:3], rules=build_rules("short"), blocks=3)
    for apart in (False, True):
        run_event(event, tmp_path / str(apart), apart=apart)

    assert files_of(tmp_path / "False") == files_of(tmp_path / "True")


def test_a_taken_folder_is_refused_before_kernels_compile_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a compiler to be told that a folder is taken."""
    monkeypatch.setattr(runner, "warm_up", lambda event: pytest.fail("kernels are not wanted yet"))
    (tmp_path / "thesis.txt").touch()
    for folder, words in ((tmp_path, "is not empty"), (tmp_path / "thesis.txt" / "below", "choose another folder")):
        with pytest.raises(EventError, match=words):
            run_event(levels(1), folder)


def test_abort_at_the_first_fault(tmp_path: Path) -> None:
    """Under abort the event ends with the part that holds the first fault; that part stands and says why."""
    event = event_of(FAULTY, *LEVELS[:3], rules=build_rules("short"), blocks=30, on_fault="abort")
    with pytest.raises(FaultStopError, match="on_fault is abort"):
        run_event(event, tmp_path / "event")
    folder = EventFolder(tmp_path / "event")

    assert folder.facts["status"] == "interrupted"
    assert len(folder.files("hands")) == 1
    assert len(folder.frame("faults")) > 0


def test_substitute_plays_on(tmp_path: Path) -> None:
    """By default a faulty bot never stops an event."""
    event = event_of(FAULTY, *LEVELS[:3], rules=build_rules("short"), blocks=3)

    assert run_event(event, tmp_path / "event").matches == 12
    assert EventFolder(tmp_path / "event").facts["status"] == "complete"


def test_an_interrupt_leaves_whole_parts(tmp_path: Path) -> None:
    """When a run is interrupted what has been written stands, and the event says that it was."""

    def stop(progress: Progress) -> None:
        if progress.blocks == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_event(levels(), tmp_path / "event", report=stop)
    folder = EventFolder(tmp_path / "event")

    assert folder.facts["status"] == "interrupted"
    assert folder.facts["played"]["blocks"] == 4
    assert folder.frame("hands")["block"].unique().tolist() == [0, 1, 2, 3]


def test_an_interrupt_with_threads_ends(tmp_path: Path) -> None:
    """With several workers an interrupt drops what has not begun."""

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_event(levels(200), tmp_path / "event", workers=2, report=stop)
    folder = EventFolder(tmp_path / "event")

    assert folder.facts["status"] == "interrupted"
    assert 1 <= len(folder.files("hands")) < len(folder.event.parts())


def test_few_parts_are_in_flight_h09(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many parts there are, only some are waited for at a time."""
    most = 0
    wait = runner.wait

    def counted(futures: set[object], **options: object) -> object:
        nonlocal most
        most = max(most, len(futures))
        return wait(futures, **options)

    monkeypatch.setattr(runner, "wait", counted)
    run_event(levels(40), tmp_path / "event", workers=3)

    assert most <= 3 * runner.IN_FLIGHT_PER_WORKER


def test_a_part_is_a_function_of_event_and_range(tmp_path: Path) -> None:
    """Any part, played alone and out of order, is the file that the whole run writes."""
    event = levels(12)
    run_event(event, tmp_path / "whole")
    (tmp_path / "alone").mkdir()
    for blocks in (range(7, 8), range(2, 3)):
        runner.play_part(event, tmp_path / "alone", blocks)
    whole, alone = files_of(tmp_path / "whole"), files_of(tmp_path / "alone")

    assert len(alone) == 4
    assert all(whole[name] == content for name, content in alone.items())
