"""The views of the published editions say what the library says: after a publish, a rollback and a prune."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from piperoll.errors import PiperollError
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.pipeline.job import job_for
from piperoll.settings import Settings
from piperoll.store import editions, prune
from piperoll.store.connection import Connection, Database, open_database
from piperoll.store.export import chunks
from piperoll.store.sql import fragment, sql_dir
from tests.conftest import name_of
from tests.search.indexing import build

ROOT = Path(__file__).parents[2]
CORPORA = {"laws": "se-law", "terms": "terms", "hk": "hk-legislation", "filings": "sec-10k"}
DAYS = [
    date(year, month, 1) for year in (1990, 2000, 2020, 2024, 2025, 2026, 2031, 2032, 2033, 2040) for month in (1, 7)
]
MIGRATION = (sql_dir() / "migrations" / "0025_views.sql").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """The examples of each family in two editions."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        for name, profile in CORPORA.items():
            source = str(ROOT / "examples" / profile)
            build(connection, job_for(filled, name, source=source, profile=profile, limit=2))
            build(connection, job_for(filled, name, source=source, profile=profile))
    return name_of(filled)


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


@pytest.fixture
def base(database: Database, settings: Settings) -> EvidenceBase:
    return EvidenceBase(database, settings)


def rows(connection: Connection, statement: str, *values: Any) -> list[Any]:
    """What a statement returns."""
    return connection.execute(statement, values or None).fetchall()  # type: ignore[call-overload, no-any-return]


def keys_of(connection: Connection, corpus: str) -> list[str]:
    """The documents of a corpus by the view."""
    return [
        key for (key,) in rows(connection, "SELECT DISTINCT document FROM published_document WHERE corpus = %s", corpus)
    ]


def of_view(connection: Connection, corpus: str) -> list[Any]:
    """The chunks of a corpus by the view."""
    return rows(
        connection,
        "SELECT document, source, path, header, content, char_start, char_end, metadata FROM published_chunk"
        " WHERE corpus = %s ORDER BY 1, 2, char_start, path",
        corpus,
    )


def of_edition(connection: Connection, reader: CorpusReader, edition: int) -> list[Any]:
    """The same by the library."""
    names = ("document", "source", "path", "header", "content", "start", "end", "metadata")
    with reader.connection() as (_, corpus):
        found = chunks(connection, corpus, edition)
        return sorted((tuple(one[name] for name in names) for one in found), key=lambda row: (*row[:2], row[5], row[2]))


@pytest.mark.parametrize("name", CORPORA)
def test_chunks_are_those_of_the_published_edition_whatever_happens(
    connection: Connection, base: EvidenceBase, name: str
) -> None:  # fmt: skip
    reader = base[name]
    both = {number: of_edition(connection, reader, number) for number in (1, 2)}
    assert both[1] != both[2]
    assert of_view(connection, name) == both[2]
    editions.rollback(connection, row_of(reader), 1)
    assert of_view(connection, name) == both[1]
    assert {row[0] for row in rows(connection, "SELECT edition FROM published_document WHERE corpus = %s", name)} == {1}
    editions.rollback(connection, row_of(reader), 2)
    prune.prune(connection, row_of(reader), 1)
    assert of_view(connection, name) == both[2]


def row_of(reader: CorpusReader) -> Any:
    """The row of a corpus."""
    with reader.connection() as (_, corpus):
        return corpus


@pytest.mark.parametrize("name", CORPORA)
def test_what_is_in_force_on_a_day_is_what_a_reader_is_shown(
    connection: Connection, base: EvidenceBase, name: str
) -> None:  # fmt: skip
    keys = [
        key for (key,) in rows(connection, "SELECT DISTINCT document FROM published_document WHERE corpus = %s", name)
    ]
    for day in DAYS:
        shown = {
            (key, version.source, chunk.path)
            for key in keys
            for version in _shown(base[name], key, day)
            for chunk in version.chunks
            if chunk.in_force
        }
        found = rows(
            connection, "SELECT document, source, path FROM published_chunk_on(%s) WHERE corpus = %s", day, name
        )  # fmt: skip
        assert len(found) == len(set(found))
        assert set(found) == shown


