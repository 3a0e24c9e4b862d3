"""Rows of documents as the statements that load them take them, without a run."""

from collections.abc import Iterator
from typing import Any

from piperoll.contract import DOCUMENTS, STAGED_CHUNKS
from piperoll.hashing import digest
from piperoll.model import Document, embedding_text
from piperoll.pipeline.rows import chunk_rows, document_row


def staged_document(document: Document, source: str) -> tuple[Any, ...]:
    """Return the row of a document, as if its text were the file."""
    content_hash = digest(document.text)
    file = {"source": source, "size": len(document.text), "fingerprint": content_hash.hex()}
    return DOCUMENTS.values(file | {"content_hash": content_hash} | document_row(document, 0))


def staged_chunks(document: Document, source: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of its chunks, without prefixes."""
    for row in chunk_rows(document, source, 0):
        text_hash = digest(embedding_text(row["header"], "", row["content"]))
        lists = {name: list(value) for name, value in row.items() if isinstance(value, tuple)}  # as from a file
        yield STAGED_CHUNKS.values(row | lists | {"prefix": "", "text_hash": text_hash})
