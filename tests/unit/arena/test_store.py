"""The store: whole parts or none, exact values, and one event a folder."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hearts_arena.arena import store
from hearts_arena.arena.event import EVENT_FILE, Event, EventError, write_json
from hearts_arena.arena.records import LABELS, TABLES
from hearts_arena.arena.store import EventFolder, check_folder, claim_folder, update_event, write_part
from hearts_arena.game.rules import build_rules
from locking import lock
from playing import event_of

LABELS_HERE = ("a", "b")
BEYOND_FLOATS = 9_007_199_254_740_993


@pytest.fixture
def event() -> Event:
    """Return an event that has not been played."""
    return event_of("random", "easy", "medium", "hard", rules=build_rules(), name="here")


@pytest.fixture
def claimed(event: Event, tmp_path: Path) -> Path:
    """Return the folder of an event that is about to be played."""
    folder = tmp_path / "event"
    claim_folder(folder, event, {"status": "running"})
    return folder


def fault_columns(**changes: Any) -> dict[str, Any]:
    """Return columns of two faults, the second of which has neither answer nor message."""
    columns = {
        "match": np.array([BEYOND_FLOATS, 5]),
        "block": np.array([2, 1]),
        "rotation": np.array([0, 1], np.int16),
        "hand": np.array([3, 4], np.int32),
        "decision": np.array([0, 7], np.int32),
        "seat": np.array([0, 3], np.int8),
        "entrant": np.array([1, 0], np.int16),
        "kind": np.array([0, 2]),
        "answer": np.ma.MaskedArray([BEYOND_FLOATS, 0], mask=[False, True]),
        "message": ["wrong", None],
    }
    return columns | changes


def test_values_come_back_exact_d03(claimed: Path) -> None:
    """Whole numbers beyond what floats hold, nulls and labels come back as they were written."""
    write_part(claimed, "faults", 0, 3, fault_columns(), ("random", "easy"))
    frame = EventFolder(claimed).frame("faults")

    assert frame["match"].tolist() == [BEYOND_FLOATS, 5]
    assert frame["answer"].tolist()[0] == BEYOND_FLOATS
    assert frame["answer"].isna().tolist() == [False, True]
    assert frame["message"].isna().tolist() == [False, True]
    assert frame["entrant"].tolist() == ["easy", "random"]
    assert frame["kind"].tolist() == ["illegal", "stood in"]


def test_frame_types(small_event: EventFolder) -> None:
    """A frame has whole numbers for numbers, categories for labels, and nullable types where there are nulls."""
    hands, faults = small_event.frame("hands"), small_event.frame("faults")

    assert hands["match"].dtype == np.int64
    assert hands["hand_score"].dtype == np.int32
    assert isinstance(hands["entrant"].dtype, pd.CategoricalDtype)
    assert tuple(hands["entrant"].cat.categories) == small_event.event.labels
    assert hands["moon"].dtype == np.bool_
    assert hands["bonus_taken"].dtype == pd.BooleanDtype()
    assert faults["answer"].dtype == pd.Int64Dtype()
    assert small_event.frame("matches")["win_share"].dtype == np.float64


def test_nulls_of_a_rule_set_without_bonus(claimed: Path, small_event: EventFolder) -> None:
    """Without a bonus card nobody can have taken it or not: the column is null throughout."""
    columns = next(small_event.parts("hands", [column.name for column in TABLES["hands"]]))
    columns["bonus_taken"] = np.ma.MaskedArray(columns["bonus_taken"], mask=True)
    write_part(claimed, "hands", 0, 11, columns, ("random", "easy", "medium", "hard"))
    folder = EventFolder(claimed)

    assert folder.frame("hands")["bonus_taken"].isna().all()
    assert not next(folder.parts("hands", ["bonus_taken"]))["bonus_taken"].any()


@pytest.mark.parametrize("table", sorted(TABLES))
def test_an_event_without_rows_has_empty_frames(table: str, claimed: Path) -> None:
    """Frames of an event that holds nothing have all columns and no rows."""
    frame = EventFolder(claimed).frame(table)

    assert len(frame) == 0
    assert list(frame.columns) == [column.name for column in TABLES[table]]


def test_parts_come_in_schedule_order(claimed: Path) -> None:
    """Parts are read in the order of their matches, however they were written."""
    for first in (8, 0, 4):
        write_part(claimed, "faults", first, first + 3, fault_columns(match=np.array([first, first])), ("a", "b"))

    assert [part["match"][0] for part in EventFolder(claimed).parts("faults", ["match"])] == [0, 4, 8]


def test_parts_give_codes(small_event: EventFolder) -> None:
    """Label columns of a part are numbers that index the labels."""
    codes = next(iter(small_event.parts("hands", ["entrant", "pass_direction"])))

    assert set(codes["entrant"].tolist()) == {0, 1, 2, 3}
    assert codes["pass_direction"].max() < len(LABELS["pass_direction"])


def test_files_under_temporary_names_do_not_count_d01(claimed: Path) -> None:
    """A part that was never finished, and any other file, is passed over."""
    write_part(claimed, "faults", 0, 3, fault_columns(), LABELS_HERE)
    whole = EventFolder(claimed).files("faults")
    (claimed / "faults" / "part-0000000004-0000000007.parquet.tmp").write_bytes(b"PAR1")
    (claimed / "faults" / "notes.parquet").write_bytes(b"")
    folder = EventFolder(claimed)

    assert folder.files("faults") == whole
    assert len(folder.frame("faults")) == 2


def test_a_part_that_fails_is_not_there(claimed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part whose writing fails half-way leaves no file under its name."""

    def half(table: pa.Table, file: Any, **options: Any) -> None:
        file.write(b"PAR1 and then the disk is full")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.pq, "write_table", half)
    with pytest.raises(OSError, match="No space left"):
        write_part(claimed, "faults", 0, 3, fault_columns(), LABELS_HERE)

    assert EventFolder(claimed).files("faults") == []


