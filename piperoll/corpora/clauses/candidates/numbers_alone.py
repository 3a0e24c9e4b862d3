"""Find the numbers of clauses that stand on lines of their own, above their text: "1.1", and "The keeper …" below."""

import re
from collections.abc import Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import caption_at
from piperoll.corpora.clauses.words.labels import Label, numbers, printed

NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?")
TEXT = re.compile(r"[“\"(\[]?[^\W\d_a-zß-ÿ][^\n]*\s[a-zß-ÿ]{2}")
"""Matches the beginning of a line with words, which no cell of numbers is."""
LEAST = 3
"""Numbers that count on, from which they are those of clauses."""


def numbers_alone(text: str, rows: Sequence[Range]) -> dict[int, Candidate]:
    """Return the clauses whose number is all there is on its line, by where they start.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.

    Returns:
        None of them where such numbers do not count on from line to line, as in a table.
    """
    found: dict[int, Candidate] = {}
    last: dict[tuple[int, ...], int] = {}
    seen = 0
    for (start, end), behind in pairwise(rows):
        if not text[start].isdecimal() or not NUMBER.fullmatch(text, start, end):
            continue
        values = numbers(text[start:end])
        seen += 1
        if values[-1] in (1, last.get(values[:-1], 0) + 1) and TEXT.match(text, *behind):
            last[values[:-1]] = values[-1]
            caption, stop = caption_at(text, *behind, marked=False, bold=False, labelled=True)
            label = Label("number", printed(text[start:end]), values)
            found[start] = Candidate(
                start,
                stop if caption else end,
                label,
                caption,
                own_line=stop in (end, behind[1]),
                printed=text[start:end],
            )
    return found if len(found) >= max(LEAST, seen - 1) else {}
