"""The store: an event's folder of Parquet parts, written whole or not at all, and read back part by part.

The only module that imports pyarrow.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hearts_arena.arena.event import EVENT_FILE, Event, EventError, write_json
from hearts_arena.arena.records import LABELS, TABLES, Column
from hearts_arena.game.words import count_text

if TYPE_CHECKING:
    import pandas as pd

Columns = Mapping[str, Any]
_PART = re.compile(r"part-(\d+)-(\d+)\.parquet")
_TEMPORARY = ".tmp"
_WHOLE = ("matches", "hands")  # tables that every part of an event has
_SEARCHED = ("match", "block")  # columns whose range in a part readers may want to know


@cache
def schema_of(table: str) -> pa.Schema:
    """Return the fixed schema of a record table."""
    return pa.schema([_field(column) for column in TABLES[table]], {"table": table})


def _field(column: Column) -> pa.Field:
    return pa.field(column.name, _arrow_type(column.kind), nullable=bool(column.null))


@cache
def _arrow_type(kind: str) -> pa.DataType:
    if kind == "label":
        return pa.dictionary(pa.int16(), pa.string())
    if kind.startswith("list<"):
        return pa.list_(pa.field("item", _arrow_type(kind[5:-1]), nullable=False))
    return pa.type_for_alias(kind)


def write_part(folder: Path, table: str, first: int, last: int, columns: Columns, labels: Sequence[str]) -> None:
    """Write one part under a temporary name, fsync it, and rename it: it is there whole or not at all.

    Parameters
    ----------
    first, last : int
        First and last match of the part, which name it.
    columns : mapping
        Column name to a numpy array (label columns as int codes), a masked array where nulls have a meaning, or an
        Arrow array.
    """
    schema = schema_of(table)
    arrays = [_arrow(column, columns[column.name], labels) for column in TABLES[table]]
    path = folder / table / _part_name(first, last)
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_name(path.name + _TEMPORARY)
    dictionaries = [column.name for column in TABLES[table] if column.kind == "label"]
    with open(temporary, "wb") as file:
        pq.write_table(
            pa.Table.from_arrays(arrays, schema=schema),
            file,
            compression="lz4",
            use_dictionary=dictionaries,
            write_statistics=[column.name for column in TABLES[table] if column.name in _SEARCHED],
        )
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _part_name(first: int, last: int) -> str:
    return f"part-{first:010d}-{last:010d}.parquet"


def _arrow(column: Column, values: Any, labels: Sequence[str]) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    if column.kind == "label":
        words = labels if column.name == "entrant" else LABELS[column.name]
        return pa.DictionaryArray.from_arrays(_fixed(values, "int16"), _texts(words))
    if column.kind.startswith("list<") or column.kind == "string":
        return pa.array(values, _arrow_type(column.kind))
    return _fixed(values, column.kind)


def _fixed(values: Any, kind: str) -> pa.Array:
    """Return numbers or yes/no values as an Arrow array, from their bytes (`pa.array` would import pandas first)."""
    mask = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    plain = np.ma.getdata(values)
    data = np.packbits(plain, bitorder="little") if kind == "bool" else np.ascontiguousarray(plain, kind)
    valid = None if mask is None else pa.py_buffer(np.packbits(~mask, bitorder="little"))
    return pa.Array.from_buffers(_arrow_type(kind), len(plain), [valid, pa.py_buffer(data)])


def _texts(words: Sequence[str]) -> pa.Array:
    """Return texts as an Arrow array, from their bytes likewise."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(words), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))])


def claim_folder(folder: Path, event: Event, facts: Mapping[str, Any]) -> None:
    """Make an event's folder and write its `event.json`; of two runs that try at once, one is refused.

    Raises
    ------
    EventError
        If the folder cannot be written or holds anything already.
    """
    path = folder / EVENT_FILE
    with _refusing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _check_empty(folder)
        with open(path, "x", encoding="utf-8"):
            pass
        write_json(path, {**event.as_dict(), **facts})


def check_folder(folder: Path) -> None:
    """Raise an `EventError` where it can be seen that a folder is not to be had; nothing is written for it."""
    with _refusing(folder):
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if there == folder:
            _check_empty(folder)
        if not there.is_dir():
            raise FileExistsError
        if not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_empty(folder: Path) -> None:
    if (folder / EVENT_FILE).exists():
        raise EventError(f"{str(folder)!r} already holds an event: choose another folder with --out")
    if any(folder.iterdir()):
        raise EventError(f"{str(folder)!r} is not empty: choose a new folder with --out")


@contextmanager
def _refusing(folder: Path) -> Iterator[None]:
    """Turn what a file system says against a folder into one line."""
    try:
        yield
    except FileExistsError:
        raise EventError(f"{str(folder)!r} is taken by another run or is a file: choose another folder") from None
    except OSError as error:
        raise EventError(f"{str(folder)!r} cannot be written ({error.strerror}): choose another folder") from None


