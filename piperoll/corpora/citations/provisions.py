"""Provisions as printed: "section 36(1)(a)", "ss. 7, 8 and 24(2)", "paragraph 3 of Schedule 1", "Order 14, rule 1"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.citations.pinpoints import DASH, LABEL, LEVEL, beside, steps

_LEADS = {
    "s": r"(?:[Ss]ub)?[Ss]ections?|[Ss]ubss?\.?|ss?\.?|Ss?(?:\.|(?=\s))",
    "art": r"[Aa]rticles?|[Aa]rts?\.?",
    "reg": r"[Rr]egulations?|[Rr]egs?\.?",
    "r": r"[Rr]ules?|[Rr]r?\.?",
    "o": r"Orders?|Ord\.|O\.?",
    "sch": r"[Ss]chedules?|[Ss]chs?\.?",
    "part": r"Parts?|Pts?",
    "para": r"[Ss]ub-?paragraphs?|[Pp]aragraphs?|[Pp]aras?\.?|§§?",
    "div": r"Divisions?|Subdivisions?",
    "form": r"Forms?",
}
"""First part of a path, and the words that stand before the number."""
FUSED = frozenset({"sch", "part", "div", "form"})
"""Their number is part of the word: ``sch1``; of the others a step of its own: ``s.1``."""
_ROMAN = r"[IVXLC]{1,6}[A-Z]?\b"
_ITEM = rf"(?:{LABEL}(?![\d%])(?:\s?{LEVEL}){{0,6}}|{LEVEL}(?:\s?{LEVEL}){{0,5}}|{_ROMAN})"
_AND = rf"(?:\s{{0,2}},\s{{0,2}}(?:and\s|or\s)?|\s{{1,2}}(?:and|or|&|and/or|to)\s{{1,2}}|\s{{0,1}}[{DASH}]\s{{0,1}})"
PROVISION = re.compile(
    rf"(?<![\w’'$£/.{DASH}])(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _LEADS.items())
    + rf")\s{{0,3}}(?P<items>{_ITEM}(?:{_AND}{_ITEM}){{0,80}})(?![\w/]|\s?[%$]|[.,]\d)"
)
"""A provision or a list of them."""
ITEM = re.compile(_ITEM)
ROMAN = re.compile(_ROMAN)
RANGE = re.compile(rf"\s*(?:to\s|[{DASH}])\s*$")
FOLLOWING = re.compile(r"\s(?:et\sseq\b\.?|ff\b\.?)")
"""sections 49 et seq."""
DESCRIBED = re.compile(r"\s\([A-Z][^()\n]{2,60}\)(?=\sof\s)")
"""Part IX (Forgery Related Offences) of the …"""
CHAIN = 3
"""Steps at most from a provision to the enactment: paragraph (a), of section 3, of Part 2, of Schedule 1."""
_LARGER = re.compile(
    rf"(?:\s(?:of|in|to)\s(?:the\s)?|,\s?|\s)(?:(?:[Ss]chedule|[Ss]ch\.?)\s(?P<sch>\d{{1,3}}[A-Z]{{0,2}})"
    rf"|Part\s(?P<part>\d{{1,3}}[A-Z]{{0,2}}|[IVX]{{1,5}}))\b"
    rf"|\s(?:of|in)\s(?:section|s\.?|subsection|regulation|reg\.?|article|rule)\s?"
    rf"(?P<section>{LABEL}(?:{LEVEL}){{0,4}}|{LEVEL})(?!\d)"
    rf"|,?\s{{0,2}}(?:of\s)?(?:[Rr]ules?|[Rr]r?\.?)\s?(?P<rule>\d{{1,3}}[A-Z]?(?:{LEVEL}){{0,4}})(?!\d)"
)
"""What a provision is said to stand in; the rule of an Order stands behind it."""


@dataclass(slots=True)
class Provision:
    """One provision as printed. ``path`` is "" while it is told by steps only ("(2)"), which ``relative`` has.

    ``target`` is None until it is known what it belongs to.
    """

    start: int
    end: int
    kind: str
    path: str
    relative: str = ""
    target: str | None = None
    tied: bool = False
    """It is said to be of an enactment, and only the name is missing: "section 6 of the Act"."""
    own: bool = False
    """It is one of the text itself, which is an enactment."""


def read(match: re.Match[str], end: int) -> list[Provision]:
    """The provisions of one list that PROVISION found: the last one ends where what they stand in has been told."""
    text = match.string
    kind = next(one for one in _LEADS if match[one])
    stop = match.end()
    if more := FOLLOWING.match(text, stop, end) or DESCRIBED.match(text, stop, end):
        stop = more.end()
    above: dict[str, str] = {}
    for _ in range(CHAIN):
        larger = _LARGER.match(text, stop, end)
        if not larger or larger.lastgroup is None or larger.lastgroup in above:
            break
        above[larger.lastgroup] = larger[larger.lastgroup]
        stop = larger.end()
    found: list[Provision] = []
    for start, last, printed in _items(match):
        if ROMAN.fullmatch(printed) and kind not in FUSED:
            break
        one = Provision(start, last, kind, _path(kind, printed, above))
        if printed.startswith("("):
            _place(one, printed, above, found)
        found.append(one)
    if found:
        found[0].start = match.start()
        found[-1].end = max(stop, found[-1].end) if found[-1].end >= match.end("items") else found[-1].end
    return found


def _place(one: Provision, printed: str, above: dict[str, str], before: list[Provision]) -> None:
    """Where "(2)" stands: beside the one before it, in the section that is named, or in the one around it."""
    section = above.get("section", "")
    if before and before[-1].path:
        one.path = beside(before[-1].path, printed)
    elif before:
        one.relative, one.path = beside(f"s.0.{'.'.join(steps(before[-1].relative))}", printed), ""
        one.relative = "".join(f"({step})" for step in one.relative.split(".")[2:])
    elif section and not section.startswith("("):
        one.path = ".".join(("s", *steps(section), *steps(printed)))
    else:
        one.relative, one.path = section + printed, ""


def _items(match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """Start, end and printed form of each member of a list; the far end of a range is part of the near one."""
    begin, last, printed = -1, 0, ""
    for item in ITEM.finditer(match.string, match.start("items"), match.end("items")):
        if begin >= 0 and RANGE.match(match.string[last : item.start()]):
            last = item.end()
            continue
        if begin >= 0:
            yield begin, last, printed
        begin, last, printed = item.start(), item.end(), item[0]
    yield begin, last, printed


def _path(kind: str, printed: str, above: dict[str, str]) -> str:
    """Path of a provision with a number; what a schedule numbers is ``s``, be it called section or paragraph."""
    own = steps(printed)
    if kind == "o" and "rule" in above:
        return ".".join(("o", *own, "r", *steps(above["rule"])))
    if kind == "sch":
        return ".".join((f"sch{own[0]}", *([f"part{above['part']}"] if "part" in above else []), *own[1:]))
    path = ".".join((f"{kind}{own[0]}", *own[1:])) if kind in FUSED else ".".join((kind, *own))
    if "sch" not in above:
        return path
    within = f"sch{above['sch']}" + (f".part{above['part']}" if "part" in above and kind != "part" else "")
    return f"{within}.{path.replace('para.', 's.', 1)}"
