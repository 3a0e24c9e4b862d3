"""References to enactments and their provisions: "section 36(1) of the Dangerous Drugs Ordinance (Cap. 134)".

Three steps, each linear: the names of enactments that the text prints, with what they are called afterwards
('… (the "EI Act")'); the provisions that it prints; then each provision with the name beside it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from piperoll.corpora.citations.pinpoints import DASH, LABEL, LEVEL, YEAR, beside, levels
from piperoll.model import Citation

Place = tuple[int, str]
"""Where a provision of the text itself begins, and its path."""

CHAPTER = re.compile(
    r"\bCap(?:\.\s{0,2}|\s)(\d{1,4}[A-Z]{0,3})\b(?:,?\s{0,2}(?:sub(?:sidiary)?\.?\s{0,2}leg(?:islation)?\.?)\s{0,2}([A-Z]{1,3})\b)?"
)
"""Cap. 134; Cap 4A; Cap. 374 sub. leg. B."""
OPENING = re.compile(r",?(?:[^\S\n]{0,2}|\n)[(\[]?\s{0,2}(?=Cap[.\s])")
CLOSING = re.compile(r"[^()\[\]\n]{0,40}[)\]]")
REVISED = re.compile(r"\bCap\.?\s\d{1,4}[A-Z]?,\s(?:\d{4}\s)?Rev\.?\sEd")
"""The chapter of a law of Singapore: "Cap 224, 2008 Rev Ed"; its chapters are not Hong Kong's."""
NOUN = re.compile(
    r"\b(?:Act|Ordinance|Regulations?|Rules|Code|Order|By-laws|Convention|Treaty|Covenant|Charter|Law|Constitution)\b(?![’'-]?\w)"
)
"""The last word of a name."""
ALONE = frozenset({"Act", "Ordinance"})
"""With one of these, a capitalised name is an enactment even with no year, chapter or provision beside it."""
_TOKEN = re.compile(r"\S+")
_CONNECTORS = frozenset("of and the for in to on with by or & etc".split())
_LEADING = frozenset(
    "The This That These Those Under In Section Sections Of See Any An A By For If When Where Both Each Every No And Or But With Our Its "
    "Schedule Part Article Articles Rule Rules Regulation Chapter Although Since While As To From Is Was Are Such Said Same Former Parent New Old "
    "However Further Thus Hence Because Whether Unlike Pursuant Subsection Paragraph Also Court Judge Minister Draft Amending Relevant Under".split()
)
"""Capitalised for standing first in a sentence, or parts of a reference: no name begins with them."""
_ROMAN = re.compile(r"[IVX]{1,5}[A-Z]?|[A-Z]\.?")
_CUTS = frozenset("Section Sections Schedule Schedules Part Parts Article Rule Regulation Chapter".split())
"""A name starts after these where "of", "to" or "under" follows."""
NAME_ROOM = 150
"""Characters before the last word in which a name may begin."""
NAME_WORDS = 16
WHOLE = re.compile(
    r"\b(?:Canadian Charter of Rights and Freedoms|Rules of the (?:High Court|District Court|Supreme Court)|Civil Procedure Rules(?: 1998)?|Canada Pension Plan|"
    r"European Convention (?:on|for the Protection of) Human Rights(?: and Fundamental Freedoms)?|Basic Law|(?:Hong Kong )?Bill of Rights(?= Ordinance)?|"
    r"Magna Carta|(?:Canadian )?Bill of Rights|Rules of Court|Criminal Code|Practice Direction (?=[A-Z]?\d)[A-Z]?\d{1,3}[A-Z]{0,2}(?:\.\d{1,2})?|PD ?\d{1,3}[A-Z]{0,2}(?:\.\d)?|"
    r"Income Tax Act|Universal Declaration of Human Rights|Refugee Convention|Old Age Security Act|Employment Insurance (?:Act|Regulations))\b"
)
"""Names that do not end as NOUN wants, or that are so well known that nothing else is needed."""
CITED = frozenset(
    {
        "Criminal Code",
        "Rules of the High Court",
        "Rules of the District Court",
        "Canadian Charter of Rights and Freedoms",
        "Civil Procedure Rules",
    }
)
KNOWN: Mapping[str, str] = {
    "Charter": "Canadian Charter of Rights and Freedoms",
    "Code": "",
    "ECHR": "European Convention on Human Rights",
    "European Convention": "European Convention on Human Rights",
    "RHC": "Rules of the High Court",
    "RDC": "Rules of the District Court",
    "CPR": "Civil Procedure Rules",
    "CPP": "Canada Pension Plan",
    "EI Act": "Employment Insurance Act",
    "EI Regulations": "Employment Insurance Regulations",
    "DESD Act": "Department of Employment and Social Development Act",
    "DESDA": "Department of Employment and Social Development Act",
    "OAS Act": "Old Age Security Act",
    "ITA": "Income Tax Act",
    "Cr.C": "Criminal Code",
    "C.C.Q": "Civil Code of Québec",
    "HKBOR": "Hong Kong Bill of Rights",
    "BOR": "Hong Kong Bill of Rights",
}
"""What everyone calls them; a text that defines the word otherwise is believed."""
YEAR_BEHIND = re.compile(rf",?\s{{1,2}}({YEAR})\b(?!\s?[/)])")
STATE = re.compile(r"\s{0,2}\((?:Cth|NSW|Vic|Qld|WA|SA|Tas|ACT|NT|UK|Imp|NZ|HK|Ont)\)")
STATUTES = re.compile(
    rf",?\s{{1,2}}(?:R\.?\s?S\.?\s?[A-Z](?:\.?\s?[A-Z])?|S\.?\s?[A-Z]|S\.\s?[A-Z]\.\s?[A-Z]|C\.?Q\.?L\.?R)\.?,?\s{{0,2}}(?:{YEAR},?)?\s{{0,2}}(?:\([A-Z][a-z]+\.?\),?\s)?"
    rf"(?:c(?:h)?\.?\s{{0,2}}[A-Z]?[-.\w{DASH}]{{1,12}}\w(?:\s\(\d\w{{1,2}}\sSupp\.\))?|c\.?\s\d{{1,4}}(?:\s\(\d\w{{1,2}}\sSupp\.\))?)"
    rf"|,?\s{{1,2}}(?:SOR|SI|S\.I\.|DORS)[/ ]{{0,2}}\d{{2,4}}[/{DASH}]\d{{1,4}}|\s\((?:SI|S\.I\.|SOR)[/ ]{{0,2}}\d{{2,4}}[/{DASH}]\d{{1,4}}(?:\s\([A-Z]\.?\s?\d+\))?\)"
)
"""R.S.C. 1985, c. C-46; S.C. 2004, c. 10; SOR/96-332; SI 2013/435."""
DEFINED = re.compile(
    r",?\s{0,2}[(\[](?:as\samended,?\s|now\s|hereinafter\s(?:referred\sto\sas\s)?)?(?:collectively,?\s)?(?:the\s)?"
    r"(?:[“\"‘']+(?:the\s)?(?P<quoted>[^”\"’'()\n]{1,60}?)\s?[”\"’']+(?:\sor\s(?:the\s)?[“\"‘'](?P<second>[^”\"’'()\n]{1,60})[”\"’'])?|(?P<bare>[A-Z][A-Za-z]{1,9}(?:\sAct|\sOrdinance)?))[)\]]"
)
"""What it is called from here on: (the “Act”), ("EI Act"), (SOIRA)."""
NUMBERED = re.compile(
    rf"\b(?:(?:Ord\.|Ordinance|Act)\s)?(?:No\.?\s)?(\d{{1,3}})\sof\s({YEAR})(?:,?\s{{1,2}}(?:and\s)?(s\.?s?\.?)\s{{0,2}}({LABEL}(?:{LEVEL}){{0,4}})|(?=[;.)\]\s]))"
)
"""39 of 1995 s. 2: how Hong Kong's amendment notes cite an ordinance."""
NOTICE = re.compile(
    rf"\b(L\.N\.|E\.R\.|G\.N\.)\s{{0,2}}(\d{{1,4}})\sof\s({YEAR})\b(?:,?\s{{1,2}}(s)\.\s{{0,2}}(\d{{1,3}}[A-Z]?))?"
)
"""L.N. 294 of 1984; E.R. 2 of 2012."""
IMPERIAL = re.compile(rf"\b({YEAR})\sc\.\s(\d{{1,3}})(?:\ss\.\s(\d{{1,3}}[A-Z]?(?:{LEVEL}){{0,4}}))?(?:\sU\.K\.)?")
"""1934 c. 50 s. 14 U.K."""
INSTRUMENT = re.compile(rf"\b(?:SI|S\.I\.)\s?({YEAR})/(\d{{1,4}})\b|\bSOR/(\d{{2,4}})[{DASH}](\d{{1,4}})\b")
UNION = re.compile(
    rf"\b((?:Council\s|Commission\s|Implementing\s|Delegated\s)?(?:Regulation|Directive))\s\((?:EEC|EC|EU|Euratom)\)\s(?:No\.?\s)?(\d{{1,4}}/\d{{2,4}})|\b(?:Council\s)?(Directive)\s(\d{{2,4}}/\d{{1,3}})(?:/E\w+)"
)
"""Regulation (EC) No 44/2001; Directive 95/46/EC."""
COURT_RULE = re.compile(rf"\bCPR,?\s(?:Part\s)?(\d{{1,2}}(?:\.\d{{1,3}}[A-Z]?)?(?:{LEVEL}){{0,4}})(?![\w/])")
"""CPR 3.4(2)."""

