"""Find where the parties sign without "IN WITNESS WHEREOF": their names and fields are none of the last clause."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.captions import is_title
from piperoll.text.anchored import Anchored
from piperoll.text.sentences import ends

BLANK = r"(?::|…|\.{4}|_{4})"
# "By: /s/ Ann Keeper", "Signature……………", "Per: ____", "/s/ Ann Keeper", "Signed by: Ann Keeper"
SIGNED = Anchored(
    ("/s/", "By", "BY", "P(?=er|ER)", "S(?=ign|IGN)"),
    r"/s/|(?<=\()(?:Signature|SIGNATURE)(?=\))"
    rf"|\b(?:By|BY|Per|PER|(?:Signed|SIGNED|Signature|SIGNATURE)(?:\s(?:by|BY))?)\s{{0,9}}{BLANK}",
)
FIELD = re.compile(
    rf"(?:By|BY|Per|PER|Name|NAME|Title|TITLE|Its|ITS|Date|DATE|Dated|Signature|SIGNATURE)\s{{0,9}}{BLANK}|/s/"
    r"|\((?:Signature|SIGNATURE|Print(?:ed)? Name|PRINT(?:ED)? NAME|Name|NAME|Title|TITLE|Date|DATE)\)"
)
FIELDS = 2
"""Fields of the shortest block of signatures."""
NEAR = 6
"""Lines behind the first signature in which another field follows, and in front of it in which names stand."""
NAME = 90
"""Characters of the longest line that can be the name of a party."""
ENDS = frozenset(".;:,")
"""Last characters of a line that is no name, but for an abbreviation in capitals: "LANTERN CO."."""
ABBREVIATED = re.compile(
    r"\b(?:Inc|INC|Ltd|LTD|Co|CO|Corp|CORP|LLC|L\.L\.C|L\.P|LP|S\.A|N\.A|N\.V|B\.V|Limited|LIMITED)[.,]$"
)
SIGNING = re.compile(
    r"(?i:\b(?:have|has) (?:\w+ ){0,4}(?:executed|signed|entered into)\b"
    r"|\b(?:duly )?(?:executed|signed) (?:as of|by|on)\b|\bto be (?:duly )?(?:executed|signed)\b)|NESS,? "
    r"|\bauthori[sz]ed to (?:execute|sign)\b"
)
SENTENCE = 500
"""Characters of the longest sentence in front of signatures."""
BEHIND = 300
"""Characters behind the first field of a signature inside a line in which another field stands."""
LABELLED = re.compile(r"(?:\(?\w{1,4}[.)]|(?:Section|SECTION|Article|ARTICLE|Exhibit|EXHIBIT|Schedule|SCHEDULE)\s)")


def signatures(text: str, rows: Sequence[Range]) -> Iterator[int]:
    """Yield the start of each block of signatures: of the names above its first field, or of the sentence before it.

    Args:
        text: the stored text.
        rows: the lines that hold text.
    """
    starts = [start for start, _ in rows]
    until = 0
    for match in SIGNED.finditer(text):
        index = bisect_right(starts, match.start()) - 1
        if index < until:
            continue
        if not _opens(text, rows[index], match.start()):
            at = _signing(text, rows[index], match.start())
            if at and len(FIELD.findall(text, match.start(), match.start() + BEHIND)) >= FIELDS:
                yield at
                until = index + 1
            continue
        near = rows[index : index + NEAR]
        if sum(len(FIELD.findall(text, *row)) for row in near) < FIELDS:
            continue
        first = index
        while first > max(until, index - NEAR) and _is_name(text, *rows[first - 1]):
            first -= 1
        if first > until and _says_so(text, *rows[first - 1]):
            first -= 1
        until = index + NEAR
        while until < len(rows) and any(FIELD.match(text, *row) for row in rows[until : until + NEAR]):
            until += 1
        yield starts[first]


def _signing(text: str, row: Range, at: int) -> int:
    """Return where the parties begin to sign inside a long line; 0 where they do not.

    They do in the sentence that says so, else behind the last one: "… of the Port. LANTERN CO. By: /s/ Ann Keeper".
    """
    first = max(row[0], at - SENTENCE)
    begins = [*([first] if first == row[0] else ()), *ends(text, first, at)]
    said = list(SIGNING.finditer(text, first, at))
    before = [begin for begin in begins if not said or begin <= said[-1].start()]
    if at - row[0] <= NAME or not before or (before[-1] == row[0] and LABELLED.match(text, row[0])):
        return 0
    names = at - before[-1] <= 2 * NAME and is_title(text[before[-1] : at])
    return before[-1] if said or names else 0


def _opens(text: str, row: Range, at: int) -> bool:
    """Return whether a line begins with a signature, or with a name and one: "LANTERN CO.   By: /s/ Ann Keeper"."""
    start, end = row
    if text[start] == "(" == text[at - 1]:  # "(SIGNATURE)", below the line to be filled in
        start += 1
    return start <= at < end and (at == start or (at - start <= NAME and text[at - 2 : at].isspace()))


def _says_so(text: str, start: int, end: int) -> bool:
    """Return whether a line says that the parties sign: "The parties have executed this Agreement as of …"."""
    return end - start <= SENTENCE and SIGNING.search(text, start, end) is not None and not LABELLED.match(text, start)


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether a line in front of a signature names who signs."""
    line = text[start:end]
    if len(line) > NAME or line[0].islower() or LABELLED.match(line):
        return False
    if line[-1] == ":":  # "COMPANY: The Harbour of Port Vila:"
        return is_title(line) and len(line.split()) > 1
    return line[-1] not in ENDS or bool(ABBREVIATED.search(line))
