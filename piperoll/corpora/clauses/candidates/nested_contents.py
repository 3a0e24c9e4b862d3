"""Rank the headings that nothing marks by the table of contents of their page, whose entries are nested bullets."""

import re
from collections.abc import Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.contents import ENTRY, key
from piperoll.corpora.clauses.words.captions import plain
from piperoll.text.paragraphs import column_of, rows

BULLET = re.compile(r"[*+-][ \t]+(?P<name>.+)")
HIGHEST, LOWEST = 2, 6
"""Levels of the headings of the outermost and of the innermost entries; the title of the page is above them."""


def with_nested_ranks(text: str, contents: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page, with the levels that the first table of contents gives to its headings.

    It does so where no heading is marked and none of its entries has a number. The entries come again in their order,
    each as a line of its own, or glued to the paragraph below it.

    Args:
        text: the stored text.
        contents: the ranges of the tables of contents.
        found: the candidates behind them.
    """
    entries = list(rows(text, *contents[0])) if contents else []
    columns = [column_of(text, start) for start, _ in entries]
    ranks = {column: rank for rank, column in enumerate(sorted(set(columns)))}
    names = [plain(bullet["name"]) for row in entries if (bullet := BULLET.fullmatch(text, *row))]
    places = {key(name): at for at, name in enumerate(names)}
    if len(ranks) < 2 or len(names) < len(entries):
        return list(found)
    if any(0 < one.level <= LOWEST or (one.label and key(one.caption) in places) for one in found):
        return list(found)
    below = [
        (start, end, key(text[start:end]) if end - start <= ENTRY else "") for start, end in rows(text, contents[0][1])
    ]
    glued = places.keys() - {name for _, _, name in below}
    opened = {one.start: one for one in found}
    last = -1
    for start, end, name in below:
        if names[last + 1 :] and key(names[last + 1]) in glued and text.startswith(f"{names[last + 1]} ", start):
            name, end = key(names[last + 1]), start + len(names[last + 1])
        at = places.get(name, -1)
        one = opened.get(start) or Candidate(start, end, caption=text[start:end], own_line=True, indent=1)
        if at > last and one.bare:
            last = at
            opened[start] = replace(one, level=min(HIGHEST + ranks[columns[at]], LOWEST))
    return [opened[start] for start in sorted(opened)]
