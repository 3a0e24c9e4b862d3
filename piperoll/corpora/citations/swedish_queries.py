"""Read the Swedish law that a query names: "3 kap. 2 § arbetsmiljölagen", "BrB 3:1", "12 § LAS", "1977:1160".

Unlike a statute, a query may name the act before its provisions, and may give its number without a word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from piperoll.corpora.citations.swedish_names import QUERY_NAMES
from piperoll.corpora.citations.swedish_provisions import provisions
from piperoll.model import Citation

# "SFS 1977:1160", "AFS 2023:1", "lagen (1982:80)"; not "prop. 2009/10:165", "SOU 2010:12", "dir. 2010:5"
NUMBER = re.compile(
    r"(?:(?<![\w-])(?:[^\W\d_]{2,50}\s)?\()?"
    r"(?<![\w:/.])(?:(?P<series>[A-ZÅÄÖ]{1,6}-?FS|sfs)\s)?(?P<number>\d{4}:\d{1,4}(?:\ss\.?\s?\d{1,4})?)(?![\d:/])\)?"
)
OTHER_SERIES = re.compile(r"(?:\b(?:SOU|Ds|NJA|RÅ|HFD|AD|RH|MÖD|MIG|MD)|\b(?:dir|prop|skr|bet|rskr)\.?)\s\Z")
"""Text before a number that is not the number of an act."""
BEFORE = 8
# "medbestämmandelagens", "LVU-beslut"
NAME = re.compile(
    rf"(?<![\w-])(?:(?P<word>(?i:{'|'.join(re.escape(name) for name in QUERY_NAMES if name.islower())}))s?(?![\w-])"
    rf"|(?P<short>{'|'.join(re.escape(name) for name in QUERY_NAMES if not name.islower())})(?!\w|-[^a-zåäö]))"
)
# "3:1", "6:11 a" next to an act; else it is an hour. In "21:1 i OSL" the i is no letter of the section
COLON = re.compile(
    r"(?<![\w:/.])(?P<chapter>\d{1,2})(?:\s?(?P<letter>[a-z]))?:(?P<section>\d{1,3}(?:[a-z]\b|\s[a-hj-z]\b)?)(?![\w:/])"
)

ACT = re.compile(r"(?<![\w-])[^\W\d_]{2,40}(?:lag|balk|ordning|stadga|kungörelse)(?:e?n)?(?![\w-])", re.IGNORECASE)
"""A word that may name an act, and by which "6:21" beside it is a section; which act, its title says."""
BETWEEN = re.compile(r",?\s(?:i\s)?", re.IGNORECASE)
"""Text between an act and such a provision: "OSL, 21:1", "21:1 i OSL"."""
LONGEST_BETWEEN = 4


def find(query: str) -> list[Citation]:
    """Return the acts and §§ that ``query`` names, in its order; the result does not pair a § with its act.

    >>> [(citation.target, citation.path) for citation in find("BrB 3:1 eller 12 § LAS")]
    [('SFS 1962:700', ''), ('', 'kap3.§1'), ('', 'kap0.§12'), ('SFS 1982:80', '')]
    """
    acts = [*_numbers(query), *_names(query)]
    sections = [
        Citation(provision.start, provision.end, "internal", "", provision.path)
        for provision in provisions(query.lower())
        if provision.section
    ]
    spans = [*((act.start, act.end) for act in acts), *(match.span() for match in ACT.finditer(query))]
    sections += _adjacent(query, _colons(query), spans)
    return sorted((*acts, *sections), key=lambda citation: (citation.start, citation.end))


def _adjacent(query: str, sections: Iterable[Citation], acts: Sequence[tuple[int, int]]) -> Iterator[Citation]:
    """Yield the sections that stand right behind an act or before it."""
    starts, ends = {start for start, _ in acts}, {end for _, end in acts}
    for section in sections:
        behind = any(
            end in ends and BETWEEN.fullmatch(query, end, section.start)
            for end in range(section.start - LONGEST_BETWEEN, section.start)
        )
        if behind or any(
            start in starts and BETWEEN.fullmatch(query, section.end, start)
            for start in range(section.end + 1, section.end + LONGEST_BETWEEN + 1)
        ):
            yield section


def _numbers(query: str) -> Iterator[Citation]:
    for match in NUMBER.finditer(query):
        if not match["series"] and OTHER_SERIES.search(query[max(0, (at := match.start("number")) - BEFORE) : at]):
            continue
        number = " ".join(match["number"].split())
        yield Citation(*match.span(), "legislation", f"{(match['series'] or 'SFS').upper()} {number}")


def _names(query: str) -> Iterator[Citation]:
    for match in NAME.finditer(query):
        yield Citation(*match.span(), "legislation", QUERY_NAMES[match["short"] or match["word"].lower()])


def _colons(query: str) -> Iterator[Citation]:
    for match in COLON.finditer(query):
        chapter, section = f"{match['chapter']}{match['letter'] or ''}", "".join(match["section"].split())
        yield Citation(*match.span(), "internal", "", f"kap{chapter}.§{section}")