def _shown(reader: CorpusReader, key: str, day: date) -> list[Any]:
    try:
        return list(reader.show(key, as_of=day).versions)
    except PiperollError as error:
        assert error.code == "not_valid"
        return []


@pytest.mark.parametrize("name", ["laws", "hk"])
def test_citations_are_those_that_the_library_lists(connection: Connection, base: EvidenceBase, name: str) -> None:
    keys = [
        key for (key,) in rows(connection, "SELECT DISTINCT document FROM published_document WHERE corpus = %s", name)
    ]
    told: set[Any] = set()
    for key in keys:
        day = rows(connection, "SELECT max(valid_from) FROM published_document WHERE corpus = %s AND document = %s",
                   name, key)[0][0]  # fmt: skip
        told |= {
            (key, one.path, one.start, one.end, one.text, one.kind, one.target or key, one.target_path,
             one.resolved is not None)
            for one in base[name].cites(key, as_of=day).cites
        }  # fmt: skip
    found = rows(
        connection,
        "SELECT document, path, char_start, char_end, printed, kind, cited, cited_path, resolved FROM cites"
        " WHERE corpus = %s",
        name,
    )
    assert told
    assert told <= set(found)
    assert {row[0] for row in found} <= set(keys)


def test_facts_join_documents(connection: Connection) -> None:
    (joined,) = rows(
        connection,
        "SELECT count(*), bool_and(f.char_start IS NULL"
        " OR substr(d.text, f.char_start + 1, f.char_end - f.char_start) <> '')"
        " FROM published_fact f JOIN published_document d USING (corpus, document, version_id)",
    )
    assert joined == (rows(connection, "SELECT count(*) FROM published_fact")[0][0], True)
    assert joined[0] > 0


def flat(text: str) -> str:
    """A statement without comments, on one line."""
    return " ".join(re.sub(r"--.*", "", text).split())


def test_a_day_is_decided_by_the_rules_of_a_search() -> None:
    body = flat(fragment("version_seen").as_string())
    for name, value in {"corpus": "co.id", "edition": "co.published_edition", "day": "day"}.items():
        body = body.replace(f"%({name})s", value)
    assert body in flat(MIGRATION), "a rule of searches changed: a new migration changes published_document_on too"


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT path, content FROM published_chunk WHERE corpus = 'laws' AND document = 'SFS 2031:12'",
        "SELECT document, title FROM published_document WHERE corpus = 'laws'",
        "SELECT document FROM cites WHERE corpus = 'laws' AND cited = 'SFS 2031:12'",
        "SELECT cited FROM cites WHERE corpus = 'laws' AND document = 'SFS 2031:12'",
        "SELECT content FROM published_chunk_on('2032-01-01') WHERE corpus = 'laws' AND document = 'SFS 2031:12'",
        "SELECT document FROM published_chunk WHERE corpus = 'laws' AND path = 'kap1.§1'",
    ],
)
def test_indexes_are_used(connection: Connection, statement: str) -> None:
    connection.execute("SET enable_seqscan = off")  # of tables as small as these; one that must be read so still is
    plan = "\n".join(line for (line,) in rows(connection, f"EXPLAIN {statement}"))
    assert "Seq Scan" not in plan, plan
    assert "corpus_name_key" in plan, plan


EXAMPLES = re.findall(r"```sql\n(.*?)```", (ROOT / "docs" / "sql.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("statement", [one for block in EXAMPLES for one in block.split(";\n") if one.strip()])
def test_the_examples_of_the_page_run(connection: Connection, statement: str) -> None:
    found = rows(connection, statement)
    assert found or "'2024-01-01'" in statement or "'cases'" in statement
