"""txtai: an embeddings database with content and vectors in Postgres, and a chunker from chonkie.

txtai keeps no record of files. A chunk's id is a hash of its file, its text and its place among equal ones; new ids are
upserted, and those that no file has any more are deleted. All becomes visible when the database is saved, at the end.
What is embedded is kept in a checkpoint, so that a killed run can be taken up.
"""

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from txtai import Embeddings
from txtai.pipeline import Segmentation

from benchmarks.peers import common

EVERY = 10_000_000
"""More than there are chunks."""


def cheap(texts: list[str]) -> common.Vectors:
    """Vectors made of a hash."""
    return common.model().encode(texts)


def open_database(home: Path, url: str) -> Embeddings:
    """Load the database, or begin one."""
    embeddings = Embeddings()
    if embeddings.exists(str(home)):
        embeddings.load(str(home))
    else:
        arguments = common.model_arguments()
        arguments.pop("device")
        vectors = (
            {"method": "external", "transform": "benchmarks.peers.txtai.cheap"}
            if common.cheap()
            else {"method": "sentence-transformers", "path": common.model_path(), "gpu": False, "vectors": arguments}
        )
        embeddings = Embeddings(
            **vectors,
            encodebatch=common.BATCH,
            content=url,
            backend="pgvector",
            pgvector={"url": url, "m": 16, "efconstruction": 64},
        )
    if not common.cheap():
        embeddings.model.model.encode = common.logged(embeddings.model.model.encode)
    return embeddings


def chunks(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield id, text and file of every chunk."""
    cut = Segmentation(chunker="recursive", chunk_size=common.CHARACTERS, tokenizer="character")
    for name, text in common.documents(folder):
        before: Counter[str] = Counter()
        for piece in cut(text):
            known = hashlib.sha256(f"{name}\n{before[piece]}\n{piece}".encode()).hexdigest()
            before[piece] += 1
            yield known, piece, name


def index(folder: Path, dsn: str) -> dict[str, int]:
    """See :func:`benchmarks.peers.common.main`."""
    home = common.state() / "txtai"
    embeddings = open_database(home, dsn.replace("postgresql://", "postgresql+psycopg://"))
    found = {chunk[0]: chunk for chunk in chunks(folder)}
    rows = embeddings.search("SELECT id FROM txtai", limit=EVERY) if embeddings.database else []
    known = {row["id"] for row in rows}
    new = [chunk for one, chunk in found.items() if one not in known]
    stale = [one for one in known if one not in found]
    if new:
        # Vectors are taken up by their order, so a checkpoint is good for these chunks only.
        name = hashlib.sha256("".join(one for one, _, _ in new).encode()).hexdigest()
        embeddings.upsert(new, checkpoint=str(common.state() / "checkpoint" / name))
    if stale:
        embeddings.delete(stale)
    if new or stale:
        embeddings.save(str(home))
        shutil.rmtree(common.state() / "checkpoint", ignore_errors=True)
    embeddings.close()
    return {"documents": len({chunk[2] for chunk in found.values()}), "chunks": len(found)}


if __name__ == "__main__":
    common.main(index)
