"""Find references to enactments and their provisions: "section 36(1) of the Dangerous Drugs Ordinance (Cap. 134)".

There are three steps, each linear. The first finds the names of enactments, the second finds the provisions. The third
gives each provision the name next to it, or the name that the same provision has elsewhere in the text.
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
"""Start and path of a provision of the text itself, if the text is an enactment."""

OF = re.compile(
    r"\s{1,2}(?:of|to|in|under)\s(?:(?P<which>the\ssaid|the|that|this|those|these|both\sthe)\s{1,2})?\[?"
    r"|,?\s{1,2}(?:the\s)?|,?\s\("
)
"""Text between a provision and the name after it."""
GENERAL = re.compile(
    rf"(?:(?P<year>{YEAR})\s)?(?P<noun>Act|Ordinance|Regulations?|Rules|Code|Order|Convention)\b(?![’'-]?\w)"
)
"""A general name, whose meaning depends on the text: "the Act", "that Ordinance", "the 2009 Act"."""
SHORT_NAME = re.compile(r"[A-Z0-9][\w’.&-]*(?:\s[A-Z0-9][\w’.&-]*){0,4}")
SHORT_NAME_BEFORE = re.compile(r"[A-Z](?<![\w’'].)[A-Za-z]{1,9}(?:\sAct|\sOrdinance)?$")
GAP = re.compile(r"(?:,\s{1,2}|\s{1,2})$")
"""Text between a name and the provision after it: "Canada Pension Plan, s 42(2)"."""
NO_ENACTMENT = re.compile(
    r"\s(?:of|in|under)\s(?:the|this|that|my|his|her|their|its|an?|each|both|a)\s(?:\w{1,15}\s){0,2}?"
    r"(?:agreement|contract|judgment|ruling|decision|report|reasons|lease|deed|policy|plan|claim|statement|summons|"
    r"affidavit|affirmation|petition|pleadings?|indictment|will|trust|tender|opinion|factum|guidelines?|protocol|"
    r"memorandum|defence|reply|patent|submissions?)\b",
    re.IGNORECASE,
)
"""Documents that have sections and are no enactments."""
OTHER = "-"
"""Target of a section of a contract or a report."""
THIS = "this"
"""Target of a section of the text itself, which is an enactment."""
OWN = frozenset({"s", "sch", "part", "para", "reg", "r", "div", "form"})
"""Kinds of provisions that an enactment cites as its own, without a name next to them."""
BARE = ("s.", "art.", "r.", "reg.", "o.")
"""Path prefixes of provisions that may belong to an enactment even without a name next to them."""
UNKNOWN = frozenset({"s", "o"})
"""Kinds of provisions that are reported even if their enactment is unknown."""
SCHEDULE = re.compile(r"the\s(?<!\wthe\s)(Schedule)\b(?!\s\d)")


def find(text: str, start: int, end: int, places: Sequence[Place] | None = None) -> list[Citation]:
    """Return the references to enactments in ``text[start:end]``; the caller sorts them.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.
        places: if the text is an enactment, start and path of its provisions in order; else None.

    Returns:
        Citations of the kinds ``legislation`` and ``internal``.
    """
    names = collect(text, start, end)
    provisions = []
    for match in PROVISION.finditer(text, start, end):
        provisions += _tie(text, read(match, end), end, names)
    if places is None:
        provisions = [provision for provision in provisions if provision.path]
        _inherit(text, provisions)
        _assign_targets(provisions, names.target_of.get("Act") or names.target_of.get("Ordinance") or names.only())
        citations = [_cited(provision) for provision in provisions if provision.target not in (None, OTHER, THIS)]
    else:
        _inherit(text, provisions)
        citations = list(_in_enactment(provisions, places))
        citations += [
            Citation(match.start(1), match.end(1), "internal", "", "sch")
            for match in SCHEDULE.finditer(text, start, end)
        ]
    return [*citations, *_named(names, citations), *instruments.find(text, start, end)]


def _cited(provision: Provision) -> Citation:
    return Citation(provision.start, provision.end, "legislation", provision.target or "", provision.path)


def _named(names: Names, citations: Sequence[Citation]) -> Iterator[Citation]:
    """Yield the names that belong to no reference to a provision."""
    spans = sorted((citation.start, citation.end) for citation in citations)
    for name in names.printed:
        at = bisect_right(spans, (name.start, len(spans) and spans[-1][1])) - 1
        if name.cited and name.target and (at < 0 or spans[at][1] <= name.start):
            yield Citation(name.start, name.end, "legislation", name.target)


def _tie(text: str, provisions: list[Provision], end: int, names: Names) -> list[Provision]:
    """Return the provisions of one list with the target that is named after or before them."""
    if not provisions:
        return []
    first, last = provisions[0], provisions[-1]
    stop, target = _name_after(text, last.end, end, names)
    if target is None:
        begin, target = _name_before(text, first.start, names)
        if target is not None:
            first.start = begin
        elif NO_ENACTMENT.match(text, last.end, end):
            target = OTHER
    last.end = stop
    for provision in provisions:
        provision.target, provision.tied = target or None, target == ""
        if target and target != THIS and provision.path.startswith("para.") and provision.path.count(".") > 1:
            provision.path = provision.path.replace("para.", "s.", 1)  # "paragraph 42(2)(a)" is in section 42
    return provisions


def _name_after(text: str, at: int, end: int, names: Names) -> tuple[int, str | None]:
    """Return the end of the name after a provision, and its target.

    The target is "" for a bare "the Act" of unknown meaning, and None without any name.
    """
    of = OF.match(text, at, end)
    if not of:
        return at, None
    tied = of[0].split()[:1] in (["of"], ["to"], ["in"], ["under"])
    which = (of["which"] or "").split()[:1]
    if name := names.by_start.get(of.end()):
        bracket = {"(": ")", "[": "]"}.get(of[0][-1])
        return name.end + (bracket is not None and text[name.end : name.end + 1] == bracket), name.target
    general = GENERAL.match(text, of.end(), end) if tied else None
    if general and which in (["that"], ["this"]):
        that_target = names.general_target(general["year"] or "", general["noun"], at, "that")
        return general.end(), THIS if which == ["this"] else that_target
    words = printed[0].split() if (printed := SHORT_NAME.match(text, of.end(), end)) else []
    for count in range(len(words), 0, -1):
        short_name = " ".join(words[:count]).removesuffix("’s").removesuffix("'s").rstrip(".,’'")
        if short_name in names.target_of:
            return _end(text, of.end(), short_name, names.target_of[short_name]), names.target_of[short_name]
    if general and which:
        return general.end(), names.general_target(general["year"] or "", general["noun"], at, which[0])
    return at, None


def _end(text: str, at: int, short_name: str, target: str) -> int:
    """Return the end of a short name, with its closing dot ("T.A.") or its year ("LPA 1925")."""
    printed = re.compile(r"\s+".join(map(re.escape, short_name.split())) + (r"\.?" if "." in short_name else "")).match(
        text, at
    )
    stop = printed.end() if printed else at + len(short_name)
    year = f" {target[-4:]}"
    return stop + len(year) if target[-4:].isdigit() and text.startswith(year, stop) else stop


def _name_before(text: str, at: int, names: Names) -> tuple[int, str | None]:
    """Return the start of the name directly before a provision, and its target: "Canada Pension Plan, s 42(2)"."""
    gap = GAP.search(text[max(0, at - 4) : at])
    if not gap:
        return at, None
    stop = at - len(gap[0])
    comma = gap[0].startswith(",")
    name = names.by_end.get(stop)
    if name and (comma or not name.noun or name.label[-1:].isdigit()):
        return name.start, name.target
    short_name = SHORT_NAME_BEFORE.search(text[max(0, stop - 24) : stop])
    if short_name and short_name[0] in names.target_of and (comma or short_name[0].isupper()):
        return stop - len(short_name[0]), names.target_of[short_name[0]]
    return at, None


def _inherit(text: str, provisions: Sequence[Provision]) -> None:
    """Give a provision the target of the next one in a list: in "s. 4 and s. 5 of the Act" both belong to the Act."""
    for provision, following in zip(provisions[-2::-1], provisions[:0:-1], strict=True):
        near = (
            following.target
            and provision.target is None
            and not provision.tied
            and 0 < following.start - provision.end < 8
        )
        if near and re.fullmatch(r"\s?(?:,\s?)?(?:(?:and|or|to)\s)?", text[provision.end : following.start]):
            provision.target = following.target


NEAR = 400
"""Characters from one bare section to the next, at most, if both belong to one enactment."""


def _assign_targets(provisions: Sequence[Provision], main: str) -> None:
    """Give a bare "s. 215" the target of the last "section 215 of …" before it, else of the next one after it.

    A section that never has a name belongs to ``main``, the main enactment of the text, else to the enactment of the
    section shortly before it.
    """
    for order in (provisions, provisions[::-1]):
        target_of: dict[str, str] = {}
        for provision in order:
            key = ".".join(provision.path.replace("para.", "s.", 1).split(".")[:2])
            if provision.target and provision.target != THIS:
                target_of[key] = provision.target
            elif provision.target is None and key in target_of and (provision.tied or _may_be_bare(provision)):
                provision.target = target_of[key]
                provision.path = provision.path.replace("para.", "s.", 1)
    last_end, last_target = -NEAR, ""
    for provision in provisions:
        if provision.target:
            last_end, last_target = provision.end, "" if provision.target in (OTHER, THIS) else provision.target
        elif provision.tied or (provision.target is None and provision.kind in UNKNOWN):
            bare = provision.path.startswith("s.") and not provision.tied
            provision.target = (main or (last_target if provision.start - last_end < NEAR else "")) if bare else ""
            last_end = provision.end


def _may_be_bare(provision: Provision) -> bool:
    return provision.path.startswith(BARE) or (provision.kind == "para" and provision.path.count(".") > 1)


def _in_enactment(provisions: Sequence[Provision], places: Sequence[Place]) -> Iterator[Citation]:
    """Yield the citations in an enactment: a provision without another name next to it is one of its own."""
    for provision in provisions:
        if provision.target == OTHER:
            continue
        if provision.target not in (None, THIS) or provision.tied:
            if provision.path:
                yield _cited(provision)
            continue
        if not provision.path and (around := _around(places, provision.start, provision.kind)):
            provision.path = ".".join((around, *steps(provision.relative)))
        if (
            provision.path
            and provision.kind in OWN
            and not (provision.kind in ("para", "form") and provision.path.startswith(("para.", "form")))
        ):
            yield Citation(provision.start, provision.end, "internal", "", provision.path)


def _around(places: Sequence[Place], at: int, kind: str) -> str:
    """Return the path of the provision around ``at``, from which a relative reference counts.

    For a subsection this is the section.
    """
    index = bisect_right(places, (at, "\uffff")) - 1
    path = places[index][1] if index >= 0 else ""
    parts = path.split(".")
    return ".".join(parts[: parts.index("s") + 2]) if kind == "s" and "s" in parts else path
