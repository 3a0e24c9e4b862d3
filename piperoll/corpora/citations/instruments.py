"""Find enactments cited by number: amending ordinances, legal notices, statutory instruments, acts of the EU."""

import re
from collections.abc import Iterator

from piperoll.corpora.citations.pinpoints import DASH, LABEL, LEVEL, YEAR, steps
from piperoll.model import Citation
from piperoll.text.anchored import Anchored

_NUMBER = r"of(?=\s[12])(?:(?<={0}(\d)\sof)|(?<={0}(\d)\d\sof)|(?<={0}(\d)\d\d\sof))"
"""The first digit of "39 of 1995"."""
NUMBERED = Anchored(
    _NUMBER.format(r"(?<![\w.])"),
    rf"(?<![\w.])(\d{{1,3}})\sof\s({YEAR}),?\s{{1,2}}(?:and\s)?s\.?s?\.?\s{{0,2}}({LABEL}(?:{LEVEL}){{0,4}})",
)
"""39 of 1995 s. 2: an ordinance in the amendment notes of Hong Kong."""
WHOLE = Anchored(
    (r"Ord\.\s", r"Ordinance\s", r"Act\s", _NUMBER.format(r"\(")),
    rf"\b(?:Ord\.|Ordinance|Act)\s(?:No\.?\s)?(\d{{1,3}})\sof\s({YEAR})\b"
    rf"|(?<=\()(\d{{1,3}})\sof\s({YEAR})(?=\))",
)
"""Act 23 of 1994; Ordinance 1994 (89 of 1994). Suits and appeals are numbered too, so the number is not enough."""
NOTICE = Anchored(
    (r"L\.N\.", r"E\.R\.", r"G\.N\."),
    rf"\b(L\.N\.|E\.R\.|G\.N\.)\s{{0,2}}(\d{{1,4}})\sof\s({YEAR})\b(?:,?\s{{1,2}}s\.\s{{0,2}}(\d{{1,3}}[A-Z]?))?",
)
"""L.N. 294 of 1984; E.R. 2 of 2012."""
IMPERIAL = Anchored(
    r"[12](?=\d{3}\sc\.\s)",
    rf"\b({YEAR})\sc\.\s(\d{{1,3}})(?:\ss\.\s(\d{{1,3}}[A-Z]?(?:{LEVEL}){{0,4}}))?(?:\sU\.K\.)?",
)
"""1934 c. 50 s. 14 U.K.: the British model of an ordinance."""
INSTRUMENT = Anchored(
    (r"SI[\s12]", r"S\.I\.", "SOR/"),
    rf"\b(?:SI|S\.I\.)\s?({YEAR})/(\d{{1,4}})\b|\bSOR/(\d{{2,4}})[{DASH}](\d{{1,4}})\b",
)
"""SI 2013/435; SOR/96-332."""
UNION = Anchored(
    r"[CIDR](?=ouncil\s|ommission\s|mplementing\s|elegated\s|egulation\s|irective\s)",
    r"\b((?:Council\s|Commission\s|Implementing\s|Delegated\s)?(?:Regulation|Directive))\s"
    r"\((?:EEC|EC|EU|Euratom)\)\s(?:No\.?\s)?(\d{1,4}/\d{2,4})"
    r"|\b(?:Council\s)?(Directive)\s(\d{2,4}/\d{1,3})(?:/E\w+)",
    needs=("(E", "/E"),
)
"""Regulation (EC) No 44/2001; Directive 95/46/EC."""
COURT_RULE = Anchored(
    r"C(?=PR)",
    rf"\bCPR,?\s(?:Part\s)?(\d{{1,2}}(?:\.\d{{1,3}}[A-Z]?)?(?:{LEVEL}){{0,4}})(?![\w/])",
    needs=("CPR",),
)
"""CPR 3.4(2)."""
OF_YEAR = re.compile(rf"of(?<=\d\sof)(?=\s{YEAR})")
"""Part of every number of the kinds NUMBERED, WHOLE and NOTICE: "39 of 1995"."""
SHORT_CHAPTER = re.compile(r"c\.(?<=\d\sc\.)(?=\s\d)")
"""Part of every match of IMPERIAL."""
COURT_RULES = "Civil Procedure Rules"


def find(text: str, start: int, end: int) -> Iterator[Citation]:
    """Yield the references by number in ``text[start:end]``.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.

    Yields:
        Citations of the kind ``legislation``.
    """
    if OF_YEAR.search(text, start, end):
        for match in NUMBERED.finditer(text, start, end):
            yield _cited(match, f"{match[1]} of {match[2]}", match[3])
        for match in WHOLE.finditer(text, start, end):
            yield _cited(match, f"{match[1] or match[3]} of {match[2] or match[4]}", None)
        for match in NOTICE.finditer(text, start, end):
            yield _cited(match, f"{match[1]} {match[2]} of {match[3]}", match[4])
    if SHORT_CHAPTER.search(text, start, end):
        for match in IMPERIAL.finditer(text, start, end):
            yield _cited(match, f"{match[1]} c. {match[2]}", match[3])
    for match in INSTRUMENT.finditer(text, start, end):
        yield _cited(match, f"SI {match[1]}/{match[2]}" if match[1] else f"SOR/{match[3]}-{match[4]}", None)
    for match in UNION.finditer(text, start, end):
        yield _cited(match, f"{match[1] or match[3]} {match[2] or match[4]}", None)
    for match in COURT_RULE.finditer(text, start, end):
        yield _cited(match, COURT_RULES, match[1], "r")


def _cited(match: re.Match[str], target: str, provision: str | None, kind: str = "s") -> Citation:
    path = ".".join((kind, *steps(provision))) if provision else ""
    return Citation(match.start(), match.end(), "legislation", target, path)
