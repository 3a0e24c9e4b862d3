"""Read the day of a contract that its first pages do not tell: from its last clause, or where the parties sign."""

import datetime
import re
from bisect import bisect_left

from piperoll.corpora.clauses.words.dates import CENTURY_TURNS, DAY, day_of, days

_CONTRACT = r"\bThis\s+(?:[A-Z]\w+\s+){0,3}?(?:Agreement|Contract|Amendment|Addendum)\s+"
# "14.6 This Agreement is dated April 29, 2031."
TOLD = re.compile(_CONTRACT + r"(?:is|was)\s+(?:dated|signed|executed|made|entered\s+into)\s(?P<day>[^.;]{0,60})")
_BEHIND = r"(?:\s+(?:as\s+of|as\s+from|from|on|this|the))*\s+"
# "This Agreement shall be effective as of 2 May 2031", "Signed and effective this 25th day of May, 2031"
# "“Effective Date” means October 31, 2031"
STATED = re.compile(
    rf"(?:{_CONTRACT}(?:shall\s+(?:be|become)|is|becomes)\s+effective"
    rf"|(?<=\s\s)Signed(?:\s+and\s+effective|\s+in)?){_BEHIND}(?=\w)"
    r"|[“\"]Effective\s+Date[”\"]\s+(?:shall\s+)?means?\s+(?=\w)"
)
# "IN WITNESS WHEREOF, the parties have executed this Contract in Port on", "THUS DONE AND SIGNED at Port on this"
WITNESSED = re.compile(
    r"(?:\b(?:IN\s+WITNESS\s+WHEREOF|In\s+[Ww]itness\s+[Ww]hereof)\b|\b(?i:thus\s+done\s+and)\b)"
    r"(?P<clause>[^.;]{0,300})"
)
EXECUTED = re.compile(
    rf"(?i)\b(?:executed|signed|entered\s+into)\b.*(?<!dated\s)\b(?:as\s+of|on|effective|this){_BEHIND}\Z", re.DOTALL
)
FIELD = re.compile(r"(?:\n|\s\s)Effective\s+Date:\s{1,40}")
"""Matches in front of the day of a contract that another page than the first ones has."""
# "as of the latest date on the signature page", "the later of the two signature dates below", "the date noted below"
LEFT_TO_PAGE = re.compile(
    r"(?i)\b(?:(?:latest|last|later)\s(?:of\sthe\s)?(?:two\s)?(?:signature\s)?dates?\b[\w\s]{0,40}"
    r"\b(?:below|hereto|signature\spages?)|date\s(?:last\s)?(?:written|noted|signed|set\sforth)\s(?:\w+\s){0,3}below)\b"
)
LEFT_WITHIN = 2_000
# "the date this Agreement is signed by the last signatory", "the date of last signature", "… of signature of the last"
LAST_SIGNS = re.compile(
    r"\bdate\s(?:(?:on\swhich\s|that\s)?this\sAgreement\sis\s(?:signed\sby\sthe\slast|last\ssigned)"
    r"|of\s(?:the\s)?(?:last|latest)\s(?:signature|signing)|of\ssignature\s(?:of|by)\sthe\slast)\b"
    r"|\blate(?:r|st)\sof\sthe\sdates\s(?:\w+\s){0,4}signatures?\b"
)
DATE_BELOW = re.compile(r"\bdates?\s(?:\w+\s){0,4}below\b")
"""Matches in the words above the signatures: "executed this Agreement as of the date below"."""
DEFINED = re.compile(r"[“\"]Effective\s+Date[”\"]\s+(?:shall\s+|has\s+)?(?:means?|be|the\s+meaning)\b")
"""Matches what tells that a contract has a day of its own, other than that of its signatures."""
# "Port, den 2. Mai 2031" on a line of its own, above the lines to sign on
PLACED = re.compile(
    r"^[^\S\n]*[^\W\d_][^\W\d_ -]{2,30},\s(?:den|le|lì|el)\s(?P<day>[^\n]{8,24})\n(?=\s{0,200}_{8})", re.MULTILINE
)
NUMBERS = r"\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)\b"
LABEL = re.compile(rf"\b(?:Dated?|DATED?)(?:(?:\s[Ss]igned)?::?\s{{0,80}}|\s{{1,9}}(?={NUMBERS}))")
# "8/4/31": another signature on the page tells which number is the month
NUMERIC = re.compile(r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d\d)\b")
_DAYS = rf"{NUMBERS}(?:\s{{1,80}}{NUMBERS}){{1,3}}"
# "Date:    Date:   3-29-31   3-31-31", "4/24/31   4/25/31   Date   Date"
ROW = re.compile(
    rf"(?:\bDate:\s{{0,80}}){{2,4}}(?P<days>{_DAYS})|(?P<days_in_front>{_DAYS})(?:\s{{1,80}}Date\b){{2,4}}"
)
SIGNATURE = re.compile(r"/[sS]/|(?<![\w/])S/\s(?=[A-Z])|\b(?:By|BY):|\bSIGNED:")
NEAR = 400
"""Characters between a signature and its day."""
PAGE = 1_500
"""Characters between the days of two signatures on one page."""


