"""Find where a definition ends, and the clause goes on: "“Dusk” means … The keeper shall …".

In a list of definitions each one goes on up to the next, and the last one up to the first paragraph behind which the
term is not named. In an ordinary clause the last sentences that do not name it are of the clause. They become a unit of
their own in it.
"""

import re
from itertools import pairwise

from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.flush import OPENS, STOP, Lines
from piperoll.corpora.clauses.tree.tails import split
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.text.sentences import ends

MOST = 3
"""Definitions of a clause that is no list of them."""
LISTS = re.compile(r"(?i)\b(?:defin|interpret)|glossar|meaning")
"""Matches the heading of a list of definitions."""
LEADS = ":–—"
"""Last characters of what leads to a list of definitions."""
SPACE = " \t\n\xa0\u202f0123456789"
"""White space, and the number of a page."""
BACK = re.compile(r"\b(?:it|thereof|therefrom|thereto|such)\b")
"""Matches words of a paragraph that speak of the term above it."""
ON_TERMS = re.compile(r"(?i)\b(?:terms|definitions|defined|meanings?)\b")
BACK_WITHIN = 60
"""Characters of its beginning in which they stand."""
QUOTES = '“"'
"""First characters of a term in front of which no letter stands."""
NAMES = r"|\b(?:this|such|that|foregoing) (?:term|definition)\b"


def end_definitions(text: str, root: Unit, edges: Edges = NO_EDGES) -> None:
    """End the last definition of each list, and each one inside a line of an ordinary clause, where the clause goes on.

    Args:
        text: the stored text.
        root: of its clauses.
        edges: what is printed around its pages.
    """
    lines: Lines | None = None
    for clause in list(root.walk()):
        terms = [unit for unit in clause.children if _is_term(unit)]
        if len(terms) > MOST and clause.parent is not None:
            lines = lines or Lines(text, edges)
            several = any(any(pairwise(lines.paragraphs(one))) for one in terms[:-1])
            at = _end_of_list(text, terms[-1], lines, several=several)
            if at < terms[-1].end:
                split(terms[-1], terms[-1], at)
        terms = [unit for unit in terms if unit.candidate and unit.candidate.weak and text[unit.start] in QUOTES]
        if not 0 < len(terms) <= MOST or clause.parent is None or _is_list(text, clause, terms[0]):
            continue
        for term in terms:
            at = _end(text, term)
            if at < term.end:
                split(term, term, at)


def _is_term(unit: Unit) -> bool:
    """Return whether a unit is a term that is defined, and no clause with a number."""
    return unit.candidate is not None and unit.candidate.definition and not unit.label and not unit.children


def _is_list(text: str, clause: Unit, first: Unit) -> bool:
    """Return whether a clause is a list of definitions: a heading says so, or its text leads to the first of them."""
    around: Unit | None = clause
    while around is not None:
        if LISTS.search(around.caption):
            return True
        around = around.parent
    front = text[clause.head : first.start].rstrip(SPACE)
    return not front or front[-1] in LEADS


def _end(text: str, term: Unit) -> int:
    """Return where the last sentence of a definition ends that names its term; the first one always does."""
    last = _last_named(text, term)
    return next((at for at in ends(text, term.head, term.end) if last < at < term.end), term.end)


def _end_of_list(text: str, term: Unit, lines: Lines, *, several: bool) -> int:
    """Return where the first paragraph of the last definition of a list begins behind which its term is not named.

    Where the others have ``several`` paragraphs, it is one about terms: "These terms are defined elsewhere".
    """
    last = _last_named(text, term)
    for (_, end), (start, stop) in pairwise(lines.paragraphs(term)):
        at = min(stop, start + BACK_WITHIN)
        apart = last < end <= start < term.end and text.count("\n", end, start) != 1
        if apart and STOP.search(text, end - 2, end) and OPENS.match(text, start) and not BACK.search(text, start, at):
            return start if not several or ON_TERMS.search(text, start, stop) else term.end
    return term.end


def _last_named(text: str, term: Unit) -> int:
    """Return the offset behind the last words of a definition that name its term."""
    names = re.compile(re.escape(term.caption.rstrip("s")) + NAMES, re.IGNORECASE)
    return max((match.end() for match in names.finditer(text, term.head, term.end)), default=term.head)
