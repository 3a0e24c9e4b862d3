"""Find the entries of an index of the statements, and of a list of officers, which head nothing.

A crawler leaves each of them in a line of its own, printed as the headings of the statements are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.not_headings import MEASURE
from piperoll.corpora.sec_10k.signs import NOTES, STATEMENT, opens, opens_part

AUDITED = re.compile(
    r"reports? of independent|independent (?:certified )?(?:public )?(?:accountants|auditors)", re.IGNORECASE
)
"""Begins the title of an auditor's report."""
FEWEST, LONGEST = 3, 200
"""Lines of an index of the statements, at least, where nothing leads to it, and the characters of one of them."""
SHORT = 90
"""Characters of a line between two entries, of a name and of an office."""
INDEX = re.compile(
    r"(?:\(?[a-z\d]{1,2}[.)]\s?){0,2}(?:the )?(?:following )?(?:consolidated )?"
    r"(?:documents|financial statements?|financial statement schedules?|schedules?)\b.{0,250}"
    r"\b(?:filed|included|set forth|incorporated)\b",
    re.IGNORECASE,
)
"""Matches what leads to an index: "(a) The following documents are filed as part of this report:"."""
SCHEDULE = re.compile(r"(?:financial statement )?schedule\s[IVX\d]", re.IGNORECASE)
PERIODS = re.compile(r".{0,80}\b(?:years? ended|(?:19|20)\d\d and (?:19|20)\d\d)\b", re.IGNORECASE)
"""Matches a statement by its years: "Consolidated Operations - Years Ended March 31, 2031 and 2030"."""
OMITTED = re.compile(r"(?:all )?(?:other )?schedules\b", re.IGNORECASE)
"""Matches what ends it: "All other schedules are omitted …"."""
TO_WHOM = re.compile(
    r"to the (?:board|(?:share|stock)(?:holders|owners))|to share owners"
    r"|(?:the )?board of directors and (?:share|stock)\s?(?:holders|owners)"
    r"|(?:share|stock)(?:holders|owners) of (?!record)",
    re.IGNORECASE,
)
"""Matches to whom a report is addressed where its heading is not known."""
GOES_ON = re.compile(r"(?:and|of|on)\s", re.IGNORECASE)
"""Matches the second line of a heading: "SCHEDULE I - INFORMATION", "OF THE REGISTRANT"."""
OFFICE = r"\b(?:president|chairman|director|officer|counsel|controller|treasurer|secretary)\b"
OFFICER = re.compile(OFFICE, re.IGNORECASE)
NAME = re.compile(r"[A-Z][\w.’'-]+(?:\s[A-Z][\w.’'-]*){1,3}(?:,\s(?:Jr|Sr|II|III)\.?)?")
BESIDE = 3
"""Lines from one name of a list to the next, at most."""


def indexes(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the lines of an index of the statements: an auditor's report, statements, notes, and no text of theirs."""
    run: list[tuple[int, str]] = []
    between = 0
    for block in blocks:
        words = text[block.start : min(block.end, block.start + LONGEST + 1)]
        if opens_part(words) and len(words) <= LONGEST:
            run.append((block.start, words))
            between = 0
            continue
        between += 1
        if between > 1 or len(words) > SHORT:
            yield from _listed(run)
            run = []
    yield from _listed(run)
    yield from _led(text, blocks)


def _listed(run: Sequence[tuple[int, str]]) -> Iterator[int]:
    kinds = [any(kind.match(words) for _, words in run) for kind in (AUDITED, STATEMENT)]
    if len(run) >= FEWEST and all(kinds):
        yield from (start for start, _ in run)


def _led(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the entries behind a line that leads to an index, up to a text, or to the first statement itself."""
    inside = False
    for block, following in pairwise(blocks):
        words = text[block.start : min(block.end, block.start + 2 * LONGEST)]
        below = text[following.start : following.end]
        if INDEX.match(words):
            inside = True
        elif inside and opens(words, AUDITED, STATEMENT, NOTES, SCHEDULE, PERIODS):
            told = len(below) > LONGEST and not OMITTED.match(below)
            inside = len(words) <= LONGEST and not (told or opens(below, TO_WHOM, MEASURE, GOES_ON))
            if inside:
                yield block.start
        else:
            inside = inside and len(words) <= LONGEST


def officers(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the names in a list of names, each over the office of its bearer."""
    before, last = -1, -BESIDE
    for at, (block, following) in enumerate(pairwise(blocks)):
        name = block.end - block.start <= SHORT and NAME.fullmatch(text, block.start, block.end)
        if not name or OFFICER.search(name[0]):
            continue
        short = following.end - following.start <= LONGEST and text[following.end - 1] != "."
        if not short or not OFFICER.search(text, following.start, following.end):
            continue
        if at - last <= BESIDE:
            yield from (before, block.start)
        before, last = block.start, at
