"""Find where the parties sign without "IN WITNESS WHEREOF": their names and fields are none of the last clause."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from heapq import merge

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.signing_words import announces
from piperoll.corpora.clauses.pages.furniture import is_furniture
from piperoll.corpora.clauses.words.captions import is_title
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
HAND = "/s/"
"""Begins a line that is a signature, whatever fields are around it."""
FIELDS = 2
"""Fields of the shortest block of signatures without such a line."""
NEAR = 6
"""Lines behind the first signature in which another field follows, and in front of it in which names stand."""
NAME = 90
"""Characters of the longest line that can be the name of a party."""
ENDS = frozenset(".;:,")
"""Last characters of a line that is no name, but for an abbreviation in capitals: "LANTERN CO."."""
ABBREVIATED = re.compile(r"\b(?:Inc|INC|Ltd|LTD|Co|CO|Corp|CORP|LLC|LP|(?:[A-Z]\.)+[A-Z]|Limited|LIMITED)[.,]$")
SIGNING = re.compile(
    r"(?i:\b(?:have|has) (?:\w+ ){0,4}(?:executed|signed|entered into)\b"
    r"|\b(?:duly )?(?:executed|signed) (?:effective )?(?:as of|by|on)\b"
    r"|\bto be (?:duly )?(?:executed|signed)\b|\bagreement is (?:executed|signed)\b|\bparties sign\b)|NESS,? "
    r"|\bauthori[sz]ed to (?:execute|sign)\b"
)
ASKS = re.compile(
    r"(?i)\b(?:please|kindly)\s+(?:\w+\s+){0,3}(?:counter)?sign(?:ing)?\b"
    r"|\bplease\s+(?:indicate|signify)\s+(?:your\s+)?(?:acceptance|agreement)\b"
)
"""Matches in the last paragraph of a letter, which asks the other one to sign."""
# "AS WITNESS the hands of the parties", "SIGNED by", "Signed for and on behalf of", "Agreed and accepted:"
ANNOUNCED = re.compile(
    r"AS WITNESS\b|(?:THUS DONE AND )?(?:SIGNED|Signed),?\s(?:\w+\s)?(?i:by|for|at|in|on|this|as)\b|By signing\b"
    r"|SIGNATORIES\b"
    r"|(?i:(?:accepted|agreed|read|acknowledged) (?:and|&)(?: to and)? (?:agreed|accepted|acknowledged)\b)"
)
SIGNED_FOR = re.compile(r"(?:SIGNED|Signed)\s(?i:by|for)\s(?!(?i:the parties)\b)")
ANNOUNCES = frozenset("ABRSTar")
"""The first characters of its matches, and of some others."""
BLANKS = r"_{6,}|…{3,}|\.{6,}"
PLACE = re.compile(
    rf"{FIELD.pattern}|{BLANKS}|\((?i:seal|stamp|signature)\)|\s\)\s"
    r"|\b(?i:print(?:ed)? name|typed name|authori[sz]ed signatory|in the presence of|witness(?:es)?:|signature|signed:)"
)
"""Matches what is left to be signed or filled in behind the words that announce signatures."""
PLACES = 2
FILLED_IN = 130
"""Characters of the longest line of fields."""
_BETWEEN = r"[\s\xa0_….:()/,-]*"
# "Signature _____   Date _____", "Printed Name   Title": a line that is nothing but fields
FIELDS_ALONE = re.compile(
    rf"(?:{_BETWEEN}(?i:signatures?|signed|sign|by|name|printed|print|title|date|of|and|day|company|position"
    rf"|authori[sz]ed|witness)\b)+{_BETWEEN}"
)
SIGN = re.compile(r"(?i)\bsign|\b(?P<field>name|title|date|by)\s?:[\s_.…]*(?P=field)\s?:")
"""Matches a field for a signature, or one that two parties have beside each other: "Name: ____ Name: ____"."""
TO_FILL_IN = re.compile(BLANKS)
# "[Signature page follows]", "[Remainder of page intentionally left blank]", "Signatures on the following page"
_PAGE = r"(?i:(?:remainder|rest|balance) of (?:the |this )?page|left (?:\w+ )?blank|\bsignatures?\b)"
_ALONE = (
    r"(?i:(?:the )?(?:remainder|rest|balance) of (?:the |this )?page\b|(?:counterpart )?signatures? (?:pages? )?"
    r"(?:to |on |are |is )?(?:the )?(?:follow|next|appear)|this (?:space|page)\b[^\n.]{0,30}\bleft\b)"
)
FOLLOWING = re.compile(
    rf"[\[({{*<][^\[\](){{}}\n]{{0,90}}{_PAGE}[^\[\](){{}}\n]{{0,110}}[\])}}*>]\.?"
    rf"|(?:(?<=\s\s)|(?<=\n)){_ALONE}[^\n]{{0,80}}?(?=\n|\s\s|$)"
)
SIGNS = re.compile(rf"{FIELD.pattern}|(?i:signature pages?) (?:to|of|for)\b")
"""Matches behind the name of who signs, or at the head of a page of signatures."""
BESIDE = 120
"""Characters behind a name in which its first field stands."""
FOLLOWING_WITHIN = 500
"""Characters in front of signatures in which it is said that they follow, page furniture included."""
SENTENCE = 500
"""Characters of the longest sentence in front of signatures."""
BEHIND = 300
"""Characters behind the first field of a signature inside a line in which another field stands."""
INITIALS = re.compile(r"(?:[A-Z]\.\s?){2}")
WIDE = re.compile(r"[ \t\xa0]{2,}")
LABELLED = re.compile(r"(?:\(?\w{1,4}[.)]|(?:Section|SECTION|Article|ARTICLE|Exhibit|EXHIBIT|Schedule|SCHEDULE)\s)")


def signatures(text: str, rows: Sequence[Range]) -> Iterator[int]:
    """Yield the start of each block of signatures: of the names above its first field, or of the sentence before it.

    Args:
        text: the stored text.
        rows: the lines that hold text.
    """
    starts = [start for start, _ in rows]
    signed = ((bisect_right(starts, match.start()) - 1, match.start(), False) for match in SIGNED.finditer(text))
    until = 0
    for index, at, announced in merge(signed, _announced(text, rows)):
        if index < until:
            continue
        if not announced and not _opens(text, rows[index], at):
            begins = _signing(text, rows[index], at)
            if begins and len(FIELD.findall(text, at, at + BEHIND)) >= FIELDS:
                yield begins
                until = index + 1
            continue
        near = rows[index : index + NEAR]
        alone = announced or text.startswith(HAND, near[0][0])
        if not alone and sum(len(FIELD.findall(text, *row)) for row in near) < FIELDS:
            continue
        first = index
        while not announced and first > max(until, index - NEAR) and _is_name(text, *rows[first - 1]):
            first -= 1
        begins = starts[first]
        if first > until and says_so(text, *rows[first - 1]):
            begins = starts[first - 1]
        elif first > until:
            begins = _asked(text, rows[until:first]) or begins
        until = index + NEAR
        while until < len(rows) and any(FIELD.match(text, *row) for row in rows[until : until + NEAR]):
            until += 1
        yield begins


def _asked(text: str, rows: Sequence[Range]) -> int:
    """Return where the last paragraph of some lines asks to sign; 0 where it does not."""
    end = rows[-1][1]
    start = max(rows[0][0], end - SENTENCE, text.rfind("\n\n", 0, end) + 2)
    asks = list(ASKS.finditer(text, start, end))
    paragraph = start > 1 and text[start - 2 : start] == "\n\n"
    begins = [*([start] if paragraph else ()), *ends(text, start, end)]
    return max((at for at in begins if asks and at <= asks[-1].start()), default=0)


def _announced(text: str, rows: Sequence[Range]) -> Iterator[tuple[int, int, bool]]:
    """Yield the number and the start of each line that announces signatures, or is nothing but fields for them."""
    for index, (start, end) in enumerate(rows):
        if text[start] in ANNOUNCES and ANNOUNCED.match(text, start, end):
            near = rows[index : index + NEAR]
            places = sum(len(PLACE.findall(text, first, min(last, first + SENTENCE))) for first, last in near)
            if places > PLACES or (SIGNED_FOR.match(text, start, end) and _is_signed_twice(text, near)):
                yield index, start, True
                continue
        if (first := announces(text, rows, index)) is not None:
            yield first, rows[first][0], True
        elif end - start <= FILLED_IN and text[start] in "SsPpNnDdBb_…" and _is_to_be_signed(text, start, end):
            first, least = index, max(0, index - NEAR)
            while first > least and _is_filled_in(text, *rows[first - 1]):
                first -= 1
            near = rows[first : index + NEAR]
            if first and text[rows[first - 1][1] - 1] == ":" and _is_name(text, *rows[first - 1]):
                first -= 1
            if sum(_is_filled_in(text, *row) for row in near) > PLACES:
                yield first, rows[first][0], True


def _is_signed_twice(text: str, near: Sequence[Range]) -> bool:
    """Return whether the next line begins as the first one: "Signed for A Ltd: Ann", "Signed for B Ltd: Bo"."""
    return len(near) > 1 and SIGNED_FOR.match(text, *near[1]) is not None


def _is_to_be_signed(text: str, start: int, end: int) -> bool:
    """Return whether a line is nothing but fields, of which one is a signature or stands there twice."""
    return SIGN.search(text, start, end) is not None and FIELDS_ALONE.fullmatch(text, start, end) is not None


def _is_filled_in(text: str, start: int, end: int) -> bool:
    """Return whether a line has a place to be filled in, or names what is filled in above or below it."""
    if end - start > FILLED_IN:
        return False
    return TO_FILL_IN.search(text, start, end) is not None or FIELDS_ALONE.fullmatch(text, start, end) is not None


def _signing(text: str, row: Range, at: int) -> int:
    """Return where the parties begin to sign inside a long line; 0 where they do not.

    They do in the sentence that says so, else behind the last one: "… of the Port. LANTERN CO. By: /s/ Ann Keeper".
    Words that ask to sign far in front of them, in a sentence that begins still earlier, are those of a clause.
    """
    first = max(row[0], at - SENTENCE)
    begins = [*([first] if first == row[0] else ()), *ends(text, first, at)]
    said = [*SIGNING.finditer(text, first, at), *(ASKS.finditer(text, begins[0], at) if begins else ())]
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


def says_so(text: str, start: int, end: int) -> bool:
    """Return whether a line says that the parties sign: "The parties have executed this Agreement as of …".

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last one.
    """
    if end - start > SENTENCE or LABELLED.match(text, start):
        return False
    return (SIGNING.search(text, start, end) or ASKS.search(text, start, end)) is not None


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether a line in front of a signature names who signs, also several beside each other."""
    cells = WIDE.split(text[start:end])
    if len(cells) == 1 or end - start <= NAME:
        return _names(text[start:end])
    return all(is_title(cell) and _names(cell) for cell in cells)


