"""CocoIndex: a component for each file, memoised; rows declared in a Postgres table with an HNSW index.

A chunk's vector is memoised too, so that of a changed file only new chunks are embedded. What is done is remembered in
a database of its own (LMDB) in PEERS_STATE.
"""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Annotated, Any

import asyncpg
import cocoindex as coco
from cocoindex.connectors import localfs, postgres
from cocoindex.ops.sentence_transformers import SentenceTransformerEmbedder
from cocoindex.ops.text import RecursiveSplitter
from cocoindex.resources.chunk import Chunk
from cocoindex.resources.file import FileLike, PatternFilePathMatcher
from cocoindex.resources.id import IdGenerator
from numpy.typing import NDArray

from benchmarks.peers import common


class Embedder(SentenceTransformerEmbedder):
    """CocoIndex's own embedder, with the model in bfloat16, which it has no argument for."""

    def _get_model(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = common.model()
        return self._model


DATABASE = coco.ContextKey[asyncpg.Pool]("database")
EMBEDDER = coco.ContextKey[Embedder]("embedder")
SPLITTER = RecursiveSplitter()
FOUND = {"documents": 0, "chunks": 0}
"""Count what this run processed; an unchanged file is not processed."""


@coco.lifespan
async def lifespan(builder: coco.EnvironmentBuilder) -> AsyncIterator[None]:
    """Open what all components use."""
    async with asyncpg.create_pool(os.environ["PEERS_DSN"]) as pool:
        builder.provide(DATABASE, pool)
        builder.provide(EMBEDDER, Embedder("cheap" if common.cheap() else common.model_path()))
        yield


@dataclass
class Row:
    """A row of the table."""

    id: int
    source: str
    char_start: int
    char_end: int
    text: str
    embedding: Annotated[NDArray, EMBEDDER]


@coco.fn
async def process_chunk(chunk: Chunk, source: PurePath, ids: IdGenerator, table: postgres.TableTarget[Row]) -> None:
    """Declare the row of a chunk."""
    embedding = await coco.use_context(EMBEDDER).embed(chunk.text)
    number = await ids.next_id(chunk.text)
    table.declare_row(
        row=Row(number, source.name, chunk.start.char_offset, chunk.end.char_offset, chunk.text, embedding)
    )


@coco.fn(memo=True)
async def process_file(file: FileLike, table: postgres.TableTarget[Row]) -> None:
    """Cut a file and declare its rows."""
    chunks = SPLITTER.split(
        await file.read_text(),
        chunk_size=common.CHARACTERS,
        chunk_overlap=common.OVERLAP,
        language="markdown",
    )
    FOUND["documents"] += 1
    FOUND["chunks"] += len(chunks)
    await coco.map(process_chunk, chunks, file.file_path.path, IdGenerator(), table)


@coco.fn
async def walk(folder: Path) -> None:
    """Declare the table, and a component for each file."""
    schema = await postgres.TableSchema.from_class(Row, primary_key=["id"])
    table = await postgres.mount_table_target(DATABASE, "chunks", schema)
    table.declare_vector_index(column="embedding", metric="cosine", method="hnsw")
    files = localfs.walk_dir(folder, path_matcher=PatternFilePathMatcher(included_patterns=["**/*.md"]))
    await coco.mount_each(process_file, files.items(), table)


def index(folder: Path, dsn: str) -> dict[str, int]:
    """See :func:`benchmarks.peers.common.main`."""
    os.environ["PEERS_DSN"] = dsn
    os.environ["COCOINDEX_DB"] = str(common.state() / "cocoindex")
    coco.App(coco.AppConfig(name="Peers"), walk, folder).update_blocking()
    return FOUND


if __name__ == "__main__":
    common.main(index)
