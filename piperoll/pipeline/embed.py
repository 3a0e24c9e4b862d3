"""embed: vectors for texts that have none yet for the backend; nothing is computed twice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyarrow.parquet as pq
from psycopg import Connection

from piperoll.embed.backend import Backend, get
from piperoll.model import embedding_text
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors

SLAB = 1_024
"""Texts between two commits: what a killed run has to embed again at most."""
SORTED = 16 * SLAB
"""Texts that are sorted by length together, so that a batch holds texts of one length."""

Text = tuple[bytes, str, str, str]
"""Hash, header, prefix, content."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """What embedding did. ``windowed`` counts texts longer than the model reads at once."""

    computed: int = 0
    reused: int = 0
    windowed: int = 0
    tokens: int = 0

    def __add__(self, other: "Embedded") -> "Embedded":
        return Embedded(
            self.computed + other.computed,
            self.reused + other.reused,
            self.windowed + other.windowed,
            self.tokens + other.tokens,
        )


def embed_partition(
    chunks: Path, vectors: Vectors, backend: Backend, progress: Callable[[int], None] | None = None
) -> Embedded:
    """Vectors for every chunk of a parsed partition, whose ``chunks`` are a Parquet file."""
    return embed_texts(_texts(chunks), vectors, backend, progress)


def embed_texts(
    texts: Iterable[Text], vectors: Vectors, backend: Backend, progress: Callable[[int], None] | None = None
) -> Embedded:
    """Compute and store the vectors of those ``texts`` that have none; each slab is committed on its own."""
    total = Embedded()
    for group in _groups(texts, SORTED):
        unique = {text[0]: text for text in group}
        todo = sorted((unique[one] for one in vectors.missing(list(unique))), key=_length)
        for slab in _groups(todo, SLAB):
            result = backend.embed([embedding_text(*text[1:]) for text in slab], progress)
            vectors.put([text[0] for text in slab], result.vectors)
            total += Embedded(len(slab), 0, result.windowed, result.tokens)
        total += Embedded(reused=len(group) - len(todo))
    return total


def embed_edition(
    vectors: Vectors,
    backend: Backend,
    edition: int,
    sources: Sequence[str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Embedded:
    """Vectors for the texts of an edition, or of some of its files, that have none."""
    return embed_texts(vectors.texts_without(edition, sources), vectors, backend, progress)


def vectors_of(connection: Connection, corpus: Corpus, name: str) -> tuple[Vectors, Backend]:
    """The vectors of a corpus by the backend of that name, whose model is loaded only when a text needs it."""
    model = get(name)
    vectors = Vectors(connection, corpus, name)
    vectors.ensure(model.identity, model.dimension)
    return vectors, model


def _length(text: Text) -> tuple[int, bytes]:
    text_hash, header, prefix, content = text
    return len(header) + len(prefix) + len(content), text_hash


def _texts(chunks: Path) -> Iterator[Text]:
    file = pq.ParquetFile(chunks)
    for batch in file.iter_batches(columns=["text_hash", "header", "prefix", "content"]):
        columns = [batch.column(name).to_pylist() for name in ("text_hash", "header", "prefix", "content")]
        yield from zip(*columns, strict=True)


def _groups(texts: Iterable[Text], size: int) -> Iterator[list[Text]]:
    iterator = iter(texts)
    while group := list(islice(iterator, size)):
        yield group