def _names(line: str) -> bool:
    """Return whether words name who signs."""
    if len(line) > NAME or line[0].islower() or LABELLED.match(line):
        return False
    if line[-1] == ":":  # "COMPANY: The Harbour of Port Vila:", "LANDLORD:"
        return is_title(line) and (len(line.split()) > 1 or line.isupper())
    return line[-1] not in ENDS or bool(ABBREVIATED.search(line))


def from_announcement(text: str, openings: Sequence[Candidate], running: Container[str] = ()) -> list[Candidate]:
    """Return the candidates, with each block of signatures from where the text says that it follows, and as one.

    The names of those who sign head nothing.

    Args:
        text: the stored text.
        openings: the candidates.
        running: lines that are printed on page after page.
    """
    kept: list[Candidate] = []
    signing = False
    for one in openings:
        named = one.bare or INITIALS.match(text, one.start)
        if signing and named and SIGNS.search(text, one.start, one.end + BESIDE):
            continue
        signing = one.closing
        start = _said_to_follow(text, one.start, running) if one.closing else one.start
        while start < one.start and kept and kept[-1].start >= start:
            kept.pop()
        kept.append(replace(one, start=start) if start < one.start else one)
    return kept


def _said_to_follow(text: str, at: int, running: Container[str]) -> int:
    """Return where it is said in front of signatures that they follow: "[Signature page follows]"; ``at`` without.

    Only the foot and the head of a page stand between, or a greeting.
    """
    first = at
    for said in reversed(list(FOLLOWING.finditer(text, max(0, at - FOLLOWING_WITHIN), at))):
        between = filter(None, map(str.strip, text[said.end() : first].split("\n")))
        if not all(is_furniture(line, 0, len(line)) or line in running or _is_foot(line) for line in between):
            break
        first = said.start()
    return first


def _is_foot(line: str) -> bool:
    """Return whether a line is none of a clause: brief, without a label and a full stop."""
    return len(line) <= NAME and line[-1] != "." and not LABELLED.match(line)
