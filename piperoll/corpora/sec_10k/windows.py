"""Put the parts of a unit together in windows, of which each becomes a chunk."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile

from piperoll.chunking.merge import tokens
from piperoll.corpora.sec_10k.captions import names_rows, tidy
from piperoll.corpora.sec_10k.indexes import AUDITED
from piperoll.corpora.sec_10k.lines import is_flat, leads_to_flat
from piperoll.corpora.sec_10k.lists import Listing, lists_of
from piperoll.corpora.sec_10k.opened import NUMBERED
from piperoll.corpora.sec_10k.pieces import Part, is_title
from piperoll.corpora.sec_10k.signs import NOTES, opens_part
from piperoll.ranges import Range

STANDS_ALONE = 0.4
"""Share of the limit from which the text of a section is a chunk of its own; less goes together with its neighbours."""
LEADS_TO = 0.3
"""Share of the limit up to which what leads to a table stands in its chunk."""
FEW_WORDS = 25
"""Tokens of a section that stands with the beginning of the next one, at most."""
LEFT = 0.2
"""Share of the limit that is left at least where a list goes to the next chunk with what leads to it."""
LATE = 0.5
"""Share of the limit from which a table is cut in front of a name of rows."""
LOCATED = re.compile(r"(?:exhibits?|annex|appendix)\s\S+\s(?:to|of)\s|filed\sherewith\b", re.IGNORECASE)
"""Begins the place of an exhibit, behind its number and its name."""
CERTIFIES = re.compile(r"I, .{2,80}\bcertify\b", re.DOTALL)
"""Matches the beginning of a certification: "I, Ada Lime, certify that:"."""
DRAWN = re.compile(r"[-=_\s]+")


@dataclass(slots=True)
class Window:
    """Hold parts that become one chunk; ``over`` are the headings that stand over it, in front of its text."""

    parts: list[Part] = field(default_factory=list)
    over: tuple[str, ...] = ()
    listed: Listing | None = None
    """The list in whose midst it begins."""
    goes_on: bool = False
    """It begins in the midst of a section."""

    @property
    def span(self) -> Range:
        return self.parts[0].start, self.parts[-1].end

    @property
    def table(self) -> Part | None:
        """Return its table; footnotes may stand behind it."""
        return next((part for part in reversed(self.parts) if part.rows), None)


class Windowing:
    """Put parts together in windows of a filing."""

    def __init__(self, text: str, limit: int, several: bool, crawled: bool) -> None:
        """Begin a filing.

        Args:
            text: the stored text.
            limit: tokens of a window, at most.
            several: a window has more than one sentence.
            crawled: a crawler has cut the filing into Items.
        """
        self.text, self.limit, self.several, self.crawled = text, limit, several, crawled
        self.aside: list[int] = []
        """The parts that are set aside begin at these offsets, in order; no chunk holds them."""
        self.lists: dict[int, Listing] = {}

    def windows(self, parts: Sequence[Part]) -> Iterator[Window]:
        """Yield parts in windows: within the limit, under the same headings where these head enough text."""
        window = Window()
        above: tuple[str, ...] | None = None
        self.lists = lists_of(self.text, parts) if self.several else {}
        for part in chain.from_iterable(map(self._small, parts)):
            if window.parts and (own := self._leading(window, part)):
                if own < len(window.parts):
                    front, window = self._cut_off(window, own)
                    yield from self._whole(front, window.parts[0])
            elif window.parts and (part.rows or not self._together(window, part)):
                *fronts, window = self._whole(window, part)
                yield from fronts
                if part.rows or not self._together(window, part):
                    yield window
                    window = Window()
            if not window.parts:
                window.over = common([above or (), part.path])
                window.listed = self.lists.get(part.start)
                window.goes_on = above == part.path and not part.led
            window.parts.append(part)
            above = part.path
        if window.parts:
            yield window

    def _cut_off(self, window: Window, own: int) -> tuple[Window, Window]:
        """Return a window without its last parts, of which there are ``own``, and a window of these."""
        front, rest = window.parts[:-own], window.parts[-own:]
        over = common([front[-1].path, rest[0].path])
        return Window(front, window.over, window.listed), Window(rest, over, self.lists.get(rest[0].start))

    def _whole(self, window: Window, following: Part) -> Iterator[Window]:
        """Yield a window, in two where its last section goes on behind it; each has more than a few words then.

        Args:
            window: the parts of one section or of several.
            following: what stands behind them.
        """
        last = window.parts[-1].path
        own = sum(1 for _ in takewhile(lambda part: part.path == last, reversed(window.parts)))
        goes_on = last == following.path and not following.led and not window.table and own < len(window.parts)
        halves = self._cut_off(window, own) if goes_on else ()
        yield from halves if halves and all(tokens(one.span) > FEW_WORDS for one in halves) else (window,)

    def _together(self, window: Window, part: Part) -> bool:
        last = window.parts[-1]
        if not self.several or tokens((window.span[0], part.end)) > self.limit:
            return False
        if bisect_left(self.aside, last.end) < bisect_left(self.aside, part.start):  # the table of contents
            return False
        if window.table or last.note or part.note:
            return part.note
        if part.path[: len(window.over)] != window.over:  # its text shows no heading that stands over it
            return False
        cut_off = part.cut or (window.goes_on and part.path != window.parts[0].path)
        if cut_off and tokens(window.span) > FEW_WORDS:  # the beginning of a paragraph, or the end of a section
            return False
        listed = self.lists.get(part.start)
        if window.listed and not (listed and listed.lead.startswith(window.listed.lead)):  # its header shows the lead
            return False
        if part.sentences and CERTIFIES.match(self.text, *part.sentences[0]):  # the next one who certifies
            return False
        audited = self.crawled and part.path and AUDITED.match(part.path[-1])
        if audited and self.text.startswith(part.path[-1], part.start):  # the next report, with the same title
            return False
        same = part.path == last.path or (listed is not None and listed.start <= last.start)
        return same or (tokens(window.span) < STANDS_ALONE * self.limit and _shared(window.parts[0].path, part.path))

    def _leading(self, window: Window, part: Part) -> int:
        """Return how many of the last parts stand with a table: "The following table shows net sales by category:"."""
        last = window.parts[-1]
        if window.table or not self.several:
            return 0
        if not part.rows and not self._together(window, part):
            if own := self._listed(window, part):
                return own
            fits = tokens((last.start, part.end)) <= self.limit
            named = LOCATED.match(self.text, part.start) if self.crawled else fits and is_title(self.text, last)
            if last.path == part.path and named:
                return 1
        flat = self.crawled and not part.rows and is_flat(self.text[part.start : part.end].rpartition("\n")[2])
        if not (part.rows and self.text[last.end - 1] == ":") and not (flat and not self._together(window, part)):
            fits = tokens((last.start, last.end)) <= LEADS_TO * self.limit and last.path == part.path
            fits = fits and tokens((last.start, part.end)) <= self.limit
            return int(bool(part.rows) and fits and self._captions(last, part))
        own = 0
        for before in reversed(window.parts):
            leads = tokens((before.start, window.parts[-1].end)) <= LEADS_TO * self.limit
            leads = leads and (bool(part.rows) or leads_to_flat(self.text[before.start : before.end]))
            ends_list = before.start in self.lists and last.start not in self.lists
            fits = leads and not ends_list and tokens((before.start, part.end)) <= self.limit
            if before.note or before.path != part.path or not fits:
                break
            own += 1
        return own

    def _captions(self, last: Part, part: Part) -> bool:
        """Return whether the last sentence of a paragraph is the caption of the table behind it."""
        return bool(last.sentences and part.caption) and tidy(self.text[slice(*last.sentences[-1])]) == part.caption

    def _listed(self, window: Window, part: Part) -> int:
        """Return how many of the last parts stand with the item of a list, if enough is left.

        A list that fits in a chunk stands there as a whole; of a longer one, what leads to it and its first item do.
        """
        listed = self.lists.get(part.start)
        first = listed is not None and listed.start == window.parts[-1].start
        if listed is None or tokens((listed.start, part.end if first else listed.end)) > self.limit:
            return 0
        own = sum(before.start >= listed.start for before in window.parts)
        enough = tokens((window.span[0], listed.start)) >= LEFT * self.limit
        return own if own and enough else 0

    def _small(self, part: Part) -> Iterator[Part]:
        """Yield a part, cut between sentences or rows where it is over the limit."""
        pieces = part.rows or part.sentences
        alone = not self.several and not part.rows
        if len(pieces) < 2 or (not alone and tokens((part.start, part.end)) <= self.limit):
            yield part
            return
        groups: list[list[Range]] = [[pieces[0]]]
        for piece in pieces[1:]:
            group = groups[-1]
            start = group[0][0] if len(groups) > 1 else part.start
            drawn = bool(part.rows) and DRAWN.fullmatch(self.text, *piece)  # it ends what stands over it
            if not alone and (drawn or tokens((start, piece[1])) <= self.limit):
                group.append(piece)
                continue
            at = self._cut(group, start, piece[1]) if part.rows else len(group)
            groups.append([*group[at:], piece])
            del group[at:]
        for index, group in enumerate(groups):
            start = part.start if index == 0 else group[0][0]
            end = part.end if index == len(groups) - 1 else group[-1][1]
            rows, own = (group, []) if part.rows else ([], group)
            cut_off = replace(part, start=start, end=end, sentences=own, rows=rows, led=False)
            yield replace(cut_off, continued=index > 0, cut=index == 0 and len(groups) > 1)

    def _cut(self, rows: Sequence[Range], start: int, end: int) -> int:
        """Return how many rows stand in front of the last name of rows: "Investing activities", late in what fits.

        Args:
            rows: those that fit in a chunk.
            start: where they begin, or what leads to them.
            end: where the next row ends.
        """
        names = [names_rows(self.text[slice(*row)]) for row in rows]
        for at in reversed(range(1, len(rows))):
            late = all(names[at:]) or tokens((start, rows[at - 1][1])) >= LATE * self.limit
            if late and names[at] and not names[at - 1] and tokens((rows[at][0], end)) <= self.limit:
                return at
        return len(rows)


def _shared(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two sections stand in the same one, or one in the other, and in no different notes or reports."""
    same = len(common([one, other]))
    parting = (*one[same : same + 1], *other[same : same + 1])
    noted = same and NOTES.match(one[same - 1]) and any(map(NUMBERED.match, parting))
    return same >= min(len(one), len(other)) - 1 and not (noted or any(map(opens_part, parting)))


def common(paths: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the titles with which all paths begin."""
    first = paths[0]
    for path in paths[1:]:
        first = first[
            : next(
                (index for index, pair in enumerate(zip(first, path, strict=False)) if pair[0] != pair[1]),
                min(len(first), len(path)),
            )
        ]
    return tuple(first)
