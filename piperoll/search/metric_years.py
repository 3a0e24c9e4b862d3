"""Read the years that a question asks for: by number, range, "FY23", "since 2021", "last three years"."""

import re
from dataclasses import dataclass, field

from piperoll.ranges import Range
from piperoll.text.traced import Traced

NUMBERS = dict(zip("two three four five six seven eight nine ten".split(), range(2, 11), strict=True))
CENTURY = 80
"""From this on two digits are a year of the 1900s."""
SHORT = re.compile(
    r"(?:\b(?:fy|fiscal(?:\s(?:years?|yr))?)[\s-]?['’‘]?|(?<![\w'’])['’‘])(?P<year>\d\d)(?![\w%.,]*\d)", re.I
)
""""FY23", "FY '23", "fiscal 23", "'23"."""
FISCAL = re.compile(r"\b(?:fy|fiscal(?:\s(?:years?|yr))?|cy)[\s-]?(?=(?:19|20)\d\d\b)", re.I)
SHORT_END = re.compile(r"\b(?P<century>19|20)(?P<first>\d\d)\s?[-–—]\s?(?P<last>\d\d)\b(?![-–—/.]\d)")
""""2021-23"; "2021/22" is one year, and not known which."""
RANGE = re.compile(
    r"\b(?P<first>(?:19|20)\d\d)\s?(?:-|–|—|to|through|thru|until|till|up to)\s?(?P<last>(?:19|20)\d\d)\b", re.I
)
BETWEEN = re.compile(
    r"\b(?:between|from|mellan)\s(?P<first>(?:19|20)\d\d)\s(?:and|och|&)\s(?P<last>(?:19|20)\d\d)\b", re.I
)
SINCE = re.compile(
    r"\b(?:since|sedan|från\soch\smed)\s(?P<year>(?:19|20)\d\d)\b"
    r"|\bfrom\s(?P<on>(?:19|20)\d\d)\son(?:wards?)?\b|\b(?P<onwards>(?:19|20)\d\d)\s(?:onwards?|(?:to|until|through)\s(?:the\s)?(?:present|date|today|now))\b",
    re.I,
)
ENDED = re.compile(
    r"\b(?P<n>\w{1,5})\s(?:fiscal\s|financial\s)?years\s(?:ended|ending|(?:up\s)?to)\s(?:in\s)?(?P<last>(?:19|20)\d\d)\b",
    re.I,
)
""""the three years ended 2020", "in the ten years to 2016"."""
NEWEST = r"(?:last|past|latest|most\srecent|recent)"
LAST = re.compile(
    rf"\b(?:{NEWEST}\s(?P<n>\w{{1,5}})|(?P<number>\w{{1,5}})\s{NEWEST})\s(?:full\s)?(?:fiscal\s|financial\s)?years\b"
    rf"|\b{NEWEST}\s(?:full\s)?(?:fiscal\s|financial\s)?(?:year|(?P<decade>decade))\b",
    re.I,
)
YEAR = re.compile(r"(?<![\w.,$])(?:19|20)\d\d(?![\w%]|[.,]\d)")
SPACE = re.compile(r"\s+")
ENDS = re.compile(r"\A | \Z")
LONGEST = 50
"""Years of a range."""


@dataclass(slots=True)
class Years:
    """Hold the years that a question names, or how many of the newest it asks for."""

    named: list[int] = field(default_factory=list)
    last: int = 1
    since: int | None = None
    places: list[tuple[Range, list[int]]] = field(default_factory=list, compare=False)
    """Where years stand in the question, with those that stand there; none where they are counted from the newest."""

    def wanted(self, newest: int | None) -> list[int]:
        """Return the years that are asked for; without a word of them it is the newest one that a filing is of."""
        if self.since is not None:
            newest = max(self.since, newest or 0)
            return list(range(self.since, min(newest, self.since + LONGEST) + 1))
        if self.named or newest is None:
            return self.named
        return list(range(newest - self.last + 1, newest + 1))

    @property
    def told(self) -> bool:
        """Return whether the question names a year."""
        return bool(self.named or self.since is not None)


def take_years(question: Traced) -> tuple[Years, Traced]:
    """Return the years that a question names, and the rest of it.

    >>> years, rest = take_years(Traced.of("apple revenue FY2021 to 2023"))
    >>> years.named, years.places, rest.text
    ([2021, 2022, 2023], [((14, 28), [2021, 2022, 2023])], 'apple revenue')
    """
    text = question.sub(SPACE, " ").sub(SHORT, lambda match: f" {_full(match['year'])}").sub(FISCAL, " ")
    text = text.sub(SHORT_END, _whole_end).sub(SPACE, " ")
    years = Years()
    for match in ENDED.finditer(text.text):
        if count := _number(match["n"]):
            last = int(match["last"])
            years.places.append((text.range(*match.span()), list(range(last - count + 1, last + 1))))
            text = text.without(match)
            break
    for pattern in (RANGE, BETWEEN):
        for match in pattern.finditer(text.text):
            first, last = int(match["first"]), int(match["last"])
            every = list(range(first, last + 1)) if first <= last <= first + LONGEST else [first, last]
            years.places.append((text.range(*match.span()), every))
        text = text.sub(pattern, " ")
    if since := SINCE.search(text.text):
        years.since = int(since["year"] or since["on"] or since["onwards"])
        years.places.append((text.range(*since.span()), []))
        text = text.without(since)
    years.places += [((start, end), [int(year)]) for year, start, end in text.matches(YEAR)]
    text = text.sub(YEAR, " ")
    years.named = sorted({year for _, every in years.places for year in every})
    newest = None if years.told else LAST.search(text.text)
    if newest and (count := _count(newest)):
        years.last = count
        years.places.append((text.range(*newest.span()), []))
        text = text.without(newest)
    return years, text.sub(SPACE, " ").sub(ENDS, "")


def _full(digits: str) -> str:
    return f"{'19' if int(digits) >= CENTURY else '20'}{digits}"


def _whole_end(match: re.Match[str]) -> str:
    """Return a range with its last year in full; what counts no years up stays as it is."""
    if int(match["first"]) >= int(match["last"]):
        return match[0]
    return f"{match['century']}{match['first']} to {match['century']}{match['last']}"


def _count(match: re.Match[str]) -> int:
    """Return how many years are meant; 0 where it is no number."""
    if match["decade"]:
        return 10
    written = match["n"] or match["number"]
    return _number(written) if written else 1


def _number(written: str) -> int:
    """Return a number of years; 0 where it is none, or too great."""
    written = written.lower()
    number = NUMBERS.get(written) or (int(written) if written.isascii() and written.isdigit() else 0)
    return number if number <= LONGEST else 0
