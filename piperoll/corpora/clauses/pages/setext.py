"""Read headings of Markdown that a line of "=" or "-" below them marks."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.words.captions import LONGEST_HEADING

SETEXT = re.compile(r"(?:(=+)|(-{2,}))$")
AS_LONG = 4
"""Characters by which a line of "-" is longer than the heading above it, where a program wrote both, or shorter."""
SHORTEST = 4
"""Characters of the shortest such line: "---" alone is a rule."""


def setext(text: str, row: Range, after: Range) -> int:
    """Return the level that the line after ``row`` gives it; some pages leave a gap above that line.

    Behind a gap, a line of "-" is a rule between two parts, unless it is as long as the heading.

    Args:
        text: the stored text.
        row: the range of the line.
        after: that of the line behind it.

    Returns:
        1 or 2; 0 where the next line is no rule.
    """
    under = SETEXT.match(text, *after) if text.startswith(("=", "-"), *after) else None
    length = row[1] - row[0]
    if not under or length > LONGEST_HEADING:
        return 0
    if under[1]:
        return 1
    alike = len(under[2]) >= SHORTEST and abs(len(under[2]) - length) <= AS_LONG
    return 2 * (alike or text.count("\n", row[1], after[0]) == 1)
