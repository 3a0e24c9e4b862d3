"""Find references in judgments, tribunal decisions and ordinances of common law jurisdictions.

The rules cover Hong Kong, Britain, Canada, Australia and Singapore.

The span of a citation has the citation and its pinpoint ("[2004] 1 AC 919 at [45]"). It never has the name of the case
before it, which plain text does not mark. If the text cites by the name alone, the span begins with the name
("Smith at [12]"). Parallel citations of one decision share the pinpoint. The span of a provision runs from "section" to
the end of the name of its enactment. A list gives one citation for each member, a range one for its first member.

Targets have a normal form. A case keeps its brackets as printed and loses the dots and double spaces of the series
("[1998] 2 SCR 371"); a neutral citation has its division ("[2023] EWHC 2638 (Comm)"). An enactment of Hong Kong has its
chapter ("Cap. 134"), any other enactment its full name and year ("Theft Act 1968").
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from piperoll.corpora.citations import case_law, enactments
from piperoll.corpora.citations.enactments import Place
from piperoll.model import Citation


def find(
    text: str, start: int = 0, end: int | None = None, *, places: Sequence[Place] | None = None
) -> Iterator[Citation]:
    """Yield the references in ``text[start:end]``, in order and without overlaps; linear in its length.

    The definitions of names, abbreviations and cases are searched in the same range, so the range should be the whole
    body of a document.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends; None means the end of ``text``.
        places: if the text is an enactment: start and path of each of its sections and subsections, in order. A bare
            "section 4" or "subsection (2)" is then a reference to the text itself (kind ``internal``).

    Yields:
        Citations of cases, of legislation, and of other parts of the same document.
    """
    stop = len(text) if end is None else end
    citations = [*case_law.find(text, start, stop), *enactments.find(text, start, stop, places)]
    last = start
    for citation in sorted(citations, key=lambda citation: (citation.start, -citation.end, citation.kind)):
        if citation.start >= last:
            yield citation
            last = citation.end


def in_decision(text: str, own: Collection[str]) -> Iterator[Citation]:
    """Yield the references in a decision; ``own`` are its own citations.

    A citation of itself with a paragraph is a reference within the decision. Its citation alone, as in its heading, is
    no reference.
    """
    for citation in find(text):
        if citation.target not in own:
            yield citation
        elif citation.path:
            yield replace(citation, kind="internal", target="")


def in_query(query: str, paragraphs: Iterable[Citation]) -> list[Citation]:
    """Return the decisions, the provisions and the ``paragraphs`` that a query cites, in its order.

    Paragraphs after a decision ("2022 SCC 1 at paras 13-15") belong to it, paragraphs within a provision are left out,
    and paragraphs alone have no target.
    """
    citations = [citation for citation in find(query) if citation.target]
    starts = [citation.start for citation in citations]
    unique = dict.fromkeys(citations)
    for paragraph in paragraphs:
        at = bisect_right(starts, paragraph.start) - 1
        if at < 0 or citations[at].end <= paragraph.start:
            unique[paragraph] = None
        elif citations[at].kind == "case":
            unique[replace(citations[at], path=paragraph.path)] = None
    return sorted(unique, key=lambda citation: (citation.start, citation.end))
