"""Embed: vectors for texts that have none yet for the backend; no vector is computed twice."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import islice

from psycopg import Connection

from piperoll.contract import CHUNKS, TEXTS
from piperoll.embed.backend import Backend, Metered, get, metered
from piperoll.errors import PiperollError
from piperoll.model import DocumentError, embedding_text
from piperoll.pipeline import parquet
from piperoll.pipeline.enrich import ENRICH
from piperoll.pipeline.isolate import FilesRefused
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.store.corpora import Corpus
from piperoll.store.services import Claims, Limits, claims
from piperoll.store.vectors import Vectors

SLAB = 1_024
"""Texts between two commits: what a killed run has to embed again at most."""
SORTED = 16 * SLAB
"""Texts that are sorted by length together, so that a batch holds texts of one length."""

Text = tuple[bytes, str, str, str]
"""Hash, header, prefix, content."""
LOOK_SECONDS = 0.5
"""After which it is looked whether texts that another process has sent have their vectors."""
REMEDY = "Shorten or correct the text; or use another backend."


@dataclass(frozen=True, slots=True)
class Embedded:
    """The counts of embedding. ``windowed`` counts texts longer than the model reads at once.

    ``requests`` and ``tokens`` of a service are those that it answered. ``refused``: why it does not take texts, by
    their hashes.
    """

    computed: int = 0
    reused: int = 0
    windowed: int = 0
    tokens: int = 0
    requests: int = 0
    refused: Mapping[bytes, str] = field(default_factory=dict)

    def __add__(self, other: "Embedded") -> "Embedded":
        return Embedded(
            self.computed + other.computed,
            self.reused + other.reused,
            self.windowed + other.windowed,
            self.tokens + other.tokens,
            self.requests + other.requests,
            {**self.refused, **other.refused},
        )

    @property
    def counts(self) -> dict[str, int]:
        """Return the counts as a stage tells them."""
        counts = asdict(self)
        return counts | {"refused": len(counts["refused"])}


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
            PiperollError: the model cannot be used; ``texts_refused``: it does not take some texts of an edition.
            FilesRefused: it does not take some texts of the partition.
        """
        with ExitStack() as opened:
            connection, corpus = opened.enter_context(context.connect())
            vectors, model = vectors_of(connection, corpus, context.job.backend)
            limits = _limits(context, opened, model)
            if context.partition:
                with _texts(context) as texts:
                    done = embed_texts(texts, vectors, model, context.embedded, limits)
                if done.refused:
                    raise FilesRefused(_files_of(context, done.refused))
            else:
                done = Embedded()
                for edition in [context.edition] if context.edition else needed_editions(corpus):
                    done += embed_edition(vectors, model, edition, context.sources, context.embedded, limits)
                if done.refused:
                    raise _refused(corpus, model, done.refused)
        message = f"computed {done.computed:,} vectors from {done.tokens:,} tokens, reused {done.reused:,}"
        return StageResult(self.name, done.counts, message=message)


def _limits(context: Context, opened: ExitStack, model: Backend) -> Limits | None:
    """Return the limits of a service on a connection of their own, as several threads ask them; None: it is none."""
    if not (service := metered(model)):
        return None
    connection, _ = opened.enter_context(context.connect())
    known = service.settings
    return Limits(connection, model.name, known.requests_per_minute, known.tokens_per_minute)


def _files_of(context: Context, refused: Mapping[bytes, str]) -> dict[str, DocumentError]:
    """Return why files of a partition go to quarantine: those with a text that was refused."""
    files: dict[str, DocumentError] = {}
    inputs = ENRICH.inputs(context)
    with context.workspace.file(ENRICH.result(context, *inputs), TEXTS.file) as texts_file:
        for source, text_hash in parquet.read(texts_file, ("source", "text_hash")):
            if text_hash in refused and source not in files:
                message = f"{context.job.backend} does not take a text of it: {refused[text_hash]}"
                files[source] = DocumentError("text_refused", message, remedy=REMEDY)
    return files


