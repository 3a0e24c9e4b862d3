"""Put the sections of a further document of a page below its title, where that is marked as they are."""

from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL
from piperoll.corpora.clauses.candidates.line_starts import DATED
from piperoll.corpora.clauses.tree.units import DOCUMENT, Unit
from piperoll.corpora.clauses.words.documents import TITLE

LEAST = 3
"""Numbered sections of such a document."""
FRONT = 1_500
"""Characters in front of the title of a further document."""
DATE = 200
"""Characters below a title in which the day of a document stands."""


def set_titled(text: str, root: Unit) -> None:
    """Put the sections behind each title of a further document below it.

    The title of the first document is marked as it is, and numbers begin behind it; or a day stands below it. No other
    heading stands below it already.

    Args:
        text: the stored text.
        root: the tree.
    """
    for parent in list(root.walk()):
        siblings = parent.children
        for index in range(len(siblings) - 1, 0, -1):
            title = siblings[index]
            if not _is_title(title) or title.children or title.start < FRONT:
                continue
            end = next((at for at in range(index + 1, len(siblings)) if not _is_in(siblings[at], title)), len(siblings))
            inside = siblings[index + 1 : end]
            if inside and (_is_numbered(siblings, index, inside) or _is_dated(text, title)):
                _gather(title, inside)
                del siblings[index + 1 : end]


def _is_title(unit: Unit) -> bool:
    """Return whether a marked heading is called as a document is."""
    return 0 < unit.level < BOLD_LEVEL and not unit.label and TITLE.search(unit.caption) is not None


def _is_in(unit: Unit, title: Unit) -> bool:
    """Return whether a unit can be a section of a document: of the rank of its title, and none itself."""
    return unit.series != DOCUMENT and unit.level == title.level and not _is_title(unit)


def _is_numbered(siblings: Sequence[Unit], index: int, inside: Sequence[Unit]) -> bool:
    """Return whether the sections of a document are numbered, and the title of another one stands in front of it.

    Args:
        siblings: the units of one parent.
        index: where the title stands among them.
        inside: the sections behind it.
    """
    if [unit.values for unit in inside[:LEAST]] != [(number,) for number in range(1, LEAST + 1)]:
        return False
    return any(_is_title(siblings[at]) and siblings[at].level == siblings[index].level for at in range(index))


def _is_dated(text: str, title: Unit) -> bool:
    """Return whether the day of a document stands below its title."""
    lines = text[title.head : min(title.end, title.head + DATE)].strip("=- \n").split("\n")
    return DATED.search(lines[0]) is not None


def _gather(title: Unit, inside: Sequence[Unit]) -> None:
    """Put units below a title."""
    title.children += inside
    title.end = inside[-1].end
    title.series = DOCUMENT
    for unit in inside:
        unit.parent = title
