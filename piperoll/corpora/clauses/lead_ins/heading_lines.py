"""Find the heading of a clause that stands in lines of its own behind the label."""

from collections.abc import Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.lead_ins.leads import LEAD
from piperoll.corpora.clauses.pages.bullet_leads import ENDS
from piperoll.corpora.clauses.words.captions import plain

LINE_GAP = 2
"""Line ends between two lines of a paragraph, on a page of wrapped lines."""


def heading_lines(text: str, at: int, near: Sequence[Range], *, wrapped: bool) -> str:
    """Return the lines behind a label that are its heading as a whole; "" for none.

    A colon and a blank line end it, or a gap that is wider than those between the lines of the page.

    Args:
        text: the stored text.
        at: offset behind the label.
        near: the lines that begin there.
        wrapped: whether the lines of the page are wrapped.
    """
    for (_, end), (below, _) in pairwise(near):
        gap = text.count("\n", end, below)
        alone = text[end - 1] in ":：" or (gap > LINE_GAP and wrapped and text[end - 1] not in ENDS)
        if end - at > LEAD or (gap > 1 and alone):
            return plain(text[at:end]) if end - at <= LEAD else ""
        if gap != LINE_GAP or not wrapped:
            return ""
    return ""
