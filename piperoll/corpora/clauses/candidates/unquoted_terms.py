"""Find the definitions of a list whose terms stand in no quotation marks: "Affiliate means …", "Oil — has the meaning".

One such line is a sentence like any other. Three that follow each other below words that say so are definitions.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL

_VERB = (
    r"(?:means?|includes?|refers to|(?:has|have) the (?:same )?meanings?|is defined"
    r"|(?:shall |will )(?:mean|have the meaning|include))\b"
)
_ARTICLE = r"(?:an?|any|the|all|each|every|either|in relation to|with respect to|for|such|that|this|as)\b"
TERM = re.compile(
    r"(?P<marks>\*\*|__|['‘])?(?!(?i:this|these|that|such|if|where|in|it|for|any|each|all|no|the following)\b)"
    r"(?P<term>(?:(?:The|A|An) )?[A-Z][\w&/’-]*(?:[ ](?:[A-Z(][\w&/’()-]*|of|and|or|the|in|to|for|by|[-–&/])){0,7})"
    rf"(?(marks)(?:\*\*|__|['’]))(?:,? or (?:\*\*|__|['‘])?[A-Z][\w ]{{1,40}}?(?:\*\*|__|['’])?)?"
    rf"(?:(?P<verb>[,:]? (?:[-–—] )?(?={_VERB}))|(?P<weak> (?=(?:is|are) (?:comprised|those|{_ARTICLE})))"
    rf"|(?P<dash> [-–—][ \t]+(?={_ARTICLE}))|(?P<colon>:[ \t]+(?={_ARTICLE}))"
    rf"|(?P<tab>[ ]*\t\s*|[ ]{{4,60}})(?={_ARTICLE}|{_VERB}))"
)
ALONE = re.compile(r"[“\"](?P<term>[A-Z][^“”\"\n]{1,60})[”\"]:?")
"""Matches a line that is nothing but the term that the line below it explains."""
EXPLAINS = re.compile(rf"{_ARTICLE}|{_VERB}")
SAYS = re.compile(
    r"(?i)\bdefin(?:ed|ition)|\bmeanings?\b|\b(?:following|capitali[sz]ed) (?:terms|words|expressions)\b"
    r"|\binterpretation\b|\bin th(?:is|ese) [a-z ]{3,30}[:,—–-]|\bunless the context\b"
)
"""Matches words above a list of definitions."""
ABOVE = 300
"""Characters in front of the first definition in which such words stand."""
LEAST = 3
"""Definitions of one form of which a list consists, at least."""
BETWEEN = 3_000
"""Characters between two of them, at most."""
FORMS = ("verb", "dash", "colon", "tab", "weak")
"""Forms of definitions; "Oil is the fuel of lamps" is one only between others."""


def unquoted_terms(text: str, rows: Sequence[Range]) -> dict[int, Candidate]:
    """Return the definitions whose terms nothing marks, by where they start.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    found: dict[int, Candidate] = {}
    lists: list[tuple[str, list[Candidate]]] = []
    weak: list[Candidate] = []
    for row, behind in pairwise([*rows, (len(text), len(text))]):
        form, one = _definition(text, row, behind)
        if one is None:
            if _heads_clause(text, row):
                lists.append(("", []))
            continue
        if form == "weak":
            weak.append(one)
            continue
        if not lists or lists[-1][0] != form or one.start - lists[-1][1][-1].end > BETWEEN:
            lists.append((form, []))
        lists[-1][1].append(one)
    for _, terms in lists:
        if len(terms) >= LEAST and SAYS.search(text, max(0, terms[0].start - ABOVE), terms[0].start):
            inside = (one for one in weak if terms[0].start < one.start < terms[-1].start)
            found.update((one.start, one) for one in (*terms, *inside))
    return found


def _definition(text: str, row: Range, behind: Range) -> tuple[str, Candidate | None]:
    """Return the form of the definition with which a line begins, and the definition; ("", None) without one."""
    start, end = row
    if text[start] in '“"':
        alone = ALONE.fullmatch(text, start, end)
        if alone and EXPLAINS.match(text, *behind):
            return FORMS[0], Candidate(start, end, caption=plain(alone["term"]), definition=True)
        return "", None
    match = TERM.match(text, start, end)
    if match is None or (LINE_LABEL.match(text, start, end) and not match["tab"]):
        return "", None
    form = next(name for name in FORMS if match[name])
    return form, Candidate(start, match.end(), caption=plain(match["term"]), definition=True)


def _heads_clause(text: str, row: Range) -> bool:
    """Return whether a line begins with the number of a clause, behind which a list of definitions is another one."""
    start, end = row
    return text[start].isdecimal() and LINE_LABEL.match(text, start, end) is not None
