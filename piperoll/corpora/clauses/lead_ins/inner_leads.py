"""Find what leads to the items of a list inside a sentence: "the keeper shall (i) light the lamp, (ii) …"."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from piperoll.corpora.clauses.lead_ins.leads import VERB, WORDS_LEADING, shortened_lead
from piperoll.corpora.clauses.pages.bullet_leads import BULLETS, ENDS, plain_lead
from piperoll.corpora.clauses.pages.page_gaps import Edges, goes_on_at
from piperoll.corpora.clauses.pages.wrapped_lines import WRAPPED
from piperoll.corpora.clauses.words.abbreviated import is_abbreviated
from piperoll.corpora.clauses.words.labels import CLOSE, printed_as, readings
from piperoll.corpora.clauses.words.stops import BEFORE, CITED, REFERENCE, REPEATED
from piperoll.text.paragraphs import rows, trim
from piperoll.text.sentences import ends

LOOK_BACK = 4_000
"""Characters in front of a list in which the sentence that leads to it begins."""
ITEM = re.compile(
    rf"(?:(?:and|or|and/or)\s+)?(?P<label>\((?P<text>[A-Za-z]{{1,4}}|\d{{1,2}})\))(?:(?=\s|\([aAiIx1]\))|{CLOSE})"
)
LAST_LABELS = re.compile(r"(?:,?\s\((?:[ivxIVX]{1,5}|[a-hA-H])\)(?:\s\(1\))?)+\Z")
"""Matches labels of items at the end of words; "(10)" repeats the number in front of it."""
FIRST = {"a": "a", "A": "A", "1": "1", "aroman": "i", "Aroman": "I"}
"""The first label of each series of labels in brackets."""
LAST = frozenset("wxyz")
"""Labels of lists that begin with "(x)", "(w)" or "(v)"."""
BEFORE_X = ("(viii)", "(ix)")
"""Labels behind which "(x)" is a Roman number."""
ROMAN_BEFORE = {"v": "(iv)", "x": "(ix)"}
"""The label in front of a letter that is a Roman number."""
JOINED = re.compile(r"(?:and|or|and/or)\s+\Z")
"""Matches what stands between two items, in front of the label of the second one."""
SECOND = {"a": "b", "A": "B", "1": "2", "i": "ii", "I": "II", "w": "x", "x": "y"}
"""The label behind each first one."""
LABEL = re.compile(
    r"(?<!\S)(?P<label>\((?P<text>[A-Za-z]{1,4}|\d{1,2})\))"
    rf"(?:\s+|{CLOSE})(?!(?:and|or|of|above|below|through)\b)|[()]"
)
"""Matches the label of an item, or a bracket."""
GOES_ON = re.compile(r"[;,](?:\s(?:and|or))?(?:\s{1,9}[-–—]?\d{1,4}[-–—]?)?\Z")
"""Matches the end of a page, with its number, behind which a list goes on."""
PAGES = 4
"""Pages in front of an item on which its list can begin."""
NEAREST = 4
"""The last labels in front of what goes on among which that of its item is searched."""
STOPS = frozenset(".;:!?")
RECITAL = re.compile(r"(?<=[;,:])(?: and)? WHEREAS\b")
"""Matches where the next recital begins in a sentence."""
# ", in each case", ", except that", ", shall pay", ", then the keeper", ", the keeper shall": behind the list
RESUMES = re.compile(
    r"(?:(?:and|or|but),? )?(?:(?:in (?:each|any|either|every|all|no|which|such|the) (?:such )?(?:cases?|events?)"
    r"|provided|it being|then|however|except|nor|shall|will|must)\b"
    r"|(?:the|no|each|such|neither|all|any) [^.,;()]{1,60} (?:shall|will|must)\b)"
)
RESUMED = re.compile(r"\b(?:and|but) (?:shall|will|must|may)\b")
"""Matches where a sentence has gone on behind its list."""
CLAUSE = re.compile(r",\s[^.,;()]{1,90}\b(?:shall|will|must|may|agrees?|hereby|(?:is|are) required)\b")
"""Matches where the clause begins in front of which a list of conditions stands: "if (i) …, the keeper shall"."""
CONDITION = re.compile(
    r"\b(?:earlie[rs]t?|late[rs]t?|first|event|extent|if|unless|until|upon|case)(?: to occur)?(?: of| that)?[:,]?\Z"
)
"""Matches the end of a lead-in to a list of conditions."""


PARAGRAPH = re.compile(r"[.;!?][”\")]{0,2}[ \xa0]{3,}\Z")
"""Matches the end of a paragraph in front of another one of the same line."""
POINTS_BACK = re.compile(
    r"(?:(?!.*\b(?:shall|must|may|will|can|agrees?)\b)"
    r"(?:(?:\S+\s)?\S+|(?:In|Under|Notwithstanding)\b(?: \S{1,20}){0,4})"
    r"|(?:This|These|They|Those|Such|It|So|For (?:example|instance)|Cela|Ces|Ceci|Ce sont|Il s[’']agit|Dies|Diese|Dazu"
    r"|Dit|Deze|Estos?|Estas|Estes|Ciò|Quest[ei])\b,?(?: \S{1,20}){0,4})(?<=[:：])\Z"
)
"""Matches a short lead-in that says nothing without the sentence in front of it: "This information may include:"."""
BOLD_LABEL = re.compile(
    rf"(?:[{re.escape(BULLETS)}][ \t\xa0]{{1,9}})?(?P<mark>\*\*|__|[*_])(?P<words>[^*_\n]{{3,130}}?)"
    r"(?:[.:–—]\s?(?P=mark)|(?P=mark)\s?[.:–—])"
)
"""Matches the marked words with which an item or a paragraph begins that is cut: "* **Oil**. You may not:"."""


def without_last_labels(words: str) -> str:
    """Return the first words of a clause without the label at their end: they stand over all items of its list."""
    labels = LAST_LABELS.search(words)
    return words if labels is None or REFERENCE.search(words, 0, labels.start()) else words[: labels.start()]


class InnerList(NamedTuple):
    """A list inside a sentence: the offsets of its first two items, and of the sentence behind it."""

    first: int
    second: int
    end: int


class InnerLeads:
    """Find what leads to the lists inside the sentences of a text.

    ``edges`` are what is printed around pages, which stands inside sentences; ``wrapped`` says that sentences go on in
    the next line, with a blank line between.
    """

    def __init__(self, text: str, edges: Edges, *, wrapped: bool) -> None:
        self.text, self._edges, self._wrapped = text, edges, wrapped

    def item_lead(self, head: int, item: re.Match[str]) -> str | None:
        """Return the sentence in front of the first item of the list inside a paragraph to which an item belongs.

        Args:
            head: offset behind the heading of the clause.
            item: the match of the label of the item.

        Returns:
            None where there is no such list, "" where a sentence ends in front of it.
        """
        first = self.first_item(head, item)
        if first is None:
            return None
        lead = self.sentence(head, self._text_before(head, first))
        return "" if lead[-1:] == "." else lead

    def first_item(self, head: int, item: re.Match[str]) -> int | None:
        """Return where the list inside a paragraph begins to which an item belongs; None where there is none.

        Args:
            head: offset behind the heading of the clause.
            item: the match of the label of the item.
        """
        at = item.start("label")
        near = max(head, at - 2 * LOOK_BACK)
        begin = self._list_begins(near, at)
        if item["text"] in LAST:
            place = self._first_of_last(item["text"], begin, at)
            counts_on = any(self.text.find(label, near, at) >= 0 for label in BEFORE_X)
            if place < at or item["text"] == "w" or (item["text"] == "x" and not counts_on):
                return place
        for series, value in self._by_nearest(readings("", item["text"]), begin, at):
            counts_on = item["text"] == "i" and self.text.find("(h)", begin, at) >= 0
            if value == 1 and not (counts_on and not self.text[max(begin, at - BEFORE) : at].rstrip().endswith(":")):
                return at
            if (place := self._first(f"({FIRST[series]})", begin, at)) >= 0:
                return place
        return None

    def _by_nearest(self, read: list[tuple[str, int]], begin: int, at: int) -> list[tuple[str, int]]:
        """Return the readings of a label, Roman ones first; of "(v)" that whose label before, "(u)", is nearest."""
        roman_first = read[::-1]
        if any(value == 1 for _, value in read):
            return roman_first
        before = [self.text.rfind(f"({printed_as(series, value - 1)})", begin, at) for series, value in roman_first]
        nearest = max(before, default=-1)
        return roman_first if nearest < 0 else [roman_first[before.index(nearest)]]

    def _first_of_last(self, letter: str, begin: int, at: int) -> int:
        """Return where a list of the last letters begins to which the one at an offset belongs; else that offset.

        "the keeper (w) lights the lamp, (x) …, (y) …": none of them counts on from "(a)".
        """
        while letter > "a":
            before = chr(ord(letter) - 1)
            place = self._first(f"({before})", begin, at)
            roman = ROMAN_BEFORE.get(before)
            if place < 0 or (roman and self.text.find(roman, begin, place) >= 0):
                break
            letter, at = before, place
        return at

    def _first(self, label: str, begin: int, at: int) -> int:
        """Return where the last label of that kind stands in front of an item and is no reference; -1 without one."""
        place = self.text.rfind(label, begin, at)
        while place >= 0 and self._refers(place, begin):  # "described in this clause (i)"
            place = self.text.rfind(label, begin, place)
        return place

    def _refers(self, label: int, begin: int) -> bool:
        """Return whether a label is a reference to an item, or none: "clause (i)", "3.2(i)"."""
        before = self.text[max(begin, label - BEFORE) : label]
        return before != "" and (not before[-1].isspace() or REFERENCE.search(before.rstrip()) is not None)

    def lists(self, start: int, stop: int, end: int) -> list[InnerList]:
        """Return the lists with two items that begin in a range.

        Args:
            start: offset of the first character of the range.
            stop: offset behind its last character.
            end: offset behind the last character of the text of the clause.
        """
        found: list[InnerList] = []
        for label in LABEL.finditer(self.text, start, stop):
            if label["text"] not in SECOND or self._refers(label.start(), start):
                continue
            second = f"({SECOND[label['text']]})"
            place = self.text.find(second, label.end(), end)
            while place >= 0 and self._refers(place, start):
                place = self.text.find(second, place + 1, end)
            if place >= 0:
                joined = JOINED.search(self.text, place - BEFORE, place)
                begins = joined.start() if joined else place
                found.append(InnerList(label.start(), begins, next(ends(self.text, place, end), end)))
        return found

    def open_item(self, head: int, start: int) -> tuple[str, str]:
        """Return the label of the item inside of which a sentence goes on, and what leads to its list; "" without one.

        Args:
            head: offset behind the heading of the clause.
            start: offset of the first character of what goes on.
        """
        end = self._text_before(max(head, start - LOOK_BACK), start)
        if end <= head or self.text[end - 1] in STOPS or RESUMES.match(self.text, start):
            return "", ""
        for label in islice(self._labels(max(head, end - LOOK_BACK), end), NEAREST):
            if next(ends(self.text, label.end(), end), 0) or RESUMED.search(self.text, label.end(), end):
                break
            lead = self.item_lead(head, label)
            if lead is None:
                continue
            before = lead != "" and (CONDITION.search(lead) or not (VERB.search(lead) or lead[-1] in ":："))
            if before and CLAUSE.search(self.text, label.end(), end):
                break
            return label["label"], lead
        return "", ""

    def _labels(self, begin: int, end: int) -> Iterator[re.Match[str]]:
        """Yield the labels of items in a range, the last one first, but for those in brackets that close in it."""
        depth = 0
        for label in reversed(list(LABEL.finditer(self.text, begin, end))):
            if not label["text"]:
                depth = depth + 1 if label[0] == ")" else max(0, depth - 1)
                continue
            before = self.text[max(begin, label.start() - BEFORE) : label.start()]
            repeats = label["text"].isdecimal() and REPEATED.search(before)
            bare = before.rstrip()
            if not (depth or repeats or REFERENCE.search(bare) or CITED.search(bare)):
                yield label

    def paragraph(self, head: int, line: int) -> int:
        """Return where the paragraph of a line begins, behind the heading of its clause; -1 where no line is known."""
        return line if line < head else max(head, self.text.rfind("\n\n", head, line) + 1)

    def sentence(self, start: int, end: int) -> str:
        """Return the last sentence of a range; the line in which it ends may go on with those in front of it."""
        near, begin = start, max(start, self.text.rfind("\n", start, end) + 1)
        if (back := end - LOOK_BACK) > start:
            near = self.text.find("\n", back, begin) + 1 or self.text.find(" ", back, end) + 1 or back
            begin = max(begin, near)
        begin, paged = self._edges.behind_front(self.text, trim(self.text, begin, end)[0], end)
        words = self.text[begin:end]
        for first, last in reversed(list(rows(self.text, near, begin))):
            if self._edges.holds(self.text, first, last):
                paged = True
                continue
            stop = self._edges.numbers.get(last, last)
            at = goes_on_at(self.text, (first, stop), begin, paged=paged or stop < last)
            runs_on = self._wrapped and last - first > WRAPPED and self.text[last - 1] not in ENDS
            if not (at or words[:1].islower() or runs_on):
                break
            words = words[max(0, at - begin) :]
            begin, paged = self._edges.behind_front(self.text, first, stop)
            words = f"{self.text[begin:stop]} {words}"
        sentence = before = 0
        for at in ends(words, 0, len(words)):
            if not is_abbreviated(words, at):
                before, sentence = sentence, at
        for recital in RECITAL.finditer(words, sentence):
            sentence = recital.start()
        lead = plain_lead(words[sentence:])
        label = BOLD_LABEL.match(words) if words[:1] in BULLETS else None
        apart = PARAGRAPH.search(words, before, sentence) is not None
        if POINTS_BACK.match(lead) and not (apart or lead.isupper() or (label and before < label.end())):
            above = plain_lead(words[before:])
            lead = above if len(above.split()) > len(lead.split()) + WORDS_LEADING else lead
        return shortened_lead(lead)

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
            if not self._edges.holds(self.text, first, last):
                return max(begin, self._edges.numbers.get(last, last))
        return begin
