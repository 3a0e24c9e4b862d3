"""Leave out the headings of what sums up each section of a page: "Summary – Oil", directly below "4. Oil"."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import GAP, Candidate

SECTIONS = 5
"""Sections that begin so, from which none of these headings is over more than the paragraph below it."""
OPENING = re.compile(r"(?P<word>\w+)\s+[–—-]\s+\w|(?P<first>\w+):\s+\w")


def without_summaries(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page without marked headings that begin alike, each directly below another heading.

    Nothing tells where the summary ends and the section goes on, so they would stand over the rest of each section.
    """
    openings = {
        id(one): match["word"] or match["first"]
        for above, one in pairwise(candidates)
        if 0 < above.level < one.level and not one.label and above.own_line and one.start - above.end <= GAP
        if (match := OPENING.match(one.caption))
    }
    times = Counter(openings.values())
    return [one for one in candidates if times[openings.get(id(one), "")] < SECTIONS]
