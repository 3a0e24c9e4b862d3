"""What a contract is called: its type, its parties and its day, from its first page.

Most contracts name themselves twice: in a heading, and in the first sentence, "This Distributor Agreement (the
"Agreement") is made as of 1 May 2019 by and between A, Inc., a Delaware corporation, and B Ltd.".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
import datetime
from pathlib import PurePosixPath
from urllib.parse import unquote

from piperoll.corpora.clauses.dates import DAY, day_of
from piperoll.corpora.clauses.scan import is_title

HEAD = 8_000
"""Characters in which a contract says what it is."""
REACH = 1_600
"""Characters after "between" in which the parties are named."""
KIND = (
    r"(?:AGREEMENT|CONTRACT|LEASE|LICEN[CS]E|DEED|UNDERTAKING|ADDENDUM|AMENDMENT|MEMORANDUM OF UNDERSTANDING|TERMS AND CONDITIONS"
    r"|PLAN OF MERGER|PLAN OF REORGANIZATION|NDA|CHARTER|GUARANTY|POLICY|STATEMENT|NOTICE|ACKNOWLEDG?E?MENT|FORM)"
)
# a line, or the start of a page that is one line: "Exhibit 10.14 SOFTWARE MAINTENANCE AGREEMENT This …"
CAPITALS = re.compile(
    rf"(?<![^\s\"“(])(?:(?:[A-Z][A-Z&,/’'()-]*|[-–&/])[ \n]{{1,3}}){{0,9}}{KIND}S?(?:[ ](?:AND PLAN OF [A-Z]+|OF [A-Z]+|NO\.? ?\d+|FORM))?\b"
)
LINE = re.compile(rf"^[^\S\n]*(?P<line>[^\n]{{0,90}}\b(?i:{KIND})S?\b[^\n.;]{{0,50}})$", re.MULTILINE)
# "This Co-Branding Agreement (the", "THIS AGREEMENT AND PLAN OF MERGER, dated", "This Privacy Policy explains"
OPENING = re.compile(
    rf"\b(?:This|THIS|The [Pp]resent)\s+(?P<type>(?:(?!{KIND}S?\s+(?:IS|MADE|DATED|SHALL|BETWEEN|BY|ENTERED)\b)"
    rf"(?:[A-Z(][^\s.;:“\"]*|and|of|for|to|&|-|–|on)\s+){{0,11}}(?i:{KIND})S?\b(?:\s+(?i:and\s+plan\s+of\s+\w+|no\.?\s*\d+))?)"
)
KIND_WORD = re.compile(rf"(?i)\b{KIND}S?\b")
BETWEEN = re.compile(
    r"\b(?i:(?:by\s+and\s+)?between|by\s+and\s+among(?:st)?|among(?:st)?|entered\s+into\s+by|made\s+by)(?i:\s+and\s+(?:between|among))?[\s:;–—-]{1,60}"
    r"(?i:the\s+following\s+parties[\s:]+|(?:the\s+)?undersigned[\s,:]+)?"
)
STOP = re.compile(
    r"\b(?:WHEREAS|Whereas|WITNESSETH|RECITALS?|Recitals?|BACKGROUND|NOW,? THEREFORE|Dated|DATED|TABLE OF CONTENTS|In consideration"
    r"|IN CONSIDERATION|IT IS|It is|The [Pp]arties|Each of|hereinafter collectively|Introduction|INTRODUCTION)\b|_{10,}\s*\n"
    r"|\n\s*\d{1,2}\.?\s|(?<=[a-z)\"”][a-z)\"” ])\.\s+[A-Z\"“(]"
)
SUFFIX = (
    r"(?:Inc|INC|Incorporated|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|LP|L\.P|LLP|L\.L\.P|N\.A|N\.V|S\.A|S\.p\.A|S\.P\.A|Corp|CORP|Corporation|Co|CO|PLC"
    r"|plc|GmbH|GMBH|AG|A\.G|B\.V|Pty|P\.C|PTE|Pte|FSB|Trust|Jr|Sr|Esq|Ph\.D|M\.D)\b\.?"
)
COMMA_NAME = re.compile(rf"^(?P<name>[^,;]{{2,90}}(?:,\s+(?i:{SUFFIX}))*)")
# what describes a party and is no part of its name
DESCRIPTION = re.compile(
    r"(?:,?\s+(?:an?|the|having|with(?! and)|whose|located|incorporated|organi[sz]ed|existing|of\s+\d|\d{2,}\s|of\s+the\s+(?:first|second|other|one)|"
    r"acting|on\s+behalf|for\s+itself|as\s+(?:the\s+)?[a-z]|in\s+(?:its|his|her)|at\s+\d|which|who|registered|residing|hereinafter|herein|hereafter|"
    r"doing|d/b/a|dba|duly|together|its|both|each|by\s+and|through|under|pursuant|dated|effective|collectively|individually|"
    r"this\s+\d|here\s*in|represented|established|being|formed|Registration|Reg\.|on\s+(?:the|one)|is|are)\b.*|\s*[:–—\[].*)$",
    re.DOTALL,
)
SEPARATOR = re.compile(
    r"\s*[,;]?\s+(?:and|AND|And|&\s*(?=\n))\s+(?:between\s+)?|\s*;\s*|\s*\n\s*\n\s*(?:\(\d\)|\d\.)?\s*|\s*\([12AB]\)\s*"
)
INSIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
COMPANY = re.compile(rf"\b(?:{SUFFIX}|(?:inc|llc|ltd)\.?)\s*$")
NO_PARTY = re.compile(
    r"(?i)^(?:this|an?\s|the\s+(?:parties|undersigned|following|company|other|date)|agreement|its\b|subsidiar|affiliate|party|parties|between|among|dated?|"
    r"effective|recitals|whereas|exhibit|you\b|we\b|us\b|your\b|page|name|address|section|company$|recipient$|insert|month|year|day\b|here(?:in)?after|herein|source\b|wales$|in accordance|products?\b|considering|legal$|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d|article|background|purpose|whose|"
    r"additional|certain|various|england|state of|laws|terms?\b|termination|(?:annual )?fees?\b|definitions|all persons|client name|customer name|\d+\.)|_{3,}|…{2,}|\.{4,}|\*\s?\*"
)
SENTENCE = re.compile(r"[$%“”\"?!]|[A-Za-z]{5}\. ")
LONGEST_TYPE = 90
LONGEST_PARTY = 80
MOST_PARTIES = 6
SHOWN_PARTIES = 4
SMALL = frozenset("a an and as at by for from in of on or the to under with".split())
FORMS = frozenset("llc llp lp inc plc nda usa us uk eu it ip oem ag".split())
# "EXHIBIT 10.2 EXECUTION VERSION SUPPLY AGREEMENT"
FILING = re.compile(
    r"(?i)^(?:(?:EX(?:HIBIT)?[-. ]*[\d.()A-Z]{1,12}|EXECUTION\s+(?:VERSION|COPY)|CONFIDENTIAL|FINAL|DRAFT|COPY)\s+)+(?=[A-Z])"
)
DATED = re.compile(r"(?i)\b(?:dated|made|entered|effective|executed|as\s+of|day\s+of|on\s+this)\b")


@dataclass(frozen=True, slots=True)
class Named:
    """What the first page says: any of it may be missing."""

    type: str = ""
    parties: tuple[str, ...] = ()
    date: datetime.date | None = None


def read(text: str) -> Named:
    """Type, parties and day of the contract that begins with ``text``."""
    head = text[:HEAD]
    return Named(_type(head), tuple(_parties(head)), _day(head))


def title(named: Named, name: str) -> str:
    """``Distributor Agreement between A and B``; what the text does not tell is taken from the file's name."""
    stem = " ".join(re.sub(r"[_+]+|(?<=\w)-(?=\w)", " ", unquote(PurePosixPath(name).stem)).split()).rstrip(".")
    parties = named.parties[:SHOWN_PARTIES]
    if len(parties) > 1:
        who = f"{', '.join(parties[:-1])} and {parties[-1]}"
        return f"{named.type or 'Agreement'} between {who}"
    if named.type and parties:
        return f"{named.type} of {parties[0]}"
    return f"{named.type} ({stem[:LONGEST_TYPE]})" if named.type else stem


