"""Find the items of a page that are nothing but a caption: "* Oil", and a paragraph or a list below it."""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.unmarked import FIELD
from piperoll.corpora.clauses.words.captions import BREAKS_OFF, SAYS, is_title, plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL
from piperoll.text.paragraphs import column_of

ITEM = re.compile(r"[*+•-][ \t\xa0]{1,9}(?=[^\W\d_a-zß-ÿ])(?P<words>[^*_|\[\]\n]{3,80}[^\W_]|[^*_|\[\]\n]{3,80}[).:?])")
BELOW = re.compile(r"[“\"«]?[^\W\d_a-zß-ÿ]")
"""Matches the beginning of the paragraph below the caption."""
ITEM_BELOW = re.compile(r"[*+•-][ \t\xa0]+\S")
HEADING_BELOW = re.compile(r"#{1,6}[ \t\xa0]")
MOST = 8
"""Words of the longest caption over a list."""
RUN_IN_ITEM = re.compile(
    r"[*+•-][ \t\xa0]{1,9}(?P<words>[^\W\d_a-zß-ÿ][^.:;*_|\[\]\n]{2,80})\.(?=[ \xa0]{1,9}[“\"]?[^\W\d_a-zß-ÿ])"
)
"""Matches an item that begins with a caption: "* Oil. The keeper"."""
BOLD_ITEM = re.compile(r"[*+•-][ \t\xa0]{1,9}_?(?:\*\*|__)")
"""Matches an item that begins with bold words."""
ALIKE = 0.7
"""Share of the items of a list with captions."""
LEAST = 60
"""Characters of the shortest first line of it."""


def item_caption(text: str, row: Range, after: Range) -> Candidate | None:
    """Return an item that is a caption over the text below it, which stands right of its bullet; else None.

    Args:
        text: the stored text.
        row: the character range of the line.
        after: that of the line behind it.
    """
    start, end = row
    item = ITEM.fullmatch(text, start, end) if text[start] in "-+•*" else None
    if item is None or column_of(text, after[0]) <= column_of(text, start):
        return None
    words = item["words"]
    apart = text.startswith("  ", end) or text.count("\n", end, after[0]) > 1
    paragraph = apart and after[1] - after[0] >= LEAST and BELOW.match(text, after[0])
    over_list = words[-1] not in ":)" and ": " not in words and len(words.split()) <= MOST
    over_list = over_list and (ITEM_BELOW.match(text, after[0]) or HEADING_BELOW.match(text, after[0])) is not None
    if not (paragraph or over_list) or SAYS.match(words) or BREAKS_OFF.search(words) or FIELD.match(words):
        return None
    if LINE_LABEL.match(text, *after):
        return None
    caption = plain(words).rstrip(":. ")
    return Candidate(start, end, caption=caption, level=BULLET_LEVEL, own_line=True, indent=column_of(text, start) + 1)


def is_empty_item(text: str, row: Range, after: Range) -> bool:
    """Return whether an item is nothing but bold words, and the next one of its list has bold words, too: no heading.

    Args:
        text: the stored text.
        row: the character range of the line.
        after: that of the line behind it.
    """
    item, following = BOLD_ITEM.match(text, *row), BOLD_ITEM.match(text, *after)
    if not (item and following) or text[slice(*row)].rstrip("*_ \t\xa0").endswith((":", "：")):
        return False
    return column_of(text, after[0]) <= column_of(text, row[0])


def with_run_in_items(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, and items with a caption in front of their text, in lists in which others are a caption.

    "* Oil. The keeper" stands in a list as "* Lamps" does, which has nothing but a list of its own.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines.
    """
    captions = {one.start for one in found if is_item_caption(one)}
    if not captions:
        return list(found)
    begun = {one.start for one in found}
    run_in: list[Candidate] = []
    for column, items in _lists(text, rows):
        if captions.isdisjoint(start for start, _ in items):
            continue
        matches = [match for row in items if row[0] not in begun and (match := _run_in(text, row))]
        alike = len(matches) + sum(start in captions for start, _ in items)
        if alike >= ALIKE * len(items):
            run_in += [
                Candidate(
                    match.start(),
                    match.end(),
                    caption=plain(match["words"]),
                    level=BULLET_LEVEL,
                    indent=column + 1,
                )
                for match in matches
            ]
    return sorted([*found, *run_in], key=attrgetter("start"))


def _run_in(text: str, row: Range) -> re.Match[str] | None:
    """Return the caption with which the text of an item begins; None without one."""
    match = RUN_IN_ITEM.match(text, *row)
    if match is None or not is_title(match["words"]) or SAYS.match(match["words"]) or BREAKS_OFF.search(match["words"]):
        return None
    return match


def _lists(text: str, rows: Sequence[Range]) -> Iterator[tuple[int, list[Range]]]:
    """Yield the column and the items of each list; what stands right of its bullets is in it."""
    open_: list[tuple[int, list[Range]]] = []
    for start, end in rows:
        column, bullet = column_of(text, start), ITEM_BELOW.match(text, start) is not None
        while open_ and open_[-1][0] > column - (not bullet):
            yield open_.pop()
        if bullet and not (open_ and open_[-1][0] == column):
            open_.append((column, []))
        if bullet:
            open_[-1][1].append((start, end))
    yield from open_


def is_item_caption(candidate: Candidate) -> bool:
    """Return whether a candidate is such an item; other headings behind a bullet are in bold type."""
    return candidate.level == BULLET_LEVEL and not candidate.bold
