"""Find the lines of a page behind which it prints what was in force before: "Previous terms of service"."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, plain
from piperoll.corpora.clauses.words.documents import SUPERSEDED, validity
from piperoll.text.paragraphs import all_rows

LONG = 3_000
"""Characters of the shortest text of a document behind such a line: less is a list of links to them."""
SAYS = 300
"""Characters of the longest line behind it that says when."""


class Superseded(NamedTuple):
    """The line that heads a document which is no longer in force."""

    start: int
    end: int
    valid_from: date | None
    valid_to: date


def superseded(text: str, rows: Sequence[Range]) -> Iterator[Superseded]:
    """Yield the lines that head documents which are no longer in force, where they or the next lines tell the day.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    for (start, end), (begin, stop) in pairwise(rows):
        if end - start > CAPTION_LENGTH or len(text) - end < LONG or text.find("](", start, end) >= 0:
            continue
        if not SUPERSEDED.fullmatch(plain(text[start:end])):
            continue
        first, last = validity(text[start : stop if stop - begin <= SAYS else end])
        if last:
            yield Superseded(start, end, first, last)


def superseded_documents(text: str) -> list[Superseded]:
    """Return the lines of a page that head documents which are no longer in force."""
    return list(superseded(text, list(all_rows(text))))


def with_superseded(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page with such lines as the titles of further documents.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    titles = {
        one.start: Candidate(
            one.start,
            one.end,
            caption=plain(text[one.start : one.end]),
            level=1,
            indent=1,
            own_line=True,
            document=True,
        )
        for one in superseded(text, rows)
    }
    kept = [one for one in found if one.start not in titles]
    return sorted([*kept, *titles.values()], key=attrgetter("start")) if titles else list(found)
