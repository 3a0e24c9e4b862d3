"""Switch the embedding backend of a corpus, and delete the vectors of a backend that is not in use.

A new backend is filled while the old one still serves searches; see ``piperoll backfill``.
"""

from collections.abc import Callable

from psycopg import Connection

from piperoll.embed.backend import Backend
from piperoll.errors import PiperollError, UsageError
from piperoll.store import corpora, gates, remote_index
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors, tables


def switch(
    connection: Connection,
    corpus: Corpus,
    model: Backend,
    judge: Callable[[Corpus], str | None],
    override_gate: str | None = None,
) -> None:
    """Let searches and later runs of the corpus use ``model``, under the lock of the corpus.

    Args:
        connection: a connection in autocommit that does nothing else meanwhile.
        corpus: the corpus to switch.
        model: the backend to use from now on.
        judge: asks the gate, once the backend has every vector; it returns what there is against the backend, None:
            nothing, or raises it where there is no reason to use it all the same.
        override_gate: that reason, which is kept with the edition.

    Raises:
        CorpusBusy: a run holds the corpus.
        GateNotPassed: searches by it answer worse, and there is no reason.
        PiperollError: ``backend_incomplete`` (some chunks of the published edition have no vector by it),
            ``backend_changed`` (another form of the model made its vectors) or ``edition_moved`` (another edition was
            published meanwhile).
    """
    with corpora.locked(connection, corpus):
        corpus = corpora.get(connection, corpus.name)
        vectors = Vectors(connection, corpus, model.name)
        lacking = vectors.lacking(corpus.published_edition)
        if lacking.without:
            raise PiperollError(
                "backend_incomplete",
                f"{lacking.without:,} of {lacking.chunks:,} chunks of the published edition of {corpus.name} have no"
                f" vector by {model.name}; its backend stays {corpus.backend}.",
                remedy=f"piperoll backfill {corpus.name} --stage embed --backend {model.name}",
            )
        vectors.ensure(model.identity, model.dimension)
        vectors.index()
        refused = judge(corpus)
        with connection.transaction():
            corpora.switch_backend(connection, corpus, model.name)
            if refused and override_gate:
                gates.override(connection, corpus, corpus.published_edition, override_gate, refused)


def drop(connection: Connection, corpus: Corpus, name: str) -> int:
    """Delete the vectors that a backend made for the corpus; the backend must not be in use.

    Args:
        connection: a connection in autocommit that does nothing else meanwhile.
        corpus: the corpus that has the vectors.
        name: name of the backend.

    Returns:
        The number of vectors deleted.

    Raises:
        CorpusBusy: a run holds the corpus.
        UsageError: ``backend_in_use``, or ``backend_empty`` if there are no such vectors.
    """
    with corpora.locked(connection, corpus):
        corpus = corpora.get(connection, corpus.name)
        if name == corpus.backend:
            raise UsageError(
                "backend_in_use",
                f"Corpus {corpus.name} is searched by backend {name}.",
                remedy=f"Switch to another one first: piperoll switch-backend {corpus.name} NAME",
            )
        filled = [backend for backend, owner in tables(connection) if owner == corpus.name]
        if name not in filled:
            raise UsageError(
                "backend_empty",
                f"Corpus {corpus.name} has no vectors by backend {name!r}.",
                remedy=f"It has some by: {', '.join(filled)}.",
            )
        vectors = Vectors(connection, corpus, name)
        remote_index.clear(vectors)
        return vectors.drop()