_LEADS = {
    "s": r"(?:[Ss]ub)?[Ss]ections?|[Ss]ubss?\.?|[Ss]s\.?|[Ss]\.?",
    "art": r"[Aa]rticles?|[Aa]rts?\.?",
    "reg": r"[Rr]egulations?|[Rr]egs?\.?",
    "r": r"[Rr]ules?|[Rr]r?\.?",
    "o": r"Orders?|Ord\.|O\.?",
    "sch": r"(?:[Ff]irst\s|[Ss]econd\s|[Tt]hird\s|[Ff]ourth\s|[Ff]ifth\s|[Ss]ixth\s)?[Ss]chedules?|[Ss]chs?\.?",
    "part": r"Parts?|Pts?",
    "para": r"[Ss]ub-?paragraphs?|[Pp]aragraphs?|[Pp]aras?\.?|§§?",
    "div": r"Divisions?|Subdivisions?",
    "form": r"Forms?",
    "cl": r"[Cc]lauses?|[Cc]ls?\.?",
}
"""First part of a path, and the words that stand before the number."""
_ITEM = rf"(?:{LABEL}(?![\d%])(?:\s?{LEVEL}){{0,6}}|{LEVEL}(?:\s?{LEVEL}){{0,5}})"
_AND = rf"(?:\s{{0,2}},\s{{0,2}}(?:and\s|or\s)?|\s{{1,2}}(?:and|or|&|and/or|to)\s{{1,2}}|\s{{0,1}}[{DASH}]\s{{0,1}})"
PROVISION = re.compile(
    rf"(?<![\w’'$£/.{DASH}])(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _LEADS.items())
    + rf")\s{{0,3}}(?P<items>{_ITEM}(?:{_AND}{_ITEM}){{0,80}})(?![\w/]|\s?[%$]|[.,]\d)"
)
"""A provision or a list of them: "section 36(1)", "ss. 7, 8 and 24(2)", "subsections (1) to (3)", "O.14"."""
ITEM = re.compile(_ITEM)
RANGE = re.compile(rf"\s*(?:to\s|[{DASH}])\s*(?:inclusive\s)?$")
SCHEDULE = re.compile(r"\b(?:the\s)(Schedule)\b(?!\s\d)")
WITHIN = re.compile(r",?\s{1,2}(?:(?:of|in|to|under|at)\s(?:the\s)?)?$")
_OF = re.compile(
    r"\s{1,2}(?:of|to|in|under)\s(?:(?P<which>the\ssaid|the|that|this|those|these|both\sthe)\s{1,2})?\[?|,?\s{1,2}(?:the\s)?|,?\s\("
)
_COMMON = re.compile(
    rf"(?:(?P<year>{YEAR})\s)?(?P<noun>Act|Ordinance|Regulations?|Rules|Code|Order|Convention)\b(?![’'-]?\w)"
)
_PRINTED = re.compile(r"[A-Z0-9][\w’.&-]*(?:\s[A-Z0-9][\w’.&-]*){0,4}")
_OTHER = re.compile(
    r"(?:of|to|in|under)\s(?:the|this|that|my|his|her|their|its|an?|each|both|a)\s(?:\w{1,15}\s){0,3}?(?:agreement|contract|judgment|ruling|decision|report|reasons|lease|deed|policy|plan|claim|statement|summons|"
    r"affidavit|affirmation|petition|pleadings?|indictment|will|trust|tender|notice|opinion|tariff|factum|application|order|standard|terms|guidelines?|protocol|constitution|memorandum|articles|defence|reply|patent|submissions?|version)\b",
    re.IGNORECASE,
)
"""What has sections and is no enactment."""


