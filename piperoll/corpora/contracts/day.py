"""Read the day of a contract from its first pages."""

import datetime
import re

from piperoll.corpora.clauses.words.dates import MONTHS, day_of, days

KIND = (
    r"(?:AGREEMENT|CONTRACT|LEASE|LICEN[CS]E|DEED|UNDERTAKING|ADDENDUM|AMENDMENT|MEMORANDUM OF UNDERSTANDING"
    r"|TERMS AND CONDITIONS|PLAN OF MERGER|PLAN OF REORGANIZATION|NDA|CHARTER|GUARANTY|POLICY|STATEMENT|NOTICE"
    r"|ACKNOWLEDG?E?MENT|POWER OF ATTORNEY|FORM)"
)
FIRST_LINES = 300
"""Characters in which a contract has its heading, whatever stands around it."""
DATED = re.compile(r"(?i)\b(?:dated|made|entered|effective|executed|as\s+of|day\s+of|on\s+this)\b|\bdate:|\bthis\s+\Z")
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
FILED = re.compile(r"(?i)\b(?:source|filed(?!\s+separately)|updated|revised?|approved|adopted)\b")
"""Matches a word in front of another day on the first page."""
# "amends that certain Supply Agreement, dated", "the Merger Agreement dated as of": it is the day of another instrument
OTHER = re.compile(
    r"\b(?:certain|(?:[Tt]o|[Uu]nder|[Oo]f|in|by|into)\s(?:the|an?|that|their)|[Tt]hat|[Tt]he|an?|original|[Pp]rimary)\s"
    r"(?:[^.;()“\"\n]{0,80}\s)??(?i:agreements?|contract|plan of \w+|lease|letter|prospectus|act|amendment|nda|deed"
    r"|note|statement|addendum|attorney)\b(?:\s\([^()]{0,60}\))?(?:[^.;()“\"]|\b(?:Inc|Corp|Ltd|Co)\.){0,90}"
    r"\b(?i:dated|made|entered|executed|effective|signed)\b[^.;()“\"]{0,40}\Z"
)
# "has confirmed by letter dated"
LETTER = re.compile(r"\bby\s(?:an?\s)?letter\s(?:of|dated)\s{1,3}\Z")
OWN = re.compile(r"\b(?:[Tt]his|THIS|[Hh]erein\w*)\b")
"""Matches what tells that a day is the contract's own."""
# "WHEREAS, the parties entered into a Supply Agreement on": what a recital tells was before
RECITAL = re.compile(
    r"\b(?:WHEREAS|Whereas)\b(?:(?!THEREFORE|Therefore|WITNESS|\b(?:[Tt]his|[Hh]ereof|THIS)\b).)*\Z", re.DOTALL
)
RECITAL_WITHIN = 600
"""Characters in front of a day in which the recital begins in which it stands."""
PART = re.compile(r"\s*(?P<part>SCHEDULE|Schedule|ANNEX|Annex)\s+(?i:to)\s+(?i:the)\s")
"""Matches the beginning of a text that is part of an agreement: its day is that of the agreement which it names."""
OTHER_WITHIN = 200
"""Characters in front of a day in which the instrument stands whose day it is."""
COVER = 2_000
"""Characters in which the day of a contract stands on a line of its own, or right behind its heading."""
FIRST_CLAUSE = re.compile(
    r"^[^\S\n]*(?:1\.(?:1\.?)?|§\s?1\.?|(?i:article|section)\s(?i:1|I|one)\b[.:]?)[^\S\n]", re.MULTILINE
)
"""Matches the first clause; a day that stands apart below it is one of a list or of a table."""
HEADING_IN_FRONT = re.compile(rf"\b{KIND}\s+\Z")
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
ORDINAL = re.compile(rf"\b({'|'.join(sorted(ORDINALS, key=len, reverse=True))})(?=\s+day\s+of\b)", re.IGNORECASE)
# "20th day of Friday, March 2031"
WEEKDAY = re.compile(r"(?i)(?<=day of)\s(?:mon|tues|wednes|thurs|fri|satur|sun)day\b,?")
# "the 20 March day of 1998"
DAY_BEHIND = re.compile(rf"(?i)(?<=\d)(\s(?:{'|'.join(MONTHS)}))\sday\sof(?=\s(?:19|20)\d\d\b)")
# "31 December,     -------     1996": the line below it, which underlines it
UNDERLINED = re.compile(r"(?<=[\w,])\s{1,120}-{2,40}\s{1,120}(?=(?:[A-Z][a-z]{2,8},?\s)?(?:19|20)\d\d\b)")
SOURCE = re.compile(r"\bSource:[^\n]*\Z")
"""Matches in front of the day of the filing, in the foot of a page."""
SOURCE_WITHIN = 150
SIGNED = re.compile(r"(?s)(?:\b(?:By|BY|Name|NAME|Title|TITLE|Its):|/s/).*\b(?i:dated?):\s*\Z")
"""Matches in front of the day on which one party signed; on the first page, "Title:" may be that of the contract."""
GOES_ON = re.compile(r"[ ](?:is|are|shall|will|was|were|and|or)\b")
"""Matches behind a day with which a sentence begins."""
EFFECTIVE = re.compile(r"(?i)\beffective\b[\s\w]{0,20}\Z")
# "effective as of May 1, 2031 and is made and entered into this 10th day of January, 2031"
MADE_BEHIND = re.compile(r"[^.;\n]{0,60}\b(?:made|entered\s+into)\b[^.;\n\d]{0,40}\d")


