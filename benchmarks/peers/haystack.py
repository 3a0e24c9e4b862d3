"""Haystack: splitter, embedder and writer in a pipeline, and PgvectorDocumentStore with HNSW.

Haystack keeps no record of files. As its documentation has it for caching, each chunk carries a fingerprint of its file
in its metadata; files whose fingerprint is stored are left out, and what has a fingerprint that is no file's is deleted
at the end, so that readers never miss a document.
"""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from haystack import Document, Pipeline, component
from haystack.components.preprocessors import RecursiveDocumentSplitter
from haystack.components.writers import DocumentWriter
from haystack.document_stores.types import DuplicatePolicy
from haystack.utils import Secret
from haystack_integrations.document_stores.pgvector import PgvectorDocumentStore

from benchmarks.peers import common

FILES = 50
"""Files that go through the pipeline at once: bounds memory, and what a killed run loses."""
EVERY = 10_000_000
"""More than there are values of a field."""


@component
class Cheap:
    """Vectors made of a hash."""

    def __init__(self) -> None:
        self.model = common.model()

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, Any]:
        """Give each document its vector."""
        vectors = self.model.encode([document.content for document in documents]).tolist()
        pairs = zip(documents, vectors, strict=True)
        return {"documents": [replace(document, embedding=vector) for document, vector in pairs]}


def embedder() -> Any:
    """Return the model behind Haystack's interface."""
    if common.cheap():
        return Cheap()
    from haystack_integrations.components.embedders.sentence_transformers import SentenceTransformersDocumentEmbedder

    arguments = common.model_arguments()
    made = SentenceTransformersDocumentEmbedder(
        model=common.model_path(),
        batch_size=common.BATCH,
        normalize_embeddings=True,
        progress_bar=False,
        local_files_only=True,
        model_kwargs=arguments["model_kwargs"],
    )
    made.warm_up()
    made.embedding_backend.model.encode = common.logged(made.embedding_backend.model.encode)
    return made


def pipeline(store: PgvectorDocumentStore) -> Pipeline:
    """Split, embed, write."""
    made = Pipeline()
    splitter = RecursiveDocumentSplitter(
        split_length=common.CHARACTERS,
        split_overlap=common.OVERLAP,
        split_unit="char",
        separators=["\n\n", "\n", " "],
    )
    made.add_component("split", splitter)
    made.add_component("embed", embedder())
    made.add_component("write", DocumentWriter(store, DuplicatePolicy.SKIP))
    made.connect("split", "embed")
    made.connect("embed", "write")
    return made


def index(folder: Path, dsn: str) -> dict[str, int]:
    """See :func:`benchmarks.peers.common.main`."""
    store = PgvectorDocumentStore(
        connection_string=Secret.from_token(dsn),
        embedding_dimension=common.DIMENSION,
        search_strategy="hnsw",
        hnsw_index_creation_kwargs={"m": 16, "ef_construction": 64},
    )
    known = set(store.get_metadata_field_unique_values("fingerprint", size=EVERY)[0])
    present, new = set(), []
    for name, text in common.documents(folder):
        fingerprint = hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()
        present.add(fingerprint)
        if fingerprint not in known:
            new.append(Document(content=text, meta={"source": name, "fingerprint": fingerprint}))
    written = 0
    if new:
        steps = pipeline(store)
        for begin in range(0, len(new), FILES):
            written += steps.run({"split": {"documents": new[begin : begin + FILES]}})["write"]["documents_written"]
    if stale := sorted(known - present):
        store.delete_by_filter({"field": "meta.fingerprint", "operator": "in", "value": stale})
    return {"documents": len(present), "chunks": written}


if __name__ == "__main__":
    common.main(index)
