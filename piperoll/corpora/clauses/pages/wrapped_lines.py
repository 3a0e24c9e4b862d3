"""Tell where a sentence goes on from line to line, as where a text was made from a document with pages."""

from collections.abc import Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range

SENTENCE_ENDS = frozenset('.;:!?”")|]*_')
"""Last characters of a line behind which a sentence can begin."""
GOING_ON = 0.25
"""Share of the long lines that go on with a small letter in the next one, from which those of a page are wrapped."""
WRAPPED = 60
"""Characters of the shortest line that can go on in the next one."""


def has_wrapped_lines(text: str, rows: Sequence[Range]) -> bool:
    """Return whether sentences go on from line to line on a page, as where it was made from a document with pages."""
    long = [(end, after) for (start, end), (after, _) in pairwise(rows) if end - start > WRAPPED]
    going_on = sum(text[end - 1] not in SENTENCE_ENDS and text[after].islower() for end, after in long)
    return going_on > GOING_ON * len(long)


def is_wrapped(text: str, before: Range, start: int) -> bool:
    """Return whether a line goes on with the sentence of the line before: "... with the Harbour", "Office. It".

    Args:
        text: the stored text.
        before: the character range of the line before.
        start: offset of the first character of the line.

    Returns:
        True where no sentence ends in front of it.
    """
    first, end = before
    if end - first <= WRAPPED or text[end - 1] in SENTENCE_ENDS:
        return False
    line = text[start : start + WRAPPED].partition("\n")[0].rstrip()
    return not text[first:end].isupper() or (line[-1:] == "." and line.isupper())