@dataclass(frozen=True, slots=True)
class _Name:
    """An enactment as printed: ``label`` its name, ``target`` its key, ``noun`` the last word of its name."""

    start: int
    end: int
    label: str
    target: str
    noun: str
    cited: bool
    """It is a reference by itself, with no provision beside it."""


@dataclass(slots=True)
class _Provision:
    """One provision as printed; ``target`` stays None until it is known what it belongs to."""

    start: int
    end: int
    kind: str
    path: str
    target: str | None = None
    tied: bool = False
    """It is said to be of an enactment, and only the name is missing: "section 6 of the Act"."""


@dataclass(slots=True)
class _Names:
    """The enactments of a text: where each is printed, and what each is called."""

    printed: list[_Name] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=lambda: {name: target for name, target in KNOWN.items() if target})
    by_start: dict[int, _Name] = field(default_factory=dict)
    by_end: dict[int, _Name] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    unique: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)

    def only(self) -> str:
        """The one enactment that the text names, "" where it names several or none."""
        targets = {one.target for one in self.printed if one.target}
        return targets.pop() if len(targets) == 1 else ""

    def common(self, year: str, noun: str, at: int, which: str) -> str:
        """The target of "the Act", "that Ordinance", "the 2009 Act" at ``at``; "" where it is not certain."""
        if not year and noun in self.called and which != "that":
            return self.called[noun]
        if year and f"{year} {noun}" in self.called:
            return self.called[f"{year} {noun}"]
        if which == "that" and not year:
            place = bisect_right(self.starts, at) - 1
            while place >= 0 and at - self.printed[place].end < LOOK_BACK:
                if self.printed[place].noun == noun or at - self.printed[place].end < SAME_SENTENCE:
                    return self.printed[place].target
                place -= 1
            return ""
        found = self.unique.get((year, noun), set())
        return next(iter(found)) if len(found) == 1 else ""


