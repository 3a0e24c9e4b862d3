"""Read a filing as plain text, as the 1990s and early 2000s have it; ``<PAGE>`` and ``<TABLE>`` are its only marks."""

import re
from collections.abc import Iterator

from piperoll.corpora.sec_10k.filing import Filing
from piperoll.model import SetAside
from piperoll.ranges import Range

MARK = re.compile(r"</?(?:PAGE|TABLE|CAPTION|S|C|FN|F\d{1,2}|PRE|MULTIPLIER|LEGEND)>", re.IGNORECASE)
MARKS = re.compile(rf"^[ \t]*(?:{MARK.pattern}[ \t]*)+$", re.IGNORECASE | re.MULTILINE)
"""A line of nothing but marks: "<S>                <C>          <C>"."""
PAGE = re.compile(r"<PAGE>", re.IGNORECASE)
TABLE = re.compile(r"<(?P<end>/?)TABLE>", re.IGNORECASE)


def read(text: str) -> Filing:
    """Return the filing that a plain text is."""
    text = text.replace("\f", "\n")
    aside = [SetAside(*match.span(), "markup") for match in MARKS.finditer(text)]
    breaks = [match.start() for match in PAGE.finditer(text)]
    return Filing(text, tables=list(_tables(text)), breaks=breaks, set_aside=aside, wrapped=True)


def _tables(text: str) -> Iterator[Range]:
    start = None
    for match in TABLE.finditer(text):
        if not match["end"]:
            start = match.end()
        elif start is not None:
            yield start, match.start()
            start = None
