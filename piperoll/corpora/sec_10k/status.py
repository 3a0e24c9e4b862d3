"""Say what an Item is: told here, told in another document, not applicable, or reserved."""

import re
from enum import StrEnum

from piperoll.corpora.sec_10k.sentences import sentences
from piperoll.text.paragraphs import paragraphs


class ItemStatus(StrEnum):
    """A status says where the text of an Item is."""

    PRESENT = "present"
    INCORPORATED = "incorporated_by_reference"
    """The Item points to another document: the proxy statement, the annual report to shareholders."""
    NOT_APPLICABLE = "not_applicable"
    RESERVED = "reserved"


RESERVED = re.compile(r"\W*(?:removed and |intentionally )?(?:reserved|omitted)\W*", re.IGNORECASE)
NOTHING = re.compile(
    # "Not applicable.", "None.", "As a “smaller reporting company,” we are not required …", "There are no unresolved …"
    r"\W*(?:(?:this item is )?not applicable|n/?a\b|none\b|not required|no (?:disclosure|response) (?:is )?required"
    r"|[^.]{0,80}smaller reporting compan(?:y|ies)[^.]{0,80}not required|there (?:are|were) (?:none|no )"
    r"|no matters were)",
    re.IGNORECASE,
)
LONGEST_HEADING = 60
SHORT = 400
"""Characters of an Item that has nothing to tell; a longer one tells something besides."""
POINTER = re.compile(
    r"incorporated\s(?:(?:herein|into|in|by|hereby)\s){0,3}(?:this\s(?:report|item|form)[\w\s-]{0,20}\s)?by\sreference"
    r"|\bincorporat(?:es?|ed|ing)\b[^.]{0,200}\bby\s(?:this\s)?reference|hereby\sincorporated"
    r"|\b(?:refer(?:red)?\sto|see|reported|set\sforth|appears?|appearing|contained|included|presented|found|submitted|under)\b[^.]{0,400}"
    r"\b(?:proxy\sstatement|annual\sreport\sto\s(?:share|stock|security)\W?(?:holders|owners)|\d{4}\sannual\sreport(?!\son\sform)"
    r"|annual\sreport\s(?:which|filed\sas)|exhibit\s13)",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(
    r"proxy\s(?:statement|materials)|annual\sreport|information\sstatement|exhibit\s13"
    r"|(?:share|stock)holders.{0,40}\sreport",
    re.IGNORECASE,
)
"""Another document; "incorporated by reference from Item 8 of this report" points to none."""
THIS_REPORT = re.compile(
    r"\bthis\s(?:annual\s)?report(?:\son\sform\s10-k)?|\b(?:\d{4}\s)?annual\sreport\son\sform\s10-k", re.IGNORECASE
)
"""No other document, though it is called an annual report."""
WITHIN = re.compile(
    r"\b(?:see|refer to|information)\b.{0,300}\b(?:items?\s\d{1,2}[A-C]?|notes?\s\d{1,2})\b", re.IGNORECASE
)
"""Points to another Item of the same report."""
LONGEST_POINTER = 3_000
"""Characters of an Item that only points elsewhere; a longer one tells a good part of it here."""
MOSTLY, WHOLLY = 0.5, 0.7
"""Share of the text in sentences that point elsewhere: where the first one does, and where it does not."""
FEW_WORDS = 30
STARRED = re.compile(r"\*\W*$")
NEVER = frozenset({"15", "16"})
"""Items that are lists of documents: they name many that are incorporated, and are told here."""


NOTE = re.compile(r"\([a-z]\)")
PAGES = re.compile(r"\bpages?\s\d|\s\d{1,3}(?:\s?[-–]\s?\d{1,3})?(?=[,\s(]|$)", re.IGNORECASE)
ABSENT = re.compile(r"\b(?:not applicable|none|n/a)\b", re.IGNORECASE)


def status_of(item: str, title: str, body: str) -> ItemStatus:
    """Return the status of an Item that is told under its own heading.

    Args:
        item: its code, such as "7A".
        title: as printed.
        body: its text, without the heading.

    Returns:
        The status.
    """
    words = " ".join(body.split())
    if (RESERVED.fullmatch(title) and len(words) < SHORT) or RESERVED.fullmatch(words[:SHORT]):
        return ItemStatus.RESERVED
    if len(words) < SHORT and NOTHING.match(words) and not POINTER.search(words):
        return ItemStatus.NOT_APPLICABLE
    if item not in NEVER and len(words) <= LONGEST_POINTER and _points_elsewhere(body):
        return ItemStatus.INCORPORATED
    return ItemStatus.PRESENT


def status_told(title: str, told: str, notes: str) -> ItemStatus:
    """Return the status of an Item by its row in a table of cross references.

    Args:
        title: of the Item.
        told: the row.
        notes: the text below the table, with "(a) Incorporated by reference to …".

    Returns:
        The status.
    """
    told = " ".join(told.split())
    if PAGES.search(told[len(title) :]):
        return ItemStatus.PRESENT
    if RESERVED.search(title) and "reserved" in title.lower():
        return ItemStatus.RESERVED
    if mark := NOTE.search(told):
        lines = [line for line in notes.split("\n") if line.lstrip(" *").startswith(mark[0])]
        if any(POINTER.search(line) for line in lines):
            return ItemStatus.INCORPORATED
    return ItemStatus.NOT_APPLICABLE if ABSENT.search(told) else ItemStatus.PRESENT


def starred(title: str, body: str, following: str) -> bool:
    """Return whether a star behind a title points to another document.

    Args:
        title: of the Item.
        body: its text, of which there is little.
        following: the text behind it, with the note to the star.

    Returns:
        True where the note says that the Item is incorporated by reference.
    """
    if not STARRED.search(title) or len(body.split()) > FEW_WORDS:
        return False
    notes = (line for line in following.split("\n") if line.lstrip().startswith("*"))
    return any(POINTER.search(note) for note in notes)


def _points_elsewhere(body: str) -> bool:
    cut = (body[start:stop] for first, last in paragraphs(body) for start, stop in sentences(body, first, last))
    told = [" ".join(one.split()) for one in cut]
    told = [THIS_REPORT.sub("", one) for one in told if len(one) > LONGEST_HEADING or one.endswith(".")]
    told = [one for one in told if ELSEWHERE.search(one) or not WITHIN.search(one)]
    points = [bool(POINTER.search(one) and ELSEWHERE.search(one)) for one in told]
    if not any(points):
        return False
    whole = sum(map(len, told))
    share = sum(len(one) for one, point in zip(told, points, strict=True) if point) / whole
    return share >= (MOSTLY if points[0] else WHOLLY)
