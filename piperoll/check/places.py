"""Find the places of a version that a citation names, as ranges of its text.

A chunk may hold several numbered paragraphs or clauses: within it the place is what stands from its number to the next.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from piperoll.check.wording import Plain
from piperoll.corpora.common.numbered import paragraph_number, paragraph_path

MADE_UP = re.compile(r"[pv]\d+(?:-.*)?")
"""Labels that no document prints: parts and wordings of a unit."""
STYLES = (
    r"(?m:^)[*_ \t>#]*{}\\?\.(?!\d)",
    r"(?m:^)[*_ \t>#]*\[{}\]",
    r"(?m:^)[*_ \t>#]*{}(?![\d.)\]])",
    r"(?m:^)[*_ \t>#]*\({}\)",
)
"""How numbers of paragraphs are printed: "12.", "[12]", "12", "(12)"; of several that fit, the first."""
ARTICLE = re.compile(r"art(?P<number>\d.*)")
KIND = re.compile(r"[^\W\d_]*")


@dataclass(frozen=True, slots=True)
class Place:
    """A place is a part of a version's text, with its path, and whether it is in force."""

    path: str
    start: int
    end: int
    seen: bool


class Structure:
    """Hold the chunks of one version, by what their paths, clauses, subsections and paragraphs name."""

    def __init__(self, text: str, units: Sequence[Mapping[str, Any]]) -> None:
        self.text, self.units = text, units
        self._starts = [unit["start"] for unit in units]
        self.named: dict[str, list[Place]] = defaultdict(list)
        """Places by path."""
        for unit in units:
            for place in _within(text, unit):
                self.named[place.path].append(place)
        self.paths = sorted(self.named)
        self.kinds = {KIND.match(path)[0] for path in self.paths}  # type: ignore[index]

    @cached_property
    def plain(self) -> Plain:
        """Return the text as wordings are compared with it."""
        return Plain(self.text)

    @cached_property
    def unlabelled(self) -> Plain:
        """Return the text without marks of footnotes and numbers of paragraphs, as many quote it."""
        return Plain(self.text, labels=False)

    def readings(self) -> Iterator[Plain]:
        """Yield the text as it is compared, first with its labels, then without them."""
        yield self.plain
        yield self.unlabelled

    def has_such(self, path: str) -> bool:
        """Return whether the version has places of that kind: paragraphs, exhibits, numbers; else it cannot be told."""
        return KIND.match(path)[0] in self.kinds  # type: ignore[index]

    def find(self, path: str, loose: str | None = None) -> list[Place]:
        """Return the places that a path names: in force, if any is; none: there is no such place.

        Args:
            path: as it is cited.
            loose: the pattern of paths that it may mean as well.
        """
        article = ARTICLE.fullmatch(path)
        for spelling in (path, article["number"] if article else f"art{path}"):
            if found := self._held(spelling):
                return _in_force(found)
        if loose and (found := [one for name in self.paths if re.search(loose, name) for one in self.named[name]]):
            return _in_force(found)
        above = path.rpartition(".")[0]
        if above and not self._parts(above) and (found := self.find(above)):
            return found
        return []

    def at(self, start: int, end: int) -> str:
        """Return the path of the smallest place that holds a range of the text, else of what the range begins in."""
        holding = [place for places in self.named.values() for place in places if place.start <= start < place.end]
        whole = [place for place in holding if end <= place.end]
        return min(whole or holding, key=lambda one: (one.end - one.start, -len(one.path))).path if holding else ""

    def _held(self, path: str) -> list[Place]:
        return [*self.named.get(path, ()), *(one for name in self._below(path) for one in self.named[name])]

    def _below(self, path: str) -> Iterator[str]:
        prefix = f"{path}."
        for name in self.paths[bisect_left(self.paths, prefix) :]:
            if not name.startswith(prefix):
                break
            yield name

    def _parts(self, path: str) -> bool:
        """Return whether it is known which parts a unit has: then a part that it has not does not exist."""
        return any(not MADE_UP.fullmatch(name[len(path) + 1 :].partition(".")[0]) for name in self._below(path))


def _in_force(found: list[Place]) -> list[Place]:
    return [one for one in found if one.seen] or found


def _within(text: str, unit: Mapping[str, Any]) -> Iterator[Place]:
    """Yield the place of a chunk, and those of the paragraphs, clauses and subsections that begin in it."""
    start, end, seen = unit["start"], unit["end"], unit["seen"]
    numbers = sorted({*unit["paragraphs"], *([own] if (own := paragraph_number(unit["path"])) is not None else [])})
    if len(numbers) < 2 or unit["clauses"]:
        yield Place(unit["path"], start, end, seen)
    around = unit["parent"] or unit["path"]
    labels = _numbered(text, unit, numbers) if len(numbers) > 1 else []
    labels += [(clause, _printed(clause)) for clause in unit["clauses"]]
    labels += [(f"{around}.{label}", _printed(label)) for label in unit["subsections"]]
    found: list[tuple[str, int]] = []
    at = start
    for path, pattern in labels:
        match = re.compile(pattern).search(text, at, end)
        found.append((path, match.start() if match else -1))
        at = match.end() if match else at
    for index, (path, begin) in enumerate(found):
        following = (other for name, other in found[index + 1 :] if other > begin and not name.startswith(f"{path}."))
        if path != unit["path"] or len(numbers) > 1:
            yield Place(
                path, start if begin < 0 or index == 0 else begin, end if begin < 0 else next(following, end), seen
            )


def _numbered(text: str, unit: Mapping[str, Any], numbers: Sequence[int]) -> list[tuple[str, str]]:
    """Return the paths of numbered paragraphs, with the pattern of their numbers as most of them are printed there."""

    def found(style: str) -> int:
        at, count = unit["start"], 0
        for number in numbers:
            if match := re.compile(style.format(number)).search(text, at, unit["end"]):
                at, count = match.end(), count + 1
        return count

    style = max(STYLES, key=found)
    return [(paragraph_path(number), style.format(number)) for number in numbers]


def _printed(path: str) -> str:
    """Return the pattern of the number of a clause as it may be printed: "6.1", "(b)", "b."."""
    label = re.escape(path.rpartition(".")[2])
    whole = re.escape(path)
    return rf"(?i)(?<![\w.]){whole}(?![\w])|\({label}\)|(?<![\w.]){label}[.)]"