def test_a_broken_part_is_named(claimed: Path) -> None:
    """A part that cannot be read is an error that names the file."""
    write_part(claimed, "faults", 0, 3, fault_columns(), LABELS_HERE)
    (file,) = EventFolder(claimed).files("faults")
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(EventError, match=r"part-0000000000-0000000003\.parquet' cannot be read"):
        EventFolder(claimed).frame("faults")


def test_a_part_is_the_same_bytes_every_time(claimed: Path) -> None:
    """What is written depends on the values alone."""
    write_part(claimed, "faults", 0, 3, fault_columns(), LABELS_HERE)
    (file,) = EventFolder(claimed).files("faults")
    before = file.read_bytes()
    write_part(claimed, "faults", 0, 3, fault_columns(), LABELS_HERE)

    assert file.read_bytes() == before


def test_the_part_of_a_match(small_event: EventFolder) -> None:
    """The rows of one match come from the part that holds it, and from none where there is none."""
    rows = small_event.part_of_match("matches", 5)

    assert rows is not None
    assert rows.column("match").to_pylist() == [5] * 4
    assert small_event.part_of_match("matches", 12) is None


def test_an_event_comes_back(claimed: Path, event: Event) -> None:
    """The event in a folder is the event that was written there."""
    folder = EventFolder(claimed)

    assert folder.event == event
    assert folder.facts["status"] == "running"


def test_a_folder_has_one_event_d10(claimed: Path, event: Event) -> None:
    """A second run on the same folder is refused, and the first's event stands."""
    before = (claimed / EVENT_FILE).read_bytes()
    with pytest.raises(EventError, match="already holds an event: choose another folder"):
        claim_folder(claimed, event.named("other"), {})

    assert (claimed / EVENT_FILE).read_bytes() == before


def test_two_claims_at_once_d10(tmp_path: Path) -> None:
    """Of several processes that claim one folder at the same moment exactly one gets it."""
    code = f"""
import sys
from pathlib import Path
from hearts_arena.arena.store import claim_folder
from hearts_arena.arena.event import EventError
from hearts_arena.game.rules import build_rules
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
go = Path({str(tmp_path / "go")!r})
from playing import event_of
event = event_of("random", "random", "random", "random", rules=build_rules())
(go.parent / sys.argv[1]).touch()
while not go.exists():
    pass
try:
    claim_folder(Path({str(tmp_path / "event")!r}), event.named(sys.argv[1]), {{}})
    print("mine")
except EventError as error:
    print("refused")
"""
    processes = [
        subprocess.Popen([sys.executable, "-P", "-c", code, str(i)], stdout=subprocess.PIPE, text=True)
        for i in range(3)
    ]
    while not all((tmp_path / str(i)).exists() for i in range(3)):
        time.sleep(0.01)
    (tmp_path / "go").touch()
    answers = [process.communicate(timeout=60)[0].strip() for process in processes]
    winner = str(answers.index("mine"))

    assert sorted(answers) == ["mine", "refused", "refused"]
    assert EventFolder(tmp_path / "event").event.name == winner