def update_event(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write further facts of a run into its `event.json`."""
    path = folder / EVENT_FILE
    write_json(path, {**json.loads(path.read_text(encoding="utf-8")), **facts})


class EventFolder:
    """An event's folder, read: the event, facts of its run, and its rows part by part."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Read `event.json`.

        Raises
        ------
        EventError
            If the folder holds no event.
        """
        self.path = Path(path)
        try:
            self.facts: dict[str, Any] = json.loads((self.path / EVENT_FILE).read_text(encoding="utf-8"))
            self.event = Event.from_dict(self.facts)
        except (FileNotFoundError, NotADirectoryError):
            raise EventError(f"{str(self.path)!r} holds no event: there is no {EVENT_FILE} in it") from None
        except KeyError as error:
            raise EventError(f"{str(self.path / EVENT_FILE)!r} is no event: it has no field {error}") from None
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise EventError(f"{str(self.path / EVENT_FILE)!r} cannot be read as an event: {error}") from None

    def files(self, table: str) -> list[Path]:
        """Return the parts of a table, in schedule order; files under temporary names do not count."""
        if table in _WHOLE:
            self._check_whole()
        return self._present(table)

    def _present(self, table: str) -> list[Path]:
        folder = self.path / table
        return sorted(path for path in folder.glob("part-*.parquet") if _PART.fullmatch(path.name))

    def _check_whole(self) -> None:
        """Raise where parts of a complete event are missing: statements would be about something else."""
        if self.facts.get("status") != "complete":
            return
        seatings = self.event.plan.seatings
        wanted = {_part_name(part.start * seatings, part.stop * seatings - 1) for part in self.event.parts()}
        for table in _WHOLE:
            if missing := sorted(wanted - {path.name for path in self._present(table)}):
                raise EventError(
                    f"{str(self.path / table)!r} lacks {len(missing)} of {count_text(len(wanted), 'part')}, "
                    f"the first is {missing[0]}: put back what is missing, or play the event again"
                )

    def parts(self, table: str, columns: Sequence[str]) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
        """Yield the named columns of each part as numpy arrays, label columns as codes.

        Codes of `entrant` index the event's labels, the others `records.LABELS`. A null yes/no comes as False.
        """
        for file in self.files(table):
            rows = self._read(file, columns)
            yield {name: _numpy(rows.column(name)) for name in columns}

    def part_of_match(self, table: str, match: int) -> pa.Table | None:
        """Return the rows of one match, or None where its part is not there."""
        for file in self.files(table):
            first, last = map(int, _PART.fullmatch(file.name).groups())  # type: ignore[union-attr]
            if first <= match <= last:
                rows = self._read(file, None)
                return rows.filter(pc.equal(rows.column("match"), match))
        return None

    def frame(self, table: str) -> pd.DataFrame:
        """Return a whole table as a pandas frame: integers exact, labels categorical, nulls kept."""
        import pandas as pd

        schema = schema_of(table)
        tables = [self._read(file, None) for file in self.files(table)]
        whole = pa.concat_tables(tables).unify_dictionaries() if tables else schema.empty_table()
        nullable = {pa.bool_(): pd.BooleanDtype(), pa.int64(): pd.Int64Dtype()}
        frame: pd.DataFrame = whole.to_pandas()
        for column in TABLES[table]:
            kind = nullable.get(_arrow_type(column.kind))
            if column.null and kind is not None:
                frame[column.name] = whole.column(column.name).to_pandas(types_mapper=nullable.get)
        return frame

    def _read(self, file: Path, columns: Sequence[str] | None) -> pa.Table:
        try:
            with pq.ParquetFile(file) as parquet:
                return parquet.read(columns=columns)
        except (OSError, pa.ArrowInvalid) as error:
            raise EventError(f"{str(file)!r} cannot be read: {error}") from None


def _numpy(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    """Return a column as numpy, from its bytes; label columns as their codes, null yes/no values as False."""
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], array.type)
    if pa.types.is_dictionary(array.type):
        array = array.indices
    if not pa.types.is_boolean(array.type):
        values = np.frombuffer(array.buffers()[1] or b"", array.type.to_pandas_dtype())
        return np.asarray(values[array.offset : array.offset + len(array)])
    valid, data = (_bits(buffer, array.offset, len(array)) for buffer in array.buffers())
    return np.asarray(data & valid)


def _bits(buffer: pa.Buffer | None, offset: int, count: int) -> np.ndarray[Any, Any]:
    """Return packed bits as truth values; no buffer means all true."""
    if buffer is None:
        return np.ones(count, bool)
    bits = np.unpackbits(np.frombuffer(buffer, np.uint8), bitorder="little")
    return np.asarray(bits[offset : offset + count], bool)