LOOK_BACK = 600
"""Characters back from "that Ordinance" to its name."""
SAME_SENTENCE = 120
"""Characters back within which it is the last name, whatever it ends with: "the Women's Charter …, section 112 of that Act"."""


def find(text: str, start: int, end: int, places: Sequence[Place] | None = None) -> list[Citation]:
    """References to enactments in ``text[start:end]``; with ``places`` the text is an enactment itself."""
    names = _names(text, start, end)
    provisions = [
        one for match in PROVISION.finditer(text, start, end) for one in _read(match, text, end, names, places)
    ]
    _inherit(text, provisions)
    if places is None:
        _remember(provisions, names.called.get("Act") or names.called.get("Ordinance") or names.only())
    taken = {name.start for name in names.printed if not name.cited}
    found = [_cited(one) for one in provisions if one.target not in (None, OTHER)]
    spans = sorted((one.start, one.end) for one in found)
    firsts = [one[0] for one in spans]
    for name in names.printed:
        at = bisect_right(firsts, name.start) - 1
        inside = at >= 0 and spans[at][1] > name.start
        if not inside and name.start not in taken:
            found.append(Citation(name.start, name.end, "legislation", name.target))
    if places is not None:
        found += _schedules(text, start, end)
    return found + list(_notes(text, start, end))


def _cited(one: _Provision) -> Citation:
    internal = one.kind == "internal"
    return Citation(
        one.start, one.end, "internal" if internal else "legislation", "" if internal else one.target or "", one.path
    )


# names


