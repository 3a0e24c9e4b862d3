"""A corpus with a made-up history, and beside it the plain Python model of what each edition must hold."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import uuid4

import numpy as np
from psycopg import sql

from piperoll.hashing import digest
from piperoll.model import Chunk, Document, Status, embedding_text
from piperoll.store import corpora, editions, export, ledger, lexical_writer, runs
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

BACKEND = "toy"


@dataclass(frozen=True)
class Content:
    """One file: the document that it is a version of, and its chunks, from path to text."""

    key: str
    year: int
    chunks: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.chunks)

    @property
    def document(self) -> Document:
        chunks, start = [], 0
        for path, text in self.chunks:
            chunks.append(Chunk(path, "TEST", path, text, start, start + len(text), 1, valid_from=self.day))
            start += len(text) + 1
        title = f"Title of {self.key}"
        return Document(self.key, title, "TEST", Status.CHUNKED, self.text, chunks, valid_from=self.day)

    @property
    def day(self) -> date:
        return date(self.year, 1, 1)


State = Mapping[str, Content]
Row = tuple[str, str, str, str, date]
"""Of an edition: document, source, path, text, day of entry into force."""


@dataclass
class History:
    """The corpus in the database, and the model of it: what each edition holds, and what is loaded."""

    connection: Connection
    name: str
    editions: dict[int, State] = field(default_factory=dict)
    loaded: dict[str, Content] = field(default_factory=dict)
    built: int = 0
    published: int = 0
    building: bool = False

    def __post_init__(self) -> None:
        values = {"profile": "se-law", "backend": BACKEND, "language": "simple", "source": "/nowhere"}
        corpora.put(self.connection, name=self.name, **values)
        self.vectors = Vectors(self.connection, self.corpus, BACKEND)
        self.vectors.ensure("toy, 2 dimensions", 2)

    @property
    def corpus(self) -> Corpus:
        return corpora.get(self.connection, self.name)

    def load(self, state: State) -> tuple[int, str]:
        """What a run does up to its end: bring the edition that is being built to ``state``; its number and run."""
        corpus, run = self.corpus, uuid4()
        runs.start(self.connection, corpus, run, "test")
        edition = editions.begin(self.connection, corpus, str(run))
        self.building = True
        changed = [(source, content) for source, content in state.items() if self.loaded.get(source) != content]
        self._embed([content for _, content in changed])
        for source, content in changed:
            self._merge(edition, str(run), source, content)
            self.loaded[source] = content
        gone = sorted(set(self.loaded) - set(state))
        ledger.drop_gone(self.connection, corpus, edition, str(run), gone)
        for source in gone:
            del self.loaded[source]
        return edition, str(run)

    def build(self, state: State) -> None:
        """A whole run: the edition is completed and published."""
        edition, run = self.load(state)
        number = editions.complete(self.connection, self.corpus, edition, run, {"backend": BACKEND})
        self.building = False
        if number == edition:
            self.editions[number] = dict(state)
            self.built = number
        elif number:
            assert self.editions[number] == dict(state)
        if number:
            lexical_writer.index(self.connection, self.corpus, self.corpus.language, number)
            editions.publish(self.connection, self.corpus, number)
            self.published = number

    def rows(self, edition: int) -> list[Row]:
        """What readers of ``edition`` find in the database."""
        return [
            (one["document"], one["source"], one["path"], one["content"], one["valid_from"])
            for one in export.chunks(self.connection, self.corpus, edition)
        ]

    def expected(self, edition: int) -> list[Row]:
        """The same by the model."""
        return [
            (content.key, source, path, text, content.day)
            for source, content in sorted(self.editions[edition].items())
            for path, text in content.chunks
        ]

    def hashes(self) -> set[bytes]:
        """Texts that have a vector."""
        rows = self.connection.execute(sql.SQL("SELECT text_hash FROM {}").format(self.vectors.table))
        return {bytes(row[0]) for row in rows}

    def needed(self) -> set[bytes]:
        """Texts that some edition, or the one that is being built, has by the model."""
        states = [*self.editions.values(), self.loaded]
        return {text_hash(path, text) for state in states for one in state.values() for path, text in one.chunks}

    def diff(self, before: int, after: int) -> dict[str, tuple[str, list[str], list[str], list[str]]]:
        """Documents that differ by the model: change, and the paths of chunks added, removed, changed."""
        found = {}
        old, new = (_by_document(self.editions[one]) for one in (before, after))
        for key in sorted(old.keys() | new.keys()):
            had, has = old.get(key, []), new.get(key, [])
            gone, come = _pieces(had) - _pieces(has), _pieces(has) - _pieces(had)
            left, joined = {path for path, *_ in gone}, {path for path, *_ in come}
            if had != has:
                change = "added" if not had else "removed" if not has else "changed"
                found[key] = (change, sorted(joined - left), sorted(left - joined), sorted(left & joined))
        return found

    def _embed(self, contents: list[Content]) -> None:
        hashes = {text_hash(path, text) for content in contents for path, text in content.chunks}
        missing = sorted(self.vectors.missing(sorted(hashes)))
        values = np.array([[1 + one[0], 1 + one[1]] for one in missing], dtype=np.float16).reshape(-1, 2)
        self.vectors.put(missing, values)

    def _merge(self, edition: int, run: str, source: str, content: Content) -> None:
        ledger.merge(
            self.connection, self.corpus, edition, run=run, made_by="test", profile_version=1,
            documents=[staged_document(content.document, source)], chunks=staged_chunks(content.document, source),
        )  # fmt: skip


def text_hash(path: str, text: str) -> bytes:
    return digest(embedding_text(path, "", text))


def _by_document(state: State) -> dict[str, list[tuple[str, int, tuple[tuple[str, str], ...]]]]:
    found: dict[str, list[tuple[str, int, tuple[tuple[str, str], ...]]]] = {}
    for content in state.values():
        found.setdefault(content.key, []).append((content.text, content.year, content.chunks))
    return {key: sorted(versions) for key, versions in found.items()}


def _pieces(versions: list[tuple[str, int, tuple[tuple[str, str], ...]]]) -> Counter[tuple[str, str, int]]:
    return Counter((path, text, year) for _, year, chunks in versions for path, text in chunks)


def law(key: str, *texts: str, year: int = 2001) -> Content:
    return Content(key, year, tuple((f"kap1.§{number}", text) for number, text in enumerate(texts, 1)))


def grown(history: History, count: int) -> None:
    """Editions 1 to ``count``, each of which words b.md anew."""
    for number in range(1, count + 1):
        history.build({"a.md": law("A", "alike"), "b.md": law("B", f"wording {number}")})


def rows(history: History, table: str) -> int:
    row = history.connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert row
    return int(row[0])
