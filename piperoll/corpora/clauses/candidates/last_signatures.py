"""Find the signatures that no words announce: what stands behind the last sentence of a contract, with places to sign.

"Place, Date", "Signature of the Keeper" and "Company seal:" are none of the last clause.
"""

import re
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import COUNTED, Candidate
from piperoll.corpora.clauses.candidates.signatures import ANNOUNCED, says_so
from piperoll.corpora.clauses.pages.furniture import is_furniture

CELL = re.compile(r"\S+(?:[ \t\xa0]{1,2}\S+)*")
"""Matches what stands between wide gaps in a line."""
WORD = re.compile(r"[^\W\d_]+")
PROSE = 6
"""Small words of the shortest sentence."""
LONG = 12
"""Small words of a sentence that ends without a stop, as in front of the number of its page."""
SHARE = 0.5
"""Share of the words of a sentence that are small ones."""
STOP = re.compile(r"[.;:!?][)”\"’]?\Z")
RULE = r"_{4,}|-{8,}|…{3,}|\.{6,}"
SIGN = re.compile(
    r"/s/|\b(?:By|BY|Per|PER)(?=\s*(?:[:_]|\Z|-{4}))|(?i:\bsignatures?\b|\bsignatory\b|\bsigned\b|\bseal\b)"
    r"|(?i:\bon behalf of\b)|\b[Rr]epresentatives?\)?\s?[:：]|\bBy [Ii]ts\b"
)
"""Matches where somebody signs."""
FIELD = re.compile(
    rf"{SIGN.pattern}|{RULE}|\b(?:Name|NAME|Title|TITLE|Date|DATE|Dated|DATED|Its|ITS|Place|PLACE|Print(?:ed)?|PRINTED)"
    r"\b(?=\s*(?:[:_,\]：]|\Z|\s\s))"
)
FIELDS = 3
"""Places to sign, or to fill in, at the end of a contract that no words announce."""
LONGEST = 2_500
"""Characters of the longest block of such signatures."""


def with_last_signatures(text: str, openings: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a contract, with the signatures behind its last sentence where none were found.

    They stand at the end, or in front of the first schedule behind the clauses; no name in them is a heading.

    Args:
        text: the stored text.
        openings: the candidates.
    """
    counted = [index for index, one in enumerate(openings) if one.label and one.label.family in COUNTED]
    if not counted:
        return list(openings)
    behind = range(counted[0], len(openings))
    until = next((index for index in behind if _is_schedule(openings[index])), len(openings))
    end = openings[until].start if until < len(openings) else len(text)
    last = max((index for index in range(until) if _is_clause(openings[index])), default=0)
    if any(one.closing for one in openings[last:until]):
        return list(openings)
    start = _behind_last_sentence(text, openings[last].end, end)
    if not start:
        return list(openings)
    before = [one for one in openings[:until] if one.start < start]
    return [*before, Candidate(start, start, closing=True), *openings[until:]]


def _is_clause(one: Candidate) -> bool:
    """Return whether a candidate is none that stands in an address or a name: "7 Pier Road"."""
    return not one.bare and not one.weak and one.delimited


def _is_schedule(one: Candidate) -> bool:
    return one.label is not None and one.label.family == "schedule"


def _behind_last_sentence(text: str, start: int, end: int) -> int:
    """Return where signatures begin behind the last sentence of a range; 0 where nobody signs there."""
    cells = list(_cells(text, start, end))
    behind = next((index for index in range(len(cells), 0, -1) if _is_sentence(text[slice(*cells[index - 1])])), 0)
    tail = [cell for cell in cells[behind:] if not is_furniture(text, *cell)]
    if not behind or not tail or tail[-1][1] - tail[0][0] > LONGEST:
        return 0
    words = [text[slice(*cell)] for cell in tail]
    if not any(map(SIGN.search, words)) or sum(len(FIELD.findall(cell)) for cell in words) < FIELDS:
        return 0
    said = cells[behind - 1]
    return said[0] if behind > 1 and (ANNOUNCED.match(text, *said) or says_so(text, *said)) else tail[0][0]


def _cells(text: str, start: int, end: int) -> Iterator[Range]:
    """Yield what stands between line ends and wide gaps in a range; small letters go on with what stands before."""
    first = last = start
    for cell in CELL.finditer(text, start, end):
        if last > start and not text[cell.start()].islower():
            yield first, last
            first = cell.start()
        first, last = first if last > start else cell.start(), cell.end()
    if last > start:
        yield first, last


def _is_sentence(cell: str) -> bool:
    """Return whether words are a sentence, and no name, address or field."""
    words = WORD.findall(cell)
    small = sum(map(str.islower, words))
    if not small and len(words) > LONG and cell[-1] == ".":
        return True  # in capitals
    return small > SHARE * len(words) and small >= (PROSE if STOP.search(cell) else LONG)
