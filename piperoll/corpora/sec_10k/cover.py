"""Say whose filing it is and of which year: from its own ``dei:`` facts, else its container, else its cover page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from piperoll.corpora.sec_10k.container import ANNUAL, refuse
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.days import day_or_none
from piperoll.model import DocumentError
from piperoll.text.paragraphs import rows

COVER_LENGTH = 8_000
"""Characters of the cover page that are read."""
FORM = re.compile(
    r"\bform\s{1,4}(?P<form>(?:10|8|6|20|40|11)\s?[-–—]?\s?[A-Z]{1,2}\w{0,5}(?:\s?/\s?A)?|def\s14a)(?!\w)",
    re.IGNORECASE,
)
""""FORM 10-K", "Form 10-K405", "FORM 10-K/A", "FORM 20-F"."""
AMENDED = re.compile(r"\W*\(?amendment\s{1,2}(?:no|number)\.?\s{0,2}\w{1,5}\W*", re.IGNORECASE)
ANNUAL_REPORT = re.compile(
    r"annual\s{1,9}report\s{1,9}(?:pursuant\s{1,9}to|under)\s{1,9}section\s{1,9}13", re.IGNORECASE
)
MONTHS = "january february march april may june july august september october november december".split()
DAY = r"(?:" + "|".join(MONTHS) + r")\s{1,4}\d{1,2}\s?,?\s{0,4}\d{4}"
ENDED = re.compile(
    rf"(?:fiscal\s{{1,9}}year|year|period)(?:\s{{1,9}}\w+)?\s{{1,9}}end(?:ed|ing)\W{{0,60}}(?:on\s)?(?P<day>{DAY}|\d{{1,2}}/\d{{1,2}}/\d{{4}})",
    re.IGNORECASE,
)
""""For the fiscal year ended   December 31, 2016", "December 31,2016", "12/31/2016"."""
NAME = re.compile(
    r"\(?\s{0,2}(?:exact\s{1,4})?name\s{1,4}of\s{1,4}(?:the\s)?(?:registrant|small business issuer|issuer|company)\b",
    re.IGNORECASE,
)
FILE_NUMBER = re.compile(r"commission\s{1,4}file\b", re.IGNORECASE)
NO_NAME = re.compile(r"\W*(?:or|commission|for the|transition|\[|_{3,}|-{3,}|\d)", re.IGNORECASE)
LONGEST_NAME = 120
"""Characters of a line with the name of a company."""
YEAR_END_WEEK = 10
"""Days of January: a year of 52 or 53 weeks that ends in them is that of the year before (one ended on 2017-01-01)."""

LAST_MONTH_OF_OWN = 2
"""The last month in which a year may end that its company counts as the year before: "fiscal 2031", to January 2032."""
OWN_YEAR = re.compile(r"\bfiscal\s(?:years?\s)?(\d{4})\b|\b(\d{4})\sannual\sreport\b", re.IGNORECASE)
"""Matches how a filing calls its year: "fiscal 2031", "2031 Annual Report"."""


@dataclass(frozen=True, slots=True)
class Identity:
    """An identity says whose filing it is, and of which year; what is not known is "" or None."""

    company: str = ""
    cik: str = ""
    ticker: str = ""
    fiscal_year: int | None = None
    period_end: date | None = None
    accession: str = ""
    filed: str = ""
    form: str = "10-K"
    year: int | None = None
    """The year in which the period ends, by which the source's sentences are numbered."""

    @property
    def key(self) -> str:
        """Return the key of the document: ``0000320193_10-K_2024``, else the accession number, else ""."""
        return f"{self.cik}_10-K_{self.year}" if self.cik and self.year else self.accession