def _names(text: str, start: int, end: int) -> _Names:
    names = _Names()
    singapore = bool(REVISED.search(text, start, end))
    chapters: dict[str, str] = {}
    raw: list[tuple[int, int, str, str, bool]] = []
    for match in WHOLE.finditer(text, start, end):
        raw.append((match.start(), match.end(), match[0], "", match[0] in CITED or match[0][0:2] in ("Pr", "PD")))
    for match in NOUN.finditer(text, start, end):
        begin = _beginning(text, max(start, match.start() - NAME_ROOM), match.start())
        if begin is not None:
            raw.append((begin, match.end(), " ".join(text[begin : match.end()].split()), match[0], match[0] in ALONE))
    last = start
    for begin, stop, label, noun, alone in sorted(raw, key=lambda one: (one[0], -one[1])):
        if begin < last:
            continue
        name = _whole(text, begin, stop, end, label, noun, alone, chapters, singapore)
        if name is None:
            continue
        names.printed.append(name)
        last = name.end
        for called in _called(text, name.end, end):
            names.called[called.rstrip(".")] = name.target
            names.defined.add(called)
    covered = [(one.start, one.end) for one in names.printed]
    firsts = [one[0] for one in covered]
    for match in CHAPTER.finditer(text, start, end):
        at = bisect_right(firsts, match.start()) - 1
        if at < 0 or covered[at][1] <= match.start():
            stop, target = _chapter(match, text, end, singapore)
            names.printed.append(_Name(match.start(), stop, "", target, "", True))
    names.printed.sort(key=lambda one: one.start)
    for at, one in enumerate(names.printed):
        if one.label in chapters and not one.target.startswith("Cap. "):
            names.printed[at] = replace(one, target=chapters[one.label])
    for called, target in names.called.items():
        names.called[called] = chapters.get(target, target)
    dated = {one.label[:-5]: one.target for one in reversed(names.printed) if one.label[-4:].isdigit()}
    for at, one in enumerate(names.printed):
        if one.label in names.called and one.label != one.target:
            names.printed[at] = replace(
                one, target=names.called[one.label], cited=one.cited and one.label not in names.defined
            )
        elif one.label in dated and text[one.end - 1] != ")":
            names.printed[at] = replace(one, target=dated[one.label])
    for one in names.printed:
        names.by_start[one.start] = one
        names.by_end[one.end] = one
        names.starts.append(one.start)
        if one.noun:
            year = one.label[-4:] if one.label[-4:].isdigit() else ""
            names.unique.setdefault(("", one.noun), set()).add(one.target)
            names.unique.setdefault((year, one.noun), set()).add(one.target)
        if one.label:
            names.called.setdefault(one.label, one.target)
    return names


def _beginning(text: str, start: int, noun: int) -> int | None:
    """Where the name begins whose last word stands at ``noun``; None where no capitalised word is before it."""
    tokens = list(_TOKEN.finditer(text, start, noun))
    begin: int | None = None
    kept: list[tuple[int, str]] = []
    depth = 0
    follows = noun
    for token in reversed(tokens[-NAME_WORDS:]):
        word = token[0]
        if text.count("\n", token.end(), follows) > 1:  # a name goes over lines, not over paragraphs
            break
        follows = token.start()
        if depth == 0 and kept and word[-1] in ".;:!?" and not re.fullmatch(r"(?:[A-Z]\.)+|St\.|etc\.", word):
            break
        if not kept and word[-1] in ".;:!?,":
            break
        depth += word.count(")") - word.count("(")
        if depth < 0:
            at = word.rindex("(") + 1
            if at < len(word) and word[at].isupper():
                kept.append((token.start() + at, word[at:]))
            break
        core = word.lstrip("(“\"‘'[").rstrip(",)”\"’']")
        if word[-1] == "," and depth == 0 and not any(later == "and" for _, later in kept):
            break
        if word[-1] in '”"]' or word[-1] == "’" and not core.endswith("s"):
            break
        if not core or not (core[0].isupper() or core in _CONNECTORS or depth > 0 and core[0].isalnum()):
            break
        if core[0].isdigit() and depth <= 0 and not kept:
            break
        kept.append(
            (
                token.start() + (len(word) - len(word.lstrip("“\"‘'[")) if depth <= 0 and "(" not in word[:1] else 0),
                core,
            )
        )
        if depth == 0 and word[0] in "“\"‘'[" and word[:1] != "(":
            break
    kept.reverse()
    cut = 0
    for at, (_, core) in enumerate(kept[:-1]):
        if core in _CUTS and kept[at + 1][1] in ("of", "to", "under", "in", "and"):
            cut = at + 1
        if core in ("and", "or", "to", "in", "with", "for", "under", "on", "by") and kept[at + 1][1] == "the":
            cut = at + 1
    kept = kept[cut:]
    while kept and (
        kept[0][1] in _LEADING
        or kept[0][1] in _CONNECTORS
        or not kept[0][1][0].isupper()
        or _ROMAN.fullmatch(kept[0][1])
    ):
        kept = kept[1:]
    if kept:
        begin = kept[0][0]
        if text[begin] == "(":
            return None
    return begin