def _type(head: str) -> str:
    for match in OPENING.finditer(head):
        found = _clean(match["type"])
        if KIND_WORD.search(found) and len(found.split()) > 1 and found.lower() not in VAGUE and not found.islower():
            return _titled(found)
    first = next((_clean(match[0]) for match in CAPITALS.finditer(head) if len(match[0].split()) > 1), "")
    if first:
        return _titled(first)
    for match in LINE.finditer(head):
        found = _clean(match["line"])
        if is_title(found) and len(found.split()) > 1 and found.lower() not in VAGUE:
            return _titled(found)
    if len(PRIVACY.findall(head)) > 1:
        return "Privacy Policy"
    return "Terms of Service" if TERMS.search(head) else ""


PRIVACY = re.compile(r"(?i)\bprivacy\b|\bpersonal (?:information|data)\b")
TERMS = re.compile(r"(?i)\bterms (?:of (?:use|service)|and conditions)\b")
VAGUE = frozenset(
    {"the agreement", "agreement", "this agreement", "the parties", "entire agreement", "license agreement."}
)


def _clean(found: str) -> str:
    return FILING.sub("", " ".join(found.split())).strip(' -–—:,."“”*_()')[:LONGEST_TYPE]


def _titled(found: str) -> str:
    """``AGREEMENT AND PLAN OF MERGER`` → ``Agreement and Plan of Merger``; what has small letters stays."""
    if not found.isupper() and not found.islower():
        words = found.split()
        if sum(word.isupper() for word in words) * 2 < len(words):
            return found
    words = [
        word
        if word.lower() in FORMS and word.isupper()
        else word.lower()
        if index and word.lower() in SMALL
        else word.title()
        for index, word in enumerate(found.split())
    ]
    return " ".join(words).replace("’S", "’s").replace("'S", "'s")


