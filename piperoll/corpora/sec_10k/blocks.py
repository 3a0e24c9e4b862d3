"""Cut a filing into blocks: a paragraph, a heading, or a row of a table each, with how it is printed."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piperoll.corpora.sec_10k.filing import Filing, Look, size_of
from piperoll.ranges import Range
from piperoll.text.paragraphs import rows, trim

ALL = 2 * Look.URL.value - 1
EMPHASIS = int(Look.BOLD | Look.ITALIC | Look.UNDERLINED | Look.COLOURED)
LARGER = 2
"""Half points by which letters are larger than those of the running text where they are printed large."""
OPENS = re.compile(r"[ \t]{0,80}(?:PART[ \t]{1,3}[IVX]{1,4}\b|ITEMS?[ \t]{1,4}\d{1,2}[A-C]?\b)", re.IGNORECASE)
"""A line of plain text that begins a block, whatever stands on the line before."""
LIST = re.compile(r"[ \t]{0,20}(?:[•●▪·*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)])[ \t]{1,8}\S", re.IGNORECASE)
"""A line that begins the item of a list behind a line that ends: "M. Stern" behind "Philip" does not."""
LABEL = re.compile(r"\(?(?:\d{1,2}|[a-z])[.)]\s{0,3}")
"""Matches the label of a heading, which may be printed otherwise, too: "(a) ", "1."."""
RULE = re.compile(r"[ \t]{0,80}(?:(?:- )?[-=_]{3,}|\|)[ \t]*$", re.MULTILINE)
"""A line that is drawn above or below another: "- -------"."""
BAR = re.compile(r"\|[ \t]{0,9}(?=[^|\n]+$)", re.MULTILINE)
"""Is drawn in front of a heading: "| NOTES TO FINANCIAL STATEMENTS"."""
RUN_IN = re.compile(
    r"(?!.{0,120}-{3})[A-Z][^a-z\n]{4,120}?(?:(?:\.|:|\s?--)(?=\s{1,3}[\"(]?[A-Z](?:[a-z]|\s[a-z]))|\s-(?=\s?[A-Z][a-z]))"
)
"""Words in capitals in front of a text: "RAW MATERIALS. The principal …", "OIL -We buy …"."""
LONGEST_NAME = 200
"""Characters of such words, and of what shows that a text follows."""
NAMED = re.compile(
    r"(?=[A-Z])(?!(?i:note)\s\d)(?:\(?(?:[A-Z][\w’'&/().,-]*|\d{1,2}\)?|\d{4})\s|(?:and|of|the|for|in|to|on|or|with|by|from|at|a|an|per|as|than|under|its)\s){0,24}"
    r"(?:(?<=\s)[–—-]|[A-Z]\w*-)(?=\s[\"(]?[A-Z](?:[a-z]|\s[a-z]|(?P<short>[A-Z]+\s)))"
)
"""Words with capitals in front of a text: "Whale Oil - Whale oil is …", "Off-Season Oil (Net)- OPEC …"."""
FEW_NAMED = re.compile(
    r"(?!(?i:note)\s|\S+\s(?:is|are|was|were|has|have|had|became|see)\s)[A-Z][\w’'-]*(?:\s\(?[\w’'-]+\)?){1,2}\s[–—-](?=\s[A-Z][a-z])"
)
"""Few words, also in small letters, in front of a text: "Long-term loans - Our loans are …"."""
ENDED = re.compile(r"(?:[^\w\s,]|[;,]\s(?:and|or))\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """A block is a range of the text that is one paragraph, one heading, or one row of a table.

    ``look`` is how all of it is printed, ``lead`` the end of what is emphasised at its start ("Liquidity." in front of
    the paragraph that it heads), ``opening`` how that is emphasised. ``table`` is the number of the outermost table
    around it, -1 without. ``large`` is the size of its letters where it is above that of the running text, else 0;
    ``opening_large`` that of the letters at its start. ``pictured`` says that a picture stands directly behind it,
    ``anchored`` that a link may lead to its start.
    """

    start: int
    end: int
    look: int
    lead: int
    table: int
    large: int = 0
    opening: int = 0
    opening_large: int = 0
    pictured: bool = False
    anchored: bool = False

    @property
    def emphasised(self) -> bool:
        """Return whether all of it is bold, underlined, a heading of HTML, in italics, large or coloured."""
        if self.look & Look.URL:
            return bool(self.look & (Look.BOLD | Look.HEADING))
        return bool(self.large or self.look & (EMPHASIS | Look.HEADING))


def blocks_of(filing: Filing) -> list[Block]:
    """Return the blocks of a filing in order; what is set aside is in none."""
    end = min((part.start for part in filing.set_aside), default=len(filing.text))
    spans = _paragraphs(filing, end) if filing.wrapped else rows(filing.text, 0, end)
    return list(_printed(filing, spans))


def _printed(filing: Filing, spans: Iterator[Range]) -> Iterator[Block]:
    """Yield the ranges with how they are printed and the table in which they stand."""
    looks, tables, pictures = filing.looks, _outermost(filing.tables), frozenset(filing.pictures)
    anchors = sorted(filing.anchors.values())
    usual = _usual_size(looks)
    at = table = before = 0
    for start, end in spans:
        while at < len(looks) and looks[at][1] <= start:
            at += 1
        look, lead, index = (ALL if at < len(looks) else 0), start, at
        longest = size = 0
        emphasis = looks[at][2] & EMPHASIS if at < len(looks) else 0
        first = size_of(looks[at][2]) if at < len(looks) else 0
        while index < len(looks) and looks[index][0] < end:
            last = min(end, looks[index][1])
            labels = last < end and LABEL.fullmatch(filing.text, max(start, looks[index][0]), last)
            if last - looks[index][0] > 1 and not labels:  # a full stop behind a heading may be printed otherwise
                look &= looks[index][2]
            if looks[index][1] - looks[index][0] > longest:
                longest, size = looks[index][1] - looks[index][0], size_of(looks[index][2])
            if emphasis & looks[index][2] and lead >= looks[index][0] - 1:
                lead = min(end, looks[index][1])
            index += 1
        while table < len(tables) and tables[table][1] <= start:
            table += 1
        inside = table < len(tables) and tables[table][0] <= start
        if (filing.wrapped or filing.items) and not inside and not OPENS.match(filing.text, start):
            run_in = RUN_IN.match(filing.text, start, end)
            if not run_in and not filing.wrapped:
                run_in = NAMED.match(filing.text, start, min(end, start + LONGEST_NAME))
                told = run_in and (not run_in["short"] or ENDED.search(filing.text, run_in.end(), end))
                run_in = run_in if told else FEW_NAMED.match(filing.text, start, min(end, start + LONGEST_NAME))
            lead = run_in.end() if run_in else lead
        large, opening = (one if one >= usual + LARGER else 0 for one in (size, first))
        anchored = bisect_left(anchors, before) < bisect_right(anchors, start)
        before = end
        inner = table if inside else -1
        yield Block(start, end, look, lead, inner, large, emphasis, opening, end in pictures, anchored)


def _usual_size(looks: Sequence[tuple[int, int, int]]) -> int:
    """Return the size in which most characters are printed."""
    sizes: Counter[int] = Counter()
    for start, end, look in looks:
        sizes[size_of(look)] += end - start
    return max(sizes, key=sizes.__getitem__, default=0)


def _outermost(tables: Sequence[Range]) -> list[Range]:
    outer: list[Range] = []
    for table in tables:
        if not outer or table[0] >= outer[-1][1]:
            outer.append(table)
    return outer


def _paragraphs(filing: Filing, end: int) -> Iterator[Range]:
    """Yield the paragraphs of lines that are cut at the width of a page; in a table each line stands alone."""
    text, tables = filing.text, iter([*filing.tables, (end, end)])
    table = next(tables)
    first = last = -1
    drawn = False
    for start, stop in rows(text, 0, end):
        while table[1] <= start and table[0] < end:
            table = next(tables)
        alone = table[0] <= start < table[1]
        line = text.rfind("\n", 0, start) + 1
        start = bar.end() if (bar := BAR.match(text, start)) else start
        item = LIST.match(text, line) and (last < 0 or ENDED.search(text, max(first, last - 6), last))
        drawn, above = RULE.match(text, line) is not None, drawn
        new = alone or drawn or above or "\n\n" in _between(text, last, line) or OPENS.match(text, line) or item
        if first >= 0 and new:
            yield trim(text, first, last)
            first = -1
        first, last = (start if first < 0 else first), stop
        if alone:
            yield first, last
            first = -1
    if first >= 0:
        yield trim(text, first, last)


def _between(text: str, end: int, start: int) -> str:
    """Return the line ends between two lines, without spaces."""
    return "".join(text[end:start].split(" ")) if end >= 0 else ""
