"""Read the parties of a contract where they sign it, for a first page that leaves them to the signature page."""

import re
from collections.abc import Iterator

from piperoll.corpora.contracts.given import NAMES
from piperoll.corpora.contracts.names import COMPANY, bare, is_party

WITNESS = re.compile(r"\b(?:IN\s+WITNESS\s+WHEREOF|In\s+[Ww]itness\s+[Ww]hereof)\b|\bparties\shave\sexecuted\sthis\b")
PAGE = 8_000
"""Characters behind it in which the parties sign."""
MARK = re.compile(r"\b(?:By|BY):|/[sS]/|\b(?P<behind>[Ff]or and on behalf of\s(?!\s*Party\b))")
APART = re.compile(r"\n\s*\n|:\s|\s{3,}")
"""Matches what stands between the name of a party and what is in front of it."""
DATE = re.compile(r"\s{1,3}(?:Date|DATE):\s[\w ,]{4,20}\Z")
"""Matches a day between the name of a party and "By:"."""
PERSON = re.compile(r"\b(?:Jr|Sr|Esq|Ph\.D|M\.D)\.?\Z")
LONGEST = 100
# "each of the persons set forth on the signature page hereto", "the entities listed on Schedule A"
LEFT_TO_PAGE = re.compile(
    r"\b(?:listed|set\sforth|named|identified|specified)\s(?:on|in)\s(?:the\s)?(?:signature\spages?|Schedule\s[A1I])\b"
)
LEFT_WITHIN = 2_000


def leaves_parties_to_page(head: str) -> bool:
    """Return whether a first page says that the signature page, or a list behind it, names parties."""
    return LEFT_TO_PAGE.search(head, 0, LEFT_WITHIN) is not None


def signers(text: str) -> Iterator[str]:
    """Yield the companies that sign: "LANTERN INC.  By:", "For and on behalf of Port Telecom"."""
    witness = WITNESS.search(text)
    page = text[witness.end() : witness.end() + PAGE] if witness else ""
    behind = 0
    for mark in MARK.finditer(page):
        front = DATE.sub("", page[behind : mark.start()].rstrip()).rstrip()
        line = front.lstrip()
        pieces = APART.split(line)
        if mark["behind"]:
            name = bare(APART.split(page[mark.end() : mark.end() + LONGEST].lstrip())[0].partition("\n")[0])
            if is_party(name):
                yield name
        elif len(pieces) > 1 or "\n" in front[: -len(line)]:  # not "By: Lantern Partners LLC  By: /s/ Ann Keeper"
            named = NAMES.fullmatch(pieces[-1].rstrip(" ,"))
            name = bare(named[0]) if named else ""
            if COMPANY.search(name) and not PERSON.search(name) and is_party(name):
                yield name
        behind = mark.end()
