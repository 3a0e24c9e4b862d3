"""References to enactments and their provisions: "section 36(1) of the Dangerous Drugs Ordinance (Cap. 134)".

Three steps, each linear: the names of enactments that the text prints; the provisions that it prints; then each
provision with the name beside it, or with the one that it was said to be of elsewhere.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.corpora.citations import instruments
from piperoll.corpora.citations.enactment_names import Names, collect
from piperoll.corpora.citations.pinpoints import YEAR, steps
from piperoll.corpora.citations.provisions import PROVISION, Provision, read
from piperoll.model import Citation

Place = tuple[int, str]
"""Where a provision of the text itself begins, and its path."""

OF = re.compile(
    r"\s{1,2}(?:of|to|in|under)\s(?:(?P<which>the\ssaid|the|that|this|those|these|both\sthe)\s{1,2})?\[?"
    r"|,?\s{1,2}(?:the\s)?|,?\s\("
)
"""Between a provision and the name behind it."""
COMMON = re.compile(
    rf"(?:(?P<year>{YEAR})\s)?(?P<noun>Act|Ordinance|Regulations?|Rules|Code|Order|Convention)\b(?![’'-]?\w)"
)
"""A name that only the text itself explains: "the Act", "that Ordinance", "the 2009 Act"."""
CALLED = re.compile(r"[A-Z0-9][\w’.&-]*(?:\s[A-Z0-9][\w’.&-]*){0,4}")
CALLED_BEFORE = re.compile(r"(?<![\w’'])[A-Z][A-Za-z]{1,9}(?:\sAct|\sOrdinance)?$")
GAP = re.compile(r"(?:,\s{1,2}|\s{1,2})$")
"""Between a name and the provision behind it: "Canada Pension Plan, s 42(2)"."""
NO_ENACTMENT = re.compile(
    r"\s(?:of|in|under)\s(?:the|this|that|my|his|her|their|its|an?|each|both|a)\s(?:\w{1,15}\s){0,2}?"
    r"(?:agreement|contract|judgment|ruling|decision|report|reasons|lease|deed|policy|plan|claim|statement|summons|"
    r"affidavit|affirmation|petition|pleadings?|indictment|will|trust|tender|opinion|factum|guidelines?|protocol|"
    r"memorandum|defence|reply|patent|submissions?)\b",
    re.IGNORECASE,
)
"""What has sections and is no enactment."""
OTHER = "-"
"""In place of a target: a section of a contract or a report."""
THIS = "this"
"""In place of a target: the enactment that the text is."""
OWN = frozenset({"s", "sch", "part", "para", "reg", "r", "div", "form"})
"""Provisions that an enactment refers to as its own, with no name beside them."""
BARE = ("s.", "art.", "r.", "reg.", "o.")
"""Provisions with no enactment beside them that may be of one all the same."""
UNKNOWN = frozenset({"s", "o"})
"""Those of them that are told even where nothing says of which."""
SCHEDULE = re.compile(r"\bthe\s(Schedule)\b(?!\s\d)")


def find(text: str, start: int, end: int, places: Sequence[Place] | None = None) -> list[Citation]:
    """References to enactments in ``text[start:end]``; with ``places`` the text is an enactment itself."""
    names = collect(text, start, end)
    provisions = []
    for match in PROVISION.finditer(text, start, end):
        provisions += _tie(text, read(match, end), end, names)
    if places is None:
        provisions = [one for one in provisions if one.path]
        _inherit(text, provisions)
        _remember(provisions, names.called.get("Act") or names.called.get("Ordinance") or names.only())
        found = [_cited(one) for one in provisions if one.target not in (None, OTHER, THIS)]
    else:
        _inherit(text, provisions)
        found = list(_in_enactment(provisions, places))
        found += [
            Citation(one.start(1), one.end(1), "internal", "", "sch") for one in SCHEDULE.finditer(text, start, end)
        ]
    return [*found, *_named(names, found), *instruments.find(text, start, end)]


def _cited(one: Provision) -> Citation:
    return Citation(one.start, one.end, "legislation", one.target or "", one.path)


def _named(names: Names, found: Sequence[Citation]) -> Iterator[Citation]:
    """Names that stand in no reference to a provision."""
    spans = sorted((one.start, one.end) for one in found)
    for name in names.printed:
        at = bisect_right(spans, (name.start, len(spans) and spans[-1][1])) - 1
        if name.cited and name.target and (at < 0 or spans[at][1] <= name.start):
            yield Citation(name.start, name.end, "legislation", name.target)


def _tie(text: str, provisions: list[Provision], end: int, names: Names) -> list[Provision]:
    """The provisions of one list with the enactment that is named behind or before them."""
    if not provisions:
        return []
    first, last = provisions[0], provisions[-1]
    stop, target = _right(text, last.end, end, names)
    if target is None:
        begin, target = _left(text, first.start, names)
        if target is not None:
            first.start = begin
        elif NO_ENACTMENT.match(text, last.end, end):
            target = OTHER
    last.end = stop
    for one in provisions:
        one.target, one.tied = target or None, target == ""
        if target and target != THIS and one.path.startswith("para.") and one.path.count(".") > 1:
            one.path = one.path.replace("para.", "s.", 1)  # "paragraph 42(2)(a)" is in section 42
    return provisions


def _right(text: str, at: int, end: int, names: Names) -> tuple[int, str | None]:
    """Where the name behind a provision ends, and its target.

    "" is one that is told only as "the Act"; None: none is named.
    """
    of = OF.match(text, at, end)
    if not of:
        return at, None
    tied = of[0].split()[:1] in (["of"], ["to"], ["in"], ["under"])
    which = (of["which"] or "").split()[:1]
    if name := names.by_start.get(of.end()):
        bracket = {"(": ")", "[": "]"}.get(of[0][-1])
        return name.end + (bracket is not None and text[name.end : name.end + 1] == bracket), name.target
    common = COMMON.match(text, of.end(), end) if tied else None
    if common and which in (["that"], ["this"]):
        told = names.common(common["year"] or "", common["noun"], at, "that")
        return common.end(), THIS if which == ["this"] else told
    words = printed[0].split() if (printed := CALLED.match(text, of.end(), end)) else []
    for count in range(len(words), 0, -1):
        called = " ".join(words[:count]).removesuffix("’s").removesuffix("'s").rstrip(".,’'")
        if called in names.called:
            return _end(text, of.end(), called, names.called[called]), names.called[called]
    if common and which:
        return common.end(), names.common(common["year"] or "", common["noun"], at, which[0])
    return at, None


def _end(text: str, at: int, called: str, target: str) -> int:
    """Where a name ends that may end with a dot ("T.A.") or be followed by the year that it is of ("LPA 1925")."""
    printed = re.compile(r"\s+".join(map(re.escape, called.split())) + (r"\.?" if "." in called else "")).match(
        text, at
    )
    stop = printed.end() if printed else at + len(called)
    year = f" {target[-4:]}"
    return stop + len(year) if target[-4:].isdigit() and text.startswith(year, stop) else stop


def _left(text: str, at: int, names: Names) -> tuple[int, str | None]:
    """Where the name begins that stands right before a provision, and its target: "Canada Pension Plan, s 42(2)"."""
    gap = GAP.search(text[max(0, at - 4) : at])
    if not gap:
        return at, None
    stop = at - len(gap[0])
    comma = gap[0].startswith(",")
    name = names.by_end.get(stop)
    if name and (comma or not name.noun or name.label[-1:].isdigit()):
        return name.start, name.target
    called = CALLED_BEFORE.search(text[max(0, stop - 24) : stop])
    if called and called[0] in names.called and (comma or called[0].isupper()):
        return stop - len(called[0]), names.called[called[0]]
    return at, None


def _inherit(text: str, provisions: Sequence[Provision]) -> None:
    """In "s. 4 and s. 5 of the Act" both are of the Act."""
    for one, following in zip(provisions[-2::-1], provisions[:0:-1], strict=True):
        near = following.target and one.target is None and not one.tied and 0 < following.start - one.end < 8
        if near and re.fullmatch(r"\s?(?:,\s?)?(?:(?:and|or|to)\s)?", text[one.end : following.start]):
            one.target = following.target


NEAR = 400
"""Characters from one bare section to the next in which they are of one enactment."""


def _remember(provisions: Sequence[Provision], main: str) -> None:
    """Give a bare "s. 215" the enactment that the same section was last said to be of, else the next one.

    A section that is never said to be of any is of ``main``, the enactment that the text is about, else of the one
    that the section shortly before it is of.
    """
    for order in (provisions, provisions[::-1]):
        seen: dict[str, str] = {}
        for one in order:
            key = ".".join(one.path.replace("para.", "s.", 1).split(".")[:2])
            if one.target and one.target != THIS:
                seen[key] = one.target
            elif one.target is None and key in seen and (one.tied or _may_be_bare(one)):
                one.target = seen[key]
                one.path = one.path.replace("para.", "s.", 1)
    near, last = -NEAR, ""
    for one in provisions:
        if one.target:
            near, last = one.end, "" if one.target in (OTHER, THIS) else one.target
        elif one.tied or (one.target is None and one.kind in UNKNOWN):
            bare = one.path.startswith("s.") and not one.tied
            one.target = (main or (last if one.start - near < NEAR else "")) if bare else ""
            near = one.end


def _may_be_bare(one: Provision) -> bool:
    return one.path.startswith(BARE) or (one.kind == "para" and one.path.count(".") > 1)


def _in_enactment(provisions: Sequence[Provision], places: Sequence[Place]) -> Iterator[Citation]:
    """In an enactment, a provision with no other enactment beside it is one of its own."""
    for one in provisions:
        if one.target == OTHER:
            continue
        if one.target not in (None, THIS) or one.tied:
            if one.path:
                yield _cited(one)
            continue
        if not one.path and (around := _around(places, one.start, one.kind)):
            one.path = ".".join((around, *steps(one.relative)))
        if (
            one.path
            and one.kind in OWN
            and not (one.kind in ("para", "form") and one.path.startswith(("para.", "form")))
        ):
            yield Citation(one.start, one.end, "internal", "", one.path)


def _around(places: Sequence[Place], at: int, kind: str) -> str:
    """The provision around ``at`` that a relative reference counts from: for a subsection, the section."""
    index = bisect_right(places, (at, "\uffff")) - 1
    path = places[index][1] if index >= 0 else ""
    parts = path.split(".")
    return ".".join(parts[: parts.index("s") + 2]) if kind == "s" and "s" in parts else path
