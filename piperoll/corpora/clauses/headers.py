"""Write the headers of chunks: the title, the headings above a chunk, and what leads to its list or heads its table.

A clause without a heading is named by its number and its first words. Where a list is cut apart, each of its parts has
the words that lead to it ("The keeper shall:"); where a table is, its header row.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL
from piperoll.corpora.clauses.lead_ins.bullets import Bullets
from piperoll.corpora.clauses.lead_ins.completed import completes_until, goes_on_from, leads_into
from piperoll.corpora.clauses.lead_ins.heading_lines import heading_lines
from piperoll.corpora.clauses.lead_ins.inner_leads import ITEM, InnerLeads, InnerList, without_last_labels
from piperoll.corpora.clauses.lead_ins.later_headings import LaterHeadings
from piperoll.corpora.clauses.lead_ins.leads import WORDS_LEADING, inserts, leads_to_numbers, says_again, says_something
from piperoll.corpora.clauses.lead_ins.term_tables import TermTables
from piperoll.corpora.clauses.pages.bullet_leads import BULLET, BULLETS, LEADS
from piperoll.corpora.clauses.pages.furniture import is_furniture, without_furniture
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.pages.table_rows import Tables
from piperoll.corpora.clauses.pages.wrapped_lines import has_wrapped_lines
from piperoll.corpora.clauses.tree.lead_lines import has_lead_line
from piperoll.corpora.clauses.tree.resumed import resumed
from piperoll.corpora.clauses.tree.unit_kinds import (
    alike,
    child_at,
    is_again,
    is_behind_letters,
    is_item,
    is_marked,
    is_plain_number,
    is_section,
    leads_begin,
    precedes,
)
from piperoll.corpora.clauses.tree.units import FURTHER, Unit
from piperoll.corpora.clauses.words.captions import first_words, is_cut, plain, shortened
from piperoll.corpora.clauses.words.labels import printed_as
from piperoll.model import HEADER_SEPARATOR
from piperoll.text.paragraphs import all_rows, rows
from piperoll.text.sentences import ends

PART = 130
"""Characters of one heading in a header."""
MOST_PARTS = 7
"""Headings in a header at most: the outermost one and the innermost ones."""
LABEL = 6
"""Characters of the longest label that stands in front of the next one where it has no words of its own: "(vi) (A)"."""
WORDS = 60
"""Characters of the first words of a clause that has no heading."""
SAID = 40
"""Characters at the end of a lead-in that tell it from others."""
LABEL_FRONT = re.compile(r"[\s*_.:)\-–—|\\]*")
RUN_IN = re.compile(r"\s?(?::\s+|[.–—-]\s+(?=[^a-zß-ÿ]))")  # "Oil: we", "Oil - You"


class Headers:
    """Write the headers of the chunks of one text.

    ``tree`` holds its clauses, ``page`` says that it is a web page. A lead-in may stand in front of ``edges``.
    """

    def __init__(self, text: str, title: str, tree: Unit, *, page: bool = False, edges: Edges = NO_EDGES) -> None:
        self.text, self.title, self._folded, self._page = text, title, title.casefold(), page
        self._edges, self._resumed = edges, resumed(tree)
        self._wrapped = page and has_wrapped_lines(text, list(all_rows(text)))
        self._inner = InnerLeads(text, edges, wrapped=self._wrapped)
        self._bullets = Bullets(text, self._inner, page=page, wrapped=self._wrapped)
        self._terms = TermTables(text, self._inner)
        self._later = LaterHeadings(self._inner)
        self._leads: dict[int, str] = {}
        self._leading: dict[int, int] = {}
        self._names: dict[tuple[int, bool, int], list[str]] = {}
        self._runs: dict[int, dict[int, Unit]] = {}
        self._over_runs: dict[int, str] = {}
        self._owns: dict[tuple[int, bool, int], str] = {}
        self._lists: dict[int, list[InnerList]] = {}
        self._first_lists: dict[int, int] = {}
        self._completed: dict[int, int] = {}

    def header(self, unit: Unit, start: int) -> str:
        """Return the header of a chunk.

        Args:
            unit: the clause that the chunk is of; where it holds several, the one that encloses them.
            start: offset of the first character of the chunk.

        Returns:
            The title with the headings, joined by HEADER_SEPARATOR.
        """
        leads = self._is_led(unit) and not self._begins_anew(unit)
        above = [*self._above(unit.parent, leads, start), *self._outside(unit)] if unit.parent else []
        in_list = bool(unit.children) and start >= unit.children[0].start
        item = child_at(unit, start) if in_list else unit
        lead = self._lead_of_run(item)
        if lead and item is unit and not (above and above[-1].endswith(lead[-SAID:])):
            above.append(lead)
        if in_list:
            last = bisect_right(unit.children, start, key=attrgetter("start")) - 1
            others = self._begins_anew(item) or item.series == FURTHER or is_behind_letters(item)
            in_list = item is unit.children[0] or (self._completes(item) and not others)
            if unit.candidate is None:  # a page that begins with a list
                above = self._above(unit, last < self._leading_items(unit), start)
        own = self._own(unit, in_list, start) if unit.candidate is not None else ""
        above += filter(None, [own])
        if lead and item is not unit and not (above and above[-1].endswith(lead[-SAID:])):
            above.append(lead)
        above = self._parts(above)
        local, label = self._before(unit, start)
        unsaid = says_something(local) and not (lead and item is not unit)
        local = self._unsaid(local, unit, above) if unsaid else ""
        behind = RUN_IN.match(local, len(unit.caption)) if unit.caption else None
        if behind and local.casefold().startswith(unit.caption.casefold()):
            local = local[behind.end() :]
        elif unit.caption and unit.label and own and local.startswith(f"{own} "):
            local = local[len(own) + 1 :]
        if local and not says_again(local, unit.caption) and not (above and above[-1].endswith(local[-SAID:])):
            words = "" if unit.caption or not above else self._first_words(unit, self._words_end(unit, start))
            words = words.removesuffix(" …")
            if not words and unit.candidate and not unit.caption and above:  # "(xv) (A) light"
                above[-1] += f" {local}"
            elif own and not 0 < len(unit.caption) <= len(own) and above[-1:] == [own] and goes_on_from(local, own):
                above[-1] = local  # "(f) the log of" and "(f) the log of the lamps, such as:"
            elif words and words in above[-1] and (local.startswith(words) or words.startswith(local)):
                above[-1] = above[-1].rpartition(words)[0] + local  # "3.2 The keeper shall (a) light"
            else:
                above.append(local)
        if label and above and (local or not unit.caption):
            above[-1] += f" {label}"
        elif label:
            above.append(label)
        return HEADER_SEPARATOR.join([self.title, *above])

    def _unsaid(self, local: str, unit: Unit, above: Sequence[str]) -> str:
        """Return what stands over a chunk inside of a clause, without the outer lead-in that its header already has."""
        outer, _, inner = local.partition(HEADER_SEPARATOR)
        said = says_again(outer, unit.caption) or (above and above[-1].endswith(outer[-SAID:]))
        return inner if inner and said else local

    def _leading_items(self, root: Unit) -> int:
        """Return how many units at the beginning of a text are of one family and have no heading."""
        if id(root) not in self._leading:
            family = root.children[0].family
            others = (at for at, one in enumerate(root.children) if one.family != family or one.caption)
            self._leading[id(root)] = next(others, len(root.children))
        return self._leading[id(root)]

    def _parts(self, above: Sequence[str]) -> list[str]:
        """Return the headings of a header: none that the title says, and a label without words in front of the next."""
        parts: list[str] = []
        for part in above:
            if parts and len(parts[-1]) <= LABEL and " " not in parts[-1] and parts[-1][-1] in ".)":
                parts[-1] += f" {part}"
            elif not (self._says(part.casefold()) or part in parts[-1:]):
                parts.append(part)
        return parts if len(parts) <= MOST_PARTS else [parts[0], *parts[1 - MOST_PARTS :]]

    def _says(self, part: str) -> bool:
        """Return whether the title says a heading: it is the title, or what it calls a page, "Terms of Service"."""
        return part == self._folded or (self._page and " " in part and self._folded.endswith(f" {part}"))

    def _above(self, unit: Unit, leads: bool, at: int) -> list[str]:
        """Return the names of a clause and of those that enclose it, over what stands at an offset in it.

        ``leads`` says that they have what leads to its items.
        """
        if unit.parent is None:
            first = unit.children[0].candidate
            leads = leads and first is not None and first.indent > 0 and first.led > 0 and not first.caption
            lead = self._lead_of(unit) if leads else ""
            return [lead] if lead and lead[-1] in ":：" else []
        key = id(unit), leads, self._words_end(unit, at)
        if key not in self._names:
            own = self._named(unit, leads, at, last=False)
            outer = [*self._above(unit.parent, self._is_led(unit), unit.start), *self._outside(unit)]
            self._names[key] = [*outer, *([own] if own else [])]
        return self._names[key]

    def _outside(self, unit: Unit) -> list[str]:
        """Return what leads to the list of a bold item or a heading, or the heading that a number goes on."""
        if above := self._resumed.get(id(unit)):
            return [self._named(above, False, unit.start, last=False)]
        if unit.parent is None or self._is_led(unit):
            return []
        if unit.level != BULLET_LEVEL:
            return list(filter(None, [self._later.lead(unit)]))
        return list(filter(None, self._bullets.lead(unit.start, leads_begin(unit.parent)).split(HEADER_SEPARATOR)))

    def _is_led(self, unit: Unit) -> bool:
        """Return whether what leads to the parts of a clause is said of one: of an item, or a section of an article.

        Or of a marked heading without a label, in the first list of the clause.
        """
        parent = unit.parent
        if not is_marked(unit) or parent is None:
            counted = is_section(unit) or self._counts_from_lead(unit)
            return (is_item(unit) or (counted and not is_behind_letters(unit))) and self._completes(unit)
        lead = self._lead_of(parent)
        if lead[-1:] not in (":", "：") or " " not in lead:  # "Signature:"
            return False
        if id(parent) not in self._first_lists:
            first, *behind = parent.children
            others = (one.start for one in behind if not alike(first, one) or (one.candidate and one.candidate.led))
            self._first_lists[id(parent)] = next(others, parent.end) if is_marked(first) else first.start
        return unit.start < self._first_lists[id(parent)]

    def _completes(self, unit: Unit) -> bool:
        """Return whether a clause stands in front of the first sentence of its own in a list of parts of a sentence."""
        parent = unit.parent
        if parent and id(parent) not in self._completed:
            self._completed[id(parent)] = completes_until(self.text, parent.children, self._lead_of(parent))
        return parent is None or unit.start < self._completed[id(parent)]

    def _counts_from_lead(self, unit: Unit) -> bool:
        """Return whether a number is of the list to which a sentence leads, or of what an amendment inserts there."""
        parent = unit.parent
        if parent is None or parent.parent is None:
            return False
        lead = self._lead_of(parent)
        if parent.values and inserts(lead):
            return unit.label is not None
        first = self._first_of_run(unit, parent) if is_plain_number(unit) else None
        return first is parent.children[0] and first.values == (1,) and leads_to_numbers(lead)

    def _own(self, unit: Unit, leads: bool, at: int) -> str:
        """Return the end of a header, which is that of all parts of a clause in front of a list inside it."""
        key = id(unit), leads, self._words_end(unit, at)
        if key not in self._owns:
            self._owns[key] = self._named(unit, leads, at, last=True)
        return self._owns[key]

    def _named(self, unit: Unit, leads: bool, at: int, *, last: bool) -> str:
        """Return the part of a header that names a clause, over what stands at an offset in it.

        ``leads`` says that it has what leads to the items of the clause, ``last`` that it ends the header.
        """
        assert unit.candidate is not None
        named = shortened(f"{unit.candidate.printed} {unit.caption}".strip(), PART)
        if len(named) > PART - SAID and is_cut(named, self.text[unit.start : unit.head]):
            named += " …"
        if leads and (lead := self._lead_of(unit)) and not says_again(lead, unit.caption):
            return f"{named}{HEADER_SEPARATOR}{lead}" if unit.caption else f"{named} {lead}".strip()
        if named and not unit.caption and unit.family != "schedule":
            if words := self._first_words(unit, self._words_end(unit, at)):
                return f"{named} {words}"
            if last and unit.children and at <= unit.children[0].start:
                return f"{named} {self._named(unit.children[0], False, at, last=True)}"[:PART]
        return named if last or unit.caption or unit.family != "number" or named[-1:] in ".)" else ""

    def _words_end(self, unit: Unit, at: int) -> int:
        """Return where the first words of a clause end for what stands at an offset in it.

        They end in front of the first item of a list inside it of which the offset is behind the first item: "(xv)
        (A) light the lamp" stands over no "(B)". And "(xv)" alone stands over a second sub-clause.
        """
        if unit.candidate is None or unit.caption:
            return unit.end
        stop = unit.children[0].start if unit.children else unit.end
        if id(unit) not in self._lists:
            self._lists[id(unit)] = self._inner.lists(unit.head, min(stop, unit.head + 3 * WORDS), unit.end)
        begun = [one for one in self._lists[id(unit)] if one.second <= at]
        if begun and (item := ITEM.match(self.text, at)):
            begun = [one for one in begun if at < one.end or one.first == self._inner.first_item(unit.head, item)]
        elif begun:  # the sentence may have gone on: "Except" alone is no name of it
            words = len(self.text[unit.head : begun[0].first].split())
            begun = [one for one in begun if at < one.end and not 0 < words < WORDS_LEADING]
        return begun[0].first if begun else stop if stop < at else unit.end

    def _first_words(self, unit: Unit, end: int) -> str:
        """Return the first words of a clause behind its label: of its first sentence, in front of its sub-clauses.

        They end at ``end``, or in front of the next item of a list inside a sentence.
        """
        stop = min(end, unit.children[0].start if unit.children else unit.end)
        front = LABEL_FRONT.match(self.text, unit.head, max(unit.head, stop))
        at = front.end() if front else unit.head
        near = [row for row in rows(self.text, at, min(stop, at + 3 * WORDS)) if not is_furniture(self.text, *row)]
        if line := heading_lines(self.text, at, near, wrapped=self._wrapped):
            return line
        words = plain(" ".join(self.text[slice(*row)] for row in self._edges.lines(self.text, near)))
        if unit.family == "letter" and (following := printed_as(unit.series, unit.value + 1)):
            words = re.split(rf"[,;](?: and| or)? \({following}\) ", words, maxsplit=1)[0]  # "(a) lamps, (b) oil"
        sentence = next(ends(words, 0, WORDS), WORDS)
        return without_last_labels(first_words(words, sentence if sentence > WORDS // 4 else WORDS).rstrip())

    def _lead_of(self, unit: Unit) -> str:
        """Return the end of the text of a clause in front of its sub-clauses, where it leads to them; else ""."""
        if not unit.children:
            return ""
        if id(unit) not in self._leads:
            first = unit.children[0].start
            start, end = self._without_edges(min(unit.head, first), first)
            leads = start < end and leads_into(self.text, start, end, unit.children[0])
            lead = self._inner.sentence(start, end) if leads else ""
            self._leads[id(unit)] = lead if says_something(lead) else ""
        return self._leads[id(unit)]

    def _without_edges(self, start: int, end: int) -> Range:
        """Return a range without what is printed around pages at its ends."""
        edges = self._edges
        return without_furniture(self.text, (start, end), edges.running, edges.numbers, edges.fronts)

    def _lead_of_run(self, unit: Unit) -> str:
        """Return what leads to the list of an item that stands in no clause, or in a list that begins anew."""
        parent = unit.parent
        outer = parent and parent.parent is None and (unit.family == "letter" or self._is_listed(unit, parent))
        return self._over_run(unit, parent) if parent and (outer or self._begins_anew(unit)) else ""

    def _is_listed(self, unit: Unit, parent: Unit) -> bool:
        """Return whether a number is an item of a list to which a sentence leads, and no clause."""
        first = self._first_of_run(unit, parent)
        counted = is_plain_number(unit) and first.values == (1,) and not (unit.level or first.level)
        return counted and (self._page or not first.caption) and leads_to_numbers(self._over_run(unit, parent) or ".")

    def _over_run(self, unit: Unit, parent: Unit) -> str:
        """Return what leads to the list of an item: the line that its first item knows, or words with a colon."""
        first = self._first_of_run(unit, parent)
        if id(first) not in self._over_runs:
            self._over_runs[id(first)] = self._in_front(first, parent)
        return self._over_runs[id(first)]

    def _in_front(self, first: Unit, parent: Unit) -> str:
        """Return what leads to a list that begins with an item; "" without a lead-in."""
        if (candidate := first.candidate) is None:
            return ""
        begin = self._inner.paragraph(parent.head if first is parent.children[0] else len(self.text), candidate.led - 1)
        if begin < 0:  # inside a line
            before = bisect_right(parent.children, first.start, key=attrgetter("start")) - 2
            begin = parent.children[before].head if before >= 0 else first.start
        start, end = self._without_edges(begin, max(begin, candidate.start))
        known = candidate.led > 0 or self.text[end - 1 : end] == ":"
        lead = self._inner.sentence(start, end) if known and LEADS.search(self.text, max(start, end - 20), end) else ""
        return lead if says_something(lead) else ""

    def _begins_anew(self, unit: Unit) -> bool:
        """Return whether an item stands in a list behind another one, with words of its own in front."""
        if unit.parent is None or unit.parent.parent is None or not (unit.family == "letter" or is_plain_number(unit)):
            return False
        first = self._first_of_run(unit, unit.parent)
        led = first.candidate is not None and first.candidate.led > 0 and first is not unit.parent.children[0]
        if unit.family != "letter":
            return led and first.values == (1,) and leads_to_numbers(self._over_run(unit, unit.parent))
        again = is_again(first.path) and self._over_run(unit, unit.parent) != ""
        return led or again or is_again(unit.path)

    def _first_of_run(self, unit: Unit, parent: Unit) -> Unit:
        """Return the first item of the list of an item."""
        if id(parent) not in self._runs:
            firsts: dict[int, Unit] = {}
            for before, one in zip([None, *parent.children], parent.children, strict=False):
                follows = before is not None and precedes(before, one)
                firsts[id(one)] = firsts[id(before)] if follows and not has_lead_line(one) else one
            self._runs[id(parent)] = firsts
        return self._runs[id(parent)][id(unit)]

    def _before(self, unit: Unit, start: int) -> tuple[str, str]:
        """Return what stands over a chunk that begins inside of a clause: the header row of its table, or a lead-in.

        And the label of the item, where the chunk begins inside of one.
        """
        text = self.text
        begin = unit.start
        if unit.series == FURTHER and unit.parent and BULLET.match(text, start):
            begin = leads_begin(unit.parent) if self._page else unit.parent.head  # the list goes on behind items in it
        elif start <= unit.head:
            return "", ""
        row = text.rfind("\n", 0, start) + 1 if self._page and text[start] != "|" else start
        if text[row] == "|" and unit.start <= row:
            lead = self._inner.sentence(*self._tables.lead(row, unit.start))
            return HEADER_SEPARATOR.join(filter(None, [lead, *self._tables.over(row, start, grouped=self._page)])), ""
        if item := ITEM.match(text, start):
            return self._inner.item_lead(unit.head, item) or "", ""
        if text[start] in BULLETS or text.startswith("\\-", start):
            return self._bullets.over(start, begin, unit.head) or self._bullets.inside(start, unit.start, unit.head), ""
        lead = self._bullets.lead(start, begin + 1)
        inner = lead.rpartition(HEADER_SEPARATOR)[2]
        if inner[:1].isupper() and inner[-1] in ":：":
            return lead, ""
        if text[start].islower():
            return self._in_item(unit, start)
        lead = self._terms.lead(unit, start) if unit.caption or unit.series == FURTHER else ""
        begins = bool(unit.children) and child_at(unit, start).start == start
        return lead or self._bullets.inside(start, unit.start, unit.head, begins=begins), ""

    def _in_item(self, unit: Unit, start: int) -> tuple[str, str]:
        """Return what leads to the item inside of which a chunk begins, and the label of it, where no header has it."""
        label, lead = self._inner.open_item(unit.head, start)
        said = label and not unit.caption and label in self._first_words(unit, self._words_end(unit, start))
        if self._page and not (lead or label):
            return self._bullets.inside(start, unit.start, unit.head), ""
        return ("", "") if said else (lead, label)

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.text)
