"""LangChain: the indexing API with a record manager in Postgres, and PGVectorStore with HNSW.

``cleanup="full"`` is the mode that deletes what the source no longer has. A chunk is known by the hash of its text and
its metadata.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from langchain_classic.indexes import SQLRecordManager
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.indexing import index as bring_up_to_date
from langchain_postgres import Column, PGEngine, PGVectorStore
from langchain_postgres.v2.indexes import HNSWIndex
from langchain_text_splitters import Language, RecursiveCharacterTextSplitter
from sqlalchemy import create_engine, inspect

from benchmarks.peers import common

TABLE = "chunks"
CHUNKS = 1000
"""Chunks that are looked up, embedded and written at once."""


class Cheap(Embeddings):
    """Vectors made of a hash."""

    def __init__(self) -> None:
        self.model = common.model()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """See :class:`Embeddings`."""
        return self.model.encode(texts).tolist()

    def embed_query(self, text: str) -> list[float]:
        """See :class:`Embeddings`."""
        return self.embed_documents([text])[0]


def embeddings() -> Embeddings:
    """Return the model behind LangChain's interface."""
    if common.cheap():
        return Cheap()
    from langchain_huggingface import HuggingFaceEmbeddings

    made = HuggingFaceEmbeddings(
        model_name=common.model_path(),
        model_kwargs=common.model_arguments(),
        encode_kwargs={"batch_size": common.BATCH, "normalize_embeddings": True},
    )
    made._client.encode = common.logged(made._client.encode)
    return made


def open_store(url: str) -> PGVectorStore:
    """Open the table of chunks; the first run makes it, and its index."""
    engine = PGEngine.from_connection_string(url)
    first = not inspect(create_engine(url)).has_table(TABLE)
    if first:
        engine.init_vectorstore_table(
            TABLE,
            common.DIMENSION,
            metadata_columns=[Column("source", "TEXT")],
            id_column=Column("langchain_id", "TEXT"),  # keys of the indexing API are hashes, no UUIDs
        )
    store = PGVectorStore.create_sync(engine, embeddings(), TABLE, metadata_columns=["source"])
    if first:
        store.apply_vector_index(HNSWIndex())
    return store


def index(folder: Path, dsn: str) -> dict[str, int]:
    """See :func:`benchmarks.peers.common.main`."""
    url = dsn.replace("postgresql://", "postgresql+psycopg://")
    records = SQLRecordManager("peers", db_url=url)
    records.create_schema()
    splitter = RecursiveCharacterTextSplitter.from_language(
        Language.MARKDOWN, chunk_size=common.CHARACTERS, chunk_overlap=common.OVERLAP
    )
    counts: dict[str, Any] = {"documents": 0, "chunks": 0}

    def chunks() -> Iterator[Document]:
        for name, text in common.documents(folder):
            cut = splitter.create_documents([text], [{"source": name}])
            counts["documents"] += 1
            counts["chunks"] += len(cut)
            yield from cut

    done = bring_up_to_date(
        chunks(),
        records,
        open_store(url),
        cleanup="full",
        source_id_key="source",
        key_encoder="blake2b",
        batch_size=CHUNKS,
    )
    return counts | dict(done)


if __name__ == "__main__":
    common.main(index)
