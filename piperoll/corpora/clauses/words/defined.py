"""Find the terms that a text defines."""

import re

_AHEAD = r"[^()\n“\"„«]{0,60}"
# (including any "glow" in the log), (e.g., "oil"): no names that the text gives; (including oil, the "Stores") is one
_SAYS = (
    r"(?:(?i:including|excluding|except|other\sthan|provided|without|see|if|but|assuming|whether|such\sas|for\sexample)\b"
    rf"(?!{_AHEAD}(?:\bterms?\b|\bmeanings?\b|,\s(?:(?:each\s)?an?\s|the\s|each\s)?[“\"„«]))|(?i:e\.g|i\.e|eg)\b)"
    rf"{_AHEAD}[“\"„«]"
)
# “Confidential Information” means …; (the "**Effective Date**"), but not the title of a link: [log](/log "Our log")
TERM = re.compile(
    r"[“\"„«(](?:(?<!\()(?:\*\*|_)*(?P<defined>[^”\"“»„\n*_]{2,60})(?:\*\*|_)*,?[”\"“»](?:\*\*|_)*(?:\s+or\s+[“\"][^”\"\n]{2,60}[”\"])?"
    r"(?=\s+(?:(?:of|as|in|for)\s[^.;:“”\"\n]{1,60}?\s)?"
    r"(?:means?|shall mean|has the meaning|have the meaning|is defined|refers? to|includes?)\b)"
    rf"|(?<=\()(?<!\]\()(?!{_SAYS})(?:[^()\n]{{0,60}}\s)?[“\"„«](?:\*\*|_)*(?P<given>[^”\"“»„\n*_]{{2,60}})(?:\*\*|_)*,?[”\"“»](?=[^()\n]{{0,60}}\)))"
)
OPENING_QUOTES = '“"„«'
"""One of them is part of every match of TERM."""
MAX_TERMS = 50


def defined_terms(content: str) -> list[str]:
    """Return the terms that a text defines, in order, each once."""
    if not any(quote in content for quote in OPENING_QUOTES):
        return []
    terms = (match["defined"] or match["given"] for match in TERM.finditer(content))
    return list(dict.fromkeys(term.strip(" \xa0\u202f,.") for term in terms))[:MAX_TERMS]
