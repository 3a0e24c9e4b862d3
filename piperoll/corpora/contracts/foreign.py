"""Read the heading and the parties of a contract in another language than English: "Mietvertrag zwischen A und B"."""

import datetime
import re
from typing import NamedTuple

from piperoll.corpora.clauses.words.dates import DAY, day_of
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
        r"(?:y,?\s)?de\s(?:la\s)?otra(?:\sparte)?|y|e",
        r"la|el|D\.|Don|Doña|la\sempresa",
    ),
    Words(r"(?i:contratto|accordo)\b.*", r"tra|fra", r"e", r"la\ssocietà|la|il"),
    Words(r"(?i:[\w-]*overeenkomst|contract)\b.*", r"tussen", r"en", r"de|het|de\sheer|mevrouw"),
    Words(r"(?i:[\w-]*(?:avtal|avtale|aftale))\b.*", r"mellan|mellem|mellom", r"och|og", r"det|den"),
)
ENDS = re.compile(r"[;:(\n]|,(?!\s[A-Z]\.)|\s[-–]\s|\s(?=[„“”\"«])")
"""Matches behind the name of a party."""


CHINESE_TITLE = re.compile(
    r"^[^\S\n]*(?P<heading>[\u4e00-\u9fff（）()《》]{2,28}(?:合同书?|协议书?|合约|契约|备忘录|承诺书))[^\S\n]*$",
    re.MULTILINE,
)
_PAIRS = "出租|承租|委托|受托|发包|承包|转让|受让|被?许可|贷款|借款|出卖|买受|采购|披露|接收"
CHINESE_PARTY = re.compile(
    rf"^[^\S\n]*(?:[甲乙丙丁买卖供需][ \u3000]?方|(?:{_PAIRS})[方人])[^\S\n]*"
    r"(?:[（(][^）)\n]{0,20}[）)])?[^\S\n]*[：:][^\S\n]*(?P<name>[^\s，,；;（(：:][^\n，,；;（(：:]{1,40})",
    re.MULTILINE,
)
"""Matches a party behind its role: "甲方：", "出租方（甲方）："."""
DAY_FRONT = re.compile(
    r"(?:^[^\n]{0,80}?(?:\w,?|\))\s(?:den|le|lì|li|a|el|il|op|dnia)\s{1,2}|(?:签订|签署|订立|签约)?日期[：:]\s*|于\s?)(?=\d)",
    re.MULTILINE,
)
"""Matches in front of the day of a contract: "Hamburg, den", "Fait à Brest, le", "签订日期："."""


def foreign_day(text: str) -> datetime.date | None:
    """Return the day that stands behind the place where a contract was made, or behind the word for it; None without.

    That of the first page counts, else the last one.
    """
    found: datetime.date | None = None
    for front in DAY_FRONT.finditer(text):
        match = DAY.match(text, front.end())
        if match and (day := day_of(match)):
            found = day
            if front.start() < FIRST_PAGE:
                break
    return found


def _chinese(head: str) -> tuple[str, list[str]]:
    """Return the heading of a Chinese contract and its parties, each once; ("", []) for any other."""
    line = CHINESE_TITLE.search(head, 0, FIRST_PAGE)
    names = [match["name"].strip() for match in CHINESE_PARTY.finditer(head, 0, REACH)] if line else []
    return (line["heading"], list(dict.fromkeys(names))) if line and len(names) > 1 else ("", [])


def foreign(head: str) -> tuple[str, list[str]]:
    """Return the heading of a contract in one of these languages, and its parties, none where one is not clear."""
    for words in LANGUAGES:
        line = re.search(rf"^[^\S\n]*(?P<heading>{words.heading})$", head[:FIRST_PAGE], re.MULTILINE)
        if line and (names := _parties(head[line.start() : line.start() + REACH], words)):
            heading = re.split(rf"(?i),?\s(?:{words.between})\s", line["heading"].strip())[0]
            return heading.capitalize() if heading.isupper() else heading, names
    return _chinese(head)


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
