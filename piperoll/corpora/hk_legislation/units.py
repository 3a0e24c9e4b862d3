"""Make units of marks: a unit is one section, with what encloses it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from piperoll.corpora.hk_legislation.source import Kind, Mark, Source

LONG_TITLE, PART, SCHEDULE, SECTION = "long_title", "part", "schedule", "section_body"


INNER = (Kind.DIVISION, Kind.SUBDIVISION, Kind.HEADING)
"""What is inside of a Part, the outer first."""


@dataclass(slots=True)
class Unit:
    """A unit is a range of the text that is cited by one path; ``subsections`` has their start offsets and paths.

    ``label`` is its number, and ``name`` stands for it in a header: "s.4", "Form 1".
    """

    start: int
    end: int
    path: str
    role: str
    label: str = ""
    name: str = ""
    heading: str = ""
    above: tuple[str, ...] = ()
    parent: str | None = None
    subsections: list[tuple[int, str]] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    status: str = ""


def units(source: Source) -> Iterator[Unit]:
    """Yield the units of an enactment, in order; together they cover its text.

    The heading of a Part stands in front of its first section, and in its unit.
    """
    grouping = _Grouping(source)
    for mark in source.marks:
        grouping.take(mark)
    yield from grouping.closed(len(source.text))


class _Grouping:
    """Group marks into units; a grouping knows the current schedule, Part and division."""

    def __init__(self, source: Source) -> None:
        self.units = [Unit(0, 0, "long-title", LONG_TITLE)]
        self.part = self.schedule = None  # type: Mark | None
        self.inner: dict[Kind, Mark] = {}
        """The current division, subdivision and heading, each inside the one before."""
        self.prefix = ""
        self.restarts = _restarting(source.marks)
        self.waiting: Mark | None = None
        """The first of the headings in front of the next section."""

    def take(self, mark: Mark) -> None:
        """Open what begins at a mark."""
        match mark.kind:
            case Kind.SCHEDULE:
                self._headings_alone(mark.start)
                self.schedule, self.part, self.inner = mark, None, {}
                self.prefix = f"sch{mark.label}"
                self._open(mark, mark.start, self.prefix, SCHEDULE)
            case Kind.PART:
                self._headings_alone(mark.start)
                self.part, self.inner = mark, {}
                self.waiting = self.waiting or mark
            case Kind.FORM:
                self._headings_alone(mark.start)
                self.part, self.inner = mark, {}
                self._open(mark, mark.start, f"{self.prefix}.form{mark.label}", SCHEDULE)
            case Kind.DIVISION | Kind.SUBDIVISION | Kind.HEADING:
                outer = INNER[: INNER.index(mark.kind)]
                self.inner = {kind: self.inner[kind] for kind in outer if kind in self.inner} | {mark.kind: mark}
                self.waiting = self.waiting or mark
            case Kind.SECTION:
                start = self.waiting.start if self.waiting else mark.start
                self.waiting = None
                self._open(mark, start, self._path(mark), SECTION)
            case Kind.SUBSECTION:
                unit = self.units[-1]
                if unit.role == SECTION and self.waiting is None:
                    unit.subsections.append((mark.start, f"{unit.path}.{mark.label}"))

    def closed(self, end: int) -> list[Unit]:
        """Return all units, the last one ending at ``end``."""
        self._headings_alone(end)
        for unit, following in zip(self.units, self.units[1:], strict=False):
            unit.end = following.start
        self.units[-1].end = end
        return self.units

    def _headings_alone(self, before: int) -> None:
        """Open a unit for a Part without sections; other headings without sections stay in the unit before them."""
        waiting, self.waiting = self.waiting, None
        if waiting is not None and waiting.start < before and waiting is self.part:
            start = waiting.start
            path = f"part{self.part.label}"
            self._open(self.part, start, f"{self.prefix}.{path}" if self.prefix else path, PART)

    def _path(self, mark: Mark) -> str:
        """Return the path of a section, of several that are repealed together that of the first."""
        steps = [self.prefix] if self.prefix else []
        if (
            self.part is not None
            and self.restarts
            and self.schedule is not None
            and self.schedule.start in self.restarts
        ):
            steps.append(f"{self.part.kind}{self.part.label}")
        return ".".join((*steps, "s", re.split("[–—-]", mark.label)[0]))

    def _open(self, mark: Mark, start: int, path: str, role: str) -> None:
        above: list[str] = []
        metadata: dict[str, str] = {}
        if self.schedule is not None and mark is not self.schedule:
            above.append(_named("Schedule", self.schedule.label, self.schedule.heading))
            metadata["schedule"] = self.schedule.label
        for division in (self.part, *(self.inner.get(kind) for kind in INNER)):
            if division is not None and division is not mark:
                word = "" if division.kind is Kind.HEADING else division.kind.title()
                above.append(_named(word, division.label, division.heading))
                if division.label:
                    metadata[division.kind.value] = division.label
        name = f"s.{mark.label}" if mark.kind is Kind.SECTION else _named(mark.kind.title(), mark.label)
        self.units.append(
            Unit(
                start,
                start,
                path,
                role,
                mark.label,
                name.strip(" ."),
                mark.heading,
                tuple(above),
                parent=path.rpartition(".s.")[0] or None,
                metadata=metadata,
                status=mark.status,
            )
        )


def _named(*words: str) -> str:
    return " ".join(word for word in words if word)


def _restarting(marks: Sequence[Mark]) -> set[int]:
    """Return the starts of the schedules in which a number comes twice: there the Part belongs to the path."""
    restarting: set[int] = set()
    schedule: int | None = None
    seen: set[str] = set()
    for mark in marks:
        if mark.kind is Kind.SCHEDULE:
            schedule, seen = mark.start, set()
        elif mark.kind is Kind.SECTION and schedule is not None:
            if mark.label in seen:
                restarting.add(schedule)
            seen.add(mark.label)
    return restarting
