"""Read the heading and the parties of a contract in another language than English: "Mietvertrag zwischen A und B"."""

import re
from typing import NamedTuple

from piperoll.corpora.contracts.names import LONGEST_PARTY, bare, is_party

FIRST_PAGE = 600
"""Characters in which the heading stands."""
REACH = 1_200
"""Characters behind it in which the parties are named."""


class Words(NamedTuple):
    """Hold the words of a language that lead to the parties."""

    heading: str
    """Matches the line that says what the contract is."""
    between: str
    also: str
    """Stands between the two parties."""
    front: str
    """Stands in front of a name, and is none of it."""


LANGUAGES = (
    Words(
        r"[A-ZÄÖÜ][\w-]*(?i:vertrag|vereinbarung)\b.*|Vertrag\s(?:über|zur|zum)\b.*",
        r"zwischen",
        r"und",
        r"der|die|dem|den|Firma|Herrn|Herr|Frau",
    ),
    Words(
        r"(?i:contrat|convention|accord|bail|protocole|avenant)\b.*",
        r"entre(?:\sles\ssoussignée?s)?",
        r"et|d['’]autre\spart",
        r"la\ssociété|le|la|M\.|Mme|Monsieur|Madame",
    ),
    Words(
        r"(?i:contrato|convenio|acuerdo)\b.*",
        r"entre|de\suna\sparte",
        r"y|e|de\s(?:la\s)?otra(?:\sparte)?",
        r"la|el|D\.|Don|Doña|la\sempresa",
    ),
    Words(r"(?i:contratto|accordo)\b.*", r"tra|fra", r"e", r"la\ssocietà|la|il"),
    Words(r"(?i:[\w-]*overeenkomst|contract)\b.*", r"tussen", r"en", r"de|het|de\sheer|mevrouw"),
    Words(r"(?i:[\w-]*(?:avtal|avtale|aftale))\b.*", r"mellan|mellem|mellom", r"och|og", r"det|den"),
)
ENDS = re.compile(r"[;:(\n]|,(?!\s[A-Z]\.)|\s[-–]\s|\s(?=[„“”\"«])")
"""Matches behind the name of a party."""


def foreign(head: str) -> tuple[str, list[str]]:
    """Return the heading of a contract in one of these languages, and its two parties, none where one is not clear."""
    for words in LANGUAGES:
        line = re.search(rf"^[^\S\n]*(?P<heading>{words.heading})$", head[:FIRST_PAGE], re.MULTILINE)
        if line and (names := _parties(head[line.start() : line.start() + REACH], words)):
            heading = re.split(rf"(?i),?\s(?:{words.between})\s", line["heading"].strip())[0]
            return heading.capitalize() if heading.isupper() else heading, names
    return "", []


def _parties(region: str, words: Words) -> list[str]:
    begun = re.search(rf"(?i)\b(?:{words.between})\b[\s:,]*", region)
    behind = region[begun.end() :] if begun else ""
    # on a line of its own, or behind the description of the first one, or anywhere
    for gap in (r"\n\s*{}[\s:,]+", r"(?:[,;)»”\"]|\s[-–])\s*{}[\s:,]+", r"\s{}\s+"):
        if parted := re.search(gap.format(f"(?i:{words.also})"), behind):
            pair = [_name(part, words) for part in (behind[: parted.start()], behind[parted.end() :])]
            return pair if all(map(is_party, pair)) else []
    return []


def _name(part: str, words: Words) -> str:
    name = re.sub(rf"\A\s*(?:(?i:{words.front})\s+)*", "", part)
    return bare(ENDS.split(name[: LONGEST_PARTY + 1])[0])
