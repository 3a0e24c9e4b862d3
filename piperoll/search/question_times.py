"""Find the days and the years that a question asks for: "on 5 March 2021", "since 2019", "före 2015"."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.clauses.words import dates
from piperoll.ranges import Range
from piperoll.search.metric_years import Years

DAY_FIRST = re.compile(r"(?<![\d/])(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>(?:19|20)\d\d)(?![\d/])")
MONTH = re.compile(r"\b(?P<month>[^\W\d_]{3,10})\.?,?\s(?:of\s)?(?P<year>(?:19|20)\d\d)(?![\d:])")
""""June 2025"."""
UP_TO = re.compile(r"\b(?:until|till|up\sto|no\slater\sthan|till\soch\smed|t\.o\.m\.|fram\still)\s\Z", re.IGNORECASE)
BEFORE = re.compile(r"\b(?:before|prior\sto|earlier\sthan|före|innan)\s(?:fiscal\s)?\Z", re.IGNORECASE)
AFTER = re.compile(r"\b(?:after|later\sthan|efter)\s(?:fiscal\s)?\Z", re.IGNORECASE)
SIDES = {"before": BEFORE, "up to": UP_TO, "after": AFTER}
LOOK_BACK = 20
"""Characters before a year in which such a word stands."""


def days(question: str) -> Iterator[tuple[Range, str, str]]:
    """Yield the days that a question names in ISO form, months as "2025-06"; with how: "day", "month", "before" …"""
    found = [(match.span(), day.isoformat(), "day") for match in dates.days(question) if (day := dates.day_of(match))]
    for match in DAY_FIRST.finditer(question):
        of_month, month = sorted((int(match["day"]), int(match["month"])), reverse=True)
        if of_month > 12 >= month:
            found += [(match.span(), f"{match['year']}-{month:02}-{of_month:02}", "day")]
    ends = {end for (_, end), _, _ in found}
    for match in MONTH.finditer(question):
        if match.end() not in ends and (number := dates.MONTHS.get(match["month"].casefold())):
            found += [(match.span(), f"{match['year']}-{number:02}", "month")]
    for place, named, how in sorted(found):
        yield place, named, _asked(question, place[0]) or how


def _asked(question: str, start: int) -> str:
    """Return "before", "up to" or "after" where such a word stands before a time; "" where none does."""
    front = question[max(0, start - LOOK_BACK) : start]
    return next((name for name, pattern in SIDES.items() if pattern.search(front)), "")


def years_of(
    question: str, years: Years, oldest: int | None, newest: int | None
) -> Iterator[tuple[Range, Sequence[int], str]]:
    """Yield the years that a question asks for, where they stand, and why.

    Args:
        question: as it was written.
        years: what was read in it.
        oldest: the first year of the corpus.
        newest: the last one, from which "last three years" counts.
    """
    for (start, end), every in years.places:
        if len(every) != 1:
            wanted = every or years.wanted(newest)
            yield (start, end), wanted, "range" if every else "counted from the newest year"
            continue
        [year] = every
        reason = _asked(question, start)
        match reason:
            case "before" | "up to" if oldest is not None and oldest <= year:
                yield (start, end), range(oldest, year + (reason == "up to")), reason
            case "after" if newest is not None and year < newest:
                yield (start, end), range(year + 1, newest + 1), reason
            case _:
                yield (start, end), every, "year"