def _refused(corpus: Corpus, model: Backend, refused: Mapping[bytes, str]) -> PiperollError:
    first = next(iter(refused.values()))
    return PiperollError(
        "texts_refused",
        f"{model.name} does not take {len(refused):,} texts of {corpus.name}; the others have vectors. First: {first}",
        remedy=REMEDY,
    )


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
    texts: Iterable[Text],
    vectors: Vectors,
    backend: Backend,
    progress: Callable[[int], None] | None = None,
    limits: Limits | None = None,
) -> Embedded:
    """Compute and store the vectors of those texts that have none; each slab is committed on its own.

    Args:
        texts: what to embed; all are read, also those that have a vector.
        vectors: the vectors of the corpus by this backend.
        backend: the model.
        progress: called with the number of texts embedded since the last call.
        limits: of a service, each of whose answers is committed on its own; None: the model is none.

    Returns:
        How many were computed, and how many had a vector.
    """
    total = Embedded()
    service = metered(backend)
    for group in _groups(texts, SORTED):
        unique = {text[0]: text for text in group}
        todo = sorted((unique[text_hash] for text_hash in vectors.missing(list(unique))), key=_length)
        for slab in _groups(todo, SLAB):
            if service and limits:
                total += _by_service(slab, vectors, service, limits, progress)
                continue
            result = backend.embed([embedding_text(*text[1:]) for text in slab], progress)
            vectors.put([text[0] for text in slab], result.vectors)
            total += Embedded(len(slab), 0, result.windowed, result.tokens)
        total += Embedded(reused=len(group) - len(todo))
    return total


def _by_service(
    slab: Sequence[Text],
    vectors: Vectors,
    service: Metered,
    limits: Limits,
    progress: Callable[[int], None] | None,
) -> Embedded:
    """Let a service embed texts, but for those that another process lets it embed now: these are waited for."""
    total = Embedded()
    waiting = {text[0]: text for text in slab}
    with claims(vectors.connection, vectors.backend, (vectors.table_name, "text_hash")) as claimed:
        while waiting:
            mine = claimed.take(list(waiting))
            lacking = vectors.missing(list(waiting))
            for text_hash in waiting.keys() - lacking:
                del waiting[text_hash]
            todo = [waiting.pop(text_hash) for text_hash in list(waiting) if text_hash in mine]
            total += _sent(todo, vectors, service, limits, claimed, progress)
            if waiting and not todo:
                time.sleep(LOOK_SECONDS)
    return total + Embedded(reused=len(slab) - total.computed - len(total.refused))


def _sent(
    texts: Sequence[Text],
    vectors: Vectors,
    service: Metered,
    limits: Limits,
    claimed: Claims,
    progress: Callable[[int], None] | None,
) -> Embedded:
    """Send texts to a service, and store each answer, with what it cost, before the next."""
    total = Embedded()
    for part in service.parts([embedding_text(*text[1:]) for text in texts], limits, progress):
        hashes = [texts[place][0] for place in part.places]
        refused = {texts[place][0]: reason for place, reason in part.refused.items()}
        with vectors.connection.transaction():
            if hashes:
                vectors.put(hashes, part.vectors)
            claimed.drop([*hashes, *refused])
            limits.spend(vectors.connection, part.requests, len(hashes), part.tokens, part.reserved)
        total += Embedded(len(hashes), 0, part.windowed, part.tokens, part.requests, refused)
    return total


def embed_edition(
    vectors: Vectors,
    backend: Backend,
    edition: int,
    sources: Sequence[str] | None = None,
    progress: Callable[[int], None] | None = None,
    limits: Limits | None = None,
) -> Embedded:
    """Compute the vectors that texts of an edition lack.

    Args:
        vectors: the vectors of the corpus by this backend.
        backend: the model.
        edition: its number.
        sources: only texts of these files; None: of all.
        progress: called with the number of texts embedded since the last call.
        limits: see :func:`embed_texts`.

    Returns:
        How many were computed.
    """
    return embed_texts(vectors.texts_without(edition, sources), vectors, backend, progress, limits)


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
