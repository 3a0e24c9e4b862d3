"""Cut documents without a database."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from piperoll.arguments import takes_texts
from piperoll.errors import UsageError
from piperoll.model import Chunk, Document, DocumentError
from piperoll.results.documents import CutChunk


@takes_texts
def chunks(path: str | Path, profile: str, **options: Any) -> Iterator[CutChunk]:
    """Yield the chunks of a file, cut without a database.

    Args:
        path: a document; or an archive, JSON lines or Parquet, which are cut document by document.
        profile: name of the document family, such as se-law.
        options: of the profile, such as ``max_tokens=300``.

    Raises:
        DocumentError: a document cannot be used.
        UsageError: there is no such profile, option or file.
    """
    for _, document in read_documents(Path(path), profile, options):
        if isinstance(document, DocumentError):
            raise document
        for chunk in document.chunks:
            yield cut_chunk(chunk, document)


@takes_texts
def read_documents(
    path: Path, profile: str, options: Mapping[str, Any]
) -> Iterator[tuple[str, Document | DocumentError]]:
    """Yield the documents in a file, each with its name; a document that cannot be used as the reason why.

    Args:
        path: a document, an archive, JSON lines or Parquet.
        profile: name of the document family.
        options: of the profile.

    Raises:
        UsageError: there is no such profile, option or file.
    """
    from piperoll import bounded

    bounded.warm()
    import polars as pl

    from piperoll.corpora import registry
    from piperoll.corpora.common.documents_json import document_of, written
    from piperoll.sources import kinds
    from piperoll.sources.documents import open_source
    from piperoll.store.ledger import LEDGER

    reader = registry.get(profile, options)
    if not path.is_file():
        raise UsageError("no_such_file", f"There is no file {path}.", remedy="Check the path.")
    files: Iterator[tuple[str, bytes | DocumentError]]
    if not kinds.kind_of(path.name) and not kinds.compression_of(path.name):
        files = iter([(path.as_posix(), path.read_bytes())])
    else:
        source = open_source(str(path), reader.suffixes, reader.row_keys)
        listing = source.listing(pl.DataFrame(schema=LEDGER), {}).files.select("source", "fingerprint")
        files = ((name, data) for _, name, data in source.read_all(listing.iter_rows()))
    for name, data in files:
        if isinstance(data, DocumentError):
            yield name, data
            continue
        try:
            for document in bounded.run(written, reader, data, name, size=len(data)):
                yield name, document_of(document)
        except DocumentError as error:
            yield name, error


def cut_chunk(chunk: Chunk, document: Document) -> CutChunk:
    """Return a chunk as ``piperoll chunks --json`` prints it: the days of its validity are among its metadata."""
    days = {"valid_from": chunk.valid_from or document.valid_from, "valid_to": chunk.valid_to or document.valid_to}
    names = ("path", "role", "header", "content", "start", "end", "tokens", "parent")
    metadata = {**chunk.shown_metadata(), **{name: day for name, day in days.items() if day}}
    return CutChunk(**{name: getattr(chunk, name) for name in names}, metadata=metadata)
