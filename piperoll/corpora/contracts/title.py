"""Read what a contract is called: its type, its parties and its day, from its first pages.

Most contracts name themselves twice: in a heading, and in the first sentence, "This Distributor Agreement (the
"Agreement") is made as of 1 May 2019 by and between A, Inc., a Delaware corporation, and B Ltd.".
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

from piperoll.corpora.clauses.captions import is_title
from piperoll.corpora.clauses.dates import day_of, days
from piperoll.corpora.contracts.names import COMPANY, SMALL
from piperoll.corpora.contracts.parties import parties

HEAD = 8_000
"""Characters in which a contract says what it is."""
LONGEST_TYPE = 90
SHOWN_PARTIES = 6
KIND = (
    r"(?:AGREEMENT|CONTRACT|LEASE|LICEN[CS]E|DEED|UNDERTAKING|ADDENDUM|AMENDMENT|MEMORANDUM OF UNDERSTANDING"
    r"|TERMS AND CONDITIONS|PLAN OF MERGER|PLAN OF REORGANIZATION|NDA|CHARTER|GUARANTY|POLICY|STATEMENT|NOTICE"
    r"|ACKNOWLEDG?E?MENT|POWER OF ATTORNEY|FORM)"
)
KIND_WORD = re.compile(rf"(?i)\b{KIND}S?\b")
# "This Co-Branding Agreement (the", "THIS AGREEMENT AND PLAN OF MERGER, dated", "This Privacy Policy explains"
OPENING = re.compile(
    rf"\b(?:This|THIS|The [Pp]resent)\s+(?P<type>(?!(?i:is)\b)"
    rf"(?:(?!{KIND}S?\s+(?:IS|MADE|DATED|SHALL|BETWEEN|BY|ENTERED)\b)"
    rf"(?:(?:[A-Z(]|e-)[^\s.;:“\"]*|and|of|for|to|&|-|–|on)\s+){{0,11}}(?i:{KIND})S?\b"
    r"(?:\s+(?i:and\s+plan\s+of\s+\w+(?:\s+and\s+reorganization)?|of\s+merger|no\.?\s*\d+))?"
    rf"(?:\s+and\s+(?:[A-Z]\S*\s+){{1,4}}(?i:{KIND})\b)?)"
)
# a line of its own, or the start of a page that is one line: "Exhibit 10.14 SOFTWARE MAINTENANCE AGREEMENT This …"
CAPITALS = re.compile(
    rf"(?<![^\s\"“(])(?:(?:(?!THIS\b)\(?[A-Z][A-Z&,/’'()-]*|[-–&/]|(?<=[A-Z] )and)[ \n]{{1,3}}){{0,9}}{KIND}S?"
    r"(?:[ ](?:AND PLAN OF [A-Z]+(?: AND REORGANIZATION)?|OF [A-Z]+|NO\.? ?\d+|FORM))?\b"
    rf"(?:(?<=\d)[ \n]{{1,3}}TO (?:THE )?(?:(?:[A-Z][A-Z-]+|&) ){{1,6}}{KIND}\b)?"
)
LINE = re.compile(rf"^[^\S\n]*(?P<line>[^\n]{{0,90}}\b(?i:{KIND})S?\b[^\n.;]{{0,50}})$", re.MULTILINE)
# "EXHIBIT 10.2 EXECUTION VERSION SUPPLY AGREEMENT"
FILING = re.compile(
    r"(?i)^(?:(?:EX(?:HIBIT)?[-. ]*(?:\d[\d.()A-Z]*|\(?[A-Z]\)?)|EXECUTION\s+(?:VERSION|COPY)|CONFIDENTIAL|FINAL|DRAFT"
    r"|COPY|THIS|THE|DATED|(?:ATTACHMENT|APPENDIX|SCHEDULE|ANNEX)\s[A-Z\d])\s+)+"
    r"(?=[A-Z])"
)
# "Exhibit 10.22   Strategic Alliance Agreement   This agreement is made", "Data Use Agreement Concerning the Registry"
FRONT = re.compile(
    r"(?<!\S)(?P<line>(?:(?!This\b|The\b|[A-Z]{4})(?:[A-Z]|e-)[\w&/-]*,?[ \n]{1,3}(?:(?:and|of|for|&|on)[ \n])?){1,9}"
    r"(?:[Aa]greement|[Cc]ontract|[Ll]ease|[Ll]icen[cs]e|[Dd]eed|[Aa]ddendum|[Aa]mendment))\b(?!,)"
)
FIRST_LINES = 300
"""Characters in which a contract has its heading, whatever stands around it."""
VAGUE = frozenset(
    {"the agreement", "agreement", "this agreement", "the parties", "entire agreement", "entire contract"}
)
"""Types that say nothing."""
SENTENCE = re.compile(
    r"(?i)\b(?:is|are|was|made|between|shall|entered|agree|you|that|hereby|(?:of|in) th(?:e|is) agreement)\b|:"
)
"""Words of a sentence, and of the heading of a clause ("Termination of the Agreement"); no type has them."""
# "MUTUAL NON-DISCLOSURE AGREEMENT", of which the first sentence says "This Non-Disclosure Agreement"
QUALIFIED = r"(?<!\S)(?i:mutual|standard|master|bilateral|reciprocal|form of|amended and restated)[ \n]{1,3}"
SPACED = re.compile(r"^(?:[A-Z] ){3,}")
"""Matches a line in wide type above a heading: "P O L I C Y NONDISCLOSURE AGREEMENT"."""
MONTH = re.compile(
    r"\s(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d{4}$"
)
GIVEN = re.compile(rf"[“\"](?P<type>(?:[A-Z][\w-]+ ){{1,5}}(?i:{KIND}))[”\"]")
PRIVACY = re.compile(r"(?i)\bprivacy\b|\bpersonal (?:information|data)\b")
TERMS = re.compile(r"(?i)\bterms (?:of (?:use|service)|and conditions)\b")
DATED = re.compile(
    r"(?i)\b(?:dated|made|entered|effective|executed|signed|as\s+of|day\s+of|on\s+this|this(?=\s*\Z))\b"
    r"|(?m:^\s*Date\b:?[^\n]{0,50}\Z)|(?<![A-Za-z][ ])\bDate:\s{1,50}\Z"
)
DATED_WITHIN = 60
"""Characters between a word of DATED and the day."""
# "amends that certain Supply Agreement, dated", "the Merger Agreement dated as of": it is the day of another instrument
OTHER = re.compile(
    r"\b(?:certain|(?:[Tt]o|[Uu]nder|[Oo]f|in|by|into)\s(?:the|an?|that|their)|[Tt]hat|[Tt]he|an?|original|[Pp]rimary)\s"
    r"(?:[^.;()“\"\n]{0,80}\s)??(?i:agreements?|contract|plan of \w+|lease|letter|prospectus|act|amendment|nda|deed"
    r"|note|statement|addendum)\b(?:\s\([^()]{0,60}\))?[^.;()“\"]{0,40}"
    r"\b(?i:dated|made|entered|executed|effective|signed)\b[^.;()“\"]{0,40}\Z"
)
OWN = re.compile(r"\b(?:[Tt]his|THIS|[Hh]erein\w*)\b")
"""Matches what tells that a day is the contract's own."""
OTHER_WITHIN = 200
"""Characters in front of a day in which the instrument stands whose day it is."""
COVER = 2_000
"""Characters in which the day of a contract stands on a line of its own, or right behind its heading."""
HEADING_IN_FRONT = re.compile(rf"\b{KIND}\s+\Z")
FORMS = frozenset("llc llp lp inc plc nda usa us uk eu it ip oem ag".split())
"""Words that stay in capitals."""


