"""Find the captions of a page that nothing but a colon marks: "The right to light:", alone over a paragraph."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import FIELD
from piperoll.corpora.clauses.words.captions import BREAKS_OFF, CAPTION_LENGTH, SAYS, plain

ALIKE = 3
"""Such lines in one section, from which they are captions: one or two can be sentences that lead to what is below."""
PARAGRAPH = 60
"""Characters of the shortest paragraph below one."""
PARAGRAPH_ENDS = ".:?!"


def with_colon_captions(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, and the captions with a colon of the sections that have at least three.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    begun = {one.start for one in found}
    captions = [
        Candidate(start, end, caption=plain(text[start:end]).rstrip(": "), own_line=True, indent=1)
        for section in _sections(text, rows, {one.start for one in found if one.level})
        if len(section) >= ALIKE
        for start, end in section
        if start not in begun
    ]
    return sorted([*found, *captions], key=attrgetter("start")) if captions else list(found)


def _sections(text: str, rows: Sequence[Range], marked: set[int]) -> Iterator[list[Range]]:
    """Yield the lines of each section that are like captions with a colon; a marked heading begins a section."""
    section: list[Range] = []
    for index, (start, end) in enumerate(rows[:-1]):
        if start in marked:
            yield section
            section = []
        elif text[end - 1] in ":：" and _is_caption(text, rows[index - 1][1] if index else 0, rows[index : index + 2]):
            section.append((start, end))
    yield section


def _is_caption(text: str, above: int, rows: Sequence[Range]) -> bool:
    """Return whether a line stands alone over a paragraph, and ``above`` is where the line in front of it ends."""
    (start, end), (below, last) = rows
    line = text[start:end]
    if not (line[0].isupper() and end - start <= CAPTION_LENGTH and last - below >= PARAGRAPH):
        return False
    if text.count("\n", above, start) < 2 or text.count("\n", end, below) < 2:
        return False
    if FIELD.match(line) or SAYS.match(line) or BREAKS_OFF.search(line.rstrip(": \xa0")):
        return False
    return text[below].isupper() and text[last - 1] in PARAGRAPH_ENDS