def own_day(head: str) -> datetime.date | None:
    """Return the first day behind a word such as "dated", that of this contract; else the one on its first page."""
    head = _plain(head)
    apart: datetime.date | None = None
    blank = BLANK_DAY.search(head, 0, FIRST_PAGE)
    clause = FIRST_CLAUSE.search(head, 0, COVER)
    cover = clause.start() if clause else COVER
    for match in days(head):
        start, day = match.start(), day_of(match)
        if day is None or (blank and start > blank.start() and not CALLED_EFFECTIVE.match(head, match.end())):
            continue
        front = max(0, start - SOURCE_WITHIN)
        if SOURCE.search(head, front, start) or (start >= FIRST_PAGE and SIGNED.search(head, front, start)):
            continue
        if DATED.search(head, max(0, start - DATED_WITHIN), start):
            own = start < FIRST_PAGE or THIS.search(head, max(0, start - THIS_WITHIN), start)
            made_behind = EFFECTIVE.search(head, max(0, start - DATED_WITHIN), start) and MADE_BEHIND.match(
                head, match.end()
            )
            if own and not made_behind and not _is_of_another(head, start):
                return day
        elif apart is None and start < cover and not FILED.search(head, 0, start) and _is_apart(head, *match.span()):
            apart = day
    return apart


def _plain(head: str) -> str:
    """Return a head in which the days that are written in a rare way are written in the common one."""
    head = UNDERLINED.sub(" ", DAY_BEHIND.sub(r"\1", WEEKDAY.sub("", head)))
    return ORDINAL.sub(lambda match: str(ORDINALS.index(match[0].casefold()) + 1), head)


def _is_of_another(head: str, at: int) -> bool:
    """Return whether a day is that of an instrument which the contract names."""
    other = OTHER.search(head, max(0, at - OTHER_WITHIN), at)
    if (part := PART.match(head)) and at < part.end() + FIRST_LINES:
        return False
    told = RECITAL.search(head, max(0, at - RECITAL_WITHIN), at)
    letter = LETTER.search(head, max(0, at - DATED_WITHIN), at)
    return told is not None or letter is not None or (other is not None and not OWN.search(other[0]))


def _is_apart(head: str, start: int, end: int) -> bool:
    """Return whether a day stands apart on the first lines, alone on a line of the cover, or behind the heading."""
    before, behind = APART_FRONT.search(head, 0, start), APART.match(head, end)
    if start < FIRST_LINES and (before or behind) and not GOES_ON.match(head, end):
        return True
    alone = not head[head.rfind("\n", 0, start) + 1 : start].strip() and not head[end:].partition("\n")[0].strip()
    between = before is not None and behind is not None  # behind the parties, in their line
    return alone or between or HEADING_IN_FRONT.search(head, max(0, start - DATED_WITHIN), start) is not None