@dataclass(frozen=True, slots=True)
class Named:
    """Hold what the first pages say; any of it may be missing."""

    type: str = ""
    parties: tuple[str, ...] = ()
    date: datetime.date | None = None


def read(text: str) -> Named:
    """Return type, parties and day of the contract that begins with ``text``."""
    head = text[:HEAD]
    names = tuple(parties(head))
    return Named(_without_names(_type(head), names), names, _day(head))


def _without_names(type_name: str, names: Sequence[str]) -> str:
    """Return a type without the party that stands in front of it: "Lantern Ltd. Agency Agreement".

    Or without the end of its name, behind a word in small and capital letters: "eOil Light Corporation Agreement".
    """
    for name in names:
        at = type_name.casefold().find(name.casefold())
        if at >= 0 and KIND_WORD.search(type_name, at + len(name)):
            type_name = _clean(type_name[at + len(name) :])
        words = name.split()
        for first in range(1, len(words)):
            behind = type_name.removeprefix(f"{' '.join(words[first:])} ")
            if behind != type_name and KIND_WORD.search(behind) and COMPANY.search(name):
                return behind
    return type_name


def title(named: Named, name: str) -> str:
    """Return ``Distributor Agreement between A and B``; the file's name says what the text does not."""
    words = re.sub(r"[_+]+|(?<=\w)-(?=\w)", " ", unquote(PurePosixPath(name).stem)).split()
    stem = " ".join(words).rstrip(".") or name
    shown = named.parties[:SHOWN_PARTIES]
    if len(shown) > 1:
        more = len(named.parties) - len(shown)
        last = f"{more} others" if more > 1 else named.parties[-1]
        first = shown if more else shown[:-1]
        return f"{named.type or 'Agreement'} between {', '.join(first)} and {last}"
    if named.type and shown:
        return f"{named.type} of {shown[0]}"
    return f"{named.type} ({stem[:LONGEST_TYPE]})" if named.type else stem


