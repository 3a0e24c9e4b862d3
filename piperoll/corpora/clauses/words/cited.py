"""Find what contracts and terms cite: their own clauses, by the paths of their chunks, other documents, and acts."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.corpora.citations import american, clauses
from piperoll.corpora.citations.labels import Labels, enumerations
from piperoll.corpora.clauses.words.references import clause_paths, resolve
from piperoll.model import Chunk, Citation


def citations(text: str, chunks: Sequence[Chunk], own: Sequence[str] = ()) -> list[Citation]:
    """Return the citations in a document.

    Args:
        text: the stored text.
        chunks: of the document, in order.
        own: names of the document; see :func:`piperoll.corpora.citations.clauses.find`.

    Returns:
        The citations in their order; a clause of the document itself that the text does not mark has no path.
    """
    listed = list(enumerations(text, 0, len(text)))
    unsorted = [*_references(text, chunks, own, listed), *american.find(text, listed=listed)]
    return sorted(unsorted, key=lambda citation: (citation.start, citation.end, citation.path))


def _references(text: str, chunks: Sequence[Chunk], own: Sequence[str], listed: Sequence[Labels]) -> Iterator[Citation]:
    """Yield the references to other documents and to the document's own clauses."""
    paths = clause_paths(chunks)
    starts = [chunk.start for chunk in chunks]
    for reference in clauses.find(text, own=own, listed=listed):
        if reference.of:
            yield Citation(reference.start, reference.end, "document", reference.of, ".".join(reference.parts))
        elif reference.parts:
            index = bisect_right(starts, reference.start) - 1
            within = chunks[index].path if index >= 0 else ""
            yield Citation(
                reference.start, reference.end, "internal", "", resolve(paths, reference.kind, reference.parts, within)
            )
