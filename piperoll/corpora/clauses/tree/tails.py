"""Find where a list ends and the clause around it goes on: "The keeper shall: (a) … (b) …", and a paragraph below.

Such a paragraph is none of the last item. It becomes a unit of its own, in the clause that encloses the list.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.unmarked import are_recitals
from piperoll.corpora.clauses.pages.bullet_leads import BOLD, BULLET
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.flush import (
    ITEM_ENDS,
    LEAD,
    LEADS,
    LONG,
    OPENS,
    SPACE,
    Lines,
    flush_paragraph,
    is_own,
    names_item,
    series,
)
from piperoll.corpora.clauses.tree.parts import main_clauses, own_numbers
from piperoll.corpora.clauses.tree.units import FURTHER, Unit
from piperoll.corpora.clauses.words.phrases import AGREES
from piperoll.text.paragraphs import GAP, column_of
from piperoll.text.sentences import ends

ENDS = frozenset('.;!?)”"')
"""Last characters of an item."""
COMPLETE = ENDS - {";"}
"""Last characters of a sentence that an item ends."""
FAR = 4
"""Times as many lines as any other item has, from which the last one of a list encloses what is none of it."""
STOPS = ("", ".", ";", "!", "?")
"""Last characters of what leads to no list inside a sentence."""
PROVIDED = re.compile(r"(?:provided|then|in each case)\b")
"""Matches the beginning of what holds for all items of a list."""
NAMES = re.compile(r"\b(?:this|such)\s(?i:Section|Clause|Paragraph|Article)\s(\d+(?:\.\d+)*(?:\([A-Za-z]{1,5}\))*)")
ZERO = re.compile(r"\.0+(?=\d)")
"""Matches what "8.03" has before the 3."""
# "NOW, THEREFORE, the parties agree", also below "AGREEMENT", and "Accordingly, they agree as follows:" at the end
_AGREEMENT = r"(?:(?:AGREEMENTS?|Agreements?):?\s+)?"
AGREED = re.compile(
    rf"(?:[.;,:)”\"]\s|\band\s|\n)\s*(?P<agreed>{_AGREEMENT}(?:NOW,? ?THEREFORE|Now,? ?therefore)\b)"
    rf"|(?:[.;:)”\"]\s|\n[^\S\n]*\n)\s*(?P<last>{_AGREEMENT}(?=[A-Z])[^.;:]{{1,700}}?{AGREES.pattern})"
)
_THIS = r"this (?:Agreement|Section|Article|subsection)"
WHOLE = re.compile(
    r"The (?:foregoing|above)\b|In no event shall\b|In (?:(?:all|each|any) of )?the foregoing cases\b"
    rf"|(?:For (?:the )?purposes of|As used in) (?:the foregoing|{_THIS})\b(?! ?[\d(])"
)
"""Matches the beginning of a paragraph about all items of a list: "The foregoing conditions"."""
NAMED_WITHIN = 300
"""Characters of a paragraph in which it names the clause that it belongs to."""
WORD = re.compile(r"[^\W\d_]{4}")
"""Matches a word, which no label is."""


def set_apart(text: str, root: Unit, edges: Edges = NO_EDGES) -> None:
    """End each list in front of the paragraph that belongs to the clause around it.

    Args:
        text: the stored text.
        root: of its clauses.
        edges: what is printed around its pages.
    """
    lines = Lines(text, edges)
    inside = lines.inside
    page = any(unit.candidate is not None and unit.candidate.indent for unit in root.walk())
    for unit in list(root.walk()):
        if unit.children:
            for listed in list(_lists(unit.children, _kind)):
                _end_by_rows(text, listed, inside)
                _end_by_sentence(text, listed)
            for listed in list(_lists(unit.children, series)):
                _end_by_paragraph(text, listed, lines)
                _end_by_name(text, listed, lines)
        elif unit.parent is not None:
            _end_by_agreement(text, unit)
            _end_by_column(text, unit, inside)
            if page:
                _end_by_line(text, unit, inside)
    own = set(map(id, main_clauses(root, own_numbers(root))))
    for unit in list(root.walk()):
        if any(child.series == FURTHER for child in unit.children):
            unit.children = _with_lists(text, unit.children, own)


def _lists(units: Sequence[Unit], kind: Callable[[Unit], tuple[str, ...]]) -> Iterator[list[Unit]]:
    """Yield the lists among the units of one parent: one ends in front of another kind of unit, or begins again."""
    items: list[Unit] = []
    for unit in units:
        last = items[-1] if items else unit
        if items and (kind(unit) != kind(last) or (unit.values, unit.value) <= (last.values, last.value)):
            yield items
            items = []
        items.append(unit)
    if items:
        yield items


def _kind(unit: Unit) -> tuple[str, ...]:
    """Return what the items of one list have in common; nothing for what is no item."""
    if not unit.label or unit.caption or unit.level or unit.family not in ("letter", "number"):
        return ()
    return unit.family, unit.series, str(len(unit.values))


def _with_lists(text: str, siblings: Sequence[Unit], own: Container[int]) -> list[Unit]:
    """Return the units of one parent, with each list that begins again moved to the paragraph that leads to it.

    ``own`` are the ids of the document's own clauses: they are no such list.
    """
    kept: list[Unit] = []
    leading: Unit | None = None
    for unit in siblings:
        if leading and id(unit) not in own and _kind(unit) and _follows(leading.children, unit):
            unit.parent = leading
            leading.children.append(unit)
            leading.end = unit.end
            continue
        leads = unit.series == FURTHER and not unit.children and text[unit.start : unit.end].rstrip(SPACE)[-1:] in LEADS
        leading = unit if leads else None
        kept.append(unit)
    return kept


def _follows(items: Sequence[Unit], unit: Unit) -> bool:
    """Return whether a unit is the next item of a list; the first one of a list that begins again is 1 or (a)."""
    if not items:
        return unit.values == (1,) or unit.value == 1
    return _kind(unit) == _kind(items[-1]) and (unit.values, unit.value) > (items[-1].values, items[-1].value)


def _end_by_rows(text: str, items: Sequence[Unit], inside: Callable[[Unit], Sequence[Range]]) -> None:
    """End a list whose other items are one line each, or far shorter, behind so many lines of its last item."""
    last = items[-1]
    if len(items) < 2 or not _kind(last) or any(unit.children for unit in items):
        return
    before = text[max(0, items[0].start - 40) : items[0].start].rstrip(SPACE)
    longest = max(len(inside(unit)) for unit in items[:-1])
    own = inside(last)
    if before[-1:] not in LEADS or (longest > 1 and len(own) < FAR * longest):
        return
    for (_, end), (start, _) in pairwise(own[longest - 1 :]):
        if text[end - 1] in ENDS and OPENS.match(text, start) and not is_own(text, last, start):
            split(last, _outermost(text, last, start), start)
            return
        if longest == 1:
            return


def _end_by_sentence(text: str, items: Sequence[Unit]) -> None:
    """End a list inside a sentence where that sentence ends: "shall (a) oil it, or (b) light it. The keeper …"."""
    last = items[-1]
    if len(items) < 2 or not _kind(last) or any(unit.children for unit in items):
        return
    lead = text[max(0, items[0].start - LEAD) : items[0].start].rstrip(SPACE)
    others = [text[max(unit.start, unit.end - LEAD) : unit.end] for unit in items[:-1]]
    if lead[-1:] in STOPS or not all(ITEM_ENDS.search(item) for item in others):
        return
    if any(True for unit in items[:-1] for at in ends(text, unit.start, unit.end) if at < unit.end):
        return
    first = next((at for at in ends(text, last.head, last.end) if at - last.start > LEAD), last.end)
    behind = text[first : last.end].strip() and not names_item(text, last, first)
    if behind and "\n" not in text[last.start : first].strip():
        split(last, last, first)


def _end_by_paragraph(text: str, items: Sequence[Unit], lines: Lines) -> None:
    """End a list in front of the first paragraph that is none of its last item."""
    if found := flush_paragraph(text, items, lines):
        split(found[0], _outermost(text, items[-1], found[1]), found[1])


def _outermost(text: str, item: Unit, at: int) -> Unit:
    """Return the outermost item of Markdown that a paragraph leaves with the last item of a list in it.

    The paragraph stands left of that list, and in the column of the item around it at most, which has no heading.
    """
    column, end = column_of(text, at), item.end
    around = item.parent
    while around is not None and around.end == end and around.candidate and item.candidate:
        one = around.candidate
        listed = one.label is not None and one.indent > 0 and not (one.level or one.caption)
        if not (listed and column < one.indent < item.candidate.indent):
            break
        item, around = around, around.parent
    return item


def _end_by_name(text: str, items: Sequence[Unit], lines: Lines) -> None:
    """End a list in front of a paragraph of its last item that names what stands around that.

    It names the clause around the list ("this Section 8.3(b)"), or all items ("clauses (i) through (iv)"). Behind a
    blank line, also a paragraph that begins with words about all of them does ("The foregoing conditions").
    """
    last = items[-1]
    if len(items) < 2 or not series(last) or last.parent is None:
        return
    cited = _cited(last.parent)
    labels = [re.escape(one.candidate.printed) if one.candidate else "" for one in (items[0], last)]
    plain = not (last.children or (last.candidate and last.candidate.indent))
    all_items = re.compile(rf"(?<![\w)]){labels[0]}\s?(?:through|to|[-–])\s?{labels[1]}(?!\()")
    for (_, end), (start, _) in pairwise(lines.paragraphs(last)):
        opens = OPENS.match(text, start) or PROVIDED.match(text, start)
        if not opens or text[end - 1] not in ENDS or start <= last.head:
            continue
        named = (ZERO.sub(".", match[1]) for match in NAMES.finditer(text, start, start + NAMED_WITHIN))
        whole = plain and WHOLE.match(text, start) and text.count("\n", end, start) != 1
        whole = whole and not is_own(text, last, start)
        if whole or cited in named or (all(labels) and all_items.search(text, start, start + NAMED_WITHIN)):
            leaf = last
            while leaf.children and leaf.children[-1].start < start:
                leaf = leaf.children[-1]
            if leaf.end == last.end and not leaf.children:
                split(leaf, last, start)
            return


def _cited(clause: Unit) -> str:
    """Return the number of a clause as sentences cite it: "8.3(b)"; "" where no number encloses it."""
    letters = ""
    unit: Unit | None = clause
    while unit is not None and unit.label and unit.label.family == "letter":
        letters = f"({unit.label.text}){letters}"
        unit = unit.parent
    return ".".join(map(str, unit.values)) + letters if unit is not None and unit.values else ""


def _end_by_agreement(text: str, leaf: Unit) -> None:
    """End the recitals with a label, also the inner ones, in front of the words by which the parties agree."""
    item: Unit | None = None
    unit: Unit | None = leaf
    while unit is not None and series(unit) and unit.end == leaf.end:
        item, unit = unit, unit.parent
    agreed = AGREED.search(text, leaf.head, leaf.end) if item else None
    recited = unit is None or unit.parent is None or are_recitals(unit.caption)
    if item and agreed and (recited or agreed["agreed"]):
        split(leaf, item, agreed.start(agreed.lastgroup or 0))


def _end_by_column(text: str, leaf: Unit, inside: Callable[[Unit], Sequence[Range]]) -> None:
    """End items of Markdown where a paragraph or a bullet stands left of them, or of what goes on in them."""
    chain: list[tuple[Unit, bool]] = []
    items = True
    unit: Unit | None = leaf
    while unit is not None and unit.candidate is not None and unit.end == leaf.end:
        one = unit.candidate
        listed = one.label is not None and one.indent > 0 and not one.level
        items = items and listed  # a heading in an item has text of its own
        tight = items and _is_tight(text, unit)
        if tight or (listed and not one.own_line) or one.level == BULLET_LEVEL:
            chain.append((unit, tight))
        unit = unit.parent
    own_rows = inside(leaf) if chain else ()
    leads = bool(own_rows) and text[slice(*own_rows[0])].rstrip(SPACE)[-1:] in LEADS
    first = own_rows[1][0] if len(own_rows) > 1 else leaf.start
    leads_bold = leads and BOLD.match(text, first) is not None and column_of(text, first) == column_of(text, leaf.start)
    goes_on = [_goes_on_right(text, item, inside) for item, _ in chain]
    for before, (start, end) in pairwise(own_rows):
        bullet = BULLET.match(text, start) is not None
        if (bullet or text.count("\n", before[1], start) > 1) and end - start > 1:  # not the bullet of the next item
            column = column_of(text, start)
            bold = not leads_bold and BOLD.match(text, start) is not None
            prose = not (leads or bullet) and end - start > LONG and OPENS.match(text, start) is not None
            outside = [
                item
                for (item, tight), right in zip(chain, goes_on, strict=True)
                if _leaves(item, column, right=right or (bold and item.level == BULLET_LEVEL))
                or (tight and prose and column == column_of(text, item.start))
            ]
            if outside:
                split(leaf, outside[-1], start)
                return


def _end_by_line(text: str, leaf: Unit, inside: Callable[[Unit], Sequence[Range]]) -> None:
    """End the last item that opens inside a line where a paragraph, or a bullet, begins that is not right of that line.

    So do the items around it that open in the same line.
    """
    begin = text.rfind("\n", 0, leaf.start) + 1
    column = column_of(text, begin + len(text[begin : leaf.start]) - len(text[begin : leaf.start].lstrip()))
    item: Unit | None = None
    unit: Unit | None = leaf
    while unit is not None and unit.end == leaf.end and _opens_inside(text, unit, begin):
        item, unit = unit, unit.parent
    if item is None or _has_next(item):
        return
    for (_, end), (start, _) in pairwise(inside(leaf)):
        apart = text.count("\n", end, start) > 1 and text[end - 1] in COMPLETE and OPENS.match(text, start)
        if (apart or BULLET.match(text, start)) and column_of(text, start) <= column:
            split(leaf, item, start)
            return


def _opens_inside(text: str, unit: Unit, line: int) -> bool:
    """Return whether an item opens inside the line that begins at an offset, behind words of it."""
    return bool(unit.label) and unit.start > line and WORD.search(text, line, unit.start) is not None


def _has_next(item: Unit) -> bool:
    """Return whether the next item of the same list follows."""
    siblings = item.parent.children if item.parent else []
    kind = _kind(item)
    behind = (siblings[at] for at in range(_place(siblings, item) + 1, len(siblings)))
    return bool(kind) and any(_kind(one) == kind for one in behind)


def _place(siblings: Sequence[Unit], item: Unit) -> int:
    """Return the place of a unit among its siblings, which are in order."""
    at = bisect_left(siblings, item.start, key=attrgetter("start"))
    while at < len(siblings) - 1 and siblings[at] is not item:
        at += 1
    return at


def _is_tight(text: str, item: Unit) -> bool:
    """Return whether an item is the last of a list with no blank line between its items.

    In Markdown, a paragraph in the column of the marks of such a list is none of it. A line leads to the list, or the
    last item has no heading; a term with a colon is none ("**Lamp:** means").
    """
    siblings = item.parent.children if item.parent else []
    first = at = _place(siblings, item)
    if at + 1 < len(siblings) and _precedes(item, siblings[at + 1]):
        return False
    while first and _precedes(siblings[first - 1], siblings[first]):
        first -= 1
    led = text[max(0, siblings[first].start - LEAD) : siblings[first].start].rstrip(SPACE)[-1:] in LEADS
    headed = item.caption and text[item.start : item.head].rstrip(SPACE)[-1:] not in LEADS
    return first < at and (led or not headed) and not GAP.search(text, siblings[first].start, item.start)


def _precedes(before: Unit, item: Unit) -> bool:
    """Return whether an item is the one in front of another."""
    same = (before.family, before.series, before.level) == (item.family, item.series, item.level)
    return same and before.values[:-1] == item.values[:-1] and _last(before) + 1 == _last(item)


def _last(item: Unit) -> int:
    return item.values[-1] if item.values else item.value


def _leaves(item: Unit, column: int, *, right: bool) -> bool:
    """Return whether a paragraph in ``column`` is outside of an item; ``right``: its own stand right of its label."""
    assert item.candidate is not None
    label = item.candidate.indent - 1
    return column < label - 1 or (column == label and right)


def _goes_on_right(text: str, item: Unit, inside: Callable[[Unit], Sequence[Range]]) -> bool:
    """Return whether the second line of an item stands right of its label."""
    assert item.candidate is not None
    own = inside(item)
    return len(own) > 1 and column_of(text, own[1][0]) > item.candidate.indent - 1


def split(leaf: Unit, item: Unit, at: int) -> None:
    """End a unit and all around it up to an item of a list; what follows is a unit of its own behind that item.

    Args:
        leaf: the innermost unit that ends.
        item: the outermost one.
        at: the offset at which they end.
    """
    parent = item.parent
    assert parent is not None
    end = item.end
    unit = leaf
    while unit is not parent:
        unit.end = at
        assert unit.parent is not None
        unit = unit.parent
    index = bisect_right(parent.children, item.start, key=attrgetter("start"))
    after = parent.children[index] if index < len(parent.children) else None
    if after is not None and after.series == FURTHER and after.start == end:
        after.start = after.head = at
        after.candidate = Candidate(at, at)
    else:
        parent.children.insert(index, Unit(at, end, at, Candidate(at, at), FURTHER, 0, parent))