def _whole(
    text: str,
    begin: int,
    stop: int,
    end: int,
    label: str,
    noun: str,
    alone: bool,
    chapters: dict[str, str],
    singapore: bool,
) -> _Name | None:
    """The name with what belongs to it: year, state, chapter, volume of the statutes; None where it is none."""
    target, sure = label, alone or not noun
    if noun and (year := YEAR_BEHIND.match(text, stop, end)):
        target, stop, sure = f"{label} {year[1]}", year.end(), True
    label = target
    if state := STATE.match(text, stop, end):
        stop, sure = state.end(), True
    if statutes := STATUTES.match(text, stop, end):
        stop, sure = statutes.end(), True
    if opening := OPENING.match(text, stop, end):
        if chapter := CHAPTER.match(text, opening.end(), end):
            stop, key = _chapter(chapter, text, end, singapore)
            if "(" in opening[0] or "[" in opening[0]:
                closing = CLOSING.match(text, stop, end)
                stop = closing.end() if closing else stop
            sure = True
            if key:
                target = chapters[label] = key
    cited = sure and (bool(noun) or alone)
    if noun and not cited and len(label.split()) < 2:
        return None
    return _Name(begin, stop, label, target, noun, cited)


def _chapter(match: re.Match[str], text: str, end: int, singapore: bool) -> tuple[int, str]:
    """Where a chapter number ends and the key that it is; "" for a chapter of Singapore's laws."""
    if singapore:
        return match.end(), ""
    return match.end(), f"Cap. {match[1]}{match[2] or ''}"


def _called(text: str, at: int, end: int) -> Iterator[str]:
    if defined := DEFINED.match(text, at, end):
        for name in (defined["quoted"], defined["second"], defined["bare"]):
            if name:
                yield " ".join(name.split())


# provisions


def _read(
    match: re.Match[str], text: str, end: int, names: _Names, places: Sequence[Place] | None
) -> Iterator[_Provision]:
    """The provisions of one printed list, with what stands to the right and left of it."""
    kind = next(one for one in _LEADS if match[one])
    items = list(_items(match))
    relative = items[0][2].startswith("(")
    stop, above = match.end(), ""
    # "paragraph 3 of Schedule 1 to", "subsection (2) of section 4", "rule 1" behind "Order 14"
    for _ in range(CHAIN):
        if chain := _chain(text, stop, end):
            stop, step = chain
            above = f"{step}.{above}" if above else step
    if above.startswith("part") and kind != "part":
        above = ""
    stop, target = _right(text, stop, end, names)
    begin = match.start()
    if target is None:
        begin, target = _left(text, match.start(), names)
        begin = match.start() if begin is None else begin
        if target is None and _OTHER.match(text, stop + 1, end):
            target = OTHER
    yield from _settled(kind, items, relative, above, begin, stop, target, names, places)


