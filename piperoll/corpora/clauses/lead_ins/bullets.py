"""Find what stands over the bullets of a text: what leads to their list, and to the item in which that list is."""

import re
from functools import cached_property

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.lead_ins.alike_lines import alike_leads
from piperoll.corpora.clauses.lead_ins.inner_leads import BOLD_LABEL, LOOK_BACK, InnerLeads
from piperoll.corpora.clauses.pages.bullet_leads import BULLET, WORDS_LEADING, bullet_leads
from piperoll.corpora.clauses.words.abbreviated import is_abbreviated
from piperoll.corpora.clauses.words.captions import plain
from piperoll.coverage import VISIBLE
from piperoll.model import HEADER_SEPARATOR
from piperoll.text.paragraphs import column_of, rows
from piperoll.text.sentences import ends

LINES_BACK = 400
"""Characters in front of the line that leads to a list in which its sentence begins, on a page of wrapped lines."""
WORD = re.compile(r"[^\W\d_]{3}")
"""Matches in what is no label alone: "3.1" and "(b)" name no item."""
LISTS = 3
"""Lists at most that stand one in the other and of which the lead-ins are said."""
COLONS = (":", "：")
MARKS = "#|"
"""First characters of a heading and of a row of a table."""
PART = re.compile(r"[;；](?:\s{1,9}[^\W\d_]{1,3})?\s{1,9}\Z")
"""Matches in front of a part of a sentence: "oil; | glass; and | wicks"."""
BEHIND = 24
"""Characters of the longest match of PART."""
LEADS_PARTS = re.compile(r"(?<=\w)\s?[:：](?=\s)")
INCLUDING = re.compile(r"\bincluding,? (?:but not limited to|without limitation)\b[.…]*")
"""Match the end of what leads to the parts of a sentence: "The keeper buys: oil; glass; and wicks"."""


