"""Find where a list inside a sentence ends: "The keeper shall: (i) …; and (ii) …. All oil is the owner's."."""

import re

from piperoll.corpora.clauses.lead_ins.inner_leads import ITEM, LABEL, LOOK_BACK, InnerLeads
from piperoll.corpora.clauses.pages.page_gaps import Edges
from piperoll.corpora.clauses.pieces.breaks import sentence_ends
from piperoll.corpora.clauses.words.labels import printed_as, readings
from piperoll.corpora.clauses.words.phrases import Brackets

OPENS = re.compile(r"[“\"]?[^\W\d_a-zà-ÿ](?![a-z]{0,4}\.)")
"""Matches the beginning of a sentence that is no item, and not the rest of "Tex. Ins. Code" or "16 C.F.R."."""
LIST_GOES_ON = re.compile(r"(?:[;,.:]|\b(?:and|or))\s{1,9}\Z")
"""Matches what stands in front of the next item of a list."""
BETWEEN = re.compile(r"(?:[;,:—]|\b(?:and|or))\s{1,9}\Z")
"""Matches what stands in front of an item of a list inside a sentence."""
PARAGRAPH = re.compile(r"\n\s*\n\s*")
NEAR = 16
"""Characters in front of an item that are read."""


class InlineEnds:
    """Find the ends of the lists inside the sentences of a text; ``edges`` are what is printed around its pages."""

    def __init__(self, text: str, edges: Edges) -> None:
        self.text = text
        self._inner = InnerLeads(text, edges, wrapped=False)

    def end(self, head: int, start: int, part_end: int, end: int) -> int | None:
        """Return where the list ends inside of which a part of a clause begins.

        Args:
            head: offset behind the heading of the clause.
            start: offset of the first character of the part.
            part_end: offset behind its last one.
            end: offset behind the last character of the clause.

        Returns:
            The offset of the sentence behind the list, which may be that behind the part; the end of the clause where
            there is none; None where the part begins in no list to which words lead.
        """
        if not self._is_led(head, start):
            return None
        stop = min(end, part_end + NEAR)
        brackets = Brackets(self.text, start, stop)
        for at in sentence_ends(self.text, start, stop):
            if not brackets.hold(at) and OPENS.match(self.text, at) and self._is_own(start, at):
                return end if self._goes_on(start, at, min(end, at + LOOK_BACK)) else at
        return end

    def _is_led(self, head: int, start: int) -> bool:
        """Return whether words lead to the list inside of which a part begins."""
        if item := ITEM.match(self.text, start):
            between = BETWEEN.search(self.text, max(head, start - NEAR), start)
            return between is not None and bool(self._inner.item_lead(head, item))
        return self.text[start].islower() and bool(self._inner.open_item(head, start)[1])

    def _is_own(self, start: int, at: int) -> bool:
        """Return whether a sentence that ends in a part is of its list, and no notice at the end of a page."""
        gaps = list(PARAGRAPH.finditer(self.text, start, at))
        first = gaps[-1].end() if gaps else start
        return first < at and (first == start or self.text[first] == "(" or self.text[first].islower())

    def _goes_on(self, start: int, at: int, end: int) -> bool:
        """Return whether the next item of a list follows behind a sentence that ends in an item of it."""
        following = {
            f"({printed_as(series, value + 1)})"
            for label in LABEL.finditer(self.text, start, at)
            if label["text"]
            for series, value in readings("", label["text"])
        }
        return any(
            label["label"] in following and LIST_GOES_ON.search(self.text, max(at, label.start() - NEAR), label.start())
            for label in LABEL.finditer(self.text, at, end)
        )
