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
MERGER = "agreement and plan of merger".split()
MORE = 2
"""Words that a heading has more than the first sentence."""
LINE_BEGINS = re.compile(r"(?:\A|\n|\s\s|(?i:exhibit)\s[\d.]+\s)[\s(“\"]*\Z")
"""Matches in front of a heading."""
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
AND_AGREEMENT = re.compile(r"(?i)(?:(?<=[a-z])\s+and\s+agreement|(?<=\bagreement)\s+contract)\Z")
"""Matches the end of a type of which the first words say what the agreement is."""
GIVEN = re.compile(rf"[“\"](?P<type>(?:[A-Z][\w-]+ ){{1,5}}(?i:{KIND}))[”\"]")
PRIVACY = re.compile(r"(?i)\bprivacy\b|\bpersonal (?:information|data)\b")
TERMS = re.compile(r"(?i)\bterms (?:of (?:use|service)|and conditions)\b")
DATED = re.compile(r"(?i)\b(?:dated|made|entered|effective|executed|as\s+of|day\s+of|on\s+this)\b|\bdate:")
DATED_WITHIN = 60
"""Characters between a word of DATED and the day."""
# "dated as of April __, 2031", "made as of , 2031": a day behind it is that of another contract
BLANK_DAY = re.compile(
    r"(?i)\b(?:dated|made|entered\s+into|as\s+of|effective)\b[^.;:\n]{0,40}?(?:_{2,}|\[[^\]\w]{0,12}\]|(?<=of)\s,)"
    r"(?:[\s_,.]|day|of|\[[^\]\w]{0,12}\]){0,20}(?:[a-z]{3,9}[\s,]{1,3})?(?:19|20)(?:\d\d|_)"
)
CALLED_EFFECTIVE = re.compile(r"\s?\((?:the )?[“\"'](?i:effective date)")
FIRST_PAGE = 1_200
"""Characters in which such a day is that of the contract."""
# "This Agreement is made as of", "“Effective Date” means", "DATED": not "a License dated", "shareholders as of"
THIS = re.compile(
    r"\b(?:This|THIS|this)\b(?:(?!WHEREAS|Whereas|\.\s)[^;])*\Z"
    r"|(?i:effective date\W{1,3}(?:shall |will )?(?:means?|:)?[\s\w]{0,20})\Z"
    r"|\b(?:is|are) (?:made|entered|dated|effective)\b[\s\w]{0,40}\Z"
    r"|(?:\n\s*|\s\s)(?:DATED|Dated|DATE|Date|Effective Date):?(?:\sas\sof)?\s*\Z"
)
THIS_WITHIN = 300
"""Characters in front of the day of a contract that tell that it is."""
APART_FRONT, APART = re.compile(r"(?:\s\s|\n|\A)\Z"), re.compile(r"\s\s|\n|\Z")
"""Match beside a day that stands apart, as on a cover."""
FILED = re.compile(r"(?i)\b(?:source|filed|updated|revised?|approved|adopted)\b")
"""Matches a word in front of another day on the first page."""
# "amends that certain Supply Agreement, dated", "the Merger Agreement dated as of": it is the day of another instrument
OTHER = re.compile(
    r"\b(?:certain|(?:[Tt]o|[Uu]nder|[Oo]f|in|by|into)\s(?:the|an?|that|their)|[Tt]hat|[Tt]he|an?|original|[Pp]rimary)\s"
    r"(?:[^.;()“\"\n]{0,80}\s)??(?i:agreements?|contract|plan of \w+|lease|letter|prospectus|act|amendment|nda|deed"
    r"|note|statement|addendum|attorney)\b(?:\s\([^()]{0,60}\))?[^.;()“\"]{0,90}"
    r"\b(?i:dated|made|entered|executed|effective|signed)\b[^.;()“\"]{0,40}\Z"
)
OWN = re.compile(r"\b(?:[Tt]his|THIS|[Hh]erein\w*)\b")
"""Matches what tells that a day is the contract's own."""
# "WHEREAS, the parties entered into a Supply Agreement on": what a recital tells was before
RECITAL = re.compile(
    r"\b(?:WHEREAS|Whereas)\b(?:(?!THEREFORE|Therefore|WITNESS|\b(?:[Tt]his|[Hh]ereof|THIS)\b).)*\Z", re.DOTALL
)
RECITAL_WITHIN = 600
"""Characters in front of a day in which the recital begins in which it stands."""
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
    return Named(_in_full(_without_names(_type(head), names), names, head[:FIRST_LINES]), names, _day(head))


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
    if not named.type or _letters(named.type) == _letters(stem):
        return named.type or stem
    return f"{named.type} ({stem[:LONGEST_TYPE]})"


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def _type(head: str) -> str:
    """Return the type, from the opening sentence, else from a heading in capitals, else from a line like one."""
    for match in OPENING.finditer(head):
        type_name = _clean(match["type"])
        is_type = KIND_WORD.search(type_name) and not SENTENCE.search(type_name) and type_name[-5:].lower() != " form"
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


