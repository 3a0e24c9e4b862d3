"""Write the headers of chunks: the title, the headings above a chunk, and what leads to its list or heads its table.

A clause without a heading is named by its number and its first words. Where a list is cut apart, each of its parts has
the words that lead to it ("The keeper shall:"); where a table is, its header row.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidate import BULLET_LEVEL
from piperoll.corpora.clauses.captions import plain
from piperoll.corpora.clauses.contents import NO_NUMBERS, is_furniture, without_furniture
from piperoll.corpora.clauses.header_rows import HeaderRows
from piperoll.corpora.clauses.labels import readings
from piperoll.corpora.clauses.leads import BULLET, BULLETS, LEADS, plain_lead, says_something, shortened, shortened_lead
from piperoll.corpora.clauses.table_rows import above_row
from piperoll.corpora.clauses.units import FURTHER, Unit
from piperoll.coverage import VISIBLE
from piperoll.model import HEADER_SEPARATOR
from piperoll.text.paragraphs import all_rows, rows, trim
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
LOOK_BACK = 4_000
"""Characters in front of a list in which the sentence that leads to it begins."""
BOLD_LABEL = re.compile(
    rf"[{re.escape(BULLETS)}][ \t\xa0]{{1,9}}(?:\*\*|__)(?P<words>[^*_\n]{{3,80}}?)"
    r"(?:[.:]\s?(?:\*\*|__)|(?:\*\*|__)\s?[.:])"
)
"""Matches the words in bold type with which an item begins that holds a list: "* **Oil**. You may not:"."""
UNMARKED = re.compile(r"(?:[;:,]|[;,] (?:and|or))\Z")
"""Matches the end of the line in front of an item that has no mark but begins with a small letter."""
ITEM = re.compile(r"(?:(?:and|or)\s+)?\((?P<text>[A-Za-z]{1,4}|\d{1,2})\)\s")
REFERENCE = re.compile(r"(?i)\b(?:sub-?)?(?:clause|section|paragraph|item|article)s?\Z")
"""Matches a word behind which "(i)" is no item."""
FIRST = {"a": "a", "A": "A", "1": "1", "aroman": "i", "Aroman": "I"}
"""The first label of each series of labels in brackets."""
GOES_ON = re.compile(r"[;,](?:\s(?:and|or))?(?:\s{1,9}[-–—]?\d{1,4}[-–—]?)?\Z")
"""Matches the end of a page, with its number, behind which a list goes on."""
PAGES = 4
"""Pages in front of an item on which its list can begin."""
LABEL_FRONT = re.compile(r"[\s*_.:)\-–—|\\]*")


class Headers:
    """Write the headers of the chunks of one text.

    ``page`` says that it is a web page, ``running`` are the lines of every page, ``numbers`` those of pages: what leads
    to a list may stand in front of them.
    """

    def __init__(
        self,
        text: str,
        title: str,
        *,
        page: bool = False,
        running: frozenset[str] = frozenset(),
        numbers: Mapping[int, int] = NO_NUMBERS,
    ) -> None:
        self.text, self.title, self._folded, self._page = text, title, title.casefold(), page
        self._running, self._numbers = running, numbers
        self._rows = HeaderRows(text)
        self._leads: dict[int, str] = {}
        self._leading: dict[int, int] = {}
        self._names: dict[tuple[int, bool], list[str]] = {}
        self._runs: dict[int, dict[int, Unit]] = {}
        self._owns: dict[tuple[int, bool], str] = {}
        self._first_lists: dict[int, int] = {}

    def header(self, unit: Unit, start: int) -> str:
        """Return the header of a chunk.

        Args:
            unit: the clause that the chunk is of; where it holds several, the one that encloses them.
            start: offset of the first character of the chunk.

        Returns:
            The title with the headings, joined by HEADER_SEPARATOR.
        """
        above = (
            list(self._above(unit.parent, self._is_led(unit) and not self._begins_anew(unit))) if unit.parent else []
        )
        in_list = bool(unit.children) and start >= unit.children[0].start
        item = _child_at(unit, start) if in_list else unit
        lead = self._lead_of_run(item)
        if lead and item is unit and not (above and above[-1].endswith(lead[-SAID:])):
            above.append(lead)
        if in_list:
            last = bisect_right(unit.children, start, key=_start) - 1
            in_list = item is unit.children[0] or not self._begins_anew(item)
            if unit.candidate is None:  # a page that begins with a list
                above = self._above(unit, last < self._leading_items(unit))
        if unit.candidate is not None and (own := self._own(unit, in_list)):
            above.append(own)
        if lead and item is not unit and not (above and above[-1].endswith(lead[-SAID:])):
            above.append(lead)
        above = self._parts(above)
        local = self._before(unit, start)
        local = local if says_something(local) else ""
        if unit.caption and local.casefold().startswith(f"{unit.caption.casefold()}: "):
            local = local[len(unit.caption) + 1 :].lstrip()
        if local and not _same(local, unit.caption) and not (above and above[-1].endswith(local[-SAID:])):
            words = "" if unit.caption or not above else self._first_words(unit)
            if words and (local.startswith(words) or words.startswith(local)):  # "3.2 The keeper shall (a) light"
                above[-1] = above[-1].removesuffix(words) + local
            else:
                above.append(local)
        return HEADER_SEPARATOR.join([self.title, *above])

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
            elif not self._says(part.casefold()):
                parts.append(part)
        return parts if len(parts) <= MOST_PARTS else [parts[0], *parts[1 - MOST_PARTS :]]

    def _says(self, part: str) -> bool:
        """Return whether the title says a heading: it is the title, or what it calls a page, "Terms of Service"."""
        return part == self._folded or (self._page and " " in part and self._folded.endswith(f" {part}"))

    def _above(self, unit: Unit, leads: bool) -> list[str]:
        """Return the names of a clause and of those that enclose it; ``leads``: with what leads to its items."""
        if unit.parent is None:
            first = unit.children[0].candidate
            leads = leads and first is not None and first.indent > 0 and first.led > 0 and not first.caption
            lead = self._lead_of(unit) if leads else ""
            return [lead] if lead and lead[-1] in ":：" else []
        key = id(unit), leads
        if key not in self._names:
            own = self._named(unit, leads, last=False)
            self._names[key] = [*self._above(unit.parent, self._is_led(unit)), *([own] if own else [])]
        return self._names[key]

    def _is_led(self, unit: Unit) -> bool:
        """Return whether what leads to the parts of a clause is said of one: of an item, or a section of an article.

        Or of a heading behind a bullet, in the first list of the clause.
        """
        if unit.level != BULLET_LEVEL or unit.parent is None or self._lead_of(unit.parent)[-1:] not in (":", "："):
            return _is_item(unit) or _is_section(unit)
        if id(unit.parent) not in self._first_lists:
            first, *behind = unit.parent.children
            others = (one.start for one in behind if one.level != BULLET_LEVEL or (one.candidate and one.candidate.led))
            ends = next(others, unit.parent.end) if first.level == BULLET_LEVEL else first.start
            self._first_lists[id(unit.parent)] = ends
        return unit.start < self._first_lists[id(unit.parent)]

    def _own(self, unit: Unit, leads: bool) -> str:
        """Return the end of a header, which is that of all parts of a clause."""
        key = id(unit), leads
        if key not in self._owns:
            self._owns[key] = self._named(unit, leads, last=True)
        return self._owns[key]

    def _named(self, unit: Unit, leads: bool, *, last: bool) -> str:
        """Return the part of a header that names a clause.

        ``leads`` says that it has what leads to the items of the clause, ``last`` that it ends the header.
        """
        assert unit.candidate is not None
        named = shortened(f"{unit.candidate.printed} {unit.caption}".strip(), PART)
        if leads and (lead := self._lead_of(unit)) and not _same(lead, unit.caption):
            return f"{named}{HEADER_SEPARATOR}{lead}" if unit.caption else f"{named} {lead}".strip()
        if named and not unit.caption and unit.family != "schedule":
            words = self._first_words(unit)
            if not words and last and unit.children:
                return f"{named} {self._named(unit.children[0], False, last=True)}"[:PART]
            if words:
                return f"{named} {words}"
        return "" if unit.family == "number" and not (last or unit.caption) else named

    def _first_words(self, unit: Unit) -> str:
        """Return the first words of a clause behind its label: of its first sentence, in front of its sub-clauses."""
        stop = unit.children[0].start if unit.children else unit.end
        front = LABEL_FRONT.match(self.text, unit.head, max(unit.head, stop))
        at = front.end() if front else unit.head
        near = rows(self.text, at, min(stop, at + 3 * WORDS))
        words = plain(" ".join(self.text[start:end] for start, end in near if not is_furniture(self.text, start, end)))
        sentence = next(ends(words, 0, WORDS), WORDS)
        return shortened(words, sentence if sentence > WORDS // 4 else WORDS).rstrip()

    def _lead_of(self, unit: Unit) -> str:
        """Return the end of the text of a clause in front of its sub-clauses, where it leads to them; else ""."""
        if not unit.children:
            return ""
        if id(unit) not in self._leads:
            first = unit.children[0].start
            start, end = without_furniture(self.text, (min(unit.head, first), first), self._running, self._numbers)
            leads = start < end and LEADS.search(self.text, max(start, end - 20), end)
            lead = self._sentence(start, end) if leads else ""
            self._leads[id(unit)] = lead if says_something(lead) else ""
        return self._leads[id(unit)]

    def _lead_of_run(self, unit: Unit) -> str:
        """Return what leads to the list of an item that stands in no clause, or in a list that begins anew."""
        parent = unit.parent
        if parent is None or unit.family != "letter" or not (parent.parent is None or self._begins_anew(unit)):
            return ""
        first = self._first_of_run(unit, parent)
        if first.candidate is None or not first.candidate.led:
            return ""
        start, end = trim(self.text, first.candidate.led - 1, first.start)
        return self._sentence(start, end) if LEADS.search(self.text, max(start, end - 20), end) else ""

    def _begins_anew(self, unit: Unit) -> bool:
        """Return whether an item stands in a list behind another one, with words of its own in front."""
        if unit.family != "letter" or unit.parent is None or unit.parent.parent is None:
            return False
        first = self._first_of_run(unit, unit.parent)
        led = first.candidate is not None and first.candidate.led > 0
        path = unit.path.rpartition(".")[2]
        return (path[:1] == "v" and path[1:].isdigit()) or (led and first is not unit.parent.children[0])

    def _first_of_run(self, unit: Unit, parent: Unit) -> Unit:
        """Return the first item of the list of an item."""
        if id(parent) not in self._runs:
            firsts: dict[int, Unit] = {}
            for before, one in zip([None, *parent.children], parent.children, strict=False):
                follows = before is not None and (before.series, before.value + 1) == (one.series, one.value)
                firsts[id(one)] = firsts[id(before)] if follows else one
            self._runs[id(parent)] = firsts
        return self._runs[id(parent)][id(unit)]

    def _sentence(self, start: int, end: int) -> str:
        """Return the last sentence of a range; the line in which it ends may go on with those in front of it."""
        near, begin = start, max(start, self.text.rfind("\n", start, end) + 1)
        if (back := end - LOOK_BACK) > start:
            near = self.text.find("\n", back, begin) + 1 or self.text.find(" ", back, end) + 1 or back
            begin = max(begin, near)
        words = self.text[begin:end]
        for first, last in reversed(list(rows(self.text, near, begin))):
            if not words[:1].islower():
                break
            if not (is_furniture(self.text, first, last) or self.text[first:last] in self._running):
                words = f"{self.text[first : self._numbers.get(last, last)]} {words}"
        sentence = 0
        for at in ends(words, 0, len(words)):
            sentence = at
        return shortened_lead(plain_lead(words[sentence:]))

    def _before(self, unit: Unit, start: int) -> str:
        """Return what stands over a chunk that begins inside of a clause: the header row of its table, or a lead-in."""
        text = self.text
        begin = unit.start
        if unit.series == FURTHER and unit.parent and BULLET.match(text, start):
            begin = unit.parent.head  # the list goes on behind numbered items in it
        elif start <= unit.head:
            return ""
        if text[start] == "|":
            headings = self._rows.headings(start)
            group = above_row(text, self._rows.table_at(start)[0], start) if self._page else ""
            return HEADER_SEPARATOR.join(filter(None, [headings, group]))
        if item := ITEM.match(text, start):
            return self._first_item(unit, item)
        small = text[start].islower()
        if text[start] in BULLETS or small or text.startswith("\\-", start):
            leads = self._bullets.get(start)
            lead = self._lead_at(*leads) if leads and leads[0] >= begin + small else ""
            return lead if not small or (lead[:1].isupper() and lead[-1] in ":：") else ""
        leads = self._bullets.get(self._item_around(start))
        return self._lead_at(*leads) if leads and leads[0] >= unit.start else ""

    def _lead_at(self, start: int, end: int) -> str:
        """Return what a line says that leads to a list; the words in bold type with which it begins stand over it."""
        lead = self._sentence(start, end)
        label = BOLD_LABEL.match(self.text, start, end)
        words = plain(label["words"]) if label else ""
        return f"{words}{HEADER_SEPARATOR}{lead}" if words and not lead.startswith(words) else lead

    def _item_around(self, start: int) -> int:
        """Return the start of the item inside of which a chunk begins: in its line, or right of its bullet; else -1."""
        begin = self.text.rfind("\n", 0, start) + 1
        before = VISIBLE.search(self.text, begin, start)
        column = (before.start() if before else start) - begin
        if before and BULLET.match(self.text, before.start()):
            return before.start()
        for first, _ in reversed(list(rows(self.text, max(0, begin - LOOK_BACK), begin)) if column else []):
            indent = first - self.text.rfind("\n", 0, first) - 1
            if BULLET.match(self.text, first):
                return first if indent < column else -1
            if indent < column:
                return -1
        return -1

    def _first_item(self, unit: Unit, item: re.Match[str]) -> str:
        """Return the sentence in front of the first item of the list inside a paragraph to which an item belongs."""
        begin = max(unit.head, item.start() - 2 * LOOK_BACK)
        begin = self._list_begins(begin, item.start())
        for series, value in reversed(readings("", item["text"])):
            end = trim(self.text, begin, item.start())[1]
            if value == 1 and not (item["text"] == "i" and self.text.find("(h)", begin, end) >= 0):
                return self._sentence(unit.head, end)
            first = f" ({FIRST[series]})"
            place = self.text.rfind(first, begin, item.start())
            while place > begin and REFERENCE.search(
                self.text, max(begin, place - 16), place
            ):  # "described in this clause (i)"
                place = self.text.rfind(first, begin, place)
            if place > begin:
                return self._sentence(unit.head, trim(self.text, begin, place)[1])
        return ""

    def _list_begins(self, begin: int, at: int) -> int:
        """Return the start of the paragraph of an item, or of one before where the page in front goes on in it."""
        for _ in range(PAGES):
            blank = self.text.rfind("\n\n", begin, at) + 1
            first = trim(self.text, max(begin, blank), at)[0]
            before = self._text_before(begin, blank)
            if not blank or not (
                GOES_ON.search(self.text, max(begin, before - 20), before) or self.text[first : first + 1].islower()
            ):
                return max(begin, blank)
            at = before
        return at

    def _text_before(self, begin: int, at: int) -> int:
        """Return where the text in front of a page's foot ends; ``begin`` where none is found."""
        for first, last in reversed(list(rows(self.text, max(begin, at - LOOK_BACK), max(begin, at)))):
            if not (is_furniture(self.text, first, last) or self.text[first:last] in self._running):
                return max(begin, self._numbers.get(last, last))
        return begin

    @cached_property
    def _bullets(self) -> dict[int, Range | None]:
        """Return the range of the line that leads to the list of each bullet, by the start of the bullet."""
        found: dict[int, Range | None] = {}
        open_: list[tuple[int, Range]] = []
        unmarked: Range | None = None
        column = after = 0
        for start, end in all_rows(self.text):
            bullet = BULLET.match(self.text, start) is not None
            blank = self.text.count("\n", after, start) > 1
            if bullet or blank or not found:
                column = start - self.text.rfind("\n", 0, start) - 1
                while open_ and (open_[-1][0] > column if bullet else open_[-1][0] >= column):
                    open_.pop()
            if bullet:
                found[start] = open_[-1][1] if open_ else None
            if self.text[start].islower() and UNMARKED.search(self.text, max(0, after - 5), after):
                found[start] = unmarked
            elif self.text[end - 1] in ":：":
                unmarked = (start, end)
            elif not self.text[start].islower():
                unmarked = None
            if self.text[end - 1] in ":：—–*_" and LEADS.search(self.text, max(start, end - 20), end):
                open_ = [one for one in open_ if one[0] < column + bullet] + [(column + bullet, (start, end))]
            after = end
        return found


def _start(unit: Unit) -> int:
    return unit.start


def _child_at(unit: Unit, start: int) -> Unit:
    """Return the sub-clause that begins at an offset, or the last one in front of it."""
    return unit.children[bisect_right(unit.children, start, key=_start) - 1]


def _same(lead: str, caption: str) -> bool:
    """Return whether what leads to a list is the heading above it: "Lamps:" below "Lamps"."""
    return bool(caption) and lead.rstrip(" :：.").casefold() == caption.rstrip(" :：.").casefold()


def _is_item(unit: Unit) -> bool:
    """Return whether a clause is an item of a list, not a clause with a heading of its own."""
    if unit.series == FURTHER:
        return False
    one = unit.candidate
    run_in = one is not None and (one.definition or (one.indent > 0 and one.label is not None and not one.own_line))
    return not unit.caption or run_in or unit.family == "letter"


def _is_section(unit: Unit) -> bool:
    """Return whether a clause is a numbered section of an article."""
    return bool(unit.values) and unit.parent is not None and unit.parent.family == "article"
