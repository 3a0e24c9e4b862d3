"""End the last of several sub-headings of a page at a rule: what stands behind that is about all of them."""

import re

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL
from piperoll.corpora.clauses.tree.tails import split
from piperoll.corpora.clauses.tree.units import Unit

RULE = re.compile(r"^[ \t]*\* \* \*[ \t]*\n\s*(?=[^\W\d_])", re.MULTILINE)
"""Matches a rule in front of a paragraph."""


def end_at_rules(text: str, root: Unit) -> None:
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
