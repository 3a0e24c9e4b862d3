"""Read how an enactment of Hong Kong is named: its chapter, its title, the day of its version."""

import re
from datetime import date

CHAPTER = re.compile(r"\b(?:Cap(?:\.|\b)|CAP\.?|Chapter|CHAPTER)(?:/Instrument No\.)?:?\s{0,3}(\d{1,4}[A-Z]{0,3})\b")
"""Cap. 272; (Cap./Instrument No.: 272); CHAPTER 59AD."""
SUBSIDIARY = re.compile(r",?\s{0,2}sub\.?\s{0,2}leg\.?\s{0,2}([A-Z]{1,3})\b")
FILE = re.compile(r"cap[-_ ]?(\d{1,4}[a-z]{0,3})(?![a-z0-9])", re.IGNORECASE)
"""cap-272.txt; cap_59ad.md."""
BARE = re.compile(r"(?:cap\.?\s*)?(\d{1,4}[A-Z]{0,3})", re.IGNORECASE)
VERSION = re.compile(
    r"(?:[Vv]ersion\s[Dd]ate|[Aa]s\sat|[Ll]ast\s[Uu]pdated(?:\s[Dd]ate)?|[Ee]ffective\s[Dd]ate):?\s{0,3}"
    r"(?:(\d{1,2})[./-](\d{1,2})[./-](\d{4})|(\d{4})-(\d\d)-(\d\d))"
)
"""(Version date: 7.10.2021)."""
NOT_IN_FORCE = re.compile(
    r"(?:repealed|omitted|expired|spent|superseded|not\s?(?:yet\s?)?in\s?(?:operation|force))\b.*", re.IGNORECASE
)
"""Matches the status of a provision, or of a whole enactment, that is not in force, also "notYetInOperation"."""
GONE = re.compile(r"(?i:[(\[](?:Repealed|Omitted|Expired|Spent|Superseded|Has had its effect)\b)")
"""Matches the beginning of the note that stands in the place of a provision: "(Repealed 5 of 1999 s. 4)"."""
HEAD = 2_000
"""Characters at the start of a text that say what it is."""
LONGEST_TITLE = 300


def key_of(chapter: str) -> str:
    """Return the key of a chapter: ``272`` → ``Cap. 272``; "" for what is no chapter."""
    match = BARE.fullmatch(chapter.strip())
    return f"Cap. {match[1].upper()}" if match else ""


def chapter_in(text: str, name: str) -> str:
    """Return the key of an enactment, from its first lines or the name of its file; "" where neither says it."""
    lines = text[:HEAD].strip().split("\n")
    for line in (lines[0], *lines[1:4]):
        if match := CHAPTER.search(line):
            subsidiary = SUBSIDIARY.match(line, match.end())
            return f"Cap. {match[1]}{subsidiary[1] if subsidiary else ''}"
    match = FILE.search(name.rpartition("/")[2])
    return f"Cap. {match[1].upper()}" if match else ""


def title_in(text: str) -> str:
    """Return the first line without chapter and date of the version; the second where the first is only a chapter."""
    for line in text[:HEAD].strip().split("\n")[:4]:
        title = VERSION.sub("", CHAPTER.sub("", line))
        title = re.sub(r"\(\s{0,3}\)|\(Cap\./Instrument No\.:?\s{0,3}\)", "", title).strip(" \t,:–—-")
        if any(map(str.isalpha, title)):
            return " ".join(title.split())[:LONGEST_TITLE]
    return ""


def version_in(text: str) -> date | None:
    """Return the day from which the version is valid: "(Version date: 7.10.2021)"."""
    if match := VERSION.search(text, 0, HEAD):
        day, month, year = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            return None
    return None
