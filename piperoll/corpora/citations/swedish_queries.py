"""What a question names of Swedish law: "3 kap. 2 § arbetsmiljölagen", "BrB 3:1", "12 § LAS", "1977:1160".

A question is no statute: an act may stand before its provisions as well as behind them, and its number without a word.
"""

import re
from collections.abc import Iterator

from piperoll.corpora.citations.swedish_names import ASKED_FOR
from piperoll.corpora.citations.swedish_provisions import provisions
from piperoll.model import Citation

# "SFS 1977:1160", "AFS 2023:1", "lagen (1982:80)"; not "prop. 2009/10:165", "SOU 2010:12", "dir. 2010:5"
NUMBER = re.compile(
    r"(?:(?<![\w-])(?:[^\W\d_]{2,50}\s)?\()?"
    r"(?<![\w:/.])(?:(?P<series>[A-ZÅÄÖ]{1,6}-?FS|sfs)\s)?(?P<number>\d{4}:\d{1,4}(?:\ss\.?\s?\d{1,4})?)(?![\d:/])\)?"
)
OTHER_SERIES = re.compile(r"(?:\b(?:SOU|Ds|NJA|RÅ|HFD|AD|RH|MÖD|MIG|MD)|\b(?:dir|prop|skr|bet|rskr)\.?)\s\Z")
"""Before a number of another kind than an act's."""
BEFORE = 8
NAME = re.compile(
    rf"(?<![\w-])(?:(?i:{'|'.join(re.escape(one) for one in ASKED_FOR if one.islower())})"
    rf"|{'|'.join(re.escape(one) for one in ASKED_FOR if not one.islower())})(?![\w-])"
)
# "3:1", "6:11 a"; of an act beside it, else it is an hour. In "21:1 i OSL" the i is no letter of the section
COLON = re.compile(
    r"(?<![\w:/.])(?P<chapter>\d{1,2})(?:\s?(?P<letter>[a-z]))?:(?P<section>\d{1,3}(?:[a-z]\b|\s[a-hj-z]\b)?)(?![\w:/])"
)

BESIDE = re.compile(r",?\s(?:i\s)?", re.IGNORECASE)
"""What may stand between an act and such a place: "OSL, 21:1", "21:1 i OSL"."""


def find(query: str) -> list[Citation]:
    """The acts, §§ and chapters that ``query`` names, in its order; which belong together is not told.

    >>> [(one.target, one.path) for one in find("BrB 3:1 eller 12 § LAS")]
    [('SFS 1962:700', ''), ('', 'kap3.§1'), ('', 'kap0.§12'), ('SFS 1982:80', '')]
    """
    acts = [*_numbers(query), *_names(query)]
    places = [
        Citation(one.start, one.end, "internal", "", one.path) for one in provisions(query.lower()) if one.section
    ]
    places += [one for one in _colons(query) if any(_beside(query, one, act) for act in acts)]
    return sorted((*acts, *places), key=lambda one: (one.start, one.end))


def _beside(query: str, one: Citation, other: Citation) -> bool:
    first, second = sorted((one, other), key=lambda each: each.start)
    return BESIDE.fullmatch(query, first.end, second.start) is not None


def _numbers(query: str) -> Iterator[Citation]:
    for match in NUMBER.finditer(query):
        if not match["series"] and OTHER_SERIES.search(query[max(0, (at := match.start("number")) - BEFORE) : at]):
            continue
        number = " ".join(match["number"].split())
        yield Citation(*match.span(), "legislation", f"{(match['series'] or 'SFS').upper()} {number}")


def _names(query: str) -> Iterator[Citation]:
    for match in NAME.finditer(query):
        yield Citation(*match.span(), "legislation", ASKED_FOR.get(match[0]) or ASKED_FOR[match[0].lower()])


def _colons(query: str) -> Iterator[Citation]:
    for match in COLON.finditer(query):
        chapter, section = f"{match['chapter']}{match['letter'] or ''}", "".join(match["section"].split())
        yield Citation(*match.span(), "internal", "", f"kap{chapter}.§{section}")
