"""Find the terms that a text defines."""

import re

from piperoll.corpora.clauses.words.captions import LINK

_AHEAD = r"[^()\n“\"„«]{0,60}"
_LED = r"[,\s][^()\n“\"„«]{1,60}"
# (including any "glow" in the log), (e.g., "oil"): no names that the text gives; (including oil, the "Stores") is one
_SAYS = (
    r"(?:(?i:including|excluding|except|other\sthan|provided|without|see|if|but|assuming|whether|such\sas|for\sexample"
    r"|like|marked|labell?ed|defining)\b"
    rf"(?!{_LED}(?:\bterms?\b|\bmeanings?\b|,\s(?:(?:each\s)?an?\s|the\s|each\s)?[“\"„«]))"
    r"|(?i:e\.g|i\.e|eg|z\.\s?b|p\.\s?ex|par\sexemple|por\s(?:ejemplo|exemplo)|de\sexemplu)\b)"
    rf"{_AHEAD}[“\"„«]"
)
_WORDS = r"(?![^()\n“”\"„»]{0,60}\))[^”\"“»„\n*_]{2,60}"  # no ") and the port (" between two quotations
# “Confidential Information” means …; (the "**Effective Date**"), but not the title of a link: [log](/log "Our log")
TERM = re.compile(
    rf"[“\"„«(](?:(?<!\()(?:\*\*|_)*(?P<defined>{_WORDS})"
    r"(?:\*\*|_)*,?[”\"“»](?:\*\*|_)*(?:\s+or\s+[“\"][^”\"\n]{2,60}[”\"])?"
    r"(?=\s+(?:(?:of|as|in|for)\s[^.;:“”\"\n]{1,60}?\s)?"
    r"(?:means?|shall mean|has the meaning|have the meaning|is defined|refers? to|includes?)\b)"
    rf"|(?<=\()(?<!\]\()(?!{_SAYS})(?:[^()\n]{{0,60}}\s)?[“\"„«]\s?(?:\*\*|_)*(?P<given>{_WORDS})(?:\*\*|_)*\s?,?[”\"“»]"
    r"(?!\s(?:sections?|rights?)\b)(?=[^()\n]{0,60}\)))"
)
OPENING_QUOTES = '“"„«'
"""One of them is part of every match of TERM."""
MAX_TERMS = 50
CITED = re.compile(
    r"(?<!this )(?:Sections?|Articles?|Clauses?)\s\d{1,2}(?:\.\w{1,3}){0,3}(?:\([a-z\d]{1,4}\)){0,3}"
    r"(?:\s(?:below|above))?\s\((?:\*\*|_)*\Z"
)
"""Matches in front of the heading of a clause that is cited: "as Section 4.2 (“Lamps”) says"."""
LONGEST_CITED = 50
"""Characters of the longest match of CITED."""


def defined_terms(content: str) -> list[str]:
    """Return the terms that a text defines, in order, each once."""
    if not any(quote in content for quote in OPENING_QUOTES):
        return []
    found = (match["defined"] or match["given"] for match in TERM.finditer(content) if not _is_cited(content, match))
    return list(dict.fromkeys(LINK.sub(r"\1", term).strip(" \xa0\u202f,.") for term in found))[:MAX_TERMS]


def _is_cited(content: str, match: re.Match[str]) -> bool:
    """Return whether a quotation in brackets is the heading of a clause of which the number is in front of them."""
    given = match.start("given")
    return given > 0 and CITED.search(content, max(0, given - LONGEST_CITED), given - 1) is not None
