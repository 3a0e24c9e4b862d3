"""Find the clauses of an amendment that lead to what they insert: "5. Section 2.3 is replaced by the following:"."""

import re
from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.labels import Label

AMENDS = re.compile(
    r"(?=[^\n:]{0,200}\b(?:Sections?|Exhibit)\b)"
    r"[^\n:]{0,400}\b(?:deleted|replaced|amended|added|modified|inserted|restated|supplemented)\b[^\n:]{0,200}:\s"
)
QUOTED = re.compile(r"\s{0,60}[“\"]\(?\d")
"""Matches the beginning of a clause that an amendment quotes."""
ZERO = re.compile(r"^[ \t]*(?P<label>(?P<number>\d{1,2})\.0)[ \t]+", re.MULTILINE)
"""Matches the number of such a clause that ends in a nought: "4.0 Section 21.0 (…) is replaced"."""


def amending(text: str, found: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates of a text; those that begin a clause that inserts a section into another text say so."""
    noughts: dict[int, Candidate] = {}
    for match in ZERO.finditer(text):
        if AMENDS.match(text, match.end()):
            start, end = match.span("label")
            label = Label("number", (match["number"],), (int(match["number"]),))
            noughts[start] = Candidate(start, end, label, printed=match["label"], amends=True)
    marked = [replace(one, amends=True) if _amends(text, one) else one for one in found if one.start not in noughts]
    return sorted([*marked, *noughts.values()], key=attrgetter("start"))


def _amends(text: str, one: Candidate) -> bool:
    label = one.label
    counted = label is not None and label.family == "number" and len(label.values) == 1
    leads = AMENDS.match(text, one.end) if counted else None
    return leads is not None and (not one.caption or QUOTED.match(text, leads.end()) is not None)
