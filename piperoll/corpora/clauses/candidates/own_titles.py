"""Find the heading of the document itself among the candidates."""

import re
from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import NAMES_ITSELF, are_recitals

SENTENCE = re.compile(r"[^\n]{100}[.:;)\"”]\s*\n")
"""Matches the end of a paragraph, which no cover has."""
NAMED = re.compile(r"^[ \t]*[A-Z][A-Z &’'-]{0,90}\b(?:AGREEMENT|CONTRACT)[ \t]*$", re.MULTILINE)
"""Matches a line in capitals in which a contract calls itself what it is."""
PARTIES = re.compile(
    r"(?:^|\W)(?i:between)\s[^\n]{3,200}\sand\s[^\n]{3,200}"
    r"(?<!\bInc)(?<!\bCorp)(?<!\bLtd)(?<!\bCo)(?<!\.[A-Z])\.[ \t]*\n"
)
"""Matches a shorter sentence that names the parties: "between Lantern Limited and Tower LLC."."""
SAID = 60
"""Characters of the shortest text between such a line and the first heading that is a sentence if it ends in a stop."""
TITLE_WITHIN = 600
"""Characters within which the heading of a document begins."""


def heading(text: str, candidates: Sequence[Candidate]) -> str:
    """Return the heading of the document itself; "" where it has none.

    Where nothing marks it, no sentence stands in front of it, unless it says what it is: "SUPPLY AGREEMENT".
    """
    first = candidates[0] if candidates else None
    if first is None or first.label or not first.own_line or first.start > TITLE_WITHIN or are_recitals(first.caption):
        return ""
    named = first.level or NAMES_ITSELF.search(first.caption.upper())
    begun = any(form.search(text, 0, first.start) for form in (SENTENCE, PARTIES)) or _is_begun(text, first.start)
    return first.caption if named or not begun else ""


def _is_begun(text: str, end: int) -> bool:
    """Return whether a contract that has named itself in front of an offset has said something behind its name."""
    name = NAMED.search(text, 0, end)
    says = text[name.end() : end].rstrip() if name else ""
    return len(says) > SAID and says[-1] in ".;"