def told_or_signed_day(text: str) -> datetime.date | None:
    """Return the day that a clause tells; else the one on which all sign, or the last one where that is agreed."""
    for told in TOLD.finditer(text):
        if day := next(filter(None, map(day_of, days(told["day"]))), None):
            return day
    for stated in STATED.finditer(text):
        match = DAY.match(text, stated.end())
        if match and (day := day_of(match)):
            return day
    field = FIELD.search(text)
    placed = PLACED.search(text)
    return (
        _witnessed(text)
        or _signed_day(text)
        or (_day_at(text, field.end()) if field else None)
        or (_day_at(text, placed.start("day")) if placed else None)
    )


def _witnessed(text: str) -> datetime.date | None:
    """Return the day that the words above the first signatures tell."""
    witness = WITNESSED.search(text)
    clause = witness["clause"] if witness else ""
    return next((day_of(match) for match in days(clause) if EXECUTED.search(clause, 0, match.start())), None)


def _signed_day(text: str) -> datetime.date | None:
    """Return the one day of all signatures on a page, or the last one where that is agreed."""
    signed = _signed(text)
    known = [day for day in signed if day]
    if not known or len(known) < len(signed):
        return None
    flat = " ".join(text.split())
    witness = WITNESSED.search(flat)
    below = DATE_BELOW.search(witness["clause"]) if witness else None
    agreed = below or LEFT_TO_PAGE.search(flat, 0, LEFT_WITHIN) or LAST_SIGNS.search(flat)
    same = len(known) > 1 and len(set(known)) == 1 and not DEFINED.search(text)
    return max(known) if agreed or same else None


def _signed(text: str) -> list[datetime.date | None]:
    """Return the days beside the signatures on the first page that has such; None for one that is not to be read."""
    places: list[int] = []
    signatures = [one.start() for one in SIGNATURE.finditer(text)]
    for row in ROW.finditer(text):
        if _is_near(signatures, *row.span()):
            group = row.lastgroup or ""
            places = [one.start() for one in NUMERIC.finditer(text, row.start(group), row.end(group))]
            break
    for label in () if places else LABEL.finditer(text):
        if places and label.start() > places[-1] + PAGE:
            break
        if _is_near(signatures, *label.span()):
            places.append(label.end())
    numeric = [NUMERIC.match(text, place) for place in places]
    month_first = {
        int(one["second"]) > 12 for one in numeric if one and max(int(one["first"]), int(one["second"])) > 12
    }
    return [
        _numeric_day(one, month_first) if one else _day_at(text, place)
        for one, place in zip(numeric, places, strict=True)
    ]


def _is_near(signatures: list[int], start: int, end: int) -> bool:
    """Return whether one of the signatures, which are in order, stands near a place."""
    behind = bisect_left(signatures, start - NEAR)
    return behind < len(signatures) and signatures[behind] < end + NEAR


def _day_at(text: str, place: int) -> datetime.date | None:
    match = DAY.match(text, place)
    return day_of(match) if match else None


def _numeric_day(match: re.Match[str], month_first: set[bool]) -> datetime.date | None:
    """Return a day in numbers, where all days of the page that can be read one way only are in one order."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if len(month_first) != 1:
        return None
    month, day = (first, second) if month_first == {True} else (second, first)
    if year < 100:
        year += 1900 if year >= CENTURY_TURNS else 2000
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
