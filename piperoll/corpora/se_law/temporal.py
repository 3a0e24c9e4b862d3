"""Read the temporal markers of the official text, such as ``/Träder i kraft I:2026-06-05/``.

The register prints the old and the new wording of a provision one after the other, each with a
marker. ``I:`` is the day of entry into force, ``U:`` the first day on which it no longer applies.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from piperoll.corpora.clauses.words.dates import MONTHS
from piperoll.days import day_or_none

UNDECIDED = date.max
"""Entry into force on "the day that the Government decides": not in force on any known date."""

MARKER = re.compile(
    r"""(?: /\s? | \((?=Träd|Upph)          # "(Upphör att gälla 2024-12-31)" (KIFS 2017:7)
          | Upphör\ att\ gälla(?=\ U:) | Träder\ i\ kraft(?=\ I:) )   # one lacks its first slash (NFS 2015:2)
        (?P<what>[^/\n]{0,80}?)             # "Träder i kraft", "Rubriken upphör att gälla", "Ny beteckning 4 §"
        (?: \s*\b(?P<sign>[IU])\s*:\s* | (?<=\ gälla)\s+(?=den\s\d|\d) | (?<=\ kraft)\s+(?=den\s\d|\d) )
        (?: (?P<date>\d{4}-\d{2}-\d{2})
          | den\s+(?P<in_words>\d{1,2}\s+[a-z]{3,9}\s+\d{4})(?=\s*[/)])   # a slash in prose opens no marker
          | (?(sign) (?: (?P<day>den\s+dag\s+(?:som\s+)?regeringen\s+bes?t[äa]m+er)
                       | (?P<other>[^/\n]{1,40}?) ) | (?!) ) )
        (?P<by>\s+genom\b[^/]{0,80})?      # "genom lag (2024:152)."
        (?: \s*/ | (?<=\d)\) | (?<=\)\.)(?=\n|\Z)   # one lacks its closing slash (2007:1157)
          | (?<=\d)(?=\s[A-ZÅÄÖ]|[ \t]*(?:\n|\Z)) )""",  # and so does one of a title (2023:603)
    re.VERBOSE,
)
_WORDS = r"den\s+\d{1,2}\s+[a-z]{3,9}\s+\d{4}\s*[/)]"
PARTS = tuple(map(re.compile, (r":(?<=[IU\s]:)", rf"gälla(?=\s+(?:\d|{_WORDS}))", rf"kraft(?=\s+(?:\d|{_WORDS}))")))
"""One of these is part of every marker, and each is found much faster than a marker."""
# "/r1/ Förordning (1991:713) om belopp …"
TYPESETTING = re.compile(r"^\s*/-?[a-z]\d*/")
HEADING_ONLY = re.compile(r"(?:kapitel)?rubrik", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Validity:
    """Hold the dates between which a marked text applies (the end exclusive), and the markers as printed."""

    valid_from: date | None = None
    valid_to: date | None = None
    printed: tuple[str, ...] = ()


NONE = Validity()


def may_mark(text: str) -> bool:
    """Return whether a text may hold a marker, which most do not."""
    return any(part.search(text) for part in PARTS)


def _opens(match: re.Match[str]) -> bool:
    """Return whether a marker tells of the entry into force, and not of the end."""
    return match["sign"] == "I" if match["sign"] else "upph" not in match["what"].lower()


def _in_digits(words: str) -> str:
    """Return "2032-01-01" for "1 januari 2032"."""
    day, month, year = words.split()
    return f"{year}-{MONTHS.get(month, 0):02}-{int(day):02}"


def _day(match: re.Match[str]) -> date | None:
    if not (match["date"] or match["in_words"]):
        return UNDECIDED if match["sign"] == "I" else None
    day = day_or_none(match["date"] or _in_digits(match["in_words"]))
    if day is None or match["sign"] or _opens(match):
        return day
    following = day + timedelta(
        1
    )  # an agency says the last day, where that ends a month: "(Upphör att gälla 2024-12-31)"
    return following if following.day == 1 else day


def _is_of_part(text: str, match: re.Match[str], end: int) -> bool:
    """Return whether a marker opens a line, and text follows."""
    return text[match.start() - 1] == "\n" and match.end() < end and not text[match.end() : end].isspace()


def validity(text: str, start: int = 0, end: int | None = None, first_text: int | None = None) -> Validity:
    """Return the dates in the markers of ``text[start:end]``.

    A marker about a heading gives the provision no date and is only kept as printed. A marker about
    a new designation ends the provision, which goes on under its new number. One that opens a line
    below the first text is about what follows there, such as an item of a list.

    Args:
        text: the stored text.
        start: where the marked text begins.
        end: where it ends; None means the end of ``text``.
        first_text: where the first line begins that is no heading; None where no marker is about a part.

    Returns:
        The dates and the printed markers; ``NONE`` without any marker.
    """
    end = len(text) if end is None else end
    first: date | None = None
    last: date | None = None
    printed = []
    for match in MARKER.finditer(text, start, end):
        printed.append(match[0])
        if HEADING_ONLY.match(match["what"]) or (
            first_text is not None and match.start() > first_text and _is_of_part(text, match, end)
        ):
            continue
        if _opens(match):
            first = _day(match)
        else:
            last = _day(match)
    return Validity(first, last, tuple(printed))


def first_wording(title: str) -> str:
    """Return a title without markers and type-setting marks; of two wordings with different dates, the first.

    Example: 2020:337.
    """
    title = TYPESETTING.sub("", title)
    wordings = (" ".join(part.split()) for part in MARKER.sub("\0", title).split("\0"))
    return next((wording for wording in wordings if wording), "")
