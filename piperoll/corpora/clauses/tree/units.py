"""Define the unit: a clause in the tree of a document."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.labels import Label

FURTHER = "further"
"""Series of what follows a list in the clause that encloses it."""
DOCUMENT = "document"
"""Series of a further document of a page."""
PART = "part of the document"
"""Series of a heading below which the numbers of clauses begin again."""


@dataclass(slots=True)
class Unit:
    """A unit is a clause.

    Attributes:
        start: offset of its first character.
        end: offset behind its last character, children included.
        head: offset behind its heading.
        candidate: its label and caption; None for the root.
        series: the series of letters or captions that it continues.
        value: its number in that series.
        parent: the clause that encloses it.
        children: the clauses in it.
        path: its path in the document.
        last: the last one of the clauses in it, by series.
    """

    start: int
    end: int
    head: int
    candidate: Candidate | None = None
    series: str = ""
    value: int = 0
    parent: "Unit | None" = None
    children: list["Unit"] = field(default_factory=list)
    path: str = ""
    last: dict[str, "Unit"] = field(default_factory=dict)

    @property
    def label(self) -> Label | None:
        """Return the label of the clause; None where it has none."""
        return self.candidate.label if self.candidate else None

    @property
    def family(self) -> str:
        """Return the family of the label, "" without one."""
        label = self.candidate.label if self.candidate else None
        return label.family if label else ""

    @property
    def values(self) -> tuple[int, ...]:
        """Return the numbers of a section or a plain number."""
        label = self.candidate.label if self.candidate else None
        return label.values if label and label.family in ("number", "section") else ()

    @property
    def level(self) -> int:
        """Return the level of a marked heading; 0 for any other."""
        return self.candidate.level if self.candidate else 0

    @property
    def caption(self) -> str:
        """Return the caption, which may be empty."""
        return self.candidate.caption if self.candidate else ""

    def walk(self) -> Iterator["Unit"]:
        """Yield this unit and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            unit = waiting.pop()
            yield unit
            waiting += reversed(unit.children)
