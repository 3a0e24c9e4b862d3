"""The columns that are declared once are those of the statements and of the real tables."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from psycopg import sql
from psycopg.types.json import Jsonb

from piperoll import contract
from piperoll.contract import Table
from piperoll.corpora import registry
from piperoll.model import Chunk, Fact, Triplet
from piperoll.pipeline import rows
from piperoll.store.connection import Database
from piperoll.store.sql import fragment, query

OWN = {"id", "corpus_id", "document_id", "version_id", "chunk_id", "from_edition", "to_edition"}
"""Columns that the database fills itself, from the names that a staged row has for them."""
LOADED_BY = {
    "document": "drop_unseen_versions close_changed_versions load_documents load_versions load_ledger load_ledger_same",
    "chunk": "load_chunks",
    "citation": "load_citations",
    "triplet": "load_triplets",
    "fact": "load_facts",
}
REAL = {"document": "version"}
"""A staged document becomes a version; the rest of its columns goes to the ledger."""
RENAMED = {"outcome": "status"}
INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\)\s*SELECT (.*?)\s+FROM ", re.DOTALL)


def _names(listed: str) -> list[str]:
    """Names of columns, without what qualifies and casts them."""
    return [re.sub(r"^\w+\.|::\w+$|%\((\w+)\)s", r"\1", part.strip()) for part in listed.split(",")]


def _real(table: Table) -> str:
    return REAL.get(table.name, table.name)


@pytest.mark.parametrize("table", contract.TABLES, ids=lambda table: table.name)
def test_real_tables_have_the_columns(database: Database, table: Table) -> None:
    statement = """
        SELECT column_name, regexp_replace(udt_name, '^_(.*)', '\\1[]')
        FROM information_schema.columns WHERE table_name = %s"""
    with database.connect() as connection:
        real = dict(connection.execute(statement, [_real(table)]).fetchall())
        ledger = dict(connection.execute(statement, ["source_file"]).fetchall())
    staged = {RENAMED.get(column.postgres_name, column.postgres_name): column for column in table.columns}
    assert real.keys() - OWN <= staged.keys()
    for name, column in staged.items():
        types = {"jsonb", "text", "numeric"} if column.postgres_type == "text" else {column.postgres_type}
        if name in real:
            assert real[name] in types
        elif table is contract.DOCUMENTS and name != "key":
            assert ledger[name] in types
        else:
            assert name in {"source", "document", "chunk", "key"}  # they become version_id, chunk_id and document_id


@pytest.mark.parametrize("table", contract.TABLES, ids=lambda table: table.name)
def test_statements_load_every_column(table: Table) -> None:
    text = "\n".join(query(name) for name in LOADED_BY[table.name].split())
    assert [column.name for column in table.columns if not re.search(rf"\b{column.postgres_name}\b", text)] == []


@pytest.mark.parametrize("table", contract.TABLES, ids=lambda table: table.name)
def test_statements_put_columns_where_they_belong(table: Table) -> None:
    load = "load_versions" if table is contract.DOCUMENTS else LOADED_BY[table.name]
    into, columns, selected = INSERT.search(query(load)).groups()  # type: ignore[union-attr]
    assert into == _real(table)
    filled = dict(zip(_names(columns), _names(selected), strict=True))
    for name, value in filled.items():
        if name not in OWN:
            assert RENAMED.get(value, value) == name


def test_staging_tables_are_made_of_the_columns(database: Database) -> None:
    for table in contract.TABLES:
        with database.connect() as connection, connection.cursor() as cursor:
            cursor.execute(table.staging_table)
            described = cursor.execute(f"SELECT * FROM {table.staging}").description or ()
            assert [column.name for column in described] == [column.postgres_name for column in table.columns]
            assert [column.type_display for column in described] == table.copy_types


def test_rows_fill_the_columns() -> None:
    text = b"1. Lamps. The keeper shall light the lamp of Section 2.\n2. Sea. The sea freezes.\n"
    [document] = registry.get("contracts").read(text, "lamp.txt")
    document = replace(document, facts=[Fact("x:Lamps", "Lamps", "2", "pure", None, None, 2031, 0, {}, 0, 2)])
    made = {
        contract.CHUNKS: rows.chunk_rows(document, "lamp.txt", 0),
        contract.CITATIONS: rows.citation_rows(document, "lamp.txt", 0),
        contract.FACTS: rows.fact_rows(document, "lamp.txt", 0),
        contract.TRIPLETS: rows.triplet_rows({0: [Triplet(0, 8, "a", "b", "c")]}, "lamp.txt", 0, "rules/1"),
    }
    assert [rows.chunk_of(row) for row in rows.chunk_rows(document, "lamp.txt", 0)] == list(document.chunks)
    for table, some in made.items():
        assert {frozenset(row) for row in some} == {frozenset(table.names)}
    file = {"source", "size", "fingerprint", "content_hash", "code", "reason", "remedy"}
    assert rows.document_row(document, 0).keys() == set(contract.DOCUMENTS.names) - file


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"metadata": {"heading": "Facts"}, "paragraphs": (3, 4), "overlap": 17},
        {"metadata": {"clause": "2"}, "clauses": ("2", "2.a"), "subsections": ("1",)},
        {"metadata": {"clauses": "another profile's own"}},
    ],
)
def test_readers_see_the_same_metadata_of_a_file_and_of_the_database(
    database: Database, fields: dict[str, Any]
) -> None:
    chunk = Chunk("p1", "TEST", "h", "c", 0, 1, 1, **fields)
    row = [Jsonb(chunk.metadata), list(chunk.paragraphs), list(chunk.clauses), list(chunk.subsections), chunk.overlap]
    stored = sql.SQL(
        "SELECT {} FROM (VALUES (%s, %s::int[], %s::text[], %s::text[], %s))"
        " AS c (metadata, paragraphs, clauses, subsections, overlap)"
    )
    with database.connect() as connection:
        shown = connection.execute(stored.format(fragment("chunk_metadata")), row).fetchone()
    assert shown == (json.loads(json.dumps(chunk.shown_metadata())),)