def identity_of(filing: Filing) -> Identity:
    """Return whose filing it is.

    Raises:
        DocumentError: ``not_10k`` or ``amended_10k`` when it is another form; ``no_text`` when it shows nothing.
    """
    dei = facts_of(filing)
    given = {name: str(value) for name, value in filing.given.items() if isinstance(value, str)}
    cover = filing.text[:COVER_LENGTH]
    if not cover.strip():
        raise DocumentError("no_text", "The filing shows no text: it was cut off.", remedy="Fetch the document again.")
    form = _form(cover, dei, given)
    period = _day(dei.get("DocumentPeriodEndDate", "")) or day_or_none(given.get("period_end", "")) or _ended(cover)
    year = (
        (period - timedelta(days=YEAR_END_WEEK)).year
        if period and period.month == 1
        else period.year
        if period
        else None
    )
    focus = dei.get("DocumentFiscalYearFocus", "")
    cik = dei.get("EntityCentralIndexKey", "") or given.get("cik", "")
    return Identity(
        company=dei.get("EntityRegistrantName", "") or given.get("company", "") or _company(cover),
        cik=cik.zfill(10) if cik.isdigit() else "",
        ticker=dei.get("TradingSymbol", "").upper(),
        fiscal_year=int(focus) if focus.isdigit() and len(focus) == 4 else _own_year(filing.text, period, year),
        period_end=period,
        accession=given.get("accession", ""),
        filed=given.get("filed", ""),
        form=form,
        year=year,
    )


def facts_of(filing: Filing) -> dict[str, str]:
    """Return the ``dei:`` facts by their names; those of the whole company before those of one of its shares."""
    facts: dict[str, str] = {}
    whole: set[str] = set()
    for one in filing.tagged:
        if one.concept.startswith("dei:") and (value := " ".join(filing.value(one).split())):
            name = one.concept.removeprefix("dei:")
            context = filing.contexts.get(one.attributes.get("contextref", ""))
            of_whole = context is not None and not context.dimensions
            if name not in facts or (of_whole and name not in whole):
                facts[name] = value
            if of_whole:
                whole.add(name)
    return facts


def _form(cover: str, dei: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Return the form; refuse any but an annual report."""
    match = FORM.search(cover)
    printed = re.sub(r"[\s–—]", lambda found: "" if found[0].isspace() else "-", match["form"]).upper() if match else ""
    form = dei.get("DocumentType", "") or given.get("form", "") or printed
    if dei.get("AmendmentFlag", "").lower() == "true" or any(
        AMENDED.fullmatch(cover, *span) for span in rows(cover[: COVER_LENGTH // 2])
    ):
        form = "10-K/A"
    if not form and ANNUAL_REPORT.search(cover):
        form = "10-K"
    if not ANNUAL.fullmatch(form):
        refuse(form)
    return form.upper()


def _ended(cover: str) -> date | None:
    match = ENDED.search(cover)
    return _day(match["day"]) if match else None


def _own_year(text: str, period: date | None, year: int | None) -> int | None:
    """Return the year as the filing calls it: the one before that in which it ends where it names that year alone.

    Args:
        text: of the filing.
        period: the day on which the year ends.
        year: that of this day.
    """
    if period is None or year is None or period.month > LAST_MONTH_OF_OWN or period.year != year:
        return year
    named = {int(found[1] or found[2]) for found in OWN_YEAR.finditer(text)}
    return year - 1 if year not in named and year - 1 in named else year


def _day(words: str) -> date | None:
    """Return the day in "September 28, 2024", "December 31,2016", "2024-09-28", "12/31/2016"."""
    if day := day_or_none(words):
        return day
    tidy = " ".join(words.replace(",", " ").split()).title()
    for pattern in ("%B %d %Y", "%b %d %Y", "%m/%d/%Y", "%b. %d %Y"):
        try:
            return datetime.strptime(tidy, pattern).date()
        except ValueError:
            continue
    return None


def _company(cover: str) -> str:
    """Return the name above "(Exact name of registrant …)", or below the file number."""
    lines = [cover[start:end].strip() for start, end in rows(cover)]
    for index, line in enumerate(lines):
        if (found := NAME.search(line)) and found.start() < LONGEST_NAME and len(line) < 2 * LONGEST_NAME:
            before = line[: found.start()].strip(" (")
            return next(_named(reversed([*lines[max(0, index - 4) : index], before])), "")
    for index, line in enumerate(lines):
        if FILE_NUMBER.match(line):
            return next(_named(iter(lines[index + 1 : index + 4])), "")
    return ""


def _named(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines that may be a name."""
    for line in lines:
        if len(line) > 2 and any(map(str.isalpha, line)) and not NO_NAME.match(line) and len(line) < LONGEST_NAME:
            yield " ".join(line.split())
