"""Define the candidate: a position where a clause may open."""

from dataclasses import dataclass, replace

from piperoll.corpora.clauses.words.labels import Label

BOLD_LEVEL = 7
"""Level of a line that is all bold: below the six levels of headings."""
BULLET_LEVEL = BOLD_LEVEL + 1
"""Level of such a line behind a bullet."""
GAP = 8
"""Characters between a heading and what stands directly below it."""
FAR = 80
"""Candidates behind a heading that are read."""
COUNTED = frozenset({"number", "section", "article"})
"""Families of labels that count clauses."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate is a position where a clause may open.

    Attributes:
        start: offset of its first character.
        end: offset behind its heading.
        label: its label, if it has one.
        caption: its caption, if it has one.
        level: of a marked heading; 0 where nothing marks it.
        indent: the column in Markdown, from 1; 0 elsewhere.
        own_line: whether the caption is all there is on its line.
        weak: whether it stands inside a line.
        delimited: whether a full stop or a bracket follows the number.
        led: where the line begins, counted from 1, that leads to it with a colon or a dash; 0 where none does.
        bold: whether it is in bold type.
        definition: whether the caption is the term that is defined.
        closing: whether the signatures begin there.
        printed: the label as printed.
        small: whether a small letter follows the label.
        told: whether its first sub-clause stands directly behind it: "4.1" behind "4. Lamps".
        amends: whether it begins a clause of an amendment that leads to the section that it inserts.
        document: whether it is the title of a further document of a page.
    """

    start: int
    end: int
    label: Label | None = None
    caption: str = ""
    level: int = 0
    indent: int = 0
    own_line: bool = False
    weak: bool = False
    delimited: bool = True
    definition: bool = False
    closing: bool = False
    led: int = 0
    bold: bool = False
    printed: str = ""
    small: bool = False
    told: bool = False
    amends: bool = False
    document: bool = False

    @property
    def bare(self) -> bool:
        """Return whether it is a caption that nothing marks."""
        return not (self.label or self.level or self.definition or self.closing)

    @property
    def ends(self) -> bool:
        """Return whether it only ends what is open: it has neither a label nor a caption."""
        return not (self.label or self.caption or self.level or self.definition or self.closing)

    @property
    def heads(self) -> bool:
        """Return whether it is a heading by its looks: a line of its own, in bold type or in capitals."""
        return self.own_line and bool(self.caption) and (self.bold or self.caption.isupper())

    def unlabelled(self) -> "Candidate":
        """Return the candidate with its label as a part of its caption; a definition is found by its term alone."""
        if self.definition:
            return replace(self, label=None, printed="")
        level = BOLD_LEVEL if self.bold else 0
        return replace(self, label=None, printed="", caption=f"{self.printed} {self.caption}", level=level)
