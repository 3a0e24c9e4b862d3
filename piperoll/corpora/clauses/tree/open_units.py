"""Hold the open units while a tree of clauses is made, and answer which of them enclose the next one."""

from collections.abc import Callable

from piperoll.corpora.clauses.candidates import unmarked
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, COUNTED, GAP, Candidate
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import word_of

FIRSTS = frozenset("AI")
"""First labels of headings."""
NEAR = 40
"""The last units of a clause among which the one in front of a label is searched."""


class OpenUnits(list[Unit]):
    """The open units are in a list, the root first; a depth counts how many of them enclose a unit."""

    def depth_of(self, *series: str) -> int | None:
        """Return the depth of the outermost open unit of these series; None where none is open."""
        return next((index for index, unit in enumerate(self) if index and unit.series in series), None)

    def last_numbered(self) -> int:
        """Return the depth below the innermost number, heading or caption: definitions stand in no list of letters."""
        for index in range(len(self) - 1, 0, -1):
            if self[index].family != "letter" or self[index].level:
                return index + 1
        return 1

    def last_fixed(self, *families: str) -> int:
        """Return the depth below the innermost marked heading or unit of these families ("": captions of clauses).

        A letter of a page is one where it is a heading on a line of its own.
        """
        for index in range(len(self) - 1, 0, -1):
            unit = self[index]
            heads = bool(unit.level) or (unit.family in families and bool(unit.family or unit.series == "caption"))
            if unit.family == "letter" and not unit.level:
                heads = heads and self.is_heading(index) and bool(unit.candidate and unit.candidate.indent)
            if heads and not is_in_front(unit):
                return index + 1
        return 1

    def schedule_of(self, word: str = "") -> int:
        """Return the index of the innermost open schedule that is called by a word ("annex"), or by any; 0 without."""
        for index in range(len(self) - 1, 0, -1):
            label = self[index].label
            if label and label.family == "schedule" and word in ("", word_of(label)):
                return index
        return 0

    def at_schedule(self, candidate: Candidate) -> int | None:
        """Return the depth of a marked heading with which an open schedule begins, or of a further schedule of a page.

        None for any other. A schedule is in no numbered section in front of it, whatever marks the two.
        """
        last, label = self[-1], candidate.label
        direct = candidate.start - last.head <= GAP and not last.caption.startswith("Page ")  # the foot of a page
        first = candidate.indent > 0 and label is not None and (label.values == (1,) or label.text in FIRSTS)
        if last.family == "schedule" and ((direct and (first or not last.level)) or (first and not last.level)):
            return len(self)
        if not candidate.indent or label is None:
            return None
        if label.family != "schedule":
            inner = self.schedule_of() + 1
            counts = 1 < inner < len(self) and len(label.values) == 1 and self[inner].values == (label.values[0] - 1,)
            return inner if counts and self[inner].level == candidate.level else None
        over = (at for at, unit in enumerate(self) if 0 < unit.level < candidate.level and is_counted(unit))
        return self.schedule_of(word_of(label)) or next(over, None)

    def behind(self, is_before: Callable[[Unit], bool], first: int = 0, series: str | None = None) -> int | None:
        """Return the depth of the unit behind one that may be closed; None without one.

        Args:
            is_before: tells whether a unit is the one in front.
            first: depth of the outermost open unit that is read.
            series: of the units of which only the last one is read.
        """
        for index in range(len(self) - 1, first - 1, -1):
            if series is None:
                near = self[index].children[: -NEAR - 1 : -1]
            else:
                near = [unit] if (unit := self[index].last.get(series)) else []
            if any(map(is_before, near)):
                return index + 1
        return None

    def outside_sentences(self, candidate: Candidate) -> int:
        """Return the depth below the innermost unit that is no item of a list inside a sentence.

        "(A)" inside a sentence encloses what opens in that line, or behind a colon, and no line below it;
        with a heading it encloses letters in brackets.
        """
        depth = len(self)
        bracketed = candidate.label is not None and candidate.label.shape == "()"
        while not candidate.weak and not candidate.led and depth > 1:
            inner = self[depth - 1].candidate
            own = inner is None or not inner.weak or inner.definition or (bracketed and bool(inner.caption))
            if own or self[depth - 1].family != "letter":
                break
            depth -= 1
        return depth

    def outside_items(self, candidate: Candidate, depth: int) -> int:
        """Return the depth of words in front of a text: outside of the bold lines that stand right of them."""
        while depth > 1 and self[depth - 1].level == BOLD_LEVEL and candidate.indent:
            inner = self[depth - 1].candidate
            if inner is None or inner.indent <= candidate.indent:
                break
            depth -= 1
        return depth

    def is_heading(self, depth: int) -> bool:
        """Return whether an open unit is a heading on a line of its own."""
        candidate = self[depth].candidate
        return candidate is not None and candidate.own_line and bool(candidate.caption)

    def below_marked(self, depth: int, level: int = BOLD_LEVEL) -> int:
        """Return the depth below the marked headings of a higher rank than a level that are open at a depth."""
        while depth < len(self) and 0 < self[depth].level < level:
            depth += 1
        return depth

    @staticmethod
    def outranks(caption: Unit, level: int) -> bool:
        """Return whether a heading of a level, a bold line, stands below a caption, as a page has no other sections."""
        beside = caption.parent.children[-NEAR:] if caption.parent and caption.parent.parent is None else []
        captions = sum(one.series == caption.series for one in beside)
        return level == BOLD_LEVEL and captions > 1 and not any(one.level for one in beside)

    def is_below_caption(self, candidate: Candidate) -> bool:
        """Return whether the innermost open unit is a caption of a page, and stands directly over a candidate."""
        inner = self[-1]
        return inner.series == "small caption" and candidate.start - inner.head <= GAP

    def begun_with(self, number: int) -> int:
        """Return the depth of the outermost open clause whose number begins with ``number``; 0 where none is open."""
        return next((index for index, unit in enumerate(self) if unit.values[:1] == (number,)), 0)

    def close(self, keep: int, at: int) -> None:
        """End at ``at`` all open units but the first ``keep``."""
        for unit in self[keep:]:
            unit.end = at
        del self[keep:]


def is_counted(unit: Unit) -> bool:
    """Return whether a unit is one of the numbered sections or articles of a text."""
    return unit.label is not None and unit.label.family in COUNTED


def is_in_front(unit: Unit) -> bool:
    """Return whether a heading stands over what is in front of the clauses."""
    return not unit.label and unmarked.is_in_front(unit.caption)


def in_front_of_clauses(tree: Unit) -> set[int]:
    """Return the identities of the units that hold what is in front of the first clause: title page, parties, recitals.

    Below the name of the document itself only text stands there. Where nothing but signatures comes behind, the text is
    that of the contract.
    """
    own = {id(tree)} if tree.children else set()
    found = set(own)
    for unit in tree.children:
        names_itself = unmarked.NAMES_ITSELF.search(unit.caption) and not unit.children
        if unit.label or not (is_in_front(unit) or names_itself):
            return set() if unit.series == "closing" else found
        found.update(map(id, unit.walk()))
    return own