def _parties(head: str) -> list[str]:
    best: list[str] = []
    for index, match in enumerate(BETWEEN.finditer(head)):
        if index > 8:
            break
        region = head[match.end() : match.end() + REACH]
        for _ in range(2):  # brackets in brackets
            region = INSIDE.sub("", region)
        region = region.replace("England and Wales", "England")
        stop = STOP.search(region)
        found = _distinct(_names(region[: stop.start() + 1] if stop else region))[:MOST_PARTIES]
        if len(found) > len(best):
            best = found
        if len(best) > 1:
            break
    return best


def _distinct(names: Iterator[str]) -> list[str]:
    """Each party once, and not again by its short name."""
    found: list[str] = []
    for name in names:
        if not any(one.lower().startswith(name.lower()) for one in found):
            found.append(name)
    return found


def _names(region: str) -> Iterator[str]:
    for segment in SEPARATOR.split(region):
        rest = segment.strip(' \n,.:;"“”*_')
        first = True
        while rest:
            match = COMMA_NAME.match(rest)
            if not match:
                break
            name = " ".join(DESCRIPTION.sub("", match["name"]).split()).strip(' ,.;:"“”*_-') or ""
            name = (
                f"{name}."
                if re.search(r"\b(?:Inc|inc|INC|Corp|CORP|Co|CO|LTD|L\.P|L\.L\.C|N\.A|Ltd|S\.A|B\.V|N\.V)$", name)
                else name
            )
            if not _is_party(name) or not (first or COMPANY.search(name)):
                break
            yield name
            if len(name) < len(match["name"].strip()) - 2:
                break
            rest = rest[match.end() :].lstrip(" ,\n")
            first = False


def _is_party(name: str) -> bool:
    letters = sum(map(str.isalpha, name))
    plain = [word for word in name.split() if word.isalpha() and word.islower() and word not in SMALL]
    return (
        len(plain) <= 1
        and not SENTENCE.search(name)
        and 2 <= len(name) <= LONGEST_PARTY
        and 2 * letters >= len(name)
        and (COMPANY.search(name) or name[0].isupper() or name[0].isdigit() or any(map(str.isupper, name[1:4])))
        and (COMPANY.search(name) or any(map(str.isupper, name)))
        and not NO_PARTY.search(name)
    )


def _day(head: str) -> datetime.date | None:
    for match in DAY.finditer(head):
        if DATED.search(head, max(0, match.start() - 60), match.start()) and (found := day_of(match)):
            return found
    return None
