"""Keep the headings that are open, and know among them the notes, the statements and the reports."""

import re

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.indexes import AUDITED
from piperoll.corpora.sec_10k.signs import (
    CONTINUED,
    EXHIBITS,
    LONGEST_PLAIN,
    NOTE,
    NOTES,
    REPORT,
    STATEMENT,
    Sign,
    opens,
    opens_part,
)
from piperoll.corpora.sec_10k.topics import BOUNDS, HOLDS

TOPIC = re.compile(r"results of operations?\b|(?:sources of )?liquidity(?: and| &|,)\s", re.IGNORECASE)
"""Matches the topics among these that hold what follows them, also headings that are printed alike."""
DISCUSSION = "managementsdiscussion"
"""Stands in the title of the Item that tells of these topics."""
NUMBERED = re.compile(r"\(?(?P<number>\d{1,2})[.)]\s?(?=[A-Z])")
"""Matches "14. Debt" below "Notes to …"."""
NAMED_NOTE = re.compile(r"(?i:note)\s(?P<number>\d{1,2})\W{1,4}(?=[A-Z])")


class Opened:
    """Hold the open headings, the outer first, with how each is printed."""

    def __init__(self, plain: bool, title: str) -> None:
        """Begin with none.

        Args:
            plain: nothing tells how words are printed.
            title: the letters of the Item's title.
        """
        self.plain, self.title = plain, title
        self.open: list[tuple[Sign, str]] = []
        self.last = -1
        """The offset behind the last heading while nothing stands behind it; else -1."""
        self.kept = 0
        """The number of open headings that stay where a heading stands again: those around it, and itself."""
        self.parents: dict[tuple[Sign, str], tuple[str, ...]] = {}
        """The titles of the sections around each heading, where it stood last."""
        self.holds: dict[tuple[Sign, str], Sign] = {}
        """How the first heading is printed that stands directly in each."""
        self.tabled = False
        """True while nothing but tables stands below the last heading."""
        self.holding: set[str] = set()
        """The topics in which headings stand that are printed alike."""
        self.anchored: set[str] = set()
        """The headings to which links may lead."""
        self.signed = False
        """True where a signature stood behind the last heading."""

    @property
    def opened_part(self) -> bool:
        """Return whether the last heading opens a part of the statements, or a note."""
        return bool(self.open) and (opens_part(self.open[-1][1]) or self._note() == len(self.open) - 1)

    @property
    def path(self) -> tuple[str, ...]:
        """Return the titles of the sections that are open."""
        return tuple(title for _, title in self.open)

    def _open(self, depth: int, sign: Sign, title: str) -> None:
        """Open a heading at a depth; it ends those that are open there.

        Args:
            depth: at which it stands.
            sign: how it is printed.
            title: the heading.
        """
        self.open[depth:] = [(sign, title)]
        self.holds.pop((sign, title), None)
        if depth:
            self.holds.setdefault(self.open[depth - 1], sign)

    def _end_signed(self) -> None:
        """End the report that is open if it is signed."""
        ended = next((at for at, (_, open_) in enumerate(self.open) if REPORT.match(open_)), -1) if self.signed else -1
        self.signed = False
        if ended >= 0:
            self._end(ended)
            self.kept = ended

    def _end(self, depth: int) -> None:
        """End the open headings from a depth on."""
        del self.open[depth:]
        self.last, self.kept = -1, min(self.kept, depth)

    def _note(self) -> int:
        """Return the depth of the note that is open, "Note 2. Lamps" or below "Notes to …" "2. Lamps"; -1 without."""
        titles = [title for _, title in self.open]
        if (named := next((at for at, title in enumerate(titles) if NOTE.match(title)), -1)) >= 0:
            return named
        below = next((at for at, title in enumerate(titles) if NOTES.match(title)), len(titles))
        return next((at for at, title in enumerate(titles) if at > below and NUMBERED.match(title)), -1)

    def _rank(self, sign: Sign, block: Block) -> int:
        """Return the depth of the open heading that is printed as large words in front of a text; -1 without."""
        signs = [] if block.look & Look.CELL else [one for one, _ in self.open]
        return max(signs.index(sign), self._note() + 1) if sign in signs else -1

    def _audited(self) -> int:
        """Return the depth of the auditor's report that is open, but -1 where words are printed as headings."""
        titles = (title for _, title in self.open) if self.plain else ()
        return next((at for at, title in enumerate(titles) if AUDITED.match(title)), -1)

    def _in_report(self) -> bool:
        """Return whether a report is open."""
        return any(REPORT.match(title) for _, title in self.open)

    def _again(self, sign: Sign, title: str) -> int:
        """Return the depth at which a heading is open that comes again, also as "… (Continued)"; -1 without one."""
        name = CONTINUED.sub("", title).rstrip(" .:")
        names = [CONTINUED.sub("", open_).rstrip(" .:") for _, open_ in self.open]
        same = (
            (other == sign and open_ == name) or (NOTES.match(name) and open_.casefold() == name.casefold())
            for (other, _), open_ in zip(self.open, names, strict=True)
        )
        repeated = len(names) - 1 if names and names[-1].casefold() == name.casefold() else -1
        return next((depth for depth, again in enumerate(same) if again), repeated)

    def _below(self, title: str, sign: Sign) -> int:
        """Return how many of the open headings stand over a heading, however it is printed: a note over all in it.

        A statement ends the one before it, the auditor's report and the notes too, and a note the note before it.
        "Statements of Cash Flows" ends nothing where it is printed as the headings in a note are.
        """
        note = self._note()
        within = note >= 0 and any(one == sign for one, _ in self.open[note + 1 :])
        opens_note = NOTE.match(title) is not None or self._follows(title, note)
        if not (opens_note or opens(title, REPORT, NOTES) or (STATEMENT.match(title) and not within)):
            return max(note, self._audited()) + 1
        if EXHIBITS.match(title) and not any(opens_part(open_) for _, open_ in self.open):
            return 0
        ends = (REPORT, STATEMENT) if opens_note else (REPORT, STATEMENT, NOTES)
        depths = (at for at, (_, open_) in enumerate(self.open) if at == note or opens(open_, *ends))
        ended = next(depths, None)
        if ended is None and opens_note:  # what stands between "Notes to …" and a note is of the note before
            ended = next((at + 1 for at, (_, open_) in enumerate(self.open) if NOTES.match(open_)), None)
        if opens(title, NOTES, REPORT) and self.last < 0:
            ended = 0
        if ended is None:
            if opens_note or (self.last >= 0 and REPORT.match(title)):  # directly over a report, its author's name
                self._end(0)
            return 0
        self._end(ended)
        return ended

    def _is_next_note(self, words: str) -> bool:
        """Return whether a line is the next note by its number alone: "8. Debt", without any emphasis."""
        short = len(words) <= LONGEST_PLAIN and not words.rstrip().endswith((".", ",", ";", ":"))
        return short and "\t" not in words and (self._follows(words, self._note()) or self._is_named_note(words))

    def _is_named_note(self, words: str) -> bool:
        """Return whether a line names the next note, "Note 8 - Debt of the parent", or the one that is open again."""
        match = NAMED_NOTE.match(words) if self.plain and self._note() >= 0 else None
        before = NAMED_NOTE.match(self.open[self._note()][1]) if match else None
        return match is not None and before is not None and int(match["number"]) - int(before["number"]) in (0, 1)

    def _follows(self, title: str, note: int) -> bool:
        """Return whether a numbered heading is the next note: the first below "Notes to …", or one behind the open one.

        Args:
            title: of the heading.
            note: the depth of the note that is open; -1 without.

        Returns:
            Whether it is.
        """
        match = NUMBERED.match(title)
        if match is None or not any(NOTES.match(open_) for _, open_ in self.open):
            return False
        before = NUMBERED.match(self.open[note][1]) if note >= 0 else None
        return note < 0 or (before is not None and int(match["number"]) == int(before["number"]) + 1)

    def _in_topic(self, depth: int, sign: Sign, title: str, block: Block) -> bool:
        """Return whether a heading stands in the topic of the results that is open, though both are printed alike.

        It does up to the next topic, or up to the next heading to which links may lead where one leads to the topic.

        Args:
            depth: at which the heading stands else.
            sign: how it is printed.
            title: the heading.
            block: of it.
        """
        above, topic = self.open[depth] if depth < len(self.open) else (None, "")
        if self.plain or DISCUSSION not in self.title or above != sign or not TOPIC.match(topic):
            return False
        if block.anchored or HOLDS.match(title) or any(HOLDS.match(open_) for _, open_ in self.open[:depth]):
            return False
        if self.last >= 0 or not (topic in self.anchored or not BOUNDS.match(title)):
            return False
        self.holding.add(topic)
        return True

    def _ends_topic(self, sign: Sign, block: Block) -> bool:
        """Return whether links may lead to a heading, as to the topic that is open, but not to one that is in it."""
        alike = [title for one, title in self.open if one == sign]
        linked = [title in self.anchored for title in alike]
        return block.anchored and linked == [True, False] and alike[0] in self.holding

    def _beside_tables(self, depth: int, sign: Sign, floor: int) -> int:
        """Return the depth of a heading behind one over nothing but tables, in which no other stands.

        It stands as deep as the last that was printed alike, if what held that one is open.

        Args:
            depth: at which it stands else.
            sign: how it is printed.
            floor: the depth at which it may stand, at least.
        """
        if self.plain or not (self.tabled and self.open) or depth < len(self.open) or opens_part(self.open[-1][1]):
            return depth
        held = [parent for (other, _), parent in self.parents.items() if other == sign]
        parent = held[-1] if held else self.path
        return len(parent) if max(1, floor) <= len(parent) and self.path[: len(parent)] == parent else depth