def test_a_claim_that_comes_between_d10(event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that claims the folder after it was found empty keeps it: the later claim is refused."""
    theirs = tmp_path / EVENT_FILE

    def look(folder: Path) -> Iterator[Path]:
        theirs.write_text("theirs", encoding="utf-8")
        return iter(())

    monkeypatch.setattr(Path, "iterdir", look)
    with pytest.raises(EventError, match="is taken by another run"):
        claim_folder(tmp_path, event, {})

    assert theirs.read_text(encoding="utf-8") == "theirs"


def test_missing_parents_are_made_h12(event: Event, tmp_path: Path) -> None:
    """Folders above the event's are made."""
    claim_folder(tmp_path / "a" / "b" / "new", event, {})

    assert EventFolder(tmp_path / "a" / "b" / "new").event.labels == event.labels


@pytest.mark.parametrize("path", ["file", "file/below"])
def test_a_file_is_no_folder_h12(path: str, event: Event, tmp_path: Path) -> None:
    """A path that is a file, or leads through one, is refused in one line."""
    (tmp_path / "file").touch()
    with pytest.raises(EventError, match="choose another folder") as caught:
        claim_folder(tmp_path / path, event, {})

    assert "\n" not in str(caught.value)
    assert sorted(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_folder_that_may_not_be_written_h12(event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without the right to write is refused in one line, when it is looked at and when it is claimed."""
    lock(tmp_path, monkeypatch)
    for refuse in (lambda: claim_folder(tmp_path / "event", event, {}), lambda: check_folder(tmp_path / "event")):
        with pytest.raises(EventError, match=r"event' cannot be written \(Permission denied\): choose another folder"):
            refuse()


def test_a_folder_that_cannot_be_made(event: Event) -> None:
    """A place where nothing can be made is refused in one line."""
    with pytest.raises(EventError, match="cannot be written"):
        claim_folder(Path("/proc/nowhere/event"), event, {})


def test_a_folder_with_other_things_is_left_alone(event: Event, tmp_path: Path) -> None:
    """A folder that holds anything is not mixed with an event."""
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(EventError, match="is not empty"):
        claim_folder(tmp_path, event, {})

    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_facts_are_added(claimed: Path, event: Event) -> None:
    """Later facts join the earlier ones."""
    update_event(claimed, {"status": "complete", "hands": 4})
    folder = EventFolder(claimed)

    assert (folder.facts["status"], folder.facts["hands"]) == ("complete", 4)
    assert folder.event == event


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "holds no event: there is no event.json in it"),
        ("", "cannot be read"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ("{}", "has no field 'name'"),
        ('{"name": 1}', "has no field"),
    ],
)
def test_folders_that_hold_no_event(content: str | None, message: str, tmp_path: Path) -> None:
    """A folder without a readable event is an error that names it."""
    if content is not None:
        (tmp_path / EVENT_FILE).write_text(content, encoding="utf-8")
    with pytest.raises(EventError, match=message):
        EventFolder(tmp_path)


def test_a_complete_event_without_a_part_is_refused_bug(small_event: EventFolder, tmp_path: Path) -> None:
    """Statements are not made of what happens to be left of an event."""
    copy = tmp_path / "copy"
    shutil.copytree(small_event.path, copy)
    update_event(copy, {"status": "complete"})
    next((copy / "matches").iterdir()).unlink()

    with pytest.raises(EventError, match="matches' lacks 1 of 3 parts, the first is part-"):
        EventFolder(copy).frame("hands")


def test_json_is_never_half_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing JSON that fails half-way leaves the former file."""
    path = tmp_path / "event.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})

    assert json.loads(path.read_text(encoding="utf-8")) == {"a": 1}


def test_parts_may_be_read_by_anything(small_event: EventFolder) -> None:
    """Parts are plain Parquet: labels come as text to readers that know nothing of this project."""
    rows = pq.read_table(small_event.files("hands")[0])

    assert set(rows.column("entrant").to_pylist()) == set(small_event.event.labels)
    assert set(rows.column("pass_direction").to_pylist()) <= set(LABELS["pass_direction"])
