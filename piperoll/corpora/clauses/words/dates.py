"""Read days as contracts and web pages write them."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date


def without_accents(text: str) -> str:
    """Return a text without its accents, which many leave out in capitals: "MISE A JOUR"."""
    apart = (sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", "".join(apart))  # Korean syllables are one sign again


MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar januari janvier enero gennaio janeiro ianuarie stycznia ledna "
            "января ocak tammikuuta január siječnja",
            "february feb februar februari février febrero febbraio fevereiro "
            "februarie lutego února февраля şubat helmikuuta február veljače",
            "march mar märz mars marzo março martie maart marts marca března марта mart maaliskuuta március ožujka",
            "april apr avril abril aprile aprilie kwietnia dubna апреля nisan huhtikuuta április travnja",
            "may mai mayo maggio maio mei maj maja května мая mayıs toukokuuta május svibnja",
            "june jun juni juin junio giugno junho iunie czerwca června июня haziran kesäkuuta június lipnja",
            "july jul juli juillet julio luglio julho iulie lipca července июля temmuz heinäkuuta július srpnja",
            "august aug augusti août agosto augustus sierpnia srpna августа ağustos elokuuta augusztus kolovoza",
            "september sep sept septembre septiembre settembre setembro "
            "septembrie września září сентября eylül syyskuuta szeptember rujna",
            "october oct oktober octobre octubre ottobre outubro octombrie "
            "października října октября ekim lokakuuta október",
            "november nov novembre noviembre novembro noiembrie listopada listopadu ноября kasım marraskuuta studenoga",
            "december dec dezember décembre diciembre dicembre dezembro "
            "decembrie grudnia prosince декабря aralık joulukuuta prosinca",
        ),
        1,
    )
    for written in names.split()
    for name in (written, without_accents(written))
}
# "2026-06-01", "2026年6月1日", "2018. május 25.", "12th day of November, 2018", "le 25 mai 2018", "March 5th, 2020",
# "13.03.2024"; and the numbers that have one reading only: "09/28/2004", "12-23-2019", "29/3/18"
DAY = re.compile(
    r"(?P<iso>\d{4})(?:[-/.]|\s?[年년]\s?)(?P<iso_month>\d{1,2})(?:[-/.]|\s?[月월]\s?)(?P<iso_day>\d{1,2})"
    r"|(?P<front_year>(?:19|20)\d\d)\.\s(?P<front_month>[a-zá-ű][^\W\d_]{2,11})\s(?P<front_day>\d{1,2})(?!\d)"
    r"|(?P<day>\d{1,2})(?:\s?(?:st|nd|rd|th|t h|s t|n d|r d)\b\)?|er|\.|º)?"
    r"(?:\s{1,2}(?i:day))?(?:\s{1,2}(?i:of|de))?[\s-]{1,2}(?P<month>[^\W\d_]{3,12})\.?\s?,?"
    r"(?:\s{1,2}de)?[\s-]{1,2}(?P<year>(?:19|20)\d\d)"
    r"|(?P<us_month>[^\W\d_]{3,12})\.?\s{1,2}(?P<us_day>\d{1,2})(?:st|nd|rd|th)?(?:\s{1,2}|\s{0,2},\s{0,2})"
    r"(?P<us_year>(?:19|20)\d\d)"
    r"|(?P<eu_day>\d{1,2})\.[ ]?(?P<eu_month>\d{1,2})\.[ ]?(?P<eu_year>(?:19|20)\d\d)"
    r"|(?<![\d/-])(?:(?P<low_month>0?[1-9]|1[0-2])(?P<mark>[/-])(?P<high_day>1[3-9]|2\d|3[01])(?P=mark)"
    r"|(?P<high_day_first>1[3-9]|2\d|3[01])(?P<mark_first>[/-])(?P<low_month_behind>0?[1-9]|1[0-2])(?P=mark_first))"
    r"(?P<any_year>(?:19|20)\d\d|(?<=/)\d\d)(?![\d/-])"
)
CENTURY_TURNS = 70
"""From this year of two digits on, it is one of the last century."""
DIGITS = re.compile(r"\d+")
# "March ", "Sept. ": the name of a month may end a longer word
MONTH_BEFORE = re.compile(r"[^\W\d_]{3,12}\.?\s{1,2}\Z")
LONGEST_MONTH = 15
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
    month_name = match["month"] or match["us_month"] or match["front_month"]
    number = match["iso_month"] or match["eu_month"] or match["low_month"] or match["low_month_behind"]
    month = MONTHS.get(without_accents(month_name).casefold(), 0) if month_name else int(number)
    year = int(
        match["iso"]
        or match["year"]
        or match["us_year"]
        or match["eu_year"]
        or match["front_year"]
        or match["any_year"]
    )
    if year < 100:
        year += 1900 if year >= CENTURY_TURNS else 2000
    day = match["iso_day"] or match["day"] or match["us_day"] or match["eu_day"]
    day = day or match["high_day"] or match["high_day_first"] or match["front_day"]
    try:
        return date(year, month, int(day))
    except ValueError:
        return None
