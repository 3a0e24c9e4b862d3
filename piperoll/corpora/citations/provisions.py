"""Read provisions: "section 36(1)(a)", "ss. 7, 8 and 24(2)", "paragraph 3 of Schedule 1", "Order 14, rule 1"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.citations.pinpoints import DASH, LABEL, LEVEL, sibling, steps
from piperoll.text.anchored import Anchored

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
"""First part of a path, and the words before the number."""
FUSED = frozenset({"sch", "part", "div", "form"})
"""Kinds with the number in the same step of the path: ``sch1``; for the others it is the next step: ``s.1``."""
_ROMAN = r"[IVXLC]{1,6}[A-Z]?\b"
_ITEM = rf"(?:{LABEL}(?![\d%])(?:\s?{LEVEL}){{0,6}}|{LEVEL}(?:\s?{LEVEL}){{0,5}}|{_ROMAN})"
_AND = rf"(?:\s{{0,2}},\s{{0,2}}(?:and\s|or\s)?|\s{{1,2}}(?:and|or|&|and/or|to)\s{{1,2}}|\s{{0,1}}[{DASH}]\s{{0,1}})"
PROVISION = Anchored(
    rf"[SsAaRrOPpDF§](?<![\w’'$£/.{DASH}].)(?=[a-zS§.-]{{0,16}}\s{{0,3}}[\d(IVXLC])",
    rf"(?<![\w’'$£/.{DASH}])(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _LEADS.items())
    + rf")\s{{0,3}}(?P<items>{_ITEM}(?:{_AND}{_ITEM}){{0,80}})(?![\w/]|\s?[%$]|[.,]\d)",
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
"""Larger units of a provision, at most: paragraph (a) of section 3 of Part 2 of Schedule 1."""
_LARGER = re.compile(
    rf"(?:\s(?:of|in|to)\s(?:the\s)?|,\s?|\s)(?:(?:[Ss]chedule|[Ss]ch\.?)\s(?P<sch>\d{{1,3}}[A-Z]{{0,2}})"
    rf"|Part\s(?P<part>\d{{1,3}}[A-Z]{{0,2}}|[IVX]{{1,5}}))\b"
    rf"|\s(?:of|in)\s(?:section|s\.?|subsection|regulation|reg\.?|article|rule)\s?"
    rf"(?P<section>{LABEL}(?:{LEVEL}){{0,4}}|{LEVEL})(?!\d)"
    rf"|,?\s{{0,2}}(?:of\s)?(?:[Rr]ules?|[Rr]r?\.?)\s?(?P<rule>\d{{1,3}}[A-Z]?(?:{LEVEL}){{0,4}})(?!\d)"
)
"""The larger unit of a provision; also the rule after an Order."""


@dataclass(slots=True)
class Provision:
    """Hold one provision as printed.

    ``path`` is "" if the text prints only steps ("(2)"); ``relative`` has these steps. ``target`` is None as long as
    the enactment is unknown.
    """

    start: int
    end: int
    kind: str
    path: str
    relative: str = ""
    target: str | None = None
    tied: bool = False
    """Whether it belongs to an enactment without a clear name: "section 6 of the Act"."""


def read(match: re.Match[str], end: int) -> list[Provision]:
    """Read the provisions of one list, a match of PROVISION; the last one ends after the larger units."""
    text = match.string
    kind = next(group for group in _LEADS if match[group])
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
    provisions: list[Provision] = []
    for start, last, printed in _items(match):
        if ROMAN.fullmatch(printed) and kind not in FUSED:
            break
        provision = Provision(start, last, kind, _path(kind, printed, above))
        if printed.startswith("("):
            _set_path(provision, printed, above, provisions)
        provisions.append(provision)
    if provisions:
        provisions[0].start = match.start()
        provisions[-1].end = (
            max(stop, provisions[-1].end) if provisions[-1].end >= match.end("items") else provisions[-1].end
        )
    return provisions


def _set_path(provision: Provision, printed: str, above: dict[str, str], before: list[Provision]) -> None:
    """Set the path of a bare "(2)" from the provision before it, or from the section that the text names.

    Without either, the steps stay in ``relative`` and count from the section around the reference.
    """
    section = above.get("section", "")
    if before and before[-1].path:
        provision.path = sibling(before[-1].path, printed)
    elif before:
        provision.relative, provision.path = sibling(f"s.0.{'.'.join(steps(before[-1].relative))}", printed), ""
        provision.relative = "".join(f"({step})" for step in provision.relative.split(".")[2:])
    elif section and not section.startswith("("):
        provision.path = ".".join(("s", *steps(section), *steps(printed)))
    else:
        provision.relative, provision.path = section + printed, ""


def _items(match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and printed form of each member of a list; a range is one member."""
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
    """Return the path of a provision with a number; sections and paragraphs of a schedule are both ``s``."""
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
