"""Read the day of a contract that its first pages do not tell: from its last clause, or where the parties sign."""

import datetime
import re
from bisect import bisect_left

from piperoll.corpora.clauses.dates import DAY, day_of, days

# "14.6 This Agreement is dated April 29, 2031."
TOLD = re.compile(
    r"\bThis\s+(?:Agreement|Contract|Amendment|Addendum)\s+(?:is|was)\s+"
    r"(?:dated|signed|executed|made|entered\s+into)\s(?P<day>[^.;]{0,60})"
)
# "as of the latest date on the signature page", "the later of the two signature dates below", "the date noted below"
LEFT_TO_PAGE = re.compile(
    r"(?i)\b(?:(?:latest|last|later)\s(?:of\sthe\s)?(?:two\s)?(?:signature\s)?dates?\b[\w\s]{0,40}"
    r"\b(?:below|hereto|signature\spages?)|date\s(?:last\s)?(?:written|noted|signed|set\sforth)\s(?:\w+\s){0,3}below)\b"
)
LEFT_WITHIN = 2_000
DEFINED = re.compile(r"[“\"]Effective\s+Date[”\"]\s+(?:shall\s+|has\s+)?(?:means?|be|the\s+meaning)\b")
"""Matches what tells that a contract has a day of its own, other than that of its signatures."""
LABEL = re.compile(r"\b(?:Dated?|DATED?)(?:\s[Ss]igned)?:\s{0,80}")
SIGNATURE = re.compile(r"/[sS]/|\b(?:By|BY):|\bSIGNED:")
NEAR = 400
"""Characters between a signature and its day."""
PAGE = 1_500
"""Characters between the days of two signatures on one page."""


def told_or_signed_day(text: str) -> datetime.date | None:
    """Return the day that a clause tells; else the one on which all sign, or the last one where that is agreed."""
    for told in TOLD.finditer(text):
        if day := next(filter(None, map(day_of, days(told["day"]))), None):
            return day
    signed = _signed(text)
    known = [day for day in signed if day]
    if not known or len(known) < len(signed):
        return None
    agreed = LEFT_TO_PAGE.search(" ".join(text[:LEFT_WITHIN].split()))
    same = len(known) > 1 and len(set(known)) == 1 and not DEFINED.search(text)
    return max(known) if agreed or same else None


def _signed(text: str) -> list[datetime.date | None]:
    """Return the days beside the signatures on the first page that has such; None for one that is not to be read."""
    signed: list[datetime.date | None] = []
    signatures = [one.start() for one in SIGNATURE.finditer(text)]
    last = 0
    for label in LABEL.finditer(text):
        if signed and label.start() > last + PAGE:
            break
        behind = bisect_left(signatures, label.start() - NEAR)
        if signatures[behind : behind + 1] and signatures[behind] < label.end() + NEAR:
            day = DAY.match(text, label.end())
            signed.append(day_of(day) if day else None)
            last = label.end()
    return signed
