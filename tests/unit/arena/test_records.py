"""The column table, which the schema, the documentation page and the rows are all made from."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from hearts_arena.arena.records import LABELS, TABLES, Column, columns_page
from hearts_arena.arena.store import EventFolder, schema_of

ALL_COLUMNS = [pytest.param(column, id=f"{table}.{column.name}") for table in TABLES for column in TABLES[table]]
PAGE = Path(__file__).parents[3] / "results" / "README.md"


@pytest.mark.parametrize("column", ALL_COLUMNS)
def test_every_column_is_described(column: Column) -> None:
    """A column has a name, a type, a unit and a meaning."""
    assert column.name.isidentifier()
    assert column.kind
    assert column.unit
    assert column.meaning


@pytest.mark.parametrize("table", sorted(TABLES))
def test_the_schema_is_the_column_table(table: str) -> None:
    """The Parquet schema has the columns of the table, in order, null only where a null has a meaning."""
    schema = schema_of(table)

    assert schema.names == [column.name for column in TABLES[table]]
    assert [field.nullable for field in schema] == [bool(column.null) for column in TABLES[table]]


@pytest.mark.parametrize("table", sorted(TABLES))
def test_the_widths_are_enough_d07(table: str) -> None:
    """Points and scores are 32 bits or wider, and numbers of matches and blocks 64."""
    for field in schema_of(table):
        if field.name in ("match", "block", "first_match", "last_match"):
            assert field.type == pa.int64()
        if "score" in field.name or "points" in field.name:
            assert field.type == pa.int32()


@pytest.mark.parametrize("table", sorted(TABLES))
def test_what_is_written_has_the_schema(table: str, small_event: EventFolder) -> None:
    """Files on disk have exactly the columns, types and nulls that the column table says."""
    files = small_event.files(table)

    assert files
    for file in files:
        assert pa.parquet.read_schema(file).equals(schema_of(table), check_metadata=False)


def test_label_columns_are_known() -> None:
    """Each label column but the entrant has its fixed set of values."""
    labels = {column.name for columns in TABLES.values() for column in columns if column.kind == "label"}

    assert labels - {"entrant"} == set(LABELS)


def test_the_page_is_current() -> None:
    """The documentation page of the columns is what the column table makes."""
    assert columns_page().strip() in PAGE.read_text(encoding="utf-8")
