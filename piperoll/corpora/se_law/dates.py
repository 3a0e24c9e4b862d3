"""Say between which days a unit applies: by its markers, those of what it is part of, and the wording before it."""

import re
from dataclasses import dataclass
from datetime import date

from piperoll.chunking.merge import Range
from piperoll.corpora.se_law import temporal
from piperoll.corpora.se_law.blocks import Kind, Source
from piperoll.corpora.se_law.context import FIRST
from piperoll.corpora.se_law.grammar import NUMBER, is_heading
from piperoll.corpora.se_law.numbers import sort_key
from piperoll.corpora.se_law.units import Unit

NUMBERED = re.compile(rf"\s*{NUMBER}\s*§")
# "/Kapitlet träder i kraft I:2026-01-01/"
OF_CHAPTER = re.compile(r"/\s?kapitlet\b", re.IGNORECASE)


@dataclass(slots=True)
class Dates:
    """Date the units of a statute, asked in their order."""

    source: Source
    marked: bool
    unit: Unit | None = None
    """The § asked for last."""
    ends: date | None = None
    """The day on which its own marker ends it."""
    begins: date | None = None
    """The day on which the wording before it ends, if that is of the same number."""
    chapter: temporal.Validity = temporal.NONE
    """A marker in a § says this of its whole chapter; it counts for the §§ behind it, too."""

    def of(self, unit: Unit, span: Range) -> tuple[date | None, date | None, tuple[str, ...]]:
        """Return the first day, the day of the end and the printed markers of the part of a unit in ``span``.

        The unit's own markers come first, then those of its chapter or appendix, then those of the reprint, then the
        dates of the statute. A wording without a beginning of its own begins where the one before it ends.
        """
        first, last = self.source.valid_from, None if self.source.valid_to_estimated else self.source.valid_to
        printed: tuple[str, ...] = ()
        if not self.marked:
            return first, last, printed
        around = [part for part in (unit.scope, unit.appendix, unit.chapter) if part is not None]
        found = [temporal.validity(self.source.text, part.start, part.end) for part in around]
        if unit.kind is Kind.SECTION and unit.appendix is None:
            found += self._of_section(unit)
        elif unit.kind is Kind.CHAPTER and unit.appendix is None:
            found.append(temporal.validity(self.source.text, *span))
        for marked in found:
            printed = marked.printed or printed
            first, last = marked.valid_from or first, marked.valid_to or last
        return first, last, printed

    def _of_section(self, unit: Unit) -> list[temporal.Validity]:
        """Return what is said of a §: by a marker of its chapter, by the wording before it, and by itself."""
        section = next(block for block in unit.blocks if block.kind is Kind.SECTION)
        own = temporal.validity(
            self.source.text, unit.start, unit.end, _first_text(self.source.text, section.start, unit.end)
        )
        before = self.unit
        if unit is not before:
            again = before is not None and before.chapter is unit.chapter
            number, last = unit.number, before.number if before is not None and again else ""
            self.begins = self.ends if number == last else None
            if not last or number in FIRST or sort_key(number) < sort_key(last):
                self.chapter = temporal.NONE
            if marker := next((marker for marker in own.printed if OF_CHAPTER.match(marker)), ""):
                self.chapter = temporal.validity(marker)
            self.unit, self.ends = unit, own.valid_to
        return [self.chapter, temporal.Validity(self.begins), own]


def _first_text(text: str, at: int, end: int) -> int:
    """Return where the first line of a § begins that is neither its number nor a heading nor a marker."""
    if number := NUMBERED.match(text, at, end):
        at = number.end()
    for line in text[at:end].splitlines(keepends=True):
        words = temporal.MARKER.sub("", line).strip()
        if words and not is_heading(words):
            return at
        at += len(line)
    return at
