"""Find what stands between the head of a judgment and its first paragraph: notices, contents, and an order.

A tribunal says first what it orders, below "JUDGMENT", and then why, below "REASONS".
"""

import re
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.header import kind_of
from piperoll.corpora.hk_cases.short_lines import names_judge
from piperoll.model import SetAside
from piperoll.text.paragraphs import rows

# "This judgment was handed down remotely at 10:30 on …", "WARNING: reporting restrictions …", "____________"
NOTICE = re.compile(
    r"[\W_]{5,}$|WARNING\b|Crown Copyright\b|\(?For General Distribution\b"
    # "(3:41 pm)"
    r"|\(?\d{1,2}[:.]\d\d ?[ap]m\)?$"
    # "Thursday 23rd September 2021"
    r"|(?:[a-z]{2,8}day,? )?\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9},? (?:19|20)\d\d\.?$"
    # "I direct that pursuant to CPR PD 39A para 6.1 no official shorthand note shall be taken of this Judgment"
    r"|I direct\b[^\n]{0,60}?no official shorthand note\b"
    r"|This (?:judgment|decision|ruling|transcript|version)\b[^\n]{0,60}?"
    r"\b(?:handed down|delivered|corrected|amended|revised|published|anonymised)\b",
    re.IGNORECASE,
)
CONTENTS = re.compile(r"(?:TABLE OF )?CONTENTS|Index", re.IGNORECASE)
# "The SKY marks …………………… 13-17", "Determination\t80", "II.\tThe Facts - paras. [8]-[30]"
PAGE = re.compile(r"\d{1,4}")
ENTRY = re.compile(r"(?:[.…]{3}|\t(?=[^\t\n]*$)|\bparas?\.? )\W*\d{1,4}(?:\]?\W{1,3}\d{1,4})?[\].]{0,2}$")
LONGEST = 400
"""Characters of an entry, or of two that stand on one line."""
FARTHEST = 4
"""Paragraphs behind the head within which a notice stands: in front of it, the judge's name."""
LONGEST_TITLE = 60
"""Characters of a line above an order: "RESERVED JUDGMENT ON A PRELIMINARY ISSUE"."""
# "ORDER", "FINAL ORDERS", "Decisions of the Tribunal", "NOTICE OF DECISION"
ORDER_TITLE = re.compile(
    r"(?:(?:the|final|interim|consent|notice of|summary of) )*(?:orders?|decisions?)(?: of the (?:tribunal|court))?:?",
    re.IGNORECASE,
)
# "Decision: The appeal is dismissed."
TITLE_IN_LINE = re.compile(r"(?:Decision|Judgment|Order)s?:[ \t]+(?=\S)", re.IGNORECASE)
# "IT IS ORDERED that …", "THE COURT ORDERS THAT:", without a title above
ORDERING = re.compile(r"(?:IT IS (?:HEREBY )?ORDERED|THE (?:COURT|TRIBUNAL) ORDERS)\b", re.IGNORECASE)
LEAST = 3
"""Entries from which lines with page numbers are a table of contents."""


def notices_end(text: str, blocks: Sequence[Range], front: int) -> int:
    """Return the end of the last notice in front of the first paragraph; ``front`` where there is none.

    Args:
        text: the stored text.
        blocks: character ranges of the paragraphs between the head and the first numbered one.
        front: where the head ends.
    """
    return max((end for start, end in blocks[:FARTHEST] if NOTICE.match(text, start, end)), default=front)


def printed_contents(text: str, blocks: Sequence[Range]) -> SetAside | None:
    """Return the table of contents below its title, each entry of which has its number in a paragraph of its own.

    Args:
        text: the stored text.
        blocks: character ranges of the paragraphs in front of the first numbered one.
    """
    titles = (index for index, (start, end) in enumerate(blocks) if CONTENTS.fullmatch(text, start, end))
    first = next(titles, len(blocks))
    pages = [index for index in range(first + 1, len(blocks)) if PAGE.fullmatch(text, *blocks[index])]
    if len(pages) < LEAST:
        return None
    return SetAside(blocks[first][0], blocks[pages[-1]][1], "table of contents")


def contents(text: str, blocks: Sequence[Range]) -> Iterator[SetAside]:
    """Yield the table of contents among ``blocks``, from its title to its last entry."""
    entries = [
        index for index, (start, end) in enumerate(blocks) if end - start <= LONGEST and ENTRY.search(text, start, end)
    ]
    if len(entries) < LEAST:
        return
    titles = (index for index, (start, end) in enumerate(blocks) if CONTENTS.fullmatch(text, start, end))
    first = min(next(titles, entries[0]), entries[0])
    if first:  # "This judgment is in six parts, as follows:"
        line = text[slice(*blocks[first - 1])]
        first -= line.endswith(":") and not names_judge(line)
    yield SetAside(blocks[first][0], blocks[entries[-1]][1], "table of contents")


def order_start(text: str, front: int, first: int) -> int:
    """Return where an order in front of the reasons begins: behind the last title of the front; ``front`` for none.

    Between a title and "REASONS" nothing but an order stands; without that line it is one if it orders, and no notice
    of how it was handed down comes there.

    Args:
        text: the stored text.
        front: where the front matter ends.
        first: where the first numbered paragraph begins.
    """
    begin: int | None = None
    for low, high in rows(text, 0, first):
        line = text[low:high]
        if begin is not None and len(line) <= LONGEST_TITLE and roles.OVER_REASONS.fullmatch(line):
            return begin if text.find(".", begin, low) >= 0 else front
        if low >= front:
            continue
        if TITLE_IN_LINE.match(line) or (begin is None and ORDERING.match(line)):
            begin = low if begin is None or text.find(".", begin, low) < 0 else begin
        elif len(line) <= LONGEST_TITLE and line[-1] != "." and (ORDER_TITLE.fullmatch(line) or kind_of([line])):
            begin = high
        elif NOTICE.match(line):
            begin = None
    orders = begin is not None and roles.disposes(text[begin:front][: roles.BEGINNING])
    return begin if begin is not None and orders else front
