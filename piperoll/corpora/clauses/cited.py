"""What contracts and terms cite: their own clauses, by the paths of their chunks, other documents, and acts."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.corpora.citations import american, clauses
from piperoll.corpora.clauses.references import clause_paths, resolve
from piperoll.model import Chunk, Citation


def citations(text: str, chunks: Sequence[Chunk], own: Sequence[str] = ()) -> list[Citation]:
    """The citations in a document, in their order; one of its own clauses that it does not mark has no path.

    Args:
        own: what the document is called; see :func:`piperoll.corpora.citations.clauses.find`.
    """
    found = [*_references(text, chunks, own), *american.find(text)]
    return sorted(found, key=lambda one: (one.start, one.end, one.path))


def _references(text: str, chunks: Sequence[Chunk], own: Sequence[str]) -> Iterator[Citation]:
    held = clause_paths(chunks)
    starts = [chunk.start for chunk in chunks]
    for one in clauses.find(text, own=own):
        if one.of:
            yield Citation(one.start, one.end, "document", one.of, ".".join(one.parts))
        elif one.parts:
            at = bisect_right(starts, one.start) - 1
            within = chunks[at].path if at >= 0 else ""
            yield Citation(one.start, one.end, "internal", "", resolve(held, one.kind, one.parts, within))