def _items(match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """Start, end and printed form of each member of a list; the far end of a range is part of the near one."""
    at = match.start("items")
    text = match.string
    begin: int | None = None
    printed = ""
    last = 0
    for item in ITEM.finditer(text, at, match.end("items")):
        between = text[last : item.start()] if begin is not None else ""
        if begin is not None and RANGE.match(between):
            last = item.end()
            continue
        if begin is not None:
            yield begin, last, printed
        begin, printed, last = item.start(), item[0], item.end()
    if begin is not None:
        yield begin, last, printed


CHAIN = 3
"""Steps at most from a provision to the enactment: paragraph (a), of section 3, of Part 2, of Schedule 1."""
_CHAIN = re.compile(
    rf"(?:\s(?:of|in|to)\s(?:the\s)?|,\s?|\s)(?:(?P<sch>[Ss]chedule|[Ss]ch\.?)\s(?P<schn>\d{{1,3}}[A-Z]{{0,2}})|(?P<part>Part)\s(?P<partn>\d{{1,3}}[A-Z]{{0,2}}|[IVX]{{1,5}}))\b"
    rf"|\s(?:of|in)\s(?:section|s\.?|subsection|regulation|reg\.?|article|rule)\s?(?P<label>{LABEL}(?:{LEVEL}){{0,4}}|{LEVEL})(?!\d)"
    rf"|,?\s{{0,2}}(?:of\s)?(?:[Rr]ules?|[Rr]r?\.?)\s?(?P<rule>\d{{1,3}}[A-Z]?(?:{LEVEL}){{0,4}})(?!\d)"
)


def _chain(text: str, at: int, end: int) -> tuple[int, str] | None:
    """The next larger unit that a provision is said to stand in, as a step of the path."""
    match = _CHAIN.match(text, at, end)
    if not match:
        return None
    if match["schn"]:
        return match.end(), f"sch{match['schn']}"
    if match["partn"]:
        return match.end(), f"part{match['partn']}"
    if match["rule"]:
        return match.end(), f"rule:{match['rule']}"
    return match.end(), f"in:{match['label']}"


def _right(text: str, at: int, end: int, names: _Names) -> tuple[int, str | None]:
    """The enactment named behind a provision: where its name ends and its target; None where none is."""
    of = _OF.match(text, at, end)
    if not of:
        return at, None
    tied = of[0].split()[:1] in (["of"], ["to"], ["in"], ["under"])
    if name := names.by_start.get(of.end()):
        if tied or not name.label or name.noun or name.label in names.called:
            bracket = {"(": ")", "[": "]"}.get(of[0][-1])
            closing = name.end + (bracket is not None and text[name.end : name.end + 1] == bracket)
            return closing, name.target
    printed = _PRINTED.match(text, of.end(), end)
    words = printed[0].split(" ") if printed and "\n" not in printed[0] else (printed[0].split() if printed else [])
    for count in range(len(words), 0, -1):
        called = " ".join(words[:count]).rstrip(".,’'")
        bare = called.removesuffix("’s").removesuffix("'s").rstrip(".")
        if bare in names.called and (tied or bare not in ("Code",)):
            printed_end = " ".join(words[:count]).rstrip(",’'")
            stop = of.end() + len(
                printed_end if printed_end[-2:-1].isupper() and "." in printed_end[:-1] else printed_end.rstrip(".")
            )
            if (of["which"] or "") in ("that", "this") and bare in ("Act", "Ordinance"):
                break
            return stop, names.called[bare]
    which = (of["which"] or "").split()
    if tied and which and (common := _COMMON.match(text, of.end(), end)):
        if which[0] == "this":
            return common.end(), "this"
        return common.end(), names.common(common["year"] or "", common["noun"], at, which[0])
    return at, None


def _left(text: str, at: int, names: _Names) -> tuple[int | None, str | None]:
    """The enactment named right before a provision: "Canada Pension Plan, s 42(2)", "CPR r 3.4"."""
    before = text[max(0, at - 4) : at]
    gap = re.search(r"(?:,\s{1,2}|\s{1,2})$", before)
    if not gap:
        return None, None
    stop = at - len(gap[0])
    if name := names.by_end.get(stop):
        if gap[0].startswith(",") or not name.noun or name.label[-1:].isdigit():
            return name.start, name.target
    called = re.search(r"(?<![\w’'])[A-Z][A-Za-z]{1,9}(?:\sAct|\sOrdinance)?$", text[max(0, stop - 24) : stop])
    if called and called[0] in names.called and (gap[0].startswith(",") or called[0].isupper()):
        return stop - len(called[0]), names.called[called[0]]
    return None, None


OTHER = "-"
"""In place of a target: a section of a contract or a report."""


OWN = frozenset({"s", "sch", "part", "para", "reg", "r", "div", "form"})
"""Provisions that an enactment refers to as its own, with no name beside them."""


def _settled(
    kind: str,
    items: Sequence[tuple[int, int, str]],
    relative: bool,
    above: str,
    begin: int,
    stop: int,
    target: str | None,
    names: _Names,
    places: Sequence[Place] | None,
) -> Iterator[_Provision]:
    """Each member of a list with its path; the first carries the word before it, the last the name behind it."""
    own = places is not None and target in (None, "this")
    if target == "this":
        target = None if places is None else target
    base = ""
    if relative or above.startswith("in:"):
        inner = [step[3:] for step in reversed(above.split(".in:")) if step] if above.startswith("in:") else []
        if above.startswith("in:") and not above[3:].startswith("("):
            base = _path("s", above[3:].split(".in:")[0])
        elif own and places:
            base = _place(places, begin, kind)
        elif not base:
            return
        del inner
        above = ""
    rule = ""
    if above.startswith("rule:"):
        rule, above = above[5:], ""
    path = ""
    for at, (first, last, printed) in enumerate(items):
        if printed.startswith("("):
            path = ".".join((base, *levels(printed))) if not path and base else beside(path, printed) if path else ""
        else:
            path = _path(kind, printed)
            if rule:
                path = ".".join((f"o.{printed}", "r", re.match(r"\w+", rule)[0], *levels(rule)))  # type: ignore[index]
            if kind == "sch" and above:
                path = f"{path}.{above}"
            elif above:
                path = f"{above}.{path.replace('para.', 's.', 1)}"
        if not path:
            continue
        one = _Provision(
            begin if at == 0 else first, stop if at == len(items) - 1 else last, "legislation", path, target
        )
        if own:
            if kind in OWN and (kind not in ("para", "form") or relative or above):
                one.kind, one.target = "internal", ""
                yield one
            continue
        if target == "" and places is None:
            one.target, one.tied = None, True
        elif target is None and not _bare(kind, printed):
            continue
        if target is not None and kind == "para" and "(" in printed and "." not in above:
            one.path = one.path.replace("para.", "s.", 1)
        if kind in ("form", "cl", "div") and target is None:
            continue
        yield one


def _bare(kind: str, printed: str) -> bool:
    """Whether a provision with no enactment beside it may be one all the same; what it belongs to is looked up later."""
    return kind in ("s", "art", "r", "reg", "o") or (kind == "para" and "(" in printed)


def _path(kind: str, printed: str) -> str:
    label = re.match(r"[^\s(]+", printed)
    head = label[0] if label else ""
    if kind in ("sch", "part", "div", "form"):
        return ".".join((f"{kind}{head}", *levels(printed)))
    return ".".join((kind, head, *levels(printed)))


def _place(places: Sequence[Place], at: int, kind: str) -> str:
    """The provision around ``at`` that a relative reference counts from: for a subsection, the section."""
    index = bisect_right(places, (at, "\uffff")) - 1
    if index < 0:
        return ""
    path = places[index][1]
    parts = path.split(".")
    if kind == "s" and "s" in parts:
        return ".".join(parts[: parts.index("s") + 2])
    return path


def _inherit(text: str, provisions: Sequence[_Provision]) -> None:
    """In "s. 4 and s. 5 of the Act" both are of the Act."""
    for one, following in zip(provisions[-2::-1], provisions[:0:-1], strict=True):
        if one.target is None and following.target and following.start - one.end < 8:
            if re.fullmatch(r"\s?(?:,\s?)?(?:(?:and|or|to)\s)?", text[one.end : following.start]):
                one.target = following.target


def _remember(provisions: list[_Provision], main: str) -> None:
    """Give a bare "s. 215" the enactment that the same section was last said to be of, else the next one, else ``main``."""
    for order in (provisions, provisions[::-1]):
        seen: dict[str, str] = {}
        for one in order:
            key = ".".join(one.path.replace("para.", "s.").split(".")[:2])
            if one.target:
                seen[key] = one.target
            elif one.target is None and key in seen:
                one.target = seen[key]
    for one in provisions:
        if one.target is None and (one.tied or one.path.startswith(("s.", "o.", "art."))):
            one.target = main if one.path.startswith("s.") and not one.tied else ""
        elif one.target and one.path.startswith("para.") and one.path.count(".") > 1:
            one.path = one.path.replace("para.", "s.", 1)


def _schedules(text: str, start: int, end: int) -> list[Citation]:
    """The one schedule of an enactment that has no numbers on them."""
    return [
        Citation(match.start(1), match.end(1), "internal", "", "sch") for match in SCHEDULE.finditer(text, start, end)
    ]


def _notes(text: str, start: int, end: int) -> Iterator[Citation]:
    """What amendment notes cite, and instruments known by a number."""
    for match in NUMBERED.finditer(text, start, end):
        path = _path("s", match[4]) if match[4] else ""
        yield Citation(match.start(), match.end(), "legislation", f"{match[1]} of {match[2]}", path)
    for match in NOTICE.finditer(text, start, end):
        path = f"s.{match[5]}" if match[5] else ""
        yield Citation(match.start(), match.end(), "legislation", f"{match[1]} {match[2]} of {match[3]}", path)
    for match in IMPERIAL.finditer(text, start, end):
        yield Citation(
            match.start(),
            match.end(),
            "legislation",
            f"{match[1]} c. {match[2]}",
            _path("s", match[3]) if match[3] else "",
        )
    for match in INSTRUMENT.finditer(text, start, end):
        target = f"SI {match[1]}/{match[2]}" if match[1] else f"SOR/{match[3]}-{match[4]}"
        yield Citation(match.start(), match.end(), "legislation", target)
    for match in COURT_RULE.finditer(text, start, end):
        yield Citation(match.start(), match.end(), "legislation", KNOWN["CPR"], _path("r", match[1]))
    for match in UNION.finditer(text, start, end):
        yield Citation(match.start(), match.end(), "legislation", f"{match[1] or match[3]} {match[2] or match[4]}")
