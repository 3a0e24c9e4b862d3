"""Find where a term that a clause defines in passing ends, and the clause goes on: "“Dusk” means … The keeper shall …".

In a list of definitions each one goes on up to the next. In an ordinary clause the last sentences that do not name the
term are of the clause, and become a unit of their own in it.
"""

import re

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
QUOTES = '“"'
"""First characters of a term in front of which no letter stands."""
NAMES = r"|\b(?:this|such|that|foregoing) (?:term|definition)\b"


def end_definitions(text: str, root: Unit) -> None:
    """End each definition that stands inside a line of an ordinary clause behind the last sentence that names its term.

    Args:
        text: the stored text.
        root: of its clauses.
    """
    for clause in list(root.walk()):
        terms = [unit for unit in clause.children if _is_term(unit) and text[unit.start] in QUOTES]
        if not 0 < len(terms) <= MOST or clause.parent is None or _is_list(text, clause, terms[0]):
            continue
        for term in terms:
            at = _end(text, term)
            if at < term.end:
                split(term, term, at)


def _is_term(unit: Unit) -> bool:
    """Return whether a unit is a term that is defined inside a line, and no clause with a number."""
    one = unit.candidate
    return one is not None and one.definition and one.weak and not unit.label and not unit.children


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
    names = re.compile(re.escape(term.caption.rstrip("s")) + NAMES, re.IGNORECASE)
    behind = [at for at in ends(text, term.head, term.end) if at < term.end]
    said = [match.end() for match in names.finditer(text, term.head, term.end)]
    last = said[-1] if said else term.head
    return next((at for at in behind if at > last), term.end)
