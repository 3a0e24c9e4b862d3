"""Read days as contracts and web pages write them."""

import re
from collections.abc import Iterator
from datetime import date

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar januari janvier enero gennaio janeiro ianuarie",
            "february feb februar februari février febrero febbraio fevereiro februarie",
            "march mar märz mars marzo março martie maart",
            "april apr avril abril aprile aprilie",
            "may mai mayo maggio maio mei maj",
            "june jun juni juin junio giugno junho iunie",
            "july jul juli juillet julio luglio julho iulie",
            "august aug augusti août agosto augustus",
            "september sep sept septembre septiembre settembre setembro septembrie",
            "october oct oktober octobre octubre ottobre outubro octombrie",
            "november nov novembre noviembre novembro noiembrie",
            "december dec dezember décembre diciembre dicembre dezembro decembrie",
        ),
        1,
    )
    for name in names.split()
}
# "2026-06-01", "12th day of November, 2018", "le 25 mai 2018", "March 5th, 2020", "13.03.2024"
DAY = re.compile(
    r"(?P<iso>\d{4})[-/.](?P<iso_month>\d{1,2})[-/.](?P<iso_day>\d{1,2})"
    r"|(?P<day>\d{1,2})(?:\s?(?:st|nd|rd|th|t h|s t|n d|r d)\b\)?|er|\.|º)?"
    r"(?:\s{1,2}(?i:day))?(?:\s{1,2}(?i:of|de))?[\s-]{1,2}(?P<month>[^\W\d_]{3,10})\.?\s?,?"
    r"(?:\s{1,2}de)?[\s-]{1,2}(?P<year>(?:19|20)\d\d)"
    r"|(?P<us_month>[^\W\d_]{3,10})\.?\s{1,2}(?P<us_day>\d{1,2})(?:st|nd|rd|th)?(?:\s{1,2}|\s{0,2},\s{0,2})"
    r"(?P<us_year>(?:19|20)\d\d)"
    r"|(?P<eu_day>\d{1,2})\.[ ]?(?P<eu_month>\d{1,2})\.[ ]?(?P<eu_year>(?:19|20)\d\d)"
)
DIGITS = re.compile(r"\d+")
# "March ", "Sept. ": the name of a month may end a longer word
MONTH_BEFORE = re.compile(r"[^\W\d_]{3,10}\.?\s{1,2}\Z")
LONGEST_MONTH = 13
"""Characters of the longest match of MONTH_BEFORE."""


def days(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of DAY in their order: each begins with a digit, or with the name of a month before one."""
    last = 0
    for digits in DIGITS.finditer(text):
        start, end = digits.span()
        month = MONTH_BEFORE.search(text, max(last, start - LONGEST_MONTH), start)
        for at in (*((month.start(),) if month else ()), *range(start, end)):
            if at >= last and (match := DAY.match(text, at)):
                yield match
                last = match.end()


def day_of(match: re.Match[str]) -> date | None:
    """Return the day that DAY matched; None where there is no such day.

    DAY does not match a date with two readings (3/4/2020).
    """
    month_name = match["month"] or match["us_month"]
    month = MONTHS.get(month_name.casefold(), 0) if month_name else int(match["iso_month"] or match["eu_month"])
    year = int(match["iso"] or match["year"] or match["us_year"] or match["eu_year"])
    day = int(match["iso_day"] or match["day"] or match["us_day"] or match["eu_day"])
    try:
        return date(year, month, day)
    except ValueError:
        return None
