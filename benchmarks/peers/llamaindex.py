"""LlamaIndex: an ingestion pipeline with a document store in Postgres, upserts and deletes, PGVectorStore with HNSW.

What is done is remembered by the document store, as a hash for each document. All documents go into one call: with
fewer of them, the strategy would delete the others.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llama_index.core import Document
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.storage.docstore.postgres import PostgresDocumentStore
from llama_index.storage.kvstore.postgres import PostgresKVStore
from llama_index.vector_stores.postgres import PGVectorStore
from pydantic import PrivateAttr

from benchmarks.peers import common

HIDDEN = ["source"]
"""Metadata that are stored and not embedded: a file's name tells the model nothing."""


class Cheap(BaseEmbedding):
    """Vectors made of a hash."""

    _model: Any = PrivateAttr(default_factory=common.model)

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._model.encode(texts).tolist()

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def embedding() -> BaseEmbedding:
    """Return the model behind LlamaIndex's interface."""
    if common.cheap():
        return Cheap(embed_batch_size=common.BATCH)
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding

    made = HuggingFaceEmbedding(common.model_path(), embed_batch_size=common.BATCH, **common.model_arguments())
    made._model.encode = common.logged(made._model.encode)
    return made


def read(folder: Path) -> Sequence[Document]:
    """Return the documents; their ids are the names of the files."""
    return [
        Document(id_=name, text=text, metadata={"source": name}, excluded_embed_metadata_keys=HIDDEN)
        for name, text in common.documents(folder)
    ]


def index(folder: Path, dsn: str) -> dict[str, int]:
    """See :func:`benchmarks.peers.common.main`."""
    psycopg2 = dsn.replace("postgresql://", "postgresql+psycopg2://")
    asyncpg = dsn.replace("postgresql://", "postgresql+asyncpg://")
    pipeline = IngestionPipeline(
        transformations=[
            SentenceSplitter(
                chunk_size=common.CHARACTERS,
                chunk_overlap=common.OVERLAP,
                tokenizer=list,  # lengths are of characters, as with the others
                paragraph_separator="\n\n",
            ),
            embedding(),
        ],
        docstore=PostgresDocumentStore(
            PostgresKVStore("docstore", psycopg2, asyncpg, use_jsonb=True), batch_size=common.BATCH
        ),
        vector_store=PGVectorStore.from_params(
            connection_string=psycopg2,
            async_connection_string=asyncpg,
            table_name="chunks",
            embed_dim=common.DIMENSION,
            use_jsonb=True,
            hnsw_kwargs={"hnsw_m": 16, "hnsw_ef_construction": 64, "hnsw_dist_method": "vector_cosine_ops"},
        ),
        docstore_strategy=DocstoreStrategy.UPSERTS_AND_DELETE,
        disable_cache=True,  # it holds for equal lists of all documents, and would keep every vector in memory
    )
    documents = read(folder)
    nodes = pipeline.run(documents=documents)
    return {"documents": len(documents), "chunks": len(nodes)}


if __name__ == "__main__":
    common.main(index)
