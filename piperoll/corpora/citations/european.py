"""Find acts of the European Union and their articles, in all languages that we read.

All languages share the number of an act. "förordning (EU) 2016/679", "Regulation (EC) No 1907/2006" and
"direktiv 2009/28/EG" become ``EU 2016/679``, ``EU 1907/2006`` and ``EU 2009/28``: the number as printed, after "EU".
"""

import re
from collections.abc import Iterator

SPACE = r"(?:[^\S\n]{0,4}\n[^\S\n]{0,8}|[^\S\n]{1,8})"
"""White space within a sentence: a line break, but no blank line."""
COMMUNITY = rf"(?:EU|EG|EC|EEG|EEC|Euratom|Gusp|CFSP|EKSG|(?:EU|EG|EC),{SPACE}?Euratom)"
# "(EU) 2016/679", "(EG) nr 1907/2006", "(EU 2019/790)"; "2009/28/EG", "89/618/Euratom"
NUMBER = (
    rf"(?:\({COMMUNITY}\){SPACE}(?:(?:nr|no|nr\.|no\.){SPACE})?(?P<new>\d{{1,4}}/\d{{1,4}})(?![\d/])"
    rf"|\({COMMUNITY}{SPACE}(?P<within>\d{{4}}/\d{{1,4}})\)"
    rf"|(?P<old>(?<![\d/])\d{{2,4}}/\d{{1,4}})/(?:EG|EC|EEG|EEC|EU|Euratom|RIF|JHA|Gusp|CFSP|EKSG)\b)"
)
OPENS = re.compile(r"\((?=E[UEGC]|Eur|Gusp|CFSP)"), re.compile(r"[0-9][0-9]{1,3}(?=/[0-9]{1,4}/[A-Z])")
"""The first characters of an act's number, which the regex engine finds fast."""
SLASHES = re.compile(r"/(?=[0-9]{1,4}/[A-Z])")
"""Part of every number without brackets, and found still faster."""
KNOWN = {
    "GDPR": "EU 2016/679",
    "EU GDPR": "EU 2016/679",
    "General Data Protection Regulation": "EU 2016/679",
    "EU General Data Protection Regulation": "EU 2016/679",
    "DSA": "EU 2022/2065",
    "Digital Services Act": "EU 2022/2065",
    "DMA": "EU 2022/1925",
    "Digital Markets Act": "EU 2022/1925",
    "AI Act": "EU 2024/1689",
    "EU AI Act": "EU 2024/1689",
    "ePrivacy Directive": "EU 2002/58",
    "UK GDPR": "UK GDPR",
    "UK General Data Protection Regulation": "UK GDPR",
}
"""Acts by their names in contracts and terms; the British version of the GDPR is an act of its own."""
# "para. 1 lit. f", "paragraph (21)", "§ 1 e) or f)", "Par. 1 S. 1": between the number of an article and its act
WITHIN_ARTICLE = (
    rf"(?:,?{SPACE}(?:§|[Pp]ara(?:graph)?\.?|[Pp]ar\.|Abs\.|lit\.|letter|point|sentence|S\.){SPACE}?\(?\w{{1,2}}\)?|{SPACE}[a-z]\)|{SPACE}et{SPACE}seqq?\.|{SPACE}ff\.){{1,4}}"
    rf"(?:{SPACE}(?:or|and){SPACE}[a-z]\))?"
)
ACT = re.compile(NUMBER, re.IGNORECASE)
PARTS = re.compile(r"\d+[a-z]?|[a-z]")


def target(match: re.Match[str]) -> str:
    """Return the key of the act in a match of :data:`NUMBER`."""
    return f"EU {match['new'] or match['within'] or match['old']}"


def article(printed: str) -> str:
    """Return the path of an article: ``6(1)(a)``, ``6.1 a``, ``6 para. 1 lit. a`` → ``art6.1.a``."""
    bare = re.sub(r"(?:paragraph|para|par|lit|point|subparagraph|s|section)\b\.?", " ", printed, flags=re.IGNORECASE)
    return "art" + ".".join(PARTS.findall(bare))


def numbers(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the matches of :data:`NUMBER` in ``text[start:end]``.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.

    Yields:
        All matches with brackets ("(EU) 2016/679"), then all without ("2009/28/EG").
    """
    for opens in OPENS if SLASHES.search(text, start, end) else OPENS[:1]:
        for anchor in opens.finditer(text, start, end):
            if match := ACT.match(text, anchor.start(), end):
                yield match
