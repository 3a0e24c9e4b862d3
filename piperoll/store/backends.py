"""Which backend a corpus is searched by: filled beside the one in use, switched to in one step, dropped in another."""

from psycopg import Connection

from piperoll.embed.backend import Backend
from piperoll.errors import PiperollError, UsageError
from piperoll.store import corpora
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors, tables


def switch(connection: Connection, corpus: Corpus, model: Backend) -> None:
    """Search the corpus by ``model`` from now on, and embed by it in later runs; its lock is held meanwhile.

    Raises:
        CorpusBusy: a run holds the corpus.
        PiperollError: ``backend_incomplete``, ``backend_changed`` or ``edition_moved``.
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
        corpora.switch_backend(connection, corpus, model.name)


def drop(connection: Connection, corpus: Corpus, name: str) -> int:
    """Delete the vectors of the corpus by a backend that is not in use; returns how many there were.

    Raises:
        CorpusBusy: a run holds the corpus.
        UsageError: ``backend_in_use``, or ``backend_empty`` where there are none.
    """
    with corpora.locked(connection, corpus):
        corpus = corpora.get(connection, corpus.name)
        if name == corpus.backend:
            raise UsageError(
                "backend_in_use",
                f"Corpus {corpus.name} is searched by backend {name}.",
                remedy=f"Switch to another one first: piperoll switch-backend {corpus.name} NAME",
            )
        held = [backend for backend, holder in tables(connection) if holder == corpus.name]
        if name not in held:
            raise UsageError(
                "backend_empty",
                f"Corpus {corpus.name} has no vectors by backend {name!r}.",
                remedy=f"It has some by: {', '.join(held)}.",
            )
        return Vectors(connection, corpus, name).drop()
