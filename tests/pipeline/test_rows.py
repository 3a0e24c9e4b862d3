"""Whatever a document says: what is indexed fits into its index, and what Postgres does not take is refused before."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from piperoll.contract import CITATIONS, TRIPLETS
from piperoll.model import LONGEST_NAME, Chunk, Citation, Document, DocumentError, Fact, SetAside, Status, Triplet
from piperoll.pipeline.rows import citation_rows, storable, triplet_rows
from piperoll.sources import names
from piperoll.sources.base import Container
from piperoll.store import corpora, editions, ledger, lexical_writer, runs
from piperoll.store.connection import Connection, Database
from piperoll.text import analysis
from tests.staging import staged_chunks, staged_document

TEXT = "Lamps are lit at dusk.\n\nfoot note"
CHUNK = Chunk("1", "CLAUSE", "Lamps > 1", TEXT[:22], 0, 22, 6, parent="0", clauses=("1",), subsections=("a",))
DOCUMENT = Document(
    "A", "Lamps", "TEST", Status.CHUNKED, TEXT, [CHUNK], [SetAside(22, len(TEXT), "note")],
    [Citation(0, 5, "document", "B", "2")], amends="C",
)  # fmt: skip


def hostile(length: int) -> str:
    """Return a text that no compression makes shorter, of four bytes a character."""
    return "".join(chr(0x20000 + number * 7919 % 40_000) for number in range(length))


def of_chunk(**changes: Any) -> Document:
    return replace(DOCUMENT, chunks=[replace(CHUNK, **changes)])


def of_citation(**changes: str) -> Document:
    return replace(DOCUMENT, citations=[Citation(0, 5, "document", **{"target": "B", "path": "2"} | changes)])


def of_fact(**changes: Any) -> Document:
    fact = Fact("x:Lamps", "Lamps", "2", "pure", None, None, 2031, 0, {}, 0, 5)
    return replace(DOCUMENT, facts=[replace(fact, **changes)])


INDEXED: dict[str, Callable[[str], Document]] = {
    "document.key": lambda text: replace(DOCUMENT, key=text),
    "version.amends": lambda text: replace(DOCUMENT, amends=text),
    "chunk.path": lambda text: of_chunk(path=text),
    "chunk.role": lambda text: of_chunk(role=text),
    "chunk.parent": lambda text: of_chunk(parent=text),
    "chunk.clauses": lambda text: of_chunk(clauses=("1", text)),
    "citation.target": lambda text: of_citation(target=text, path=""),
    "citation.target_path": lambda text: of_citation(path=text, target=""),
    "fact.concept": lambda text: of_fact(concept=text),
}
"""Columns of indexes that a document fills."""
OTHERS: dict[str, Callable[[str], Document]] = {
    "title": lambda text: replace(DOCUMENT, title=text),
    "kind": lambda text: replace(DOCUMENT, kind=text),
    "header": lambda text: of_chunk(header=text),
    "subsections": lambda text: of_chunk(subsections=(text,)),
    "label": lambda text: of_fact(label=text),
    "unit": lambda text: of_fact(unit=text),
    "axis": lambda text: of_fact(dimensions={text: "x"}),
    "member": lambda text: of_fact(dimensions={"x": text}),
    "set_aside": lambda text: replace(DOCUMENT, set_aside=[SetAside(22, len(TEXT), text)]),
}
"""Other texts of a document, which may be of any length."""
ELSEWHERE = {
    "corpus.name": "at most 60 characters (job_for)",
    "version.source": "names.LONGEST",
    "source_file.source": "names.LONGEST",
    "container.source": "containers.LONGEST_ARCHIVE",
    "posting.term": "analysis.LONGEST",
    "triplet.made_by": "LONGEST_NAME, else a hash (Enricher)",
    "backend.name": "at most 32 characters (backend.get)",
    "vector_index.backend": "as backend.name",
    "remote_index.backend": "as backend.name",
    "remote_index.address": "at most 140 characters (settings.VECTOR_INDEX)",
    "service.backend": "as backend.name",
    "text_claim.backend": "as backend.name",
    "model_answer.corpus": "as corpus.name",
    "model_answer.run": "an id of 36 characters (tasks.run)",
    "lexical_index.analysis": "written in the code",
    "lexical_segment.analysis": "written in the code",
    "access_key.name": "keys.LONGEST",
    "opened_document.document": "as document.key",
    "form_section.code": "written in the code",
    "evaluation.backend": "as backend.name",
    "evaluation.code": "written in the code",
}
"""Columns of indexes that something else fills, and what bounds it there."""


def test_every_text_in_an_index_is_known(database: Database) -> None:
    statement = """
        SELECT DISTINCT t.relname || '.' || a.attname
        FROM pg_index i
        JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'piperoll'::regnamespace
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
        WHERE a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'varchar'::regtype)"""
    with database.connect() as connection:
        found = {name for (name,) in connection.execute(statement)}
    assert found == INDEXED.keys() | ELSEWHERE.keys(), "bound it before the database, and say here where"


@pytest.mark.parametrize("column", INDEXED)
def test_a_name_that_is_too_long_for_its_index_is_refused(column: str) -> None:
    with pytest.raises(DocumentError) as caught:
        storable(INDEXED[column](hostile(100_000)))
    assert caught.value.code in ("name_too_long", "citation_too_long")
    assert len(caught.value.message) < 200


def test_a_citation_is_bounded_as_a_whole() -> None:
    with pytest.raises(DocumentError, match="odd"):
        storable(of_citation(target=hostile(LONGEST_NAME), path=hostile(LONGEST_NAME)))


@pytest.mark.parametrize(("start", "end"), [(0, None), (5, 5), (-1, 3), (0, len(TEXT) + 1)])
def test_a_fact_outside_the_text_is_refused(start: int, end: int | None) -> None:
    with pytest.raises(DocumentError) as caught:
        storable(of_fact(start=start, end=end))
    assert caught.value.code == "fact_misplaced"


@pytest.mark.parametrize("column", [*INDEXED, *OTHERS, "text"])
@pytest.mark.parametrize(("sign", "code"), [("\0", "nul_character"), ("\ud800", "half_character")])
def test_what_is_no_text_is_refused(column: str, sign: str, code: str) -> None:
    made = {**INDEXED, **OTHERS, "text": lambda text: replace(DOCUMENT, text=TEXT + text)}[column](f"a{sign}b")
    with pytest.raises(DocumentError) as caught:
        storable(made)
    assert caught.value.code == code


class Corpus:
    """A corpus with an edition that is being built."""

    def __init__(self, connection: Connection) -> None:
        values = {"profile": "se-law", "backend": "toy", "language": "english", "source": "/nowhere"}
        self.connection = connection
        self.corpus = corpora.put(connection, name="test", **values)
        self.run = uuid4()
        runs.start(connection, self.corpus, self.run, "test")
        self.edition = editions.begin(connection, self.corpus, str(self.run))

    def load(self, document: Document, source: str = "a.md", made_by: str = "rules/1") -> int:
        triplets = triplet_rows({0: [Triplet(0, 8, "a", "b", "c")]}, source, 0, made_by)
        return ledger.merge(
            self.connection, self.corpus, self.edition, run=str(self.run), made_by="test", profile_version=1,
            documents=[staged_document(storable(document), source)], chunks=staged_chunks(document, source),
            citations=map(CITATIONS.values, citation_rows(document, source, 0)),
            triplets=map(TRIPLETS.values, triplets),
        )  # fmt: skip


@pytest.fixture
def corpus(database: Database) -> Any:
    with database.connect(autocommit=True) as connection:
        yield Corpus(connection)


@pytest.mark.parametrize("column", INDEXED)
def test_the_longest_name_that_is_accepted_fits_into_its_index(corpus: Corpus, column: str) -> None:
    assert corpus.load(INDEXED[column](hostile(LONGEST_NAME))) == 1


@pytest.mark.parametrize("column", OTHERS)
def test_a_text_that_is_not_indexed_may_be_long(corpus: Corpus, column: str) -> None:
    assert corpus.load(OTHERS[column](hostile(100_000))) == 1


def test_the_longest_name_of_a_file_fits(corpus: Corpus) -> None:
    source = names.cut(hostile(100_000))
    assert len(source.encode()) > names.LONGEST - 4
    assert corpus.load(DOCUMENT, source) == 1
    seen = {source: Container("fingerprint", 1)}
    ledger.drop_gone(corpus.connection, corpus.corpus, corpus.edition, str(corpus.run), [], seen)
    assert ledger.containers(corpus.connection, corpus.corpus) == seen


def test_the_longest_name_of_an_enricher_fits(corpus: Corpus) -> None:
    assert corpus.load(DOCUMENT, made_by=hostile(LONGEST_NAME)) == 1


@pytest.mark.parametrize("word", [hostile(100_000), "漢" + "ф" * 100_000, "ф" * 100_000, "9" * 100_000, "a-" * 50_000])
@pytest.mark.parametrize("language", ["english", "swedish", "none"])
def test_terms_are_bounded_whatever_a_text_holds(word: str, language: str) -> None:
    assert max(map(len, analysis.terms(word, language)), default=0) <= analysis.LONGEST


def test_long_words_are_indexed(corpus: Corpus) -> None:
    letters = "".join(chr(0x10400 + number * 7919 % 80) for number in range(5_000))
    words = f"漢{letters} {letters} {hostile(5_000)}"
    text = f"{words}\n"
    chunk = replace(CHUNK, content=words, end=len(words))
    corpus.load(replace(DOCUMENT, text=text, chunks=[chunk], set_aside=(), citations=(), title=words))
    number = editions.complete(corpus.connection, corpus.corpus, corpus.edition, str(corpus.run), {"backend": "toy"})
    built = corpora.get(corpus.connection, "test")
    assert lexical_writer.index(corpus.connection, built, "english", number)
