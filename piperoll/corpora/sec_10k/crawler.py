"""Read filings that a crawler of EDGAR has cut into Items: JSON with ``item_1``, ``item_1A`` … beside ``cik``."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from piperoll.corpora.sec_10k.codes import CODES
from piperoll.corpora.sec_10k.container import ANNUAL, NAMED, refuse
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.headings import CONTINUED
from piperoll.model import DocumentError
from piperoll.ranges import Range

TAKEN = {"cik": "cik", "company": "company", "filing_date": "filed", "period_of_report": "period_end", "sic": "sic"}
PREFIXES = ("item_", "section_")
BREAKS = re.compile(r"\r\n?")
LABEL = re.compile(
    r"^((?:note[ ])?\d{1,2}[.:]|\([a-z\d]{1,3}\)|[a-z][.)]|[•●▪◦·])[ \t]*\n(?=[\"“‘'$]?[^\W\d_])",
    re.IGNORECASE | re.MULTILINE,
)
"""Matches what stands in front of a line in one of its own: "NOTE 3." in front of "INVENTORIES", the mark of a list."""
FIRST_NOTE = re.compile(r"^(notes to [a-z ]{0,40}financial statements)[ ](?=note 1\b)", re.IGNORECASE | re.MULTILINE)
"""Matches the heading of the notes in one line with that of the first: "NOTES TO FINANCIAL STATEMENTS NOTE 1 OIL"."""
BROKEN = re.compile(
    r"(?=\n)(?<=[^\n]{60})(?:(?<=[a-z,\d)])(?<!; and)(?<!; or)\n(?=[a-z](?![.)]|\s))"
    r"|(?:(?<=[a-z]-)|(?<= (?i:of|to|in|by|as|at|on|an|or))|(?<= (?i:the|and|for|our|its|was|are|has|had))(?<!; and)"
    r"|(?<= (?i:that|with|from|such|were|have)))\n(?=[A-Z$\d]))"
)
"""Matches where a page break has cut a sentence in two: "… lamps that can be", "lit at night"."""


def read(row: object, name: str) -> Filing:
    """Return the filing in a value of JSON.

    Raises:
        DocumentError: ``unknown_json`` when it has no Items; ``not_10k`` or ``amended_10k`` when it is another form.
    """
    form = str(row.get("filing_type") or row.get("form") or "10-K") if isinstance(row, Mapping) else "10-K"
    if not ANNUAL.fullmatch(form):
        refuse(form)
    if not isinstance(row, Mapping) or not (sections := _sections(row)):
        raise DocumentError(
            "unknown_json",
            "This JSON holds no Items of a filing.",
            remedy="A row has the fields cik, filing_type and item_1, item_1A ….",
        )
    given: dict[str, Any] = {
        field: str(row[column]) for column, field in TAKEN.items() if isinstance(row.get(column), str | int)
    }
    given["form"] = form
    links = " ".join(
        str(row.get(column, "")) for column in ("filename", "complete_text_filing_link", "htm_filing_link")
    )
    if accession := NAMED.search(f"{links} {PurePosixPath(name).name}"):
        given["accession"] = accession[0]
    pieces: list[str] = []
    items: dict[str, Range] = {}
    length = 0
    for code, text in sections.items():
        items[code] = length, length + len(text)
        pieces.append(text)
        length += len(text) + 2
    return Filing("\n\n".join(pieces), given=given, items=items)


def _sections(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the Items with text, in the order of the form."""
    values = {str(key).lower(): value for key, value in row.items() if isinstance(value, str)}
    found: dict[str, str] = {}
    for code in CODES:
        for prefix in PREFIXES:
            if text := BREAKS.sub("\n", values.get(f"{prefix}{code.lower()}", "")).strip():
                found[code] = _whole(FIRST_NOTE.sub("\\1\n", LABEL.sub(r"\1 ", text)))
                break
    return found


def _whole(text: str) -> str:
    """Return a text with the sentences whole that a page break has cut in two.

    A running head, which comes again or says that it is continued, is no part of a sentence; it is set aside later.
    """
    times = Counter(text.splitlines())

    def heads_page(line: str) -> bool:
        return times[line] > 1 or CONTINUED.search(line.rstrip(" .")) is not None

    def joined(match: re.Match[str]) -> str:
        before, behind = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
        lines = text[before : match.start()], text[match.end() : behind if behind >= 0 else len(text)]
        return match[0] if any(map(heads_page, lines)) else " "

    return BROKEN.sub(joined, text)
