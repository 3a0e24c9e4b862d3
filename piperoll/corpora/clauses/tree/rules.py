"""End sections of a page in front of what is not in them: the last one at a rule, a quoted article behind its text."""

import re

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL
from piperoll.corpora.clauses.candidates.quoted_articles import is_quoted_article
from piperoll.corpora.clauses.tree.tails import split
from piperoll.corpora.clauses.tree.units import Unit

RULE = re.compile(r"^[ \t]*\* \* \*[ \t]*\n\s*(?=[^\W\d_])", re.MULTILINE)
"""Matches a rule in front of a paragraph."""
OPENS = re.compile(r"\s*[«“\"]")
CLOSED = re.compile(r"[»”\"]\.?[ \t\xa0]*\n\s*(?=[^\s«“\"])")
"""Matches the end of a quotation in front of a paragraph that does not go on with it."""


def end_sections(text: str, root: Unit) -> None:
    """End the sections of a text in front of what is about more than them."""
    _end_at_rules(text, root)
    for unit in list(root.walk()):
        quoted = is_quoted_article(unit.caption) and not unit.children and OPENS.match(text, unit.head, unit.end)
        if quoted and (closed := CLOSED.search(text, quoted.end(), unit.end)):
            split(unit, unit, closed.end())


def _end_at_rules(text: str, root: Unit) -> None:
    """End the last marked heading of several of its rank at a rule, where none stands below the others."""
    for parent in list(root.walk()):
        *others, last = parent.children or [root]
        if not others or parent is root or last.children or not 0 < last.level < BOLD_LEVEL:
            continue
        if others[-1].level != last.level:
            continue
        rule = RULE.search(text, last.head, last.end)
        if rule and not RULE.search(text, others[0].start, last.head):
            split(last, last, rule.end())
