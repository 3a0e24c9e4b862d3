"""Temporal markers of the official text, such as ``/Träder i kraft I:2026-06-05/``.

The register prints coming and going wordings of a provision one after the other, each with a
marker. ``I:`` is the day of entry into force, ``U:`` the first day on which it no longer applies.
"""

import re
from dataclasses import dataclass
from datetime import date

UNDECIDED = date.max
"""Entry into force on "the day that the Government decides": not in force on any date known today."""

MARKER = re.compile(
    r"""/ (?P<what>[^/\n]{0,80}?)           # "Träder i kraft", "Rubriken upphör att gälla", "Ny beteckning 4 §"
        \s*\b(?P<sign>[IU])\s*:\s*
        (?: (?P<date>\d{4}-\d{2}-\d{2})
          | (?P<day>den\s+dag\s+(?:som\s+)?regeringen\s+bes?t[äa]m+er) | (?P<other>[^/\n]{1,40}?) )
        (?P<by>\s+genom\b[^/]{0,80})?      # "genom lag (2024:152)."
        (?:\s*/|(?<=\)\.)(?=\n|\Z))""",  # one lacks its closing slash (2007:1157)
    re.VERBOSE,
)


HEADING_ONLY = re.compile(r"(?:kapitel)?rubrik", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Validity:
    """From when and until when (exclusive) a marked text applies, and the markers as printed."""

    valid_from: date | None = None
    valid_to: date | None = None
    printed: tuple[str, ...] = ()


NONE = Validity()


def _day(match: re.Match[str]) -> date | None:
    if match["date"]:
        try:
            return date.fromisoformat(match["date"])
        except ValueError:
            return None
    return UNDECIDED if match["sign"] == "I" else None


def validity(text: str, start: int = 0, end: int | None = None) -> Validity:
    """What the markers in ``text[start:end]`` say of the text they stand in.

    A marker about a heading says nothing of the provision itself and is only kept as printed. One
    about a new designation ends this one: the text goes on at its new place.
    """
    if text.find("/", start, len(text) if end is None else end) < 0:
        return NONE
    first: date | None = None
    last: date | None = None
    printed = []
    for match in MARKER.finditer(text, start, len(text) if end is None else end):
        printed.append(match[0])
        if HEADING_ONLY.match(match["what"]):
            continue
        if match["sign"] == "I":
            first = _day(match)
        else:
            last = _day(match)
    return Validity(first, last, tuple(printed))


def first_wording(title: str) -> str:
    """A title without markers; the first of two that follow each other in time (2020:337)."""
    wordings = (" ".join(part.split()) for part in MARKER.sub("\0", title).split("\0"))
    return next((wording for wording in wordings if wording), "")