class Bullets:
    """Find what stands over the bullets of one text.

    ``page`` says that it is a web page, ``wrapped`` that sentences go on behind a blank line.
    """

    def __init__(self, text: str, inner: InnerLeads, *, page: bool, wrapped: bool) -> None:
        self.text, self._inner, self._page, self._wrapped = text, inner, page, wrapped

    def over(self, start: int, begin: int, head: int) -> str:
        """Return what stands over a chunk that begins with a bullet: lead-ins, and bold words of the item around it.

        Args:
            start: offset of the chunk.
            begin: offset behind which a lead-in stands.
            head: offset behind which the item around it stands.
        """
        leads = self._leads.get(start)
        parts = self._parts(start, begin)
        around = self._item_around(start) if self._page else -1
        words = self._label_of(around, head)
        if leads and parts and leads[0] > around >= head:
            outer = [one for one in self._parts(around, begin) if one not in parts]
            parts = [*outer, *parts] if outer and outer[-1][-1] in COLONS else parts
        if not any(part.startswith(words) for part in parts):
            parts.insert(len(parts) - bool(leads and parts and leads[0] >= around), words)
        return HEADER_SEPARATOR.join(filter(None, parts))

    def inside(self, start: int, begin: int, head: int, *, begins: bool = False) -> str:
        """Return what stands over a chunk that begins inside of an item, or of a paragraph with such words.

        Args:
            start: offset of the chunk.
            begin: offset behind which the item stands.
            head: offset behind which the sentence begins that the chunk goes on with.
            begins: whether the chunk begins with a clause, to which no line above it leads.
        """
        around = self._item_around(start)
        if around < 0 and self._page:
            line = VISIBLE.search(self.text, self.text.rfind("\n", 0, start) + 1, start + (not begins))
            around = line.start() if line else around
        label = self._label_of(around, begin + 1) if around < start else ""
        parts = [*self._parts(around, begin), label, self._lead_of_part(head, start)]
        return HEADER_SEPARATOR.join(filter(None, parts))

    def _lead_of_part(self, head: int, start: int) -> str:
        """Return what leads to the parts of a sentence, one of which begins at an offset; "" without a lead-in."""
        if not (self._page and PART.search(self.text, max(head, start - BEHIND), start)):
            return ""
        line = max(head, self.text.rfind("\n", 0, start) + 1, start - LOOK_BACK)
        begins = [at for at in ends(self.text, line, start) if not is_abbreviated(self.text, at)]
        begin = begins[-1] if begins else line
        lead = LEADS_PARTS.search(self.text, begin, start) or INCLUDING.search(self.text, begin, start)
        return self._inner.sentence(line, lead.end()) if lead else ""

    def lead(self, start: int, begin: int) -> str:
        """Return what leads to the list of an item, behind an offset; "" without a lead-in."""
        return HEADER_SEPARATOR.join(self._parts(start, begin))

    def _parts(self, start: int, begin: int) -> list[str]:
        """Return what leads to the list of an item, and to the list of which that lead-in is an item, outermost first.

        The words in bold type with which a lead-in begins stand over it.
        """
        parts: list[str] = []
        leads = self._leads[start] if start in self._leads else self._line_above(start)
        while leads and leads[0] >= begin and len(parts) < LISTS:
            lead = self._lead_at(*leads)
            if parts and lead[-1:] not in COLONS:
                break
            words = self._label_of(leads[0], begin) if BULLET.match(self.text, leads[0]) else ""
            parts[:0] = [words, lead] if words and not lead.startswith(words) else [lead]
            leads = self._leads.get(leads[0])
        return parts

    def _line_above(self, start: int) -> Range | None:
        """Return the range of the line above a paragraph of a page, where it ends in a colon, as that does not."""
        begin = self.text.rfind("\n", 0, start) + 1
        near = list(rows(self.text, max(0, begin - LOOK_BACK), begin)) if self._page and start > 0 else []
        if not near or VISIBLE.search(self.text, begin, start) or self.text[near[-1][0]] in MARKS:
            return None
        line = self.text[slice(*near[-1])].rstrip("*_ ")
        own = self.text[slice(*next(rows(self.text, start, len(self.text))))].rstrip("*_ ")
        leads = line.endswith(COLONS) and not own.endswith(COLONS) and len(line.split()) > WORDS_LEADING
        return near[-1] if leads else None

    def _lead_at(self, start: int, end: int) -> str:
        """Return what a line says that leads to a list."""
        begin = self.text.rfind("\n", 0, max(0, start - LINES_BACK)) + 1 if self._wrapped else start
        return self._inner.sentence(begin, end)

    def _label_of(self, item: int, begin: int) -> str:
        """Return the marked words with which an item begins, if it stands behind ``begin``; else ""."""
        label = BOLD_LABEL.match(self.text, item) if item >= begin else None
        words = plain(label["words"]) if label else ""
        return words if WORD.search(words) else ""

    def _item_around(self, start: int) -> int:
        """Return the start of the item inside of which a chunk begins: in its line, or right of its bullet; else -1.

        A chunk that begins with a bullet is inside the item that stands left of that.
        """
        inner = BULLET.match(self.text, start) is not None
        begin = self.text.rfind("\n", 0, start) + 1
        before = VISIBLE.search(self.text, begin, start)
        column = (before.start() if before else start) - begin
        if before and BULLET.match(self.text, before.start()):
            return before.start()
        for first, _ in reversed(list(rows(self.text, max(0, begin - LOOK_BACK), begin)) if column else []):
            indent = column_of(self.text, first)
            bullet = BULLET.match(self.text, first) is not None
            if indent < column or (bullet and not inner):
                return first if bullet and indent < column else -1
        return -1

    @cached_property
    def _leads(self) -> dict[int, Range | None]:
        """Return the range of the line that leads to the list of each bullet, by the start of the bullet."""
        leads = bullet_leads(self.text, wrapped=self._wrapped, page=self._page)
        alike = alike_leads(self.text) if self._page else {}
        return leads | {at: line for at, line in alike.items() if leads.get(at) is None}