def _type(head: str) -> str:
    """Return the type, from the opening sentence, else from a heading in capitals, else from a line like one."""
    for match in OPENING.finditer(head):
        type_name = _clean(match["type"])
        is_type = KIND_WORD.search(type_name) and not SENTENCE.search(type_name)
        if is_type and _says(type_name) and not type_name.islower():
            return _titled(_qualified(type_name, head[:FIRST_LINES]))
    front = FRONT.search(head[:FIRST_LINES])
    for match in CAPITALS.finditer(head, 0, front.start() if front else len(head)):
        type_name = _clean(match[0])
        if _says(type_name) and not SENTENCE.search(type_name):
            return _titled(type_name)
    first = front.start() if front else 0
    for line in (LINE.finditer(head, 0, FIRST_LINES), [front] if front else [], LINE.finditer(head, first)):
        for match in line:
            type_name = _clean(match["line"])
            if (match is front or is_title(type_name)) and _says(type_name) and not SENTENCE.search(type_name):
                return _titled(type_name)
    if given := GIVEN.search(head):
        return given["type"]
    if len(PRIVACY.findall(head)) > 1:
        return "Privacy Policy"
    return "Terms of Service" if TERMS.search(head) else ""


def _says(type_name: str) -> bool:
    """Return whether a type says more than that it is an agreement."""
    return len(type_name.split()) > 1 and type_name.lower() not in VAGUE


def _qualified(type_name: str, first_lines: str) -> str:
    """Return a type with the word that its heading has in front: "Mutual Non-Disclosure Agreement"."""
    words = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", type_name)))
    heading = re.search(f"{QUALIFIED}(?i:{words})\\b", first_lines)
    return " ".join(heading[0].split()) if heading else type_name


def _clean(type_name: str) -> str:
    """Return a type without marks of its filing, on one line, of limited length."""
    bare = MONTH.sub("", FILING.sub("", SPACED.sub("", " ".join(type_name.split())))).strip(' -–—:,."“”*_()')[
        :LONGEST_TYPE
    ]
    half = len(bare) // 2
    if bare[:half].casefold() == bare[half + 1 :].casefold():  # the heading, and the first words of the text
        bare = bare[:half]
    return bare if bare.count("(") == bare.count(")") else bare.partition("(")[0].rstrip(" -–—:,")


def _titled(type_name: str) -> str:
    """Return a type in title case: ``AGREEMENT AND PLAN OF MERGER`` → ``Agreement and Plan of Merger``."""
    words = type_name.split()
    if not type_name.islower() and 2 * sum(map(str.isupper, words)) < len(words):
        return type_name
    return " ".join(_word(word, index) for index, word in enumerate(words)).replace("’S", "’s").replace("'S", "'s")


def _word(word: str, index: int) -> str:
    if word.isupper() and word.lower() in FORMS:
        return word
    return word.lower() if index and word.lower() in SMALL else word.title()


def _day(head: str) -> datetime.date | None:
    """Return the first day of its own behind a word such as "dated", else the day on a line of its own on the cover."""
    found = [(match, day) for match in days(head) if (day := day_of(match))]
    for match, day in found:
        start = match.start()
        if DATED.search(head, max(0, start - DATED_WITHIN), start) and not _is_of_another(head, start):
            return day
    return next((day for match, day in found if match.end() < COVER and _is_alone(head, *match.span())), None)


def _is_of_another(head: str, at: int) -> bool:
    """Return whether a day is that of an instrument which the contract names."""
    other = OTHER.search(head, max(0, at - OTHER_WITHIN), at)
    return other is not None and not OWN.search(other[0])


def _is_alone(head: str, start: int, end: int) -> bool:
    """Return whether a day stands on a line of its own, or right behind the heading in capitals."""
    line = head[head.rfind("\n", 0, start) + 1 : head.find("\n", end) if "\n" in head[end:] else len(head)]
    return (
        len(line.strip()) == end - start
        or HEADING_IN_FRONT.search(head, max(0, start - DATED_WITHIN), start) is not None
    )
