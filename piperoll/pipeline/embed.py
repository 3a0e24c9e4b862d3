"""Embed: vectors for texts that have none yet for the backend; no vector is computed twice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice

from psycopg import Connection

from piperoll.contract import CHUNKS, TEXTS
from piperoll.embed.backend import Backend, get
from piperoll.model import embedding_text
from piperoll.pipeline import parquet
from piperoll.pipeline.enrich import ENRICH
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
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
    """The counts of embedding. ``windowed`` counts texts longer than the model reads at once."""

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


class Embed(BaseStage):
    """The stage computes the vectors that the texts of a partition lack.

    Without a partition those of the edition, or where none is named of the editions that a search or the next run may
    need.
    """

    name = "embed"
    does = "computes the vectors that are lacking"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return get(job.backend).identity

    def depends_on(self, job: Job) -> Sequence[str]:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return (job.backend,)

    def run(self, context: Context) -> StageResult:
        """Embed what has no vector; the vectors themselves say what was done before.

        Raises:
            PiperollError: the model cannot be used.
        """
        with context.connect() as (connection, corpus):
            vectors, model = vectors_of(connection, corpus, context.job.backend)
            if context.partition:
                with _texts(context) as texts:
                    done = embed_texts(texts, vectors, model, context.embedded)
            else:
                done = Embedded()
                for edition in [context.edition] if context.edition else needed_editions(corpus):
                    done += embed_edition(vectors, model, edition, context.sources, context.embedded)
        message = f"computed {done.computed:,} vectors from {done.tokens:,} tokens, reused {done.reused:,}"
        return StageResult(self.name, asdict(done), message=message)


@contextmanager
def _texts(context: Context) -> Iterator[Iterator[Text]]:
    """Open the texts of a partition, as parse and enrich left them."""
    inputs = ENRICH.inputs(context)
    with (
        context.workspace.file(inputs[0], CHUNKS.file) as chunks_file,
        context.workspace.file(ENRICH.result(context, *inputs), TEXTS.file) as texts_file,
    ):
        chunks = parquet.read(chunks_file, ("header", "content"))
        texts = parquet.read(texts_file, ("text_hash", "prefix"))
        yield (
            (text_hash, header, prefix, content)
            for (header, content), (text_hash, prefix) in zip(chunks, texts, strict=True)
        )


def needed_editions(corpus: Corpus) -> list[int]:
    """Return the editions that a search or the next run may need: the published one, and the newest."""
    return sorted({corpus.published_edition, corpus.built_edition} - {0})


def embed_texts(
    texts: Iterable[Text], vectors: Vectors, backend: Backend, progress: Callable[[int], None] | None = None
) -> Embedded:
    """Compute and store the vectors of those texts that have none; each slab is committed on its own.

    Args:
        texts: what to embed; all are read, also those that have a vector.
        vectors: the vectors of the corpus by this backend.
        backend: the model.
        progress: called with the number of texts embedded since the last call.

    Returns:
        How many were computed, and how many had a vector.
    """
    total = Embedded()
    for group in _groups(texts, SORTED):
        unique = {text[0]: text for text in group}
        todo = sorted((unique[text_hash] for text_hash in vectors.missing(list(unique))), key=_length)
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
    """Compute the vectors that texts of an edition lack.

    Args:
        vectors: the vectors of the corpus by this backend.
        backend: the model.
        edition: its number.
        sources: only texts of these files; None: of all.
        progress: called with the number of texts embedded since the last call.

    Returns:
        How many were computed.
    """
    return embed_texts(vectors.texts_without(edition, sources), vectors, backend, progress)


def vectors_of(connection: Connection, corpus: Corpus, name: str) -> tuple[Vectors, Backend]:
    """Return the vectors of a corpus by a backend, and the backend, which loads its model only when a text needs it.

    Args:
        connection: in autocommit.
        corpus: whose vectors.
        name: of the backend.

    Raises:
        UsageError: there is no such backend.
        PiperollError: the vectors were made by another form of the model.
    """
    model = get(name)
    vectors = Vectors(connection, corpus, name)
    vectors.ensure(model.identity, model.dimension)
    return vectors, model


def _length(text: Text) -> tuple[int, bytes]:
    text_hash, header, prefix, content = text
    return len(header) + len(prefix) + len(content), text_hash


def _groups(texts: Iterable[Text], size: int) -> Iterator[list[Text]]:
    iterator = iter(texts)
    while group := list(islice(iterator, size)):
        yield group
