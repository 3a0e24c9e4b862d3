"""End the sections of words in front of a text where these head nothing but their own paragraphs."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.sec_10k.pieces import Part

ITEM = re.compile(r"[^\w\s$\"“‘'(]|\(?(?:\d{1,2}|[a-z])[.)]\s")
"""Begins the item of a list in a text, which belongs to what stands in front of the list."""
ALIKE = 3
"""Paragraphs that are all their first words head, before the next one in their series is known to be alike."""


def end_series(text: str, parts: Sequence[Part]) -> None:
    """Take what follows the last paragraph of a series out of the section that its first words open.

    It stands behind the series where the first words of the others head nothing but their own paragraphs. Bold words
    head what follows them where others in the unit do.

    Args:
        text: the stored text.
        parts: of the unit.
    """
    sections = list(_sections(text, parts))
    strong = any(rest and not last and first.strong for first, rest, last in sections)
    before = 0
    """Paragraphs of the series that stand alone before the last one."""
    for first, rest, last in sections:
        if not last:
            before = -len(parts) if rest else before + 1
            continue
        path = first.path[:-1]
        for part in rest if before >= ALIKE and not (strong and first.strong) else ():
            part.path = path
        before = 0


def _sections(text: str, parts: Sequence[Part]) -> Iterator[tuple[Part, Sequence[Part], bool]]:
    """Yield each paragraph whose first words open a section, what follows it there, and whether its series ends.

    What follows it begins with the first part that is no table, no item of a list, and behind no colon.
    """
    for index, first in enumerate(parts):
        if not first.led:
            continue
        behind = range(index + 1, len(parts))
        stop = next((at for at in behind if parts[at].led or parts[at].path != first.path), len(parts))
        alone = (
            at
            for at in range(index + 1, stop)
            if not (parts[at].rows or text[parts[at - 1].end - 1] == ":" or ITEM.match(text, parts[at].start))
        )
        following = parts[stop] if stop < len(parts) else None
        alike = following is not None and following.led and following.path[:-1] == first.path[:-1]
        yield first, parts[next(alone, stop) : stop], not alike
