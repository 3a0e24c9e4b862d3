"""A backend whose vectors are drawn at random, a corpus embedded by it, and what comparing all its vectors finds."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from numpy.typing import NDArray

from piperoll.embed import backend
from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.hashing import digest
from piperoll.model import Chunk, Document, Status, embedding_text
from piperoll.store import corpora, editions, ledger, lexical_writer, remote_index, runs
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

NAME = "scattered"
DIMENSION = 12
CHUNKS = 20
"""Of each document."""


class Scattered:
    """A backend whose vectors are drawn at random, always the same for a text."""

    name = NAME
    identity = "drawn at random"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None
        """What happens while a text is embedded."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        self.meanwhile()
        return EmbeddingResult(np.stack([drawn(text) for text in texts]), 0, 0)


@cache
def drawn(text: str) -> NDArray[np.float16]:
    """Return the vector of a text; comparing all asks for each one again and again."""
    random = np.random.default_rng(list(hashlib.sha256(text.encode()).digest()))
    vector = random.standard_normal(DIMENSION)
    found = (vector / np.linalg.norm(vector)).astype(np.float16)
    found.flags.writeable = False
    return found


@dataclass(frozen=True)
class Text:
    """A document of a corpus: its metadata, and each chunk's text and metadata."""

    chunks: Sequence[tuple[str, Mapping[str, Any]]]
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def document(self, key: str) -> Document:
        chunks, start = [], 0
        for number, (content, metadata) in enumerate(self.chunks):
            end = start + len(content)
            chunks.append(Chunk(f"p{number}", "TEST", "", content, start, end, 1, metadata=metadata))
            start = end + 1
        body = " ".join(content for content, _ in self.chunks)
        return Document(key, key, "TEST", Status.CHUNKED, body, chunks, metadata=self.metadata)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scattered]:
    entry = EntryPoint(NAME, f"{__name__}:Scattered", backend.GROUP)
    monkeypatch.setattr(backend, "entry_points", lambda group: [entry] if group == backend.GROUP else [])
    backend._create.cache_clear()
    found = backend.get(NAME)
    assert isinstance(found, Scattered)
    yield found
    backend._create.cache_clear()


def publish(connection: Connection, texts: Mapping[str, Text], address: str | None = None) -> Corpus:
    """The next edition, in which these documents are new or changed; searches ask the index at the address."""
    corpus, edition = build(connection, texts, address)
    editions.publish(connection, corpus, edition)
    return corpora.get(connection, "test")


def build(connection: Connection, texts: Mapping[str, Text], address: str | None = None) -> tuple[Corpus, int]:
    """The next edition, which is not published, and its number."""
    values = {"profile": "se-law", "backend": NAME, "language": "simple", "source": "/nowhere"}
    corpus, run = corpora.put(connection, name="test", **values), uuid4()
    runs.start(connection, corpus, run, "test")
    edition = editions.begin(connection, corpus, str(run))
    vectors = Vectors(connection, corpus, NAME)
    vectors.ensure(Scattered.identity, DIMENSION)
    staged, chunks = [], []
    for key, text in texts.items():
        staged.append(staged_document(text.document(key), key))
        chunks += staged_chunks(text.document(key), key)
    wanted = {hash_of(content): content for text in texts.values() for content, _ in text.chunks}
    missing = sorted(vectors.missing(sorted(wanted)))
    vectors.put(missing, np.asarray([drawn(wanted[one]) for one in missing], np.float16))
    ledger.merge(
        connection, corpus, edition, run=str(run), made_by="", profile_version=1, documents=staged, chunks=chunks
    )
    editions.complete(connection, corpus, edition, str(run), {})
    remote_index.bring(vectors, DIMENSION, address)
    lexical_writer.index(connection, corpus, "simple", edition)
    return corpora.get(connection, "test"), edition


def hash_of(content: str) -> bytes:
    return digest(embedding_text("", "", content))


def numbered(number: int, wording: str = "") -> Text:
    """Chunks know ``n``, from 0 to 999 over the corpus; one of fifty also has a ``number``, as its document has."""
    chunks = []
    for place in range(number * CHUNKS, (number + 1) * CHUNKS):
        known = {"n": place % 1_000} | ({"number": -1} if place % 50 == 0 else {})
        chunks.append((f"text {place} {wording}", known))
    return Text(chunks, {"number": number, "half": "yes" if number % 2 else "no"})


def nearest(texts: Mapping[str, Text], query: str, holds: Callable[[Mapping[str, Any]], bool], k: int) -> list[str]:
    """Contents by comparing all, where the condition holds of what the chunk and its document say."""
    found = [
        (cosine(drawn(content), drawn(query)), content)
        for text in texts.values()
        for content, metadata in text.chunks
        if holds({**text.metadata, **metadata})
    ]
    return [content for _, content in sorted(found, reverse=True)[:k]]


def cosine(one: NDArray[np.float16], other: NDArray[np.float16]) -> float:
    """Rounded to half precision, neither has exactly the length 1."""
    wide, other_wide = one.astype(np.float64), other.astype(np.float64)
    return float(wide @ other_wide / np.linalg.norm(wide) / np.linalg.norm(other_wide))
