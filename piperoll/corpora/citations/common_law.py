"""References in judgments, tribunal decisions and ordinances of Hong Kong, Britain, Canada, Australia and Singapore.

What a citation's span holds: the citation and its pinpoint ("[2004] 1 AC 919 at [45]"), never the name of the case
before it, which has no mark of its own in plain text; only where the name is all there is, does the span begin with it
("Smith at [12]"). Citations of one decision side by side share the pinpoint. A provision's span runs from "section" to
the end of the name of its enactment; a list gives one citation for each member, a range one for its first.

The normal forms that are targets: brackets as printed, dots and double spaces out of the series ("[1998] 2 SCR 371"), a
neutral citation with its division ("[2023] EWHC 2638 (Comm)"), an enactment of Hong Kong by its chapter ("Cap. 134"),
any other by its full name and year ("Theft Act 1968").
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
    """The references in ``text[start:end]``, in order and apart; linear in its length.

    Names, abbreviations and cases that a text defines are looked for in the same range, so the range should be the
    whole body of a document.

    Args:
        places: for a text that is an enactment: start and path of each of its sections and subsections, in order.
            A bare "section 4" or "subsection (2)" is then one of its own (kind ``internal``).
    """
    stop = len(text) if end is None else end
    found = [*case_law.find(text, start, stop), *enactments.find(text, start, stop, places)]
    last = start
    for one in sorted(found, key=lambda citation: (citation.start, -citation.end, citation.kind)):
        if one.start >= last:
            yield one
            last = one.end


def in_decision(text: str, own: Collection[str]) -> Iterator[Citation]:
    """The references in a decision that is itself cited as ``own``.

    Where it cites itself it means a place in itself; its citation alone, as in its heading, refers to nothing.
    """
    for one in find(text):
        if one.target not in own:
            yield one
        elif one.path:
            yield replace(one, kind="internal", target="")


def in_query(query: str, paragraphs: Iterable[Citation]) -> list[Citation]:
    """What a query names: decisions, enactments and their provisions, and ``paragraphs``, in its order.

    Those that stand behind a decision ("2022 SCC 1 at paras 13-15") are its own, those within a provision are not
    told again, and those that stand alone have no target.
    """
    found = [one for one in find(query) if one.target]
    starts = [one.start for one in found]
    told = dict.fromkeys(found)
    for one in paragraphs:
        at = bisect_right(starts, one.start) - 1
        if at < 0 or found[at].end <= one.start:
            told[one] = None
        elif found[at].kind == "case":
            told[replace(found[at], path=one.path)] = None
    return sorted(told, key=lambda one: (one.start, one.end))
