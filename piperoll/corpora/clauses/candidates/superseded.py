"""Find the lines of a page behind which it prints what was in force before: "Previous terms of service"."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, plain
from piperoll.corpora.clauses.words.documents import FOLLOWING, SUPERSEDED, validity
from piperoll.text.paragraphs import all_rows

LONG = 3_000
"""Characters of the shortest text of a document behind such a line: less is a list of links to them."""
SAYS = 300
"""Characters of the longest line that says when, behind it or itself."""


class Superseded(NamedTuple):
    """The line behind which a document stands that is no longer in force.

    Attributes:
        start: offset of its first character.
        end: offset behind its last one.
        heads: whether it is a heading, no sentence.
        valid_from: the day from which the document was in force, where it is said.
        valid_to: the day until which it was.
    """

    start: int
    end: int
    heads: bool
    valid_from: date | None
    valid_to: date


def superseded(text: str, rows: Sequence[Range]) -> Iterator[Superseded]:
    """Yield the lines behind which documents stand that are no longer in force: they, or the next lines, tell the day.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    for (start, end), (begin, stop) in pairwise(rows):
        if end - start > SAYS or len(text) - end < LONG or text.find("](", start, end) >= 0:
            continue
        line = plain(text[start:end], SAYS)
        heads = len(line) <= CAPTION_LENGTH and SUPERSEDED.fullmatch(line) is not None
        if not (heads or FOLLOWING.search(line)):
            continue
        first, last = validity(text[start : stop if heads and stop - begin <= SAYS else end])
        if last:
            yield Superseded(start, end, heads, first, last)


def superseded_documents(text: str) -> list[Superseded]:
    """Return the lines of a page behind which documents stand that are no longer in force."""
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
        if one.heads
    }
    kept = [one for one in found if one.start not in titles]
    return sorted([*kept, *titles.values()], key=attrgetter("start")) if titles else list(found)
