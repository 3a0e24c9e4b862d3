"""Cut the units of a tree of clauses into pieces that fit, and join what is small."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range, cap
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, BULLET_LEVEL
from piperoll.corpora.clauses.pages.page_gaps import Edges
from piperoll.corpora.clauses.pages.wrapped_lines import has_wrapped_lines
from piperoll.corpora.clauses.pieces.breaks import last_heading, ways
from piperoll.corpora.clauses.pieces.heading_lines import looks_like_heading, names_document
from piperoll.corpora.clauses.pieces.inline_ends import InlineEnds
from piperoll.corpora.clauses.pieces.list_ends import ListEnds
from piperoll.corpora.clauses.pieces.pieces import Piece, agrees, both, goes_with, signed_and_attached
from piperoll.corpora.clauses.pieces.sizes import Sizes
from piperoll.corpora.clauses.tree.unit_kinds import RULES, heads, is_first
from piperoll.corpora.clauses.tree.units import FURTHER, Unit
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, begins_part, is_title
from piperoll.corpora.clauses.words.labels import ORDINAL_VALUES
from piperoll.text.paragraphs import all_rows, trim
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

JOIN = 0.5
"""Share of the limit up to which neighbouring clauses are joined."""
AIM = 0.5
"""Share of the limit up to which the sentences of a clause over the limit are joined. A clause that fits stays whole; a
larger one is found by the sentences that answer, and its parts end where its own sentences end."""
SENTENCE = 1.5
"""Times the limit that a sentence may have without being cut: half of one answers few questions and is cited badly."""
LONGEST_SENTENCE = 240
"""Tokens of the longest sentence that is over the limit: with its header, what the smallest model reads."""
TINY = 15
"""Tokens below which a piece is joined to its neighbour whatever the limit: a heading, a number, the end of a list."""
LEFT_OUT = re.compile(r"\[[*•●_ ]+\]|\*\s?\*\s?\*|\bREDACTED\b")
"""Matches in plain text what stands for words that were left out: "(b) [***]." is complete."""
DIVISIONS = frozenset({"article", "part", "schedule"})
"""Families of labels that need no caption to head a clause."""


class Cutter:
    """Cut units into pieces.

    ``holes`` are the ranges of tables of contents and of embedded data, ``edges`` what is printed around pages.
    """

    def __init__(
        self,
        text: str,
        limit: int,
        holes: Sequence[Range],
        edges: Edges,
        *,
        markdown: bool,
    ) -> None:
        self.text, self.limit, self.holes = text, limit, holes
        self.join, self.aim = int(limit * JOIN), int(limit * AIM)
        self.sentence = max(limit, min(int(limit * SENTENCE), LONGEST_SENTENCE))
        self.edges, self.markdown = edges, markdown
        wrapped = markdown and has_wrapped_lines(text, list(all_rows(text)))
        self.ways = ways(
            limit * CHARACTERS_PER_TOKEN,
            (limit + TINY) * CHARACTERS_PER_TOKEN,
            edges,
            wrapped=wrapped,
            page=markdown and not wrapped,
            whole=self.sentence * CHARACTERS_PER_TOKEN,
        )
        self.lists = ListEnds(text, wrapped=wrapped) if markdown else None
        self.inline = None if markdown else InlineEnds(text, edges)
        self.in_list: set[int] = set()
        self.behind_list: set[int] = set()
        sizes = Sizes(text, wide=not markdown)
        self.size, self._within = sizes.size, sizes.within

    def pieces(
        self, unit: Unit, before: Unit | None = None, behind: Unit | None = None, outside: Unit | None = None
    ) -> list[Piece]:
        """Return the pieces of a unit, in order.

        Args:
            unit: the unit.
            before: the unit in front of it, of the same parent.
            behind: the unit behind it, of the same parent.
            outside: the next unit that is not in it, of whatever parent.
        """
        if unit.parent is not None and self._whole(unit):
            start, end = trim(self.text, unit.start, unit.end)
            bare = not _is_counted(self.text, unit, before, behind) and self._only_headings(unit, start, end)
            if not bare and outside is not None and (heading := self._heading_at_end(unit, outside)):
                own = trim(self.text, start, heading.start)
                return [Piece(*own, unit), Piece(*trim(self.text, heading.start, end), heading, whole=True, bare=True)]
            return [Piece(start, end, unit, whole=True, bare=bare)]
        own_end = unit.children[0].start if unit.children else unit.end
        collected = [
            Piece(*part, unit, index, bare=self._bare(unit, part))
            for index, part in enumerate(
                small
                for solid in self._solid(unit.start, own_end)
                for part in [trim(self.text, *solid)]
                if part[0] < part[1]
                for capped in cap(self.text, part, self.limit, self.ways, self.size, self.aim, self.sentence)
                for listed in self._at_list_ends(*capped)
                for small in self._at_inline_end(unit, own_end, *listed)
            )
        ]
        around = [None, *unit.children, None]
        for last, child, after in zip(around, unit.children, around[2:], strict=False):
            collected += self.pieces(child, last, after, after or outside)
        return self._joined(collected)

    def _at_list_ends(self, start: int, end: int) -> Iterator[Range]:
        """Yield a range, cut where the list in which it begins ends."""
        while self.lists and (at := self.lists.end(start)) < end:
            yield trim(self.text, start, at)
            start = at
        yield start, end

    def _at_inline_end(self, unit: Unit, own_end: int, start: int, end: int) -> Iterator[Range]:
        """Yield a part of a clause, cut where the list inside a sentence ends in which it begins."""
        at = self.inline.end(unit.head, start, end, own_end) if self.inline and start > unit.head else None
        if at is not None:
            self.in_list.add(start)
            if at < own_end and not self._within(at, end if at < end else own_end, TINY):
                self.behind_list.add(at)
                if at < end:
                    yield trim(self.text, start, at)
                    start = at
        yield start, end

    def _bare(self, unit: Unit, part: Range) -> bool:
        """Return whether the text of a unit in front of its sub-clauses is nothing but a heading."""
        start, end = part
        if unit.parent is None:
            return self.markdown and names_document(self.text[start:end])
        if start > unit.start:
            return False
        if unit.children and unit.caption and self._within(start, end, TINY):
            return True
        return self._waits(unit, start, end) or (
            end - start <= CAPTION_LENGTH and looks_like_heading(self.text[start:end])
        )

    def _only_headings(self, unit: Unit, start: int, end: int) -> bool:
        """Return whether all of a unit is a heading, or a heading above another one: a list of headings is a text."""
        while len(unit.children) == 1 and not self.text[unit.head : unit.children[0].start].strip(RULES):
            unit = unit.children[0]
        return not unit.children and self._waits(unit, start, end)

    def _heading_at_end(self, unit: Unit, behind: Unit) -> Unit | None:
        """Return the marked heading over nothing with which a clause ends, where it stands over the clause behind."""
        last = unit.children[-1] if unit.children else None
        one = last.candidate if last else None
        if last is None or one is None or last.children or not one.caption or not one.own_line:
            return None
        if not (0 < one.level <= BOLD_LEVEL or (one.label and one.bold)):
            return None
        if behind.label is None or 0 < behind.level <= last.level or self.text[last.head : last.end].strip(RULES):
            return None
        return last

    def _waits(self, last: Unit, start: int, end: int) -> bool:
        """Return whether a range is nothing but headings and labels, ``last`` being the last of them."""
        if end > last.head or end - start > 2 * CAPTION_LENGTH:
            return False
        if not self.markdown and LEFT_OUT.search(self.text, start, end):
            return False
        one = last.candidate
        marked = one is not None and (one.level > 0 or one.bold or (one.bare and one.own_line and one.indent > 0))
        if not last.caption or marked or looks_like_heading(self.text[start:end]):
            return True
        return (bool(last.children) or last.family != "letter") and self.text[end - 1] == "." and is_title(last.caption)

    def _whole(self, unit: Unit) -> bool:
        """Return whether a unit is one piece; clauses with headings are one each, unless they are small together."""
        if any(hole[0] < unit.end and unit.start < hole[1] for hole in self.holes):
            return False
        if unit.series == FURTHER and self.lists and self.lists.end(unit.start) < unit.end:
            return False
        limit = self.join if any(child.caption or child.family in DIVISIONS for child in unit.children) else self.limit
        return self._within(unit.start, unit.end, limit)

    def _solid(self, start: int, end: int) -> Iterator[Range]:
        """Yield ``start, end`` without the holes."""
        for hole in self.holes:
            if hole[0] < end and start < hole[1]:
                yield start, max(start, hole[0])
                start = hole[1]
        if start < end:
            yield start, end

    def _joined(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Join small neighbours of one parent; a tiny piece is joined to a neighbour in any case."""
        joined: list[Piece] = []
        for piece in pieces:
            if joined and self._ends_clause(joined[-1], piece):
                self._join_end(joined)
                joined.append(piece)
            elif joined and self._belong(joined[-1], piece):
                joined[-1] = both(joined[-1], piece)
            else:
                self._join_rest(joined)
                joined.append(piece)
        self._join_rest(joined)
        return joined

    def _join_rest(self, pieces: list[Piece]) -> None:
        """Join the last piece, a few words behind a list, to that list."""
        if len(pieces) > 1 and self._leaves_list(*pieces[-2:]):
            self._join_end(pieces)

    def all(self, root: Unit) -> list[Piece]:
        """Return the pieces of a document; a heading or a label that nothing follows goes with what is before it."""
        pieces: list[Piece] = []
        added, first = 0, root.children[0].start if root.children else 0
        for next_piece in self.pieces(root):
            last = pieces[-1] if pieces else None
            if last is None or last.unit is not next_piece.unit:
                added = 0
            piece = replace(next_piece, part=next_piece.part + added) if added else next_piece
            if last is not None and not self.markdown and (above := self._over(last, piece)):
                pieces[-1] = replace(last, end=trim(self.text, last.start, above.start)[1], whole=False)
                pieces.append(last := above)
            heading = last if last is not None and last.bare and not self._apart(last, piece) else None
            if heading and self._ends_clause(heading, piece):
                self._join_end(pieces)
                heading = None
            if heading and self._fits(heading, piece):
                pieces[-1] = both(heading, piece)
            elif heading and heading.start >= first and (at := self._room(heading, piece)):  # no cut for a title
                pieces[-1] = both(heading, replace(piece, end=trim(self.text, piece.start, at)[1], whole=False))
                pieces.append(replace(piece, start=at, part=piece.part + 1, whole=False))
                added += 1
            elif heading and self._within(heading.start, piece.end, self.sentence):
                pieces[-1] = both(heading, piece)
            else:
                pieces.append(piece)
        if pieces and pieces[-1].bare and not signed_and_attached(*pieces[-2:]):
            self._join_end(pieces)
        return [self._below_headings(piece) for piece in pieces] if self.markdown else pieces

    def _join_end(self, pieces: list[Piece]) -> None:
        """Join the last piece, a heading over nothing, to the one before it."""
        if len(pieces) > 1 and self._tiny(pieces[-1]) and self._fits(*pieces[-2:]):
            end = pieces.pop().end
            pieces[-1] = replace(pieces[-1], end=end)

    def _below_headings(self, piece: Piece) -> Piece:
        """Return a piece that is a heading over another, and some of what that stands over, as one of the latter."""
        while inner := self._inner(piece.unit, piece.end) if not piece.part else None:
            piece = replace(piece, unit=inner, whole=False)
        return piece

    def _inner(self, unit: Unit, end: int) -> Unit | None:
        """Return the first clause of a heading without text, but for headings over nothing, if a piece ends in it."""
        at = unit.head
        for inner in unit.children:
            if inner.start >= end or self.text[at : inner.start].strip(RULES):
                return None
            if end <= inner.end:
                return inner if heads(inner) or _counts_on(inner) else None
            if inner.label or inner.children or not heads(inner):
                return None
            at = inner.head
        return None

    def _ends_clause(self, heading: Piece, piece: Piece) -> bool:
        """Return whether a line that is marked as a heading ends the clause around it: one of a higher rank follows."""
        unit = heading.unit
        if not (self.markdown and heading.bare and heading.whole) or unit.label or unit.children:
            return False
        if not 0 < piece.unit.level < unit.level:
            return False
        above: Unit | None = piece.unit
        while above is not None and above is not unit.parent:
            above = above.parent
        return above is None

    def _over(self, last: Piece, piece: Piece) -> Piece | None:
        """Return the heading at the end of a piece that stands over the next one, and has room there; None without."""
        if last.bare or piece.part or not piece.unit.candidate or last.unit.series == "closing":
            return None
        at = last_heading(self.text, last.start, last.end, self.edges.running)
        if at == last.end and is_first(piece.unit):
            at = begins_part(self.text, last.start, at)
        above = Piece(at, last.end, piece.unit, whole=True, bare=True)
        if at == last.end or self._apart(last, piece) or not (self._fits(above, piece) or self._room(above, piece)):
            return None
        return above

    def _room(self, heading: Piece, piece: Piece) -> int:
        """Return where a clause that has no room for its heading is cut, so that both fit; 0 where it cannot be."""
        used = self.size((heading.start, heading.end)) + 1
        room = max(TINY, self.limit - used)
        cuts = ways(room * CHARACTERS_PER_TOKEN, room * CHARACTERS_PER_TOKEN, self.edges)
        parts = cap(self.text, (piece.start, piece.end), room, cuts, self.size, self.aim, self.sentence - used)
        return parts[1][0] if len(parts) > 1 else 0

    def _tiny(self, piece: Piece) -> bool:
        return self._within(piece.start, piece.end, TINY)

    def _fits(self, last: Piece, piece: Piece) -> bool:
        """Return whether two neighbours are not too large for one piece; what is over the limit is one sentence."""
        small = self._within(last.start, last.end, self.limit) and self._within(piece.start, piece.end, self.limit)
        return self._within(last.start, piece.end, (self.limit if small else self.sentence) + TINY)

    def _apart(self, last: Piece, piece: Piece) -> bool:
        """Return whether a table of contents stands between two neighbours, or each is all that is attached there."""
        attached = last.bare and last.unit.family == piece.unit.family == "schedule"
        if attached and "\n" in self.text[last.start : last.end]:
            return last.unit is not piece.unit and last.unit.parent is piece.unit.parent
        return bool(self.holes) and any(last.end <= hole[0] and hole[1] <= piece.start for hole in self.holes)

    def _belong(self, last: Piece, piece: Piece) -> bool:
        """Return whether two neighbours become one piece."""
        if not self._fits(last, piece) or self._apart(last, piece) or signed_and_attached(last, piece):
            return False
        if self._leaves_list(last, piece) or (last.start in self.in_list and piece.start in self.behind_list):
            return False
        unit = piece.unit
        apart = unit.series == "closing" or unit.family == "schedule" or self._stands_behind(last, piece)
        if apart and not piece.part and not last.bare:
            return False  # neither signatures nor schedules are part of the last clause, however small
        counted = unit.values or (unit.label and (unit.label.shape.isalpha() or unit.label.text in ORDINAL_VALUES))
        if last.unit.parent is None and counted and not (last.bare or self._tiny(last)):
            return False  # no clause 1 begins in the preamble
        headed = not piece.part and (bool(unit.caption) or unit.family in DIVISIONS or unit.series == "closing")
        if not last.bare and (piece.bare or (headed and not self._tiny(piece))):
            return False
        if not (last.bare or piece.part or goes_with(last, piece)):
            return False
        if piece.part and self._leads(last, piece):
            return True
        return last.bare or self._within(last.start, piece.end, self.join) or self._tiny(last) or self._tiny(piece)

    def _stands_behind(self, last: Piece, piece: Piece) -> bool:
        """Return whether a piece of plain text goes on behind the item of a list, with more than a few words."""
        further = piece.unit.series == FURTHER and last.unit.label is not None and not self.markdown
        return further and (not self._tiny(piece) or agrees(self.text, piece))

    def _leads(self, last: Piece, piece: Piece) -> bool:
        """Return whether the last piece is a short line of a page, and leads to what the next one says."""
        above = self._within(last.start, last.end, 2 * TINY) and "\n" not in self.text[last.start : last.end]
        return self.markdown and above and self.text[last.end - 1] in ":："

    def _leaves_list(self, last: Piece, piece: Piece) -> bool:
        """Return whether a piece stands behind the list in which the last one begins."""
        if self.lists is None or last.bare:
            return False
        unit = piece.unit
        further = unit.series == FURTHER and not piece.part and last.unit.parent is unit.parent
        return (further and self.text.count("\n", last.end, piece.start) > 1) or self.lists.end(
            last.start
        ) <= piece.start


def _counts_on(unit: Unit) -> bool:
    """Return whether a clause is a later number, which no heading takes the place of."""
    return unit.values[-1:] > (1,)


def _is_counted(text: str, unit: Unit, before: Unit | None, behind: Unit | None) -> bool:
    """Return whether a clause is complete, however short: the next of its series is behind it, or none and a stop.

    So is the last item of a list of short lines, or of items without headings, and a bullet over nothing.
    """
    if unit.level == BULLET_LEVEL and not unit.children:
        return True
    if unit.label is None or not unit.caption:
        return False
    short = before is not None and not before.children and before.end - before.start <= CAPTION_LENGTH
    last = behind is None and before is not None and not before.caption
    if before and (short or last) and not unit.level and _precedes(before, unit):
        return True
    if behind is None:
        return text[unit.start : unit.end].rstrip().endswith(".")
    return _precedes(unit, behind)


def _precedes(unit: Unit, behind: Unit) -> bool:
    """Return whether a clause is of the series of another one, and its number is the lower one."""
    alike = (behind.family, behind.series, behind.values[:-1]) == (unit.family, unit.series, unit.values[:-1])
    return alike and (unit.values, unit.value) < (behind.values, behind.value)
