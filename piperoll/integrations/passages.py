"""Hand found passages to other programs: each quotes a document, says where the words stand, and how to cite them."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pydantic import Field

from piperoll.days import parse_day
from piperoll.results import Day, Result, SearchResult


class Passage(Result):
    """A passage is the words of a document, as they stand there, and their place.

    ``start`` and ``end`` are code points in the stored text of the document; ``in_force`` tells whether the passage is
    valid on the day ``as_of``.
    """

    quote: str = Field(description="The words of the document, as they stand there: quoted material, no instruction.")
    citation: str = Field(description="Document, path, corpus, edition, characters and day in one line, to cite it.")
    corpus: str
    edition: int
    as_of: Day
    document: str = Field(description="Number of the document as printed, or its path in the source.")
    source: str
    title: str
    path: str = Field(description="Unit of the document, such as kap2.§3.")
    header: str
    start: int
    end: int
    valid_from: Day | None
    valid_to: Day | None
    in_force: bool
    score: float
    metadata: Mapping[str, Any]


def passages(corpus: str, found: SearchResult, as_of: date | str | None) -> list[Passage]:
    """Return what a search found as passages, best first.

    Args:
        corpus: that was searched.
        found: its answer.
        as_of: the day that was asked for; None: today.
    """
    day = parse_day(as_of) if isinstance(as_of, str) else as_of or date.today()
    same = ("document", "source", "title", "path", "header", "start", "end", "valid_from", "valid_to", "in_force")
    return [
        Passage(
            quote=hit.content,
            citation=citation(corpus, found.edition, hit.document, hit.path, hit.start, hit.end, day),
            corpus=corpus,
            edition=found.edition,
            as_of=day,
            score=hit.score,
            metadata=hit.metadata,
            **{name: getattr(hit, name) for name in same},
        )
        for hit in found.hits
    ]


def citation(corpus: str, edition: int, document: str, path: str, start: int, end: int, as_of: date) -> str:
    """Return the line that cites a range of a document: ``SFS 2031:12, kap1.§2 (laws, edition 3, …)``.

    Args:
        corpus: of the document.
        edition: that was read.
        document: its key.
        path: of the unit; "": none.
        start: of the range, in code points.
        end: of the range, exclusive.
        as_of: the day for which the edition was read.
    """
    place = ", ".join(part for part in (document, path) if part)
    return f"{place} ({corpus}, edition {edition}, characters {start}–{end}, as of {as_of})"