def _in_full(type_name: str, names: Sequence[str], first_lines: str) -> str:
    """Return a type as the heading has it, where that has a word more in front: "Exclusive Supply Agreement"."""
    own = type_name.casefold().split()
    ends = own == MERGER[-len(own) :] or (own[-len(MERGER) :] == MERGER and "," in type_name)
    if own and ends and " ".join(MERGER) in " ".join(first_lines.casefold().split()):
        return _titled(" ".join(MERGER))
    named = " ".join(names).casefold().split()
    for match in CAPITALS.finditer(first_lines) if own else ():
        heading = _clean(match[0])
        words = heading.casefold().split()
        more = words[: -len(own)]
        apart = LINE_BEGINS.search(first_lines, 0, match.start() + match[0].index(heading[:1]))
        if apart and words[-len(own) :] == own and 0 < len(more) <= MORE and all(map(str.isalpha, "".join(more))):
            return type_name if set(more) & set(named) else _titled(heading)
    return type_name


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
    bare = AND_AGREEMENT.sub("", bare)
    half = len(bare) // 2
    if bare[:half].casefold() == bare[half + 1 :].casefold():  # the heading, and the first words of the text
        bare = bare[:half]
    return bare if bare.count("(") == bare.count(")") else bare.partition("(")[0].rstrip(" -–—:,")


def _titled(type_name: str) -> str:
    """Return a type in title case: ``AGREEMENT AND PLAN OF MERGER`` → ``Agreement and Plan of Merger``."""
    words = type_name.split()
    if not type_name.islower() and 2 * sum(map(str.isupper, words)) < len(words):
        last = words[-1]
        return " ".join([*words[:-1], last.title()]) if last.islower() and KIND_WORD.fullmatch(last) else type_name
    return " ".join(_word(word, index) for index, word in enumerate(words)).replace("’S", "’s").replace("'S", "'s")


def _word(word: str, index: int) -> str:
    if word.isupper() and word.lower() in FORMS:
        return word
    return word.lower() if index and word.lower() in SMALL else word.title()


def _day(head: str) -> datetime.date | None:
    """Return the first day behind a word such as "dated", that of this contract; else the one on its first page."""
    apart: datetime.date | None = None
    blank = BLANK_DAY.search(head, 0, FIRST_PAGE)
    for match in days(head):
        start, day = match.start(), day_of(match)
        if day is None or (blank and start > blank.start() and not CALLED_EFFECTIVE.match(head, match.end())):
            continue
        if DATED.search(head, max(0, start - DATED_WITHIN), start):
            own = start < FIRST_PAGE or THIS.search(head, max(0, start - THIS_WITHIN), start)
            if own and not _is_of_another(head, start):
                return day
        elif apart is None and start < COVER and not FILED.search(head, 0, start) and _is_apart(head, *match.span()):
            apart = day
    return apart


def _is_of_another(head: str, at: int) -> bool:
    """Return whether a day is that of an instrument which the contract names."""
    other = OTHER.search(head, max(0, at - OTHER_WITHIN), at)
    told = RECITAL.search(head, max(0, at - RECITAL_WITHIN), at)
    return told is not None or (other is not None and not OWN.search(other[0]))


def _is_apart(head: str, start: int, end: int) -> bool:
    """Return whether a day stands apart on the first lines, alone on a line of the cover, or behind the heading."""
    before, behind = APART_FRONT.search(head, 0, start), APART.match(head, end)
    if start < FIRST_LINES and (before or behind):
        return True
    alone = not head[head.rfind("\n", 0, start) + 1 : start].strip() and not head[end:].partition("\n")[0].strip()
    return alone or HEADING_IN_FRONT.search(head, max(0, start - DATED_WITHIN), start) is not None
